"""Slides of what a part holds beside prose: lists, tables, explained terms, dated events, a number."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.artifacts.slides.specs import (
    MAX_COLUMNS,
    MAX_POINTS,
    BigNumberSlide,
    BulletsSlide,
    ComparisonSlide,
    ProcessSlide,
    Side,
    Slide,
    Step,
    TableSlide,
)
from inkwright.artifacts.slides.texts import MAX_BULLET, MAX_CELL, MAX_LABEL, MAX_WORD
from inkwright.artifacts.wording import columns
from inkwright.grounding.definitions import Definition
from inkwright.grounding.figures import Figure
from inkwright.grounding.material import Grounded, Listing, Sentence, Table
from inkwright.grounding.outlines import lead_of
from inkwright.grounding.quoting import place_of, quoted, quoted_items
from inkwright.grounding.slide_lines import Line, item_line, shown
from inkwright.grounding.timelines import DatedEvent
from inkwright.i18n import Language, text

MOST_ROWS: Final = 5
MOST_TABLE_ROWS: Final = 8
MOST_EVENTS: Final = 5
MOST_STEPS: Final = 6
MOST_ITEMS: Final = 7
_SHORT_HEAD: Final = 30
_SHORT_STEP: Final = 52
_HEAD = re.compile(r"([^:：]{1,40})[:：]\s*(.+)", re.S)


@dataclass(frozen=True, slots=True)
class Drafted:
    """A slide with what it was taken from. Where there is room for fewer, those of little worth are left out.

    `lines` are those of which another may stand first.
    """

    slide: Slide
    grounded: tuple[Grounded[str], ...]
    worth: float
    lines: tuple[Line, ...] = ()


def grounded_in(lines: Sequence[Line]) -> tuple[Grounded[str], ...]:
    """The lines with their places."""
    return tuple(Grounded(line.text, line.sentence.place, line.by_model) for line in lines)


def evenly(count: int, most: int) -> list[slice]:
    """So many things in as few groups as hold them, about as many in each."""
    groups = -(-count // most)
    size = -(-count // max(groups, 1))
    return [slice(start, start + size) for start in range(0, count, max(size, 1))]


def numbered(title: str, number: int, language: Language) -> str:
    """The title of the slide that goes on with something."""
    if number == 0:
        return title
    return f"{title}（{number + 1}）" if language == "zh" else f"{title} ({number + 1})"


def term_slides(title: str, found: Sequence[Definition], language: Language) -> list[Drafted]:
    """Terms and what they mean, side by side."""
    rows = [(shown(each.term, MAX_CELL), shown(each.meaning, MAX_CELL), each.sentence) for each in found]
    kept = [(term, meaning, sentence) for term, meaning, sentence in rows if term and meaning]
    if len(kept) == 2 and all(len(term) <= MAX_WORD for term, _, _ in kept):
        left, right = (Side(heading=term, points=[meaning]) for term, meaning, _ in kept)
        notes = quoted([sentence for _, _, sentence in kept], language)
        slide: Slide = ComparisonSlide(title=title, left=left, right=right, notes=notes)
        return [Drafted(slide, _of_cells(kept), 0.8)]
    header = [text(language, "grounded.term"), text(language, "grounded.meaning")]
    drafts = []
    for number, part in enumerate(evenly(len(kept), MOST_ROWS)):
        some = kept[part]
        slide = TableSlide(
            title=numbered(title, number, language),
            header=header,
            rows=[[term, meaning] for term, meaning, _ in some],
            notes=quoted([sentence for _, _, sentence in some], language),
        )
        drafts.append(Drafted(slide, _of_cells(some), 0.8))
    return drafts


def table_slides(title: str, table: Table, language: Language) -> list[Drafted]:
    """A table with its rows shared out; none where it is too wide, or a cell says too much for a table."""
    cells = [_shown_cells(each) for each in (table.header, *(row.cells for row in table.rows))]
    header, *rows = [each for each in cells if each is not None]
    if len(rows) < len(table.rows) or len(header) > MAX_COLUMNS:
        return []
    drafts = []
    for number, part in enumerate(evenly(len(rows), MOST_TABLE_ROWS)):
        some = table.rows[part]
        notes = text(language, "grounded.source", place=place_of([row.place for row in some], language))
        slide = TableSlide(title=numbered(title, number, language), header=header, rows=rows[part], notes=notes)
        drafts.append(Drafted(slide, tuple(Grounded(row.text, row.place) for row in some), 0.5 if number else 0.9))
    return drafts


def _shown_cells(cells: Sequence[str]) -> list[str] | None:
    """The cells as a slide is told them; None where one is longer than its budget."""
    found = [shown(cell, MAX_CELL) if cell else "" for cell in cells]
    return [cell or "" for cell in found] if None not in found else None


def _of_cells(rows: Sequence[tuple[str, str, Sentence]]) -> tuple[Grounded[str], ...]:
    return tuple(Grounded(cell, sentence.place) for term, meaning, sentence in rows for cell in (term, meaning))


def event_slides(title: str, events: Sequence[DatedEvent], language: Language) -> list[Drafted]:
    """Events along a line of time."""
    steps = [(shown(event.when, MAX_WORD), shown(event.title, MAX_BULLET), event.sentence) for event in events]
    kept = [(when, what, sentence) for when, what, sentence in steps if when and what]
    drafts = []
    for number, part in enumerate(evenly(len(kept), MOST_EVENTS)):
        some = kept[part]
        if len(some) < 2:
            continue
        slide = ProcessSlide(
            title=numbered(title, number, language),
            steps=[Step(heading=when, text=what) for when, what, _ in some],
            style="timeline",
            notes=quoted(_in_order([sentence for _, _, sentence in some]), language),
        )
        drafts.append(Drafted(slide, tuple(Grounded(what, sentence.place) for _, what, sentence in some), 0.9))
    return drafts


def figure_slide(title: str, figure: Figure, language: Language) -> Drafted | None:
    """One number, large."""
    number, label = shown(figure.number, MAX_WORD), shown(figure.label, MAX_LABEL)
    if not number or not label:
        return None
    slide = BigNumberSlide(title=title, number=number, label=label, notes=quoted([figure.sentence], language))
    return Drafted(slide, (Grounded(label, figure.sentence.place),), 0.4)


def is_comparison(listings: Sequence[Listing]) -> bool:
    """Whether these are two lists of about one length, each under a name of its own."""
    if len(listings) != 2 or any(listing.is_ordered for listing in listings):
        return False
    left, right = ((shown(lead_of(each), MAX_WORD), len(_lines(each))) for each in listings)
    shorter, longer = sorted((left[1], right[1]))
    fits = shorter >= 1 and longer <= min(MAX_POINTS, shorter + 2)
    return bool(left[0] and right[0]) and left[0] != right[0] and fits


def comparison_slide(title: str, listings: Sequence[Listing], language: Language) -> Drafted:
    """Two lists side by side, each under its name."""
    left, right = (
        Side(heading=lead_of(listing), points=[line.text for line in _lines(listing)]) for listing in listings
    )
    notes = "\n".join(quoted_items(listing.items, language) for listing in listings)
    lines = [line for listing in listings for line in _lines(listing)]
    return Drafted(ComparisonSlide(title=title, left=left, right=right, notes=notes), grounded_in(lines), 1.0)


def list_slides(title: str, listing: Listing, language: Language) -> list[Drafted]:
    """A list as it is: steps where it is numbered, else lines."""
    lines = _lines(listing)
    steps = _steps(lines, language) if listing.is_ordered else []
    drafts = []
    for number, part in enumerate(evenly(len(lines), MOST_STEPS if steps else MOST_ITEMS)):
        some = lines[part]
        notes = quoted_items([line.sentence for line in some], language)
        name = numbered(title, number, language)
        slide: Slide
        if steps and len(some) > 1:
            slide = ProcessSlide(title=name, steps=steps[part], notes=notes)
        else:
            slide = BulletsSlide(title=name, bullets=[line.text for line in some], notes=notes)
        drafts.append(Drafted(slide, grounded_in(some), 1.0))
    return drafts


def _lines(listing: Listing) -> list[Line]:
    return [line for item in listing.items if (line := item_line(item))]


def _steps(lines: Sequence[Line], language: Language) -> list[Step]:
    """The items as steps: what stands before a colon and behind it, or all of it where that is short, or a number."""
    heads = [_HEAD.fullmatch(line.text) for line in lines]
    if all(head and columns(head[1]) <= _SHORT_HEAD for head in heads):
        return [Step(heading=head[1], text=head[2]) for head in heads if head]
    if all(columns(line.text) <= _SHORT_STEP and len(line.text) <= MAX_WORD for line in lines):
        return [Step(heading=line.text) for line in lines]
    named = (text(language, "grounded.step", number=number) for number in range(1, len(lines) + 1))
    return [Step(heading=name, text=line.text) for name, line in zip(named, lines, strict=True)]


def _in_order(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Each sentence once, as they stand in the text."""
    return sorted(dict.fromkeys(sentences), key=lambda sentence: sentence.place.line)
