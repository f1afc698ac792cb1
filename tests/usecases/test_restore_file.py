"""An older version comes back as a new one; nothing that was kept goes away."""

import dataclasses
from pathlib import Path

import pytest

from inkwright.artifacts.vault import Vault
from inkwright.errors import FileLost
from inkwright.usecases.open_store import Store
from inkwright.usecases.restore_file import Restored, restore_file
from tests.usecases.note_stores import BAD, in_store, kept


def test_a_restored_version_is_a_new_one_with_the_same_bytes_and_the_older_ones_stay(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        first, second = await kept(store, b"1"), await kept(store, b"2")
        restored = await restore_file(store, first)
        assert isinstance(restored, Restored)
        assert (restored.is_new, restored.artifact.version) == (True, 3)
        *older, newest = await store.records.earlier("ann", "note", "note.txt")
        assert older == [first, second]
        assert (newest.id, newest.digests) == (restored.artifact.id, first.digests)
        assert newest.turn_id not in (first.turn_id, second.turn_id)
        assert [await store.vault.read(each.id, owner="ann") for each in (*older, newest)] == [b"1", b"2", b"1"]

    in_store(tmp_path, work)


def test_where_the_newest_has_the_same_bytes_nothing_is_made(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        first = await kept(store, b"1")
        await kept(store, b"2")
        once, twice = await restore_file(store, first), await restore_file(store, first)
        assert isinstance(once, Restored)
        assert twice == Restored(once.artifact, is_new=False)
        assert len(await store.records.earlier("ann", "note", "note.txt")) == 3

    in_store(tmp_path, work)


def test_what_todays_checks_refuse_is_not_restored(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        first, _ = await kept(store, b"1"), await kept(store, b"2")
        strict = Vault(store.records, {"note": lambda *_: [BAD]}, ids=store.ids, clock=store.clock)
        assert await restore_file(dataclasses.replace(store, vault=strict), first) == (BAD,)
        assert len(await store.records.earlier("ann", "note", "note.txt")) == 2

    in_store(tmp_path, work)


def test_a_version_whose_file_is_lost_is_not_restored(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        first, _ = await kept(store, b"1"), await kept(store, b"2")
        store.records.contents.path(first.sha256).write_bytes(b"9")
        with pytest.raises(FileLost):
            await restore_file(store, first)
        assert len(await store.records.earlier("ann", "note", "note.txt")) == 2

    in_store(tmp_path, work)
