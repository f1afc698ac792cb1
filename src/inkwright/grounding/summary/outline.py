"""The outline of a text: its parts with their titles, their statements, and how informative these are."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Final

from inkwright.artifacts.text import column_width, is_placeholder_text, one_line
from inkwright.grounding.definitions import Definition, definitions_of
from inkwright.grounding.source import Material, SourceSection, SourceTable
from inkwright.grounding.statements import Statement, content_sections, statements_of
from inkwright.grounding.summary.ranking import Ranking, is_usable, rank_material
from inkwright.grounding.terms import terms_of
from inkwright.i18n import text

MAX_TITLE: Final = 110
_MAX_SHORT_ITEM: Final = 90
_NUMBERING = re.compile(r"\W*(?:[\d.]+|[一二三四五六七八九十]+|[IVX]+)\W*")
# Such a heading says what a part is for, not what it is about.
_GENERIC = re.compile(
    r"(?:step|part|stage|phase|level|day|week|unit) \w{1,3}|overview|introduction|background|summary|conclusions?"
    r"|(?:key |important )?(?:notes?|tips?|facts?|points?|examples?|definitions?)"
    r"|【.{1,8}】|(?:第.{1,3}步|步骤.{0,3})|概述|简介|引言|背景|小结|总结|要点|重点|提示|注意(?:事项)?|重点提醒|例子?|定义",
    re.IGNORECASE,
)
_OUTLINE_SHARE: Final = 0.7


@dataclass(frozen=True, slots=True)
class OutlinePart:
    """A part of the text. Its title is a heading, the title of the text, or its number.

    `chapter` is the heading above it that has no content of its own, if there is one.
    """

    title: str
    number: int
    section: SourceSection
    statements: tuple[Statement, ...]
    chapter: str = ""

    @property
    def is_bare(self) -> bool:
        """Whether nothing of it can be quoted."""
        return not (self.statements or self.section.listings or self.section.tables)


@dataclass(frozen=True, slots=True)
class Outline:
    """The parts of a text in their order, what it defines, and the ranking of its sentences."""

    parts: tuple[OutlinePart, ...]
    definitions: tuple[Definition, ...]
    ranking: Ranking


def outline_of(material: Material) -> Outline:
    """Return the parts that have content."""
    definitions = definitions_of(material)
    ranking = rank_material(material, terms_of(material), definitions)
    sections = [_usable_section(section) for section in content_sections(material)]
    places = {sentence: index for index, section in enumerate(sections) for sentence in section.sentences}
    by_section: dict[int, list[Statement]] = {}
    for statement in statements_of(material):
        by_section.setdefault(places[statement.first.sentence], []).append(statement)
    parts: list[OutlinePart] = []
    chapters = _chapters(sections, material.title)
    parents = _parents(sections)
    for index, section in enumerate(sections):
        own = section.title if is_usable(section.title) and not _NUMBERING.fullmatch(section.title) else ""
        whole = material.title if not parts and is_titled(material) else ""
        title = own or whole or text(material.language, "grounded.part", number=len(parts) + 1)
        title = f"{parents[index]} · {title}" if parents[index] and _GENERIC.fullmatch(title) else title
        part = OutlinePart(title, len(parts) + 1, section, tuple(by_section.get(index, ())), chapters[index])
        parts += [] if part.is_bare else [part]
    return Outline(tuple(parts), definitions, ranking)


def _chapters(sections: Sequence[SourceSection], title: str) -> list[str]:
    """Return for each section the heading without content that it is below, or an empty text."""
    found: list[str] = []
    chapter, level = "", 0
    for section in sections:
        if section.is_bare and is_usable(section.title) and section.title != title:
            chapter, level = section.title, section.level
        elif section.level <= level:
            chapter, level = "", 0
        found.append(chapter)
    return found


def _parents(sections: Sequence[SourceSection]) -> list[str]:
    """Return for each section the heading that it is below, or an empty text."""
    found: list[str] = []
    above: list[tuple[int, str]] = []
    for section in sections:
        while above and above[-1][0] >= section.level:
            above.pop()
        found.append(above[-1][1] if above else "")
        above.append((section.level, section.title))
    return found


def is_titled(material: Material) -> bool:
    """Whether the title is in the text, and not the name of the file."""
    names = {PurePath(section.location.source).stem for section in material.sections}
    return is_usable(material.title) and material.title not in names


def overall_title(material: Material, title: str | None = None) -> str:
    """Return the title of the whole: the requested one, else that of the text, else the file name."""
    own = material.title if is_usable(material.title) else ""
    given = one_line(title or "") or own or next((each.location.source for each in material.sections), "")
    if given in {PurePath(section.location.source).stem for section in material.sections}:
        given = given.replace("_", " ").strip()
    named = given if column_width(given) <= MAX_TITLE else PurePath(given).stem[:MAX_TITLE].strip()
    return named or text(material.language, "grounded.key_points")


def is_outline(material: Material) -> bool:
    """Whether the text already is an outline: mostly headings and short items, which need no further selection."""
    items = [item for section in material.sections for listing in section.listings for item in listing.items]
    short = sum(column_width(item.text) <= _MAX_SHORT_ITEM for item in items)
    headings = sum(bool(section.title) for section in material.sections)
    total = len(items) + len(material.sentences)
    return headings > 0 and (total == 0 or short >= _OUTLINE_SHARE * total)


def _usable_section(section: SourceSection) -> SourceSection:
    listings = tuple(each for each in section.listings if all(is_usable(item.text) for item in each.items))
    return replace(section, listings=listings, tables=tuple(filter(_is_finished, section.tables)))


def _is_finished(table: SourceTable) -> bool:
    """Whether no cell is a placeholder. A cell may consist of a number alone."""
    cells = [*table.header, *(cell for row in table.rows for cell in row.cells)]
    return any(map(is_usable, cells)) and not any(map(is_placeholder_text, cells))
