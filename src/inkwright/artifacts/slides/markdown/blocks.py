"""The blocks of a Markdown document, and the sections that its headings make of them."""

import re
from dataclasses import dataclass, field
from typing import Final

QUOTE_SOURCE: Final = re.compile(r"(?:[—–―]{1,2}|--)\s*(?P<who>.+)", re.S)
"""The line that names the source of a quotation."""


@dataclass(frozen=True, slots=True)
class HeadingBlock:
    """A heading. The level of `#` is 1. The text is plain."""

    text: str
    level: int


@dataclass(frozen=True, slots=True)
class LineBlock:
    """A paragraph, or an item of a list; `depth` counts the items above it."""

    text: str
    depth: int = 0
    is_item: bool = False
    is_quoted: bool = False


@dataclass(frozen=True, slots=True)
class NoteBlock:
    """A note for the speaker."""

    text: str


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table. The first row is the header."""

    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class FenceBlock:
    """The lines of a code fence, unchanged; `info` is the text after its opening mark."""

    info: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FormulaBlock:
    """A formula between `$$` and `$$`."""

    tex: str


@dataclass(frozen=True, slots=True)
class PictureBlock:
    """A picture alone on a line."""

    source: str
    alt: str
    caption: str


MarkdownBlock = HeadingBlock | LineBlock | NoteBlock | TableBlock | FenceBlock | FormulaBlock | PictureBlock


@dataclass(slots=True)
class OutlineSection:
    """A heading with its blocks, its speaker notes and the smaller headings under it."""

    title: str
    level: int = 0
    blocks: list[MarkdownBlock] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    children: list["OutlineSection"] = field(default_factory=list)

    @property
    def is_bare(self) -> bool:
        """Whether there is nothing under the heading."""
        return not self.blocks and not self.children

    def plain_lines(self) -> list[LineBlock] | None:
        """Return its lines; None where it has quotes, other blocks or smaller headings too."""
        lines = [block for block in self.blocks if isinstance(block, LineBlock) and not block.is_quoted]
        return None if self.children or len(lines) < len(self.blocks) else lines
