"""Writes plain text as Markdown, escaped so that nothing in it becomes markup."""

import re
from collections.abc import Sequence
from typing import Final

from inkwright.artifacts.math.delimiters import BLANK
from inkwright.artifacts.text import one_line

GAP: Final = "&#95;" * 12
"""Room for a word."""

_MARKUP = re.compile(r"[\\`*_\[\]<>$^~|@{}\"']|&(?=[#\w])|-(?=-)|\.(?=\.)")
# As entities: a backslash before a bracket would open a formula.
_ENTITIES: Final = {"[": "&#91;", "]": "&#93;", "<": "&lt;", ">": "&gt;", "&": "&amp;"}
_LINE_START_MARKUP = re.compile(r"[-+#%:=!/]|\(?[0-9A-Za-z@]{1,9}[.)](?=\s|$)")


def escape_markdown(words: str) -> str:
    """The words on one line."""
    line = _MARKUP.sub(lambda found: _ENTITIES.get(found[0], f"\\{found[0]}"), one_line(words))
    head = _LINE_START_MARKUP.match(line)
    if head is None:
        return line
    marks = "".join(f"&#{ord(char)};" if not char.isalnum() else char for char in head[0])
    return marks + line[head.end() :]


def escape_with_gaps(words: str) -> str:
    """The words on one line, with room to write where they have blanks."""
    return GAP.join(_keep_edge_spaces(piece) for piece in BLANK.split(one_line(words)))


def bullet_list(lines: Sequence[str]) -> str:
    """A list."""
    return "\n".join(f"- {escape_markdown(line)}" for line in lines)


def numbered_list(lines: Sequence[str]) -> str:
    """A numbered list."""
    return "\n".join(f"{number}. {escape_markdown(line)}" for number, line in enumerate(lines, 1))


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table."""
    lines = [" | ".join(map(escape_markdown, row)) for row in (header, *rows)]
    lines.insert(1, " | ".join(["---"] * len(header)))
    return "\n".join(f"| {line} |" for line in lines)


def _keep_edge_spaces(piece: str) -> str:
    """A piece of a line with the blanks around it."""
    before, behind = piece[: len(piece) - len(piece.lstrip())], piece[len(piece.rstrip()) :]
    return before + escape_markdown(piece) + behind if piece.strip() else piece
