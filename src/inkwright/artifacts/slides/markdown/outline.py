"""The outline of a document, and the slides that its sections become: agenda, sections, comparisons and closing."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from inkwright.artifacts.slides.markdown.block_slides import COMFORTABLE_ROWS, block_slides, bullets_from_lines
from inkwright.artifacts.slides.markdown.inline import split_marked
from inkwright.artifacts.slides.markdown.parser import HeadingBlock, LineBlock, MarkdownBlock, NoteBlock
from inkwright.artifacts.slides.model import (
    MAX_BULLET,
    MAX_LABEL,
    MAX_NOTES,
    MAX_POINTS,
    MAX_SHORT_TEXT,
    AgendaSlide,
    ClosingSlide,
    ComparisonSide,
    ComparisonSlide,
    SectionSlide,
    Slide,
)
from inkwright.errors import InvalidOption
from inkwright.i18n import language_of, text

_SHORT_TITLE: Final = 60
_MAX_SUBTITLE: Final = 120
# Room for a number behind the title of a slide that goes on.
MAX_HEADING: Final = 110
MAX_DECK_TITLE: Final = 120


@dataclass(slots=True)
class OutlineSection:
    """A heading, what stands under it, and the smaller headings under it."""

    title: str
    level: int = 0
    blocks: list[MarkdownBlock] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    children: list["OutlineSection"] = field(default_factory=list)

    @property
    def is_bare(self) -> bool:
        """Whether nothing stands under the heading."""
        return not self.blocks and not self.children


@dataclass(slots=True)
class DocumentOutline:
    """`sections` are the slides-to-be; the first is what stands before any heading."""

    title: str
    sections: list[OutlineSection]
    subtitle: str = ""

    def take_subtitle(self) -> None:
        """Take the only paragraph before the first slide as subtitle, if it is short, out of its section."""
        opening, *others = self.sections
        match opening.blocks:
            case [LineBlock(text=words, is_item=False, is_quoted=False)] if len(words) <= _MAX_SUBTITLE:
                if not all(section.is_bare for section in others):
                    opening.blocks.clear()
                    self.subtitle = words


def build_outline(found: Sequence[MarkdownBlock], opening: str, title: str = "") -> DocumentOutline:
    """The outline of the blocks. A given title is taken; a heading that says the same is then left out."""
    title_at, slide_level = _title_and_slide_level(found)
    heading = found[title_at] if title_at is not None else None
    if title and not (isinstance(heading, HeadingBlock) and _is_same_title(heading.text, title)):
        title_at = None
    elif isinstance(heading, HeadingBlock):
        title = title or heading.text
    sections = _outline_sections(found, opening, title_at, slide_level)
    title = title or _derived_title(sections)
    first, *rest = split_marked(title, MAX_DECK_TITLE) or [""]
    sections[0].blocks[:0] = map(LineBlock, rest)
    return DocumentOutline(first, sections)


def _is_same_title(heading: str, title: str) -> bool:
    return re.sub(r"\W", "", heading).casefold() == re.sub(r"\W", "", title).casefold()


def _title_and_slide_level(found: Sequence[MarkdownBlock]) -> tuple[int | None, int]:
    """Which block is the title of the deck, and down to which level a heading opens a slide."""
    levels = {number: block.level for number, block in enumerate(found) if isinstance(block, HeadingBlock)}
    if not levels:
        return None, 0
    highest = min(levels.values())
    at = next(number for number, level in levels.items() if level == highest)
    is_alone = at == next(iter(levels)) and list(levels.values()).count(highest) == 1
    if highest > 1 and (not is_alone or len(levels) == 1):
        return None, highest
    below = {level for number, level in levels.items() if number != at}
    return at, 2 if 2 in below else min(below, default=highest)


def _outline_sections(
    found: Sequence[MarkdownBlock], opening: str, title_at: int | None, slide_level: int
) -> list[OutlineSection]:
    sections = [OutlineSection(opening)]
    # The sections that are open, the outermost first: a smaller heading goes under the last of them.
    path = [sections[0]]
    for number, block in enumerate(found):
        if isinstance(block, NoteBlock):
            path[-1].notes.append(block.text)
        elif not isinstance(block, HeadingBlock):
            path[-1].blocks.append(block)
        elif number != title_at:
            heading, *rest = split_marked(block.text, MAX_HEADING)
            section = OutlineSection(heading, block.level, list(map(LineBlock, rest)))
            if block.level <= slide_level or path[0] is sections[0]:
                sections.append(section)
                path = [section]
            else:
                path = [path[0], *(above for above in path[1:] if above.level < block.level)]
                path[-1].children.append(section)
                path.append(section)
    return sections


def _derived_title(sections: list[OutlineSection]) -> str:
    """A title for a document that has none: its short first line, which then is said, or how it begins."""
    opening = sections[0].blocks
    first = opening[0] if opening else None
    if not isinstance(first, LineBlock):
        begin = next((section.title for section in sections[1:]), sections[0].title if opening else "")
    elif len(first.text) <= _SHORT_TITLE and (len(opening) > 1 or len(sections) > 1):
        del opening[0]
        return first.text
    else:
        begin = first.text
    return next(iter(split_marked(begin, _SHORT_TITLE)), "")


_MAX_ITEMS: Final = 10
_AGENDA_TITLE = re.compile(
    r"(?:agenda|contents|table of contents|outline|目录|目錄|议程|議程|大纲|大綱|内容提要)[:：]?", re.I
)
_CLOSING_TITLE = re.compile(
    r"(?:thank you|thanks|thank you very much|questions|any questions|q ?& ?a|the end"
    r"|谢谢(?:大家|聆听|观看)?|謝謝(?:大家|聆聽|觀看)?|感谢聆听|感謝聆聽|提问|答疑|提问与讨论|再见)[!！?？.。]*",
    re.I,
)
_COMPARISON_TITLE = re.compile(r"\b(?:vs|versus|compared|comparison|comparing)\b|对比|對比|比较|比較|区别|區別", re.I)


def plan_slides(sections: Sequence[OutlineSection]) -> list[Slide]:
    """The slides of all sections, in order. The first section is what stands before any heading."""
    opening, *others = _fold_bare_headings(sections)
    if not opening.blocks and others:
        others[0].notes[:0] = opening.notes
    kept = [opening, *others] if opening.blocks else others
    return [slide for at, one in enumerate(kept) for slide in _section_slides(one, is_last=at == len(kept) - 1)]


def _fold_bare_headings(sections: Sequence[OutlineSection]) -> list[OutlineSection]:
    """The sections to show. A bare heading opens what follows; where nothing does, it is a line of the one before."""
    kept: list[OutlineSection] = []
    for at, section in enumerate(sections):
        opens = at + 1 < len(sections) and not sections[at + 1].is_bare
        if kept and section.is_bare and not opens and not _CLOSING_TITLE.fullmatch(section.title):
            last = kept[-1]
            while last.children:
                last = last.children[-1]
            last.blocks.append(LineBlock(section.title))
            last.notes += section.notes
        else:
            kept.append(section)
    return kept


def _section_slides(section: OutlineSection, *, is_last: bool = False) -> Iterator[Slide]:
    """The slides of a section: its own, numbered where there are several, then those of the smaller headings."""
    if special := _special_slide(section, is_last=is_last):
        yield from _number_titles([special], section)
    elif _fits_one_slide(section):
        flat = _flattened(section)
        yield from _number_titles(block_slides(section.title, flat.blocks), flat)
    else:
        own = block_slides(section.title, section.blocks) or [SectionSlide(title=section.title)]
        yield from _number_titles(own, section)
        for child in _fold_bare_headings(section.children):
            yield from _section_slides(child)


def _special_slide(section: OutlineSection, *, is_last: bool) -> Slide | None:
    if slide := _comparison_slide(section):
        return slide
    lines = [block for block in section.blocks if isinstance(block, LineBlock) and not block.is_quoted]
    if section.children or len(lines) < len(section.blocks):
        return None
    if _AGENDA_TITLE.fullmatch(section.title):
        return _agenda_slide(section.title, lines)
    if _CLOSING_TITLE.fullmatch(section.title) and (is_last or not lines):
        return _closing_slide(section.title, lines)
    return None


def _agenda_slide(title: str, lines: Sequence[LineBlock]) -> AgendaSlide | None:
    items = [line.text for line in lines if line.depth == 0 and len(line.text) <= MAX_LABEL]
    if len(items) < len(lines) or not 2 <= len(items) <= _MAX_ITEMS:
        return None
    return AgendaSlide(title=title, items=items)


def _closing_slide(title: str, lines: Sequence[LineBlock]) -> ClosingSlide | None:
    message = ""
    if lines and not lines[0].is_item and len(lines[0].text) <= MAX_BULLET:
        message, lines = lines[0].text, lines[1:]
    found = bullets_from_lines(lines)
    return ClosingSlide(title=title, message=message, points=found) if len(found) <= MAX_POINTS else None


def _comparison_slide(section: OutlineSection) -> ComparisonSlide | None:
    """Two headings with lists of about the same length, under a title that compares."""
    if section.blocks or len(section.children) != 2 or not _COMPARISON_TITLE.search(section.title):
        return None
    sides = [_comparison_side(child) for child in section.children]
    left, right = sides
    if left is None or right is None or abs(len(left.points) - len(right.points)) > 2:
        return None
    for child in section.children:
        section.notes += child.notes
    return ComparisonSlide(title=section.title, left=left, right=right)


def _comparison_side(section: OutlineSection) -> ComparisonSide | None:
    lines = [block for block in section.blocks if isinstance(block, LineBlock) and block.is_item]
    found = bullets_from_lines(lines)
    if section.children or len(lines) < len(section.blocks) or not 1 <= len(found) <= MAX_POINTS:
        return None
    return ComparisonSide(heading=section.title, points=found) if len(section.title) <= MAX_SHORT_TEXT else None


def _fits_one_slide(section: OutlineSection) -> bool:
    """Whether the smaller headings may stand as lines on the slide of the section itself."""
    if not section.children:
        return not section.is_bare
    if not section.blocks and not all(child.is_bare for child in section.children):
        return False
    blocks = _flattened(section).blocks
    return len(blocks) <= COMFORTABLE_ROWS and all(
        isinstance(block, LineBlock) and not block.is_quoted for block in blocks
    )


def _flattened(section: OutlineSection) -> OutlineSection:
    """The section with its smaller headings as lines, and what stands under them below these."""
    blocks, notes = [*section.blocks], [*section.notes]
    for child in map(_flattened, section.children):
        blocks.append(LineBlock(child.title))
        blocks += [replace(one, depth=one.depth + 1) if isinstance(one, LineBlock) else one for one in child.blocks]
        notes += child.notes
    return OutlineSection(section.title, section.level, blocks, notes)


def _number_titles(slides: Sequence[Slide], section: OutlineSection) -> Iterator[Slide]:
    """The slides with the notes on the first, and a number behind the titles of the others."""
    notes = "\n".join(section.notes)
    if len(notes) > MAX_NOTES:
        told = text(language_of(notes), "deck.long_notes", title=section.title, most=MAX_NOTES)
        raise InvalidOption(option="notes", value=f"{notes[:40]}…", allowed=told)
    shape = "{}（{}）" if language_of(section.title) == "zh" else "{} ({})"
    for number, slide in enumerate(slides, 1):
        own = {"notes": "\n".join(filter(None, (notes, slide.notes)))}
        yield slide.model_copy(update=own if number == 1 else {"title": shape.format(section.title, number)})
