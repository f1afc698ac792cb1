"""Cancel at each point: the turn ends in a failure that lists what was made, and nothing half-done stays."""

import asyncio
from typing import Any

import pytest

from inkwright import NotFound, ScriptedModel
from inkwright.agent.router import CHAT_ROUTE
from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.conversation.events import TextAppended, TurnFinished
from inkwright.conversation.turns import Answered, Asked, Failed, Message, TurnState
from inkwright.llm.scripted import ScriptLine, Stream
from inkwright.testing.memory_conversations import MemoryConversations
from inkwright.usecases.turns import answer_ask, cancel_turn, retry_turn, send_message
from tests.agent.test_router import guessed
from tests.agent.test_run import NOTE, call, deliver
from tests.agent.turn_services import CHECKED, OWNER, ROUTE, Stores

SLOW = call("make_note", title="Rain", body="wait")


def cancelled(script: list[ScriptLine], when: str, delay: float = 0.0) -> tuple[Failed, Stores, str]:
    """Cancel as soon as an event of this kind was shown."""
    stores = Stores()

    async def go() -> str:
        services = stores.turn_services(ScriptedModel(script, delay=delay))
        task = asyncio.create_task(send_message(services, "Make a note.", ROUTE, owner=OWNER))
        await stores.seen(when)
        turn_id: Any = stores.shown[0]
        await cancel_turn(turn_id.turn_id, owner=OWNER)
        with pytest.raises(asyncio.CancelledError):
            await task
        return str(turn_id.turn_id)

    turn_id = asyncio.run(go())
    last = stores.shown[-1]
    assert isinstance(last, TurnFinished)
    assert isinstance(last.outcome, Failed)
    return last.outcome, stores, turn_id


@pytest.mark.parametrize(
    ("script", "when", "made"),
    [
        ([Stream(["slow"] * 50)], "turn_started", 0),
        ([SLOW], "tool_started", 0),
        ([SLOW], "tool_progressed", 0),
        ([NOTE, Stream(["slow"] * 50)], "file-ready", 1),
        ([NOTE, Stream(["slow"] * 50)], "tool_finished", 1),
    ],
    ids=["before the first reply", "in a tool", "in a tool that speaks", "after the artifact", "before the ending"],
)
def test_a_cancelled_turn_ends_in_a_failure_with_what_was_made(script: list[ScriptLine], when: str, made: int) -> None:
    outcome, stores, _ = cancelled(script, when, delay=0.02)
    assert outcome.code == "cancelled"
    assert len(outcome.artifacts) == made
    assert stores.kinds().count("turn_finished") == 1


def test_what_a_cancelled_turn_said_at_its_end_stands_in_the_talk_with_what_it_made() -> None:
    outcome, stores, turn_id = cancelled([NOTE, Stream(["slow"] * 50)], "tool_finished", delay=0.02)
    turn = asyncio.run(stores.conversations.load_turn(turn_id, owner=OWNER))
    assert turn is not None
    said = asyncio.run(stores.conversations.messages(turn.conversation_id, owner=OWNER))
    assert [message.role for message in said] == ["user", "assistant"]
    assert said[-1].text == outcome.message
    assert said[-1].artifact_ids == tuple(made.id for made in outcome.artifacts)


def test_what_a_stopped_chat_has_said_stays_and_is_marked_as_not_checked() -> None:
    stores = Stores()

    async def go() -> list[Message]:
        services = stores.turn_services(ScriptedModel([Stream(["Rivers ", "bend. "] * 50)], delay=0.02))
        task = asyncio.create_task(send_message(services, "Rivers?", CHAT_ROUTE, owner=OWNER))
        await stores.seen("text_grew")
        turn: Any = stores.shown[0]
        await cancel_turn(turn.turn_id, owner=OWNER)
        with pytest.raises(asyncio.CancelledError):
            await task
        return await stores.conversations.messages(turn.conversation_id, owner=OWNER)

    reply = asyncio.run(go())[-1].text
    last = stores.shown[-1]
    assert isinstance(last, TurnFinished)
    assert (getattr(last.outcome, "code", ""), last.outcome.receipt.words) == ("cancelled", "unchecked")
    kinds = stores.kinds()
    assert "text_retracted" not in kinds
    assert kinds.index("text_ended") < kinds.index("turn_finished")
    shown = "".join(event.text for event in stores.shown if isinstance(event, TextAppended)).strip()
    assert reply == f"{shown}\n\n{last.outcome.message}"
    assert "not checked" in last.outcome.message


