"""Tests of embedded pictures: they come from the caller or from data URIs, and nothing is downloaded."""

import base64
import io
import struct
import zlib

import pytest
from PIL import Image

from inkwright.artifacts.documents.embedded_images import EmbeddedImage, EmbeddedImages
from inkwright.errors import InvalidOption
from tests.artifacts.documents.sample_documents import DROP, data_uri, picture
from tests.each import each

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="80" height="40">'
    '{}<rect width="80" height="40" fill="red"/></svg>'
)


def opened(target: str, wanted: str = "", **files: bytes) -> EmbeddedImage:
    return EmbeddedImages({name.replace("_", "."): content for name, content in files.items()}, "en").picture(
        target, wanted
    )


def claimed(width: int, height: int) -> bytes:
    """Return a PNG that claims to have this size."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))


def test_a_file_from_the_caller_is_used_unchanged() -> None:
    assert opened("drop.png", drop_png=DROP) == EmbeddedImage("picture-1.png", DROP, 1.39, 0.92)


def test_a_picture_in_the_text_is_used() -> None:
    jpeg = picture(form="JPEG")
    made = opened(data_uri(jpeg, "image/jpeg"))
    assert (made.name, made.content) == ("picture-1.jpg", jpeg)
    assert made.data_uri == data_uri(jpeg, "image/jpeg")


@pytest.mark.parametrize("form", ["GIF", "WEBP", "BMP"])
def test_other_formats_become_png(form: str) -> None:
    made = opened("x", x=picture(form=form))
    assert (made.name, Image.open(io.BytesIO(made.content)).format) == ("picture-1.png", "PNG")


def test_a_drawing_becomes_a_picture() -> None:
    made = opened(data_uri(SVG.format("").encode(), "image/svg+xml"))
    with Image.open(io.BytesIO(made.content)) as image:
        assert image.convert("RGB").getpixel((5, 5)) == (255, 0, 0)
        assert round(image.width / image.height, 1) == 2.0


@pytest.mark.parametrize(
    ("wanted", "width"), [("50%", 8.1), ("4cm", 4.0), ("30mm", 3.0), ("1in", 2.54), ("500%", 16.2), ("rubbish", 1.39)]
)
def test_it_has_the_given_width_within_the_line(wanted: str, width: float) -> None:
    assert opened("x", wanted, x=DROP).width == width


def test_a_tall_picture_fits_the_page() -> None:
    assert opened("x", "", x=picture(100, 4_000)).height <= 19.0


def twelve_levels() -> str:
    """Return a drawing in which each level repeats the one below ten times."""
    made = ['<g id="a0"><rect width="1" height="1"/></g>']
    for level in range(1, 12):
        use = f'<use xlink:href="#a{level - 1}"/>'
        made.append(f'<g id="a{level}">{use * 10}</g>')
    return f'<defs>{"".join(made)}</defs><use xlink:href="#a11"/>'


@each(
    ("target", "told"),
    [
        ("/etc/hostname", "This image does not exist"),
        ("../secret.png", "This image does not exist"),
        ("https://example.org/a.png", "This image does not exist"),
        ("file:///etc/hostname", "This image does not exist"),
        ("data:image/png;base64,!!!!", "cannot be opened"),
        (data_uri(DROP[:60]), "cannot be opened"),
        (data_uri(b"GIF89a"), "cannot be opened"),
        (data_uri(claimed(60_000, 60_000)), "cannot be opened"),
        (data_uri(claimed(10_000, 10)), "cannot be opened"),
        (data_uri(b"%PDF-1.7"), "cannot be opened"),
        (data_uri(b"\0" * (9 * 1024 * 1024)), "at most 8 MB"),
        (data_uri(SVG.format(twelve_levels()).encode(), "image/svg+xml"), "nodes limit"),
        (data_uri(SVG.format('<image xlink:href="/etc/hostname" width="9" height="9"/>').encode()), "not allowed"),
        (data_uri(b"<svg"), "cannot be opened"),
    ],
)
def test_a_missing_or_broken_picture_is_rejected_and_nothing_is_read(target: str, told: str) -> None:
    with pytest.raises(InvalidOption, match=told) as caught:
        opened(target)
    assert "object at 0x" not in str(caught.value)


def test_the_number_of_pictures_is_limited() -> None:
    album = EmbeddedImages({f"{number}.png": DROP for number in range(61)}, "en")
    for number in range(60):
        album.picture(f"{number}.png", "")
    with pytest.raises(InvalidOption, match="at most 60 images"):
        album.picture("60.png", "")


def test_base64_with_escapes_is_read() -> None:
    written = base64.b64encode(DROP).decode().replace("+", "%2B").replace("/", "%2F")
    assert opened(f"data:image/png;base64,{written}").content == DROP
