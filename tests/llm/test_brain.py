"""Retries until a reply parses: the number of calls, unchanged conversations, and an error for every failure."""

import asyncio
import contextlib
import copy
from typing import Any

import pytest

from inkwright import (
    Brain,
    BrokenParser,
    InvalidOption,
    InvalidSchema,
    NeverAnswered,
    NeverParsed,
    ParserResult,
    ReplyMalformed,
    ScriptedModel,
    json_parser,
    multi_section_parser,
    simple_parser,
)
from inkwright.llm.brain import CallLimits
from inkwright.llm.call_log import MemoryCallLog
from inkwright.llm.models import Abilities, Reply, Request, Usage

PROMPT = "Plan the research."
GOOD = "[研究计划]\n先读文献\n\n[章节大纲]\n一、绪论"
HEADERS = ["[研究计划]", "[章节大纲]"]


def think(model: ScriptedModel, *arguments: Any, **options: Any) -> Any:
    return asyncio.run(Brain(model).think_with_retry(*arguments, **options))


def test_a_good_first_reply_takes_one_call_and_gives_the_content_alone() -> None:
    model = ScriptedModel([GOOD])
    content = think(model, PROMPT, multi_section_parser, section_headers=HEADERS)
    assert content == {"[研究计划]": "先读文献", "[章节大纲]": "一、绪论"}
    assert len(model.calls) == 1


def test_a_retry_holds_the_original_messages_the_reply_and_the_feedback_in_order() -> None:
    model = ScriptedModel(["[研究计划]\n先读文献", GOOD])
    think(model, PROMPT, multi_section_parser, section_headers=HEADERS)
    original, reply, feedback = model.calls[1].messages
    assert original == {"role": "user", "content": PROMPT}
    assert reply == {"role": "assistant", "content": "[研究计划]\n先读文献"}
    assert feedback["role"] == "user"
    assert "[章节大纲]" in feedback["content"]
    assert "[研究计划]" not in feedback["content"]


@pytest.mark.parametrize("script", [[GOOD], ["x", GOOD], ["x", "x", "x"]])
def test_the_callers_messages_are_equal_before_and_after(script: list[str]) -> None:
    messages = [{"role": "user", "content": [{"type": "text", "text": PROMPT, "deep": {"list": [1]}}]}]
    before = copy.deepcopy(messages)

    def spoil(received: Any) -> str:
        received.messages[0]["content"][0]["deep"]["list"].append("spoilt")
        return GOOD

    for model in (ScriptedModel([*script]), ScriptedModel([spoil])):
        with contextlib.suppress(NeverParsed):
            think(model, messages, multi_section_parser, section_headers=HEADERS)
        assert messages == before


@pytest.mark.parametrize("most", [1, 2, 5])
def test_n_retries_are_at_most_n_calls_in_all(most: int) -> None:
    model = ScriptedModel(["nothing"] * 10)
    with pytest.raises(NeverParsed):
        think(model, PROMPT, json_parser, most)
    assert len(model.calls) == most


@pytest.mark.parametrize("most", [0, -1])
def test_fewer_than_one_call_is_refused_before_any_is_made(most: int) -> None:
    model = ScriptedModel([GOOD])
    with pytest.raises(InvalidOption, match="max_retries"):
        think(model, PROMPT, json_parser, max_retries=most)
    assert model.calls == []


def test_exhaustion_carries_every_attempt_and_what_was_spent() -> None:
    model = ScriptedModel([Reply("one", Usage(10, 1)), Reply("two", Usage(20, 2))])
    with pytest.raises(NeverParsed) as caught:
        think(model, PROMPT, json_parser, 2)
    error = caught.value
    assert [attempt.reply for attempt in error.attempts] == ["one", "two"]
    assert error.last_reply == "two"
    assert error.last_feedback == "The reply contains no JSON. Answer with one JSON value and nothing else."
    assert error.fields["usage"] == Usage(30, 3)
    assert "json_parser" in str(error)
    assert error.last_feedback in str(error)


def test_usage_sums_every_attempt_of_every_thought() -> None:
    brain = Brain(ScriptedModel([Reply("x", Usage(5, 1)), Reply("{}", Usage(7, 2)), Reply("[]", Usage(1, 1))]))
    asyncio.run(brain.think_with_retry("a", json_parser))
    asyncio.run(brain.think_with_retry("b", json_parser))
    assert brain.usage == Usage(13, 4)


