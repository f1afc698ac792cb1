"""Kept files are found: newest first, by id, by its beginning, by name; those of others are not."""

from pathlib import Path

import pytest

from inkwright.usecases.find_files import FileDetails, FilesPage, files_meant, list_files, short_ids, show_file
from inkwright.usecases.open_store import Store
from tests.usecases.note_stores import in_store, kept


def test_a_list_is_newest_first_in_parts_and_counts_all(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        first, second, third = [await kept(store, content) for content in (b"1", b"2", b"3")]
        await kept(store, b"4", owner="bob")
        short = short_ids([first.id, second.id, third.id])
        assert await list_files(store, owner="ann", limit=2) == FilesPage(
            (third, second), {each.id: short[each.id] for each in (third, second)}, 3
        )
        assert await list_files(store, owner="ann", limit=2, offset=2) == FilesPage(
            (first,), {first.id: short[first.id]}, 3
        )
        assert await list_files(store, owner="eve") == FilesPage((), {}, 0)

    in_store(tmp_path, work)


def test_a_person_may_write_an_id_its_beginning_or_a_name(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        first, second = await kept(store, b"1"), await kept(store, b"2")
        other = await kept(store, b"3", name="其他.txt")
        short = short_ids([first.id, second.id, other.id])

        async def meant(written: str, owner: str = "ann") -> list[str]:
            return [record.id for record in await files_meant(store, written, owner=owner)]

        assert await meant(first.id) == [first.id]
        assert await meant(short[first.id]) == [first.id]
        assert await meant(short[first.id].removeprefix("art_")) == [first.id]
        assert await meant("note.txt") == [second.id]
        assert await meant("其他.txt") == [other.id]
        assert await meant("art_") == [first.id, second.id, other.id]
        assert await meant(first.id, owner="bob") == []
        assert await meant("note.txt", owner="bob") == []
        assert await meant("art_", owner="bob") == []

    in_store(tmp_path, work)


def test_a_name_of_two_kinds_means_both(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        both = [await kept(store, b"1", kind="note"), await kept(store, b"2", kind="page")]
        assert await files_meant(store, "note.txt", owner="ann") == both

    in_store(tmp_path, work)


@pytest.mark.parametrize("written", ["", "nothing", "../note.txt", "\udcff", "a\x00", "%", "_"])
def test_what_nobody_kept_is_not_found(tmp_path: Path, written: str) -> None:
    async def work(store: Store) -> None:
        await kept(store, b"1")
        assert await files_meant(store, written, owner="ann") == []

    in_store(tmp_path, work)


def test_one_file_is_shown_with_its_versions_and_what_became_of_its_files(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        first, second = await kept(store, b"1"), await kept(store, b"2")
        assert await show_file(store, first) == FileDetails(first, (first, second), ())
        store.records.contents.path(first.sha256).unlink()
        assert await show_file(store, first) == FileDetails(first, (first, second), ("note.txt",))
        store.records.contents.path(first.digests["beside.txt"]).write_bytes(b"changed")
        assert await show_file(store, second) == FileDetails(second, (first, second), ("beside.txt",))

    in_store(tmp_path, work)


def test_short_ids_are_the_shortest_beginnings_that_no_other_has() -> None:
    assert short_ids([]) == {}
    assert short_ids(["art_0123456789"]) == {"art_0123456789": "art_01234567"}
    assert short_ids(["art_0123456789ab", "art_0123456789cd", "art_9"]) == {
        "art_0123456789ab": "art_0123456789a",
        "art_0123456789cd": "art_0123456789c",
        "art_9": "art_9",
    }
