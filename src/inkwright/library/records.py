"""The records of the library: documents with their state, their pages, and the passages that a search finds."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from inkwright.i18n import Language, Reason

DocumentStatus = Literal["uploaded", "reading", "ready", "failed"]

GENERAL_SHELF: Final = ""
"""The shelf of the documents that belong to no project; the shelf of a project is named by the id of the project."""

MAX_DOCUMENTS: Final = 2_000
MAX_PAGES: Final = 5_000
MAX_CHARACTERS: Final = 4_000_000
"""The limits of one owner's shelf in documents, and of one document in pages and characters."""

MAX_PASSAGES: Final = 50


ReadingField = str | Reason
"""What a message about reading names; a reason gets its language when it is read."""


@dataclass(frozen=True, slots=True)
class ReadingProblem:
    """Why a document or one of its pages could not be read; `reading.<code>` is the message."""

    code: str
    fields: tuple[tuple[str, ReadingField], ...] = ()

    def text(self, language: Language) -> str:
        """Return the message in `language`."""
        return Reason(f"reading.{self.code}", **dict(self.fields)).text(language)


@dataclass(frozen=True, slots=True)
class PageProblem:
    """A page that has no readable text. Pages are numbered from 1."""

    page: int
    problem: ReadingProblem


@dataclass(frozen=True, slots=True)
class LibraryDocument:
    """A document of an owner. `pages` are its pages, slides or sheets; a text without pages counts as one.

    `problem` says why it failed; `page_problems` are the pages of a readable document that could not be read.
    """

    id: str
    owner: str
    shelf: str
    name: str
    status: DocumentStatus
    added: datetime
    size: int
    pages: int = 0
    characters: int = 0
    problem: ReadingProblem | None = None
    page_problems: tuple[PageProblem, ...] = ()


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """The text of a page in Markdown; empty if it could not be read."""

    number: int
    text: str
    problem: ReadingProblem | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage that a search found. `start` and `end` count the characters of its page.

    A higher `score` is a better match; scores of different searches cannot be compared. `snippet` is the part of the
    text around the words of the search, and `highlights` are the positions of these words in the snippet.
    """

    document_id: str
    name: str
    page: int
    start: int
    end: int
    text: str
    score: float
    snippet: str
    highlights: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class PageExcerpt:
    """A part of a page: the text from `start` to `end` of `characters`."""

    document_id: str
    name: str
    page: int
    pages: int
    start: int
    end: int
    characters: int
    text: str
