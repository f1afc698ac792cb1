"""Split streamed Markdown into finished blocks and an unfinished tail."""

import re
from dataclasses import dataclass
from typing import Final, Literal

BlockKind = Literal["", "text", "list", "code"]

_MAX_BLOCK_LENGTH: Final = 4_000
"""A longer block is emitted in parts, so that the tail stays short."""
_CODE_LINES: Final = 40
_LIST_PART: Final = 300
"""List items are emitted together from this length on: rendering them one by one costs ten times as much."""
_MARKS: Final = r"(`{3,100}+(?!.*`)|~{3,100}+(?!~))"
"""The marks of a fence. They are repeated in each part of a long block, so they have to be much shorter than it."""
_FENCE: Final = re.compile(rf" {{0,3}}{_MARKS}")
_INNER_FENCE: Final = re.compile(rf"\s*+(?:[-*+]\s+|\d{{1,9}}[.)]\s+)?{_MARKS}")
_HEADING: Final = re.compile(r" {0,3}#{1,6}(?:\s|$)")
_BULLET: Final = re.compile(r" {0,3}[-*+](?:\s|$)")
_NUMBERED: Final = re.compile(r"( {0,3})(\d{1,9})([.)])(?=\s|$)")
_RULE: Final = re.compile(r" {0,3}([-*_])\s*(?:\1\s*){2,}$")
_QUOTE: Final = re.compile(r" {0,3}>")
_TABLE_RULE: Final = re.compile(r"\s*+\|?\s*+:?-++:?\s*+(?:\|\s*+:?-++:?\s*+)*+\|?\s*+$")
_BREAKS: Final = " 。！？，；、.!?,;"


@dataclass(frozen=True, slots=True)
class MarkdownBlock:
    """One finished block. With `continues` no empty line comes before it, as between list items."""

    markdown: str
    kind: BlockKind
    continues: bool = False


class MarkdownSplitter:
    """Splits streamed pieces into blocks. The work per character is constant."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._part = ""
        self._length = 0
        self._kind: BlockKind = ""
        self._fence = ""
        self._has_gap = False
        self._continues = False
        self._number: int | None = None

    @property
    def tail(self) -> str:
        """The text that is not finished yet."""
        return "\n".join([*self._lines, self._part])

    def feed(self, piece: str) -> list[MarkdownBlock]:
        """Add a piece, and return the blocks that it finishes."""
        first, *more = piece.split("\n")
        self._part += first
        done: list[MarkdownBlock] = []
        for part in more:
            line, self._part = self._part, part
            done += self._take(line)
        while self._length + len(self._part) > _MAX_BLOCK_LENGTH:
            done += self._cut()
        return done

    def finish(self) -> list[MarkdownBlock]:
        """Return the rest as finished blocks."""
        line, self._part = self._part, ""
        done = self._take(line) if line else []
        return done + self._close()

    def _take(self, line: str) -> list[MarkdownBlock]:
        if self._fence:
            return self._take_code(line)
        if not line.strip():
            if self._kind != "list":
                return self._close()
            self._has_gap = True
            self._add(line)
            return []
        done = self._close(next_line=line) if self._lines and self._starts_block(line) else []
        if not self._lines:
            line = self._open(line)
        elif self._number is not None and not line.startswith("  ") and _NUMBERED.match(line):
            self._number += 1
        opening = (_INNER_FENCE if self._kind == "list" else _FENCE).match(line)
        if opening:
            self._fence = opening[1]
        self._has_gap = False
        self._add(line)
        return done + (self._close() if _HEADING.match(line) and self._kind == "text" else [])

    def _take_code(self, line: str) -> list[MarkdownBlock]:
        self._add(line)
        mark = line.strip()
        if len(mark) >= len(self._fence) and set(mark) == set(self._fence):
            self._fence = ""
            return self._close() if self._kind == "code" else []
        return self._emit_part() if self._kind == "code" and len(self._lines) > _CODE_LINES else []

    def _starts_block(self, line: str) -> bool:
        """Whether the line begins a new block."""
        if self._kind == "list":
            if len(line) - len(line.lstrip()) > 1:
                return False
            if _is_same_list(line, self._number) and not _RULE.match(line):
                return self._length > _LIST_PART
            return self._has_gap or _starts_anything(line)
        if _QUOTE.match(line):
            return not _QUOTE.match(self._lines[0])
        numbered = _NUMBERED.match(line)
        if numbered and numbered[2] != "1":
            return False
        return _starts_anything(line) and not _TABLE_RULE.match(line)

    def _open(self, line: str) -> str:
        """Begin a block with this line. Items of a numbered list are numbered in sequence, as Markdown does."""
        if _FENCE.match(line):
            self._kind = "code"
        elif (_BULLET.match(line) or _NUMBERED.match(line)) and not _RULE.match(line):
            self._kind = "list"
        else:
            self._kind = "text"
        numbered = _NUMBERED.match(line) if self._kind == "list" else None
        if numbered is None:
            self._number = None
            return line
        self._number = int(numbered[2]) if self._number is None else self._number + 1
        return f"{numbered[1]}{self._number}{numbered[3]}{line[numbered.end() :]}"

    def _add(self, line: str) -> None:
        self._lines.append(line)
        self._length += len(line) + 1

    def _close(self, next_line: str = "") -> list[MarkdownBlock]:
        """Return the finished block. If the next line is an item of the same list, the next block continues it."""
        lines, kind = self._lines, self._kind
        was_list, number = kind == "list", self._number
        block = MarkdownBlock("\n".join(lines).rstrip(), kind, self._continues)
        continues = was_list and not _RULE.match(next_line) and _is_same_list(next_line, number)
        self._lines, self._length, self._kind, self._fence, self._has_gap = [], 0, "", "", False
        self._continues = continues
        if not continues:
            self._number = None
        return [block] if block.markdown.strip() else []

    def _cut(self) -> list[MarkdownBlock]:
        """Shorten a block that is too long: break its last line, or emit the lines before it."""
        if len(self._part) <= _MAX_BLOCK_LENGTH // 2:
            return self._emit_part()
        start = self._part[: _MAX_BLOCK_LENGTH // 2]
        end = max(start.rfind(mark) for mark in _BREAKS) + 1 or len(start)
        line, self._part = start[:end], self._part[end:]
        return self._take(line)

    def _emit_part(self) -> list[MarkdownBlock]:
        """Emit the lines so far as a block, and repeat the opening fence or the table head for the next one."""
        lines, kind, fence, number = self._lines, self._kind, self._fence, self._number
        repeated: list[str] = []
        if fence:
            repeated = [lines[0] if kind == "code" and len(lines[0]) < _MAX_BLOCK_LENGTH // 8 else fence]
        elif len(lines) > 2 and _TABLE_RULE.match(lines[1]) and sum(map(len, lines[:2])) < _MAX_BLOCK_LENGTH // 2:
            repeated = lines[:2]
        done = self._close()
        self._continues = True
        if repeated:
            self._kind, self._fence, self._number = kind, fence, number
            for line in repeated:
                self._add(line)
        return done


def _starts_anything(line: str) -> bool:
    return any(start.match(line) for start in (_HEADING, _BULLET, _NUMBERED, _RULE, _FENCE, _QUOTE))


def _is_same_list(line: str, number: int | None) -> bool:
    return bool(_BULLET.match(line)) if number is None else bool(_NUMBERED.match(line))
