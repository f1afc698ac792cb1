"""Parses Markdown into the blocks of a deck: headings, lines, tables, code, formulas, pictures and notes."""

import re
from collections.abc import Collection
from typing import Final, Literal

from inkwright.artifacts.slides.fields import is_picture_source
from inkwright.artifacts.slides.markdown.blocks import (
    FenceBlock,
    FormulaBlock,
    HeadingBlock,
    LineBlock,
    MarkdownBlock,
    NoteBlock,
    PictureBlock,
    TableBlock,
)
from inkwright.artifacts.slides.markdown.inline import inline_markup, join_lines, plain_text, visible_text
from inkwright.artifacts.text import is_blank, one_line

_HEADING = re.compile(r" {0,3}(#{1,6})(?=[ \t]|$)|(#{2,6})(?=[^#\s])")
_ITEM = re.compile(r"(?P<indent>\s*)(?:(?:[-*+]|(?P<number>\d{1,3})[.)])(?:[ \t]+|$)|[•●▪◦][ \t]*)")
_NUMBERED = re.compile(r"(?P<indent>\s*)(?:\d{1,3}、|[一二三四五六七八九十]{1,3}、|[（(]\d{1,3}[）)])")
_RULE = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*")
_QUOTE = re.compile(r" {0,3}>[> ]*")
_FENCE = re.compile(r"(\s*)(?:>[> ]*)?(`{3,}|~{3,})([^`]*)")
_DELIMITERS = re.compile(r"\s*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?\s*+")
_TABLE_RULE = re.compile(r"\s*\|[\s:|-]*")
_CELL_END = re.compile(r"(?<!\\)\|")
_SOURCE = re.compile(r"\s*(?:[—–―]{1,2}|--)\s*\S")
_PICTURE = re.compile(r"\s*!\[([^\[\]]*)\]\((?:\./)?([^()\s]*)(?:\s+\"([^\"]*)\")?\)\s*")
_NOTES = re.compile(
    r"[*_]{0,3}(?:(?:speaker )?notes|speaker note|(?:演讲者?)?备注|備註|讲稿)[*_]{0,3}[ \t]*[:：][*_]{0,3}[ \t]*", re.I
)
_EMBEDDED_PICTURE = re.compile(r"!\[([^\[\]]*)\]\((data:image/[^()\s]*)\)")
_TAB: Final = 4
_MATH: Final = "$$"


def parse_markdown(markdown: str, files: Collection[str] | None = None) -> list[MarkdownBlock]:
    """Return every block, in order.

    Pictures that are not among the files stay text; without `files`, any picture may be named.
    """
    reader = _MarkdownParser(markdown.splitlines(), files)
    reader.read_all()
    return reader.blocks


