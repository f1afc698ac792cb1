"""The durability check used by other tests finds every kind of loss."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from inkwright.usecases.store import open_store
from tests.store.durability import Line, losses
from tests.store.turn_writer import run_turns, settings_of

LOSSES = {
    "messages": "DELETE FROM messages",
    "turns": "DELETE FROM turns",
    "events": "DELETE FROM journal WHERE number = (SELECT MAX(number) FROM journal)",
    "a number": "DELETE FROM journal WHERE number = 3",
    "ledger": "DELETE FROM ledger",
    "steps": "DELETE FROM steps",
    "artifacts": "DELETE FROM artifacts",
    "asks": "DELETE FROM asks",
    "answers": "DELETE FROM answers",
    "calls": "DELETE FROM model_calls WHERE number = 1",
}


def written(home: Path) -> list[Line]:
    """The acknowledgements of a writer that made a note, talked and asked."""
    lines: list[Line] = []

    def say(state: str, kind: str, key: str, content: Any) -> None:
        lines.append((state, kind, key, content))

    async def go() -> None:
        async with open_store(settings_of(home)) as store:
            await run_turns(store, home, say, ["make 1", "talk 2", "ask 3"])

    asyncio.run(go())
    return lines


@pytest.mark.parametrize("what", LOSSES)
def test_a_loss_is_seen_and_without_one_all_is_well(tmp_path: Path, what: str) -> None:
    lines = written(tmp_path)
    assert losses(tmp_path, lines) == []
    with closing(sqlite3.connect(tmp_path / "inkwright.db")) as connection:
        connection.execute(LOSSES[what])
        connection.commit()
    assert losses(tmp_path, lines) != []


def test_a_file_that_is_half_there_is_seen(tmp_path: Path) -> None:
    lines = written(tmp_path)
    path = next(path for path in (tmp_path / "artifacts").rglob("*") if path.is_file())
    path.write_bytes(path.read_bytes()[:-1])
    assert losses(tmp_path, lines) != []
