"""Checks shared by all document formats: the file, its counts, leftover text, and unprintable characters."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from inkwright.artifacts.documents.prepare import COUNTED_KINDS, ContentCounts
from inkwright.artifacts.documents.source_file import SOURCE_NAME
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.artifacts.leftover_markup import leftover_markup
from inkwright.artifacts.text import is_placeholder_text, one_line
from inkwright.artifacts.typefaces import missing_glyphs
from inkwright.i18n import Reason

_MATHEMATICAL: Final = range(0x1D400, 0x1D800)
_VARIATION_SELECTORS: Final = range(0xFE00, 0xFE10)


def unprintable_characters(text: str) -> list[str]:
    """Return the characters that appear as boxes, each once, in order."""
    return [char for char in missing_glyphs(text) if not _is_in_math_font(char) and not _is_invisible(char)]


def _is_in_math_font(char: str) -> bool:
    """Whether the math typeface of typst has the character: typst uses it for text too."""
    return ord(char) in _MATHEMATICAL or unicodedata.category(char) == "Sm"


def _is_invisible(char: str) -> bool:
    return ord(char) in _VARIATION_SELECTORS or unicodedata.category(char) == "Cf"


MAX_EXCERPT: Final = 60
ALLOWED_LINK_SCHEMES: Final = ("http://", "https://", "mailto:", "tel:")

_UNRESOLVED = re.compile(
    r"Error! (?:Reference source|Bookmark|Hyperlink reference) not|No table of (?:contents|figures) entries found|"
    r"错误[!！]\s*(?:未(?:找到(?:引用源|目录项|图形项目表)|定义书签)|超链接引用无效)|"
    r"錯誤[!！]\s*(?:找不到參照來源|尚未定義書籤|找不到目錄項目)|"
    r"(?:Figure|Fig\.|Table|Section|Sec\.|Equation|Eq\.|图|表|式|第)\s*\(?\?\?|\(\?\?\)|\[\?\]"
)


def check_file(draft: Draft, ending: str, *, with_others: bool = False) -> list[Finding]:
    """Return the problems that are visible without opening the file."""
    location = Location(file=draft.name)
    extra = [] if with_others else sorted(draft.files.keys() - {draft.name} - _source_names(draft))
    found = [finding("document.extra_file", location, name=name) for name in extra]
    if not draft.name.lower().endswith(ending):
        found.append(finding("document.wrong_name", location, ending=ending))
    if not draft.main:
        found.append(finding("document.empty_file", location))
    return found


def _source_names(draft: Draft) -> set[str]:
    """Return the name of the source saved with the document, if the source is text."""
    try:
        draft.files.get(SOURCE_NAME, b"").decode()
    except UnicodeDecodeError:
        return set()
    return {SOURCE_NAME}


def check_counts(counted: ContentCounts, expected: ContentCounts | None, location: Location) -> Iterator[Finding]:
    """Yield differences between the file and its source. A file without counts is not ours, or was edited."""
    for name in COUNTED_KINDS if expected is not None else ():
        found, meant = getattr(counted, name), getattr(expected, name)
        if found != meant:
            what = Reason(f"document.counted.{name}")
            yield finding("document.lost", location, what_kind=what, found=found, expected=meant)


def check_markup(prose: Sequence[str], location: Location, meant: str = "") -> Iterator[Finding]:
    """Yield the first piece of TeX, Markdown or HTML that readers would see, unless the file is about it."""
    if left := next(filter(None, (leftover_markup(line, meant) for line in prose)), ""):
        yield finding("document.markup", location, severity="warning", text=left)


def check_lines(lines: Sequence[str], location: Location) -> Iterator[Finding]:
    """Yield unresolved references."""
    for line in lines:
        if found := _UNRESOLVED.search(line):
            yield finding("document.unresolved", location, text=excerpt(line[max(0, found.start() - 20) :]))


def check_placeholders(prose: Sequence[str], location: Location) -> Iterator[Finding]:
    """Yield leftover placeholder text."""
    for line in prose:
        if is_placeholder_text(line):
            yield finding("document.leftover", location, text=excerpt(line))


def excerpt(line: str) -> str:
    """Return the line, shortened for a message."""
    line = one_line(line)
    return line if len(line) <= MAX_EXCERPT else f"{line[:MAX_EXCERPT]}…"
