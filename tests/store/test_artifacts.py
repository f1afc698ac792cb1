"""Artifacts in the store: rows and files agree, even after crashes, disk errors and concurrent writes."""

import asyncio
import hashlib
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import create_engine, select, text
from sqlalchemy.engine import URL

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Location, finding
from inkwright.artifacts.vault import ArtifactRecord, Vault, Verified
from inkwright.conversation.turns import TurnState
from inkwright.errors import FileLost, StoreError, StoreUnavailable
from inkwright.i18n import Reason
from inkwright.ids import TimedIds
from inkwright.store.artifacts import ArtifactOrigin, StoredRecords
from inkwright.store.conversations import StoredConversations
from inkwright.store.database import Database
from inkwright.store.files import ContentFiles
from inkwright.store.tables import artifacts
from tests.clocks import FixedClock

T = TypeVar("T")
WARNING = finding("literal", Location(label="第 1 行"), severity="warning", what="It is odd.", mend="Look at it.")


def record_of(files: dict[str, bytes], **changed: Any) -> ArtifactRecord:
    """The record of these files, the first of which is the main one."""
    name = next(iter(files))
    digests = {each: hashlib.sha256(content).hexdigest() for each, content in files.items()}
    fields: dict[str, Any] = {
        "id": "art_1",
        "version": 1,
        "kind": "note",
        "name": name,
        "title": "笔记",
        "size": len(files[name]),
        "sha256": digests[name],
        "report": (WARNING,),
        "made_at": datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC),
        "owner": "ann",
        "turn_id": "turn_1",
        "digests": digests,
    }
    return ArtifactRecord(**(fields | changed))


WORDS = {"note.txt": b"words", "more.txt": b"more"}
RECORD = record_of(WORDS)


def in_store(url: URL, folder: Path, work: Callable[[StoredRecords], Awaitable[T]]) -> T:
    """What the work gives, with records that a process has just opened."""

    async def opened() -> T:
        database = Database(url)
        await database.open()
        try:
            return await work(StoredRecords(database, ContentFiles(folder)))
        finally:
            await database.close()

    return asyncio.run(opened())


def kept(url: URL, folder: Path, record: ArtifactRecord = RECORD, files: dict[str, bytes] | None = None) -> bool:
    return in_store(url, folder, lambda records: records.add(record, WORDS if files is None else files))


def rows(url: URL, folder: Path) -> list[ArtifactRecord]:
    return in_store(url, folder, lambda records: records.every())


def read(url: URL, folder: Path, name: str = "note.txt", record: ArtifactRecord = RECORD) -> bytes | None:
    return in_store(url, folder, lambda records: records.read(record, name))


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def path_of(folder: Path, content: bytes) -> Path:
    digest = hashlib.sha256(content).hexdigest()
    return folder / digest[:2] / digest[2:4] / digest


def vault_of(records: StoredRecords) -> Vault:
    return Vault(records, {"note": lambda *_: []}, ids=TimedIds(), clock=FixedClock())


def test_another_process_reads_the_saved_bytes(url: URL, tmp_path: Path) -> None:
    assert kept(url, tmp_path / "files")

    async def look(records: StoredRecords) -> list[object]:
        found = await records.get("art_1", "ann")
        contents = [await records.read(RECORD, name) for name in ("note.txt", "more.txt", "none.txt")]
        return [found, await records.versions(RECORD), *contents]

    assert in_store(url, tmp_path / "files", look) == [RECORD, [RECORD], b"words", b"more", None]


def test_the_files_are_named_by_what_they_hold_and_are_for_their_owner_alone(url: URL, tmp_path: Path) -> None:
    folder = tmp_path / "a" / "files"
    kept(url, folder)
    paths = [path_of(folder, content) for content in WORDS.values()]
    assert files_in(folder) == {str(path.relative_to(folder)): path.read_bytes() for path in paths}
    assert {path.stat().st_mode & 0o777 for path in paths} == {0o600}
    assert {path.stat().st_mode & 0o777 for path in (folder, paths[0].parent)} == {0o700}


def test_the_same_bytes_are_on_the_disk_once(url: URL, tmp_path: Path) -> None:
    kept(url, tmp_path / "files")
    written = path_of(tmp_path / "files", b"words").stat()
    again = {"copy.txt": b"words", "same.txt": b"words"}
    assert kept(url, tmp_path / "files", record_of(again, id="art_2"), again)
    unchanged = path_of(tmp_path / "files", b"words").stat()
    assert (unchanged.st_ino, unchanged.st_mtime_ns) == (written.st_ino, written.st_mtime_ns)
    assert len(files_in(tmp_path / "files")) == 2


