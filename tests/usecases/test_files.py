"""A file is saved completely, under a free name, or the reason of the disk is reported."""

import dataclasses
import itertools
import json
from pathlib import Path

import pytest
from sqlalchemy import update

from inkwright.artifacts.vault import Vault
from inkwright.errors import FileLost, UnwritableOutput
from inkwright.i18n import Reason
from inkwright.ids import TimedIds
from inkwright.store.files import ContentFiles
from inkwright.store.tables import artifacts
from inkwright.usecases.files import (
    FileDetails,
    FilesPage,
    LostFile,
    RestoredFile,
    export_file,
    find_lost_files,
    find_orphans,
    list_files,
    match_files,
    restore_file,
    short_ids,
    show_file,
)
from inkwright.usecases.store import Store
from tests.usecases.note_stores import BAD, in_store, kept


def stored_file(store: Store, digest: str) -> Path:
    """The file of a content, which is in a folder."""
    assert isinstance(store.records.contents, ContentFiles)
    return store.records.contents.path(digest)


def test_files_that_are_gone_or_changed_are_told_for_every_owner(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        ann, bob = await kept(store, b"1"), await kept(store, b"2", owner="bob")
        assert await find_lost_files(store) == []
        stored_file(store, ann.sha256).unlink()
        stored_file(store, bob.sha256).write_bytes(b"3")
        assert await find_lost_files(store) == [
            LostFile(ann, "note.txt", Reason("reason.store.file_missing")),
            LostFile(bob, "note.txt", Reason("reason.store.file_changed")),
        ]

    in_store(tmp_path, work)


def test_files_that_belong_to_nothing_are_found_and_left_alone(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        assert await find_orphans(store) == []
        record = await kept(store, b"1")
        assert await find_orphans(store) == []
        contents = store.records.contents
        contents.keep({"ab" * 32: b"a crash came before the row"})
        unfinished = stored_file(store, record.sha256).with_name(".0123.part")
        unfinished.write_bytes(b"a crash came before the name")
        orphans = sorted(["ab" * 32, unfinished.name])
        assert await find_orphans(store) == orphans
        assert unfinished.exists()
        assert stored_file(store, "ab" * 32).exists()
        assert await find_lost_files(store) == []

    in_store(tmp_path, work)


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
        first = await kept(store, b"1")
        second = await kept(store, b"2", after=first)
        other = await kept(store, b"3", name="其他.txt")
        short = short_ids([first.id, second.id, other.id])

        async def meant(written: str, owner: str = "ann") -> list[str]:
            return [record.id for record in await match_files(store, written, owner=owner)]

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
        assert await match_files(store, "note.txt", owner="ann") == both[::-1]

    in_store(tmp_path, work)


def test_a_name_of_two_unrelated_artifacts_means_the_newest_version_of_each(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        first, other = await kept(store, b"1"), await kept(store, b"2")
        newest = await kept(store, b"3", after=first)
        assert await match_files(store, "note.txt", owner="ann") == [newest, other]
        assert (await show_file(store, other)).versions == (other,)

    in_store(tmp_path, work)


@pytest.mark.parametrize("written", ["", "nothing", "../note.txt", "\udcff", "a\x00", "%", "_"])
def test_what_nobody_kept_is_not_found(tmp_path: Path, written: str) -> None:
    async def work(store: Store) -> None:
        await kept(store, b"1")
        assert await match_files(store, written, owner="ann") == []

    in_store(tmp_path, work)


def test_one_file_is_shown_with_its_versions_and_what_became_of_its_files(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        first = await kept(store, b"1")
        second = await kept(store, b"2", after=first)
        assert await show_file(store, first) == FileDetails(first, (first, second), ())
        stored_file(store, first.sha256).unlink()
        assert await show_file(store, first) == FileDetails(first, (first, second), ("note.txt",))
        stored_file(store, first.digests["beside.txt"]).write_bytes(b"changed")
        assert await show_file(store, second) == FileDetails(second, (first, second), ("beside.txt",))

    in_store(tmp_path, work)


def test_short_ids_are_beginnings_that_no_other_has_and_no_later_one_can_have() -> None:
    assert short_ids([]) == {}
    assert short_ids(["art_0123456789ab7cde8f", "art_9"]) == {
        "art_0123456789ab7cde8f": "art_0123456789ab7cde",
        "art_9": "art_9",
    }
    same_moment = ["art_0123456789ab7cde81", "art_0123456789ab7cde82"]
    assert short_ids(same_moment) == {each: each for each in same_moment}
    ids = TimedIds(milliseconds=itertools.count(1_700_000_000_000).__next__)
    made = [ids.new("conv") for _ in range(2_000)]
    early = short_ids(made[:1])[made[0]]
    assert [each for each in made if each.startswith(early)] == made[:1]


def test_a_restored_version_is_a_new_one_with_the_same_bytes_and_the_older_ones_stay(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        first = await kept(store, b"1")
        second = await kept(store, b"2", after=first)
        restored = await restore_file(store, first)
        assert isinstance(restored, RestoredFile)
        assert (restored.is_new, restored.artifact.version) == (True, 3)
        *older, newest = await store.records.versions(first)
        assert older == [first, second]
        assert (newest.id, newest.digests) == (restored.artifact.id, first.digests)
        assert newest.turn_id not in (first.turn_id, second.turn_id)
        assert [await store.vault.read(each.id, owner="ann") for each in (*older, newest)] == [b"1", b"2", b"1"]

    in_store(tmp_path, work)


def test_where_the_newest_has_the_same_bytes_nothing_is_made(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        first = await kept(store, b"1")
        await kept(store, b"2", after=first)
        once, twice = await restore_file(store, first), await restore_file(store, first)
        assert isinstance(once, RestoredFile)
        assert twice == RestoredFile(once.artifact, is_new=False)
        assert len(await store.records.versions(first)) == 3

    in_store(tmp_path, work)


def test_what_todays_checks_refuse_is_not_restored(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        first = await kept(store, b"1")
        await kept(store, b"2", after=first)
        strict = Vault(store.records, {"note": lambda *_: [BAD]}, ids=store.ids, clock=store.clock)
        assert await restore_file(dataclasses.replace(store, vault=strict), first) == (BAD,)
        assert len(await store.records.versions(first)) == 2

    in_store(tmp_path, work)


def test_a_version_whose_file_is_lost_is_not_restored(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        first = await kept(store, b"1")
        await kept(store, b"2", after=first)
        stored_file(store, first.sha256).write_bytes(b"9")
        with pytest.raises(FileLost):
            await restore_file(store, first)
        assert len(await store.records.versions(first)) == 2

    in_store(tmp_path, work)


def test_all_files_are_copied_the_main_one_first_and_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        first, second = await kept(store, b"1"), await kept(store, b"2")
        folder = tmp_path / "out" / "here"
        assert await export_file(store, first, folder) == [folder / "note.txt", folder / "note-beside.txt"]
        second_paths = [folder / "note (2).txt", folder / "note-2-beside.txt"]
        assert await export_file(store, second, folder) == second_paths
        assert (folder / "note.txt").read_bytes() == b"1"
        assert await export_file(store, second, folder, overwrite=True) == [
            folder / "note.txt",
            folder / "note-beside.txt",
        ]
        assert (folder / "note.txt").read_bytes() == b"2"

    in_store(tmp_path / "home", work)


def test_nothing_is_written_where_one_file_is_lost(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        record = await kept(store, b"1")
        stored_file(store, record.digests["beside.txt"]).unlink()
        with pytest.raises(FileLost):
            await export_file(store, record, tmp_path / "out")

    in_store(tmp_path / "home", work)
    assert not (tmp_path / "out").exists()


def test_a_name_that_was_edited_in_the_database_does_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        record = await kept(store, b"1")
        body = record.model_dump(mode="json")
        body["digests"] = {"../evil.txt": record.sha256}
        editing = update(artifacts).values(body=json.dumps(body))
        await store.database.write(lambda connection: connection.execute(editing).close())
        edited = await store.records.get(record.id, "ann")
        assert edited is not None
        with pytest.raises(UnwritableOutput, match="not a safe name"):
            await export_file(store, edited, tmp_path / "out")

    in_store(tmp_path / "home", work)
    assert [path.name for path in tmp_path.iterdir()] == ["home"]
