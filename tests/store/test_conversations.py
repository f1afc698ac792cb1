"""Conversations in the database: messages, turns and summaries; replaced ones are returned only on request."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import create_engine, func, text
from sqlalchemy.engine import URL

from inkwright.clock import SystemClock
from inkwright.conversation.protocols import Conversations
from inkwright.conversation.turns import ConversationExcerpt, Message, TurnState
from inkwright.errors import NotFound
from inkwright.store.conversations import StoredConversations, _messages
from inkwright.store.database import Database
from inkwright.store.turn_progress import StoredSteps
from inkwright.testing.memory_conversations import MemoryConversations
from tests.conversation.samples import OUTCOMES, ROUTE
from tests.store.opened import TURN, message, run_on

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


def test_the_first_message_may_be_replaced_and_then_nothing_is_left(url: URL) -> None:
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


def test_the_reply_of_a_replaced_turn_is_replaced_too(url: URL) -> None:
    async def go(kept: Conversations) -> Any:
        await say(kept, 1, 2)
        turns = await kept.turns_after("conv_1", "", owner="me")
        await kept.replace_from("conv_1", "q2", owner="me")
        for turn in turns:
            await kept.finish_turn(
                turn, turn.said(f"late {turn.id}", "too late").model_copy(update={"role": "assistant"})
            )
        found = await told(kept)
        return found["messages"], found["latest"]

    assert alike(url, go) == (["q1", "a1", "late turn_1"], ["q1", "a1", "late turn_1"])


def test_only_existing_messages_of_the_owner_can_be_replaced(url: URL) -> None:
    async def go(kept: Conversations) -> Any:
        await say(kept, 1, 2)
        await say(kept, 7, owner="you", conversation="conv_2")
        for conversation, message_id, owner in (
            ("conv_1", "q1", "you"),
            ("conv_2", "q7", "me"),
            ("conv_2", "q1", "me"),
            ("conv_1", "none", "me"),
        ):
            with pytest.raises(NotFound):
                await kept.replace_from(conversation, message_id, owner=owner)
        await kept.replace_from("conv_1", "q2", owner="me")
        await say(kept, 3)
        with pytest.raises(NotFound):
            await kept.replace_from("conv_1", "q2", owner="me")
        theirs = [each.id for each in await kept.messages("conv_2", owner="you")]
        return (await told(kept))["messages"], theirs

    assert alike(url, go) == (["q1", "a1", "q3", "a3"], ["q7", "a7"])


def test_a_snapshot_remembers_replaced_items() -> None:
    async def go() -> Any:
        kept, other = MemoryConversations(), MemoryConversations()
        await say(kept, 1, 2)
        await kept.replace_from("conv_1", "q2", owner="me")
        other.restore(kept.snapshot())
        return [await told(each) for each in (kept, other)]

    first, second = asyncio.run(go())
    assert first == second


def test_the_store_shows_replaced_items_on_request_and_deletes_all_with_the_conversation(url: URL) -> None:
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


def test_a_turn_is_saved_unchanged_and_only_for_its_owner(url: URL) -> None:
    async def go(database: Database) -> None:
        kept = StoredConversations(database, SystemClock())
        finished = TURN.model_copy(update={"status": "finished", "outcome": OUTCOMES[1]})
        await kept.save_turn(finished)
        assert await kept.load_turn("turn_1", owner="me") == finished
        assert await kept.load_turn("turn_1", owner="you") is None
        await kept.save_turn(finished.model_copy(update={"owner": "you", "message": "stolen"}))
        assert await kept.load_turn("turn_1", owner="me") == finished
        assert await kept.turns("conv_1", owner="me") == [finished]
        assert await kept.turns("conv_1", owner="you") == []

    run_on(url, go)


def test_messages_come_back_in_order_and_can_be_found_in_both_languages(url: URL) -> None:
    async def go(database: Database) -> None:
        kept = StoredConversations(database, SystemClock())
        for number, words in enumerate(["Rain in Spain", "下雨了，河水涨了", "100% sure_thing", "other"]):
            await kept.add_message(message(number, words))
        await kept.add_message(message(9, "Rain of somebody else", owner="you", conversation="conv_2"))
        assert [each.text for each in await kept.messages("conv_1", owner="me")][:2] == [
            "Rain in Spain",
            "下雨了，河水涨了",
        ]
        assert await kept.messages("conv_1", owner="you") == []
        for words, found in (
            ("rain", ["msg_0"]),
            ("河水", ["msg_1"]),
            ("100%", ["msg_2"]),
            ("e_t", ["msg_2"]),
            ("%", ["msg_2"]),
        ):
            assert [each.message.id for each in await kept.search("me", words)] == found

    run_on(url, go)


def test_conversations_are_listed_and_deleted_by_their_owner_alone(url: URL) -> None:
    async def go(database: Database) -> None:
        kept = StoredConversations(database, SystemClock())
        await kept.add_message(message(1, "Rain"))
        (row,) = await kept.conversations("me")
        assert (row.id, row.title, row.turns) == ("conv_1", "Make it.", 1)
        assert await kept.conversations("you") == []
        assert not await kept.delete("conv_1", owner="you")
        assert await kept.delete("conv_1", owner="me")
        assert await kept.messages("conv_1", owner="me") == []
        assert await kept.load_turn("turn_1", owner="me") is None

    run_on(url, go)


def test_the_latest_summary_counts(url: URL) -> None:
    async def go(database: Database) -> None:
        kept = StoredConversations(database, SystemClock())
        assert await kept.summary("conv_1", owner="me") is None
        for upto, summary in (("turn_1", "old"), ("turn_2", "new"), ("turn_2", "newer")):
            await kept.put_summary("conv_1", upto, summary, owner="me")
        assert await kept.summary("conv_1", owner="me") == ("turn_2", "newer")
        assert await kept.summary("conv_1", owner="you") is None

    run_on(url, go)


def test_a_turn_is_changed_by_one_of_several_writers_and_only_if_it_is_unchanged(url: URL) -> None:
    async def go(database: Database) -> None:
        kept = StoredConversations(database, SystemClock())
        changes = [TURN.model_copy(update={"extra_runs": number}) for number in (1, 2, 3)]
        tries = (kept.change_turn(TURN, change, message(change.extra_runs, "Rain")) for change in changes)
        results = await asyncio.gather(*tries)
        assert sorted(results) == [False, False, True]
        won = changes[results.index(True)]
        assert await kept.load_turn(TURN.id, owner="me") == won
        assert await kept.messages("conv_1", owner="me") == [message(won.extra_runs, "Rain")]
        strange = won.model_copy(update={"owner": "you"})
        assert not await kept.change_turn(strange, strange)
        assert await kept.change_turn(won, TURN)

    run_on(url, go)


def test_steps_are_deleted_with_their_conversation_and_others_stay(url: URL) -> None:
    async def go(database: Database) -> None:
        kept, did = StoredConversations(database, SystemClock()), StoredSteps(database)
        await kept.save_turn(TURN.model_copy(update={"id": "turn_10", "conversation_id": "conv_2"}))
        for key in ("turn_1/a", "turn_1/b", "turn_10/a"):
            await did.once(key, lambda: asyncio.sleep(0, "first"))
        assert await kept.delete("conv_1", owner="me")
        again = [
            await did.once(key, lambda: asyncio.sleep(0, "again")) for key in ("turn_1/a", "turn_1/b", "turn_10/a")
        ]
        assert again == ["again", "again", "first"]

    run_on(url, go)


def test_pages_of_turns_and_messages_go_backwards_and_stay_with_their_owner(url: URL) -> None:
    async def go(database: Database) -> None:
        kept = StoredConversations(database, SystemClock())
        for number in range(2, 8):
            await kept.save_turn(TURN.model_copy(update={"id": f"turn_{number}"}))
            await kept.add_message(message(number, str(number)))
        page = await kept.latest_turns("conv_1", owner="me", limit=3)
        before = await kept.latest_turns("conv_1", owner="me", limit=3, before=page[0].id)
        assert [turn.id for turn in [*before, *page]] == [f"turn_{number}" for number in range(2, 8)]
        assert [turn.id for turn in await kept.turns_after("conv_1", "turn_5", owner="me")] == ["turn_6", "turn_7"]
        first = await kept.first_turn("conv_1", owner="me")
        assert first is not None
        assert first.id == "turn_1"
        said = await kept.latest_messages("conv_1", owner="me", limit=2, before="msg_7")
        assert [each.text for each in said] == ["5", "6"]
        await kept.put_summary("conv_1", "turn_2", "It is about numbers.", owner="me")
        ends = await kept.excerpt("conv_1", owner="me", limit=2, before="msg_7")
        assert ends.first is not None
        assert (ends.first.text, [each.text for each in ends.latest]) == ("2", ["5", "6"])
        assert ends.summary == "It is about numbers."
        assert await kept.excerpt("conv_1", owner="you", limit=9) == ConversationExcerpt(None, [], None)
        for foreign in (
            kept.latest_turns("conv_1", owner="you", limit=9),
            kept.turns_after("conv_1", "", owner="you"),
            kept.first_turn("conv_1", owner="you"),
            kept.latest_messages("conv_1", owner="you", limit=9),
        ):
            assert not await foreign

    run_on(url, go)


@pytest.mark.parametrize("words", ["a\0b", "half \ud800 of it", "雨\0\udfff"])
def test_characters_that_no_database_can_store_are_left_out(url: URL, words: str) -> None:
    async def go(database: Database) -> None:
        kept = StoredConversations(database, SystemClock())
        await kept.add_message(message(1, words))
        turn = TurnState(id="turn_3", conversation_id="conv_3", owner="me", message=words, route=ROUTE)
        await kept.save_turn(turn)
        clean = words.replace("\0", "").encode(errors="replace").decode()
        assert [each.text for each in await kept.messages("conv_1", owner="me")] == [clean]
        found = await kept.load_turn("turn_3", owner="me")
        assert found is not None
        assert found.message == clean

    run_on(url, go)
