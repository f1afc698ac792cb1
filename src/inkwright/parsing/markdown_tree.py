"""Parse Markdown with markdown-it-py into typed blocks and runs of text, each with its lines in the source.

No other module uses the library. The syntax is CommonMark with tables and strikethrough; HTML is text. Emphasis works
next to Chinese and Japanese too, where CommonMark shows the stars of `**注意：**请看`, and `2*3*4` keeps its stars.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from typing import Final, Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Scanned
from markdown_it.token import Token
from markdown_it.utils import EnvType

CellAlignment = Literal["left", "center", "right"]

_CHARACTERS: Final = 4_096
_LINE_END: Final = re.compile(r"\r\n?|\n")
_ALIGNMENTS: Final[dict[str, CellAlignment]] = {"text-align:right": "right", "text-align:center": "center"}


class LineSpan(NamedTuple):
    """The first and the last line of a block, counted from 1. A list may end with empty lines."""

    first: int
    last: int


class MarkdownRun(NamedTuple):
    """Text in one style, on one line of the source. A hard line break is `\\n`; a picture has its description."""

    text: str
    line: int
    is_bold: bool = False
    is_italic: bool = False
    is_struck: bool = False
    is_code: bool = False
    is_picture: bool = False
    address: str = ""
    """The address of a link or a picture."""


class MarkdownText(tuple[MarkdownRun, ...]):
    """The text of a block as runs. The lines of a paragraph are joined."""

    __slots__ = ()

    @property
    def plain(self) -> str:
        """The visible text."""
        return "".join(run.text for run in self)


@dataclass(frozen=True, slots=True)
class MarkdownHeading:
    """A heading: its text, and how it is written. `is_underlined` if a line of `=` or `-` makes it one."""

    text: MarkdownText
    source: str
    level: int
    lines: LineSpan
    is_underlined: bool = False


@dataclass(frozen=True, slots=True)
class MarkdownParagraph:
    """A paragraph."""

    text: MarkdownText
    lines: LineSpan


@dataclass(frozen=True, slots=True)
class MarkdownCode:
    """Code, unchanged. `info` is the text after the opening fence; indented code has no fence."""

    code: str
    info: str
    lines: LineSpan
    is_fenced: bool = True
    is_closed: bool = True

    @property
    def language(self) -> str:
        """The first word after the opening fence."""
        return next(iter(self.info.split()), "")


@dataclass(frozen=True, slots=True)
class MarkdownTable:
    """A table. Every row has as many cells as the first one, which is its head."""

    rows: tuple[tuple[MarkdownText, ...], ...]
    alignments: tuple[CellAlignment, ...]
    lines: LineSpan


@dataclass(frozen=True, slots=True)
class ThematicBreak:
    """A line of dashes, stars or underscores."""

    lines: LineSpan


@dataclass(frozen=True, slots=True)
class MarkdownItem:
    """An item of a list."""

    blocks: "tuple[MarkdownNode, ...]"
    lines: LineSpan


@dataclass(frozen=True, slots=True)
class MarkdownList:
    """A list. `first` is the number of its first item, None for bullets."""

    items: tuple[MarkdownItem, ...]
    first: int | None
    lines: LineSpan


@dataclass(frozen=True, slots=True)
class MarkdownQuote:
    """A quotation."""

    blocks: "tuple[MarkdownNode, ...]"
    lines: LineSpan


MarkdownNode = (
    MarkdownHeading | MarkdownParagraph | MarkdownCode | MarkdownTable | ThematicBreak | MarkdownList | MarkdownQuote
)


def parse_tree(markdown: str) -> tuple[MarkdownNode, ...]:
    """Return the blocks in order. Takes linear time; blocks are nested at most 20 deep."""
    return tuple(_Blocks(_parser().parse(markdown)).read())


def parse_inline(markdown: str) -> MarkdownText:
    """Return the runs of a text without blocks."""
    return _text(_parser().parseInline(markdown)[0])


def texts_of(nodes: Iterable[MarkdownNode]) -> Iterator[MarkdownText]:
    """Yield the texts of all headings, paragraphs and cells, in order."""
    for node in nodes:
        match node:
            case MarkdownHeading() | MarkdownParagraph():
                yield node.text
            case MarkdownQuote():
                yield from texts_of(node.blocks)
            case MarkdownList():
                for item in node.items:
                    yield from texts_of(item.blocks)
            case MarkdownTable():
                yield from chain.from_iterable(node.rows)


def line_starts(text: str) -> list[int]:
    """Return the position at which each line begins, then the end of the text: `starts[first - 1]` is where a block
    begins, and `starts[last]` where the text after it does.
    """
    starts = [0, *(end.end() for end in _LINE_END.finditer(text))]
    return starts if starts[-1] == len(text) else [*starts, len(text)]


class _InlineState(StateInline):
    """Knows the lines of its tokens, and that Chinese has no spaces around emphasis."""

    def __init__(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> None:
        super().__init__(src, md, env, tokens)
        self._line_ends = [end.start() for end in _LINE_END.finditer(src)] if "\n" in src else []

    def pushPending(self) -> Token:  # noqa: N802
        return self._with_line(super().pushPending())

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        return self._with_line(super().push(ttype, tag, nesting))

    def _with_line(self, token: Token) -> Token:
        if self._line_ends:
            token.meta["line"] = bisect_left(self._line_ends, self.pos)
        return token

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N802, N803
        """Return whether marks can open and close emphasis. Two rules differ from CommonMark: wide characters count as
        a border between words, and their punctuation as letters; stars between letters or digits are text.
        """
        end = start + 1
        while end < self.posMax and self.src[end] == self.src[start]:
            end += 1
        before = self.src[start - 1] if start else " "
        after = self.src[end] if end < self.posMax else " "
        if self.src[start] == "*" and (before + after).isascii() and before.isalnum() and after.isalnum():
            return Scanned(False, False, end - start)
        is_border_before, is_border_after = _is_border(before), _is_border(after)
        opens = not isWhiteSpace(ord(after)) and (not _is_punctuation(after) or is_border_before)
        closes = not isWhiteSpace(ord(before)) and (not _is_punctuation(before) or is_border_after)
        return Scanned(
            opens and (canSplitWord or not closes or _is_punctuation(before)),
            closes and (canSplitWord or not opens or _is_punctuation(after)),
            end - start,
        )


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"


@lru_cache(_CHARACTERS)
def _is_punctuation(character: str) -> bool:
    return (isMdAsciiPunct(ord(character)) or isPunctChar(character)) and not _is_wide(character)


@lru_cache(_CHARACTERS)
def _is_border(character: str) -> bool:
    return isWhiteSpace(ord(character)) or _is_wide(character) or _is_punctuation(character)


class _InlineParser(ParserInline):
    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        state = _InlineState(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt()
    parser.inline = _InlineParser()
    return parser.configure("commonmark", {"html": False}).enable(["strikethrough", "table"])


class _Blocks:
    """Reads the tokens of the library, from opening to closing ones."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = iter(tokens)

    def read(self) -> Iterator[MarkdownNode]:
        """Yield the blocks up to the end of the open one."""
        for token in self._tokens:
            if token.nesting < 0:
                return
            yield self._block(token)

    def _block(self, token: Token) -> MarkdownNode:
        lines = _lines(token)
        match token.type:
            case "heading_open":
                text, source = self._inline()
                return MarkdownHeading(text, source, int(token.tag[1:]), lines, token.markup in ("=", "-"))
            case "blockquote_open":
                return MarkdownQuote(tuple(self.read()), lines)
            case "bullet_list_open" | "ordered_list_open":
                first = int(token.attrs.get("start", 1)) if token.type == "ordered_list_open" else None
                return MarkdownList(tuple(self._items()), first, lines)
            case "table_open":
                return self._table(lines)
            case "fence" | "code_block":
                return _code(token, lines)
            case "hr":
                return ThematicBreak(lines)
            case _:
                return MarkdownParagraph(self._inline()[0], lines)

    def _inline(self) -> tuple[MarkdownText, str]:
        """Return the text of a block, and how it is written."""
        inline = next(self._tokens)
        next(self._tokens)
        return _text(inline), inline.content

    def _items(self) -> Iterator[MarkdownItem]:
        for token in self._tokens:
            if token.nesting < 0:
                return
            yield MarkdownItem(tuple(self.read()), _lines(token))

    def _table(self, lines: LineSpan) -> MarkdownTable:
        rows: list[list[MarkdownText]] = []
        alignments: list[CellAlignment] = []
        for token in self._tokens:
            if token.type == "table_close":
                break
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "th_open":
                alignments.append(_ALIGNMENTS.get(str(token.attrGet("style")), "left"))
            elif token.type == "inline":
                rows[-1].append(_text(token))
        return MarkdownTable(tuple(map(tuple, rows)), tuple(alignments), lines)


