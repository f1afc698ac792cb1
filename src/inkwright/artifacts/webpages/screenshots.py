"""PNG screenshots: their size, and whether they show anything."""

import struct
import zlib
from collections.abc import Iterator
from typing import Final

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_CHANNELS: Final = {2: 3, 6: 4}
_MIN_DIFFERENCE: Final = 16
_MIN_PIXELS: Final = 12
_MAX_BYTES: Final = 64 * 1024 * 1024


def has_content(png: bytes) -> bool:
    """Whether more than a few pixels differ from the first one. Only PNG files as browsers write them are read."""
    background: bytes | None = None
    different = 0
    for row, channels in _pixel_rows(png):
        background = background or bytes(row[:channels])
        if row == background * (len(row) // channels):
            continue
        for start in range(0, len(row), channels):
            if any(abs(row[start + channel] - background[channel]) > _MIN_DIFFERENCE for channel in range(3)):
                different += 1
                if different >= _MIN_PIXELS:
                    return True
    return False


def png_size(png: bytes) -> tuple[int, int]:
    """Return width and height in pixels."""
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def _pixel_rows(png: bytes) -> Iterator[tuple[bytearray, int]]:
    if not png.startswith(_SIGNATURE) or len(png) < 33 or png[24] != 8 or png[25] not in _CHANNELS or png[28]:
        return
    width, height = png_size(png)
    channels = _CHANNELS[png[25]]
    length = width * channels
    pixels = zlib.decompressobj().decompress(_compressed_pixels(png), _MAX_BYTES)
    above = bytearray(length)
    for number in range(height):
        start = number * (length + 1)
        row = bytearray(pixels[start + 1 : start + 1 + length])
        if len(row) < length:
            return
        _unfilter(pixels[start], row, above, channels)
        yield row, channels
        above = row


def _compressed_pixels(png: bytes) -> bytes:
    start, parts = 8, []
    while start + 8 <= len(png):
        (size,) = struct.unpack(">I", png[start : start + 4])
        if png[start + 4 : start + 8] == b"IDAT":
            parts.append(png[start + 8 : start + 8 + size])
        start += size + 12
    return b"".join(parts)


def _unfilter(kind: int, row: bytearray, above: bytearray, channels: int) -> None:
    """Undo the PNG filter of a row of pixels, in place."""
    if kind == 0:
        return
    for index in range(len(row)):
        left = row[index - channels] if index >= channels else 0
        up = above[index]
        corner = above[index - channels] if index >= channels else 0
        match kind:
            case 1:
                guess = left
            case 2:
                guess = up
            case 3:
                guess = (left + up) // 2
            case _:
                guess = _paeth_predictor(left, up, corner)
        row[index] = (row[index] + guess) & 255


def _paeth_predictor(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    apart = (abs(guess - left), abs(guess - up), abs(guess - corner))
    return (left, up, corner)[apart.index(min(apart))]
