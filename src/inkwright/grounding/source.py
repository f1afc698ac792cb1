"""The model of a source text: sections, sentences, lists, tables and mentions, each with its location."""

from dataclasses import dataclass
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from inkwright.i18n import Language

TermKind = Literal["person", "place", "organisation", "year", "date", "number", "name", "concept", "act", "quality"]


class Mention(NamedTuple):
    """Words of a sentence that name something.

    `key` is the same for all forms of one term. `shape` says what else fits in its place: the kind of a number, or
    whether an English noun is plural. `slot` is the article before an English noun: "a", "the", or "" for none.
    `unit` is what is counted. `is_open` is false where it may be part of something, so that nobody could take it out.
    """

    start: int
    end: int
    text: str
    sort: TermKind
    key: str
    shape: str = ""
    slot: str = ""
    unit: str = ""
    is_open: bool = True


T = TypeVar("T")


class Source(NamedTuple):
    """A text that somebody gave, and its name."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class SourceLocation:
    """Where something stands: the file, the heading above it, the line (from 1), and the words as they are there."""

    source: str
    section: str
    line: int
    quote: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A whole sentence, plain, on one line."""

    text: str
    place: SourceLocation


@dataclass(frozen=True, slots=True)
class SourceList:
    """The items of a list. `lead` is the sentence or heading above it; `is_ordered` where they are numbered."""

    lead: str
    items: tuple[Sentence, ...]
    is_ordered: bool
    place: SourceLocation


@dataclass(frozen=True, slots=True)
class SourceRow:
    """The cells of one row of a table, plain; some may be empty."""

    cells: tuple[str, ...]
    place: SourceLocation

    @property
    def text(self) -> str:
        """What the row says."""
        return " | ".join(filter(None, self.cells))


@dataclass(frozen=True, slots=True)
class SourceTable:
    """A table; its rows are as wide as its header."""

    header: tuple[str, ...]
    rows: tuple[SourceRow, ...]
    place: SourceLocation


@dataclass(frozen=True, slots=True)
class SourceSection:
    """What stands under one heading; `title` is empty for what comes before the first."""

    title: str
    level: int
    sentences: tuple[Sentence, ...]
    listings: tuple[SourceList, ...]
    place: SourceLocation
    tables: tuple[SourceTable, ...] = ()

    @property
    def is_bare(self) -> bool:
        """Whether nothing stands under the heading."""
        return not (self.sentences or self.listings or self.tables)


@dataclass(frozen=True, slots=True)
class Material:
    """All of it, in its order."""

    title: str
    language: Language
    sections: tuple[SourceSection, ...]

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences of all sections; items of lists are not among them."""
        return tuple(sentence for section in self.sections for sentence in section.sentences)


@dataclass(frozen=True, slots=True)
class GroundedItem(Generic[T]):
    """Something that was made, the place it was made from, and whether a model had a hand in it."""

    item: T
    place: SourceLocation
    by_model: bool = False


class Chooser(Protocol):
    """Chooses among numbered texts of the source: the number of one (from 0), or None where nobody chose.

    `why` says in the language of the material what it is chosen for, in one short line.
    """

    async def __call__(self, why: str, options: tuple[str, ...]) -> int | None: ...


async def no_choice(why: str, options: tuple[str, ...]) -> int | None:
    """The choice of nobody: the order of the candidates decides."""
    del why, options
    return None
