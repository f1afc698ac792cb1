"""Search by meaning: fused with the words, renewed for another model, and deleted with the document."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.engine import URL

from inkwright.errors import ServiceFailed
from inkwright.ids import TimedIds
from inkwright.library.records import DocumentPage
from inkwright.store.database import Database
from inkwright.store.library import StoredLibrary
from inkwright.store.library_tables import library_vectors
from tests.clocks import FixedClock
from tests.store.embedders import SubjectEmbedder

OTHERS = [f"Page {number} is about the price of coal in year {number}." for number in range(20)]
PAGES = ["A downpour flooded the cellar.", *OTHERS]


def on(url: URL, embedder: SubjectEmbedder, test: Callable[[StoredLibrary, Database], Awaitable[Any]]) -> Any:
    async def go() -> Any:
        database = Database(url)
        await database.open()
        try:
            return await test(StoredLibrary(database, TimedIds(), FixedClock(), embedder), database)
        finally:
            await database.close()

    return asyncio.run(go())


async def kept(library: StoredLibrary, *, owner: str = "ann") -> str:
    document = await library.add("weather.md", 100, owner=owner)
    await library.put_pages(document.id, [DocumentPage(n, each) for n, each in enumerate(PAGES, 1)], owner=owner)
    await library.finish(document.id, owner=owner)
    return document.id


async def count(database: Database) -> int:
    query = select(func.count()).select_from(library_vectors)
    return await database.read(lambda connection: connection.scalar(query) or 0)


def test_a_passage_without_the_words_is_found_by_its_meaning(url: URL) -> None:
    async def test(library: StoredLibrary, _database: Database) -> Any:
        await kept(library)
        steps: list[tuple[int, int]] = []
        before = await library.search("rain", owner="ann")
        made = await library.embed(owner="ann", progress=lambda done, total: steps.append((done, total)))
        found = await library.search("rain", owner="ann")
        nothing = await library.search("quantum", owner="ann")
        other = await library.search("rain", owner="ben")
        return before, made, steps, [each.text for each in found], nothing, other

    found = on(url, SubjectEmbedder(), test)
    assert found == ([], len(PAGES), [(len(PAGES), len(PAGES))], [PAGES[0]], [], [])


def test_words_and_meaning_are_fused(url: URL) -> None:
    async def test(library: StoredLibrary, _database: Database) -> Any:
        await kept(library)
        await library.embed(owner="ann")
        return [each.text for each in await library.search("rain and the price of coal in year 7", owner="ann")]

    found = on(url, SubjectEmbedder(), test)
    assert {PAGES[0], OTHERS[7]} <= set(found)


def test_a_model_that_is_down_leaves_the_search_by_words_and_what_was_made(
    url: URL, caplog: pytest.LogCaptureFixture
) -> None:
    embedder = SubjectEmbedder()

    async def test(library: StoredLibrary, _database: Database) -> Any:
        await kept(library)
        embedder.is_down = True
        with pytest.raises(ServiceFailed):
            await library.embed(owner="ann")
        return await library.unembedded(owner="ann"), [
            each.text for each in await library.search("cellar", owner="ann")
        ]

    assert on(url, embedder, test) == (len(PAGES), [PAGES[0]])
    assert "search by meaning failed" in caplog.text


def test_another_model_with_other_dimensions_replaces_the_vectors(url: URL) -> None:
    async def test(library: StoredLibrary, database: Database) -> Any:
        await kept(library)
        await library.embed(owner="ann")
        other = StoredLibrary(database, TimedIds(), FixedClock(), SubjectEmbedder("test:other", 16))
        missing = await other.unembedded(owner="ann"), await other.search("rain", owner="ann")
        await other.embed(owner="ann")
        return missing, [each.text for each in await other.search("rain", owner="ann")], await count(database)

    assert on(url, SubjectEmbedder(), test) == ((len(PAGES), []), [PAGES[0]], len(PAGES))


def test_vectors_are_deleted_with_their_document(url: URL) -> None:
    async def test(library: StoredLibrary, database: Database) -> Any:
        document = await kept(library)
        await library.embed(owner="ann", document_id=document)
        before = await count(database)
        await library.remove(document, owner="ann")
        return before, await count(database), await library.search("rain", owner="ann")

    assert on(url, SubjectEmbedder(), test) == (len(PAGES), 0, [])
