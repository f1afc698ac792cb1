"""Extract the text of a user's file in any format that is known, within limits."""

from typing import Final

from inkwright.artifacts.source_formats.catalogue import BY_NAME, READABLE_SUFFIXES, detect_format
from inkwright.artifacts.source_formats.problems import NotExtractable
from inkwright.artifacts.text import one_line
from inkwright.artifacts.text_decoding import NotText
from inkwright.artifacts.validation import UnreadableContent
from inkwright.artifacts.workers import run_in_worker
from inkwright.errors import LimitExceeded, UnreadableFile
from inkwright.i18n import Language, text

MAX_BYTES: Final = 32 * 1024 * 1024
_MAX_REASON: Final = 200


def extract_text(name: str, content: bytes, language: Language = "en") -> str:
    """Return all text of the file as Markdown; UnreadableFile if that is not possible.

    Its content tells its format, or else its name. The words that are added, such as those for empty slides, are in the
    given language, and so is the reason of the error. It may run another program and wait for it: call it in a thread
    where that matters.
    """
    try:
        if len(content) > MAX_BYTES:
            raise NotExtractable("too_large", most=MAX_BYTES // 1024 // 1024)
        found = detect_format(name, content)
        if found.is_bounded:
            return found.read(content, language)
        return run_in_worker(read_content, found.name, content, language)
    except LimitExceeded:
        reason = text(language, "reading.too_costly")
    except NotExtractable as problem:
        reason = text(language, f"reading.{problem.key}", **problem.fields)
    except NotText as problem:
        reason = text(language, f"reading.{problem.key}", known=" ".join(READABLE_SUFFIXES))
    except UnreadableContent as problem:
        reason = text(language, "reading.damaged", problem=problem.reason)
    raise UnreadableFile(name=one_line(name)[:_MAX_REASON], problem=reason)


def read_content(format_name: str, content: bytes, language: Language) -> str:
    """Return the text of a file in the format of this name, in a worker."""
    return BY_NAME[format_name].read(content, language)
