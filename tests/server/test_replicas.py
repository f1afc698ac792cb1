"""Several processes on one Postgres: whatever dies, every turn ends once, and what a model had replied is used."""

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import Select, select
from sqlalchemy.engine import URL, Connection

from inkwright.conversation.events import ToolFinished, TurnFinished
from inkwright.conversation.turns import LEASE_SECONDS, TurnState
from inkwright.settings import Settings
from inkwright.store.tables import steps
from inkwright.usecases.store import open_store
from tests.server.replica import OWNER, main, tool_calls
from tests.store.databases import PostgresServer
from tests.store.turn_writer import settings_of

TURNS = int(os.environ.get("INKWRIGHT_TURNS", "100"))


def replica(home: Path, url: URL, count: int = 0) -> "subprocess.Popen[bytes]":
    shown = url.render_as_string(hide_password=False)
    return subprocess.Popen([sys.executable, "-m", "tests.server.replica", str(home), shown, str(count)])


@dataclass
class Replicas:
    """Two replicas that share turns; what becomes of them and of the database is tried on them."""

    home: Path
    url: URL
    server: PostgresServer
    chosen: random.Random
    living: "list[subprocess.Popen[bytes]]"

    def kill_one(self) -> None:
        self.end_one(signal.SIGKILL)

    def end_one(self, number: int) -> None:
        """One of them ends, and another one takes its place."""
        dying = self.living.pop(self.chosen.randrange(len(self.living)))
        dying.send_signal(number)
        dying.wait()
        self.living.append(replica(self.home, self.url))

    def stop_one(self) -> None:
        """One of them is stopped for longer than its leases; then it goes on, and finds its turns elsewhere."""
        stopped = self.chosen.choice(self.living)
        stopped.send_signal(signal.SIGSTOP)
        time.sleep(LEASE_SECONDS + 2)
        stopped.send_signal(signal.SIGCONT)

    def restart_database(self) -> None:
        self.kill_one()
        self.server.restart()


WAYS: Final = {
    "killed": (Replicas.kill_one,) * 5,
    "database restarted": (Replicas.kill_one, Replicas.restart_database, Replicas.kill_one, Replicas.restart_database),
    "stopped": (Replicas.stop_one, Replicas.kill_one),
}


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
def test_every_turn_ends_once_whatever_happens_to_replicas_and_database(
    tmp_path: Path, postgres: PostgresServer, way: str
) -> None:
    url, turns = postgres.new_database(), TURNS
    asyncio.run(_ended(tmp_path, url))
    living = [replica(tmp_path, url, turns), replica(tmp_path, url)]
    replicas = Replicas(tmp_path, url, postgres, random.Random(7), living)
    try:
        while asyncio.run(_ended(tmp_path, url))[1] < turns:
            time.sleep(0.2)
        for happen in WAYS[way]:
            happen(replicas)
            time.sleep(2)
        last = time.monotonic()
        while (ended := asyncio.run(_ended(tmp_path, url))[0]) < turns:
            assert time.monotonic() - last < 120, ended
            time.sleep(0.5)
        seconds = time.monotonic() - last
    finally:
        for each in living:
            each.kill()
            each.wait()
    asyncio.run(_as_promised(tmp_path, url, turns))
    replies = Counter(replies_in(tmp_path))
    assert replies.keys() == {(turn, seen) for turn in range(turns) for seen in range(tool_calls(turn) + 1)}
    # A reply that was given and not stored yet is asked for again: at most one of each turn that is hit.
    again = sum(replies.values()) - len(replies)
    assert again <= len(WAYS[way]) * turns, seconds
    load = os.getloadavg()[0]
    figures = f"{way}: {seconds:.1f} s after the last of it, {again} unstored replies given again, load {load:.1f}\n"
    (tmp_path / "figures.txt").write_text(figures)


KILLS = int(os.environ.get("INKWRIGHT_KILLS", "200"))
AT_ONCE = 10


