"""The vault: only checked drafts are verified, and only the vault verifies them."""

import asyncio
import copy
import dataclasses
import pickle
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.artifacts.vault import Verified
from inkwright.artifacts.verification import ArtifactRun, Checker, KindChecker
from inkwright.ids import TimedIds
from inkwright.testing.memory_vault import MemoryVault
from tests.clocks import FixedClock
from tests.each import each

ERROR = finding("literal", Location(line=1), what="It is wrong.", mend="Fix it.")
WARNING = finding("literal", Location(line=2), severity="warning", what="It is odd.", mend="Look at it.")


def draft(content: bytes = b"words", *, kind: str = "note", title: str = "Note") -> Draft:
    return Draft(kind, "note.txt", title, {"note.txt": content, "more.txt": b"more"})


def vault_of(checkers: Mapping[str, Checker] | None = None) -> MemoryVault:
    return MemoryVault(checkers or {"note": lambda *_: []}, ids=TimedIds(lambda: 1, lambda _: 1), clock=FixedClock())


def kept(
    vault: MemoryVault, made: Draft, owner: str = "ann", turn_id: str = "turn_1", lineage: str | None = None
) -> Verified:
    result = asyncio.run(vault.keep(made, owner=owner, turn_id=turn_id, lineage=lineage))
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
    "units": {},
    "is_run": None,
}