def test_an_empty_reply_is_its_own_case_and_no_parser_is_asked() -> None:
    asked: list[str] = []

    def parser(raw_reply: str) -> ParserResult:
        asked.append(raw_reply)
        return {"status": "success", "content": raw_reply}

    model = ScriptedModel(["", " \n", "done"])
    assert think(model, "写一首诗", parser) == "done"
    assert asked == ["done"]
    assert model.calls[1].messages[-1]["content"] == "回复是空的。请回答问题。"


class Down(Exception):
    """A transport that fails."""


def test_a_transport_error_is_not_a_format_error_and_is_raised_at_once() -> None:
    model = ScriptedModel([Down("503"), GOOD])
    with pytest.raises(Down, match="503"):
        think(model, PROMPT, json_parser)
    assert len(model.calls) == 1


async def async_parser(raw_reply: str, wanted: str) -> ParserResult:
    await asyncio.sleep(0)
    if raw_reply == wanted:
        return {"status": "success", "content": raw_reply}
    return {"status": "error", "feedback": f"say {wanted}"}


def test_a_parser_may_be_async_and_gets_its_options() -> None:
    model = ScriptedModel(["no", "yes"])
    assert think(model, PROMPT, async_parser, wanted="yes") == "yes"
    assert model.calls[1].messages[-1]["content"] == "say yes"


def no_dict(raw_reply: str) -> Any:
    return raw_reply


def no_content(raw_reply: str) -> Any:
    return {"status": "success"}


def no_feedback(raw_reply: str) -> Any:
    return {"status": "error", "feedback": ""}


def raises(raw_reply: str) -> Any:
    raise KeyError("content")


@pytest.mark.parametrize("parser", [no_dict, no_content, no_feedback, raises])
def test_a_parser_that_breaks_the_contract_is_named_and_nothing_is_asked_again(parser: Any) -> None:
    model = ScriptedModel(["a", "b"])
    with pytest.raises(BrokenParser, match=parser.__name__):
        think(model, PROMPT, parser)
    assert len(model.calls) == 1


def test_an_invalid_schema_is_reported_as_such_and_not_blamed_on_the_parser() -> None:
    with pytest.raises(InvalidSchema):
        think(ScriptedModel(["{}"]), PROMPT, json_parser, schema={"type": "wrong"})


def swallows(raw_reply: str, prompt: str = "") -> ParserResult:
    return {"status": "success", "content": prompt}


def test_options_that_the_parser_does_not_take_or_the_engine_would_swallow_are_refused_first() -> None:
    model = ScriptedModel([GOOD])
    with pytest.raises(InvalidOption, match="section_haeders"):
        think(model, PROMPT, multi_section_parser, section_haeders=HEADERS)
    with pytest.raises(InvalidOption, match="swallows"):
        think(model, PROMPT, swallows)
    assert model.calls == []


def test_the_context_of_the_tenth_retry_is_bounded() -> None:
    original = "A long prompt. " * 5_000
    model = ScriptedModel([f"bad reply {number} " * 200 for number in range(9)] + ["{}"])
    think(model, original, json_parser, 10)
    assert [call.messages[0]["content"] for call in model.calls] == [original] * 10
    assert all(added_characters(call) <= 12_000 for call in model.calls)
    assert "bad reply 8" in model.calls[-1].messages[-2]["content"]
    assert "bad reply 0" not in str(model.calls[-1].messages)


def added_characters(call: Request) -> int:
    return sum(len(message["content"]) for message in call.messages[1:])


def test_small_attempts_are_all_kept() -> None:
    model = ScriptedModel(["nothing"] * 9 + ["{}"])
    think(model, PROMPT, json_parser, 10)
    assert [len(call.messages) for call in model.calls] == [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]


