"""The library in the database: one row for each document, and its text in chunks that are indexed by their terms."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from pathlib import PurePosixPath
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, bindparam, delete, func, insert, select, text, update
from sqlalchemy.engine import Connection

from inkwright.clock import Clock
from inkwright.conversation.shapes import clean_text
from inkwright.errors import InvalidOption, NotFound, ServiceFailed
from inkwright.i18n import Reason
from inkwright.ids import Ids
from inkwright.library.chunks import MAX_CHUNK, chunks_of
from inkwright.library.fusion import Embedder, fuse_ranks
from inkwright.library.records import (
    GENERAL_SHELF,
    MAX_DOCUMENTS,
    MAX_PASSAGES,
    DocumentPage,
    LibraryDocument,
    PageExcerpt,
    PageProblem,
    Passage,
    ReadingField,
    ReadingProblem,
)
from inkwright.library.snippets import snippet_of
from inkwright.library.terms import QueryWord, index_terms, query_words
from inkwright.parsing.filenames import safe_filename
from inkwright.store.database import Database
from inkwright.store.library_search import Ranked, rank_chunks
from inkwright.store.library_tables import library_chunks, library_documents, library_vectors
from inkwright.store.library_vectors import VectorIndex, count_unembedded, put_vectors, unembedded_chunks
from inkwright.store.times import format_time

_ALIVE_SECONDS: Final = 120.0
_MAX_EXCERPT: Final = 40_000
_MAX_QUERY: Final = 2_000
_SPARE: Final = 20
"""Passages of documents that are still being read are found too, and left out."""
_INTERRUPTED: Final = ReadingProblem("interrupted")
_FUSED: Final = 50
_EMBEDDED_AT_ONCE: Final = 64
_LOG = logging.getLogger(__name__)


class StoredLibrary:
    """Implements `DocumentLibrary`. With an embedder, passages are found by their meaning too.

    `on_problem` hears when it cannot be reached, and passages are found by their words alone; by default, the log does.
    """

    def __init__(self, database: Database, ids: Ids, clock: Clock, embedder: Embedder | None = None) -> None:
        self._database = database
        self._ids = ids
        self._clock = clock
        self._embedder = embedder
        self._vectors = VectorIndex()
        self.on_problem: Callable[[ServiceFailed], None] = _log_problem

    async def add(self, name: str, size: int, *, owner: str, shelf: str = GENERAL_SHELF) -> LibraryDocument:
        now = self._clock.now()
        document = LibraryDocument(self._ids.new("doc"), owner, shelf, safe_filename(name), "uploaded", now, size)
        row = {
            "id": document.id, "owner": owner, "shelf": shelf, "name": document.name, "status": document.status,
            "added_at": format_time(now), "size": size, "pages": 0, "characters": 0,
            "active_until": self._alive_until(), "body": _body(None, ()),
        }  # fmt: skip
        c = library_documents.c
        count = select(func.count()).select_from(library_documents).where(c.owner == owner, c.shelf == shelf)

        def work(connection: Connection) -> None:
            if (connection.scalar(count) or 0) >= MAX_DOCUMENTS:
                reason = Reason("reason.library.full", limit=f"{MAX_DOCUMENTS:,}")
                raise InvalidOption(option="file", value=document.name, allowed=reason)
            connection.execute(insert(library_documents), row)

        await self._database.write(work)
        return document

    async def put_pages(self, document_id: str, pages: Sequence[DocumentPage], *, owner: str) -> None:
        document = await self._owned(document_id, owner)
        rows = await asyncio.to_thread(_chunk_rows, document, pages)
        problems = [PageProblem(page.number, page.problem) for page in pages if page.problem]

        def work(connection: Connection) -> None:
            before = _found(connection, document_id, owner)
            values = {
                "status": "reading",
                "pages": before.pages + len(pages),
                "characters": before.characters + sum(len(page.text) for page in pages),
                "active_until": self._alive_until(),
                "body": _body(None, (*_document(before).page_problems, *problems)),
            }
            connection.execute(update(library_documents).where(_is_owned(document_id, owner)).values(values))
            if rows:
                connection.execute(_insertion(connection), rows)

        await self._database.write(work)

    async def finish(self, document_id: str, *, owner: str, problem: ReadingProblem | None = None) -> LibraryDocument:
        def work(connection: Connection) -> LibraryDocument:
            before = _document(_found(connection, document_id, owner))
            values: dict[str, Any] = {"status": "ready"}
            if problem is not None:
                values = {"status": "failed", "pages": 0, "characters": 0, "body": _body(problem, ())}
                _delete_text(connection, before.id)
            connection.execute(update(library_documents).where(_is_owned(document_id, owner)).values(values))
            return _document(_found(connection, document_id, owner))

        return await self._database.write(work)

    async def remove(self, document_id: str, *, owner: str) -> None:
        def work(connection: Connection) -> None:
            _found(connection, document_id, owner)
            _delete_text(connection, document_id)
            connection.execute(delete(library_documents).where(_is_owned(document_id, owner)))
            if connection.dialect.name == "sqlite":
                # The index marks terms as deleted; this takes them out of it.
                connection.execute(text("INSERT INTO library_index(library_index) VALUES ('optimize')"))

        await self._database.write(work)
        await self._database.checkpoint()

    async def all(self, *, owner: str, shelves: Sequence[str] | None = None) -> list[LibraryDocument]:
        c = library_documents.c
        query = select(library_documents).where(c.owner == owner)
        query = query if shelves is None else query.where(c.shelf.in_(shelves))
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        # Sorted here: databases differ in the order of Chinese names.
        return sorted(map(self._current, rows), key=lambda each: (each.name.casefold(), each.id))

    async def get(self, document_id: str, *, owner: str) -> LibraryDocument | None:
        query = select(library_documents).where(_is_owned(document_id, owner))
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else self._current(row)

    async def search(
        self, query: str, *, owner: str, shelves: Sequence[str] = (GENERAL_SHELF,), limit: int = 5
    ) -> list[Passage]:
        words = await asyncio.to_thread(query_words, query)
        scopes, most = [_scope(owner, shelf) for shelf in shelves], max(1, min(limit, MAX_PASSAGES))
        vector = await self._query_vector(query)

        def work(connection: Connection) -> list[Passage]:
            ranked = rank_chunks(connection, words, scopes, max(most, _FUSED if vector else 0) + _SPARE)
            if vector and self._embedder is not None:
                near = self._vectors.nearest(connection, self._embedder.name, vector, scopes, _FUSED + _SPARE)
                ranked = fuse_ranks([[number for number, _ in ranked], near])[: most + _SPARE]
            return _passages(connection, ranked, words, owner, most)

        return await self._database.read(work)

    async def _query_vector(self, query: str) -> list[float] | None:
        """Return the vector of a query; None without an embedder, or if it cannot be reached."""
        if self._embedder is None or not query.strip():
            return None
        try:
            return (await self._embedder.embed([query[:_MAX_QUERY]]))[0]
        except ServiceFailed as problem:
            self.on_problem(problem)
            return None

    async def embed(
        self,
        *,
        owner: str,
        document_id: str | None = None,
        progress: Callable[[int, int], None] = lambda _done, _total: None,
    ) -> int:
        embedder = self._embedder
        if embedder is None:
            return 0
        total = await self.unembedded(owner=owner, document_id=document_id)
        done = 0
        while done < total:
            chunks = await self._database.read(
                lambda connection: unembedded_chunks(connection, embedder.name, owner, _EMBEDDED_AT_ONCE, document_id)
            )
            if not chunks:
                break
            vectors = await embedder.embed([chunk.text for chunk in chunks])
            await self._database.write(partial(put_vectors, model=embedder.name, chunks=chunks, vectors=vectors))
            done += len(chunks)
            progress(min(done, total), total)
        return done

    async def unembedded(self, *, owner: str, document_id: str | None = None) -> int:
        embedder = self._embedder
        if embedder is None:
            return 0
        return await self._database.read(
            lambda connection: count_unembedded(connection, embedder.name, owner, document_id)
        )

    async def read(
        self, document_id: str, *, owner: str, page: int = 1, start: int = 0, length: int = 4_000
    ) -> PageExcerpt | None:
        document = await self.get(document_id, owner=owner)
        if document is None or not 1 <= page <= document.pages:
            return None
        start, c = max(0, start), library_chunks.c
        end = start + max(1, min(length, _MAX_EXCERPT))
        in_page = (c.document_id == document_id) & (c.page == page)
        total = select(func.max(c.start + func.length(c.text))).where(in_page)
        near = select(c.start, c.text).where(in_page, c.start < end, c.start > start - MAX_CHUNK).order_by(c.start)

        def work(connection: Connection) -> tuple[int, Sequence[Any]]:
            return connection.scalar(total) or 0, connection.execute(near).all()

        characters, chunks = await self._database.read(work)
        first = chunks[0].start if chunks else start
        part = "".join(chunk.text for chunk in chunks)[max(0, start - first) : end - first]
        return PageExcerpt(document.id, document.name, page, document.pages, start, start + len(part), characters, part)

    async def _owned(self, document_id: str, owner: str) -> LibraryDocument:
        found = await self.get(document_id, owner=owner)
        if found is None:
            raise NotFound(what_kind=Reason("library.word"), id=document_id)
        return found

    def _current(self, row: Row[Any]) -> LibraryDocument:
        """Return a document. One whose process died while it was read counts as failed."""
        is_lost = row.status in ("uploaded", "reading") and row.active_until < self._clock.now().timestamp()
        return _document(row, _INTERRUPTED if is_lost else None)

    def _alive_until(self) -> float:
        return self._clock.now().timestamp() + _ALIVE_SECONDS


def _log_problem(problem: ServiceFailed) -> None:
    _LOG.warning("the search by meaning failed, passages are found by words alone: %s", problem)


def _delete_text(connection: Connection, document_id: str) -> None:
    """Delete the chunks of a document with their vectors."""
    connection.execute(delete(library_vectors).where(library_vectors.c.document_id == document_id))
    connection.execute(delete(library_chunks).where(library_chunks.c.document_id == document_id))


def _is_owned(document_id: str, owner: str) -> ColumnElement[bool]:
    return (library_documents.c.id == document_id) & (library_documents.c.owner == owner)


def _found(connection: Connection, document_id: str, owner: str) -> Row[Any]:
    row = connection.execute(select(library_documents).where(_is_owned(document_id, owner))).first()
    if row is None:
        raise NotFound(what_kind=Reason("library.word"), id=document_id)
    return row


def _scope(owner: str, shelf: str) -> str:
    """Return the owner and the shelf as one word of letters and digits."""
    return "s" + hashlib.sha256(f"{owner}\0{shelf}".encode()).hexdigest()[:40]


def _chunk_rows(document: LibraryDocument, pages: Iterable[DocumentPage]) -> list[dict[str, Any]]:
    """Return the rows of the chunks. The name of the document and the heading above belong to the terms of a chunk."""
    scope = _scope(document.owner, document.shelf)
    named = PurePosixPath(document.name).stem
    return [
        {
            "document_id": document.id,
            "page": page.number,
            "start": chunk.start,
            "text": chunk.text,
            "scope": scope,
            "words": index_terms(chunk.text),
            "above": index_terms(f"{chunk.heading}\n{named}"),
        }
        for page in pages
        for chunk in chunks_of(clean_text(page.text))
    ]


def _insertion(connection: Connection) -> Any:
    words: dict[str, Any] = {"terms": bindparam("words"), "titles": bindparam("above")}
    if connection.dialect.name == "sqlite":
        return insert(library_chunks).values(words)
    return insert(library_chunks).values({name: func.to_tsvector("simple", word) for name, word in words.items()})


def _passages(
    connection: Connection, ranked: Ranked, words: Sequence[QueryWord], owner: str, most: int
) -> list[Passage]:
    chunk, document = library_chunks.c, library_documents.c
    query = (
        select(chunk.number, chunk.document_id, chunk.page, chunk.start, chunk.text, document.name)
        .join(library_documents, document.id == chunk.document_id)
        .where(chunk.number.in_([number for number, _ in ranked]), document.owner == owner, document.status == "ready")
    )
    rows = {row.number: row for row in connection.execute(query)}
    best = [(number, score) for number, score in ranked if number in rows][:most]
    return [_passage(rows[number], score, words) for number, score in best]


def _passage(row: Any, score: float, words: Sequence[QueryWord]) -> Passage:
    snippet, highlights = snippet_of(row.text, words)
    end = row.start + len(row.text)
    return Passage(row.document_id, row.name, row.page, row.start, end, row.text, round(score, 4), snippet, highlights)


def _body(problem: ReadingProblem | None, page_problems: Iterable[PageProblem]) -> str:
    pages = [[each.page, each.problem.code, _stored_fields(each.problem.fields)] for each in page_problems]
    own = None if problem is None else [problem.code, _stored_fields(problem.fields)]
    return json.dumps({"problem": own, "pages": pages}, ensure_ascii=False)


def _document(row: Row[Any], lost: ReadingProblem | None = None) -> LibraryDocument:
    body = json.loads(row.body)
    own = lost or (_problem(*body["problem"]) if body["problem"] else None)
    return LibraryDocument(
        id=row.id,
        owner=row.owner,
        shelf=row.shelf,
        name=row.name,
        status="failed" if lost else row.status,
        added=datetime.fromisoformat(row.added_at),
        size=row.size,
        pages=row.pages,
        characters=row.characters,
        problem=own,
        page_problems=tuple(PageProblem(page, _problem(code, fields)) for page, code, fields in body["pages"]),
    )


def _stored_fields(fields: Iterable[tuple[str, object]]) -> dict[str, Any]:
    """Return fields as JSON; a reason is an object with its key and its own fields."""
    return {
        name: {"key": value.key, "fields": _stored_fields(value.fields.items())} if isinstance(value, Reason) else value
        for name, value in fields
    }


def _field(stored: Any) -> ReadingField:
    if isinstance(stored, str):
        return stored
    return Reason(stored["key"], **{name: _field(each) for name, each in stored["fields"].items()})


def _problem(code: str, fields: dict[str, Any]) -> ReadingProblem:
    return ReadingProblem(code, tuple((name, _field(stored)) for name, stored in fields.items()))
