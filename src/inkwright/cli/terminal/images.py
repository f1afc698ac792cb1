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
"""A local terminal answers within milliseconds, one over a slow connection within tenths of a second."""
_MAX_REPLY_BYTES: Final = 4_096
_CHUNK: Final = 4_096
"""The most characters in one escape code of kitty's protocol."""
_ATTRIBUTES_QUERY: Final = "\x1b[c"
"""A query that every terminal answers: no other reply comes after this one."""
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
    """The image protocol of the terminal, if any; and the keys that were typed during detection."""

    protocol: ImageProtocol | None
    typed: bytes = b""


def expected_image_protocol(environ: Mapping[str, str]) -> ImageProtocol | None:
    """Return the protocol of the terminal that the environment names.

    Images do not pass through tmux and screen. An unknown terminal is not queried, because it might show the query.
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
    protocol: ImageProtocol, stdin: BinaryIO, out: TextIO, seconds: float = _WAIT_SECONDS
) -> ImageSupport:
    """Query the terminal, because variables outlive the terminal that set them. Echo must be off meanwhile."""
    out.write(_QUERIES[protocol] + _ATTRIBUTES_QUERY)
    out.flush()
    reply, until = b"", time.monotonic() + seconds
    while not _REPLY_END.search(reply) and len(reply) < _MAX_REPLY_BYTES:
        ready, _, _ = select.select([stdin], [], [], max(until - time.monotonic(), 0))
        piece = os.read(stdin.fileno(), _MAX_REPLY_BYTES) if ready else b""
        if not piece:
            break
        reply += piece
    is_supported = _SUPPORT_REPLIES[protocol].search(reply) is not None
    return ImageSupport(protocol if is_supported else None, _REPLIES.sub(b"", reply))


class ImageOutput:
    """Shows images in the terminal."""

    def __init__(self, out: TextIO, protocol: ImageProtocol) -> None:
        self._out = out
        self._protocol: ImageProtocol = protocol

    def show(self, png: bytes) -> None:
        """Show a small image, and put the cursor below it."""
        self._out.write(f"  {image_escape_code(png, self._protocol)}\n")
        self._out.flush()


def image_escape_code(png: bytes, protocol: ImageProtocol) -> str:
    """Return the escape code that shows the image."""
    encoded = base64.b64encode(png).decode()
    if protocol == "kitty":
        return "".join(_kitty_escape_codes(encoded))
    options = f"inline=1;size={len(png)};width={_IMAGE_COLUMNS};preserveAspectRatio=1"
    return f"\x1b]1337;File={options}:{encoded}\x07"


def _kitty_escape_codes(encoded: str) -> Iterator[str]:
    for start in range(0, len(encoded), _CHUNK):
        more = int(start + _CHUNK < len(encoded))
        options = f"a=T,f=100,q=2,c={_IMAGE_COLUMNS},m={more}" if start == 0 else f"q=2,m={more}"
        yield f"\x1b_G{options};{encoded[start : start + _CHUNK]}\x1b\\"
