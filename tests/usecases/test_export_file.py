"""A kept file is copied out: under a free name, whole, and only if it is still what was checked."""

import json
from pathlib import Path

import pytest
from sqlalchemy import update

from inkwright.errors import FileLost, UnwritableOutput
from inkwright.store.tables import artifacts
from inkwright.usecases.export_file import export_file
from inkwright.usecases.open_store import Store
from tests.usecases.note_stores import in_store, kept


def test_all_files_are_copied_the_main_one_first_and_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        first, second = await kept(store, b"1"), await kept(store, b"2")
        folder = tmp_path / "out" / "here"
        assert await export_file(store, first, folder) == [folder / "note.txt", folder / "beside.txt"]
        assert await export_file(store, second, folder) == [folder / "note (2).txt", folder / "beside (2).txt"]
        assert (folder / "note.txt").read_bytes() == b"1"
        assert await export_file(store, second, folder, overwrite=True) == [folder / "note.txt", folder / "beside.txt"]
        assert (folder / "note.txt").read_bytes() == b"2"

    in_store(tmp_path / "home", work)


def test_nothing_is_written_where_one_file_is_lost(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        record = await kept(store, b"1")
        store.records.contents.path(record.digests["beside.txt"]).unlink()
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
