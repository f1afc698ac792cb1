"""Extract the text of a user's file in any format that is known, within limits."""

from collections.abc import Callable
from typing import Final, TypeVar

from inkwright.artifacts.source_formats.catalogue import BY_NAME, READABLE_SUFFIXES, detect_format
from inkwright.artifacts.source_formats.problems import NotExtractable
from inkwright.artifacts.source_formats.records import ExtractedPage
from inkwright.artifacts.text import one_line
from inkwright.artifacts.text_decoding import NotText
from inkwright.artifacts.validation import UnreadableContent
from inkwright.artifacts.workers import run_in_worker
from inkwright.errors import LimitExceeded, UnreadableFile
from inkwright.i18n import Language, text

MAX_BYTES: Final = 32 * 1024 * 1024
_MAX_REASON: Final = 200
_T = TypeVar("_T")


def extract_text(name: str, content: bytes, language: Language = "en") -> str:
    """Return all text of the file as Markdown; UnreadableFile if that is not possible.

    Its content tells its format, or else its name. The words that are added, such as those for empty slides, are in the
    given language, and so is the reason of the error. It may run another program and wait for it: call it in a thread
    where that matters.
    """
    try:
        return _extract(read_content, name, content, language)
    except NotExtractable as problem:
        reason = text(language, f"reading.{problem.key}", **problem.fields)
        raise UnreadableFile(name=one_line(name)[:_MAX_REASON], problem=reason) from problem


def extract_pages(name: str, content: bytes, language: Language = "en") -> list[ExtractedPage]:
    """Return the pages of the file, as `extract_text` does its text; a file without pages is one page.

    NotExtractable if that is not possible; a page that cannot be read has a problem instead.
    """
    return _extract(read_content_pages, name, content, language)


def _extract(read: Callable[[str, bytes, Language], _T], name: str, content: bytes, language: Language) -> _T:
    """Return what is read, in a worker unless the format needs none. Every problem of the file is NotExtractable."""
    try:
        if len(content) > MAX_BYTES:
            raise NotExtractable("too_large", most=MAX_BYTES // 1024 // 1024)
        found = detect_format(name, content)
        if found.is_bounded:
            return read(found.name, content, language)
        return run_in_worker(read, found.name, content, language)
    except NotExtractable:
        raise
    except LimitExceeded as problem:
        raise NotExtractable("too_costly") from problem
    except NotText as problem:
        raise NotExtractable(problem.key, known=" ".join(READABLE_SUFFIXES)) from problem
    except UnreadableContent as problem:
        raise NotExtractable("damaged", problem=problem.reason) from problem


def read_content(format_name: str, content: bytes, language: Language) -> str:
    """Return the text of a file in the format of this name, in a worker."""
    return BY_NAME[format_name].read(content, language)


def read_content_pages(format_name: str, content: bytes, language: Language) -> list[ExtractedPage]:
    """Return the pages of a file in the format of this name, in a worker."""
    found = BY_NAME[format_name]
    return found.read_pages(content, language) if found.read_pages else [ExtractedPage(found.read(content, language))]