@pytest.mark.parametrize("context", [None, 1_000])
def test_a_single_huge_reply_is_shortened_in_the_retry_and_kept_in_the_error(context: int | None) -> None:
    huge = "START" + "x" * 1_000_000 + "END"
    model = ScriptedModel([huge, huge], abilities=Abilities(context_tokens=context))
    with pytest.raises(NeverParsed) as caught:
        think(model, PROMPT, json_parser, 2)
    original, reply, feedback = model.calls[1].messages
    assert original["content"] == PROMPT
    assert added_characters(model.calls[1]) <= (context or 12_000)
    assert reply["content"].startswith("STARTx")
    assert reply["content"].endswith("xEND")
    assert "characters left out" in reply["content"]
    assert feedback["content"] == caught.value.last_feedback
    assert caught.value.last_reply == huge


def test_huge_feedback_is_shortened_too() -> None:
    def quoting(raw_reply: str) -> ParserResult:
        return {"status": "error", "feedback": f"Not this: {raw_reply * 1_000}"}

    model = ScriptedModel(["y" * 1_000] * 2)
    with pytest.raises(NeverParsed):
        think(model, PROMPT, quoting, 2)
    assert added_characters(model.calls[1]) <= 12_000


def test_the_size_of_the_attempts_can_be_chosen() -> None:
    model = ScriptedModel(["z" * 5_000, "{}"])
    asyncio.run(Brain(model, attempt_characters=500).think_with_retry(PROMPT, json_parser))
    assert added_characters(model.calls[1]) <= 500
    with pytest.raises(InvalidOption, match="attempt_characters"):
        Brain(model, attempt_characters=10)


def test_temperature_and_token_limit_reach_every_call() -> None:
    model = ScriptedModel(["nothing", "{}"])
    think(model, PROMPT, json_parser, temperature=0.2, max_tokens=99)
    assert [(call.temperature, call.max_tokens) for call in model.calls] == [(0.2, 99)] * 2
    model = ScriptedModel(["{}"])
    think(model, PROMPT, json_parser)
    assert (model.calls[0].temperature, model.calls[0].max_tokens) == (None, None)


@pytest.mark.parametrize(
    "options",
    [
        {"temperature": -0.1},
        {"temperature": 3},
        {"temperature": float("nan")},
        {"temperature": "0.5"},
        {"temperature": True},
        {"max_tokens": 0},
        {"max_tokens": 1.5},
        {"max_tokens": True},
    ],
)
def test_an_impossible_limit_is_refused_before_any_call(options: dict[str, Any]) -> None:
    model = ScriptedModel(["{}"])
    with pytest.raises(InvalidOption):
        think(model, PROMPT, json_parser, **options)
    assert model.calls == []


class Silent:
    """A model that returns whatever it is given, also what is not a reply."""

    name = "silent"
    abilities = Abilities()

    def __init__(self, *replies: Any) -> None:
        self._replies = iter(replies)

    async def reply(self, request: Request, hear: Any = None) -> Any:
        return next(self._replies)


def test_no_reply_and_a_reply_without_text_count_as_empty() -> None:
    good = Reply('{"a": 1}')
    found = asyncio.run(Brain(Silent(None, Reply(None), good)).think_with_retry(PROMPT, json_parser))  # type: ignore[arg-type]
    assert found == {"a": 1}
    with pytest.raises(NeverAnswered) as caught:
        asyncio.run(Brain(Silent(None, None)).think_with_retry(PROMPT, json_parser, 2))
    assert [attempt.reply for attempt in caught.value.attempts] == ["", ""]


def test_something_that_is_not_a_reply_is_an_error_of_the_model() -> None:
    with pytest.raises(ReplyMalformed, match="dict"):
        asyncio.run(Brain(Silent({"text": "{}"})).think_with_retry(PROMPT, json_parser))


def test_an_example_is_shown_to_capable_models_and_not_to_weak_ones() -> None:
    schema = {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}
    for is_weak in (False, True):
        model = ScriptedModel(["{}", '{"a": 1}'], abilities=Abilities(is_weak=is_weak))
        think(model, PROMPT, json_parser, schema=schema)
        assert ('{"a": 0}' in model.calls[1].messages[-1]["content"]) is not is_weak


def test_every_call_is_recorded_with_what_it_was_for() -> None:
    log = MemoryCallLog()
    brain = Brain(ScriptedModel(["x", "=====\nanswer"], name="script"), call_log=log)
    asyncio.run(brain.think_with_retry(PROMPT, simple_parser))
    first, second = log.calls
    assert (first.purpose, first.subject, first.model, first.reply) == ("other", "simple_parser", "script", "x")
    assert first.verdict.kind == "refused"
    assert (second.verdict.kind, len(second.messages)) == ("accepted", 3)
    assert second.seconds >= 0


