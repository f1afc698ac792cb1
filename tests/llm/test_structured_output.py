"""Typed values from capable and weak models, each asked with the method that suits it."""

import asyncio
import json
from typing import Any

import pytest
from pydantic import BaseModel, Field, field_validator

from inkwright import Brain, BrokenParser, InvalidOption, InvalidSchema, NeverAnswered, NeverParsed, ScriptedModel
from inkwright.llm.attempts import AttemptAccepted, AttemptStarted, Thought
from inkwright.llm.call_log import MemoryCallLog
from inkwright.llm.models import Abilities, Request
from inkwright.llm.structured_output import is_looping

CAPABLE = Abilities()
NO_SCHEMA = Abilities(can_follow_schema=False)
WEAK = Abilities(is_weak=True, can_call_tools=False)


class Question(BaseModel):
    """What the tests ask for."""

    question: str = Field(min_length=3)
    options: list[str] = Field(min_length=2, max_length=4)

    @field_validator("options")
    @classmethod
    def _differ(cls, options: list[str]) -> list[str]:
        if len(set(options)) < len(options):
            raise ValueError("all options must differ")
        return options


RAIN = Question(question="What is rain?", options=["water", "sand"])
GOOD = RAIN.model_dump_json()
BAD = '{"question": "What is rain?", "options": ["water", "water"]}'


def think(model: ScriptedModel, **options: Any) -> Question:
    found: Question = asyncio.run(Brain(model).think("Ask about rain.", Question, **options))
    return found


def test_a_capable_model_reasons_freely_and_one_call_is_enough() -> None:
    model = ScriptedModel([f"Rain is water, so I would ask this:\n```json\n{GOOD}\n```"])
    assert think(model) == RAIN
    (call,) = model.calls
    assert call.schema is None
    assert call.temperature is None
    asked = call.messages[-1]["content"]
    assert asked.startswith("Ask about rain.\n\nThink first, freely")


def test_a_capable_model_is_held_to_the_schema_once_at_temperature_zero_after_that() -> None:
    model = ScriptedModel(["I would ask what rain is.", GOOD])
    assert think(model) == RAIN
    second = model.calls[1]
    assert second.temperature == 0
    assert second.schema is not None
    assert second.schema["properties"]["question"]["maxLength"] > 0
    assert [message["role"] for message in second.messages] == ["user", "assistant", "user"]


def test_a_model_without_schemas_is_asked_to_repair_once_at_temperature_zero_and_then_with_feedback() -> None:
    model = ScriptedModel([BAD, BAD, GOOD], abilities=NO_SCHEMA)
    assert think(model) == RAIN
    assert [(call.temperature, call.schema) for call in model.calls] == [(None, None), (0, None), (None, None)]
    assert "all options must differ" in model.calls[1].messages[-1]["content"]


def test_a_weak_model_decodes_under_bounds_and_sees_neither_schema_nor_example() -> None:
    model = ScriptedModel([GOOD], abilities=WEAK)
    assert think(model) == RAIN
    (call,) = model.calls
    assert call.messages == [{"role": "user", "content": "Ask about rain."}]
    assert call.schema is not None
    assert call.schema["properties"]["question"] == {"type": "string", "minLength": 3, "maxLength": 160}
    assert call.max_tokens is not None


def test_a_weak_model_is_sampled_again_without_chatter_and_then_asked_to_repair() -> None:
    model = ScriptedModel([BAD, BAD, GOOD], abilities=WEAK)
    assert think(model) == RAIN
    assert [len(call.messages) for call in model.calls] == [1, 1, 1]
    assert model.calls[2].temperature == 0
    repair = model.calls[2].messages[0]["content"]
    assert "all options must differ" in repair
    assert "water" not in repair
    assert model.calls[0].seed != model.calls[1].seed


