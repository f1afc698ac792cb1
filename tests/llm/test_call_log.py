"""The log of calls: one record for each attempt, with what it was for and what became of its reply."""

import asyncio
import dataclasses
from collections.abc import Callable

import pytest

from inkwright import (
    Abilities,
    Brain,
    Chain,
    ModelBusy,
    NeverParsed,
    ReplyCut,
    Request,
    ScriptedModel,
    Stream,
    Tool,
    ToolCall,
    json_parser,
    simple_parser,
    with_tools,
)
from inkwright.llm.call_log import (
    Call,
    CallOrigin,
    LoggedModel,
    MemoryCallLog,
    NoCallLog,
    calls_by_tool,
    calls_in_turn,
    failure_verdict,
)
from inkwright.llm.models import CallVerdict, PieceListener, Reply, Usage, ignore_piece
from inkwright.llm.scripted import ScriptLine
from inkwright.testing import PieceCollector
from tests.each import each

CALL = Call("think", "m", [{"role": "user", "content": "hello"}], "reply", Usage(3, 2), 1.5)
ASKED = Request([{"role": "user", "content": "Draw."}], purpose="step")


def logged(log: MemoryCallLog, *script: ScriptLine, name: str = "m") -> LoggedModel:
    return LoggedModel(ScriptedModel(script, name=name), log)


def verdicts(log: MemoryCallLog) -> list[tuple[str, str]]:
    return [(call.verdict.kind, call.verdict.reason) for call in log.calls]


def test_a_call_that_was_made_is_not_changed_any_more() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        CALL.reply = "another"  # type: ignore[misc]


def test_a_call_knows_its_turn_and_its_tool_also_in_a_task_of_it() -> None:
    async def made() -> CallOrigin:
        return Call("step", "m", [], "reply", Usage(), 1.5).origin

    async def go() -> list[CallOrigin]:
        with calls_in_turn("conv_1", "turn_1"):
            with calls_by_tool("draw"):
                inside = asyncio.create_task(made())
            first = await made()
        return [await inside, first, await made()]

    assert asyncio.run(go()) == [
        CallOrigin("conv_1", "turn_1", "draw"),
        CallOrigin("conv_1", "turn_1"),
        CallOrigin(None, None),
    ]


def test_a_log_in_memory_keeps_every_call_in_order_with_its_verdict() -> None:
    log = MemoryCallLog()
    calls = [dataclasses.replace(CALL, reply=reply, id=reply) for reply in ("one", "two")]
    for call in calls:
        log.record(call)
    log.judge(calls[0], CallVerdict("refused", "too short"))
    assert log.calls == [dataclasses.replace(calls[0], verdict=CallVerdict("refused", "too short")), calls[1]]
    assert MemoryCallLog().calls == []


def test_the_log_that_is_switched_off_keeps_nothing() -> None:
    log = NoCallLog()
    log.record(CALL)
    log.judge(CALL, CallVerdict("accepted"))
    assert vars(log) == {}


def test_a_reply_is_not_judged_until_its_reader_reports_and_the_first_report_counts() -> None:
    log = MemoryCallLog()
    model = logged(log, "Hello.", ToolCall("1", "draw", '{"a": 1}'), "Again.")

    async def ask() -> None:
        replies = [await model.reply(ASKED) for _ in range(3)]
        assert [reply.text for reply in replies] == ["Hello.", "", "Again."]
        replies[0].refuse("too short")
        replies[0].accept()
        replies[1].accept()

    asyncio.run(ask())
    assert [(call.purpose, call.model, call.reply, call.way) for call in log.calls] == [
        ("step", "m", "Hello.", "ask"),
        ("step", "m", 'draw {"a": 1}', "ask"),
        ("step", "m", "Again.", "ask"),
    ]
    assert verdicts(log) == [("refused", "too short"), ("accepted", ""), ("unknown", "")]
    assert model.abilities.can_call_tools


