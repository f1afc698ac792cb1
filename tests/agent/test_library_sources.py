"""Documents as sources: their places are joined, their pages are named, and what was removed gives nothing."""

import asyncio
from pathlib import Path
from typing import Any

from inkwright.agent.library_sources import document_texts, turn_library
from inkwright.conversation.turns import SourcePlace, TurnState, UsedSource, join_sources
from inkwright.grounding.source import Source
from inkwright.library.records import DocumentPage
from inkwright.settings import load_settings
from inkwright.usecases.store import Store, open_store

TURN = TurnState(id="turn_1", conversation_id="conv_1", owner="me", message="Hello")


def place(page: int, start: int, end: int) -> SourcePlace:
    return SourcePlace(page=page, start=start, end=end)


def read(folder: Path, *places: SourcePlace, pages: tuple[str, ...], owner: str = "me", removed: bool = False) -> Any:
    """The texts of a document with these pages, for a turn that uses these places of it."""

    async def go() -> Any:
        async with open_store(load_settings(flags={}, environ={}, folder=folder, home=folder)) as store:
            document = await store.library.add("rain.pdf", 1, owner=owner)
            kept = [DocumentPage(number, text) for number, text in enumerate(pages, 1)]
            await store.library.put_pages(document.id, kept, owner=owner)
            await store.library.finish(document.id, owner=owner)
            if removed:
                await store.library.remove(document.id, owner=owner)
            source = UsedSource(name="rain.pdf", reason="read", id=document.id, places=places)
            return await document_texts(source, TURN, store.library)

    return asyncio.run(go())


def test_the_places_of_a_page_are_one_source_in_their_order(tmp_path: Path) -> None:
    pages = ("First page.", "Rain falls. Snow falls. Hail falls.")

    found = read(tmp_path, place(2, 24, 35), place(2, 0, 11), place(1, 0, 5), pages=pages)

    assert found == [Source("rain.pdf, page 1", "First"), Source("rain.pdf, page 2", "Rain falls.\n\nHail falls.")]


def test_without_places_all_of_a_document_is_used(tmp_path: Path) -> None:
    long = "Rain falls. " * 10_000

    assert read(tmp_path, pages=(long,)) == [Source("rain.pdf", long)]


def test_a_document_of_another_owner_or_one_that_was_removed_gives_nothing(tmp_path: Path) -> None:
    assert read(tmp_path / "a", pages=("Rain.",), owner="bob") == []
    assert read(tmp_path / "b", pages=("Rain.",), removed=True) == []


def test_places_of_one_document_are_joined_unless_all_of_it_is_used() -> None:
    some, more = (UsedSource(name="a", reason="read", id="doc_1", places=(place(1, n, n + 1),)) for n in (0, 5))
    whole = UsedSource(name="a", reason="named", id="doc_1")

    assert join_sources([some], [more, some])[0].places == (place(1, 0, 1), place(1, 5, 6))
    assert join_sources([whole], [some]) == (whole,)


def test_a_conversation_in_a_project_searches_its_shelf_too(tmp_path: Path) -> None:
    async def shelves(store: Store) -> Any:
        found = turn_library(TURN, store.library, store.projects)
        return await found.shelves() if found else None

    async def go() -> Any:
        async with open_store(load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)) as store:
            return await shelves(store), turn_library(TURN, None, store.projects)

    assert asyncio.run(go()) == (("",), None)
