"""The protocols of the library: searching and reading for tools, and keeping for the person's commands.

Documents of another owner do not exist for any of these calls.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from inkwright.library.records import (
    GENERAL_SHELF,
    DocumentPage,
    LibraryDocument,
    PageExcerpt,
    Passage,
    ReadingProblem,
)


class DocumentSearch(Protocol):
    """Find and read what the library has. Nothing here changes it."""

    async def all(self, *, owner: str, shelves: Sequence[str] | None = None) -> list[LibraryDocument]:
        """Return the documents of these shelves by name; those of all shelves if none are given."""
        ...

    async def get(self, document_id: str, *, owner: str) -> LibraryDocument | None:
        """Return a document."""
        ...

    async def search(
        self, query: str, *, owner: str, shelves: Sequence[str] = (GENERAL_SHELF,), limit: int = 5
    ) -> list[Passage]:
        """Return the passages that have most of what the query names, best first; none if nothing matches."""
        ...

    async def read(
        self, document_id: str, *, owner: str, page: int = 1, start: int = 0, length: int = 4_000
    ) -> PageExcerpt | None:
        """Return the text of a page from a character on."""
        ...


class DocumentLibrary(DocumentSearch, Protocol):
    """A library that can be changed: only the person's own commands do."""

    async def add(self, name: str, size: int, *, owner: str, shelf: str = GENERAL_SHELF) -> LibraryDocument:
        """Store a document that is still to be read. InvalidOption if the shelf is full."""
        ...

    async def put_pages(self, document_id: str, pages: Sequence[DocumentPage], *, owner: str) -> None:
        """Store the next pages of a document, which now counts as being read. NotFound if it was removed."""
        ...

    async def finish(self, document_id: str, *, owner: str, problem: ReadingProblem | None = None) -> LibraryDocument:
        """Mark a document as ready; as failed if there is a problem. What was stored of a failed one is removed."""
        ...

    async def embed(
        self,
        *,
        owner: str,
        document_id: str | None = None,
        progress: Callable[[int, int], None] = lambda _done, _total: None,
    ) -> int:
        """Give every passage without a vector of the set model one, and return how many; 0 if no model is set.

        ServiceFailed if the model cannot be reached: what was done until then is kept.
        """
        ...

    async def unembedded(self, *, owner: str, document_id: str | None = None) -> int:
        """Return how many passages have no vector of the set model; 0 if none is set."""
        ...

    async def remove(self, document_id: str, *, owner: str) -> None:
        """Delete a document with everything that was stored of it. NotFound if it does not exist."""
        ...
