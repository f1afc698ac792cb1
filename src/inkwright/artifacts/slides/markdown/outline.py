"""The outline of a document, and the slides that its sections become."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from inkwright.artifacts.slides.fields import MAX_NOTES, BaseSlide
from inkwright.artifacts.slides.layout_failures import reporting_failures
from inkwright.artifacts.slides.layout_registry import layouts
from inkwright.artifacts.slides.layouts.statements import SectionSlide
from inkwright.artifacts.slides.markdown.block_slides import block_slides
from inkwright.artifacts.slides.markdown.blocks import (
    HeadingBlock,
    LineBlock,
    MarkdownBlock,
    NoteBlock,
    OutlineSection,
)
from inkwright.artifacts.slides.markdown.bullets import COMFORTABLE_ROWS
from inkwright.artifacts.slides.markdown.inline import split_marked
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason, language_of

_SHORT_TITLE: Final = 60
_MAX_SUBTITLE: Final = 120
# Leaves room for a number after the title of a slide that continues.
MAX_HEADING: Final = 110
MAX_DECK_TITLE: Final = 120


@dataclass(slots=True)
class DocumentOutline:
    """The title and the sections of a document. The first section is the text before any heading."""

    title: str
    sections: list[OutlineSection]
    subtitle: str = ""

    def take_subtitle(self) -> None:
        """Move the only paragraph before the first slide into the subtitle, if it is short."""
        opening, *others = self.sections
        match opening.blocks:
            case [LineBlock(text=words, is_item=False, is_quoted=False)] if len(words) <= _MAX_SUBTITLE:
                if not all(section.is_bare for section in others):
                    opening.blocks.clear()
                    self.subtitle = words


def build_outline(blocks: Sequence[MarkdownBlock], opening: str, title: str = "") -> DocumentOutline:
    """Return the outline of the blocks.

    A given title replaces the heading that repeats it. `opening` is the title of the text before any heading.
    """
    title_index, slide_level = _title_and_slide_level(blocks)
    heading = blocks[title_index] if title_index is not None else None
    if title and not (isinstance(heading, HeadingBlock) and _is_same_title(heading.text, title)):
        title_index = None
    elif isinstance(heading, HeadingBlock):
        title = title or heading.text
    sections = _outline_sections(blocks, opening, title_index, slide_level)
    title = title or _derived_title(sections)
    first, *rest = split_marked(title, MAX_DECK_TITLE) or [""]
    sections[0].blocks[:0] = map(LineBlock, rest)
    return DocumentOutline(first, sections)


def _is_same_title(heading: str, title: str) -> bool:
    return re.sub(r"\W", "", heading).casefold() == re.sub(r"\W", "", title).casefold()


def _title_and_slide_level(blocks: Sequence[MarkdownBlock]) -> tuple[int | None, int]:
    """Return the index of the block that is the title of the deck, and the lowest level that opens a slide."""
    levels = {number: block.level for number, block in enumerate(blocks) if isinstance(block, HeadingBlock)}
    if not levels:
        return None, 0
    highest = min(levels.values())
    index = next(number for number, level in levels.items() if level == highest)
    is_alone = index == next(iter(levels)) and list(levels.values()).count(highest) == 1
    if highest > 1 and (not is_alone or len(levels) == 1):
        return None, highest
    below = {level for number, level in levels.items() if number != index}
    return index, 2 if 2 in below else min(below, default=highest)


def _outline_sections(
    blocks: Sequence[MarkdownBlock], opening: str, title_index: int | None, slide_level: int
) -> list[OutlineSection]:
    sections = [OutlineSection(opening)]
    # The open sections, outermost first: a smaller heading goes under the last of them.
    path = [sections[0]]
    for number, block in enumerate(blocks):
        if isinstance(block, NoteBlock):
            path[-1].notes.append(block.text)
        elif not isinstance(block, HeadingBlock):
            path[-1].blocks.append(block)
        elif number != title_index:
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
    """Return a title for a document without one.

    A short first line becomes the title and leaves its section; otherwise the title is how the document begins.
    """
    opening = sections[0].blocks
    first = opening[0] if opening else None
    if not isinstance(first, LineBlock):
        start = next((section.title for section in sections[1:]), sections[0].title if opening else "")
    elif len(first.text) <= _SHORT_TITLE and (len(opening) > 1 or len(sections) > 1):
        del opening[0]
        return first.text
    else:
        start = first.text
    return next(iter(split_marked(start, _SHORT_TITLE)), "")


def plan_slides(sections: Sequence[OutlineSection]) -> list[BaseSlide]:
    """Return the slides of all sections, in order. The first section is the text before any heading."""
    opening, *others = _fold_bare_headings(sections)
    if not opening.blocks and others:
        others[0].notes[:0] = opening.notes
    shown = [opening, *others] if opening.blocks else others
    last = len(shown) - 1
    return [slide for number, each in enumerate(shown) for slide in _section_slides(each, is_last=number == last)]


def _fold_bare_headings(sections: Sequence[OutlineSection]) -> list[OutlineSection]:
    """Return the sections to show.

    A bare heading opens the content that follows it. Without such content it becomes a line of the section before,
    unless a layout has a slide for it.
    """
    shown: list[OutlineSection] = []
    for number, section in enumerate(sections):
        opens = number + 1 < len(sections) and not sections[number + 1].is_bare
        if shown and section.is_bare and not opens and not _special_slide(section, is_last=False):
            last = shown[-1]
            while last.children:
                last = last.children[-1]
            last.blocks.append(LineBlock(section.title))
            last.notes += section.notes
        else:
            shown.append(section)
    return shown


def _section_slides(section: OutlineSection, *, is_last: bool = False) -> Iterator[BaseSlide]:
    """Yield the section's own slides, numbered where there are several, then those of the smaller headings."""
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


