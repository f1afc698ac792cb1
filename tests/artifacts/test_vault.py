"""The vault: nothing is verified that was not checked, and nobody else says so."""

import asyncio
import copy
import dataclasses
import json
import pickle
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.memory_vault import MemoryVault
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.vault import CHECKERS, Checker, Verified
from inkwright.errors import InvalidOption
from inkwright.i18n import Language
from inkwright.ids import TimedIds
from tests.artifacts.sample_decks import LESSON
from tests.clocks import FixedClock

ERROR = Finding(severity="error", place="line 1", what="It is wrong.", mend="Mend it.")
WARNING = Finding(severity="warning", place="line 2", what="It is odd.", mend="Look at it.")


def draft(content: bytes = b"words", *, kind: str = "note", title: str = "Note") -> Draft:
    return Draft(kind, "note.txt", title, {"note.txt": content, "more.txt": b"more"})


def vault_of(checkers: Mapping[str, Checker] | None = None) -> MemoryVault:
    return MemoryVault(checkers or {"note": lambda *_: []}, ids=TimedIds(lambda: 1, lambda _: 1), clock=FixedClock())


def kept(vault: MemoryVault, made: Draft, owner: str = "ann", turn_id: str = "turn_1") -> Verified:
    result = asyncio.run(vault.keep(made, owner=owner, turn_id=turn_id))
    assert isinstance(result, Verified)
    return result


def refused(vault: MemoryVault, made: Draft) -> tuple[Finding, ...]:
    result = asyncio.run(vault.keep(made, owner="ann", turn_id="turn_1"))
    assert not isinstance(result, Verified)
    assert vault.snapshot()["artifacts"] == []
    return result


FIELDS: dict[str, Any] = {
    "id": "art_1",
    "version": 1,
    "kind": "note",
    "name": "n",
    "title": "N",
    "size": 1,
    "sha256": "0",
    "report": (),
    "made_at": datetime(2026, 1, 1, tzinfo=UTC),
}


@pytest.mark.parametrize(
    "forge",
    [
        lambda _: Verified(**FIELDS),
        lambda _: Verified(*FIELDS.values()),
        lambda _: Verified(object(), FIELDS),  # type: ignore[arg-type]
        lambda _: Verified(None, FIELDS),  # type: ignore[arg-type]
        lambda real: dataclasses.replace(real, id="art_2"),
        lambda real: dataclasses.replace(real),
        copy.copy,
        copy.deepcopy,
        pickle.dumps,
        lambda real: real.__setstate__(list(FIELDS.values())),
        lambda real: real.__getstate__(),
        lambda real: real.__init__(object(), FIELDS),
        lambda _: type("Forged", (Verified,), {"__init__": lambda self: None})(),
    ],
)
def test_a_verified_cannot_be_forged(forge: Any) -> None:
    real = kept(vault_of(), draft())
    with pytest.raises(TypeError):
        forge(real)


def test_a_verified_does_not_change() -> None:
    real = kept(vault_of(), draft())
    with pytest.raises(dataclasses.FrozenInstanceError):
        real.id = "art_2"  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        real.extra = 1  # type: ignore[attr-defined]


def test_an_error_keeps_the_draft_out() -> None:
    assert refused(vault_of({"note": lambda *_: [WARNING, ERROR]}), draft()) == (WARNING, ERROR)


def test_an_unknown_kind_is_not_believed() -> None:
    assert refused(vault_of(), draft(kind="song")) == (
        Finding(
            severity="error",
            place="the file note.txt",
            what="Artifacts of the type ‘song’ cannot be checked.",
            mend="Make one of these types: note.",
        ),
    )


@pytest.mark.parametrize("problem", [ValueError("odd bytes"), StopIteration("odd bytes"), RecursionError("odd bytes")])
def test_a_checker_that_raises_is_a_finding(problem: Exception) -> None:
    def raising(_: Draft, __: Language) -> list[Finding]:
        raise problem

    [finding] = refused(vault_of({"note": raising}), draft())
    assert (finding.severity, finding.what) == (
        "error",
        f"The artifact could not be checked: {type(problem).__name__}: odd bytes",
    )


