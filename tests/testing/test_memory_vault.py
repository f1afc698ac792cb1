"""Snapshots of a vault in memory: another process reads them, and a damaged one is refused."""

import asyncio
import json
from typing import Any

import pytest

from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.vault import CHECKERS
from inkwright.errors import InvalidOption
from inkwright.ids import TimedIds
from inkwright.testing.memory_vault import MemoryVault
from tests.artifacts.sample_decks import LESSON
from tests.artifacts.test_vault import draft, kept, vault_of
from tests.clocks import FixedClock


def test_another_process_continues_with_a_snapshot() -> None:
    first = MemoryVault(CHECKERS, ids=TimedIds(), clock=FixedClock())
    verified = kept(first, build_deck(LESSON))
    second = MemoryVault(CHECKERS, ids=TimedIds(), clock=FixedClock())
    second.restore(json.loads(json.dumps(first.snapshot())))
    assert asyncio.run(second.get(verified.id, owner="ann")) == verified
    assert asyncio.run(second.read(verified.id, owner="ann")) == build_deck(LESSON).main
    assert second.snapshot() == first.snapshot()
    assert kept(second, build_deck(LESSON)) == verified


@pytest.mark.parametrize(
    "damage",
    [
        lambda entry: entry["files"].update({"note.txt": "b3RoZXI="}),
        lambda entry: entry["files"].update({"more.txt": "b3RoZXI="}),
        lambda entry: entry["files"].update({"note.txt": "not base64!"}),
        lambda entry: entry["files"].update({"note.txt": "字"}),
        lambda entry: entry["files"].pop("more.txt"),
        lambda entry: entry["files"].update({"evil.txt": "b3RoZXI="}),
        lambda entry: entry["record"].update(sha256="0" * 64),
        lambda entry: entry["record"].update(size=4),
        lambda entry: entry["record"].update(name="gone.txt"),
        lambda entry: entry["record"].pop("owner"),
    ],
)
def test_a_damaged_snapshot_is_refused_whole(damage: Any) -> None:
    first = vault_of()
    kept(first, draft())
    kept(first, draft(b"second"))
    snapshot = json.loads(json.dumps(first.snapshot()))
    damage(snapshot["artifacts"][1])
    second = vault_of()
    with pytest.raises(InvalidOption):
        second.restore(snapshot)
    assert second.snapshot()["artifacts"] == []


@pytest.mark.parametrize("snapshot", [{}, {"version": 2, "artifacts": []}, {"artifacts": 3}])
def test_what_is_not_a_snapshot_is_refused(snapshot: dict[str, Any]) -> None:
    with pytest.raises(InvalidOption, match="not the snapshot"):
        vault_of().restore(snapshot)
