"""The blocks of a text, as the checks of all formats see them."""

from dataclasses import dataclass
from typing import Final, Literal

BlockKind = Literal["heading", "paragraph", "item", "figure", "break"]
"""An `item` is part of a list; a `figure` is a picture, a table, a formula or code. After a `break`, such as the end of
a page or a quotation, nothing is known about what follows."""


@dataclass(frozen=True, slots=True)
class ProseBlock:
    """A block of text in reading order. Lines inside it end in a line feed. `level` is that of a heading."""

    text: str
    kind: BlockKind = "paragraph"
    level: int = 0


MAX_BLOCKS: Final = 20_000
"""Longer texts are checked as far as this."""
