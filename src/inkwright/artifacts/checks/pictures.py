"""The pictures inside an office file: each can be opened, and none is larger than anybody needs."""

import io
import warnings
import zipfile
from typing import Final

MAX_PIXELS: Final = 100_000_000
_DRAWN: Final = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff")


def broken_pictures(content: bytes) -> list[str]:
    """The names of the pictures that cannot be opened, or that would fill the memory."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return [name for name in package.namelist() if name.lower().endswith(_DRAWN) and _is_broken(package.read(name))]


def _is_broken(content: bytes) -> bool:
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - comes with an extra, and is slow to import

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content)) as picture:
                if picture.width * picture.height > MAX_PIXELS:
                    return True
                picture.verify()
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, SyntaxError, ValueError, EOFError):
        return True
    return False
