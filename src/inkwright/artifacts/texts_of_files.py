"""What is written in a file that somebody gives, as plain text or Markdown: read within bounds, whoever made it."""

import codecs
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any, Final

from inkwright.artifacts.documents.pandoc import convert
from inkwright.artifacts.packages import problem_with_package
from inkwright.artifacts.pages.pdf import UnreadablePdf, texts_of
from inkwright.artifacts.texts_of_decks import text_of_deck
from inkwright.artifacts.unreadable import Unreadable
from inkwright.artifacts.wording import is_blank, one_line
from inkwright.errors import InvalidOption, TypesettingFailed, TypesettingTimedOut, UnreadableFile
from inkwright.i18n import Language, text

MAX_BYTES: Final = 32 * 1024 * 1024

_SHOWN: Final = 200
_MARKDOWN: Final = "gfm+yaml_metadata_block+tex_math_dollars-tex_math_gfm"
_NEWER: Final[Mapping[str, str]] = MappingProxyType(
    {
        ".doc": ".docx",
        ".rtf": ".docx",
        ".odt": ".docx",
        ".ppt": ".pptx",
        ".odp": ".pptx",
        ".xls": ".csv",
        ".xlsx": ".csv",
    }
)
_WIDE: Final = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_MOST_CONTROL: Final = 0.01
_BROKEN_WORD = re.compile("[\x02\ufffe]")
"""How PDFium writes the hyphen of a word that goes on in the next line."""

_EVERYDAY: Final = frozenset({*range(0xA1, 0xA4), *range(0xB0, 0xD8)})
"""The first bytes of the everyday characters of GB2312, and of its punctuation."""

_LEAST_EVERYDAY: Final = 0.5
"""GB18030 gives a meaning to nearly any bytes, but what is no Chinese becomes characters that nobody uses."""

_LOOK_AT: Final = 20_000


class _Refused(Exception):
    """The file is not read: `key` names the reason."""

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key)
        self.key = key
        self.fields: dict[str, Any] = fields


def text_of(name: str, content: bytes, language: Language = "en") -> str:
    """All that is written in the file; its name says what kind it is. UnreadableFile says in a line why not.

    What tells the pages and slides apart, and the reason, are in the given language. It may wait for another program:
    whoever must not wait calls it in a thread.
    """
    ending = PurePosixPath(name).suffix.lower()
    try:
        if ending not in _READERS:
            raise _unknown(ending)
        if len(content) > MAX_BYTES:
            raise _Refused("too_large", most=MAX_BYTES // 1024 // 1024)
        return _READERS[ending](content, language)
    except _Refused as problem:
        told = text(language, f"reading.{problem.key}", **problem.fields)
    except Unreadable as problem:
        told = text(language, "reading.damaged", problem=str(problem))
    except ImportError:
        told = text(language, "reading.not_installed")
    raise UnreadableFile(name=one_line(name)[:_SHOWN], problem=told)


def decoded(content: bytes) -> str:
    """The characters of a text file: UTF-8, UTF-16 that says so, or Chinese in GB18030."""
    written = _characters(content).replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in written or len(_CONTROL.findall(written)) > _MOST_CONTROL * len(written):
        raise _Refused("binary")
    return written


def _unknown(ending: str) -> _Refused:
    if ending in _NEWER:
        return _Refused("old_kind", ending=ending, newer=_NEWER[ending])
    return _Refused("unknown", known=" ".join(_READERS))


def _characters(content: bytes) -> str:
    try:
        return content.decode(_WIDE.get(content[:2], "utf-8-sig"))
    except UnicodeDecodeError:
        pass
    if b"\0" in content:
        raise _Refused("binary")
    try:
        written = content.decode("gb18030")
    except UnicodeDecodeError as problem:
        raise _Refused("encoding") from problem
    foreign = "".join(char for char in written if not char.isascii())[:_LOOK_AT]
    firsts = foreign.encode("gb2312", "ignore")[::2]
    if sum(byte in _EVERYDAY for byte in firsts) < _LEAST_EVERYDAY * len(foreign):
        raise _Refused("encoding")
    return written


def _plain(content: bytes, _: Language) -> str:
    return decoded(content)


def _web_page(content: bytes, _: Language) -> str:
    return _converted(decoded(content).encode(), ["-f", "html", "-t", "plain"])


def _word(content: bytes, _: Language) -> str:
    _refuse_package(content)
    return _converted(content, ["-f", "docx", "-t", _MARKDOWN])


def _slides(content: bytes, language: Language) -> str:
    _refuse_package(content)
    return text_of_deck(content, language)


def _pdf(content: bytes, language: Language) -> str:
    try:
        pages = texts_of(content)
    except UnreadablePdf as problem:
        raise _Refused(problem.key, **{"problem": "", **problem.fields}) from problem
    parts = []
    for number, page in enumerate(pages, 1):
        # A page that shows a picture of text has none, and must not look as if it were not there.
        words = _BROKEN_WORD.sub("", page).replace("\r\n", "\n").strip()
        parts += [text(language, "reading.page", number=number)]
        parts += [text(language, "reading.page_empty") if is_blank(words) else words]
    return "\n\n".join(parts) + "\n"


def _refuse_package(content: bytes) -> None:
    # Only its text is read, so what could run in it may stay: formulas of older programs are such parts.
    problem = problem_with_package(content, may_be_active=True)
    if problem is not None and problem.key == "too_large":
        raise _Refused("too_costly")
    if problem is not None:
        raise Unreadable(one_line(problem.fields.get("problem", problem.key))[:_SHOWN])


def _converted(content: bytes, arguments: Sequence[str]) -> str:
    try:
        # On its own, because the title and the author are told in no other way.
        made = convert(content, [*arguments, "--standalone", "--wrap=none"])
    except InvalidOption as problem:
        raise _Refused("not_installed") from problem
    except TypesettingTimedOut as problem:
        raise _Refused("too_costly") from problem
    except TypesettingFailed as problem:
        raise Unreadable(one_line(str(problem.fields.get("problem", "")))[:_SHOWN]) from problem
    return made.content.decode("utf-8", "replace").strip("\n") + "\n"


_READERS: Final[Mapping[str, Callable[[bytes, Language], str]]] = MappingProxyType(
    {
        **dict.fromkeys((".txt", ".md", ".markdown", ".csv", ".tsv", ".json", ".yaml", ".yml", ".tex"), _plain),
        **dict.fromkeys((".html", ".htm"), _web_page),
        ".docx": _word,
        ".pptx": _slides,
        ".pdf": _pdf,
    }
)
ENDINGS: Final = tuple(_READERS)
"""The kinds of files that can be read."""