@each(
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


def test_a_verified_cannot_be_changed() -> None:
    real = kept(vault_of(), draft())
    with pytest.raises(dataclasses.FrozenInstanceError):
        real.id = "art_2"  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        real.extra = 1  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        real.units["notes"] = 2  # type: ignore[index]


def test_an_error_keeps_the_draft_out() -> None:
    assert refused(vault_of({"note": lambda *_: [WARNING, ERROR]}), draft()) == (WARNING, ERROR)


def test_an_unknown_kind_is_refused() -> None:
    expected = finding("unknown_kind", Location(file="note.txt"), kind="song", known="note")
    assert refused(vault_of(), draft(kind="song")) == (expected,)
    assert expected.summary("en").startswith("the file note.txt: Artifacts of the type ‘song’ cannot be checked.")


@pytest.mark.parametrize("problem", [ValueError("odd bytes"), StopIteration("odd bytes"), RecursionError("odd bytes")])
def test_a_checker_that_raises_is_a_finding(problem: Exception) -> None:
    def raising(_: Draft) -> list[Finding]:
        raise problem

    [found] = refused(vault_of({"note": raising}), draft())
    assert (found.severity, found.message("en")) == (
        "error",
        f"The artifact could not be checked: {type(problem).__name__}: odd bytes",
    )


@pytest.mark.parametrize("answer", [None, [True], ["fine"], 0])
def test_a_checker_that_returns_anything_but_findings_is_a_finding(answer: Any) -> None:
    [found] = refused(vault_of({"note": lambda *_: answer}), draft())
    assert (found.code, found.severity) == ("unchecked", "error")
    assert found.message("en").startswith("The artifact could not be checked: ")


def test_a_check_does_not_block_the_event_loop() -> None:
    released = threading.Event()

    def waiting(_: Draft) -> list[Finding]:
        return [] if released.wait(10) else [ERROR]

    async def both() -> object:
        keeping = asyncio.create_task(vault_of({"note": waiting}).keep(draft(), owner="ann", turn_id="turn_1"))
        await asyncio.sleep(0)
        released.set()
        return await keeping

    assert isinstance(asyncio.run(both()), Verified)


def test_a_draft_that_passes_is_stored_with_its_warnings() -> None:
    vault = vault_of({"note": lambda *_: [WARNING]})
    verified = kept(vault, draft())
    assert {field.name: getattr(verified, field.name) for field in dataclasses.fields(verified)} == {
        "id": verified.id,
        "version": 1,
        "kind": "note",
        "name": "note.txt",
        "title": "Note",
        "size": 5,
        "sha256": "dba36bffa5cab0f922d087a3aeb179f9d4e745df40b323e1b1471402848c8a3e",
        "report": (WARNING,),
        "made_at": FixedClock().now(),
        "units": {},
        "is_run": None,
        "lineage": verified.lineage,
    }
    assert verified.id.startswith("art_")
    assert asyncio.run(vault.get(verified.id, owner="ann")) == verified
    assert asyncio.run(vault.read(verified.id, owner="ann")) == b"words"
    assert asyncio.run(vault.read(verified.id, owner="ann", name="more.txt")) == b"more"
    assert asyncio.run(vault.read(verified.id, owner="ann", name="none.txt")) is None


def test_the_units_and_the_run_are_stored_with_the_artifact() -> None:
    async def run(_: Draft) -> ArtifactRun:
        return ArtifactRun((WARNING,), is_run=True)

    vault = vault_of({"note": KindChecker(lambda _: [], lambda made: {"notes": len(made.files)}, run)})
    verified = kept(vault, draft())
    assert (dict(verified.units), verified.is_run, verified.report) == ({"notes": 2}, True, (WARNING,))
    assert asyncio.run(vault.get(verified.id, owner="ann")) == verified


def test_files_that_were_verified_in_this_turn_are_not_opened_again() -> None:
    opened: list[str] = []

    def check(made: Draft) -> list[Finding]:
        opened.append(made.name)
        return []

    vault = vault_of({"note": check})
    assert kept(vault, draft()) == kept(vault, draft())
    assert opened == ["note.txt"]


def test_artifacts_of_another_owner_are_not_found() -> None:
    vault = vault_of()
    verified = kept(vault, draft())
    assert asyncio.run(vault.get(verified.id, owner="bob")) is None
    assert asyncio.run(vault.read(verified.id, owner="bob")) is None
    assert asyncio.run(vault.get("art_none", owner="ann")) is None


def test_the_same_files_in_the_same_turn_are_the_same_artifact() -> None:
    vault = vault_of()
    assert kept(vault, draft()) == kept(vault, draft())


def test_two_concurrent_calls_store_one_artifact() -> None:
    vault = vault_of()

    async def both() -> list[object]:
        return [*await asyncio.gather(*(vault.keep(draft(), owner="ann", turn_id="turn_1") for _ in range(2)))]

    first, second = asyncio.run(both())
    assert first == second


def test_unrelated_artifacts_of_one_name_are_each_version_1() -> None:
    vault = vault_of()
    made = [
        kept(vault, draft()),
        kept(vault, draft(b"other")),
        kept(vault, draft(), turn_id="turn_2"),
        kept(vault, draft(), owner="bob"),
    ]
    assert [verified.version for verified in made] == [1, 1, 1, 1]
    assert len({verified.id for verified in made}) == len({verified.lineage for verified in made}) == 4


def test_what_continues_a_lineage_is_its_next_version() -> None:
    vault = vault_of()
    first, unrelated = kept(vault, draft()), kept(vault, draft(), turn_id="turn_2")
    made = [
        kept(vault, draft(b"2"), turn_id="turn_3", lineage=first.lineage),
        kept(vault, draft(b"3"), turn_id="turn_3", lineage=first.lineage),
        kept(vault, draft(b"2"), turn_id="turn_4", lineage=unrelated.lineage),
        kept(vault, draft(b"2"), turn_id="turn_5", owner="bob", lineage=first.lineage),
    ]
    assert [(each.version, each.lineage == first.lineage) for each in made] == [
        (2, True),
        (3, True),
        (2, False),
        (1, True),
    ]


def test_latest_returns_the_newest_first_and_none_of_another_owner() -> None:
    vault = vault_of()
    made = [kept(vault, draft(content), turn_id=f"turn_{number}") for number, content in enumerate((b"1", b"2", b"3"))]
    kept(vault, draft(b"theirs"), owner="bob")

    async def latest(owner: str, limit: int) -> list[Verified]:
        return await vault.latest(owner=owner, limit=limit)

    assert asyncio.run(latest("ann", 2)) == [made[2], made[1]]
    assert asyncio.run(latest("eve", 9)) == []
