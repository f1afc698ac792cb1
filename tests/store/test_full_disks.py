"""A full or read-only disk: reported in a sentence, nothing half written, and the store works again afterwards."""

import asyncio
import os
import resource
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from inkwright.cli.main import main
from inkwright.errors import StoreUnavailable
from inkwright.usecases.store import Store, open_store
from tests.store import snapshots
from tests.store.durability import Line, losses
from tests.store.turn_writer import run_turns, settings_of

MOST_TURNS = 400
WISHES = ("make", "talk", "ask")
COMMANDS = (
    ("history",),
    ("history", "search", "rain"),
    ("files",),
    ("cost",),
    ("db", "check"),
    ("db", "upgrade"),
    ("make", "slides", "note.md", "--model", "rule"),
)


@dataclass
class Disk:
    """A home folder on a disk whose room can be taken away and given back."""

    home: Path
    shrink: Callable[[int], None]
    grow: Callable[[], None]
    lines: list[Line] = field(default_factory=list)

    def say(self, state: str, kind: str, key: str, content: Any) -> None:
        """Save the acknowledgements of a writer."""
        self.lines.append((state, kind, key, content))

    async def turns(self, store: Any, count: int) -> None:
        """So many turns, with notes, talk and questions in turn."""
        wishes = (f"{WISHES[number % 3]} {len(self.lines)}" for number in range(count))
        await run_turns(store, self.home, self.say, wishes, size=20_000)


def mounted(folder: Path, size: str) -> Path:
    """A small file system of our own, where one may be mounted."""
    place = folder / "disk"
    place.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", f"size={size}", "ink", str(place)]
    if os.geteuid() != 0 or subprocess.run(mounting, capture_output=True, check=False).returncode != 0:
        pytest.skip("NO FILE SYSTEM MAY BE MOUNTED HERE: a full disk is tried with limits, a read-only one is not")
    return place


def fill(place: Path, leave: int) -> None:
    """Take all room of a file system but this much."""
    with (place / "ballast").open("ab", buffering=0) as ballast:
        with suppress(OSError):
            while ballast.write(bytes(65_536)):
                pass
        ballast.truncate(max(0, ballast.tell() - leave))


@pytest.fixture(params=["mounted", "limited"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    """A disk of 16 MB; and files that may not grow beyond a limit, which needs no rights."""
    if request.param == "mounted":
        place = mounted(tmp_path, "16m")
        yield Disk(place / "home", lambda leave: fill(place, leave), lambda: (place / "ballast").unlink())
        subprocess.run(["umount", str(place)], check=True)
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    def limit(size: int) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))

    yield Disk(tmp_path / "home", limit, lambda: limit(soft))
    limit(soft)


def test_a_disk_that_becomes_full_is_reported_and_the_store_continues_when_there_is_room(disk: Disk) -> None:
    async def go() -> None:
        async with open_store(settings_of(disk.home)) as store:
            await disk.turns(store, 3)
            disk.shrink(600_000)
            with pytest.raises(StoreUnavailable) as caught:
                await disk.turns(store, MOST_TURNS)
            assert str(disk.home) in str(caught.value)
            disk.grow()
            before = len(disk.lines)
            await disk.turns(store, 3)
            assert len(disk.lines) > before

    asyncio.run(go())
    # The log of calls leaves out what a full disk does not take: a reply is worth more than its line in a log.
    assert losses(disk.home, [line for line in disk.lines if line[1] != "call"]) == []


def with_turns(disk: Disk) -> None:
    """A home in which something was said and made."""

    async def go() -> None:
        async with open_store(settings_of(disk.home)) as store:
            await disk.turns(store, 3)

    asyncio.run(go())
    assert losses(disk.home, disk.lines) == []


