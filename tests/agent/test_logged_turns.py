"""The calls of a turn in the log: what each was for, and what became of its reply, whatever the model does."""

import asyncio
from collections.abc import Sequence
from typing import Any

from inkwright import Chain, ModelBusy, ReplyCut, ScriptedModel, Stream
from inkwright.agent.router import CHAT_ROUTE
from inkwright.agent.services import TurnLimits, TurnServices
from inkwright.agent.tools import AgentTool, Evidence, ToolContext
from inkwright.conversation.events import ErrorHappened, Event, TextAppended, TextRetracted
from inkwright.conversation.turns import Failed, Outcome, RouterResult
from inkwright.llm.call_log import Call, LoggedModel, MemoryCallLog
from inkwright.llm.scripted import ScriptLine
from inkwright.usecases.turns import send_message
from tests.agent.test_router import guessed
from tests.agent.test_run import NOTE, answer, call, deliver
from tests.agent.turn_services import NOTE_TOOL, OWNER, ROUTE, Note, Stores
from tests.each import each

FALSE_DELIVERY = call("deliver", message="Ready.", artifacts=["art_0123456789abcdef"])


async def think_of_note(given: Note, context: ToolContext) -> Evidence:
    thought = await context.brain.think(f"Think of {given.title}.", Note)
    return Evidence(facts={"thought": thought.title})


THINK_TOOL = AgentTool("think_of_note", "Thinks.", Note, think_of_note, is_base=True)


def turn(
    *script: ScriptLine, route: RouterResult | None = ROUTE, message: str = "Make a note.", stores: Stores | None = None
) -> tuple[Outcome, list[Call]]:
    """The outcome of a turn, and its calls."""
    log = MemoryCallLog()
    services = services_of(stores or Stores(), LoggedModel(ScriptedModel(script, name="m"), log))
    return asyncio.run(send_message(services, message, route, owner=OWNER)), log.calls


def services_of(stores: Stores, model: Any, limits: TurnLimits | None = None) -> TurnServices:
    return stores.turn_services(model, limits, tools=(NOTE_TOOL, THINK_TOOL))


def told(calls: Sequence[Call]) -> list[tuple[str, str]]:
    return [(each_call.purpose, each_call.verdict.kind) for each_call in calls]


@each(
    "script, route, expected",
    [
        ([NOTE, deliver], ROUTE, [("step", "accepted"), ("step", "accepted"), ("judge", "accepted")]),
        (["It rains."], CHAT_ROUTE, [("chat", "accepted"), ("judge", "accepted")]),
        (
            [guessed(intent="chat_qa", expected_mode="answer", candidate_tools=[]), "It rains."],
            None,
            [("route", "accepted"), ("chat", "accepted"), ("judge", "accepted")],
        ),
        (
            ["no route", "nor here", "It rains."],
            None,
            [("route", "refused"), ("route", "refused"), ("chat", "accepted"), ("judge", "accepted")],
        ),
        (
            [call("make_note", title=""), NOTE, deliver],
            ROUTE,
            [("step", "refused"), ("step", "accepted"), ("step", "accepted"), ("judge", "accepted")],
        ),
        (
            [call("no_such_tool"), NOTE, deliver],
            ROUTE,
            [("step", "refused"), ("step", "accepted"), ("step", "accepted"), ("judge", "accepted")],
        ),
        (
            ["I made it.", NOTE, deliver],
            ROUTE,
            [("step", "refused"), ("step", "accepted"), ("step", "accepted"), ("judge", "accepted")],
        ),
        (
            ["", NOTE, deliver],
            ROUTE,
            [("step", "refused"), ("step", "accepted"), ("step", "accepted"), ("judge", "accepted")],
        ),
        (
            [call("make_note", title="Rain", body=""), NOTE, deliver],
            ROUTE,
            [("step", "refused"), ("step", "accepted"), ("step", "accepted"), ("judge", "accepted")],
        ),
        (
            [FALSE_DELIVERY, NOTE, deliver],
            ROUTE,
            [("step", "refused"), ("step", "accepted"), ("step", "accepted"), ("judge", "accepted")],
        ),
        ([FALSE_DELIVERY, FALSE_DELIVERY], ROUTE, [("step", "refused"), ("step", "refused")]),
        (["prose"] * 6, ROUTE, [("step", "refused")] * 6),
        ([NOTE, ModelBusy(model="m", problem="429")], ROUTE, [("step", "accepted"), ("step", "failed")]),
        (
            [call("make_note", title="Rain", body="break"), answer("The disk is full.")],
            ROUTE,
            [("step", "accepted"), ("step", "accepted"), ("judge", "accepted")],
        ),
    ],
)
def test_each_call_says_what_it_was_for_and_what_became_of_it(
    script: list[ScriptLine], route: RouterResult | None, expected: list[tuple[str, str]]
) -> None:
    _, calls = turn(*script, route=route)
    assert told(calls) == expected
    assert all(each_call.verdict.reason for each_call in calls if each_call.verdict.kind != "accepted")