def test_a_turn_that_is_cancelled_while_it_is_routed_ends_in_a_failure_and_may_be_tried_again() -> None:
    stores = Stores()

    async def go() -> Any:
        services = stores.turn_services(ScriptedModel([Stream(["slow"] * 50)], delay=0.02))
        task = asyncio.create_task(send_message(services, "Make a note.", owner=OWNER))
        await stores.seen("turn_started")
        turn: Any = stores.shown[0]
        await cancel_turn(turn.turn_id, owner=OWNER)
        with pytest.raises(asyncio.CancelledError):
            await task
        again = ScriptedModel([guessed(), NOTE, deliver])
        return await retry_turn(stores.turn_services(again), turn.turn_id, owner=OWNER)

    assert asyncio.run(go()).kind == "delivered"
    assert stores.kinds().count("turn_finished") == 2


def test_a_turn_that_is_cancelled_after_an_answer_keeps_the_answer_for_the_next_try() -> None:
    stores = Stores()

    async def go() -> ScriptedModel:
        asking = stores.turn_services(ScriptedModel([call("ask_user", question="Which colour?")]))
        asked = await send_message(asking, "Make a note.", ROUTE, owner=OWNER)
        assert isinstance(asked, Asked)
        blue = Answer(status="answered", answers=(QuestionAnswer(id="1", value="blue"),))
        slow = stores.turn_services(ScriptedModel([Stream(["slow"] * 50)], delay=0.02))
        stores.shown.clear()
        task = asyncio.create_task(answer_ask(slow, asked.ask_id, blue, owner=OWNER))
        await stores.seen("turn_started")
        turn: Any = stores.shown[0]
        await cancel_turn(turn.turn_id, owner=OWNER)
        with pytest.raises(asyncio.CancelledError):
            await task
        again = ScriptedModel([NOTE, deliver])
        assert (await retry_turn(stores.turn_services(again), turn.turn_id, owner=OWNER)).kind == "delivered"
        return again

    assert "Which colour? → blue" in str(asyncio.run(go()).calls[0].messages[-1]["content"])


def test_a_cancelled_turn_can_be_tried_again_and_makes_nothing_twice() -> None:
    _, stores, turn_id = cancelled([NOTE, Stream(["slow"] * 50)], "tool_finished", delay=0.02)
    model = ScriptedModel([NOTE, deliver])
    outcome = asyncio.run(retry_turn(stores.turn_services(model), turn_id, owner=OWNER))
    assert outcome.kind == "delivered"
    assert stores.kinds().count("file-ready") == 1


def test_only_a_running_turn_of_ones_own_can_be_stopped() -> None:
    with pytest.raises(NotFound):
        asyncio.run(cancel_turn("turn_none", owner=OWNER))

    async def other() -> None:
        stores = Stores()
        services = stores.turn_services(ScriptedModel([SLOW]))
        task = asyncio.create_task(send_message(services, "Make a note.", ROUTE, owner=OWNER))
        await stores.seen("tool_started")
        turn: Any = stores.shown[0]
        with pytest.raises(NotFound):
            await cancel_turn(turn.turn_id, owner="somebody else")
        task.cancel()
        await asyncio.wait([task])

    asyncio.run(other())


class SlowConversations(MemoryConversations):
    """Take their time to keep the end of a turn."""

    def __init__(self) -> None:
        super().__init__()
        self.is_ending = asyncio.Event()

    async def finish_turn(self, turn: TurnState, reply: Message | None = None) -> None:
        self.is_ending.set()
        await asyncio.sleep(0.05)
        await super().finish_turn(turn, reply)


@pytest.mark.parametrize("cancels", [1, 3])
def test_a_turn_that_is_cancelled_while_its_end_is_kept_ends_as_it_would_have(cancels: int) -> None:
    kept = SlowConversations()
    stores = Stores(conversations=kept)

    async def go() -> None:
        services = stores.turn_services(ScriptedModel(["It rains."]))
        route = ROUTE.model_copy(update={"intent": "chat", "expected_mode": "answer"})
        task = asyncio.create_task(send_message(services, "Does it rain?", route, owner=OWNER))
        await kept.is_ending.wait()
        for _ in range(cancels):
            task.cancel()
            await asyncio.sleep(0.001)
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(go())
    last = stores.shown[-1]
    assert last == TurnFinished(outcome=Answered(message="It rains.", receipt=CHECKED))
    assert stores.kinds().count("turn_finished") == 1