@pytest.fixture
def note(disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person in a folder of another disk, whose home is on this one."""
    monkeypatch.setenv("INKWRIGHT_HOME", str(disk.home))
    monkeypatch.setenv("INKWRIGHT_LANGUAGE", "en")
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "note.md"
    path.write_text("# Rain\n\n## Sea\n\n- Clouds\n", encoding="utf-8")
    return path


async def _done() -> str:
    return "done"


WRITES: dict[str, Callable[[Store], Awaitable[object]]] = {
    "message": lambda store: store.conversations.add_message(snapshots.MESSAGES[0].model_copy(update={"id": "msg_9"})),
    "turn": lambda store: store.conversations.save_turn(snapshots.TURNS[0]),
    "summary": lambda store: store.conversations.put_summary("conv_1", "turn_2", "Short.", owner=snapshots.OWNER),
    "deleting": lambda store: store.conversations.delete("conv_1", owner=snapshots.OWNER),
    "event": lambda store: store.journal.append("turn_2", [snapshots.TOLD[0]]),
    "ledger": lambda store: store.ledger.add("turn_2", snapshots.CONTENT["ledger"][0]),
    "ask": lambda store: store.asks.open(snapshots.ASK.model_copy(update={"id": "ask_9"})),
    "step": lambda store: store.steps.once("turn_2/again", _done),
    "artifact": lambda store: store.records.add(
        snapshots.RECORD.model_copy(update={"id": "art_9", "version": 2}), snapshots.FILES
    ),
}


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("disk", ["limited"], indirect=True)
def test_every_write_that_the_disk_does_not_take_says_so_and_changes_nothing(disk: Disk, write: str) -> None:
    async def go() -> None:
        async with open_store(settings_of(disk.home)) as store:
            await snapshots.fill(store, disk.home)
        async with open_store(settings_of(disk.home)) as store:
            disk.shrink(0)
            with pytest.raises(StoreUnavailable):
                await WRITES[write](store)
            disk.grow()
            assert await snapshots.read(store) == snapshots.CONTENT
            await WRITES[write](store)

    asyncio.run(go())


@pytest.mark.usefixtures("note")
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_on_a_full_disk_every_command_works_or_says_so(
    disk: Disk, command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with_turns(disk)
    disk.shrink(0)
    code = main(command)
    said = capsys.readouterr()
    disk.grow()
    assert (code, said.err) == (0, "") or (code == 1 and "is not responding" in said.err), said
    assert losses(disk.home, disk.lines) == []


@pytest.mark.usefixtures("note")
@pytest.mark.parametrize("disk", ["mounted"], indirect=True)
def test_on_a_read_only_disk_every_command_says_so_and_nothing_changes(
    disk: Disk, capsys: pytest.CaptureFixture[str]
) -> None:
    with_turns(disk)
    place = disk.home.parent
    subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
    told = {command: (main(command), capsys.readouterr().err) for command in COMMANDS}
    subprocess.run(["mount", "-o", "remount,rw", str(place)], check=True)
    assert {command: code for command, (code, _) in told.items()} == dict.fromkeys(COMMANDS, 1)
    assert [said for _, said in told.values() if "is not responding" not in said] == []
    assert losses(disk.home, disk.lines) == []


@pytest.mark.parametrize("disk", ["mounted"], indirect=True)
def test_a_store_is_not_opened_on_a_read_only_disk_nor_made_on_a_full_one(disk: Disk) -> None:
    async def opened(home: Path) -> None:
        async with open_store(settings_of(home)):
            raise AssertionError("not opened")

    disk.shrink(0)
    with pytest.raises(StoreUnavailable):
        asyncio.run(opened(disk.home))
    disk.grow()
    with_turns(disk)
    place = disk.home.parent
    subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
    with pytest.raises(StoreUnavailable, match=r"[Rr]ead-only"):
        asyncio.run(opened(disk.home))
    subprocess.run(["mount", "-o", "remount,rw", str(place)], check=True)
    assert losses(disk.home, disk.lines) == []


@pytest.mark.usefixtures("note")
@pytest.mark.parametrize("disk", ["mounted"], indirect=True)
def test_a_backup_or_a_restore_that_does_not_fit_is_reported_and_changes_nothing(
    disk: Disk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with_turns(disk)
    assert main(["db", "backup", str(tmp_path / "copy")]) == 0
    disk.shrink(0)
    before = sorted(path for path in disk.home.rglob("*") if "inkwright.db-" not in path.name)
    capsys.readouterr()
    codes = [main(["db", "backup", str(disk.home.parent / "copy")]), main(["db", "restore", str(tmp_path / "copy")])]
    said = capsys.readouterr()
    assert (codes, said.out, said.err.count("is not responding")) == ([1, 1], "", 2)
    assert sorted(path for path in disk.home.rglob("*") if "inkwright.db-" not in path.name) == before
    disk.grow()
    assert losses(disk.home, disk.lines) == []
    assert main(["db", "restore", str(tmp_path / "copy")]) == 0
    assert losses(disk.home, disk.lines) == []


@pytest.mark.usefixtures("note")
@pytest.mark.parametrize("disk", ["mounted"], indirect=True)
@pytest.mark.parametrize("leave", [0, 65_536, 262_144])
def test_a_disk_that_is_too_full_for_a_backup_is_named_and_nothing_is_left_on_it(
    disk: Disk, leave: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = disk.home.parent
    disk.home = tmp_path / "home"
    monkeypatch.setenv("INKWRIGHT_HOME", str(disk.home))
    with_turns(disk)
    disk.shrink(leave)
    capsys.readouterr()
    assert main(["db", "backup", str(place / "copy")]) == 2
    assert f"Cannot write {place / 'copy'}: no space left on device".lower() in capsys.readouterr().err.lower()
    assert [path.name for path in place.iterdir()] == ["ballast"]
    disk.grow()
    assert main(["db", "backup", str(place / "copy")]) == 0
