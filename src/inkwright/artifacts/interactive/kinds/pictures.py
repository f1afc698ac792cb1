"""The picture of a page: a file beside the description becomes data in the page, or it is said why not."""

import base64
import re
from collections.abc import Mapping
from pathlib import PurePath
from typing import Annotated, Final

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo

MAX_PICTURE: Final = 1_200_000
_MOST_BYTES: Final = MAX_PICTURE * 3 // 4 - 100
_ENDINGS: Final = (".png", ".jpg", ".jpeg", ".webp", ".gif")
_DATA = re.compile(r"data:image/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]+")


def _embedded(value: object, info: ValidationInfo) -> object:
    """The picture of this name as data. The pictures are in the context of the validation."""
    if not isinstance(value, str) or value.startswith("data:"):
        return value
    if PurePath(value).suffix.lower() not in _ENDINGS:
        raise ValueError(f"a picture is a file that ends in {', '.join(_ENDINGS)}, not {value[:80]}")
    pictures: Mapping[str, bytes] = (info.context or {}).get("pictures", {})
    content = pictures.get(value)
    if content is None:
        folder = getattr(pictures, "folder", ".")
        raise ValueError(f"there is no file {value[:200]}: it was looked for in {folder} and in the folders below")
    if len(content) > _MOST_BYTES:
        raise ValueError(f"the file {value[:200]} has {len(content):,} bytes, and at most {_MOST_BYTES:,} fit in")
    kind = _kind_of(content)
    if not kind:
        raise ValueError(f"the file {value[:200]} is no PNG, JPEG, WebP or GIF, whatever its name says")
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"


def _kind_of(content: bytes) -> str:
    if content.startswith(b"\x89PNG"):
        return "png"
    if content.startswith(b"\xff\xd8"):
        return "jpeg"
    if content.startswith(b"GIF8"):
        return "gif"
    return "webp" if content.startswith(b"RIFF") and content[8:12] == b"WEBP" else ""


def _is_picture(value: str) -> str:
    if not _DATA.fullmatch(value):
        raise ValueError("data begin with data:image/png;base64, (or jpeg, webp, gif), and base64 follows")
    return value


Picture = Annotated[str, Field(max_length=MAX_PICTURE), BeforeValidator(_embedded), AfterValidator(_is_picture)]
"""Given as the name of a file or as data, kept as data."""
