"""Asks, the ledger and steps in the database: first answers count, owners are separate, steps run once."""

import asyncio
import contextvars
from typing import Any

import pytest
from sqlalchemy.engine import URL

from inkwright import AlreadyAnswered, NotFound
from inkwright.clock import SystemClock
from inkwright.conversation.asks import Answer
from inkwright.conversation.changes import ChangeEntry, ChangeRef
from inkwright.conversation.turns import LEASE_SECONDS, LedgerEntry
from inkwright.store.database import Database
from inkwright.store.turn_progress import StoredAsks, StoredLedger, StoredSteps
from tests.clocks import FixedClock
from tests.conversation.samples import ASK, DECK
from tests.store.opened import run_on


def test_an_ask_is_answered_once_by_its_owner_also_when_two_answer_at_once(url: URL) -> None:
    async def go(database: Database) -> None:
        asks, answer = StoredAsks(database), Answer(status="cancelled")
        await asks.open(ASK)
        assert await asks.waiting(owner="me") == [ASK]
        assert await asks.get(ASK.id, owner="you") is None
        with pytest.raises(NotFound):
            await asks.answer(ASK.id, answer, owner="you")
        results = await asyncio.gather(
            *(asks.answer(ASK.id, answer, owner="me") for _ in range(3)), return_exceptions=True
        )
        assert sorted(type(result).__name__ for result in results) == ["AlreadyAnswered", "AlreadyAnswered", "Ask"]
        assert any(isinstance(result, AlreadyAnswered) for result in results)
        assert await asks.waiting(owner="me") == []
        assert [await asks.answer_to(ASK.id, owner=owner) for owner in ("me", "you")] == [answer, None]

    run_on(url, go)


def test_a_ledger_keeps_changes_apart_from_artifacts_and_each_counts_once(url: URL) -> None:
    change = ChangeRef(id="block_1", name="第一章", action="changed", version=2)
    entry = ChangeEntry(change=change, tool="modify_field", call_id="1")

    async def go(database: Database) -> tuple[list[ChangeEntry], list[LedgerEntry], list[ChangeEntry]]:
        ledger = StoredLedger(database)
        await ledger.add("turn_1", LedgerEntry(artifact=DECK, tool="generate_pptx", call_id="0"))
        for call_id in ("1", "2"):
            await ledger.add_change("turn_1", entry.model_copy(update={"call_id": call_id}))
        return await ledger.changes_of("turn_1"), await ledger.of("turn_1"), await ledger.changes_of("turn_2")

    changes, made, others = run_on(url, go)
    assert (changes, [each.artifact for each in made], others) == ([entry], [DECK], [])


def test_a_ledger_counts_the_same_artifact_once(url: URL) -> None:
    async def go(database: Database) -> list[LedgerEntry]:
        ledger = StoredLedger(database)
        for call_id in ("c1", "c2"):
            await ledger.add("turn_1", LedgerEntry(artifact=DECK, tool="generate_pptx", call_id=call_id))
        return await ledger.of("turn_1")

    assert [entry.call_id for entry in run_on(url, go)] == ["c1"]


def test_a_step_runs_once_even_for_simultaneous_callers_and_failures_are_not_saved(url: URL) -> None:
    done: list[int] = []

    async def work() -> dict[str, int]:
        done.append(1)
        await asyncio.sleep(0.01)
        if len(done) == 1:
            raise OSError("disk full")
        return {"n": len(done)}

    async def go(database: Database) -> Any:
        steps = StoredSteps(database, SystemClock())
        with pytest.raises(OSError, match="disk full"):
            await steps.once("k", work)
        return await asyncio.gather(*(StoredSteps(database, SystemClock()).once("k", work) for _ in range(5)))

    assert run_on(url, go) == [{"n": 2}] * 5


def test_a_step_whose_process_died_is_taken_over_after_its_lease(url: URL) -> None:
    clock = FixedClock()

    async def never() -> None:
        raise AssertionError("not called")

    async def go(database: Database) -> Any:
        steps = StoredSteps(database, clock)
        assert await steps._acquire("k")
        assert not await steps._acquire("k")
        clock.seconds += LEASE_SECONDS + 1

        async def work() -> str:
            return "done"

        assert await steps.once("k", work) == "done"
        return await steps.once("k", never)

    assert run_on(url, go) == "done"


def test_a_clock_that_is_set_back_does_not_hold_a_step_of_a_dead_process(url: URL) -> None:
    clock = FixedClock()

    async def work() -> str:
        return "done"

    async def go(database: Database) -> Any:
        steps = StoredSteps(database, clock)
        assert await steps._acquire("k")
        clock.seconds -= 30 * 86_400
        return await steps.once("k", work)

    assert run_on(url, go) == "done"


def test_a_step_that_was_taken_over_cannot_be_finished_by_its_first_process_which_saves_nothing(url: URL) -> None:
    clock = FixedClock()
    entry = LedgerEntry(artifact=DECK, tool="t", call_id="c")

    async def go(database: Database) -> Any:
        ledger = StoredLedger(database)

        async def other() -> str:
            return "theirs"

        async def frozen() -> str:
            await ledger.add("turn_1", entry)
            clock.seconds += LEASE_SECONDS + 1
            await asyncio.create_task(StoredSteps(database, clock).once("k", other), context=contextvars.Context())
            return "ours"

        return await StoredSteps(database, clock).once("k", frozen), await ledger.of("turn_1")

    assert run_on(url, go) == ("theirs", [])


def test_the_artifacts_of_a_step_are_in_the_ledger_together_with_its_end(url: URL) -> None:
    async def go(database: Database) -> None:
        ledger, kept = StoredLedger(database), StoredSteps(database, SystemClock())
        entry = LedgerEntry(artifact=DECK, tool="t", call_id="c")

        async def breaks() -> None:
            await ledger.add("turn_1", entry)
            raise OSError("disk full")

        async def works() -> str:
            await ledger.add("turn_1", entry)
            assert await ledger.of("turn_1") == []
            return "done"

        with pytest.raises(OSError, match="disk full"):
            await kept.once("turn_1/t", breaks)
        assert await ledger.of("turn_1") == []
        assert await kept.once("turn_1/t", works) == "done"
        assert await ledger.of("turn_1") == [entry]

    run_on(url, go)


def test_a_step_that_is_cancelled_as_it_starts_is_free_at_once(url: URL) -> None:
    async def go(database: Database) -> None:
        kept = StoredSteps(database, SystemClock())

        async def never() -> None:
            await asyncio.Event().wait()

        for pauses in range(12):
            first = asyncio.create_task(kept.once(f"k{pauses}", never))
            for _ in range(pauses):
                await asyncio.sleep(0)
            first.cancel()
            await asyncio.wait([first])
            async with asyncio.timeout(20):
                assert await kept.once(f"k{pauses}", lambda: asyncio.sleep(0, "done")) == "done"

    run_on(url, go)


def test_a_step_whose_work_takes_long_stays_with_its_process(url: URL) -> None:
    async def go(database: Database) -> None:
        clock = FixedClock()
        first, second = StoredSteps(database, clock), StoredSteps(database, clock)
        begun, go_on = asyncio.Event(), asyncio.Event()

        async def long() -> str:
            begun.set()
            await go_on.wait()
            return "first"

        doing = asyncio.create_task(first.once("k", long))
        await begun.wait()
        waiting = asyncio.create_task(second.once("k", lambda: asyncio.sleep(0, "second")))
        await asyncio.sleep(0.2)
        assert not waiting.done()
        go_on.set()
        assert [await doing, await waiting] == ["first", "first"]

    run_on(url, go)
