"""The state of a turn: its messages, and how it ends."""

import asyncio
import os
import signal
import subprocess

import pytest

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.vault import Verified
from inkwright.artifacts.verification import ArtifactRun, KindChecker
from inkwright.conversation.turns import LEASE_SECONDS, Answered, ArtifactRef, Asked, Delivered, Failed, TurnState
from inkwright.ids import TimedIds
from inkwright.processes import process_place
from inkwright.testing.memory_vault import MemoryVault
from tests.clocks import FixedClock
from tests.each import each

TURN = TurnState(id="turn_1", conversation_id="conv_1", owner="me", message="Make slides.")
DECK = ArtifactRef(id="art_1", artifact_version=1, artifact_kind="pptx", name="a.pptx", title="A", size=1)


def test_a_turn_that_asks_waits_and_every_other_is_finished() -> None:
    asked = TURN.ended(Asked(message="Which?", ask_id="ask_1"))
    assert (asked.status, asked.ask_id) == ("waiting", "ask_1")
    answered = asked.ended(Answered(message="Done."))
    assert (answered.status, answered.ask_id) == ("finished", None)


def test_the_reply_names_what_was_made_also_after_a_failure() -> None:
    for outcome in (
        Delivered(message="Here.", artifacts=(DECK,)),
        Failed(code="x", message="No.", artifacts=(DECK,)),
    ):
        assert TURN.replied("msg_1", outcome).artifact_ids == ("art_1",)
    assert TURN.replied("msg_1", Answered(message="Hi.")).artifact_ids == ()


def test_a_reference_of_an_earlier_version_has_no_units_and_was_not_run() -> None:
    stored = {"id": "art_1", "artifact_version": 1, "artifact_kind": "pptx", "name": "a.pptx", "title": "A", "size": 1}
    assert ArtifactRef.model_validate(stored) == DECK
    assert (DECK.units, DECK.is_run) == ({}, None)


def test_a_reference_has_the_measured_facts_of_its_artifact() -> None:
    async def not_run(_: Draft) -> ArtifactRun:
        return ArtifactRun((), is_run=False)

    checker = KindChecker(lambda _: [], lambda _: {"cards": 4}, not_run)
    vault = MemoryVault({"html": checker}, ids=TimedIds(), clock=FixedClock())
    page = Draft("html", "page.html", "Page", {"page.html": b"page"})
    verified = asyncio.run(vault.keep(page, owner="me", turn_id="turn_1"))
    assert isinstance(verified, Verified)
    made = ArtifactRef.of(verified)
    assert (made.units, made.is_run) == ({"cards": 4}, False)


@each(
    "ahead, is_held",
    [
        pytest.param(-1, False, id="its process died"),
        pytest.param(1, True, id="it runs"),
        pytest.param(LEASE_SECONDS, True, id="it has just begun"),
        pytest.param(LEASE_SECONDS + 30, True, id="another machine is half a minute ahead"),
        pytest.param(3_600, False, id="the clock was set back by an hour"),
        pytest.param(30 * 86_400, False, id="the clock was set back by a month"),
        pytest.param(-30 * 86_400, False, id="the clock was set forward by a month"),
    ],
)
def test_a_lease_holds_for_its_time_whatever_happens_to_the_clock(ahead: float, is_held: bool) -> None:
    now = 1_800_000_000.0
    turn = TurnState(id="t", conversation_id="c", owner="me", message="Hi", held_until=now + ahead)
    assert turn.is_held(now) == is_held
    assert not turn.model_copy(update={"status": "waiting"}).is_held(now)


def test_another_process_of_this_machine_that_is_seen_to_run_may_be_late_with_its_lease() -> None:
    now = 1_800_000_000.0
    child = subprocess.Popen(["sleep", "60"])
    turn = TurnState(
        id="t", conversation_id="c", owner="me", message="Hi", held_until=now - 60, held_by=process_place(child.pid)
    )
    here = turn.model_copy(update={"held_by": process_place()})
    try:
        assert (turn.is_held(now), turn.is_held(now + 100), here.is_held(now)) == (True, False, False)
        child.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, child.pid, os.WSTOPPED)
        assert not turn.is_held(now), "who is stopped does not renew it"
    finally:
        child.kill()
        child.wait()
