"""The outline of a document: its title, and its headings with all that stands under them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from inkwright.artifacts.slides.blocks import Block, Heading, Line, Note
from inkwright.artifacts.slides.inline import parts

_SHORT_TITLE: Final = 60
_MAX_SUBTITLE: Final = 120
# Room for a number behind the title of a slide that goes on.
MAX_HEADING: Final = 110
MAX_DECK_TITLE: Final = 120


@dataclass(slots=True)
class Section:
    """A heading, what stands under it, and the smaller headings under it."""

    title: str
    level: int = 0
    blocks: list[Block] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    children: list["Section"] = field(default_factory=list)

    @property
    def is_bare(self) -> bool:
        """Whether nothing stands under the heading."""
        return not self.blocks and not self.children


@dataclass(slots=True)
class Outline:
    """`sections` are the slides-to-be; the first is what stands before any heading."""

    title: str
    sections: list[Section]
    subtitle: str = ""

    def take_subtitle(self) -> None:
        """Take the only paragraph before the first slide as subtitle, if it is short, out of its section."""
        opening, *others = self.sections
        match opening.blocks:
            case [Line(text=words, is_item=False, is_quoted=False)] if len(words) <= _MAX_SUBTITLE:
                if not all(section.is_bare for section in others):
                    opening.blocks.clear()
                    self.subtitle = words


def outline(found: Sequence[Block], opening: str, title: str = "") -> Outline:
    """The outline of the blocks. A given title is taken; a heading that says the same is then left out."""
    title_at, slide_level = _levels(found)
    heading = found[title_at] if title_at is not None else None
    if title and not (isinstance(heading, Heading) and _same(heading.text, title)):
        title_at = None
    elif isinstance(heading, Heading):
        title = title or heading.text
    sections = _sections(found, opening, title_at, slide_level)
    title = title or _title_of(sections)
    first, *rest = parts(title, MAX_DECK_TITLE) or [""]
    sections[0].blocks[:0] = map(Line, rest)
    return Outline(first, sections)


def _same(heading: str, title: str) -> bool:
    return re.sub(r"\W", "", heading).casefold() == re.sub(r"\W", "", title).casefold()


def _levels(found: Sequence[Block]) -> tuple[int | None, int]:
    """Which block is the title of the deck, and down to which level a heading opens a slide."""
    levels = {number: block.level for number, block in enumerate(found) if isinstance(block, Heading)}
    if not levels:
        return None, 0
    highest = min(levels.values())
    at = next(number for number, level in levels.items() if level == highest)
    is_alone = at == next(iter(levels)) and list(levels.values()).count(highest) == 1
    if highest > 1 and (not is_alone or len(levels) == 1):
        return None, highest
    below = {level for number, level in levels.items() if number != at}
    return at, 2 if 2 in below else min(below, default=highest)


def _sections(found: Sequence[Block], opening: str, title_at: int | None, slide_level: int) -> list[Section]:
    sections = [Section(opening)]
    # The sections that are open, the outermost first: a smaller heading goes under the last of them.
    path = [sections[0]]
    for number, block in enumerate(found):
        if isinstance(block, Note):
            path[-1].notes.append(block.text)
        elif not isinstance(block, Heading):
            path[-1].blocks.append(block)
        elif number != title_at:
            heading, *rest = parts(block.text, MAX_HEADING)
            section = Section(heading, block.level, list(map(Line, rest)))
            if block.level <= slide_level or path[0] is sections[0]:
                sections.append(section)
                path = [section]
            else:
                path = [path[0], *(above for above in path[1:] if above.level < block.level)]
                path[-1].children.append(section)
                path.append(section)
    return sections


def _title_of(sections: list[Section]) -> str:
    """A title for a document that has none: its short first line, which then is said, or how it begins."""
    opening = sections[0].blocks
    first = opening[0] if opening else None
    if not isinstance(first, Line):
        begin = next((section.title for section in sections[1:]), sections[0].title if opening else "")
    elif len(first.text) <= _SHORT_TITLE and (len(opening) > 1 or len(sections) > 1):
        del opening[0]
        return first.text
    else:
        begin = first.text
    return next(iter(parts(begin, _SHORT_TITLE)), "")