@each(
    "problem, verdict, reply",
    [
        (ModelBusy(model="m", problem="429"), CallVerdict("failed", "model_busy"), ""),
        (Stream(["Once ", "up"], ReplyCut(model="m", problem="gone")), CallVerdict("failed", "reply_cut"), "Once up"),
        (Stream(["Once"], asyncio.CancelledError()), CallVerdict("cancelled"), "Once"),
        (KeyError("bug"), CallVerdict("failed", "KeyError"), ""),
    ],
)
def test_a_call_without_a_whole_reply_is_logged_with_what_arrived(
    problem: ScriptLine, verdict: CallVerdict, reply: str
) -> None:
    log = MemoryCallLog()
    with pytest.raises((Exception, asyncio.CancelledError)):
        asyncio.run(logged(log, problem).reply(ASKED, PieceCollector().hear))
    assert [(call.verdict, call.reply) for call in log.calls] == [(verdict, reply)]
    # What a reply costs that was cut off, only the provider knows.
    assert (log.calls[0].usage.dollars is None) is bool(reply)


def test_a_model_that_nobody_listens_to_does_not_know_of_the_log() -> None:
    class Silent(ScriptedModel):
        async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
            assert hear is ignore_piece
            return await super().reply(request, hear)

    assert asyncio.run(LoggedModel(Silent(["Hello."]), MemoryCallLog()).reply(ASKED)).text == "Hello."


def test_the_price_of_a_call_that_was_refused_at_the_door_is_nothing() -> None:
    log = MemoryCallLog()
    with pytest.raises(ModelBusy):
        asyncio.run(logged(log, ModelBusy(model="m", problem="429")).reply(ASKED))
    assert log.calls[0].usage == Usage()


def test_each_attempt_of_each_member_of_a_chain_is_a_call_and_the_reader_judges_the_last() -> None:
    async def rest(_: float) -> None: ...

    log = MemoryCallLog()
    busy: Callable[[], ModelBusy] = lambda: ModelBusy(model="a", problem="429")  # noqa: E731
    members = [logged(log, busy(), busy(), name="a"), logged(log, "no line", "=====\nyes", name="b")]
    chain = Chain(members, tries=2, sleep=rest)
    assert asyncio.run(Brain(chain, purpose="think").think_with_retry("Say yes.", simple_parser)) == "yes"
    assert [(call.model, call.purpose, call.subject, call.way, call.verdict.kind) for call in log.calls] == [
        ("a", "think", "simple_parser", "ask", "failed"),
        ("a", "think", "simple_parser", "ask", "failed"),
        ("b", "think", "simple_parser", "ask", "refused"),
        ("b", "think", "simple_parser", "retry", "accepted"),
    ]


def test_a_brain_that_gives_up_leaves_only_refused_calls_with_their_reasons() -> None:
    log = MemoryCallLog()
    with pytest.raises(NeverParsed):
        asyncio.run(Brain(ScriptedModel(["?", "??", ""]), call_log=log).think_with_retry("JSON, please.", json_parser))
    assert [call.verdict.kind for call in log.calls] == ["refused"] * 3
    assert all(call.verdict.reason for call in log.calls)
    assert log.calls[2].verdict.reason.startswith("empty: ")


def test_emulated_tools_refuse_an_envelope_that_cannot_be_read_and_the_reader_judges_the_repaired_one() -> None:
    log = MemoryCallLog()
    plain = ScriptedModel(["draw!", '{"tool": "draw", "args": {}}'], abilities=Abilities(can_call_tools=False))
    tool = Tool("draw", "draws", {"type": "object", "properties": {}})
    request = dataclasses.replace(ASKED, tools=[tool])

    async def ask() -> Reply:
        reply = await with_tools(LoggedModel(plain, log)).reply(request)
        reply.refuse("no colour")
        return reply

    assert asyncio.run(ask()).calls[0].name == "draw"
    assert [(call.purpose, call.way, call.verdict.kind) for call in log.calls] == [
        ("step", "tools", "refused"),
        ("step", "repair", "refused"),
    ]
    assert log.calls[1].verdict.reason == "no colour"


def test_a_verdict_reaches_every_log_around_a_model() -> None:
    inner, outer = MemoryCallLog(), MemoryCallLog()
    model = LoggedModel(logged(inner, "Hello."), outer)

    async def ask() -> None:
        (await model.reply(ASKED)).accept("shortened")

    asyncio.run(ask())
    assert verdicts(inner) == verdicts(outer) == [("accepted", "shortened")]


def test_a_reply_that_is_not_logged_may_be_judged_all_the_same() -> None:
    reply = Reply("Hello.")
    reply.accept()
    reply.refuse("no")
    assert reply == Reply("Hello.")


def test_the_verdict_of_an_error_has_its_code() -> None:
    assert failure_verdict(ModelBusy(model="m", problem="429")) == CallVerdict("failed", "model_busy")