def test_what_a_weak_model_never_gets_right_at_once_it_gets_right_in_pieces() -> None:
    def answer(request: Request) -> str:
        assert request.schema is not None
        wanted = list(request.schema["properties"])
        if len(wanted) > 1:
            return BAD
        if wanted == ["question"]:
            return '{"question": "What is rain?"}'
        return '{"options": "sand"}' if "options (2)" in request.messages[-1]["content"] else '{"options": "water"}'

    model = ScriptedModel(answer, abilities=WEAK)
    found = think(model)
    assert found.question == "What is rain?"
    assert found.options == ["water", "sand"]


class Lesson(BaseModel):
    """Too big for a weak model at once."""

    title: str
    goals: list[str] = Field(min_length=2, max_length=2)
    parts: list[Question] = Field(min_length=2, max_length=2)
    summary: str = Field(max_length=3000)
    homework: str = Field(max_length=3000)


def test_a_value_too_big_for_a_weak_model_is_requested_field_by_field_and_item_by_item() -> None:
    asked: list[str] = []

    def answer(request: Request) -> str:
        assert request.schema is not None
        (name,) = request.schema["properties"]
        asked.append(name)
        value = json.loads(GOOD) | {"question": f"Question {len(asked)}"} if name == "parts" else f"{name} {len(asked)}"
        return json.dumps({name: value})

    model = ScriptedModel(answer, abilities=WEAK)
    lesson = asyncio.run(Brain(model).think("Plan a lesson about rain.", Lesson))
    assert asked == ["title", "goals", "goals", "parts", "parts", "summary", "homework"]
    assert lesson.goals == ["goals 2", "goals 3"]
    assert [part.question for part in lesson.parts] == ["Question 4", "Question 5"]
    assert "Decided so far:\ntitle: title 1" in model.calls[1].messages[-1]["content"]


def test_no_item_comes_twice_in_pieces() -> None:
    def answer(request: Request) -> str:
        assert request.schema is not None
        (name,) = request.schema["properties"]
        said = "again" if name == "goals" and request.temperature else f"{name} {request.messages[-1]['content'][-40:]}"
        return json.dumps({name: json.loads(GOOD) if name == "parts" else said})

    with pytest.raises(NeverParsed):
        asyncio.run(Brain(ScriptedModel(lambda _: '{"goals": "again"}', abilities=WEAK)).think("x", Lesson))
    model = ScriptedModel(answer, abilities=WEAK)
    with pytest.raises(NeverParsed, match="said already"):
        asyncio.run(Brain(model).think("x", Lesson))


@pytest.mark.parametrize(
    ("value", "loops"),
    [
        ({"a": "the rain in spain " * 6}, True),
        (["1. Power supply", "2. Power supply", "3. Power supply", "4. Source"], True),
        (["1", "2", "3", "4"], False),
        (["a) one", "b) two", "c) three"], False),
        ({"a": "A short, ordinary sentence about rain and rivers that says each thing only once."}, False),
        ([True, None, 3], False),
    ],
)
def test_going_round_in_circles_is_noticed(value: Any, loops: bool) -> None:
    assert is_looping(value) is loops


@pytest.mark.parametrize("abilities", [CAPABLE, NO_SCHEMA, WEAK])
def test_a_check_may_refuse_a_value_that_fits(abilities: Abilities) -> None:
    other = '{"question": "What is snow?", "options": ["ice", "sand"]}'
    model = ScriptedModel([GOOD, other], abilities=abilities)
    found = think(model, check=lambda value: "Not about rain, please." if "rain" in value.question else None)
    assert found.question == "What is snow?"


def test_messages_of_the_caller_are_not_touched_and_images_stay() -> None:
    content = [{"type": "text", "text": "Ask about rain."}]
    messages = [{"role": "user", "content": content}]
    model = ScriptedModel(["?", GOOD])
    asyncio.run(Brain(model).think(messages, Question))
    assert messages == [{"role": "user", "content": [{"type": "text", "text": "Ask about rain."}]}]
    assert model.calls[0].messages[0]["content"][0] == content[0]