@pytest.mark.soak
def test_no_stored_reply_is_asked_for_again_and_every_turn_ends_once_whenever_the_process_is_killed(
    tmp_path: Path,
) -> None:
    """A new set of turns begins whenever all have ended, so that each kill hits some of them."""
    chance = random.Random(20_261_119)
    turns = hits = 0
    for number in range(KILLS):
        stored = asyncio.run(_stored_replies(tmp_path))
        going_on = {turn: count for turn, count in stored.items() if count is not None}
        if all(tool_calls(turn) < count for turn, count in going_on.items()):
            asyncio.run(_all_ended(tmp_path))
            going_on = {}
        begun = () if going_on else range(turns, turns + AT_ONCE)
        turns += len(begun)
        missing = sum(tool_calls(turn) + 1 - going_on.get(turn, 0) for turn in going_on or begun)
        known = len(replies_in(tmp_path))
        with killed_after(tmp_path, begun, chance.uniform(0, 0.05)):
            wanted = known + chance.randint(0, missing)
            while len(replies_in(tmp_path)) < wanted:
                time.sleep(0.01)
        hits += len(replies_in(tmp_path)) < known + missing
        asked = replies_in(tmp_path)[known:]
        assert [each for each in asked if _is_known(stored, *each)] == [], number
    asyncio.run(_all_ended(tmp_path))
    assert hits > KILLS // 4, "nothing was really tried"
    asyncio.run(_as_promised(tmp_path, None, len(asyncio.run(_stored_replies(tmp_path)))))
    (tmp_path / "figures.txt").write_text(f"{KILLS} kills, {hits} of them in the middle of turns, {turns} turns\n")


def _is_known(stored: dict[int, int | None], turn: int, seen: int) -> bool:
    """Whether the reply after so many tool results was stored: all are, if the turn has ended."""
    count = stored.get(turn, 0)
    return count is None or seen < count


@contextlib.contextmanager
def killed_after(home: Path, begun: Sequence[int], seconds: float) -> Iterator[None]:
    """Run a replica in a copy of this process, which has loaded everything; kill it a while after the block."""
    child = os.fork()
    if not child:
        try:
            asyncio.run(main(home, "auto", begun, seconds=0.02))
        finally:
            os._exit(0)
    try:
        yield
        time.sleep(seconds)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


async def _stored_replies(home: Path) -> dict[int, int | None]:
    """How many replies of the agent are stored for each turn; None if it has ended: then they are forgotten."""
    async with open_store(settings_of(home)) as store:
        left = {turn.id for turn in await store.conversations.unfinished(OWNER)}
        found = {}
        for row in await store.conversations.conversations(OWNER, limit=10_000):
            for turn in await store.conversations.turns(row.id, owner=OWNER):
                keys = select(steps.c.key).where(steps.c.key.like(f"{turn.id}/reply/%/chat/%"))
                done = await store.database.read(_rows_of(keys))
                found[number_of(turn)] = done if turn.id in left else None
        return found


def _rows_of(query: Select[tuple[str]]) -> Callable[[Connection], int]:
    return lambda connection: len(connection.scalars(query).all())


async def _all_ended(home: Path) -> None:
    running = asyncio.create_task(main(home, "auto", range(0), seconds=0.02))
    async with open_store(settings_of(home)) as store:
        while await store.conversations.unfinished(OWNER):  # noqa: ASYNC110 - in the database
            await asyncio.sleep(0.2)
    running.cancel()
    await asyncio.wait([running])


def number_of(turn: TurnState) -> int:
    return int(turn.message.removeprefix("This is turn number ").rstrip("."))


def replies_in(home: Path) -> list[tuple[int, int]]:
    """The replies that were given: the turn, and how many tool results it had seen."""
    file = home / "replies.txt"
    lines = file.read_text().split() if file.exists() else []
    return [(int(turn), int(seen)) for turn, _, seen in (line.partition("/") for line in lines)]


async def _ended(home: Path, url: URL | None) -> tuple[int, int]:
    """How many turns have ended, and how many there are."""
    async with open_store(_settings(home, url)) as store:
        rows = await store.conversations.conversations(OWNER, limit=10_000)
        return len(rows) - len(await store.conversations.unfinished(OWNER)), len(rows)


def _settings(home: Path, url: URL | None) -> Settings:
    return settings_of(home, url.render_as_string(hide_password=False) if url else "auto")


async def _as_promised(home: Path, url: URL | None, count: int) -> None:
    async with open_store(_settings(home, url)) as store:
        rows = await store.conversations.conversations(OWNER, limit=10_000)
        assert len(rows) == count
        for row in rows:
            (turn,) = await store.conversations.turns(row.id, owner=OWNER)
            number = number_of(turn)
            assert turn.outcome is not None
            # A judge that a stopped process waited for in vain adds that nothing was checked.
            assert turn.outcome.message.startswith(f"Turn {number} is over.")
            numbered = await store.journal.read(turn.id)
            events = [event for _, event in numbered]
            assert sum(isinstance(event, TurnFinished) for event in events) == 1
            calls = [event.call_id for event in events if isinstance(event, ToolFinished)]
            assert calls == [f"{number}-{seen}" for seen in range(tool_calls(number))]
