"""Check zip packages before a reader opens them, and tell their formats apart."""

import io
import zipfile
from typing import Final

from inkwright.artifacts.office_package import package_problem
from inkwright.artifacts.source_formats.problems import NotExtractable
from inkwright.artifacts.validation import UnreadableContent

ZIP_START: Final = b"PK\x03\x04"
_PARTS: Final = (("word/", "docx"), ("ppt/", "pptx"), ("xl/", "xlsx"))
_TYPES: Final = {
    "application/epub+zip": "epub",
    "application/vnd.oasis.opendocument.text": "odt",
    "application/vnd.oasis.opendocument.spreadsheet": "ods",
}
_MAX_TYPE: Final = 100


def check_package(content: bytes) -> None:
    """Refuse a damaged package, and one that is too large when it is unpacked."""
    # Only the text is read, so active content is harmless: formulas of older programs are such parts.
    problem = package_problem(content, may_be_active=True)
    if problem is not None and problem.key == "too_large":
        raise NotExtractable("too_costly")
    if problem is not None:
        raise UnreadableContent(problem.fields.get("problem", problem.key))


def package_format(content: bytes) -> str | None:
    """Return the name of the format that a package has by its parts; None if it is another or damaged."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            names = package.namelist()
            if "mimetype" in names and package.getinfo("mimetype").file_size <= _MAX_TYPE:
                return _TYPES.get(package.read("mimetype").decode("ascii", "replace").strip())
    except (zipfile.BadZipFile, OSError, ValueError, EOFError, RuntimeError, NotImplementedError):
        return None
    return next((form for start, form in _PARTS if any(name.startswith(start) for name in names)), None)