def test_the_calls_of_a_tool_name_it_and_all_calls_name_their_turn() -> None:
    thinking = call("think_of_note", title="Rain", body="x")
    _, calls = turn(thinking, "no JSON", '{"title": "Rain", "body": "wet"}', answer("Rain."), route=CHAT_ROUTE)
    (turn_id,) = {each_call.origin.turn_id for each_call in calls}
    (conversation_id,) = {each_call.origin.conversation_id for each_call in calls}
    assert turn_id is not None
    assert conversation_id is not None
    assert [(each_call.purpose, each_call.origin.tool, each_call.subject) for each_call in calls][:3] == [
        ("chat", "", ""),
        ("tool", "think_of_note", "Note"),
        ("tool", "think_of_note", "Note"),
    ]
    assert [each_call.verdict.kind for each_call in calls][:3] == ["accepted", "refused", "accepted"]
    assert calls[3].origin.tool == ""


def test_a_reply_that_reads_an_answer_is_a_call_for_the_turn_that_asked() -> None:
    stores, log = Stores(), MemoryCallLog()
    asking = call("ask_user", question="Which colour?", options=["Red", "Blue"])
    script: list[ScriptLine] = [asking, '{"is_answer": true}', NOTE, deliver]
    services = services_of(stores, LoggedModel(ScriptedModel(script), log))

    async def go() -> None:
        for message, route in (("Make a note.", ROUTE), ("like the sky", None)):
            await send_message(services, message, route, owner=OWNER, conversation_id="conv_1")

    asyncio.run(go())
    read = next(each_call for each_call in log.calls if each_call.purpose == "answer")
    assert (read.verdict.kind, read.origin.turn_id) == ("accepted", log.calls[0].origin.turn_id)


def test_every_member_of_a_chain_that_failed_is_there_with_the_same_purpose() -> None:
    log = MemoryCallLog()
    first = LoggedModel(ScriptedModel([ModelBusy(model="a", problem="429")] * 2, name="a"), log)
    second = LoggedModel(ScriptedModel([NOTE, deliver], name="b"), log)

    async def rest(_: float) -> None: ...

    services = services_of(Stores(), Chain([first, second], tries=2, sleep=rest))
    asyncio.run(send_message(services, "Make a note.", ROUTE, owner=OWNER))
    assert [(each_call.model, *pair) for each_call, pair in zip(log.calls, told(log.calls), strict=True)] == [
        ("a", "step", "failed"),
        ("a", "step", "failed"),
        ("b", "step", "accepted"),
        ("b", "step", "accepted"),
        ("b", "judge", "accepted"),
    ]


def cancelled_at(kind: str, *script: ScriptLine) -> tuple[Stores, list[Call]]:
    """The events and calls of a turn that is cancelled when it has shown an event of this kind."""
    stores, log = Stores(), MemoryCallLog()
    services = services_of(stores, LoggedModel(ScriptedModel(script), log))

    async def go() -> None:
        running = asyncio.create_task(send_message(services, "Make a note.", ROUTE, owner=OWNER))
        await stores.seen(kind)
        running.cancel()
        await asyncio.wait([running])

    asyncio.run(go())
    return stores, log.calls


def test_a_reply_whose_work_was_cancelled_is_called_cancelled() -> None:
    _, calls = cancelled_at("tool_progressed", call("make_note", title="Rain", body="wait"))
    assert told(calls) == [("step", "cancelled")]


# An error is told after what it refutes was taken back.


@each(
    "script, route, limits, code",
    [
        (
            [Stream(["Your note ", "is ready"], ReplyCut(model="m", problem="gone"))],
            CHAT_ROUTE,
            TurnLimits(),
            "reply_cut",
        ),
        ([Stream(["Your note"], RuntimeError("a bug"))], CHAT_ROUTE, TurnLimits(), "internal"),
        ([FALSE_DELIVERY, FALSE_DELIVERY], ROUTE, TurnLimits(), "unproven"),
        ([FALSE_DELIVERY, NOTE], ROUTE, TurnLimits(model_calls=1), "too_many_steps"),
    ],
)
def test_an_error_comes_after_the_text_that_it_refutes_was_retracted(
    script: list[ScriptLine], route: RouterResult, limits: TurnLimits, code: str
) -> None:
    stores = Stores()
    services = services_of(stores, ScriptedModel(script), limits)
    try:
        outcome = asyncio.run(send_message(services, "Make a note.", route, owner=OWNER))
        assert isinstance(outcome, Failed)
    except RuntimeError:
        assert code == "internal"
    assert retracted_before_error(stores.shown, code)


def test_a_turn_whose_time_is_over_while_it_speaks_retracts_what_it_said_before_it_says_so() -> None:
    stores = Stores()
    limits = TurnLimits(seconds=2)
    slow = ScriptedModel([Stream(["Your note is ready.", " It"] * 500)], delay=0.02)
    services = services_of(stores, slow, limits)

    async def go() -> None:
        running = asyncio.create_task(send_message(services, "Make a note.", CHAT_ROUTE, owner=OWNER))
        await stores.seen("text_grew")
        await asyncio.wait([running])

    asyncio.run(go())
    assert retracted_before_error(stores.shown, "timed_out")


def retracted_before_error(events: Sequence[Event], code: str) -> bool:
    """Whether all text was retracted before the one error, which has this code."""
    (place,) = [number for number, event in enumerate(events) if isinstance(event, ErrorHappened)]
    error = events[place]
    assert isinstance(error, ErrorHappened)
    grown = {event.text_id for event in events if isinstance(event, TextAppended)}
    retracted = {event.text_id for event in events[:place] if isinstance(event, TextRetracted)}
    return error.code == code and bool(grown) and grown == retracted
