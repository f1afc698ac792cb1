"""Asks, the ledger and steps in the database: first answers count, owners are separate, steps run once."""

import asyncio
import contextvars
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import insert, select
from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import IntegrityError

from inkwright import AlreadyAnswered, NotFound
from inkwright.conversation.asks import Answer
from inkwright.conversation.changes import ChangeEntry, ChangeRef
from inkwright.conversation.turns import LedgerEntry
from inkwright.store.database import Database
from inkwright.store.sqlite import change_rows
from inkwright.store.tables import answers
from inkwright.store.tables import steps as steps_table
from inkwright.store.turn_progress import StoredAsks, StoredLedger, StoredSteps
from tests.clocks import PATIENCE
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


def test_a_row_whose_turn_does_not_exist_or_whose_key_does_is_refused_alike_on_every_database(url: URL) -> None:
    rows = [{"ask_id": ask_id, "owner": "me", "body": "{}"} for ask_id in ("ask_of_nobody", ASK.id, ASK.id)]

    async def go(database: Database) -> tuple[list[bool], int]:
        def work(row: dict[str, str]) -> Callable[[Connection], int]:
            return lambda connection: change_rows(connection, database.insert(answers), row)

        await StoredAsks(database).open(ASK)
        kept = [await database.try_write(work(row)) for row in rows]
        with pytest.raises(IntegrityError):
            await database.write(work(rows[0]))
        return kept, len(await database.read(lambda connection: connection.execute(select(answers)).all()))

    assert run_on(url, go) == ([False, True, False], 1)


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
        steps = StoredSteps(database)
        with pytest.raises(OSError, match="disk full"):
            await steps.once("k", work)
        return await asyncio.gather(*(steps.once("k", work) for _ in range(5)))

    assert run_on(url, go) == [{"n": 2}] * 5


def test_a_step_that_an_older_version_left_unfinished_is_done(url: URL) -> None:
    async def go(database: Database) -> Any:
        left = insert(steps_table).values(key="k", result=None, lease=9e9)
        await database.write(lambda connection: connection.execute(left).close())
        return await StoredSteps(database).once("k", lambda: asyncio.sleep(0, "done"))

    assert run_on(url, go) == "done"


def test_a_step_that_another_process_has_finished_cannot_be_finished_again_and_saves_nothing(url: URL) -> None:
    entry = LedgerEntry(artifact=DECK, tool="t", call_id="c")

    async def go(database: Database) -> Any:
        ledger = StoredLedger(database)

        async def other() -> str:
            return "theirs"

        async def frozen() -> str:
            await ledger.add("turn_1", entry)
            await asyncio.create_task(StoredSteps(database).once("k", other), context=contextvars.Context())
            return "ours"

        return await StoredSteps(database).once("k", frozen), await ledger.of("turn_1")

    assert run_on(url, go) == ("theirs", [])


def test_the_artifacts_of_a_step_are_in_the_ledger_together_with_its_end(url: URL) -> None:
    async def go(database: Database) -> None:
        ledger, kept = StoredLedger(database), StoredSteps(database)
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
        kept = StoredSteps(database)

        async def never() -> None:
            await asyncio.Event().wait()

        for pauses in range(12):
            first = asyncio.create_task(kept.once(f"k{pauses}", never))
            for _ in range(pauses):
                await asyncio.sleep(0)
            first.cancel()
            await asyncio.wait([first])
            async with asyncio.timeout(PATIENCE):
                assert await kept.once(f"k{pauses}", lambda: asyncio.sleep(0, "done")) == "done"

    run_on(url, go)


def test_a_step_whose_work_takes_long_stays_with_its_process(url: URL) -> None:
    async def go(database: Database) -> None:
        kept = StoredSteps(database)
        begun, go_on = asyncio.Event(), asyncio.Event()

        async def long() -> str:
            begun.set()
            await go_on.wait()
            return "first"

        doing = asyncio.create_task(kept.once("k", long))
        await begun.wait()
        waiting = asyncio.create_task(kept.once("k", lambda: asyncio.sleep(0, "second")))
        await asyncio.sleep(0.2)
        assert not waiting.done()
        go_on.set()
        assert [await doing, await waiting] == ["first", "first"]

    run_on(url, go)
