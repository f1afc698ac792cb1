"""The blocks of a document that becomes slides. Their texts keep emphasis, but for headings and notes."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Heading:
    """The level of `#` is 1. The text is plain."""

    text: str
    level: int


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph, or an item of a list; `depth` counts the items above it."""

    text: str
    depth: int = 0
    is_item: bool = False
    is_quoted: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """What only the speaker sees."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """The first row is the header."""

    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Fence:
    """Lines as they are written; `info` is what stands behind the opening mark."""

    info: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Formula:
    """What stands between `$$` and `$$`."""

    tex: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture alone on a line."""

    source: str
    alt: str
    caption: str


Block = Heading | Line | Note | Table | Fence | Formula | Picture