class _MarkdownParser:
    """Reads the lines once. `_open` holds the lines of the unfinished block."""

    def __init__(self, lines: list[str], files: Collection[str] | None) -> None:
        self.blocks: list[MarkdownBlock] = []
        self._lines = lines
        self._files = files
        self._open: list[str] = []
        self._opened: Literal["paragraph", "item", "notes", "table", "formula"] = "paragraph"
        self._indents: list[int] = []
        self._numbers: dict[int, int] = {}
        self._depth = 0
        self._is_quoted = False
        self._fence: tuple[str, str, int] | None = None
        self._code: list[str] = []
        self._in_comment = False
        # An opening mark after the last closing one is text.
        self._last_comment = max((number for number, line in enumerate(lines) if "-->" in line), default=-1)
        self._last_math = max((number for number, line in enumerate(lines) if _MATH in line), default=-1)

    def read_all(self) -> None:
        for number, line in enumerate(self._lines):
            if self._fence:
                self._read_code(line, self._fence)
            elif self._opened == "formula":
                self._read_formula(line)
            else:
                self._read_comments(number, line)
        if self._fence:
            self._end_code(self._fence[1])
        self._close()

    def _read_comments(self, number: int, line: str) -> None:
        """Read a line that may contain comments: they are notes for the speaker, not text of the slide."""
        is_mixed = False
        while True:
            mark = "-->" if self._in_comment else "<!--"
            before, found, rest = line.partition(mark)
            if not found or (not self._in_comment and "-->" not in rest and number >= self._last_comment):
                break
            is_mixed = True
            self._take_part(number, before)
            self._close()
            self._in_comment = not self._in_comment
            self._opened = "notes" if self._in_comment else "paragraph"
            line = rest
        if self._in_comment or not is_mixed or line.strip():
            self._take_part(number, line)

    def _take_part(self, number: int, part: str) -> None:
        if self._in_comment:
            self._open.append(part)
        elif part.strip() or not self._open:
            self._read(number, part)
        else:
            self._close()

    def _read(self, number: int, line: str) -> None:
        quote = _QUOTE.match(line)
        if bool(quote) is not self._is_quoted:
            self._close()
            self._is_quoted = bool(quote)
        if fence := _FENCE.fullmatch(line):
            self._close()
            self._fence = (fence[2], fence[3].strip(), len(fence[1]))
        elif quote:
            self._read_words(line[quote.end() :])
        elif not (self._read_heading(line) or self._read_table(line) or self._read_figure(number, line)):
            self._read_words(line)

    def _read_code(self, line: str, fence: tuple[str, str, int]) -> None:
        mark, info, indent = fence
        ending = line.strip().lstrip("> ")
        if len(ending) >= len(mark) and set(ending) == {mark[0]}:
            self._end_code(info)
        else:
            if self._is_quoted and (quote := _QUOTE.match(line)):
                line = line[quote.end() :]
            self._code.append(line[min(indent, len(line) - len(line.lstrip())) :])

    def _end_code(self, info: str) -> None:
        if not all(is_blank(line) for line in self._code):
            self.blocks.append(FenceBlock(info, tuple(self._code)))
        self._fence, self._code = None, []

    def _read_heading(self, line: str) -> bool:
        if match := _HEADING.match(line):
            self._close()
            words = line[match.end() :].strip()
            without = words.rstrip("#")
            closed = not without or without[-1] in " \t"
            self._add_heading(without if closed else words, len(match[1] or match[2]))
            return True
        if _UNDERLINE.fullmatch(line) and self._opened == "paragraph" and len(self._open) == 1:
            self._add_heading(self._open.pop(), 1 if "=" in line else 2)
            return True
        return False

    def _add_heading(self, written: str, level: int) -> None:
        self._indents = []
        if not is_blank(heading := plain_text(written)):
            self.blocks.append(HeadingBlock(heading, level))

    def _read_table(self, line: str) -> bool:
        """Read a row, which begins with `|`; otherwise a line of `---|---` makes the line before it the first row."""
        is_row = line.lstrip().startswith("|")
        if self._opened == "table" and (is_row or "|" in line):
            self._open.append(line)
            return True
        begins = is_row or (
            self._opened == "paragraph" and len(self._open) == 1 and "|" in line and _DELIMITERS.fullmatch(line)
        )
        if begins:
            rows = [] if is_row else [self._open.pop()]
            self._close()
            self._opened, self._open = "table", [*rows, line]
        return bool(begins)

    def _read_figure(self, number: int, line: str) -> bool:
        """Read a picture or a formula that is alone on its line, or a formula over several lines."""
        picture = _PICTURE.fullmatch(line)
        if picture and self._can_show(picture[2]):
            self._close()
            self.blocks.append(PictureBlock(picture[2], plain_text(picture[1]), plain_text(picture[3] or "")))
            return True
        inner = line.strip()
        if not inner.startswith(_MATH):
            return False
        inner = inner.removeprefix(_MATH)
        if inner.endswith(_MATH) and inner.count(_MATH) == 1 and not is_blank(inner.removesuffix(_MATH)):
            self._close()
            self.blocks.append(FormulaBlock(one_line(inner.removesuffix(_MATH))))
            return True
        if _MATH in inner or number >= self._last_math:
            return False
        self._close()
        self._opened, self._open = "formula", [inner]
        return True

    def _can_show(self, source: str) -> bool:
        is_available = self._files is None or source.startswith("data:") or source in self._files
        return is_available and is_picture_source(source)

    def _read_formula(self, line: str) -> None:
        inner, end, rest = line.partition(_MATH)
        self._open.append(inner)
        if end:
            tex = one_line(" ".join(self._open))
            self._open, self._opened = [], "paragraph"
            if not is_blank(tex):
                self.blocks.append(FormulaBlock(tex))
            if rest.strip():
                self._read_words(rest)

    def _read_words(self, line: str) -> None:
        if self._opened == "table":
            self._close()
        if not line.strip() or _RULE.fullmatch(line):
            self._close()
        elif notes := _NOTES.match(line.lstrip()):
            self._begin("notes", line.lstrip()[notes.end() :])
        elif self._opened == "notes" and self._open:
            self._open.append(line)
        elif item := _ITEM.match(line):
            self._begin_item(item, line[item.end() :])
        elif item := _NUMBERED.match(line):
            self._begin_item(item, line)
        else:
            self._read_paragraph(line)

    def _read_paragraph(self, line: str) -> None:
        if self._is_quoted and _SOURCE.match(line):
            self._close()
        if not self._open:
            is_under_item = bool(self._indents) and line.startswith(("  ", "\t"))
            self._indents = self._indents if is_under_item else []
            self._depth = len(self._indents)
        self._open.append(line)
        if line.endswith(("  ", "\\")):
            self._open[-1] = line.removesuffix("\\")
            self._close()

    def _begin_item(self, item: re.Match[str], words: str) -> None:
        indent = len(item["indent"].expandtabs(_TAB))
        if number := item.groupdict().get("number"):
            # In Markdown, every item may have the number 1.
            counted = self._numbers[indent] + 1 if indent in self._indents and indent in self._numbers else int(number)
            self._numbers[indent] = counted
            words = f"{counted}. {words}"
        else:
            self._numbers.pop(indent, None)
        self._begin("item", words)
        self._indents = [above for above in self._indents if above < indent]
        self._depth = len(self._indents)
        self._indents.append(indent)

    def _begin(self, kind: Literal["item", "notes"], words: str) -> None:
        self._close()
        self._opened = kind
        self._open.append(words)

    def _close(self) -> None:
        lines, kind = self._open, self._opened
        self._open, self._opened = [], "paragraph"
        if kind == "notes":
            self._add_notes(lines)
        elif kind == "table":
            self._add_table(lines)
        elif lines:
            self._add_line(join_lines(lines), is_item=kind == "item")

    def _add_notes(self, lines: list[str]) -> None:
        written = "\n".join(plain_text(line) for line in lines).strip()
        mark = _NOTES.match(written)
        written = written[mark.end() :] if mark else written
        if not is_blank(written):
            self.blocks.append(NoteBlock(written))

    def _add_table(self, lines: list[str]) -> None:
        rows = [
            _table_cells(line) for line in lines if not _TABLE_RULE.fullmatch(line) and not _DELIMITERS.fullmatch(line)
        ]
        has_header = len(lines) > 1 and "-" in lines[1] and bool(_DELIMITERS.fullmatch(lines[1]))
        if has_header and len(rows) > 1 and max(map(len, rows)) > 1:
            self.blocks.append(TableBlock(tuple(rows)))
            return
        for row in rows:
            self._add_line(" | ".join(filter(None, row)), is_item=False)

    def _add_line(self, written: str, *, is_item: bool) -> None:
        pictures: list[MarkdownBlock] = []

        def take_out(found: re.Match[str]) -> str:
            if not self._can_show(found[2]):
                return found[0]
            pictures.append(PictureBlock(found[2], plain_text(found[1]), ""))
            return found[1]

        line = inline_markup(_EMBEDDED_PICTURE.sub(take_out, written))
        if not is_blank(visible_text(line)):
            self.blocks.append(LineBlock(line, self._depth, is_item, self._is_quoted))
        self.blocks += pictures


def _table_cells(line: str) -> tuple[str, ...]:
    cells = [inline_markup(cell) for cell in _CELL_END.split(line.strip())]
    start = 1 if not cells[0] else 0
    end = len(cells) - 1 if len(cells) > 1 and not cells[-1] else len(cells)
    return tuple(cells[start:end])
