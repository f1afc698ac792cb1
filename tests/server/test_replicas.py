"""Several processes on one Postgres: whatever dies, every turn ends once, and what a model had replied is used."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy.engine import URL

from inkwright.conversation.events import ToolFinished, TurnFinished
from inkwright.conversation.turns import LEASE_SECONDS
from inkwright.usecases.store import open_store
from tests.server.replica import OWNER, TOOL_CALLS
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
    replies = Counter((tmp_path / "replies.txt").read_text().split())
    assert len(replies) == turns * (TOOL_CALLS + 1)
    # A reply that was given and not stored yet is asked for again: at most one of each turn that is hit.
    again = sum(replies.values()) - len(replies)
    assert again <= len(WAYS[way]) * turns, seconds
    (tmp_path / "figures.txt").write_text(f"{seconds:.1f} s after the last kill; {again} replies given again")


async def _ended(home: Path, url: URL) -> tuple[int, int]:
    """How many turns have ended, and how many there are."""
    async with open_store(settings_of(home, url.render_as_string(hide_password=False))) as store:
        rows = await store.conversations.conversations(OWNER, limit=1_000)
        return len(rows) - len(await store.conversations.unfinished(OWNER)), len(rows)


async def _as_promised(home: Path, url: URL, count: int) -> None:
    async with open_store(settings_of(home, url.render_as_string(hide_password=False))) as store:
        rows = await store.conversations.conversations(OWNER, limit=1_000)
        assert len(rows) == count
        for row in rows:
            (turn,) = await store.conversations.turns(row.id, owner=OWNER)
            number = turn.message.removeprefix("This is turn number ").rstrip(".")
            assert turn.outcome is not None
            # A judge that a stopped process waited for in vain adds that nothing was checked.
            assert turn.outcome.message.startswith(f"Turn {number} is over.")
            numbered = await store.journal.read(turn.id)
            events = [event for _, event in numbered]
            assert sum(isinstance(event, TurnFinished) for event in events) == 1
            calls = [event.call_id for event in events if isinstance(event, ToolFinished)]
            assert calls == [f"{number}-{seen}" for seen in range(TOOL_CALLS)]