@pytest.mark.parametrize("answer", [None, [True], ["fine"], 0])
def test_a_checker_that_answers_nonsense_is_a_finding(answer: Any) -> None:
    [finding] = refused(vault_of({"note": lambda *_: answer}), draft())
    assert finding.what.startswith("The artifact could not be checked: ")


def test_findings_are_in_the_language_of_the_title() -> None:
    [finding] = refused(vault_of(), draft(kind="song", title="歌曲"))
    assert finding.what == "这里无法检查“song”这一种类的成品。"


def test_a_check_does_not_hold_up_the_loop() -> None:
    goes_on = threading.Event()

    def waiting(_: Draft, __: Language) -> list[Finding]:
        return [] if goes_on.wait(10) else [ERROR]

    async def both() -> object:
        keeping = asyncio.create_task(vault_of({"note": waiting}).keep(draft(), owner="ann", turn_id="turn_1"))
        await asyncio.sleep(0)
        goes_on.set()
        return await keeping

    assert isinstance(asyncio.run(both()), Verified)


def test_what_passes_is_kept_with_its_warnings() -> None:
    vault = vault_of({"note": lambda *_: [WARNING]})
    verified = kept(vault, draft())
    assert dataclasses.asdict(verified) == {
        "id": verified.id,
        "version": 1,
        "kind": "note",
        "name": "note.txt",
        "title": "Note",
        "size": 5,
        "sha256": "dba36bffa5cab0f922d087a3aeb179f9d4e745df40b323e1b1471402848c8a3e",
        "report": (WARNING,),
        "made_at": FixedClock().now(),
    }
    assert verified.id.startswith("art_")
    assert asyncio.run(vault.get(verified.id, owner="ann")) == verified
    assert asyncio.run(vault.read(verified.id, owner="ann")) == b"words"
    assert asyncio.run(vault.read(verified.id, owner="ann", name="more.txt")) == b"more"
    assert asyncio.run(vault.read(verified.id, owner="ann", name="none.txt")) is None


def test_what_is_anothers_is_not_there() -> None:
    vault = vault_of()
    verified = kept(vault, draft())
    assert asyncio.run(vault.get(verified.id, owner="bob")) is None
    assert asyncio.run(vault.read(verified.id, owner="bob")) is None
    assert asyncio.run(vault.get("art_none", owner="ann")) is None


def test_the_same_files_in_the_same_turn_are_the_same_artifact() -> None:
    vault = vault_of()
    assert kept(vault, draft()) == kept(vault, draft())


def test_two_at_once_are_one_artifact_too() -> None:
    vault = vault_of()

    async def both() -> list[object]:
        return [*await asyncio.gather(*(vault.keep(draft(), owner="ann", turn_id="turn_1") for _ in range(2)))]

    first, second = asyncio.run(both())
    assert first == second


def test_later_ones_of_the_same_name_are_later_versions() -> None:
    vault = vault_of()
    made = [
        kept(vault, draft()),
        kept(vault, draft(b"other")),
        kept(vault, draft(), turn_id="turn_2"),
        kept(vault, draft(), owner="bob"),
    ]
    assert [verified.version for verified in made] == [1, 2, 3, 1]
    assert len({verified.id for verified in made}) == 4


def test_another_process_goes_on_with_a_snapshot() -> None:
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
def test_what_is_no_snapshot_is_refused(snapshot: dict[str, Any]) -> None:
    with pytest.raises(InvalidOption, match="not the snapshot"):
        vault_of().restore(snapshot)


def test_the_latest_come_first_and_those_of_others_not_at_all() -> None:
    vault = vault_of()
    made = [kept(vault, draft(content), turn_id=f"turn_{number}") for number, content in enumerate((b"1", b"2", b"3"))]
    kept(vault, draft(b"theirs"), owner="bob")

    async def latest(owner: str, limit: int) -> list[Verified]:
        return await vault.latest(owner=owner, limit=limit)

    assert asyncio.run(latest("ann", 2)) == [made[2], made[1]]
    assert asyncio.run(latest("eve", 9)) == []
