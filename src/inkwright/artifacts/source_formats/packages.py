"""Check zip packages before a reader opens them, and tell their formats apart."""

import io
import zipfile
from collections.abc import Mapping
from typing import Final

from inkwright.artifacts.office_package import package_problem
from inkwright.artifacts.source_formats.problems import NotExtractable
from inkwright.artifacts.validation import UnreadableContent

ZIP_START: Final = b"PK\x03\x04"
_MAX_TYPE: Final = 100


def check_package(content: bytes) -> None:
    """Refuse a damaged package, and one that is too large when it is unpacked."""
    # Only the text is read, so active content is harmless: formulas of older programs are such parts.
    problem = package_problem(content, may_be_active=True)
    if problem is not None and problem.key == "too_large":
        raise NotExtractable("too_costly")
    if problem is not None:
        raise UnreadableContent(problem.reason)


def package_format(content: bytes, known: Mapping[str, str]) -> str | None:
    """Return the format of a package by its media type or a folder in it; None if it is another or damaged."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            names = package.namelist()
            if "mimetype" in names and package.getinfo("mimetype").file_size <= _MAX_TYPE:
                return known.get(package.read("mimetype").decode("ascii", "replace").strip())
    except (zipfile.BadZipFile, OSError, ValueError, EOFError, RuntimeError, NotImplementedError):
        return None
    folders = {f"{name.partition('/')[0]}/" for name in names}
    return next((form for part, form in known.items() if part in folders), None)
