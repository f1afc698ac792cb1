"""The rules for example scripts: what is valid, and what is refused before it is played."""

from importlib.resources import files

import pytest
from pydantic import ValidationError

from inkwright.examples.script import EXAMPLE_NAMES, Example, ScriptedReply, ScriptedTurn, load_example

ROUTE = {"intent": "content_create", "confidence": 0.9, "expected_mode": "artifact"}


@pytest.mark.parametrize(
    "reply",
    [{}, {"note": "nothing is said"}, {"says": "a", "answer": "b"}, {"deliver": "a", "calls": [{"tool": "t"}]}],
)
def test_a_reply_says_exactly_one_thing(reply: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ScriptedReply.model_validate(reply)


def test_a_reply_that_is_cut_off_may_have_said_something_before() -> None:
    assert ScriptedReply(fails="cut", says="Once upon").fails == "cut"


def test_the_agent_is_not_the_model_that_routes() -> None:
    with pytest.raises(ValidationError, match="the fast model routes"):
        ScriptedTurn.model_validate({"message": "x", "route": {**ROUTE, "model_tier": "fast"}, "does": [{"says": "y"}]})


def tools(example: Example) -> list[str]:
    return sorted(call.tool for turn in example.turns for reply in turn.does for call in reply.calls)


def test_every_name_has_a_file_in_both_languages_and_no_file_is_forgotten() -> None:
    there = {each.name for each in files("inkwright.examples").joinpath("scripts").iterdir()}
    assert there == {f"{name}.{language}.yaml" for name in EXAMPLE_NAMES for language in ("en", "zh")}
    assert len(EXAMPLE_NAMES) >= 8


@pytest.mark.parametrize("name", EXAMPLE_NAMES)
def test_an_example_shows_the_same_in_both_languages(name: str) -> None:
    english, chinese = load_example(name, "en"), load_example(name, "zh")
    assert [turn.ends for turn in english.turns] == [turn.ends for turn in chinese.turns]
    assert tools(english) == tools(chinese)
    assert len(english.seen) == len(chinese.seen)
    assert english.title != chinese.title