@pytest.mark.parametrize("damage", [b"", b"wor", b"WORDS"])
def test_saving_the_same_bytes_again_repairs_a_damaged_file(url: URL, tmp_path: Path, damage: bytes) -> None:
    kept(url, tmp_path / "files")
    path_of(tmp_path / "files", b"words").write_bytes(damage)
    kept(url, tmp_path / "files", record_of(WORDS, id="art_2", version=2))
    assert read(url, tmp_path / "files") == b"words"


def test_a_version_that_exists_is_reported_and_the_first_one_stays(url: URL, tmp_path: Path) -> None:
    other = {"note.txt": b"other"}
    answers = [
        kept(url, tmp_path / "files"),
        kept(url, tmp_path / "files", record_of(other, id="art_2", lineage="art_1"), other),
        kept(url, tmp_path / "files", record_of(other, id="art_3", version=2, lineage="art_1"), other),
        kept(url, tmp_path / "files", record_of(other, id="art_4", owner="bob", lineage="art_1"), other),
        kept(url, tmp_path / "files", record_of(other, id="art_5"), other),
    ]
    assert answers == [True, False, True, True, True]
    assert [record.id for record in rows(url, tmp_path / "files")] == ["art_1", "art_3", "art_4", "art_5"]


def test_artifacts_of_another_owner_are_hidden_from_every_method(url: URL, tmp_path: Path) -> None:
    kept(url, tmp_path / "files")

    async def look(records: StoredRecords) -> list[object]:
        made_up = RECORD.model_copy(update={"owner": "bob"})
        return [
            await records.get("art_1", "bob"),
            await records.versions(made_up),
            await records.read(made_up, "note.txt"),
            await records.newest("bob", limit=10),
            await records.named("bob", "note.txt"),
            await records.ids("bob"),
        ]

    assert in_store(url, tmp_path / "files", look) == [None, [], None, [], [], []]


def test_another_owner_may_keep_the_same_bytes_under_the_same_name(url: URL, tmp_path: Path) -> None:
    theirs = record_of(WORDS, id="art_2", owner="bob")
    assert [kept(url, tmp_path / "files"), kept(url, tmp_path / "files", theirs)] == [True, True]
    assert read(url, tmp_path / "files", record=theirs) == b"words"


@pytest.mark.parametrize("written", ["", "art_\x00", "\udc80", "art' OR 1=1", "x" * 65, "编号"])
def test_an_invalid_id_finds_nothing(url: URL, tmp_path: Path, written: str) -> None:
    assert in_store(url, tmp_path, lambda records: records.get(written, "ann")) is None


def test_they_are_found_newest_first_and_by_name(url: URL, tmp_path: Path) -> None:
    # The third is from a clock that shows another zone; what counts is the moment.
    moments = ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.5Z", "2026-01-01T08:00:00.25+08:00", "2025-12-31T23:00:00Z"]
    for number, moment in enumerate(moments, 1):
        made = {"made_at": datetime.fromisoformat(moment), "version": number, "lineage": "art_1"}
        kept(url, tmp_path, record_of(WORDS, id=f"art_{number}", **made))
    kept(url, tmp_path, record_of(WORDS, id="art_5", kind="page", made_at=datetime(2020, 1, 1, tzinfo=UTC)))

    async def look(records: StoredRecords) -> list[list[str]]:
        found = [await records.newest("ann", limit=3), await records.newest("ann", limit=3, offset=3)]
        found += [await records.named("ann", "note.txt"), await records.versions(RECORD)]
        return [*([record.id for record in each] for each in found), await records.ids("ann")]

    assert in_store(url, tmp_path, look) == [
        ["art_2", "art_3", "art_1"],
        ["art_4", "art_5"],
        ["art_4", "art_5"],
        ["art_1", "art_2", "art_3", "art_4"],
        ["art_1", "art_2", "art_3", "art_4", "art_5"],
    ]


def test_a_title_with_half_a_surrogate_and_a_null_is_saved_unchanged(url: URL, tmp_path: Path) -> None:
    odd = record_of(WORDS, title="a\ud800b\x00c")
    kept(url, tmp_path, odd)
    assert rows(url, tmp_path) == [odd]


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda path: path.unlink(), "file_missing"),
        (lambda path: (path.unlink(), path.mkdir()), "file_missing"),
        (lambda path: path.write_bytes(b"sword"), "file_changed"),
        (lambda path: path.write_bytes(b""), "file_changed"),
    ],
)
def test_a_missing_or_changed_file_is_lost_and_its_row_stays(
    url: URL, tmp_path: Path, damage: Callable[[Path], object], reason: str
) -> None:
    kept(url, tmp_path / "files")
    path = path_of(tmp_path / "files", b"words")
    damage(path)
    with pytest.raises(FileLost) as caught:
        read(url, tmp_path / "files")
    assert caught.value.fields == {"place": str(path), "problem": Reason(f"reason.store.{reason}")}
    assert rows(url, tmp_path / "files") == [RECORD]
    assert read(url, tmp_path / "files", "more.txt") == b"more"


