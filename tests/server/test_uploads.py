"""Uploaded files get safe names in a private folder, have a limit together, and are gone afterwards."""

import asyncio
import io
from pathlib import Path

import pytest
from fastapi import UploadFile

from inkwright.server.problems import ApiProblem
from inkwright.server.uploads import received_files, written_files


def upload(name: str | None, content: bytes) -> UploadFile:
    return UploadFile(io.BytesIO(content), filename=name)


def test_a_hostile_name_stays_in_the_folder_which_is_removed_afterwards() -> None:
    async def go() -> Path:
        async with received_files([upload("../../etc/雨.md", b"rain"), upload(None, b"")], 1_000) as (rain, unnamed):
            assert rain.read_bytes() == b"rain"
            assert rain.parent == unnamed.parent
            assert rain.parent.name.startswith("inkwright-upload-")
            assert rain.parent.stat().st_mode & 0o077 == 0
        return rain.parent

    assert not asyncio.run(go()).exists()


def test_no_file_of_an_upload_replaces_another_one_of_the_same_name() -> None:
    async def go() -> list[tuple[str, bytes]]:
        same = [upload(name, content) for name, content in (("雨.md", b"1"), ("a (2).md", b"2"), ("雨.md", b"3"))]
        also = [upload("a.md", b"4"), upload("a.md", b"5"), upload(None, b"6"), upload(None, b"7")]
        async with received_files([*same, *also], 1_000) as paths:
            return [(path.name, path.read_bytes()) for path in paths]

    names = ["雨.md", "a (2).md", "雨 (2).md", "a.md", "a (3).md", "file", "file (2)"]
    assert asyncio.run(go()) == [(name, str(number).encode()) for number, name in enumerate(names, 1)]


def test_files_of_one_name_within_a_message_stay_apart() -> None:
    async def go() -> list[tuple[str, bytes]]:
        async with written_files([("a.md", b"1"), ("a.md", b"2")]) as paths:
            return [(path.name, path.read_bytes()) for path in paths]

    assert asyncio.run(go()) == [("a.md", b"1"), ("a (2).md", b"2")]


def test_the_limit_holds_for_all_files_together() -> None:
    async def go(*sizes: int) -> int:
        files = [upload(f"{number}.md", b"x" * size) for number, size in enumerate(sizes)]
        async with received_files(files, 2_048) as paths:
            return len(paths)

    assert asyncio.run(go(1_024, 1_024)) == 2
    with pytest.raises(ApiProblem) as refused:
        asyncio.run(go(1_024, 1_025))
    assert refused.value.status_code == 413