@pytest.mark.parametrize("abilities", [CAPABLE, NO_SCHEMA, WEAK])
@pytest.mark.parametrize("most", [1, 2])
def test_when_nothing_fits_the_error_carries_the_attempts(abilities: Abilities, most: int) -> None:
    model = ScriptedModel(lambda _: "no", abilities=abilities)
    with pytest.raises(NeverParsed) as caught:
        think(model, max_retries=most)
    assert caught.value.last_reply == "no"
    assert len(caught.value.attempts) == len(model.calls)


def test_silence_has_its_own_error() -> None:
    with pytest.raises(NeverAnswered):
        think(ScriptedModel(lambda _: " ", abilities=CAPABLE))


def test_a_wrong_schema_or_number_of_calls_is_refused_before_anything_is_asked() -> None:
    model = ScriptedModel([])
    with pytest.raises(InvalidOption):
        think(model, max_retries=0)
    with pytest.raises(InvalidSchema):
        asyncio.run(Brain(model).think("x", {"type": "nonsense"}))
    assert model.calls == []


def test_an_example_of_the_form_is_for_capable_models_alone() -> None:
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    for is_weak in (False, True):
        model = ScriptedModel(['{"n": 3}'], abilities=Abilities(is_weak=is_weak, can_follow_schema=False))
        asyncio.run(Brain(model).think("x", schema))
        assert ("Example of the format" in model.calls[0].messages[0]["content"]) is not is_weak


def test_plain_types_and_json_schemas_serve_as_well() -> None:
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    assert asyncio.run(Brain(ScriptedModel(['{"n": 3}'])).think("x", schema)) == {"n": 3}
    assert asyncio.run(Brain(ScriptedModel(["[1, 2]"])).think("x", list[int])) == [1, 2]


def test_the_methods_are_counted_logged_and_reported() -> None:
    log = MemoryCallLog()
    brain = Brain(ScriptedModel(["?", GOOD, GOOD]), call_log=log)

    async def both() -> list[Any]:
        events = [event async for event in brain.stream_think("Ask about rain.", Question)]
        await brain.think("Ask about rain.", Question)
        return events

    events = asyncio.run(both())
    assert [event.way for event in events if isinstance(event, AttemptStarted)] == ["reason", "constrain"]
    assert events[-2:] == [AttemptAccepted(2, "constrain"), Thought(RAIN)]
    assert brain.tally.taken == {"reason": 2, "constrain": 1}
    assert brain.tally.worked == {"reason": 1, "constrain": 1}
    assert [(call.subject, call.way, call.verdict.kind) for call in log.calls] == [
        ("Question", "reason", "refused"),
        ("Question", "constrain", "accepted"),
        ("Question", "reason", "accepted"),
    ]


def test_a_chinese_question_gets_its_contract_in_chinese() -> None:
    model = ScriptedModel([GOOD])
    asyncio.run(Brain(model).think("请就“雨”出一道题。", Question))
    assert "如有帮助，请先自由思考" in model.calls[0].messages[0]["content"]


class Endless(BaseModel):
    kids: "Endless | list[Endless]"


@pytest.mark.parametrize("abilities", [CAPABLE, WEAK])
def test_a_schema_that_cannot_be_bounded_is_asked_for_in_words(abilities: Abilities) -> None:
    model = ScriptedModel(["no", '{"kids": []}'], abilities=abilities)
    assert asyncio.run(Brain(model).think("x", Endless)) == Endless(kids=[])
    assert [call.schema for call in model.calls] == [None, None]


@pytest.mark.parametrize("check", [lambda _: 1 / 0, lambda _: True])
def test_a_check_that_is_broken_is_a_mistake_of_its_author(check: Any) -> None:
    with pytest.raises(BrokenParser):
        think(ScriptedModel([GOOD]), check=check)


def test_a_conversation_without_messages_is_refused() -> None:
    with pytest.raises(InvalidOption, match="at least one message"):
        asyncio.run(Brain(ScriptedModel([])).think([], Question))
