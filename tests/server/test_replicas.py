"""Several processes on one Postgres: whatever dies, every turn ends once, and what a model had replied is used."""

import asyncio
import os
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from inkwright.conversation.events import ToolFinished, TurnFinished
from inkwright.usecases.store import open_store
from tests.server.replica import OWNER, TOOL_CALLS
from tests.store.databases import PostgresServer
from tests.store.turn_writer import settings_of

TURNS = int(os.environ.get("INKWRIGHT_TURNS", "100"))


def replica(home: Path, url: URL, count: int = 0) -> "subprocess.Popen[bytes]":
    shown = url.render_as_string(hide_password=False)
    return subprocess.Popen([sys.executable, "-m", "tests.server.replica", str(home), shown, str(count)])


@pytest.mark.soak
def test_every_turn_ends_once_although_one_replica_after_the_other_is_killed(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    url, turns, kills = postgres.new_database(), TURNS, 5
    chosen = random.Random(7)
    asyncio.run(_ended(tmp_path, url))
    living = [replica(tmp_path, url, turns), replica(tmp_path, url)]
    try:
        while asyncio.run(_ended(tmp_path, url))[1] < turns:
            time.sleep(0.2)
        for _ in range(kills):
            dying = living.pop(chosen.randrange(len(living)))
            dying.kill()
            dying.wait()
            living.append(replica(tmp_path, url))
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
    # A reply that was given and not stored yet is asked for again: at most one of each turn that a kill hits.
    again = sum(replies.values()) - len(replies)
    assert again <= kills * turns, seconds
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
            assert turn.outcome.message == f"Turn {number} is over."
            numbered = await store.journal.read(turn.id)
            events = [event for _, event in numbered]
            assert sum(isinstance(event, TurnFinished) for event in events) == 1
            calls = [event.call_id for event in events if isinstance(event, ToolFinished)]
            assert calls == [f"{number}-{seen}" for seen in range(TOOL_CALLS)]
