"""Draft single slides from a text: its best lines, lists, tables, terms, events and key figures."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from inkwright.artifacts.slides.fields import MAX_BULLET, MAX_LABEL, MAX_POINTS, MAX_SHORT_TEXT
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.layouts.panels import ComparisonSide, ComparisonSlide
from inkwright.artifacts.slides.layouts.process import ProcessSlide, ProcessStep
from inkwright.artifacts.slides.layouts.statements import BigNumberSlide
from inkwright.artifacts.slides.layouts.tables import MAX_CELL, MAX_COLUMNS, TableSlide
from inkwright.artifacts.slides.markdown.inline import escape_marks
from inkwright.artifacts.slides.model import Slide
from inkwright.artifacts.text import column_width, one_line
from inkwright.grounding.clauses import (
    depends_on_previous,
    is_question,
    refers_back,
    shorten,
    slide_line,
    without_connective,
    without_full_stop,
)
from inkwright.grounding.definitions import Definition
from inkwright.grounding.language.dates import dates_in
from inkwright.grounding.sentences import sentences_in
from inkwright.grounding.source import Chooser, GroundedItem, Sentence, SourceList, SourceTable
from inkwright.grounding.summary.outline import list_lead
from inkwright.grounding.summary.quotes import location_text, quote_items, quote_sentences
from inkwright.grounding.summary.ranking import Ranking
from inkwright.grounding.summary.timeline import DatedEvent
from inkwright.i18n import Language, text

_MAX_FIGURE_LABEL: Final = 110
_MAX_FIGURE: Final = 16
_NUMBER = re.compile(r"\d[\d,.]*\d|\d")
_STRIKING = re.compile(
    r"\d(?:[\d,.]*\d)?\s?(?:%|percent\b|per cent\b|(?:million|billion|trillion)\b|times\b|"
    r"[千百]?[万亿萬億]+(?:平方千米|平方公里|千米|公里|[人吨噸元册种次米年])?|倍)"
)


class KeyFigure(NamedTuple):
    """A number as written, and the sentence that explains it."""

    number: str
    label: str
    sentence: Sentence


def key_figure(sentence: Sentence) -> KeyFigure | None:
    """Return the striking number of a self-contained sentence that has no other number."""
    content = without_connective(sentence.text)
    if (
        depends_on_previous(content)
        or is_question(content)
        or refers_back(content)
        or column_width(content) > _MAX_FIGURE_LABEL
        or dates_in(content)
    ):
        return None
    found = _STRIKING.findall(content)
    if len(found) != 1 or len(_NUMBER.findall(content)) != 1 or len(found[0]) > _MAX_FIGURE:
        return None
    return KeyFigure(found[0], content, sentence)


MIN_LINES: Final = 3
MAX_LINES: Final = 5
_TOTAL_COLUMNS: Final = 520
_LINE_SHARE: Final = 0.65
_MAX_CANDIDATES: Final = 3


class SlideLine(NamedTuple):
    """A line, its source sentence, and whether a model moved it to the front."""

    text: str
    sentence: Sentence
    by_model: bool = False


def fit_text(content: str, limit: int) -> str | None:
    """Return the text escaped for a slide, or None if it exceeds `limit`."""
    written = escape_marks(one_line(content))
    return written if 0 < len(written) <= limit else None


def best_lines(sentences: Sequence[Sentence], ranking: Ranking, before: Mapping[Sentence, Sentence]) -> list[SlideLine]:
    """Return the most informative lines in order. A sentence that depends on its predecessor only comes with it."""
    lines = [fit_text(slide_line(sentence.text) or "", MAX_BULLET) for sentence in sentences]
    scores = [ranking.score(sentence, is_first=index == 0) for index, sentence in enumerate(sentences)]
    ranked = sorted((index for index, line in enumerate(lines) if line), key=lambda index: -scores[index])
    max_lines = min(MAX_LINES, max(MIN_LINES, round(_LINE_SHARE * len(sentences))))
    picked: set[int] = set()
    # Two passes, because a sentence may be picked before the one it depends on.
    for index in [*ranked, *ranked]:
        previous = before.get(sentences[index]) if depends_on_previous(sentences[index].text) else None
        is_clear = not depends_on_previous(sentences[index].text) or any(sentences[each] == previous for each in picked)
        remaining = _TOTAL_COLUMNS - sum(column_width(lines[each] or "") for each in picked)
        fits = column_width(lines[index] or "") <= remaining or len(picked) < MIN_LINES
        if index not in picked and len(picked) < max_lines and is_clear and fits:
            picked.add(index)
    return [SlideLine(line, sentences[index]) for index, line in enumerate(lines) if index in picked and line]


async def lead_first(
    lines: Sequence[SlideLine], title: str, ranking: Ranking, choose: Chooser, language: Language
) -> list[SlideLine]:
    """Return the lines with the chosen one first. Without a choice the order stays the same."""
    independent = [line for line in lines if not depends_on_previous(line.text)]
    options = sorted(independent, key=lambda line: -ranking.score(line.sentence))[:_MAX_CANDIDATES]
    if len(options) < 2:
        return list(lines)
    why = text(language, "grounded.why.lead", title=title)
    chosen = await choose(why, tuple(line.text for line in options))
    if chosen is None or not 0 <= chosen < len(options):
        return list(lines)
    first = options[chosen]
    return [first._replace(by_model=True), *(line for line in lines if line is not first)]


def item_line(item: Sentence) -> SlideLine | None:
    """Return a list item as a line: whole, else a part that is complete on its own."""
    first = next((content for _, content in sentences_in(one_line(item.text))), "")
    ways = (without_full_stop(item.text), shorten(item.text, MAX_BULLET) or "", without_full_stop(first))
    found = next(filter(None, (fit_text(way, MAX_BULLET) for way in ways)), None)
    return SlideLine(found, item) if found else None


MAX_ROWS: Final = 5
MAX_TABLE_ROWS: Final = 8
MAX_EVENTS: Final = 5
MAX_STEPS: Final = 6
MAX_LIST_ITEMS: Final = 7
_SHORT_HEAD: Final = 30
_SHORT_STEP: Final = 52
_HEAD = re.compile(r"([^:：]{1,40})[:：]\s*(.+)", re.S)


@dataclass(frozen=True, slots=True)
class DraftSlide:
    """A slide with the locations of its texts. If there is room for fewer slides, those of low priority are dropped.

    `lines` are the lines that may be moved to the front.
    """

    slide: Slide
    grounded: tuple[GroundedItem[str], ...]
    priority: float
    lines: tuple[SlideLine, ...] = ()


def ground_lines(lines: Sequence[SlideLine]) -> tuple[GroundedItem[str], ...]:
    """Return the lines with their locations."""
    return tuple(GroundedItem(line.text, line.sentence.location, line.by_model) for line in lines)


def even_groups(count: int, limit: int) -> list[slice]:
    """Split `count` items into as few groups as possible, of about equal size."""
    groups = -(-count // limit)
    size = -(-count // max(groups, 1))
    return [slice(start, start + size) for start in range(0, count, max(size, 1))]


def continued_title(title: str, number: int, language: Language) -> str:
    """Return the title of a slide that continues another."""
    if number == 0:
        return title
    return f"{title}（{number + 1}）" if language == "zh" else f"{title} ({number + 1})"


def term_slides(title: str, found: Sequence[Definition], language: Language) -> list[DraftSlide]:
    """Return slides with terms and their meanings side by side."""
    rows = [(fit_text(each.term, MAX_CELL), fit_text(each.meaning, MAX_CELL), each.sentence) for each in found]
    kept = [(term, meaning, sentence) for term, meaning, sentence in rows if term and meaning]
    if len(kept) == 2 and all(len(term) <= MAX_SHORT_TEXT for term, _, _ in kept):
        left, right = (ComparisonSide(heading=term, points=[meaning]) for term, meaning, _ in kept)
        notes = quote_sentences([sentence for _, _, sentence in kept], language)
        slide: Slide = ComparisonSlide(title=title, left=left, right=right, notes=notes)
        return [DraftSlide(slide, _ground_cells(kept), 0.8)]
    header = [text(language, "grounded.term"), text(language, "grounded.meaning")]
    drafts = []
    for number, part in enumerate(even_groups(len(kept), MAX_ROWS)):
        some = kept[part]
        slide = TableSlide(
            title=continued_title(title, number, language),
            header=header,
            rows=[[term, meaning] for term, meaning, _ in some],
            notes=quote_sentences([sentence for _, _, sentence in some], language),
        )
        drafts.append(DraftSlide(slide, _ground_cells(some), 0.8))
    return drafts


def table_slides(title: str, table: SourceTable, language: Language) -> list[DraftSlide]:
    """Return the table split into slides, or nothing if it is too wide or a cell is too long."""
    cells = [_fit_cells(each) for each in (table.header, *(row.cells for row in table.rows))]
    header, *rows = [each for each in cells if each is not None]
    if len(rows) < len(table.rows) or len(header) > MAX_COLUMNS:
        return []
    drafts = []
    for number, part in enumerate(even_groups(len(rows), MAX_TABLE_ROWS)):
        some = table.rows[part]
        notes = text(language, "grounded.source", place=location_text([row.location for row in some], language))
        slide = TableSlide(title=continued_title(title, number, language), header=header, rows=rows[part], notes=notes)
        drafts.append(
            DraftSlide(slide, tuple(GroundedItem(row.text, row.location) for row in some), 0.5 if number else 0.9)
        )
    return drafts


def _fit_cells(cells: Sequence[str]) -> list[str] | None:
    """Return the cells escaped for a slide, or None if one is too long."""
    found = [fit_text(cell, MAX_CELL) if cell else "" for cell in cells]
    return [cell or "" for cell in found] if None not in found else None


def _ground_cells(rows: Sequence[tuple[str, str, Sentence]]) -> tuple[GroundedItem[str], ...]:
    return tuple(GroundedItem(cell, sentence.location) for term, meaning, sentence in rows for cell in (term, meaning))


def event_slides(title: str, events: Sequence[DatedEvent], language: Language) -> list[DraftSlide]:
    """Return slides with events along a timeline."""
    steps = [
        (fit_text(event.when, MAX_SHORT_TEXT), fit_text(event.title, MAX_BULLET), event.sentence) for event in events
    ]
    kept = [(when, what, sentence) for when, what, sentence in steps if when and what]
    drafts = []
    for number, part in enumerate(even_groups(len(kept), MAX_EVENTS)):
        some = kept[part]
        if len(some) < 2:
            continue
        slide = ProcessSlide(
            title=continued_title(title, number, language),
            steps=[ProcessStep(heading=when, text=what) for when, what, _ in some],
            style="timeline",
            notes=quote_sentences(_in_text_order([sentence for _, _, sentence in some]), language),
        )
        drafts.append(
            DraftSlide(slide, tuple(GroundedItem(what, sentence.location) for _, what, sentence in some), 0.9)
        )
    return drafts


def figure_slide(title: str, figure: KeyFigure, language: Language) -> DraftSlide | None:
    """Return a slide with one large number."""
    number, label = fit_text(figure.number, MAX_SHORT_TEXT), fit_text(figure.label, MAX_LABEL)
    if not number or not label:
        return None
    slide = BigNumberSlide(title=title, number=number, label=label, notes=quote_sentences([figure.sentence], language))
    return DraftSlide(slide, (GroundedItem(label, figure.sentence.location),), 0.4)


def is_comparison(listings: Sequence[SourceList]) -> bool:
    """Whether these are two named lists of similar length."""
    if len(listings) != 2 or any(listing.is_ordered for listing in listings):
        return False
    left, right = ((fit_text(list_lead(each), MAX_SHORT_TEXT), len(_list_lines(each))) for each in listings)
    shorter, longer = sorted((left[1], right[1]))
    fits = shorter >= 1 and longer <= min(MAX_POINTS, shorter + 2)
    return bool(left[0] and right[0]) and left[0] != right[0] and fits


def comparison_slide(title: str, listings: Sequence[SourceList], language: Language) -> DraftSlide:
    """Return a slide with two named lists side by side."""
    left, right = (
        ComparisonSide(heading=list_lead(listing), points=[line.text for line in _list_lines(listing)])
        for listing in listings
    )
    notes = "\n".join(quote_items(listing.items, language) for listing in listings)
    lines = [line for listing in listings for line in _list_lines(listing)]
    return DraftSlide(ComparisonSlide(title=title, left=left, right=right, notes=notes), ground_lines(lines), 1.0)


def list_slides(title: str, listing: SourceList, language: Language) -> list[DraftSlide]:
    """Return slides of a list: process steps if it is numbered, else bullets."""
    lines = _list_lines(listing)
    steps = _steps(lines, language) if listing.is_ordered else []
    drafts = []
    for number, part in enumerate(even_groups(len(lines), MAX_STEPS if steps else MAX_LIST_ITEMS)):
        some = lines[part]
        notes = quote_items([line.sentence for line in some], language)
        name = continued_title(title, number, language)
        slide: Slide
        if steps and len(some) > 1:
            slide = ProcessSlide(title=name, steps=steps[part], notes=notes)
        else:
            slide = BulletsSlide(title=name, bullets=[line.text for line in some], notes=notes)
        drafts.append(DraftSlide(slide, ground_lines(some), 1.0))
    return drafts


def _list_lines(listing: SourceList) -> list[SlideLine]:
    return [line for item in listing.items if (line := item_line(item))]


def _steps(lines: Sequence[SlideLine], language: Language) -> list[ProcessStep]:
    """Return the items as steps: split at a colon, else whole if all are short, else numbered."""
    heads = [_HEAD.fullmatch(line.text) for line in lines]
    if all(head and column_width(head[1]) <= _SHORT_HEAD for head in heads):
        return [ProcessStep(heading=head[1], text=head[2]) for head in heads if head]
    if all(column_width(line.text) <= _SHORT_STEP and len(line.text) <= MAX_SHORT_TEXT for line in lines):
        return [ProcessStep(heading=line.text) for line in lines]
    named = (text(language, "grounded.step", number=number) for number in range(1, len(lines) + 1))
    return [ProcessStep(heading=name, text=line.text) for name, line in zip(named, lines, strict=True)]


def _in_text_order(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return each sentence once, in the order of the text."""
    return sorted(dict.fromkeys(sentences), key=lambda sentence: sentence.location.line)
