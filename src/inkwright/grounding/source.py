"""The model of a source text: sections, sentences, lists, tables and mentions, each with its location."""

from dataclasses import dataclass
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from inkwright.i18n import Language

TermKind = Literal["person", "place", "organisation", "year", "date", "number", "name", "concept", "act", "quality"]


class Mention(NamedTuple):
    """Words of a sentence that name something.

    `key` is the same for all forms of a term. `shape` says what else could replace it: the kind of number, or whether
    an English noun is plural. `article` is the one before an English noun: "a", "an", "the" or "". `unit` is what is
    counted. `is_open` is false if it may be part of something longer and cannot be replaced by a gap.
    """

    start: int
    end: int
    text: str
    kind: TermKind
    key: str
    shape: str = ""
    article: str = ""
    unit: str = ""
    is_open: bool = True


T = TypeVar("T")


class Source(NamedTuple):
    """A text provided by a person, and its name."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class SourceLocation:
    """Where something is in a source: the file, the heading above it, the line (from 1), and a literal quote."""

    source: str
    section: str
    line: int
    quote: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as plain text on one line.

    `paragraph` is the line on which its paragraph begins, `marked` are its words in bold or italics, and `is_aside` is
    true for the words of somebody else and for remarks on the code above.
    """

    text: str
    location: SourceLocation
    paragraph: int = 0
    marked: tuple[str, ...] = ()
    is_aside: bool = False


@dataclass(frozen=True, slots=True)
class SourceList:
    """The items of a list. `lead` is the sentence or heading above it; `is_ordered` is true for numbered lists."""

    lead: str
    items: tuple[Sentence, ...]
    is_ordered: bool
    location: SourceLocation


@dataclass(frozen=True, slots=True)
class SourceRow:
    """The cells of a table row as plain text; some may be empty."""

    cells: tuple[str, ...]
    location: SourceLocation

    @property
    def text(self) -> str:
        """The text of all cells."""
        return " | ".join(filter(None, self.cells))


@dataclass(frozen=True, slots=True)
class SourceTable:
    """A table whose rows are as wide as its header."""

    header: tuple[str, ...]
    rows: tuple[SourceRow, ...]
    location: SourceLocation


@dataclass(frozen=True, slots=True)
class SourceSection:
    """The content under one heading; `title` is empty for the text before the first heading."""

    title: str
    level: int
    sentences: tuple[Sentence, ...]
    listings: tuple[SourceList, ...]
    location: SourceLocation
    tables: tuple[SourceTable, ...] = ()

    @property
    def is_bare(self) -> bool:
        """Whether the heading has no content."""
        return not (self.sentences or self.listings or self.tables)


@dataclass(frozen=True, slots=True)
class Material:
    """All sources as one text, in order."""

    title: str
    language: Language
    sections: tuple[SourceSection, ...]

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences of all sections, without list items."""
        return tuple(sentence for section in self.sections for sentence in section.sentences)


@dataclass(frozen=True, slots=True)
class GroundedItem(Generic[T]):
    """An extracted item, its source location, and whether a model chose it."""

    item: T
    location: SourceLocation
    by_model: bool = False


class Chooser(Protocol):
    """Chooses one of several texts of the source: returns its index, or None if none is chosen.

    `why` is a short line in the language of the material that explains the choice.
    """

    async def __call__(self, why: str, options: tuple[str, ...]) -> int | None: ...


async def no_choice(why: str, options: tuple[str, ...]) -> int | None:
    """Choose nothing, so that the order of the candidates decides."""
    del why, options
    return None
