"""The blocks of a text: headings, paragraphs, items and rows, also where nothing marks them as such."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Final, Literal, NamedTuple

from inkwright.grounding.sentences import Line, Passage, heading_of, lines_of, passage_of, plain, without_mark

Kind = Literal["heading", "paragraph", "item", "row", "gap"]

_LONGEST_TITLE: Final = 80
_LONGEST_HAN_TITLE: Final = 30
_MOST_WORDS: Final = 10
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_ENDED = re.compile(r"[.!?:;,。！？：；，、…]$")
_CHAPTER = re.compile(r"第[一二三四五六七八九十百\d]{1,4}[章节编篇课讲部](?:[\s:：分]|$)")
_HAN_NUMBER = re.compile("[一二三四五六七八九十]{1,3}、")
_NUMBER = re.compile(r"\d+|[一二三四五六七八九十]+")
_WORD = re.compile(r"\w")


class Block(NamedTuple):
    """A piece of the text. `level` is that of a heading, 0 where nothing tells; `mark` and `indent` are an item's."""

    kind: Kind
    passage: Passage
    level: int = 0
    mark: str = ""
    indent: int = 0

    @property
    def line(self) -> int:
        """The number of the line on which it begins."""
        return self.passage.numbers[0] if self.passage.numbers else 0


_GAP: Final = Block("gap", Passage("", (), ()))


def blocks_of(document: str) -> list[Block]:
    """The blocks in their order. Rules, code and empty lines are gaps; a row is one line of a table as it stands."""
    found = [block for block in _marked(list(lines_of(document))) if block.kind == "gap" or block.passage.text]
    return list(_with_titles(found))


def _marked(lines: Sequence[Line]) -> Iterator[Block]:
    """The blocks that marks and empty lines show, and the lines that can only be titles."""
    pieces: list[Line] = []
    for line, behind in pairwise([*lines, Line(0, 0, "")]):
        if line.is_rule or line.is_table or line.is_heading:
            yield from _gathered(pieces)
            pieces = []
            yield _apart(line)
        elif _stands_alone(line, behind, is_first=not pieces):
            yield from chain(_gathered(pieces), [_heading(line, level=0)])
            pieces = []
        else:
            if line.mark:
                yield from _gathered(pieces)
                pieces = []
            pieces.append(line)
    yield from _gathered(pieces)


def _gathered(pieces: Sequence[Line]) -> Iterator[Block]:
    if pieces:
        first = pieces[0]
        texts = [plain(without_mark(first.text)), *(plain(line.text) for line in pieces[1:])]
        passage = passage_of([(line.number, text) for line, text in zip(pieces, texts, strict=True)])
        yield Block("item" if first.mark else "paragraph", passage, mark=first.mark, indent=first.indent)


def _apart(line: Line) -> Block:
    """What a line is that belongs to no paragraph."""
    if line.is_table:
        return Block("row", passage_of([(line.number, line.text)]))
    return _heading(line, level=len(line.text) - len(line.text.lstrip("#"))) if line.is_heading else _GAP


def _heading(line: Line, level: int) -> Block:
    said = heading_of(line.text) if line.is_heading else plain(without_mark(line.text))
    return Block("heading", passage_of([(line.number, said if _WORD.search(said) else "")]), level=min(level, 6))


def _stands_alone(line: Line, behind: Line, *, is_first: bool) -> bool:
    """Whether a line that is followed by text is a title: a short line above a long one was not wrapped."""
    if behind.is_rule or behind.is_table or behind.is_heading or behind.mark:
        return False
    if line.mark:
        return _HAN_NUMBER.match(line.mark) is not None and _is_title(without_mark(line.text))
    is_short = len(behind.text) >= 2 * len(line.text) + 10 and not re.search("[，。；！？、]", line.text)
    return _is_title(line.text) and (_CHAPTER.match(line.text) is not None or (is_first and is_short))


def _is_title(text: str) -> bool:
    said = plain(text)
    longest = _LONGEST_HAN_TITLE if _HAN.search(said) else _LONGEST_TITLE
    is_short = len(said) <= longest and len(said.split()) <= _MOST_WORDS
    return is_short and _WORD.search(said) is not None and not _ENDED.search(said)


def _with_titles(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks, where a short line between empty ones that has no end is the heading of what follows."""
    has_heading = False
    said = [at for at, block in enumerate(blocks) if block.kind not in ("gap", "row")]
    following = dict(pairwise(said))
    before = {behind: at for at, behind in pairwise(said)}
    for at, block in enumerate(blocks):
        behind = blocks[following[at]] if at in following else _GAP
        ahead = blocks[before[at]] if at in before else _GAP
        if (block.kind == "heading" and not block.level) or _is_unmarked_title(block, ahead, behind):
            yield block._replace(kind="heading", level=2 if has_heading else 1, mark="")
            has_heading = True
        else:
            has_heading = has_heading or block.kind == "heading"
            yield block


def _is_unmarked_title(block: Block, ahead: Block, behind: Block) -> bool:
    if block.kind not in ("paragraph", "item") or len(block.passage.numbers) != 1 or not _is_title(block.passage.text):
        return False
    if block.kind == "item":
        is_of_a_list = ahead.kind == "item" and _NUMBER.sub("", ahead.mark) == _NUMBER.sub("", block.mark)
        return _NUMBER.match(block.mark) is not None and behind.kind == "paragraph" and not is_of_a_list
    return behind.kind in ("paragraph", "item", "heading")
