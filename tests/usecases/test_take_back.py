"""What was asked in a message that is taken back is withdrawn with it."""

import asyncio
from pathlib import Path

import pytest

from inkwright import AlreadyAnswered, ScriptedModel
from inkwright.agent.routing import CHAT
from inkwright.conversation.outcomes import Answered
from inkwright.usecases.answer_ask import answer_ask
from inkwright.usecases.edit_and_resend import edit_and_resend
from inkwright.usecases.find_unfinished import find_unfinished
from inkwright.usecases.open_store import Store, open_store
from inkwright.usecases.send_message import send_message
from inkwright.usecases.take_back import take_back, withdraw
from tests.agent.desks import OWNER, ROUTE
from tests.store.turn_writer import settings_of
from tests.usecases.answering_program import BLUE, desk_of
from tests.usecases.test_take_answer import QUESTION, asked


def in_store(home: Path, work: object) -> None:
    async def opened() -> None:
        async with open_store(settings_of(home)) as store:
            await work(store)  # type: ignore[operator]

    asyncio.run(opened())


async def still_asked(store: Store) -> list[str]:
    return [each.id for each in await store.asks.waiting(owner=OWNER)]


def test_an_edited_message_withdraws_what_was_asked_there_and_later(tmp_path: Path) -> None:
    async def go(store: Store) -> None:
        first = await send_message(desk_of(store, ScriptedModel(["Hi."])), "Hello.", CHAT, owner=OWNER)
        assert first == Answered(message="Hi.")
        (row,) = await store.conversations.conversations(OWNER)
        (turn,) = await store.conversations.turns(row.id, owner=OWNER)
        asking = desk_of(store, ScriptedModel([QUESTION]))
        later = await send_message(asking, "Make a note.", ROUTE, owner=OWNER, conversation_id=row.id)
        assert await still_asked(store) == [getattr(later, "ask_id", None)]
        desk = desk_of(store, ScriptedModel(["Hello."]))
        await edit_and_resend(desk, turn.id, "Good morning.", CHAT, owner=OWNER)
        assert await still_asked(store) == []
        assert await find_unfinished(store, owner=OWNER) == []
        with pytest.raises(AlreadyAnswered):
            await answer_ask(desk, getattr(later, "ask_id", ""), BLUE, owner=OWNER)

    in_store(tmp_path, go)


def test_what_was_replaced_by_a_program_that_died_before_it_withdrew_asks_nothing(tmp_path: Path) -> None:
    async def go(store: Store) -> None:
        outcome = await asked(store)
        ask = await store.asks.get(outcome.ask_id, owner=OWNER)
        assert ask is not None
        turn = await store.conversations.load_turn(ask.turn_id, owner=OWNER)
        assert turn is not None
        await store.conversations.replace_from(turn.conversation_id, turn.message_id, owner=OWNER)
        assert await still_asked(store) == []

    in_store(tmp_path, go)


def test_a_turn_that_goes_on_with_its_answer_at_that_moment_is_not_withdrawn(tmp_path: Path) -> None:
    async def go(store: Store) -> None:
        outcome = await asked(store)
        ask = await store.asks.get(outcome.ask_id, owner=OWNER)
        assert ask is not None
        turn = await store.conversations.load_turn(ask.turn_id, owner=OWNER)
        assert turn is not None
        await store.conversations.save_turn(turn.model_copy(update={"status": "running"}))
        assert not await withdraw(store.conversations, store.asks, turn)
        assert await store.asks.answer_to(ask.id, owner=OWNER) is None

    in_store(tmp_path, go)


def test_taking_back_leaves_earlier_answers_as_they_are(tmp_path: Path) -> None:
    async def go(store: Store) -> None:
        outcome = await asked(store)
        ask = await store.asks.get(outcome.ask_id, owner=OWNER)
        assert ask is not None
        turn = await store.conversations.load_turn(ask.turn_id, owner=OWNER)
        assert turn is not None
        await store.asks.answer(ask.id, BLUE, owner=OWNER)
        await take_back(store.conversations, store.asks, turn)
        assert await store.asks.answer_to(ask.id, owner=OWNER) == BLUE

    in_store(tmp_path, go)
