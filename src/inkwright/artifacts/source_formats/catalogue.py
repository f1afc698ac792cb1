"""The registry of document formats: the tuples `FORMATS` of the modules next to it and of the folders in `documents`.
Nothing else names a format.
"""

from pathlib import PurePosixPath
from typing import Final

from inkwright.artifacts.documents.formats import WRITTEN_FORMATS
from inkwright.artifacts.source_formats.packages import ZIP_START, package_format
from inkwright.artifacts.source_formats.problems import NotExtractable
from inkwright.artifacts.source_formats.records import DocumentFormat, formats_in
from inkwright.artifacts.text_decoding import NotText, decode_text
from inkwright.artifacts.validation import UnreadableContent
from inkwright.i18n import Language, Reason

_HEAD: Final = 2_048
_OLE_START: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BINARY_STARTS: Final = (ZIP_START, b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b", b"\x7fELF", b"ID3")
_NEWER: Final = {".doc": ".docx", ".ppt": ".pptx", ".xls": ".xlsx", ".odp": ".pptx", ".key": ".pptx", ".pages": ".docx"}


def read_plain(content: bytes, _language: Language) -> str:
    """Return a text file as it is."""
    return decode_text(content)


TEXT: Final = DocumentFormat(
    "text", (".txt", ".md", ".markdown", ".json", ".yaml", ".yml"), read_plain, is_text=True, is_bounded=True
)


DOCUMENT_FORMATS: Final = (TEXT, *formats_in(__package__, folders=False), *WRITTEN_FORMATS.values())
BY_NAME: Final = {each.name: each for each in DOCUMENT_FORMATS}
BY_SUFFIX: Final = {suffix: each for each in DOCUMENT_FORMATS for suffix in each.suffixes}
READABLE_SUFFIXES: Final = tuple(BY_SUFFIX)
"""The suffixes of files that can be read. A text file of any other name is read too."""

_PACKAGES: Final = {each.package: each.name for each in DOCUMENT_FORMATS if each.package}


def detect_format(name: str, content: bytes) -> DocumentFormat:
    """Return the format of a file: by its content, or else by its name. NotExtractable or UnreadableContent if it is
    none of them.
    """
    suffix = PurePosixPath(name).suffix.lower()
    named = BY_SUFFIX.get(suffix)
    if found := _by_content(content):
        return found
    if content.startswith(_OLE_START):
        is_locked = suffix in (".docx", ".pptx", ".xlsx")
        raise NotExtractable("encrypted") if is_locked else _older(suffix or ".doc")
    if named is not None and not named.is_text:
        raise UnreadableContent(Reason("reason.source.not_this", suffix=suffix))
    if suffix in _NEWER:
        raise _older(suffix)
    if content.startswith(_BINARY_STARTS):
        raise NotText("binary")
    return named or TEXT


def _by_content(content: bytes) -> DocumentFormat | None:
    if content.startswith(ZIP_START):
        form = package_format(content, _PACKAGES)
        return BY_NAME[form] if form else None
    head = content[:_HEAD]
    return next((each for each in DOCUMENT_FORMATS if each.matches(head)), None)


def _older(suffix: str) -> NotExtractable:
    return NotExtractable("old_kind", ending=suffix, newer=_NEWER.get(suffix, ".docx"))