def _lines(token: Token) -> LineSpan:
    start, end = token.map or (0, 0)
    return LineSpan(start + 1, end)


def _code(token: Token, lines: LineSpan) -> MarkdownCode:
    length = token.content.count("\n") + (token.content[-1:] not in ("", "\n"))
    is_fenced = token.type == "fence"
    is_closed = not is_fenced or lines.last - lines.first + 1 == length + 2
    return MarkdownCode(token.content.removesuffix("\n"), token.info.strip(), lines, is_fenced, is_closed)


_STYLES: Final = {"strong": "is_bold", "em": "is_italic", "s": "is_struck"}


def _text(inline: Token) -> MarkdownText:
    tokens = inline.children or []
    first_line = _lines(inline).first
    if len(tokens) == 1 and tokens[0].type == "text":
        return MarkdownText([MarkdownRun(tokens[0].content, first_line)])
    reader = _Runs(first_line)
    for token in tokens:
        reader.add(token)
    return MarkdownText(reader.runs)


class _Runs:
    """Collects the runs of a text. Between wide characters, a line end is not a space."""

    def __init__(self, first_line: int) -> None:
        self.runs: list[MarkdownRun] = []
        self._first_line = first_line
        self._styles = dict.fromkeys(_STYLES.values(), 0)
        self._link: tuple[str, int] = ("", 0)
        self._is_joining = False

    def add(self, token: Token) -> None:
        """Add the text of a token, or note its style."""
        if style := _STYLES.get(token.tag):
            self._styles[style] += token.nesting
        elif token.type == "link_open":
            self._link = (str(token.attrs.get("href", "")), len(self.runs))
        elif token.type == "link_close":
            if len(self.runs) == self._link[1]:
                self._append("", token, self._link[0])
            self._link = ("", 0)
        elif token.type == "softbreak":
            self._is_joining = True
        elif token.type == "image":
            self._append(_text(token).plain, token, str(token.attrs.get("src", "")))
        else:
            self._append("\n" if token.type == "hardbreak" else token.content, token, self._link[0])

    def _append(self, shown: str, token: Token, address: str) -> None:
        if self._is_joining and shown:
            self._is_joining = False
            before = next((run.text[-1] for run in reversed(self.runs) if run.text), " ")
            shown = shown if _is_wide(before) and _is_wide(shown[0]) else f" {shown}"
        run = MarkdownRun(
            shown,
            self._first_line + token.meta.get("line", 0),
            is_bold=self._styles["is_bold"] > 0,
            is_italic=self._styles["is_italic"] > 0,
            is_struck=self._styles["is_struck"] > 0,
            is_code=token.type == "code_inline",
            is_picture=token.type == "image",
            address=address,
        )
        self.runs += [run] if shown or address else []
