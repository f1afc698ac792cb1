"""The pictures inside an office file: each can be opened, and none is larger than anybody needs."""

import io
import warnings
import zipfile
from typing import Final

MAX_PIXELS: Final = 100_000_000
MAX_BYTES: Final = 64 * 1024 * 1024
_DRAWN: Final = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff")


def broken_pictures(content: bytes) -> list[str]:
    """The names of the pictures that cannot be opened, or that would fill the memory."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        drawn = [part for part in package.infolist() if part.filename.lower().endswith(_DRAWN)]
        return [part.filename for part in drawn if part.file_size > MAX_BYTES or _is_broken(package.read(part))]


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
