"""The library over HTTP: add, list, show, search, read and delete the person's own documents."""

import asyncio
from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, File, Query, Response, UploadFile
from pydantic import Field

from inkwright.application import Inkwright
from inkwright.errors import NotFound
from inkwright.i18n import Language, Reason
from inkwright.library.records import (
    GENERAL_SHELF,
    MAX_PASSAGES,
    DocumentStatus,
    LibraryDocument,
    PageExcerpt,
    Passage,
)
from inkwright.server.problems import Problem
from inkwright.server.requests import Options, OwnersInkwright, RequestLanguage
from inkwright.server.uploads import received_files
from inkwright.server.wire import Cursor, Limit, Page, WireModel, Worded, page_of
from inkwright.usecases.library import LibraryImport, open_vision

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}
_MAX_PART: Final = 40_000

ProjectShelf = Annotated[
    str | None, Query(alias="projectId", max_length=64, description="The project whose shelf it is.")
]
DocumentFiles = Annotated[list[UploadFile], File(max_length=20, description="The files to add.")]

router = APIRouter(
    prefix="/api/library", tags=["library"], responses={401: {"model": Problem}, 422: {"model": Problem}}
)


class PageProblemItem(WireModel):
    """A page that could not be read."""

    page: int
    problem: str


class DocumentItem(WireModel):
    """A document of the library."""

    id: str
    name: str
    project_id: str | None = Field(description="The project on whose shelf it is; null for the general shelf.")
    status: DocumentStatus
    problem: str | None = Field(description="Why it could not be read.")
    added_at: datetime
    size: int = Field(description="The size of the file in bytes.")
    pages: int
    characters: int
    page_problems: list[PageProblemItem]

    @classmethod
    def of(cls, document: LibraryDocument, language: Language) -> "DocumentItem":
        """Return the item of a document, with its problems in this language."""
        return cls(
            id=document.id,
            name=document.name,
            project_id=document.shelf or None,
            status=document.status,
            problem=document.problem.text(language) if document.problem else None,
            added_at=document.added,
            size=document.size,
            pages=document.pages,
            characters=document.characters,
            page_problems=[
                PageProblemItem(page=each.page, problem=each.problem.text(language)) for each in document.page_problems
            ],
        )


class AddedDocuments(WireModel):
    """The documents of an upload, also unreadable ones."""

    documents: list[DocumentItem]


class PassageItem(WireModel):
    """A passage that matches a search. Positions count the characters of its page, and those of the snippet."""

    document_id: str
    name: str
    page: int
    start: int
    end: int
    text: str
    score: float
    snippet: str
    highlights: list[tuple[int, int]] = Field(
        description="Where the words of the search are in the snippet.", examples=[[[0, 6]]]
    )

    @classmethod
    def of(cls, passage: Passage) -> "PassageItem":
        """Return the item of a passage."""
        return cls(
            document_id=passage.document_id,
            name=passage.name,
            page=passage.page,
            start=passage.start,
            end=passage.end,
            text=passage.text,
            score=passage.score,
            snippet=passage.snippet,
            highlights=list(passage.highlights),
        )


class FoundPassages(WireModel):
    """The passages of a search, best first."""

    query: str
    passages: list[PassageItem]


class DocumentPart(WireModel):
    """A part of a page."""

    page: int
    pages: int
    start: int
    end: int
    characters: int = Field(description="The length of the page.")
    text: str

    @classmethod
    def of(cls, part: PageExcerpt) -> "DocumentPart":
        """Return the part of a page."""
        return cls(
            page=part.page,
            pages=part.pages,
            start=part.start,
            end=part.end,
            characters=part.characters,
            text=part.text,
        )


@router.get("")
async def list_documents(
    inkwright: OwnersInkwright,
    language: RequestLanguage,
    project_id: ProjectShelf = None,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> Page[DocumentItem]:
    """List the documents by name: all of them, or those of a project."""
    shelves = None if project_id is None else [await _shelf(inkwright, project_id)]
    found = await inkwright.store.library.all(owner=inkwright.owner, shelves=shelves)
    shown, following = page_of(found, cursor, limit)
    return Page[DocumentItem](items=[DocumentItem.of(each, language) for each in shown], next=following)


@router.post("", status_code=201)
async def add_documents(
    inkwright: OwnersInkwright,
    options: Options,
    language: RequestLanguage,
    files: DocumentFiles,
    project_id: ProjectShelf = None,
) -> AddedDocuments:
    """Add files and read them. One that cannot be read becomes a document that says why."""
    shelf = await _shelf(inkwright, project_id)
    vision = await asyncio.to_thread(open_vision, inkwright.settings)
    adding = LibraryImport(
        library=inkwright.store.library, owner=inkwright.owner, shelf=shelf, language=language, vision=vision
    )
    async with received_files(files, options.max_upload_bytes) as paths:
        added = [await adding.add(path) for path in paths]
    return AddedDocuments(documents=[DocumentItem.of(each, language) for each in added])


@router.get("/search", responses=_NOT_FOUND)
async def search_documents(
    inkwright: OwnersInkwright,
    query: Annotated[Worded, Query(max_length=400, description="Words or a question.")],
    project_id: ProjectShelf = None,
    limit: Annotated[int, Query(ge=1, le=MAX_PASSAGES, description="How many passages at most.")] = 5,
) -> FoundPassages:
    """Search the general shelf, and that of a project if one is given."""
    shelves = tuple(dict.fromkeys((await _shelf(inkwright, project_id), GENERAL_SHELF)))
    found = await inkwright.store.library.search(query, owner=inkwright.owner, shelves=shelves, limit=limit)
    return FoundPassages(query=query, passages=[PassageItem.of(each) for each in found])


@router.get("/{document_id}", responses=_NOT_FOUND)
async def show_document(document_id: str, inkwright: OwnersInkwright, language: RequestLanguage) -> DocumentItem:
    """Show a document: its status, its pages, and the ones that could not be read."""
    found = await inkwright.store.library.get(document_id, owner=inkwright.owner)
    if found is None:
        raise NotFound(what_kind=Reason("library.word"), id=document_id)
    return DocumentItem.of(found, language)


@router.get("/{document_id}/text", responses=_NOT_FOUND)
async def read_document_text(
    document_id: str,
    inkwright: OwnersInkwright,
    page: Annotated[int, Query(ge=1, le=1_000_000, description="The page, slide or sheet.")] = 1,
    start: Annotated[int, Query(ge=0, le=100_000_000, description="The first character of the page.")] = 0,
    length: Annotated[int, Query(ge=1, le=_MAX_PART, description="How many characters.")] = 4_000,
) -> DocumentPart:
    """Read a document at any place, such as that of a passage."""
    part = await inkwright.store.library.read(document_id, owner=inkwright.owner, page=page, start=start, length=length)
    if part is None:
        raise NotFound(what_kind=Reason("library.word"), id=document_id)
    return DocumentPart.of(part)


@router.delete("/{document_id}", status_code=204, responses=_NOT_FOUND)
async def remove_document(document_id: str, inkwright: OwnersInkwright) -> Response:
    """Delete a document with everything that was stored of it."""
    await inkwright.store.library.remove(document_id, owner=inkwright.owner)
    return Response(status_code=204)


async def _shelf(inkwright: Inkwright, project_id: str | None) -> str:
    if project_id is None:
        return GENERAL_SHELF
    if project_id not in {each.id for each in await inkwright.store.projects.all(inkwright.owner)}:
        raise NotFound(what_kind=Reason("project.word"), id=project_id)
    return project_id
