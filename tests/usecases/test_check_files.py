"""The files are looked after: what is lost is named with its artifact, what belongs to nothing is found."""

from pathlib import Path

from inkwright.usecases.check_files import LostFile, check_files, find_orphans
from inkwright.usecases.open_store import Store
from tests.usecases.note_stores import in_store, kept


def test_files_that_are_gone_or_changed_are_told_for_every_owner(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        ann, bob = await kept(store, b"1"), await kept(store, b"2", owner="bob")
        assert await check_files(store) == []
        store.records.contents.path(ann.sha256).unlink()
        store.records.contents.path(bob.sha256).write_bytes(b"3")
        assert await check_files(store) == [
            LostFile(ann, "note.txt", "it is gone"),
            LostFile(bob, "note.txt", "somebody changed it"),
        ]

    in_store(tmp_path, work)


def test_files_that_belong_to_nothing_are_found_and_left_alone(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        assert await find_orphans(store) == []
        record = await kept(store, b"1")
        assert await find_orphans(store) == []
        contents = store.records.contents
        contents.keep({"ab" * 32: b"a crash came before the row"})
        unfinished = contents.path(record.sha256).with_name(".0123.part")
        unfinished.write_bytes(b"a crash came before the name")
        orphans = sorted([contents.path("ab" * 32), unfinished])
        assert await find_orphans(store) == orphans
        assert all(path.exists() for path in orphans)
        assert await check_files(store) == []

    in_store(tmp_path, work)