OLD_BODY = """{"id": "art_1", "version": 1, "kind": "pptx", "name": "rain.pptx", "title": "Rain", "size": 5,
"sha256": "00", "report": [{"severity": "warning", "place": "slide 2", "what": "It has no speaker notes.",
"mend": "Write what is to be said."}], "made_at": "2025-03-04T05:06:07Z", "owner": "ann", "turn_id": "turn_1",
"digests": {"rain.pptx": "00"}}"""


def test_a_report_that_an_earlier_version_stored_is_read(url: URL, tmp_path: Path) -> None:
    assert kept(url, tmp_path)
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE artifacts SET body = :body"), {"body": OLD_BODY})
    engine.dispose()
    record = in_store(url, tmp_path, lambda records: records.get("art_1", "ann"))
    assert record is not None
    assert [each.to_json("en") for each in record.report] == [
        {
            "severity": "warning",
            "place": "slide 2",
            "what": "It has no speaker notes.",
            "mend": "Write what is to be said.",
        }
    ]


def test_a_row_that_somebody_damaged_is_a_sentence(url: URL, tmp_path: Path) -> None:
    kept(url, tmp_path)
    engine = create_engine(url.set(drivername="sqlite") if url.get_backend_name() == "sqlite" else url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE artifacts SET body = '{'"))
    engine.dispose()
    with pytest.raises(StoreError, match="the record of art_1 cannot be read"):
        rows(url, tmp_path)


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """A disk that takes no more than so many bytes of a file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def refused(url: URL, folder: Path, files: dict[str, bytes]) -> StoreUnavailable:
    """Return the error of the disk, for a store that is already open."""

    async def work(records: StoredRecords) -> StoreUnavailable:
        with largest_file(100_000), pytest.raises(StoreUnavailable) as caught:
            await records.add(record_of(files), files)
        return caught.value

    return in_store(url, folder, work)


def test_a_file_that_the_disk_does_not_take_leaves_no_half_file_and_no_row(url: URL, tmp_path: Path) -> None:
    big = b"x" * 200_000
    error = refused(url, tmp_path / "files", {"big.txt": big})
    assert error.fields == {"place": str(path_of(tmp_path / "files", big)), "problem": Reason("reason.system.EFBIG")}
    assert files_in(tmp_path / "files") == {}
    assert rows(url, tmp_path / "files") == []


def test_if_one_of_several_files_cannot_be_written_no_row_is_added(url: URL, tmp_path: Path) -> None:
    refused(url, tmp_path / "files", {"a.txt": b"small", "big.txt": b"x" * 200_000})
    assert list(files_in(tmp_path / "files").values()) == [b"small"]
    assert rows(url, tmp_path / "files") == []


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 KB, where one may be mounted."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=64k", "ink", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mounting, capture_output=True, check=False).returncode != 0:
        pytest.skip("NO FILE SYSTEM MAY BE MOUNTED HERE: a full disk and a read-only one are not tried")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_and_a_read_only_one_are_reported_and_nothing_is_left(url: URL, small_disk: Path) -> None:
    big = {"big.txt": b"x" * 100_000}
    with pytest.raises(StoreUnavailable, match="no space left on device"):
        kept(url, small_disk / "files", record_of(big), big)
    assert files_in(small_disk) == {}

    kept(url, small_disk / "files")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    other = {"note.txt": b"other"}
    with pytest.raises(StoreUnavailable, match="read-only file system"):
        kept(url, small_disk / "files", record_of(other, id="art_2", version=2), other)
    assert rows(url, small_disk / "files") == [RECORD]
    assert read(url, small_disk / "files") == b"words"


def test_a_folder_that_cannot_be_created_is_reported(url: URL, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnavailable, match="not a directory"):
        kept(url, tmp_path / "file" / "files")
    assert rows(url, tmp_path) == []


def test_writers_of_one_lineage_at_once_end_with_versions_of_their_own(url: URL, tmp_path: Path) -> None:
    async def all_at_once() -> list[object]:
        databases = [Database(url) for _ in range(3)]
        await databases[0].open()
        vaults = [vault_of(StoredRecords(database, ContentFiles(tmp_path / "files"))) for database in databases]
        drafts = [Draft("note", "note.txt", "Note", {"note.txt": f"{number}".encode()}) for number in range(9)]
        try:
            keeping = [
                vaults[number % 3].keep(draft, owner="ann", turn_id="t", lineage="line_1")
                for number, draft in enumerate(drafts)
            ]
            return [*await asyncio.gather(*keeping)]
        finally:
            for database in databases:
                await database.close()

    made = [each for each in asyncio.run(all_at_once()) if isinstance(each, Verified)]
    assert sorted(each.version for each in made) == list(range(1, 10))
    assert {read(url, tmp_path / "files", record=each) for each in rows(url, tmp_path / "files")} == {
        f"{number}".encode() for number in range(9)
    }


def test_a_retry_in_another_process_makes_nothing_twice(url: URL, tmp_path: Path) -> None:
    draft = Draft("note", "note.txt", "Note", {"note.txt": b"words"})
    made = [
        in_store(url, tmp_path, lambda records: vault_of(records).keep(draft, owner="ann", turn_id="turn_1"))
        for _ in range(2)
    ]
    assert made[0] == made[1]
    assert len(rows(url, tmp_path)) == 1


KILLED = """
import asyncio, os, pathlib, signal, sys
from sqlalchemy import make_url
from inkwright.store.artifacts import StoredRecords
from inkwright.store.database import Database
from inkwright.store.files import ContentFiles
from tests.store.test_artifacts import RECORD, WORDS

class Dying(Database):
    async def write(self, work, **how):
        os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(StoredRecords(Dying(make_url(sys.argv[1])), ContentFiles(pathlib.Path(sys.argv[2]))).add(RECORD, WORDS))
"""


def test_a_kill_between_the_files_and_the_row_leaves_no_row_and_it_can_be_saved_again(url: URL, tmp_path: Path) -> None:
    assert rows(url, tmp_path / "files") == []
    address = url.render_as_string(hide_password=False)
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", KILLED, address, str(tmp_path / "files")], cwd=root, check=False)
    assert done.returncode == -signal.SIGKILL
    assert sorted(files_in(tmp_path / "files").values()) == [b"more", b"words"]
    assert rows(url, tmp_path / "files") == []
    assert kept(url, tmp_path / "files")
    assert read(url, tmp_path / "files") == b"words"


def test_the_row_names_the_conversation_of_the_turn_if_it_is_the_owners(url: URL, tmp_path: Path) -> None:
    async def go() -> list[ArtifactOrigin | None]:
        database = Database(url)
        await database.open()
        records, talks = StoredRecords(database, ContentFiles(tmp_path)), StoredConversations(database, FixedClock())
        made = [record_of(WORDS, id=f"art_{owner}", owner=owner, turn_id="turn_7") for owner in ("ann", "bob")]
        try:
            await talks.save_turn(TurnState(id="turn_7", conversation_id="conv_7", owner="ann", message="x"))
            for record in made:
                await records.add(record, WORDS)
            rows = select(artifacts.c.conversation_id).order_by(artifacts.c.id)
            assert await database.read(lambda connection: connection.scalars(rows).all()) == ["conv_7", None]
            found = [await records.made_in(record) for record in made]
            await talks.delete("conv_7", owner="ann")
            return [*found, await records.made_in(made[0])]
        finally:
            await database.close()

    there, gone = ArtifactOrigin("conv_7", is_deleted=False), ArtifactOrigin("conv_7", is_deleted=True)
    assert asyncio.run(go()) == [there, None, gone]


@pytest.mark.parametrize("is_deleted", [False, True])
def test_where_an_earlier_program_named_no_conversation_it_is_that_of_the_turn(
    url: URL, tmp_path: Path, is_deleted: bool
) -> None:
    async def go() -> ArtifactOrigin | None:
        database = Database(url)
        await database.open()
        records, talks = StoredRecords(database, ContentFiles(tmp_path)), StoredConversations(database, FixedClock())
        try:
            await records.add(record_of(WORDS, turn_id="turn_7"), WORDS)
            await talks.save_turn(TurnState(id="turn_7", conversation_id="conv_7", owner="ann", message="x"))
            if is_deleted:
                await talks.delete("conv_7", owner="ann")
            return await records.made_in(RECORD)
        finally:
            await database.close()

    assert asyncio.run(go()) == ArtifactOrigin("conv_7", is_deleted=is_deleted)


def test_the_vault_gives_the_latest_of_an_owner(url: URL, tmp_path: Path) -> None:
    for number, owner in enumerate(("ann", "ann", "bob"), 1):
        moment = datetime(2026, 1, number, tzinfo=UTC)
        kept(url, tmp_path, record_of(WORDS, id=f"art_{number}", owner=owner, version=number, made_at=moment))

    async def look(records: StoredRecords) -> list[list[str]]:
        vault = vault_of(records)
        return [[each.id for each in await vault.latest(owner=owner, limit=9)] for owner in ("ann", "bob", "eve")]

    assert in_store(url, tmp_path, look) == [["art_2", "art_1"], ["art_3"], []]