def _special_slide(section: OutlineSection, *, is_last: bool) -> BaseSlide | None:
    """Return the slide of the first layout with a rule for such a section."""
    for layout in layouts():
        if layout.markdown and layout.markdown.from_section:
            with reporting_failures(layout, section.title):
                slide = layout.markdown.from_section(section, is_last)
            if slide:
                return slide
    return None


def _fits_one_slide(section: OutlineSection) -> bool:
    """Whether the smaller headings can be lines on the slide of the section."""
    if not section.children:
        return not section.is_bare
    if not section.blocks and not all(child.is_bare for child in section.children):
        return False
    blocks = _flattened(section).blocks
    return len(blocks) <= COMFORTABLE_ROWS and all(
        isinstance(block, LineBlock) and not block.is_quoted for block in blocks
    )


def _flattened(section: OutlineSection) -> OutlineSection:
    """Return the section with its smaller headings as lines, and their content one level deeper."""
    blocks, notes = [*section.blocks], [*section.notes]
    for child in map(_flattened, section.children):
        blocks.append(LineBlock(child.title))
        blocks += [replace(one, depth=one.depth + 1) if isinstance(one, LineBlock) else one for one in child.blocks]
        notes += child.notes
    return OutlineSection(section.title, section.level, blocks, notes)


def _number_titles(slides: Sequence[BaseSlide], section: OutlineSection) -> Iterator[BaseSlide]:
    """Yield the slides, the first with the notes, the others with a number after their title."""
    notes = "\n".join(section.notes)
    if len(notes) > MAX_NOTES:
        reason = Reason("deck.long_notes", title=section.title, most=MAX_NOTES)
        raise InvalidOption(option="notes", value=f"{notes[:40]}…", allowed=reason)
    pattern = "{}（{}）" if language_of(section.title) == "zh" else "{} ({})"
    for number, slide in enumerate(slides, 1):
        own = {"notes": "\n".join(filter(None, (notes, slide.notes)))}
        yield slide.model_copy(update=own if number == 1 else {"title": pattern.format(section.title, number)})
