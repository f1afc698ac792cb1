"""Write plain text as Markdown, escaped so that nothing in it becomes markup."""

import re
from collections.abc import Sequence
from typing import Final

from inkwright.artifacts.math.delimiters import BLANK
from inkwright.artifacts.text import one_line

GAP: Final = "&#95;" * 12
"""Space to write a word."""

_MARKUP = re.compile(r"[\\`*_\[\]<>$^~|@{}\"']|&(?=[#\w])|-(?=-)|\.(?=\.)")
# Entities, because a backslash before a bracket would open a formula.
_ENTITIES: Final = {"[": "&#91;", "]": "&#93;", "<": "&lt;", ">": "&gt;", "&": "&amp;"}
_LINE_START_MARKUP = re.compile(r"[-+#%:=!/]|\(?[0-9A-Za-z@]{1,9}[.)](?=\s|$)")


def escape_markdown(text: str) -> str:
    """Return the text escaped, on one line."""
    line = _MARKUP.sub(lambda found: _ENTITIES.get(found[0], f"\\{found[0]}"), one_line(text))
    head = _LINE_START_MARKUP.match(line)
    if head is None:
        return line
    marks = "".join(f"&#{ord(char)};" if not char.isalnum() else char for char in head[0])
    return marks + line[head.end() :]


def escape_with_gaps(text: str) -> str:
    """Return the text escaped, on one line, with space to write where it has blanks."""
    return GAP.join(_keep_edge_spaces(piece) for piece in BLANK.split(one_line(text)))


def bullet_list(lines: Sequence[str]) -> str:
    """Return the lines as a bulleted list."""
    return "\n".join(f"- {escape_markdown(line)}" for line in lines)


def numbered_list(lines: Sequence[str]) -> str:
    """Return the lines as a numbered list."""
    return "\n".join(f"{number}. {escape_markdown(line)}" for number, line in enumerate(lines, 1))


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [" | ".join(map(escape_markdown, row)) for row in (header, *rows)]
    lines.insert(1, " | ".join(["---"] * len(header)))
    return "\n".join(f"| {line} |" for line in lines)


def _keep_edge_spaces(piece: str) -> str:
    """Return the piece escaped, with its leading and trailing whitespace unchanged."""
    leading, trailing = piece[: len(piece) - len(piece.lstrip())], piece[len(piece.rstrip()) :]
    return leading + escape_markdown(piece) + trailing if piece.strip() else piece
