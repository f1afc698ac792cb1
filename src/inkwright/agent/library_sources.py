"""The person's documents as sources of a turn: what the turn can search, and the texts of what it uses."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.conversation.events import Data
from inkwright.conversation.payloads import RagSource, rag_sources_event
from inkwright.conversation.turns import SourcePlace, SourceReason, TurnState, UsedSource
from inkwright.grounding.source import Source
from inkwright.i18n import language_of, text
from inkwright.library.protocols import DocumentSearch
from inkwright.library.records import GENERAL_SHELF, LibraryDocument, Passage
from inkwright.projects.protocols import Projects

_MAX_CHARACTERS: Final = 400_000
_PART: Final = 40_000


@dataclass(frozen=True, slots=True)
class TurnLibrary:
    """The documents that a turn can search: those of its owner, on the general shelf and on that of its project."""

    documents: DocumentSearch
    owner: str
    conversation_id: str
    projects: Projects | None = None

    async def shelves(self) -> tuple[str, ...]:
        """Return the shelves. Few tools search them, so they are only found then."""
        project = await self.projects.of(self.conversation_id, owner=self.owner) if self.projects else None
        return (project.id, GENERAL_SHELF) if project else (GENERAL_SHELF,)

    async def all(self) -> list[LibraryDocument]:
        """Return the documents."""
        return await self.documents.all(owner=self.owner, shelves=await self.shelves())

    async def search(self, query: str, limit: int, *, has_general: bool = True) -> list[Passage]:
        """Return the best passages. `has_general=False` leaves out the general shelf, if the turn has a project."""
        shelves = await self.shelves()
        own = tuple(shelf for shelf in shelves if shelf != GENERAL_SHELF)
        searched = shelves if has_general or not own else own
        return await self.documents.search(query, owner=self.owner, shelves=searched, limit=limit)


def turn_library(turn: TurnState, documents: DocumentSearch | None, projects: Projects | None) -> TurnLibrary | None:
    """Return the library of a turn; None if there is none."""
    return None if documents is None else TurnLibrary(documents, turn.owner, turn.conversation_id, projects)


def passage_sources(passages: Sequence[Passage], reason: SourceReason) -> list[UsedSource]:
    """Return the documents of passages as sources, each with its places."""
    by_document: dict[str, list[Passage]] = {}
    for each in passages:
        by_document.setdefault(each.document_id, []).append(each)
    return [
        UsedSource(
            name=found[0].name,
            reason=reason,
            id=document_id,
            places=tuple(SourcePlace(page=each.page, start=each.start, end=each.end) for each in found),
        )
        for document_id, found in by_document.items()
    ]


def passages_event(query: str, passages: Sequence[Passage]) -> Data:
    """Return the event that shows which passages were found."""
    sources = [
        RagSource(
            document_id=each.document_id,
            name=each.name,
            page=each.page,
            start=each.start,
            end=each.end,
            snippet=each.snippet,
            highlights=each.highlights,
            score=each.score,
        )
        for each in passages
    ]
    return rag_sources_event(query, sources)


async def document_texts(source: UsedSource, turn: TurnState, library: DocumentSearch | None) -> list[Source]:
    """Return the text of a document that a turn uses, for each page; nothing if it was removed."""
    document = await library.get(source.id or "", owner=turn.owner) if library else None
    if library is None or document is None:
        return []
    by_page: dict[int, list[str]] = {}
    left = _MAX_CHARACTERS
    for place in sorted(source.places, key=_place_order) or _all_pages(document):
        found = await _place_text(library, document, place, left)
        left -= len(found)
        if found.strip():
            by_page.setdefault(place.page, []).append(found)
        if left <= 0:
            break
    return [Source(_page_name(document, page, turn), "\n\n".join(parts)) for page, parts in by_page.items()]


def _place_order(place: SourcePlace) -> tuple[int, int]:
    return place.page, place.start


def _all_pages(document: LibraryDocument) -> list[SourcePlace]:
    return [SourcePlace(page=page, start=0, end=_MAX_CHARACTERS) for page in range(1, document.pages + 1)]


async def _place_text(library: DocumentSearch, document: LibraryDocument, place: SourcePlace, most: int) -> str:
    parts, start, end = [], place.start, min(place.end, place.start + most)
    while start < end:
        length = min(_PART, end - start)
        found = await library.read(document.id, owner=document.owner, page=place.page, start=start, length=length)
        if found is None or not found.text:
            break
        parts.append(found.text)
        start = found.end
    return "".join(parts)


def _page_name(document: LibraryDocument, page: int, turn: TurnState) -> str:
    if document.pages == 1:
        return document.name
    return text(language_of(turn.message), "library.source_page", name=document.name, page=page)
