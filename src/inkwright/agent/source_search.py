"""The interface of sources for research: something that can be searched, and whose results can be read."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class SourceHit:
    """A result of a search. `address` identifies it: the address of a page, or a place in the library."""

    title: str
    address: str


class SourceSearch(Protocol):
    """A place where sources are found. `name` is what a person calls it: "web" or "library"."""

    @property
    def name(self) -> str:
        """The name of the place."""
        ...

    async def search(self, query: str, *, owner: str, limit: int) -> list[SourceHit]:
        """Return the best results. ServiceFailed if nothing can be searched."""
        ...

    async def read(self, hit: SourceHit, *, owner: str) -> str:
        """Return the text of a result. ServiceFailed if it cannot be read, or may not be."""
        ...
