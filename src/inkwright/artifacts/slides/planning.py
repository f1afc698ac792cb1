"""Slides by rule: the sections of a document as agenda, sections, comparisons, content and closing. Nothing is lost."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from inkwright.artifacts.slides.blocks import Line
from inkwright.artifacts.slides.bodies import body_slides
from inkwright.artifacts.slides.outline import Section
from inkwright.artifacts.slides.sharing import COMFORTABLE_ROWS, points
from inkwright.artifacts.slides.specs import (
    MAX_POINTS,
    AgendaSlide,
    ClosingSlide,
    ComparisonSlide,
    SectionSlide,
    Side,
    Slide,
)
from inkwright.artifacts.slides.texts import MAX_BULLET, MAX_LABEL, MAX_NOTES, MAX_WORD
from inkwright.errors import InvalidOption
from inkwright.i18n import language_of, text

_MAX_ITEMS: Final = 10
_AGENDA = re.compile(
    r"(?:agenda|contents|table of contents|outline|目录|目錄|议程|議程|大纲|大綱|内容提要)[:：]?", re.I
)
_CLOSING = re.compile(
    r"(?:thank you|thanks|thank you very much|questions|any questions|q ?& ?a|the end"
    r"|谢谢(?:大家|聆听|观看)?|謝謝(?:大家|聆聽|觀看)?|感谢聆听|感謝聆聽|提问|答疑|提问与讨论|再见)[!！?？.。]*",
    re.I,
)
_COMPARING = re.compile(r"\b(?:vs|versus|compared|comparison|comparing)\b|对比|對比|比较|比較|区别|區別", re.I)


def plan(sections: Sequence[Section]) -> list[Slide]:
    """The slides of all sections, in order. The first section is what stands before any heading."""
    opening, *others = _folded(sections)
    if not opening.blocks and others:
        others[0].notes[:0] = opening.notes
    kept = [opening, *others] if opening.blocks else others
    return [slide for at, one in enumerate(kept) for slide in _slides(one, is_last=at == len(kept) - 1)]


def _folded(sections: Sequence[Section]) -> list[Section]:
    """The sections to show. A bare heading opens what follows; where nothing does, it is a line of the one before."""
    kept: list[Section] = []
    for at, section in enumerate(sections):
        opens = at + 1 < len(sections) and not sections[at + 1].is_bare
        if kept and section.is_bare and not opens and not _CLOSING.fullmatch(section.title):
            last = kept[-1]
            while last.children:
                last = last.children[-1]
            last.blocks.append(Line(section.title))
            last.notes += section.notes
        else:
            kept.append(section)
    return kept


def _slides(section: Section, *, is_last: bool = False) -> Iterator[Slide]:
    """The slides of a section: its own, numbered where there are several, then those of the smaller headings."""
    if special := _special(section, is_last=is_last):
        yield from _numbered([special], section)
    elif _is_one_thing(section):
        flat = _flat(section)
        yield from _numbered(body_slides(section.title, flat.blocks), flat)
    else:
        own = body_slides(section.title, section.blocks) or [SectionSlide(title=section.title)]
        yield from _numbered(own, section)
        for child in _folded(section.children):
            yield from _slides(child)


def _special(section: Section, *, is_last: bool) -> Slide | None:
    if slide := _comparison(section):
        return slide
    lines = [block for block in section.blocks if isinstance(block, Line) and not block.is_quoted]
    if section.children or len(lines) < len(section.blocks):
        return None
    if _AGENDA.fullmatch(section.title):
        return _agenda(section.title, lines)
    if _CLOSING.fullmatch(section.title) and (is_last or not lines):
        return _closing(section.title, lines)
    return None


def _agenda(title: str, lines: Sequence[Line]) -> AgendaSlide | None:
    items = [line.text for line in lines if line.depth == 0 and len(line.text) <= MAX_LABEL]
    if len(items) < len(lines) or not 2 <= len(items) <= _MAX_ITEMS:
        return None
    return AgendaSlide(title=title, items=items)


def _closing(title: str, lines: Sequence[Line]) -> ClosingSlide | None:
    message = ""
    if lines and not lines[0].is_item and len(lines[0].text) <= MAX_BULLET:
        message, lines = lines[0].text, lines[1:]
    found = points(lines)
    return ClosingSlide(title=title, message=message, points=found) if len(found) <= MAX_POINTS else None


def _comparison(section: Section) -> ComparisonSlide | None:
    """Two headings with lists of about the same length, under a title that compares."""
    if section.blocks or len(section.children) != 2 or not _COMPARING.search(section.title):
        return None
    sides = [_side(child) for child in section.children]
    left, right = sides
    if left is None or right is None or abs(len(left.points) - len(right.points)) > 2:
        return None
    for child in section.children:
        section.notes += child.notes
    return ComparisonSlide(title=section.title, left=left, right=right)


def _side(section: Section) -> Side | None:
    lines = [block for block in section.blocks if isinstance(block, Line) and block.is_item]
    found = points(lines)
    if section.children or len(lines) < len(section.blocks) or not 1 <= len(found) <= MAX_POINTS:
        return None
    return Side(heading=section.title, points=found) if len(section.title) <= MAX_WORD else None


def _is_one_thing(section: Section) -> bool:
    """Whether the smaller headings may stand as lines on the slide of the section itself."""
    if not section.children:
        return not section.is_bare
    if not section.blocks and not all(child.is_bare for child in section.children):
        return False
    blocks = _flat(section).blocks
    return len(blocks) <= COMFORTABLE_ROWS and all(isinstance(block, Line) and not block.is_quoted for block in blocks)


def _flat(section: Section) -> Section:
    """The section with its smaller headings as lines, and what stands under them below these."""
    blocks, notes = [*section.blocks], [*section.notes]
    for child in map(_flat, section.children):
        blocks.append(Line(child.title))
        blocks += [replace(one, depth=one.depth + 1) if isinstance(one, Line) else one for one in child.blocks]
        notes += child.notes
    return Section(section.title, section.level, blocks, notes)


def _numbered(slides: Sequence[Slide], section: Section) -> Iterator[Slide]:
    """The slides with the notes on the first, and a number behind the titles of the others."""
    notes = "\n".join(section.notes)
    if len(notes) > MAX_NOTES:
        told = text(language_of(notes), "deck.long_notes", title=section.title, most=MAX_NOTES)
        raise InvalidOption(option="notes", value=f"{notes[:40]}…", allowed=told)
    shape = "{}（{}）" if language_of(section.title) == "zh" else "{} ({})"
    for number, slide in enumerate(slides, 1):
        own = {"notes": "\n".join(filter(None, (notes, slide.notes)))}
        yield slide.model_copy(update=own if number == 1 else {"title": shape.format(section.title, number)})
