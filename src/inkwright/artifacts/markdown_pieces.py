"""Markdown as the pieces that slides are made of: headings, lines to show, notes to speak. In linear time."""

import html
import re
from dataclasses import dataclass
from typing import Final, Literal

from inkwright.artifacts.wording import is_blank, one_line

Kind = Literal["heading", "line", "notes"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A heading of some level, a line to show, or notes. The text is plain."""

    kind: Kind
    text: str
    level: int = 0


_HEADING = re.compile(r" {0,3}(#{1,6})(?=[ \t]|$)|(#{2,6})(?=[^#\s])")
_ITEM = re.compile(r"\s*(?:(?:[-*+]|\d{1,3}[.)])(?:[ \t]+|$)|[•●▪◦][ \t]*)")
_NUMBERED = re.compile(r"\s*(?:\d{1,3}、|[一二三四五六七八九十]{1,3}、|[（(]\d{1,3}[）)])")
_RULE = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*")
_QUOTE = re.compile(r" {0,3}>[> ]*")
_FENCE = re.compile(r"\s*(?:>[> ]*)?(`{3,}|~{3,})([^`]*)")
_TABLE_LINE = re.compile(r"\s*\|[\s:|-]*")
_CELL_END = re.compile(r"(?<!\\)\|")
_NOTES = re.compile(
    r"[*_]{0,3}(?:(?:speaker )?notes|speaker note|(?:演讲者?)?备注|備註|讲稿)[*_]{0,3}[ \t]*[:：][*_]{0,3}[ \t]*", re.I
)

_CODE = re.compile(r"(?<!`)(`{1,3})(?!`)([^`]+)\1(?!`)")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\(([^()\s]*)(?:\s+\"[^\"]*\")?\)")
_ADDRESS = re.compile(r"<(https?://[^<>\s]*)>")
_BREAK = re.compile(r"<br ?/?>", re.I)
_STARS = re.compile(r"(?<![\\*])(\*{1,3})(?=[^\s*])([^*]*[^\s*\\])\1(?!\*)")
_UNDERSCORES = re.compile(r"(?<![\\_A-Za-z0-9])(_{1,3})(?=[^\s_])([^_]*[^\s_\\])\1(?![_A-Za-z0-9])")
_STRUCK = re.compile(r"(?<!~)~~([^~]+)~~(?!~)")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!>|~<])")
_WORDS_MEET = re.compile(r"[A-Za-z0-9]{2}")
# Emphasis stands inside emphasis; deeper than this it is no writing any more.
_PASSES: Final = 4
_MARKS: Final = "*_`~"
_UNSPACED = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")


def pieces(markdown: str) -> list[Piece]:
    """Every piece, in order. What is no markup is in one of them."""
    reader = _Reader(markdown.splitlines())
    reader.read_all()
    return reader.pieces


def plain(written: str) -> str:
    """One line of Markdown without its marks; the address of a link stands behind its words."""
    parts, start = [], 0
    for code in _CODE.finditer(written):
        parts += [_without_marks(written[start : code.start()]), code[2]]
        start = code.end()
    return one_line("".join([*parts, _without_marks(written[start:])]))


def _without_marks(text: str) -> str:
    text = _ADDRESS.sub(r"\1", _LINK.sub(_link, _BREAK.sub(" ", text)))
    for _ in range(_PASSES):
        text = _STRUCK.sub(r"\1", _UNDERSCORES.sub(r"\2", _STARS.sub(_starred, text)))
    return html.unescape(_ESCAPE.sub(r"\1", text))


def _link(match: re.Match[str]) -> str:
    words, address = match.groups()
    if not address or address == words or address.startswith("#"):
        return words
    return f"{words} ({address})" if words else address


def _starred(match: re.Match[str]) -> str:
    """What stands between stars. In `2*3*4` they are no emphasis."""
    around = match.string[max(match.start() - 1, 0) : match.start()] + match.string[match.end() : match.end() + 1]
    return match[0] if _WORDS_MEET.fullmatch(around) else match[2]


class _Reader:
    """Goes through the lines once. `_open` are the lines of the piece that is not finished yet."""

    def __init__(self, lines: list[str]) -> None:
        self.pieces: list[Piece] = []
        self._lines = lines
        self._open: list[str] = []
        self._opened: Literal["paragraph", "item", "notes"] = "paragraph"
        self._is_quoted = False
        self._fence = ""
        self._in_comment = False
        # Behind the last `-->` an opening `<!--` is text: nothing would ever close it.
        self._last_close = max((number for number, line in enumerate(lines) if "-->" in line), default=-1)

    def read_all(self) -> None:
        for number, line in enumerate(self._lines):
            if self._fence:
                self._read_code(line)
            else:
                self._read_comments(number, line)
        self._close()

    def _read_comments(self, number: int, line: str) -> None:
        """A comment is never shown on a slide: it is for the speaker."""
        is_mixed = False
        while True:
            mark = "-->" if self._in_comment else "<!--"
            before, found, rest = line.partition(mark)
            if not found or (not self._in_comment and "-->" not in rest and number >= self._last_close):
                break
            is_mixed = True
            self._take_part(before)
            self._close()
            self._in_comment = not self._in_comment
            self._opened = "notes" if self._in_comment else "paragraph"
            line = rest
        if self._in_comment or not is_mixed or line.strip():
            self._take_part(line)

    def _take_part(self, part: str) -> None:
        if self._in_comment:
            self._open.append(part)
        elif part.strip() or not self._open:
            self._read(part)
        else:
            self._close()

    def _read(self, line: str) -> None:
        quote = _QUOTE.match(line)
        if bool(quote) is not self._is_quoted:
            self._close()
            self._is_quoted = bool(quote)
        if fence := _FENCE.fullmatch(line):
            self._close()
            self._fence = fence[1]
        elif quote:
            self._read_words(line[quote.end() :])
        elif not self._read_heading(line) and not self._read_table(line):
            self._read_words(line)

    def _read_code(self, line: str) -> None:
        mark = line.strip().lstrip("> ")
        if len(mark) >= len(self._fence) and set(mark) == {self._fence[0]}:
            self._fence = ""
        else:
            self._add("line", one_line(line))

    def _read_heading(self, line: str) -> bool:
        if match := _HEADING.match(line):
            self._close()
            words = line[match.end() :].strip()
            without = words.rstrip("#")
            closed = not without or without[-1] in " \t"
            self._add("heading", plain(without if closed else words), len(match[1] or match[2]))
            return True
        if _UNDERLINE.fullmatch(line) and self._opened == "paragraph" and len(self._open) == 1:
            self._add("heading", plain(self._open.pop()), 1 if "=" in line else 2)
            return True
        return False

    def _read_table(self, line: str) -> bool:
        if not line.lstrip().startswith("|"):
            return False
        self._close()
        if not _TABLE_LINE.fullmatch(line):
            cells = (plain(cell) for cell in _CELL_END.split(line))
            self._add("line", " | ".join(cell for cell in cells if cell))
        return True

    def _read_words(self, line: str) -> None:
        if not line.strip() or _RULE.fullmatch(line):
            self._close()
        elif notes := _NOTES.match(line.lstrip()):
            self._begin("notes", line.lstrip()[notes.end() :])
        elif self._opened == "notes" and self._open:
            self._open.append(line)
        elif item := _ITEM.match(line):
            self._begin("item", line[item.end() :])
        elif _NUMBERED.match(line):
            self._begin("item", line)
        else:
            self._open.append(line)
            if line.endswith(("  ", "\\")):
                self._open[-1] = line.removesuffix("\\")
                self._close()

    def _begin(self, kind: Literal["item", "notes"], words: str) -> None:
        self._close()
        self._opened = kind
        self._open.append(words)

    def _close(self) -> None:
        lines, kind = self._open, self._opened
        self._open, self._opened = [], "paragraph"
        if kind == "notes":
            written = "\n".join(plain(line) for line in lines).strip()
            mark = _NOTES.match(written)
            self._add("notes", written[mark.end() :] if mark else written)
        else:
            self._add("line", plain(_joined(lines)))

    def _add(self, kind: Kind, text: str, level: int = 0) -> None:
        if not is_blank(text):
            self.pieces.append(Piece(kind, text, level))


def _joined(lines: list[str]) -> str:
    """Wrapped lines as one: Chinese is joined without a space."""
    joined: list[str] = []
    for line in map(str.strip, lines):
        if joined and not (_UNSPACED.match(joined[-1].rstrip(_MARKS)[-1:]) and _UNSPACED.match(line.lstrip(_MARKS))):
            joined.append(" ")
        joined.append(line)
    return "".join(joined)
