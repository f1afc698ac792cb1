"""The reference implementations: what every store must do as well."""

import asyncio
import json
from typing import Any

import pytest

from inkwright import AlreadyAnswered, NotFound
from inkwright.conversation.asks import Answer
from inkwright.conversation.turns import LedgerEntry, TurnState
from inkwright.testing.memory_conversations import (
    MemoryAsks,
    MemoryAttachments,
    MemoryConversations,
    MemoryJournal,
    MemoryLedger,
    MemorySteps,
)
from tests.conversation.samples import ASK, DECK, EVENTS, OTHERS, ROUTE


def test_a_journal_numbers_events_from_one_and_reads_behind_any_number() -> None:
    async def go() -> Any:
        journal = MemoryJournal()
        numbers = await journal.append("turn_1", EVENTS[:2]) + await journal.append("turn_1", EVENTS[2:3])
        return numbers, await journal.read("turn_1", after=2), await journal.read("turn_2")

    assert asyncio.run(go()) == ([1, 2, 3], [(3, EVENTS[2])], [])


def test_a_ledger_counts_the_same_artifact_once() -> None:
    async def go() -> list[LedgerEntry]:
        ledger = MemoryLedger()
        for call_id in ("c1", "c2"):
            await ledger.add("turn_1", LedgerEntry(artifact=DECK, tool="generate_pptx", call_id=call_id))
        return await ledger.of("turn_1")

    assert [entry.call_id for entry in asyncio.run(go())] == ["c1"]


def test_an_ask_belongs_to_its_owner_and_is_answered_once() -> None:
    asks, answer = MemoryAsks(), Answer(status="cancelled")

    async def go() -> None:
        await asks.open(ASK)
        assert await asks.get(ASK.id, owner="somebody else") is None
        with pytest.raises(NotFound):
            await asks.answer(ASK.id, answer, owner="somebody else")
        assert await asks.answer_to(ASK.id, owner="me") is None
        assert await asks.answer(ASK.id, answer, owner="me") == ASK
        assert await asks.answer_to(ASK.id, owner="me") == answer
        assert await asks.answer_to(ASK.id, owner="somebody else") is None
        with pytest.raises(AlreadyAnswered):
            await asks.answer(ASK.id, answer, owner="me")

    asyncio.run(go())


def test_a_step_is_done_once_also_when_asked_for_at_once_and_a_failure_is_not_kept() -> None:
    done: list[int] = []

    async def work() -> dict[str, int]:
        done.append(1)
        await asyncio.sleep(0)
        if len(done) == 1:
            raise OSError("disk full")
        return {"n": len(done)}

    async def go() -> list[Any]:
        steps = MemorySteps()
        with pytest.raises(OSError, match="disk full"):
            await steps.once("k", work)
        return await asyncio.gather(*(steps.once("k", work) for _ in range(5)))

    assert asyncio.run(go()) == [{"n": 2}] * 5


def test_turns_and_messages_belong_to_their_owner() -> None:
    async def go() -> None:
        conversations = MemoryConversations()
        turn = TurnState(id="turn_1", conversation_id="conv_1", owner="me", message="x", route=ROUTE)
        message = next(thing for thing in OTHERS if type(thing).__name__ == "Message")
        await conversations.save_turn(turn)
        await conversations.add_message(message)
        assert await conversations.load_turn("turn_1", owner="me") == turn
        assert await conversations.load_turn("turn_1", owner="somebody else") is None
        assert await conversations.messages("conv_1", owner="me") == [message]
        assert await conversations.messages("conv_1", owner="somebody else") == []

    asyncio.run(go())


def test_attached_files_go_along_in_a_snapshot_each_with_its_owner() -> None:
    async def go() -> Any:
        kept, other = MemoryAttachments(), MemoryAttachments()
        for owner in ("me", "you"):
            await kept.add("conv_1", "雨.md", f"of {owner}", owner=owner)
        other.restore(json.loads(json.dumps(kept.snapshot())))
        return [await other.read("conv_1", "雨.md", owner=owner) for owner in ("me", "you", "eve")]

    assert asyncio.run(go()) == ["of me", "of you", None]
