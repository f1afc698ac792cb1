"""Build a deck from a text: its headings, and under each its statements, lists and tables, whole and in their order."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from inkwright.artifacts.slides.fields import (
    MAX_BULLET,
    MAX_CHILDREN,
    MAX_LABEL,
    MAX_NOTES,
    MAX_SHORT_TEXT,
    MAX_TITLE,
    Bullet,
)
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.layouts.panels import AgendaSlide
from inkwright.artifacts.slides.layouts.process import MAX_STEPS, ProcessSlide, ProcessStep
from inkwright.artifacts.slides.layouts.statements import SectionSlide
from inkwright.artifacts.slides.layouts.tables import MAX_CELL, MAX_COLUMNS, TableSlide
from inkwright.artifacts.slides.model import MAX_SLIDES, DeckSpec, Slide
from inkwright.errors import TextLacks
from inkwright.grounding.slides.drafts import DraftSlide, with_lonely_lines_merged
from inkwright.grounding.slides.groups import fitted, statement_groups
from inkwright.grounding.source import GroundedItem, Material, SourceList, SourceTable
from inkwright.grounding.suitability import lacking_sentences
from inkwright.grounding.summary.outline import Outline, OutlinePart, is_outline, outline_of, overall_title
from inkwright.grounding.summary.quotes import location_text, quote_items, quote_sentences
from inkwright.i18n import Language, Reason, text

__all__ = ["StudyDeckOptions", "deck_from", "is_outline"]

MAX_DECK_SLIDES: Final = 40
"""The maximum number of slides if no count is requested."""

_MAX_STATEMENT_SLIDES: Final = 2
_MAX_UNDIVIDED: Final = 8
_MAX_LIST_ITEMS: Final = 7
_ROOM_FOR_NUMBER: Final = 4
_MAX_TABLE_ROWS: Final = 8
_MIN_AGENDA: Final = 3
_MIN_CHAPTERS: Final = 2
_MAX_AGENDA: Final = 10


@dataclass(frozen=True, slots=True)
class StudyDeckOptions:
    """The requested deck. `count` is the number of slides after the title slide; without it the text decides."""

    title: str
    count: int | None = None


def deck_from(material: Material, options: StudyDeckOptions) -> tuple[DeckSpec, tuple[GroundedItem[str], ...]]:
    """Return the deck, and the location of each of its lines. Raise TextLacks if the text has no usable content."""
    outline = outline_of(material)
    limit = min(options.count or MAX_DECK_SLIDES, MAX_SLIDES)
    title = fitted(overall_title(material, options.title), MAX_TITLE) or text(material.language, "grounded.key_points")
    filled = with_lonely_lines_merged(_filled_parts(outline, material.language), title)
    agenda = _agenda_slide([part for part, _ in filled], material.language)
    drafts = [draft for _, drafts in filled for draft in drafts]
    if not drafts:
        raise TextLacks(
            wanted=Reason("grounded.kind.slides"),
            lacking=lacking_sentences(material),
            instead=Reason("grounded.instead.none"),
        )
    has_agenda = agenda is not None and limit > _MIN_AGENDA
    shown = _most_important(drafts, limit - has_agenda)
    content = _with_chapters(shown) if options.count is None else [draft.slide for draft in shown]
    slides = [agenda, *content] if agenda and has_agenda else content
    return DeckSpec(title=title, slides=_numbered(slides, material.language)), tuple(
        each for draft in shown for each in draft.grounded
    )


def _with_chapters(drafts: Sequence[DraftSlide]) -> list[Slide]:
    """Return the slides with a section slide before each chapter, if there are several and the deck has room."""
    count = len({draft.chapter for draft in drafts if draft.chapter})
    if count < _MIN_CHAPTERS or len(drafts) + count >= MAX_SLIDES:
        return [draft.slide for draft in drafts]
    slides: list[Slide] = []
    for chapter, group in groupby(drafts, key=lambda draft: draft.chapter):
        below = [draft.slide for draft in group]
        title = fitted(chapter, MAX_TITLE - 8)
        notes = "\n".join(dict.fromkeys(slide.title for slide in below))[:MAX_NOTES]
        slides += [SectionSlide(title=title, notes=notes), *below] if title else below
    return slides


def _filled_parts(outline: Outline, language: Language) -> list[tuple[OutlinePart, list[DraftSlide]]]:
    by_part = [(part, _part_slides(part, outline, language)) for part in outline.parts]
    return [(part, drafts) for part, drafts in by_part if drafts]


def _most_important(drafts: Sequence[DraftSlide], count: int) -> list[DraftSlide]:
    kept = sorted(range(len(drafts)), key=lambda index: -drafts[index].priority)[:count]
    return [drafts[index] for index in sorted(kept)]


def _agenda_slide(parts: Sequence[OutlinePart], language: Language) -> Slide | None:
    """Return a slide with all headings, or if these are too many the main ones, of which the others are parts."""
    highest = min((part.section.level for part in parts), default=0)
    main = [part for part in parts if part.section.level == highest]
    shown = main if len(parts) > _MAX_AGENDA and parts[0] in main else parts
    items = list(dict.fromkeys(fitted(part.title, MAX_LABEL) for part in shown))
    if not _MIN_AGENDA <= len(items) <= _MAX_AGENDA or None in items:
        return None
    return AgendaSlide(title=text(language, "grounded.agenda"), items=[item for item in items if item])


def _part_slides(part: OutlinePart, outline: Outline, language: Language) -> list[DraftSlide]:
    """Return the slides of a part in order."""
    drafts = [
        *_statement_slides(part, outline, language),
        *(draft for listing in part.section.listings for draft in _list_slides(listing, language)),
        *(draft for table in part.section.tables for draft in _table_slides(table, language)),
    ]
    # One sentence beside other slides of its part is too little for a slide.
    drafts = [each for each in drafts if len(each.lines) != 1 or len(drafts) == 1]
    title = fitted(part.title, MAX_TITLE - 8) or text(language, "grounded.part", number=part.number)
    return [
        replace(draft, slide=draft.slide.model_copy(update={"title": title}), chapter=part.chapter) for draft in drafts
    ]


def _numbered(slides: Sequence[Slide], language: Language) -> list[Slide]:
    """Return the slides with a number after each title that was used before."""
    used: Counter[str] = Counter()
    numbered: list[Slide] = []
    for slide in slides:
        used[slide.title] += 1
        number = f"（{used[slide.title]}）" if language == "zh" else f" ({used[slide.title]})"
        title = slide.title if used[slide.title] == 1 else slide.title + number
        numbered.append(slide.model_copy(update={"title": title}))
    return numbered


def _statement_slides(part: OutlinePart, outline: Outline, language: Language) -> Iterator[DraftSlide]:
    """Yield slides with the beginning and the most informative statements of a part, in their order."""
    most = _MAX_STATEMENT_SLIDES if len(outline.parts) > _MAX_STATEMENT_SLIDES else _MAX_UNDIVIDED
    leads = {listing.lead for listing in part.section.listings}
    statements = [each for each in part.statements if each.first.sentence.text not in leads]
    for group in statement_groups(statements, outline.ranking, language, most):
        lines = [line for each in group for line in each.lines]
        sentences = [each.sentence for shown in group for each in shown.statement.sentences]
        priority = 1.0 + max(outline.ranking.score(sentence) for sentence in sentences)
        slide = BulletsSlide(title="-", bullets=[*lines], notes=quote_sentences(sentences, language))
        grounded = tuple(GroundedItem(line, each.statement.location) for each in group for line in each.lines)
        yield DraftSlide(slide, grounded, priority, lines=tuple(lines))


def _list_slides(listing: SourceList, language: Language) -> Iterator[DraftSlide]:
    """Yield a list with the line that introduces it, or nothing if an item does not fit."""
    fitting = [fitted(item.text, MAX_BULLET - _ROOM_FOR_NUMBER) for item in listing.items]
    lines = [line for line in fitting if line]
    lead = "" if listing.lead in ("", listing.location.section) else fitted(listing.lead, MAX_BULLET)
    most = _MAX_LIST_ITEMS if listing.is_ordered else MAX_CHILDREN
    if len(lines) < len(listing.items) or lead is None or (lead and len(lines) > most):
        return
    grounded = tuple(GroundedItem(line, item.location) for line, item in zip(lines, listing.items, strict=True))
    size = -(-len(lines) // -(-len(lines) // _MAX_LIST_ITEMS))
    for start in range(0, len(lines), size):
        part = slice(start, start + size)
        notes = quote_items(listing.items[part], language)[:MAX_NOTES]
        slide = _ordered_slide(lines, part, lead) if listing.is_ordered else _unordered_slide(lines[part], lead)
        yield DraftSlide(slide.model_copy(update={"notes": notes}), grounded[part], 1.0)


def _unordered_slide(lines: list[str], lead: str) -> Slide:
    return BulletsSlide(title="-", bullets=[Bullet(text=lead, children=lines)] if lead else [*lines])


def _ordered_slide(lines: list[str], part: slice, lead: str) -> Slide:
    """Return short items as steps, and longer ones, or those of a list that continues, as a numbered list."""
    if not lead and 1 < len(lines) == len(lines[part]) <= MAX_STEPS and max(map(len, lines)) <= MAX_SHORT_TEXT:
        return ProcessSlide(title="-", steps=[ProcessStep(heading=line) for line in lines])
    numbered = [f"{number}. {line}" for number, line in enumerate(lines, 1)]
    return BulletsSlide(title="-", bullets=[*([lead] if lead else []), *numbered[part]])


def _table_slides(table: SourceTable, language: Language) -> Iterator[DraftSlide]:
    """Yield a table, split after some rows, or nothing if it is too wide or a cell is too long."""
    cells = [
        [fitted(cell, MAX_CELL) if cell else "" for cell in row]
        for row in (table.header, *(r.cells for r in table.rows))
    ]
    if any(None in row for row in cells) or len(table.header) > MAX_COLUMNS:
        return
    header, *rows = [[cell or "" for cell in row] for row in cells]
    # Tables of about equal length: no last one of a single row.
    size = -(-len(rows) // max(1, -(-len(rows) // _MAX_TABLE_ROWS)))
    for start in range(0, len(rows), max(size, 1)):
        some = table.rows[start : start + size]
        notes = text(language, "grounded.source", place=location_text([row.location for row in some], language))
        slide = TableSlide(title="-", header=header, rows=rows[start : start + size], notes=notes)
        yield DraftSlide(slide, tuple(GroundedItem(row.text, row.location) for row in some), 0.5 if start else 0.9)
