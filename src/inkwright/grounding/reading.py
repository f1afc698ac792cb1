"""Reads what somebody gave: sections with their sentences, lists and tables, each with its line."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Final

from inkwright.grounding.blocks import Block, blocks_of
from inkwright.grounding.listings import Entry, listings_of
from inkwright.grounding.material import Listing, Material, Place, Section, Sentence, Source, Table
from inkwright.grounding.sentences import Passage, sentences_in
from inkwright.grounding.tables import table_in
from inkwright.i18n import Language

MOST_CHARACTERS: Final = 400_000
LONGEST_SENTENCE: Final = 600
_LOOK_AT: Final = 50_000
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_LATIN = re.compile("[A-Za-z]{2,}")
_WORD = re.compile(r"\w")


def read_material(sources: Sequence[Source], language: Language | None = None) -> Material:
    """All sources as one material; what is beyond `MOST_CHARACTERS` is left out."""
    sections: list[Section] = []
    room = MOST_CHARACTERS
    for source in sources:
        read = source.text[:room]
        room -= len(read)
        sections += _sections(source.name, blocks_of(read))
    return Material(_title(sections, sources), language or _language(sources), tuple(sections))


def sentences_of(source: str, section: str, passage: Passage) -> list[Sentence]:
    """The sentences of a passage, without scraps of signs and without what has no end."""
    return [
        Sentence(text, Place(source, section, passage.line_at(start), text))
        for start, text in sentences_in(passage.text)
        if len(text) <= LONGEST_SENTENCE and _WORD.search(text)
    ]


def _language(sources: Sequence[Source]) -> Language:
    """That of most of its words; a Chinese word has about two signs."""
    said = "\n".join(source.text[:_LOOK_AT] for source in sources)
    return "zh" if len(_HAN.findall(said)) > 2 * len(_LATIN.findall(said)) else "en"


def _title(sections: Sequence[Section], sources: Sequence[Source]) -> str:
    titled = sorted((section for section in sections if section.title), key=lambda section: section.level)
    if titled:
        return titled[0].title
    return PurePath(sources[0].name).stem if sources else ""


@dataclass
class _Draft:
    """A section that is being read."""

    source: str
    title: str
    level: int
    line: int
    sentences: list[Sentence] = field(default_factory=list)
    listings: list[Listing] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)

    def done(self) -> Section:
        in_order = sorted(self.sentences, key=lambda sentence: sentence.place.line)
        place = Place(self.source, self.title, self.line, self.title)
        return Section(self.title, self.level, tuple(in_order), tuple(self.listings), place, tuple(self.tables))

    def add_paragraph(self, block: Block) -> str:
        """What introduces a list that follows: the last sentence, which is none of its own where it ends in a colon."""
        found = sentences_of(self.source, self.title, block.passage)
        lead = found[-1].text if found else ""
        self.sentences += found[:-1] if lead.endswith((":", "：")) else found
        return lead

    def add_items(self, items: Sequence[Block], lead: str) -> None:
        by_line = {item.line: item for item in items}
        entries = [Entry(item.mark, item.indent, item.passage.text, self._place(item)) for item in items]
        for listing in listings_of(entries, lead or self.title):
            if len(listing.items) > 1:
                self.listings.append(listing)
            else:
                self.sentences += sentences_of(self.source, self.title, by_line[listing.place.line].passage)

    def add_rows(self, rows: Sequence[Block]) -> None:
        table = table_in([(row.line, row.passage.text) for row in rows], self.source, self.title)
        self.tables += [table] if table else []

    def _place(self, item: Block) -> Place:
        return Place(self.source, self.title, item.line, item.passage.text)


def _sections(source: str, blocks: Sequence[Block]) -> Iterator[Section]:
    draft = _Draft(source, "", 0, 1)
    lead = ""
    items: list[Block] = []
    rows: list[Block] = []
    for block in [*blocks, Block("heading", Passage("", (), ()))]:
        if items and block.kind in ("heading", "paragraph"):
            draft.add_items(items, lead)
            items, lead = [], ""
        if rows and block.kind != "row":
            draft.add_rows(rows)
            rows = []
        match block.kind:
            case "heading":
                if draft.title or draft.sentences or draft.listings or draft.tables:
                    yield draft.done()
                draft, lead = _Draft(source, block.passage.text, block.level, block.line), ""
            case "paragraph":
                lead = draft.add_paragraph(block)
            case "item":
                items.append(block)
            case "row":
                rows.append(block)
            case "gap":
                pass