def test_a_thousand_thoughts_at_once_do_not_disturb_each_other() -> None:
    def number(raw_reply: str, wanted: int) -> ParserResult:
        if raw_reply == str(wanted):
            return {"status": "success", "content": wanted}
        return {"status": "error", "feedback": f"wanted {wanted}"}

    async def one(wanted: int) -> tuple[int, int]:
        model = ScriptedModel(["?", lambda request: request.messages[-1]["content"].removeprefix("wanted ")])
        found = await Brain(model).think_with_retry(f"say {wanted}", number, wanted=wanted)
        return found, len(model.calls)

    async def all_of_them() -> list[tuple[int, int]]:
        return await asyncio.gather(*(one(n) for n in range(1_000)))

    assert asyncio.run(all_of_them()) == [(n, 2) for n in range(1_000)]


def test_cancelling_a_thought_stops_it() -> None:
    async def cancelled() -> int:
        model = ScriptedModel(["{}"], delay=30)
        task = asyncio.create_task(Brain(model).think_with_retry(PROMPT, json_parser))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return len(model.calls)

    assert asyncio.run(cancelled()) <= 1


def test_a_parser_may_leave_the_reason_and_the_example_empty() -> None:
    def parser(reply: str) -> Any:
        found = {"status": "success", "content": reply}
        refused = {"status": "error", "feedback": "Again.", "reason": None, "example": None}
        return found if reply == "yes" else refused

    model = ScriptedModel(["no", "yes"])
    assert think(model, PROMPT, parser) == "yes"
    assert model.calls[1].messages[-1]["content"] == "Again."


def test_the_raw_text_of_a_reply_that_was_cut_after_its_value_is_complete() -> None:
    raw = '{"a": 1}\n\nThese were the words after'
    model = ScriptedModel([Reply(raw, finish="length")])
    limits = CallLimits(1)
    found = asyncio.run(Brain(model).think_reply(PROMPT, json_parser, limits, {}))
    assert (found.text, found.content) == (raw, {"a": 1})


@pytest.mark.parametrize("count", [0, True, 2.5, "3", None])
def test_the_number_of_calls_is_a_whole_number(count: Any) -> None:
    model = ScriptedModel([])
    with pytest.raises(InvalidOption):
        think(model, PROMPT, json_parser, count)
    assert model.calls == []


def test_what_is_no_function_is_no_parser() -> None:
    with pytest.raises(InvalidOption, match="parser"):
        think(ScriptedModel([]), PROMPT, "json")


def test_a_call_that_is_cancelled_while_its_reply_is_parsed_is_logged_and_paid() -> None:
    log = MemoryCallLog()
    brain = Brain(ScriptedModel(["one two three"]), call_log=log)

    async def cancel_in_the_parser() -> None:
        parsing = asyncio.Event()

        async def parser(_reply: str) -> Any:
            parsing.set()
            await asyncio.Event().wait()

        task = asyncio.ensure_future(brain.think_with_retry(PROMPT, parser))
        await parsing.wait()
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task

    asyncio.run(cancel_in_the_parser())
    assert brain.usage.completion_tokens > 0
    assert [call.verdict.kind for call in log.calls] == ["cancelled"]


def test_many_hostile_thoughts_at_once_do_not_disturb_each_other() -> None:
    async def think_all() -> list[Any]:
        async def parser(reply: str, wanted: str) -> Any:
            await asyncio.sleep(0)
            is_right = wanted in reply
            return {"status": "success", "content": wanted} if is_right else {"status": "error", "feedback": wanted}

        def answer(request: Request) -> str:
            received: Any = request.messages
            said = [str(message["content"]) for message in received]
            received.clear()
            return said[-1] if len(said) > 1 else "nothing"

        brain = Brain(ScriptedModel(answer))
        return [
            await asyncio.gather(*(brain.think_with_retry(PROMPT, parser, wanted=f"<{n}>") for n in range(50))),
            brain.usage.completion_tokens,
        ]

    found, tokens = asyncio.run(think_all())
    assert found == [f"<{n}>" for n in range(50)]
    assert tokens == 100
