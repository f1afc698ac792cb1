"""Read PDF files as Markdown: headings by the outline of the file and the sizes of its letters."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.artifacts.rendering.pdf import PdfText, UnreadablePdf, read_pdf_text
from inkwright.artifacts.source_formats.problems import NotExtractable
from inkwright.artifacts.source_formats.records import ExtractedPage
from inkwright.artifacts.text import is_blank, one_line
from inkwright.i18n import Language, text

_BROKEN_HYPHEN: Final = re.compile("[\x02\ufffe]\n?")
"""How PDFium writes the hyphen of a word that continues on the next line."""

_BULLET: Final = re.compile("^[•‣◦▪●○■□◆▶►–—·∙\uf0a0-\uf0ff]\\s+(?=\\S)")
_MAX_HEADING: Final = 150
_MIN_RATIO: Final = 1.12
"""How much larger than the body the letters of a heading are."""

_PAGE_NUMBER: Final = re.compile(r"^\d{1,4}(?!\S)|(?<!\S)\d{1,4}$")
_NOTE_RATIO: Final = 0.92
"""How large the letters of a footnote are at most, compared with the body."""

_NUMBERED_HEADING: Final = re.compile(r"\d{1,2}(?:\.\d{1,2})*\.? +\S")
_MAX_LEVELS: Final = 3
_MIN_REPEATS: Final = 3
_SENTENCE_END: Final = tuple(".。;；,，:：")


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    size: float
    page: int
    is_edge: bool = False
    """Whether it is the first or last line of its page."""


def read_pdf(content: bytes, language: Language) -> str:
    """Return the text with its real headings. Comments mark where later pages begin. Pages without text are named:
    they must not seem to be missing.
    """
    pages = _read_pages(content, skips_damaged=False)
    if not any(page.text for page in pages):
        raise NotExtractable("scanned")
    parts = [page.text or text(language, "reading.page_empty", number=number) for number, page in enumerate(pages, 1)]
    marked = [part if number == 1 else f"<!-- page {number} -->\n\n{part}" for number, part in enumerate(parts, 1)]
    return "\n\n".join(marked) + "\n"


def read_pdf_by_page(content: bytes, _language: Language) -> list[ExtractedPage]:
    """Return the text of each page with its real headings."""
    return _read_pages(content, skips_damaged=True)


def _read_pages(content: bytes, *, skips_damaged: bool) -> list[ExtractedPage]:
    try:
        read = read_pdf_text(content, skips_damaged=skips_damaged)
    except UnreadablePdf as problem:
        raise NotExtractable(problem.key, **{"problem": "", **problem.fields}) from problem
    by_page: dict[int, list[_Line]] = {number: [] for number in range(len(read.pages))}
    for line in (lines := _without_running_titles([*_lines(read)], len(read.pages))):
        by_page[line.page].append(line)
    body = _body_size(lines)
    levels = _heading_levels(lines, body)
    outline = {(page, _key(title)): level for level, title, page in read.outline}
    texts = {number: "\n\n".join(_page_parts(own, body, levels, outline)) for number, own in by_page.items()}
    return [
        ExtractedPage(written, "" if written else "page_damaged" if number in read.damaged else "page_no_text")
        for number, written in texts.items()
    ]


def _lines(read: PdfText) -> Iterator[_Line]:
    for number, (written, sizes) in enumerate(zip(read.pages, read.sizes, strict=True)):
        found = [
            (one_line(line), size)
            for line, size in zip(written.replace("\r\n", "\n").split("\n"), sizes, strict=False)
            if not is_blank(line)
        ]
        for index, (line, size) in enumerate(found):
            yield _Line(line, size, number, is_edge=index in (0, len(found) - 1))


def _without_running_titles(lines: Sequence[_Line], pages: int) -> list[_Line]:
    """Leave out what is at the edge of most pages: titles that repeat, and lines with the number of the page."""
    edges = [line for line in lines if line.is_edge]
    largest = _body_size(lines) * _MIN_RATIO
    least = max(_MIN_REPEATS, pages // 2)
    repeats = Counter(re.sub(r"\d+", "#", line.text) for line in edges)
    first_pages = Counter(first for line in edges if line.size < largest for first in _first_pages(line))
    numbered = {first for first, count in first_pages.items() if count >= least}
    running = {
        line
        for line in edges
        if repeats[re.sub(r"\d+", "#", line.text)] >= least
        or (line.size < largest and not numbered.isdisjoint(_first_pages(line)))
    }
    return [line for line in lines if line not in running]


def _first_pages(line: _Line) -> set[int]:
    """Return the number of the first page, if a number at the start or end of the line is the number of its page.

    The title beside it may change with each chapter: "12 The Leaf", "The Root 13".
    """
    if len(line.text) > _MAX_HEADING:
        return set()
    return {int(number) - line.page for number in _PAGE_NUMBER.findall(line.text)}


def _body_size(lines: Sequence[_Line]) -> float:
    """Return the size of most letters."""
    letters: Counter[float] = Counter()
    for line in lines:
        letters[line.size] += len(line.text)
    return letters.most_common(1)[0][0] if letters else 0.0


def _heading_levels(lines: Sequence[_Line], body: float) -> dict[float, int]:
    """Return the level of each size that is larger than that of most letters."""
    larger = sorted({line.size for line in lines if line.size >= body * _MIN_RATIO}, reverse=True)
    return {size: min(level, _MAX_LEVELS) for level, size in enumerate(larger, 1)}


def _notes_start(lines: Sequence[_Line], body: float) -> int:
    """Return the index of the first line of the footnotes: all small lines at the end of a page."""
    start = len(lines)
    while start and lines[start - 1].size <= body * _NOTE_RATIO:
        start -= 1
    return start


def _page_parts(
    lines: Sequence[_Line], body: float, levels: dict[float, int], outline: dict[tuple[int, str], int]
) -> list[str]:
    """Return the headings, paragraphs and lists of a page. A heading may have several lines."""
    parts: list[str] = []
    previous = 0
    notes = _notes_start(lines, body)
    for index, line in enumerate(lines):
        level = _level(line, levels, outline)
        if level and level == previous and _continues(parts[-1], line.text):
            parts[-1] += f" {line.text}"
        elif level:
            parts.append(f"{'#' * level} {line.text}")
        elif _BULLET.match(line.text):
            item = _BULLET.sub("- ", line.text)
            parts[-1:] = [f"{parts[-1]}\n{item}"] if parts and parts[-1].startswith("- ") else [*parts[-1:], item]
        elif parts and not previous and index != notes:
            parts[-1] = _BROKEN_HYPHEN.sub("", f"{parts[-1]}\n{line.text}")
        else:
            parts.append(line.text)
        previous = level
    return [_BROKEN_HYPHEN.sub("", part) for part in parts]


def _continues(heading: str, following: str) -> bool:
    """Whether a line of the same size continues a heading."""
    is_again = _key(heading) == _key(following)
    return not is_again and not _NUMBERED_HEADING.match(following) and len(heading) + len(following) < _MAX_HEADING


def _level(line: _Line, levels: dict[float, int], outline: dict[tuple[int, str], int]) -> int:
    """Return the level of a heading; 0 for other lines."""
    if len(line.text) > _MAX_HEADING:
        return 0
    known = outline.get((line.page, _key(line.text)))
    if known is not None:
        return min(known + 1, _MAX_LEVELS)
    level = levels.get(line.size, 0)
    return 0 if line.text.endswith(_SENTENCE_END) or not re.search(r"\w", line.text) else level


def _key(title: str) -> str:
    """Return a title for comparison: outlines often leave out its number."""
    return re.sub(r"[\W\d_]+", "", title).casefold()
