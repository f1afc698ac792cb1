"""Images in terminals that support them: detection and escape codes."""

import base64
import os
import re
import select
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO, Final, Literal, TextIO

ImageProtocol = Literal["kitty", "iterm"]

_IMAGE_COLUMNS: Final = 40
_WAIT_SECONDS: Final = 0.5
"""A terminal answers within milliseconds, one behind a slow line within tenths of a second."""
_MAX_REPLY_BYTES: Final = 4_096
_CHUNK: Final = 4_096
"""So much of a picture goes into one code of kitty's."""
_ATTRIBUTES_QUERY: Final = "\x1b[c"
"""Asks what every terminal answers: when that comes, nothing else will."""
_QUERIES: Final[dict[ImageProtocol, str]] = {
    "kitty": "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\",
    "iterm": "\x1b[>q",
}
_SUPPORT_REPLIES: Final[dict[ImageProtocol, re.Pattern[bytes]]] = {
    "kitty": re.compile(rb"\x1b_Gi=31;OK\x1b\\"),
    "iterm": re.compile(rb"\x1bP>\|(?:iTerm2|WezTerm)[^\x1b]*\x1b\\"),
}
_REPLY_END: Final = re.compile(rb"\x1b\[\?[\d;]*c")
_REPLIES: Final = re.compile(rb"\x1b_G[^\x1b]*\x1b\\|\x1bP[^\x1b]*\x1b\\|\x1b\[\?[\d;]*c")


@dataclass(frozen=True, slots=True)
class ImageSupport:
    """How the terminal wants pictures, if at all; and the keys that were typed while it was asked."""

    way: ImageProtocol | None
    typed: bytes = b""


def expected_image_protocol(environ: Mapping[str, str]) -> ImageProtocol | None:
    """The way of the terminal that the environment names. Within tmux and screen pictures do not arrive, and a
    terminal that is not known is not asked: it might show the question.
    """
    term = environ.get("TERM", "")
    if "TMUX" in environ or "STY" in environ or term.startswith(("screen", "tmux")):
        return None
    program = environ.get("TERM_PROGRAM", "")
    if program in ("iTerm.app", "WezTerm") or environ.get("LC_TERMINAL") == "iTerm2":
        return "iterm"
    is_kitty = term in ("xterm-kitty", "xterm-ghostty") or program == "ghostty"
    return "kitty" if is_kitty or "KITTY_WINDOW_ID" in environ or "KONSOLE_VERSION" in environ else None


def detect_image_support(
    way: ImageProtocol, stdin: BinaryIO, out: TextIO, seconds: float = _WAIT_SECONDS
) -> ImageSupport:
    """Whether it really is so: variables outlive the terminal that set them. Keys must not be shown meanwhile."""
    out.write(_QUERIES[way] + _ATTRIBUTES_QUERY)
    out.flush()
    answered, until = b"", time.monotonic() + seconds
    while not _REPLY_END.search(answered) and len(answered) < _MAX_REPLY_BYTES:
        ready, _, _ = select.select([stdin], [], [], max(until - time.monotonic(), 0))
        piece = os.read(stdin.fileno(), _MAX_REPLY_BYTES) if ready else b""
        if not piece:
            break
        answered += piece
    agrees = _SUPPORT_REPLIES[way].search(answered) is not None
    return ImageSupport(way if agrees else None, _REPLIES.sub(b"", answered))


class ImageOutput:
    """Where pictures are shown."""

    def __init__(self, out: TextIO, way: ImageProtocol) -> None:
        self._out = out
        self._way: ImageProtocol = way

    def show(self, png: bytes) -> None:
        """A small picture, and the cursor below it."""
        self._out.write(f"  {image_escape_code(png, self._way)}\n")
        self._out.flush()


def image_escape_code(png: bytes, way: ImageProtocol) -> str:
    """What makes the terminal show the picture."""
    written = base64.b64encode(png).decode()
    if way == "kitty":
        return "".join(_kitty_escape_codes(written))
    how = f"inline=1;size={len(png)};width={_IMAGE_COLUMNS};preserveAspectRatio=1"
    return f"\x1b]1337;File={how}:{written}\x07"


def _kitty_escape_codes(written: str) -> Iterator[str]:
    for start in range(0, len(written), _CHUNK):
        more = int(start + _CHUNK < len(written))
        how = f"a=T,f=100,q=2,c={_IMAGE_COLUMNS},m={more}" if start == 0 else f"q=2,m={more}"
        yield f"\x1b_G{how};{written[start : start + _CHUNK]}\x1b\\"
