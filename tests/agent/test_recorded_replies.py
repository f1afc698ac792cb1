"""Replies that were stored are used again, in their order or for the same request; never for another one."""

import asyncio
from typing import Any

from inkwright import ScriptedModel
from inkwright.agent.recorded_replies import RecordedReplies
from inkwright.agent.services import MeteredModel, TurnLimits, UsageMeter
from inkwright.conversation.turns import TurnState, TurnUsage
from inkwright.llm.models import CallPiece, Purpose, Reply, Request, TextPiece, ToolCall, Usage
from inkwright.testing import MemorySteps

TURN = TurnState(id="turn_1", conversation_id="conv_1", owner="me", message="Hi")


def asked(words: str, purpose: Purpose = "step") -> Request:
    return Request([{"role": "user", "content": words}], purpose=purpose)


async def given(replies: RecordedReplies, request: Request, text: str, run: int = 0) -> str:
    async def call() -> Reply:
        return Reply(text)

    return (await replies.once(run, request, lambda _: None, call)).text


def test_a_turn_that_continues_gets_its_replies_again_and_calls_for_the_rest() -> None:
    async def go() -> list[str]:
        steps = MemorySteps()
        before = RecordedReplies(steps, TURN)
        first = [await given(before, asked("a"), "one"), await given(before, asked("b", "judge"), "true")]
        after = RecordedReplies(steps, TURN)
        again = [await given(after, asked("a, which is made"), "-"), await given(after, asked("b", "judge"), "-")]
        rest = [await given(after, asked("a"), "two"), await given(after, asked("c", "judge"), "false")]
        return [*first, *again, *rest]

    assert asyncio.run(go()) == ["one", "true", "one", "true", "two", "false"]


def test_after_an_answer_or_in_a_second_run_a_model_is_asked_anew() -> None:
    async def go() -> list[str]:
        steps = MemorySteps()
        first = await given(RecordedReplies(steps, TURN), asked("a"), "one")
        answered = TURN.model_copy(update={"begun_at_epoch": 1})
        second = await given(RecordedReplies(steps, answered), asked("a"), "two")
        return [first, second, await given(RecordedReplies(steps, TURN), asked("a"), "three", run=1)]

    assert asyncio.run(go()) == ["one", "two", "three"]


def test_a_stored_reply_is_whole_and_is_heard_at_once() -> None:
    reply = Reply("Look.", Usage(3, 4, 0.5), (ToolCall("c1", "make", "{}"),), "calls", "m")
    heard: list[Any] = []

    async def go() -> tuple[Reply, set[str]]:
        steps = MemorySteps()

        async def call() -> Reply:
            return reply

        await RecordedReplies(steps, TURN).once(0, asked("a"), lambda _: None, call)
        after = RecordedReplies(steps, TURN)
        return await after.once(0, asked("a"), heard.append, call), after.replayed

    assert asyncio.run(go()) == (reply, {"c1"})
    assert heard == [TextPiece("Look."), CallPiece(0, "make", "{}")]


def test_what_a_stored_reply_had_cost_is_counted_again_if_the_turn_was_not_saved_after_it() -> None:
    async def go() -> tuple[TurnUsage, TurnUsage]:
        steps, spent = MemorySteps(), []
        for _ in range(2):  # the process dies after the reply, before it saves the turn
            meter = UsageMeter(TurnLimits(), TurnUsage(), replies=RecordedReplies(steps, TURN))
            model = ScriptedModel([Reply("Look.", Usage(30, 4, 0.5))])
            await MeteredModel(model, meter, "step").reply(asked("a"))
            spent.append(meter.spent)
        return spent[0], spent[1]

    first, after = asyncio.run(go())
    assert first == after == TurnUsage(steps=1, calls=1, tokens=34, dollars=0.5)
