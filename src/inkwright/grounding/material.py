"""A person's text as material: sections, sentences and lists, each of which knows its place in the source."""

from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from inkwright.i18n import Language

T = TypeVar("T")


class Source(NamedTuple):
    """A text that somebody gave, and its name."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands: the file, the heading above it, the line (from 1), and the words as they are there."""

    source: str
    section: str
    line: int
    quote: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A whole sentence, plain, on one line."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Listing:
    """The items of a list. `lead` is the sentence or heading above it; `is_ordered` where they are numbered."""

    lead: str
    items: tuple[Sentence, ...]
    is_ordered: bool
    place: Place


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one row of a table, plain; some may be empty."""

    cells: tuple[str, ...]
    place: Place

    @property
    def text(self) -> str:
        """What the row says."""
        return " | ".join(filter(None, self.cells))


@dataclass(frozen=True, slots=True)
class Table:
    """A table; its rows are as wide as its header."""

    header: tuple[str, ...]
    rows: tuple[Row, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one heading; `title` is empty for what comes before the first."""

    title: str
    level: int
    sentences: tuple[Sentence, ...]
    listings: tuple[Listing, ...]
    place: Place
    tables: tuple[Table, ...] = ()

    @property
    def is_bare(self) -> bool:
        """Whether nothing stands under the heading."""
        return not (self.sentences or self.listings or self.tables)


@dataclass(frozen=True, slots=True)
class Material:
    """All of it, in its order."""

    title: str
    language: Language
    sections: tuple[Section, ...]

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences of all sections; items of lists are not among them."""
        return tuple(sentence for section in self.sections for sentence in section.sentences)


@dataclass(frozen=True, slots=True)
class Grounded(Generic[T]):
    """Something that was made, the place it was made from, and whether a model had a hand in it."""

    item: T
    place: Place
    by_model: bool = False


class Choose(Protocol):
    """Chooses among numbered texts of the source: the number of one (from 0), or None where nobody chose.

    `why` says in the language of the material what it is chosen for, in one short line.
    """

    async def __call__(self, why: str, options: tuple[str, ...]) -> int | None: ...


async def nobody_chooses(why: str, options: tuple[str, ...]) -> int | None:
    """The choice of nobody: the order of the candidates decides."""
    del why, options
    return None
