"""The stored library keeps owners apart, finds Chinese and English words, and forgets what is removed."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import URL

from inkwright.errors import InvalidOption, NotFound
from inkwright.ids import TimedIds
from inkwright.library.records import DocumentPage, LibraryDocument, PageProblem, ReadingProblem
from inkwright.store import library as stored
from inkwright.store.database import Database
from inkwright.store.library import StoredLibrary
from tests.clocks import FixedClock

LEAVES = "# Leaves\n\nPhotosynthesis happens in the leaves of plants. It needs light and water."
CHINESE = "# 光合作用\n\n植物的叶子进行光合作用。韩梅梅在实验室觀察了气孔。"
RAIN = "Rain falls from clouds."


def on(url: URL, test: Callable[[StoredLibrary], Awaitable[Any]], clock: FixedClock | None = None) -> Any:
    """What a test finds in an opened, empty library."""

    async def go() -> Any:
        database = Database(url)
        await database.open()
        try:
            return await test(StoredLibrary(database, TimedIds(), clock or FixedClock()))
        finally:
            await database.close()

    return asyncio.run(go())


async def kept(
    library: StoredLibrary, name: str, *texts: str, owner: str = "ann", shelf: str = "", is_ready: bool = True
) -> LibraryDocument:
    """A document with these pages."""
    document = await library.add(name, 100, owner=owner, shelf=shelf)
    pages = [DocumentPage(number, text) for number, text in enumerate(texts, 1)]
    await library.put_pages(document.id, pages, owner=owner)
    return await library.finish(document.id, owner=owner) if is_ready else document


def test_finds_words_of_both_languages_in_any_form_with_their_places(url: URL) -> None:
    queries = {
        "Which leaf does photosynthesis need?": "leaves.md",
        "叶子": "叶.md",
        "韩梅梅": "叶.md",
        "氣孔": "叶.md",
        "观察": "叶.md",
        "孔": "叶.md",
        "什么是光合作用？": "叶.md",
        "raining": "rain.txt",
    }

    async def go(library: StoredLibrary) -> Any:
        await kept(library, "leaves.md", LEAVES)
        await kept(library, "叶.md", CHINESE)
        await kept(library, "rain.txt", "Nothing here.", RAIN)
        return {query: (await library.search(query, owner="ann"))[0] for query in queries}

    found = on(url, go)
    assert {query: passage.name for query, passage in found.items()} == queries
    rain = found["raining"]
    assert (rain.page, rain.start, rain.end, rain.text) == (2, 0, len(RAIN), RAIN)
    assert [rain.snippet[start:end] for start, end in rain.highlights] == ["Rain"]
    chinese = found["什么是光合作用？"]
    assert [chinese.snippet[start:end] for start, end in chinese.highlights] == ["光合作用", "光合作用"]


def test_a_query_without_a_match_or_without_words_finds_nothing(url: URL) -> None:
    async def go(library: StoredLibrary) -> Any:
        await kept(library, "leaves.md", LEAVES)
        odd = ("volcano", "火山", "", "?!", '" OR *', "NEAR(", "leaves' & !(|", "\0", "x" * 100_000)
        return [await library.search(query, owner="ann") for query in odd]

    found = on(url, go)
    assert [passages for query, passages in zip("1234567", found, strict=False) if query != "7"] == [[]] * 6
    assert found[6][0].name == "leaves.md"
    assert found[7:] == [[], []]


def test_the_passage_with_more_and_rarer_words_comes_first(url: URL) -> None:
    async def go(library: StoredLibrary) -> Any:
        for number in range(8):
            await kept(library, f"{number}.txt", f"Plants and water, water again, number {number}.")
        await kept(library, "best.txt", "Water reaches the stomata of plants.")
        return [passage.name for passage in await library.search("water in the stomata of plants", owner="ann")]

    assert on(url, go)[0] == "best.txt"


def test_documents_of_another_owner_or_another_shelf_do_not_exist(url: URL) -> None:
    async def go(library: StoredLibrary) -> Any:
        document = await kept(library, "leaves.md", LEAVES)
        await kept(library, "rain.txt", "Leaves in the rain.", shelf="proj_1")
        for other in (
            library.remove(document.id, owner="bob"),
            library.finish(document.id, owner="bob"),
            library.put_pages(document.id, [DocumentPage(2, "more")], owner="bob"),
        ):
            with pytest.raises(NotFound):
                await other

        async def names(shelves: Sequence[str]) -> list[str]:
            return sorted(each.name for each in await library.search("leaves", owner="ann", shelves=shelves))

        return (
            await library.search("leaves", owner="bob", shelves=("", "proj_1")),
            await library.all(owner="bob"),
            await library.get(document.id, owner="bob"),
            await library.read(document.id, owner="bob"),
            [each.name for each in await library.all(owner="ann")],
            [await names([""]), await names(["proj_1"]), await names(["", "proj_1"]), await names([])],
        )

    *others, own, by_shelf = on(url, go)
    assert others == [[], [], None, None]
    assert own == ["leaves.md", "rain.txt"]
    assert by_shelf == [["leaves.md"], ["rain.txt"], ["leaves.md", "rain.txt"], []]


def test_a_document_is_not_found_before_it_is_ready_and_has_failed_if_its_reader_died(url: URL) -> None:
    clock = FixedClock()

    async def go(library: StoredLibrary) -> Any:
        document = await kept(library, "leaves.md", LEAVES, is_ready=False)
        during = await library.search("leaves", owner="ann"), await library.get(document.id, owner="ann")
        clock.seconds += 10_000
        return *during, await library.get(document.id, owner="ann")

    found, reading, lost = on(url, go, clock)
    assert found == []
    assert reading.status == "reading"
    assert (lost.status, lost.problem) == ("failed", ReadingProblem("interrupted"))


def test_problems_of_pages_are_kept_and_a_failed_document_keeps_no_text(url: URL) -> None:
    problem = ReadingProblem("too_large", (("most", "32"),))

    async def go(library: StoredLibrary) -> Any:
        document = await library.add("scan.pdf", 9, owner="ann")
        pages = [DocumentPage(1, LEAVES), DocumentPage(2, "", ReadingProblem("page_no_text"))]
        await library.put_pages(document.id, pages, owner="ann")
        ready = await library.finish(document.id, owner="ann")
        failed = await library.finish(document.id, owner="ann", problem=problem)
        return ready, failed, await library.search("leaves", owner="ann")

    ready, failed, found = on(url, go)
    assert (ready.status, ready.pages, ready.characters) == ("ready", 2, len(LEAVES))
    assert ready.page_problems == (PageProblem(2, ReadingProblem("page_no_text")),)
    assert (failed.status, failed.pages, failed.problem, found) == ("failed", 0, problem, [])


def test_any_part_of_a_page_can_be_read(url: URL) -> None:
    long = "".join(f"Sentence number {number} stands here.\n\n" for number in range(200))

    async def go(library: StoredLibrary) -> Any:
        document = await kept(library, "long.md", "first", long)
        places = [
            (2, 0, 40_000),
            (2, 3_000, 500),
            (2, len(long) - 10, 500),
            (2, len(long) + 5, 9),
            (1, -4, 3),
            (3, 0, 9),
        ]
        return [
            await library.read(document.id, owner="ann", page=page, start=start, length=length)
            for page, start, length in places
        ]

    whole, middle, end, after, first, missing = on(url, go)
    assert whole.text == long
    assert (middle.text, middle.end, middle.characters) == (long[3_000:3_500], 3_500, len(long))
    assert (end.text, after.text, first.text, missing) == (long[-10:], "", "fir", None)


def test_a_shelf_has_a_limit(url: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "MAX_DOCUMENTS", 1)

    async def go(library: StoredLibrary) -> None:
        await library.add("a.txt", 1, owner="ann")
        await library.add("a.txt", 1, owner="bob")
        await library.add("a.txt", 1, owner="ann", shelf="proj_1")
        with pytest.raises(InvalidOption):
            await library.add("b.txt", 1, owner="ann")

    on(url, go)


def test_nothing_of_a_removed_document_stays_in_the_files_of_the_database(tmp_path: Path) -> None:
    planted = "zymurgicalword"
    url = URL.create("sqlite", database=str(tmp_path / "ink.db"))

    def files_with_it() -> list[str]:
        return [path.name for path in tmp_path.iterdir() if planted.encode() in path.read_bytes()]

    async def go(library: StoredLibrary) -> Any:
        for number in range(30):
            await kept(library, f"{number}.txt", f"Other text about plants, number {number}.\n" * 40)
        document = await kept(
            library, f"{planted}.md", *[f"{planted} and {number} leaves. " * 50 for number in range(9)]
        )
        before = files_with_it()
        await library.remove(document.id, owner="ann")
        return (
            before,
            files_with_it(),
            await library.search("plants", owner="ann"),
            await library.get(document.id, owner="ann"),
        )

    before, after, others, gone = on(url, go)
    assert before
    assert (after, gone) == ([], None)
    assert others
