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
    NeverParsed,
    ParserResult,
    ScriptedModel,
    json_parser,
    multi_section_parser,
    simple_parser,
)
from inkwright.llm.call_log import MemoryCallLog
from inkwright.llm.models import Abilities, Reply, Usage

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
    model = ScriptedModel(["nothing"] * 9 + ["{}"])
    think(model, PROMPT, json_parser, 10)
    assert [len(call.messages) for call in model.calls] == [1, 3, 5, 5, 5, 5, 5, 5, 5, 5]


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
