"""Where the picture of a slide comes from: it is written into the deck's description, or is a file handed along.

A file is only ever named here. Who reads files is decided by the caller.
"""

import base64
import binascii
import re
from typing import Annotated, Final

from pydantic import AfterValidator, Field

from inkwright.parsing.filenames import problem_with

MAX_PICTURE: Final = 8 * 1024 * 1024
_WRITTEN = re.compile(r"data:image/(?:png|jpe?g|gif);base64,")
_NAMED = re.compile(r".+\.(?:png|jpe?g|gif)", re.I)


def is_picture(source: str) -> bool:
    """Whether a slide can show it."""
    try:
        return bool(known_picture(source))
    except ValueError:
        return False


def known_picture(source: str) -> str:
    """The source itself; a ValueError tells why no slide can show it."""
    if source.startswith("data:"):
        picture_bytes(source)
    elif problem := next(filter(None, map(problem_with, source.split("/"))), None):
        raise ValueError(f"it must be the plain name of a picture file or a data: URI ({problem})")
    elif not _NAMED.fullmatch(source):
        raise ValueError("the name of a picture file ends in .png, .jpg, .jpeg or .gif")
    return source


def picture_bytes(source: str) -> bytes | None:
    """The picture that is written in the source; None where it is the name of a file."""
    if not source.startswith("data:"):
        return None
    start = _WRITTEN.match(source)
    if start is None:
        raise ValueError("a picture is written as data:image/png;base64,… (png, jpeg or gif)")
    try:
        content = base64.b64decode(source[start.end() :], validate=True)
    except binascii.Error as problem:
        raise ValueError(f"the picture is no base64: {problem}") from problem
    if not content:
        raise ValueError("the picture is empty")
    return content


PictureSource = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MAX_PICTURE * 4 // 3 + 100,
        description="The name of a picture file that was handed along, or data:image/png;base64,…",
    ),
    AfterValidator(known_picture),
]
