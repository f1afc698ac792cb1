"""What was replaced by an edited message is no longer told, still kept, and found where it is asked for."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import create_engine, func, text
from sqlalchemy.engine import URL

from inkwright.clock import SystemClock
from inkwright.conversation.protocols import Conversations
from inkwright.conversation.turns import Message, TurnState
from inkwright.errors import NotFound
from inkwright.store.conversations import StoredConversations, _messages
from inkwright.store.database import Database
from inkwright.testing.memory_conversations import MemoryConversations
from tests.conversation.samples import ROUTE

Test = Callable[[Conversations], Awaitable[Any]]


def alike(url: URL, test: Test) -> Any:
    """What a test finds in the store; in memory it finds the same."""

    async def stored() -> Any:
        database = Database(url)
        await database.open()
        try:
            return await test(StoredConversations(database, SystemClock()))
        finally:
            await database.close()

    async def in_memory() -> Any:
        return await test(MemoryConversations())

    found = asyncio.run(stored())
    assert found == asyncio.run(in_memory())
    return found


async def say(kept: Conversations, *numbers: int, owner: str = "me", conversation: str = "conv_1") -> None:
    """A turn for each number: what the person says, and what comes back."""
    for number in numbers:
        of = {"conversation_id": conversation, "owner": owner}
        await kept.add_message(Message(id=f"q{number}", role="user", text=f"question {number}", **of))  # type: ignore[arg-type]
        turn = TurnState(id=f"turn_{number}", message=f"question {number}", message_id=f"q{number}", route=ROUTE, **of)  # type: ignore[arg-type]
        await kept.save_turn(turn)
        await kept.add_message(Message(id=f"a{number}", role="assistant", text=f"answer {number}", **of))  # type: ignore[arg-type]


async def told(kept: Conversations) -> dict[str, Any]:
    """The ids that every method gives."""
    ends, turn = await kept.excerpt("conv_1", owner="me", limit=2), await kept.first_turn("conv_1", owner="me")
    return {
        "messages": [each.id for each in await kept.messages("conv_1", owner="me")],
        "first": ends.first and ends.first.id,
        "ends": [each.id for each in ends.latest],
        "latest": [each.id for each in await kept.latest_messages("conv_1", owner="me", limit=3)],
        "before": [each.id for each in await kept.latest_messages("conv_1", owner="me", limit=9, before="q3")],
        "first turn": turn and turn.id,
        "turns": [each.id for each in await kept.latest_turns("conv_1", owner="me", limit=2)],
        "behind": [each.id for each in await kept.turns_after("conv_1", "turn_1", owner="me")],
        "summary": await kept.summary("conv_1", owner="me"),
    }


def test_a_message_and_all_later_ones_are_replaced_with_their_turns_and_summaries(url: URL) -> None:
    async def go(kept: Conversations) -> Any:
        await say(kept, 1, 2, 3)
        for upto in ("turn_1", "turn_2", "turn_3"):
            await kept.put_summary("conv_1", upto, f"up to {upto}", owner="me")
        await kept.replace_from("conv_1", "q2", owner="me")
        after = await told(kept)
        await say(kept, 4)
        await kept.put_summary("conv_1", "turn_4", "up to the new one", owner="me")
        return after, await told(kept)

    after, now = alike(url, go)
    assert after == {
        "messages": ["q1", "a1"],
        "first": "q1",
        "latest": ["q1", "a1"],
        "before": ["q1", "a1"],
        "ends": ["q1", "a1"],
        "first turn": "turn_1",
        "turns": ["turn_1"],
        "behind": [],
        "summary": ("turn_1", "up to turn_1"),
    }
    assert now == {
        "messages": ["q1", "a1", "q4", "a4"],
        "first": "q1",
        "latest": ["a1", "q4", "a4"],
        "before": ["q1", "a1"],
        "ends": ["q4", "a4"],
        "first turn": "turn_1",
        "turns": ["turn_1", "turn_4"],
        "behind": ["turn_4"],
        "summary": ("turn_4", "up to the new one"),
    }


def test_the_first_message_may_be_replaced_and_then_nothing_is_told(url: URL) -> None:
    async def go(kept: Conversations) -> Any:
        await say(kept, 1, 2)
        await kept.put_summary("conv_1", "turn_1", "gone", owner="me")
        await kept.replace_from("conv_1", "q1", owner="me")
        return await told(kept)

    found = alike(url, go)
    assert {key: value for key, value in found.items() if value} == {}


def test_a_reply_alone_may_be_replaced_and_its_turn_stays(url: URL) -> None:
    async def go(kept: Conversations) -> Any:
        await say(kept, 1, 2)
        await kept.replace_from("conv_1", "a1", owner="me")
        found = await told(kept)
        return found["messages"], found["turns"]

    assert alike(url, go) == (["q1"], ["turn_1"])


def test_a_turn_that_was_replaced_is_still_found_and_stays_replaced_when_it_is_saved(url: URL) -> None:
    async def go(kept: Conversations) -> Any:
        await say(kept, 1)
        await kept.replace_from("conv_1", "q1", owner="me")
        turn = await kept.load_turn("turn_1", owner="me")
        assert turn is not None
        await kept.save_turn(turn.model_copy(update={"status": "finished"}))
        again = await kept.load_turn("turn_1", owner="me")
        return again and again.status, await kept.turns_after("conv_1", "", owner="me")

    assert alike(url, go) == ("finished", [])


def test_what_a_turn_says_at_its_end_is_replaced_if_the_turn_was(url: URL) -> None:
    async def go(kept: Conversations) -> Any:
        await say(kept, 1, 2)
        turns = await kept.turns_after("conv_1", "", owner="me")
        await kept.replace_from("conv_1", "q2", owner="me")
        for turn in turns:
            await kept.save_turn(
                turn, turn.said(f"late {turn.id}", "too late").model_copy(update={"role": "assistant"})
            )
        found = await told(kept)
        return found["messages"], found["latest"]

    assert alike(url, go) == (["q1", "a1", "late turn_1"], ["q1", "a1", "late turn_1"])


def test_only_what_is_there_and_ones_own_can_be_replaced(url: URL) -> None:
    async def go(kept: Conversations) -> Any:
        await say(kept, 1, 2)
        await say(kept, 7, owner="you", conversation="conv_2")
        for conversation, message, owner in (
            ("conv_1", "q1", "you"),
            ("conv_2", "q7", "me"),
            ("conv_2", "q1", "me"),
            ("conv_1", "none", "me"),
        ):
            with pytest.raises(NotFound):
                await kept.replace_from(conversation, message, owner=owner)
        await kept.replace_from("conv_1", "q2", owner="me")
        await say(kept, 3)
        with pytest.raises(NotFound):
            await kept.replace_from("conv_1", "q2", owner="me")
        theirs = [each.id for each in await kept.messages("conv_2", owner="you")]
        return (await told(kept))["messages"], theirs

    assert alike(url, go) == (["q1", "a1", "q3", "a3"], ["q7", "a7"])


def test_a_snapshot_remembers_what_was_replaced() -> None:
    async def go() -> Any:
        kept, other = MemoryConversations(), MemoryConversations()
        await say(kept, 1, 2)
        await kept.replace_from("conv_1", "q2", owner="me")
        other.restore(kept.snapshot())
        return [await told(each) for each in (kept, other)]

    first, second = asyncio.run(go())
    assert first == second


def test_the_store_shows_all_where_it_is_asked_for_and_deletes_all_with_the_conversation(url: URL) -> None:
    async def go() -> None:
        database = Database(url)
        await database.open()
        kept = StoredConversations(database, SystemClock())
        try:
            await say(kept, 1, 2)
            await kept.replace_from("conv_1", "q2", owner="me")
            every = await kept.messages("conv_1", owner="me", with_replaced=True)
            assert [each.id for each in every] == ["q1", "a1", "q2", "a2"]
            turns = await kept.turns("conv_1", owner="me", with_replaced=True)
            assert [each.id for each in turns] == ["turn_1", "turn_2"]
            assert await kept.replaced("conv_1", owner="me") == {"q2", "a2", "turn_2"}
            assert await kept.replaced("conv_1", owner="you") == frozenset()
            assert [row.turns for row in await kept.conversations("me")] == [1]
            assert await kept.delete("conv_1", owner="me")
            assert await kept.load_turn("turn_2", owner="me") is None
        finally:
            await database.close()

    asyncio.run(go())


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("before", [None, "q3"])
def test_messages_are_counted_by_an_index_alone(url: URL, before: str | None) -> None:
    async def opened() -> None:
        database = Database(url)
        await database.open()
        await database.close()

    asyncio.run(opened())
    engine = create_engine(url)
    counting = _messages("conv_1", "me", before).with_only_columns(func.count())
    asked = str(counting.compile(engine, compile_kwargs={"literal_binds": True}))
    with engine.connect() as connection:
        plan = [row.detail for row in connection.execute(text(f"EXPLAIN QUERY PLAN {asked}"))]
    engine.dispose()
    assert "COVERING INDEX messages_by_conversation (conversation_id=? AND owner=? AND is_replaced=?" in plan[0]
    assert [step for step in plan if step.startswith(("SEARCH", "SCAN")) and "COVERING INDEX" not in step] == []
