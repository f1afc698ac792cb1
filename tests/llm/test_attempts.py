"""Events: every attempt is reported as it happens, and the value comes last."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from inkwright import Brain, FileAgent, NeverParsed, ScriptedModel, json_parser
from inkwright.llm.attempts import AttemptAccepted, AttemptRefused, AttemptStarted, Thought, ThoughtEvent
from inkwright.llm.models import Reply, TextPiece
from inkwright.llm.scripted import Stream

NO_JSON = "The reply contains no JSON. Answer with one JSON value and nothing else."


def all_of(events: AsyncIterator[ThoughtEvent]) -> list[ThoughtEvent]:
    async def collect() -> list[ThoughtEvent]:
        return [event async for event in events]

    return asyncio.run(collect())


def test_each_attempt_is_reported_as_it_happens_and_the_value_comes_last() -> None:
    model = ScriptedModel(["nothing", Stream(['{"a"', ": 1}"])])
    assert all_of(Brain(model).stream_think_with_retry("p", json_parser)) == [
        AttemptStarted(1, "ask"),
        TextPiece("nothing"),
        AttemptRefused(1, "nothing", NO_JSON),
        AttemptStarted(2, "retry"),
        TextPiece('{"a"'),
        TextPiece(": 1}"),
        AttemptAccepted(2, "retry"),
        Thought({"a": 1}),
    ]


def test_the_streamed_way_has_the_same_retries_and_the_same_error() -> None:
    model = ScriptedModel(["x", "y"])
    with pytest.raises(NeverParsed) as caught:
        all_of(Brain(model).stream_think_with_retry("p", json_parser, 2))
    assert [attempt.reply for attempt in caught.value.attempts] == ["x", "y"]
    assert len(model.calls) == 2


def test_leaving_the_loop_early_cancels_the_thought() -> None:
    model = ScriptedModel([Stream(["a", "b", "c"]), "never asked"], delay=0.01)

    async def leave() -> int:
        events = Brain(model).stream_think_with_retry("p", json_parser)
        async for event in events:
            if event == TextPiece("a"):
                break
        await events.aclose()  # type: ignore[attr-defined]
        return len(asyncio.all_tasks())

    assert asyncio.run(leave()) == 1
    assert len(model.calls) == 1


def test_a_file_agent_streams_the_same_file_that_it_writes() -> None:
    agent = FileAgent("notes", "Write notes.", "markdown", ".md")
    replies = ["no blocks", "```path\nnotes.md\n```\n\n```markdown\n# Notes\n```"]

    async def no_wait(_: float) -> None:
        return None

    events = all_of(agent.stream("…", ScriptedModel(replies), sleep=no_wait))
    result: dict[str, Any] = events[-1].value if isinstance(events[-1], Thought) else {}
    assert (result["file_name"], result["file_content"]) == ("notes.md", "# Notes")
    assert [type(event).__name__ for event in events] == [
        "AttemptStarted",
        "TextPiece",
        "AttemptRefused",
        "AttemptStarted",
        "TextPiece",
        "AttemptAccepted",
        "Thought",
    ]


def think_twice(first: str, parser: str) -> tuple[object, ScriptedModel]:
    """What comes of a first reply that was cut at the length limit, and of a second one that was not."""
    model = ScriptedModel([Reply(first, finish="length"), '{"a": 2}' if parser == "json" else "The whole story."])
    parse = json_parser if parser == "json" else text_parser
    return asyncio.run(Brain(model).think_with_retry("Tell.", parse, 2)), model


def text_parser(reply: str) -> dict[str, object]:
    """Accepts any text, as it is."""
    return {"status": "success", "content": reply}


def test_a_reply_that_was_cut_is_not_an_answer() -> None:
    value, model = think_twice("The whole sto", "text")
    assert value == "The whole story."
    assert "cut off at the length limit" in str(model.calls[1].messages)


def test_a_cut_after_the_whole_value_does_no_harm() -> None:
    value, model = think_twice('{"a": 1}\n\nThis object says that a is one, and so on, and so', "json")
    assert (value, len(model.calls)) == ({"a": 1}, 1)
