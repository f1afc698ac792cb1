"""Words of a text as Markdown: whatever stands in them is shown as it is written, and nothing becomes markup."""

import re
from collections.abc import Sequence
from typing import Final

from inkwright.artifacts.quizzes.formulas import BLANK
from inkwright.artifacts.wording import one_line

GAP: Final = "&#95;" * 12
"""Room for a word."""

_INSIDE = re.compile(r"[\\`*_\[\]<>$^~|@{}\"']|&(?=[#\w])|-(?=-)|\.(?=\.)")
# As entities: a backslash before a bracket would open a formula.
_ENTITIES: Final = {"[": "&#91;", "]": "&#93;", "<": "&lt;", ">": "&gt;", "&": "&amp;"}
_AT_THE_HEAD = re.compile(r"[-+#%:=!/]|\(?[0-9A-Za-z@]{1,9}[.)](?=\s|$)")


def written(words: str) -> str:
    """The words on one line."""
    line = _INSIDE.sub(lambda found: _ENTITIES.get(found[0], f"\\{found[0]}"), one_line(words))
    head = _AT_THE_HEAD.match(line)
    if head is None:
        return line
    marks = "".join(f"&#{ord(char)};" if not char.isalnum() else char for char in head[0])
    return marks + line[head.end() :]


def with_gaps(words: str) -> str:
    """The words on one line, with room to write where they have blanks."""
    return GAP.join(_kept_apart(piece) for piece in BLANK.split(one_line(words)))


def bullets(lines: Sequence[str]) -> str:
    """A list."""
    return "\n".join(f"- {written(line)}" for line in lines)


def steps(lines: Sequence[str]) -> str:
    """A numbered list."""
    return "\n".join(f"{number}. {written(line)}" for number, line in enumerate(lines, 1))


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table."""
    lines = [" | ".join(map(written, row)) for row in (header, *rows)]
    lines.insert(1, " | ".join(["---"] * len(header)))
    return "\n".join(f"| {line} |" for line in lines)


def _kept_apart(piece: str) -> str:
    """A piece of a line with the blanks around it."""
    before, behind = piece[: len(piece) - len(piece.lstrip())], piece[len(piece.rstrip()) :]
    return before + written(piece) + behind if piece.strip() else piece
