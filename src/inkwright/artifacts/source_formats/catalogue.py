"""The formats of source files. A new one is a new record here."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from inkwright.artifacts.source_formats import decks, documents, pdf_text, spreadsheets, subtitles
from inkwright.artifacts.source_formats.packages import ZIP_START, package_format
from inkwright.artifacts.source_formats.problems import NotExtractable
from inkwright.artifacts.text_decoding import NotText, decode_text
from inkwright.artifacts.validation import UnreadableContent
from inkwright.i18n import Language, Reason

Reader = Callable[[bytes, Language], str]
"""Returns the text of a file in Markdown."""

_HEAD: Final = 2_048
_OLE_START: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BINARY_STARTS: Final = (ZIP_START, b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b", b"\x7fELF", b"ID3")
_NEWER: Final = {".doc": ".docx", ".ppt": ".pptx", ".xls": ".xlsx", ".odp": ".pptx", ".key": ".pptx", ".pages": ".docx"}


def _never(_head: bytes) -> bool:
    return False


def _starts(pattern: bytes) -> Callable[[bytes], bool]:
    expression = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*(?:" + pattern + rb")", re.IGNORECASE | re.DOTALL)
    return lambda head: expression.search(head) is not None


def read_plain(content: bytes, _language: Language) -> str:
    """Return a text file as it is."""
    return decode_text(content)


@dataclass(frozen=True, slots=True)
class SourceFormat:
    """A format: its suffixes, its reader, and how its content is recognised by its beginning.

    `is_text`: a file whose content is not recognised may be of this format by its name. `is_bounded`: reading it needs
    no more than its own size, so that it needs no process of its own. Packages are recognised by their parts.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Reader
    matches: Callable[[bytes], bool] = _never
    is_text: bool = False
    is_bounded: bool = False


TEXT: Final = SourceFormat(
    "text", (".txt", ".md", ".markdown", ".json", ".yaml", ".yml"), read_plain, is_text=True, is_bounded=True
)
SOURCE_FORMATS: Final = (
    TEXT,
    SourceFormat("pdf", (".pdf",), pdf_text.read_pdf, lambda head: b"%PDF-" in head[:1_024]),
    SourceFormat("docx", (".docx",), documents.read_docx),
    SourceFormat("pptx", (".pptx",), decks.read_deck),
    SourceFormat("xlsx", (".xlsx",), spreadsheets.read_xlsx),
    SourceFormat("odt", (".odt",), documents.read_odt),
    SourceFormat("ods", (".ods",), spreadsheets.read_ods),
    SourceFormat("epub", (".epub",), documents.read_epub),
    SourceFormat("rtf", (".rtf",), documents.read_rtf, _starts(rb"\{\\rtf")),
    SourceFormat("html", (".html", ".htm", ".xhtml"), documents.read_html, _starts(rb"<!doctype\s+html|<html\b"), True),
    SourceFormat(
        "ipynb", (".ipynb",), documents.read_notebook, _starts(rb'\{.{0,400}?"(?:cells|nbformat)"\s*:\s*[\[\d]'), True
    ),
    SourceFormat("vtt", (".vtt",), subtitles.read_subtitles, _starts(rb"WEBVTT\b"), True, True),
    SourceFormat("srt", (".srt",), subtitles.read_subtitles, _starts(rb"1\r?\n\d\d:\d\d:\d\d,\d{3} -->"), True, True),
    SourceFormat("csv", (".csv", ".tsv"), spreadsheets.read_csv, is_text=True, is_bounded=True),
    SourceFormat("latex", (".tex",), documents.read_latex, is_text=True),
)
BY_NAME: Final = {each.name: each for each in SOURCE_FORMATS}
BY_SUFFIX: Final = {suffix: each for each in SOURCE_FORMATS for suffix in each.suffixes}
READABLE_SUFFIXES: Final = tuple(BY_SUFFIX)
"""The suffixes of files that can be read. A text file of any other name is read too."""


def detect_format(name: str, content: bytes) -> SourceFormat:
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


def _by_content(content: bytes) -> SourceFormat | None:
    if content.startswith(ZIP_START):
        form = package_format(content)
        return BY_NAME[form] if form else None
    head = content[:_HEAD]
    return next((each for each in SOURCE_FORMATS if each.matches(head)), None)


def _older(suffix: str) -> NotExtractable:
    return NotExtractable("old_kind", ending=suffix, newer=_NEWER.get(suffix, ".docx"))
