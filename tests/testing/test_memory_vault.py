"""The vault in memory: another process continues with its snapshot, and damaged ones are refused."""

import asyncio
import json
from typing import Any

import pytest

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.vault import Verified
from inkwright.artifacts.verification import CHECKERS
from inkwright.errors import InvalidOption
from inkwright.ids import TimedIds
from inkwright.testing.memory_vault import MemoryVault
from tests.artifacts.sample_decks import LESSON
from tests.clocks import FixedClock


def draft(content: bytes = b"words") -> Draft:
    return Draft("note", "note.txt", "Note", {"note.txt": content, "more.txt": b"more"})


def vault_of() -> MemoryVault:
    return MemoryVault({"note": lambda _: []}, ids=TimedIds(), clock=FixedClock())


def stored(vault: MemoryVault, made: Draft) -> Verified:
    result = asyncio.run(vault.keep(made, owner="ann", turn_id="turn_1"))
    assert isinstance(result, Verified)
    return result


def test_another_process_continues_with_a_snapshot() -> None:
    first = MemoryVault(CHECKERS, ids=TimedIds(), clock=FixedClock())
    verified = stored(first, build_deck(LESSON))
    second = MemoryVault(CHECKERS, ids=TimedIds(), clock=FixedClock())
    second.restore(json.loads(json.dumps(first.snapshot())))
    assert asyncio.run(second.get(verified.id, owner="ann")) == verified
    assert asyncio.run(second.read(verified.id, owner="ann")) == build_deck(LESSON).main
    assert second.snapshot() == first.snapshot()
    assert stored(second, build_deck(LESSON)) == verified


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
def test_a_damaged_snapshot_is_refused_as_a_whole(damage: Any) -> None:
    first = vault_of()
    stored(first, draft())
    stored(first, draft(b"second"))
    snapshot = json.loads(json.dumps(first.snapshot()))
    damage(snapshot["artifacts"][1])
    second = vault_of()
    with pytest.raises(InvalidOption):
        second.restore(snapshot)
    assert second.snapshot()["artifacts"] == []


@pytest.mark.parametrize("snapshot", [{}, {"version": 2, "artifacts": []}, {"artifacts": 3}])
def test_data_that_is_not_a_snapshot_is_refused(snapshot: dict[str, Any]) -> None:
    with pytest.raises(InvalidOption, match="snapshot of a vault"):
        vault_of().restore(snapshot)


def test_a_snapshot_with_findings_of_an_earlier_version_is_restored() -> None:
    first = vault_of()
    verified = stored(first, draft())
    snapshot = json.loads(json.dumps(first.snapshot()))
    found = {"severity": "warning", "place": "slide 2", "what": "It is sparse.", "mend": "Add something."}
    snapshot["artifacts"][0]["record"]["report"] = [found]
    second = vault_of()
    second.restore(snapshot)
    again = asyncio.run(second.get(verified.id, owner="ann"))
    assert again is not None
    assert [each.to_json("zh") for each in again.report] == [found]
