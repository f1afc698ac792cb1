"""Read source texts into sections with their sentences, lists and tables, each with its line number."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from pathlib import PurePath
from typing import Final, Literal, NamedTuple

from inkwright.grounding.cleaning import REMOVED, clean_source
from inkwright.grounding.sentences import (
    TextLine,
    TextPassage,
    clean_lines,
    heading_text,
    marked_terms,
    passage_of,
    sentences_in,
    strip_list_mark,
    strip_markup,
)
from inkwright.grounding.source import (
    Material,
    Sentence,
    Source,
    SourceList,
    SourceLocation,
    SourceRow,
    SourceSection,
    SourceTable,
)
from inkwright.i18n import Language

BlockKind = Literal["heading", "paragraph", "item", "row", "gap"]

_MAX_TITLE: Final = 80
_MIN_MARKED: Final = 2
_MAX_HAN_TITLE: Final = 30
_MAX_TITLE_WORDS: Final = 10
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_ENDED = re.compile(r"[.!?:;,。！？：；，、…]$")
_CHAPTER = re.compile(r"第[一二三四五六七八九十百\d]{1,4}[章节编篇课讲部](?:[\s:：分]|$)")
_HAN_NUMBER = re.compile("[一二三四五六七八九十]{1,3}、")
_NUMBER = re.compile(r"\d+|[一二三四五六七八九十]+")
_WORD = re.compile(r"\w")
_HAN_END = re.compile("[。！？]$")
_HAN_LINE = re.compile("[\u3400-\u9fff]{2,12}")
# Such a line is one of a poem or of a sentence, not a title.
_CONTINUES = re.compile(
    r"^[a-z]|^(?:But|And|Or|Nor|Yet|So|For|Then) [a-z]|, (?:the|a|an|and|but|he|she|it|they|who|that|which)\b"
)
_NUMERAL = re.compile(r"[IVXLC\d.]+")
_ENUMERATED = re.compile(r"[,;](?: (?:and|or))?$|[，；、](?:和|及|以及|或)?$")


class TextBlock(NamedTuple):
    """A block of the text. `level` belongs to headings (0 if unknown), `mark` and `indent` to list items."""

    kind: BlockKind
    passage: TextPassage
    level: int = 0
    mark: str = ""
    indent: int = 0

    @property
    def line(self) -> int:
        """The line number on which the block begins."""
        return self.passage.numbers[0] if self.passage.numbers else 0


_GAP: Final = TextBlock("gap", TextPassage("", (), ()))


def blocks_of(text: str) -> list[TextBlock]:
    """Return the blocks of a clean text in order. Rules and empty lines become gaps; a row is one unparsed line of a
    table.
    """
    found = [block for block in _marked_blocks(list(clean_lines(text))) if block.kind == "gap" or block.passage.text]
    return list(_with_titles(_with_leads(found)))


def _with_leads(blocks: Sequence[TextBlock]) -> list[TextBlock]:
    """Return the blocks with a heading that ends with a colon as the line above a list, if other headings have none."""
    headings = [block for block in blocks if block.kind == "heading" and block.level > 0]
    leads = [block for block in headings if block.passage.text.endswith((":", "：")) and block is not headings[0]]
    if not leads or 2 * len(leads) > len(headings):
        return list(blocks)
    return [block._replace(kind="paragraph", level=0) if block in leads else block for block in blocks]


def _marked_blocks(lines: Sequence[TextLine]) -> Iterator[TextBlock]:
    """Yield the blocks that markup and empty lines delimit, and the lines that can only be titles."""
    pieces: list[TextLine] = []
    for line, following in pairwise([*lines, TextLine(0, 0, "")]):
        if line.is_rule or line.is_table or line.is_heading:
            yield from _merge_lines(pieces)
            pieces = []
            yield _single_line_block(line)
        elif _is_title_line(line, following, is_first=not pieces or _ends_before_title(pieces[-1], line)):
            yield from chain(_merge_lines(pieces), [_heading_block(line, level=0)])
            pieces = []
        else:
            begins_quotation = line.is_quoted and pieces and not pieces[-1].is_quoted
            if line.mark or begins_quotation:
                yield from _merge_lines(pieces)
                pieces = []
            pieces.append(line)
    yield from _merge_lines(pieces)


def _merge_lines(pieces: Sequence[TextLine]) -> Iterator[TextBlock]:
    if pieces:
        first = pieces[0]
        texts = [strip_markup(strip_list_mark(first.text)), *(strip_markup(line.text) for line in pieces[1:])]
        passage = passage_of([(line.number, text) for line, text in zip(pieces, texts, strict=True)])
        marked = tuple(term for line in pieces for term in marked_terms(line.text))
        passage = passage._replace(marked=marked, is_aside=first.is_quoted)
        yield TextBlock("item" if first.mark else "paragraph", passage, mark=first.mark, indent=first.indent)


def _single_line_block(line: TextLine) -> TextBlock:
    """Return the block of a line that is not part of a paragraph."""
    if line.is_table:
        return TextBlock("row", passage_of([(line.number, line.text)]))
    return _heading_block(line, level=len(line.text) - len(line.text.lstrip("#"))) if line.is_heading else _GAP


def _heading_block(line: TextLine, level: int) -> TextBlock:
    plain = heading_text(line.text) if line.is_heading else strip_markup(strip_list_mark(line.text))
    passage = passage_of([(line.number, plain.replace(REMOVED, "").strip() if _WORD.search(plain) else "")])
    return TextBlock("heading", passage._replace(is_aside=line.is_quoted), level=min(level, 6))


def _is_title_line(line: TextLine, following: TextLine, *, is_first: bool) -> bool:
    """Whether a line followed by text is a title: a short line above a long one was not wrapped."""
    if following.is_rule or following.is_table or following.is_heading or following.mark:
        return False
    if line.mark:
        return _HAN_NUMBER.match(line.mark) is not None and _is_title(strip_list_mark(line.text))
    is_short = len(following.text) >= 2 * len(line.text) + 10 and not re.search("[，。；！？、]", line.text)
    return _is_title(line.text) and (_CHAPTER.match(line.text) is not None or (is_first and is_short))


def _ends_before_title(before: TextLine, line: TextLine) -> bool:
    """Whether a short Chinese line follows a finished sentence: wrapped lines would be of one length."""
    return _HAN_END.search(before.text) is not None and _HAN_LINE.fullmatch(line.text) is not None


def _is_title(text: str) -> bool:
    plain = strip_markup(text)
    if _CONTINUES.search(plain):
        return False
    max_length = _MAX_HAN_TITLE if _HAN.search(plain) else _MAX_TITLE
    is_short = len(plain) <= max_length and len(plain.split()) <= _MAX_TITLE_WORDS
    return is_short and _WORD.search(plain) is not None and not _ENDED.search(plain)


def _with_titles(blocks: Sequence[TextBlock]) -> Iterator[TextBlock]:
    """Yield the blocks. A short line between empty lines without final punctuation becomes a heading, unless the text
    marks its headings.
    """
    has_heading = has_text = False
    is_marked = sum(block.kind == "heading" and block.level > 0 for block in blocks) >= _MIN_MARKED
    with_text = [index for index, block in enumerate(blocks) if block.kind not in ("gap", "row")]
    next_index = dict(pairwise(with_text))
    previous_index = {after: index for index, after in pairwise(with_text)}
    for index, block in enumerate(blocks):
        following = blocks[next_index[index]] if index in next_index else _GAP
        preceding = blocks[previous_index[index]] if index in previous_index else _GAP
        is_guessed = block.kind == "heading" and not block.level
        if not is_marked and (is_guessed or _is_unmarked_title(block, preceding, following)):
            yield block._replace(kind="heading", level=2 if has_heading or has_text else 1, mark="")
            has_heading = True
        else:
            has_text = has_text or block.kind in ("paragraph", "item")
            has_heading = has_heading or block.kind == "heading"
            yield block._replace(kind="paragraph") if is_guessed else block


# Somebody says it: a sentence, not a heading.
_SPEECH = re.compile('[：:，,] ?[“「"]')


def _is_unmarked_title(block: TextBlock, preceding: TextBlock, following: TextBlock) -> bool:
    if _SPEECH.search(block.passage.text):
        return False
    if block.kind not in ("paragraph", "item") or len(block.passage.numbers) != 1 or not _is_title(block.passage.text):
        return False
    if block.kind == "item":
        continues_a_list = preceding.kind == "item" and _NUMBER.sub("", preceding.mark) == _NUMBER.sub("", block.mark)
        return _NUMBER.match(block.mark) is not None and following.kind == "paragraph" and not continues_a_list
    return following.kind in ("paragraph", "item", "heading")


_NESTED_INDENT: Final = 2
_HAN_DIGITS: Final = "零一二三四五六七八九十"
_CIRCLED: Final = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"


class ListEntry(NamedTuple):
    """A list item as read: its mark, indentation, text and location."""

    mark: str
    indent: int
    text: str
    location: SourceLocation
    marked: tuple[str, ...] = ()


@dataclass
class _OpenList:
    lead: str
    indent: int
    number: int | None
    items: list[ListEntry]

    def continues_with(self, entry: ListEntry) -> bool:
        number = number_of(entry.mark)
        if number is None or self.number is None:
            return number is self.number
        # In Markdown, every item may have the number 1.
        return number == self.number + 1 or number == self.number == 1

    def to_list(self) -> SourceList:
        items = tuple(Sentence(entry.text, entry.location, entry.location.line, entry.marked) for entry in self.items)
        return SourceList(self.lead, items, self.number is not None, items[0].location)


def group_lists(entries: Sequence[ListEntry], lead: str) -> list[SourceList]:
    """Return the lists in the order of their first items; a nested list is introduced by its parent item."""
    return sorted(_finished_lists(entries, lead), key=lambda listing: listing.location.line)


def number_of(mark: str) -> int | None:
    """Return the number in a list mark, or None if it has none."""
    if digits := re.search(r"\d+", mark):
        return int(digits[0])
    if mark[:1] and mark[0] in _CIRCLED:
        return _CIRCLED.index(mark[0]) + 1
    written = re.match(f"[{_HAN_DIGITS}]+", mark)
    return _han_number(written[0]) if written else None


def _han_number(written: str) -> int:
    tens, ten, ones = written.rpartition("十")
    one = _HAN_DIGITS.index(ones[-1]) if ones else 0
    return 10 * (_HAN_DIGITS.index(tens[-1]) if tens else 1) + one if ten else one


def _finished_lists(entries: Sequence[ListEntry], lead: str) -> Iterator[SourceList]:
    stack: list[_OpenList] = []
    for entry in entries:
        while stack and entry.indent + _NESTED_INDENT <= stack[-1].indent:
            yield stack.pop().to_list()
        top = stack[-1] if stack else None
        if top and entry.indent >= top.indent + _NESTED_INDENT:
            stack.append(_OpenList(top.items[-1].text, entry.indent, number_of(entry.mark), [entry]))
        elif top and top.continues_with(entry):
            top.items.append(entry)
            top.number = number_of(entry.mark)
        else:
            if top:
                yield stack.pop().to_list()
            stack.append(_OpenList(top.lead if top else lead, entry.indent, number_of(entry.mark), [entry]))
    while stack:
        yield stack.pop().to_list()


_MIN_COLUMNS: Final = 2
_MAX_COLUMNS: Final = 40
_RULE = re.compile(r"(?=[^-]*+-)[\s|:-]++")
_CELL_SEPARATOR = re.compile(r"(?<!\\)\|")


def parse_table(lines: Sequence[tuple[int, str]], source: str, section: str) -> SourceTable | None:
    """Return the table in these numbered lines, or None without a header, a rule and at least one row.

    Every row gets the width of the header: missing cells are empty, extra cells are dropped.
    """
    if len(lines) < 3 or not _RULE.fullmatch(lines[1][1]):
        return None
    header = _cells(lines[0][1])
    if not _MIN_COLUMNS <= len(header) <= _MAX_COLUMNS:
        return None
    rows = [
        SourceRow((*cells, *[""] * len(header))[: len(header)], SourceLocation(source, section, number, line))
        for number, line in lines[2:]
        if any(cells := _cells(line))
    ]
    return SourceTable(header, tuple(rows), SourceLocation(source, section, lines[0][0], lines[0][1])) if rows else None


def table_as_list(table: SourceTable) -> SourceList:
    """Return the rows as list items, for a table that is too large to display."""
    items = [Sentence(_row_text(row.cells), row.location) for row in table.rows]
    return SourceList("", tuple(items), is_ordered=False, location=table.location)


def _row_text(cells: Sequence[str]) -> str:
    first, *others = filter(None, cells)
    return f"{first}: {'; '.join(others)}" if others else first


def _cells(line: str) -> tuple[str, ...]:
    inside = line.strip().removeprefix("|")
    inside = inside[:-1] if inside.endswith("|") and not inside.endswith("\\|") else inside
    return tuple(strip_markup(cell.replace("\\|", "|")) for cell in _CELL_SEPARATOR.split(inside))


MAX_CHARACTERS: Final = 400_000
MAX_SENTENCE: Final = 600
_LANGUAGE_SAMPLE: Final = 50_000
_MAX_MARKED: Final = 30
_LATIN = re.compile("[A-Za-z]{2,}")


def read_material(sources: Sequence[Source], language: Language | None = None) -> Material:
    """Read all sources as one material; text beyond `MAX_CHARACTERS` is left out."""
    sections: list[SourceSection] = []
    remaining = MAX_CHARACTERS
    title = ""
    for source in sources:
        read = clean_source(source.text[:remaining])
        remaining -= min(len(source.text), remaining)
        title = title or read.title
        sections += _sections(source.name, blocks_of(read.text))
    return Material(title or _title(sections, sources), language or _language(sections), tuple(sections))


def sentences_of(source: str, section: str, passage: TextPassage) -> list[Sentence]:
    """Return the sentences of a passage, without the ones that are overlong, have no letters or have lost a part."""
    return [
        Sentence(
            text,
            SourceLocation(source, section, passage.line_at(start), text),
            passage.numbers[0],
            tuple(term for term in passage.marked[:_MAX_MARKED] if term in text),
            passage.is_aside,
        )
        for start, text in sentences_in(passage.text)
        if len(text) <= MAX_SENTENCE and _WORD.search(text) and REMOVED not in text
    ]


def _language(sections: Sequence[SourceSection]) -> Language:
    """Return the language of most words; a Chinese word has about two characters."""
    lists = (item.text for section in sections for each in section.listings for item in each.items)
    rows = (row.text for section in sections for table in section.tables for row in table.rows)
    sentences = (sentence.text for section in sections for sentence in section.sentences)
    titles = (section.title for section in sections)
    plain = "\n".join([*titles, *sentences, *lists, *rows])[:_LANGUAGE_SAMPLE]
    return "zh" if len(_HAN.findall(plain)) > 2 * len(_LATIN.findall(plain)) else "en"


def _title(sections: Sequence[SourceSection], sources: Sequence[Source]) -> str:
    titled = sorted((section for section in sections if section.title), key=lambda section: section.level)
    # A heading below some text is that of a part.
    if titled and (titled[0].level == 1 or sections[0].title):
        return next((each.title for each in titled if not _NUMERAL.fullmatch(each.title)), titled[0].title)
    return PurePath(sources[0].name).stem if sources else ""


@dataclass
class _SectionDraft:
    """A section that is being read."""

    source: str
    title: str
    level: int
    line: int
    sentences: list[Sentence] = field(default_factory=list)
    listings: list[SourceList] = field(default_factory=list)
    tables: list[SourceTable] = field(default_factory=list)
    open_lead: list[Sentence] = field(default_factory=list)

    def to_section(self) -> SourceSection:
        in_order = sorted(self.sentences, key=lambda sentence: sentence.location.line)
        location = SourceLocation(self.source, self.title, self.line, self.title)
        return SourceSection(
            self.title, self.level, tuple(in_order), tuple(self.listings), location, tuple(self.tables)
        )

    def add_paragraph(self, block: TextBlock) -> str:
        """Add the sentences and return the lead of a following list: the last sentence, not added if it has a colon."""
        found = sentences_of(self.source, self.title, block.passage)
        last = block.passage.text.rpartition(REMOVED)[2]
        is_whole = REMOVED not in block.passage.text or (found and found[-1].text in last)
        lead = (found[-1].text if found else "") if is_whole else REMOVED
        # A lead whose list has not come belongs to the sentences after it.
        self.sentences += self.open_lead
        is_lead = lead.endswith((":", "："))
        self.sentences += found[:-1] if is_lead else found
        self.open_lead = found[-1:] if is_lead else []
        return lead

    def add_items(self, items: Sequence[TextBlock], lead: str) -> None:
        self.open_lead = []
        by_line = {item.line: item for item in items}
        entries = [
            ListEntry(
                item.mark,
                item.indent,
                _ENUMERATED.sub("", item.passage.text),
                self._location(item),
                item.passage.marked,
            )
            for item in items
        ]
        for listing in group_lists(entries, lead or self.title):
            if any(REMOVED in item.text for item in listing.items):
                continue
            if len(listing.items) > 1:
                self.listings.append(listing)
            else:
                self.sentences += sentences_of(self.source, self.title, by_line[listing.location.line].passage)

    def add_rows(self, rows: Sequence[TextBlock]) -> None:
        lines = [(row.line, row.passage.text) for row in rows]
        table = parse_table(lines, self.source, self.title) if not any(REMOVED in line for _, line in lines) else None
        self.tables += [table] if table else []

    def _location(self, item: TextBlock) -> SourceLocation:
        return SourceLocation(self.source, self.title, item.line, item.passage.text)


def _with_asides(blocks: Sequence[TextBlock]) -> Iterator[TextBlock]:
    """Yield the blocks without the places of code. Quotations without a heading and remarks on code are asides."""
    follows_code = is_quoted_section = False
    for block in blocks:
        if block.passage.text.strip() == REMOVED:
            follows_code = True
            continue
        if block.kind == "heading":
            is_quoted_section = block.passage.is_aside
        is_aside = follows_code or (block.passage.is_aside and not is_quoted_section)
        follows_code = follows_code and block.kind == "gap"
        yield block._replace(passage=block.passage._replace(is_aside=is_aside))


def _sections(source: str, blocks: Sequence[TextBlock]) -> Iterator[SourceSection]:
    draft = _SectionDraft(source, "", 0, 1)
    lead = ""
    items: list[TextBlock] = []
    rows: list[TextBlock] = []
    for block in [*_with_asides(blocks), TextBlock("heading", TextPassage("", (), ()))]:
        if items and block.kind in ("heading", "paragraph"):
            draft.add_items(items, lead)
            items, lead = [], ""
        if rows and block.kind != "row":
            draft.add_rows(rows)
            rows = []
        match block.kind:
            case "heading":
                if draft.title or draft.sentences or draft.listings or draft.tables:
                    yield draft.to_section()
                draft, lead = _SectionDraft(source, block.passage.text, block.level, block.line), ""
            case "paragraph":
                lead = draft.add_paragraph(block)
            case "item":
                items.append(block)
            case "row":
                rows.append(block)
            case "gap":
                pass
