"""Answers in files: read in full or in short, and refused with the place of the error."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkwright.conversation.asks import (
    Answer,
    Ask,
    AskQuestion,
    QuestionAnswer,
    answer_from_json,
    check_answer,
)
from inkwright.errors import InvalidAnswer
from tests.conversation.sample_asks import (
    BLUE,
    CHOSE_BLUE,
    CHOSE_GREEN,
    CHOSE_RED,
    COLOUR,
    COLOURS,
    FITS,
    OUTLINE,
    PERMISSION,
    RED,
    TWO,
    ask,
    chose,
    chosen,
    make_ask,
    said,
)
from tests.each import each


@each(("asked", "answer"), FITS)
def test_a_file_gives_an_answer_in_full(asked: Ask, answer: dict[str, Any]) -> None:
    read = answer_from_json(asked, answer)
    check_answer(asked, read)
    assert read.status == answer["status"]
    assert [each.id for each in read.answers] == [each["id"] for each in answer.get("answers", [])]
    assert answer_from_json(asked, json.loads(read.model_dump_json())) == read


@pytest.mark.parametrize(
    "name", [{"value": "navy"}, {"label": "深蓝"}, {"value": "深蓝"}, {"value": "navy", "label": "深蓝"}]
)
def test_a_file_names_an_option_by_its_value_or_its_label(name: dict[str, str]) -> None:
    assert answer_from_json(ask(COLOUR), said(**name)) == chosen(BLUE)


def test_a_file_may_map_question_ids_to_values() -> None:
    assert answer_from_json(TWO, {"s": "三号", "c": "Red"}) == Answer(
        status="answered",
        answers=(QuestionAnswer(id="s", value="三号"), QuestionAnswer(id="c", value="red", label="Red")),
    )
    assert answer_from_json(TWO, {"c": None}) == Answer(
        status="answered", answers=(QuestionAnswer(id="c", skipped=True),)
    )


def test_a_question_may_be_called_status() -> None:
    question = AskQuestion(id="status", question="Which?", options=(RED,), allow_freeform=False)
    assert answer_from_json(ask(question), {"status": "red"}) == chosen(RED, question)


ALL = "abandoned | adopted | answered | cancelled | edited | timeout"
WRONG_FILES: list[tuple[Ask, Any, str, str, str]] = [
    (TWO, None, "(the whole value)", "null", "{…}"),
    (TWO, ["red"], "(the whole value)", '["red"]', "{…}"),
    (TWO, "red", "(the whole value)", '"red"', "{…}"),
    (TWO, {}, "status", "null", ALL),
    (TWO, {"answers": []}, "status", "null", ALL),
    (TWO, {"status": "done"}, "status", '"done"', ALL),
    (TWO, {"status": "adopted"}, "status", '"adopted"', "answered | cancelled | timeout"),
    (TWO, {"c": "green"}, "c", '"green"', "red | navy | tea"),
    (TWO, {"c": 1}, "c", "1", "text | null"),
    (TWO, {"c": ["red"]}, "c", '["red"]', "text | null"),
    (TWO, {"s": ""}, "answers[0].value", '""', "l"),
    (TWO, {"c": "red", "x": "y"}, "status", "null", ALL),
    (TWO, {"status": "answered", "answers": {"c": "red"}}, "answers", '{"c": "red"}', "[…]"),
    (TWO, {"status": "answered", "answers": ["red"]}, "answers[0]", '"red"', "{…}"),
    (TWO, said(value=3), "answers[0].value", "3", "text | null"),
    (TWO, said(skipped="yes"), "answers[0].skipped", '"yes"', "true | false"),
    (TWO, said(colour="red"), "answers[0]", '"colour"', "id | value | label | note | skipped"),
    (TWO, {"status": "answered", "answers": [{"value": "red"}]}, "answers[0].id", "null", "…"),
    (
        TWO,
        {"status": "answered", "extra": 1},
        "(the whole value)",
        '"extra"',
        "status | answers | outline_lines | said",
    ),
    (OUTLINE, {"status": "edited", "outline_lines": "a\nb"}, "outline_lines", '"a\\nb"', "[…]"),
    (OUTLINE, {"status": "edited", "outline_lines": ["a", 2]}, "outline_lines[1]", "2", "text | null"),
    (OUTLINE, {"status": "edited"}, "outline_lines", "[]", "≥ 1"),
    (TWO, {"status": {1, 2}}, "(the whole value)", '{"status": "{1, 2}"}', "JSON"),
]


@each(
    ("asked", "given", "path", "shown", "allowed"),
    WRONG_FILES,
)
def test_a_wrong_file_is_refused_with_its_place(asked: Ask, given: Any, path: str, shown: str, allowed: str) -> None:
    with pytest.raises(InvalidAnswer) as problem:
        answer_from_json(asked, given)
    assert problem.value.fields == {"path": path, "given": shown, "allowed": allowed}


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.sampled_from(["red", "\ud800"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["status", "answers", "id", "value", "c", "s", "outline_lines"]), inner)
    ),
    max_leaves=10,
)


@settings(max_examples=200, derandomize=True)
@given(st.sampled_from([TWO, OUTLINE, PERMISSION]), anything)
def test_any_json_is_an_answer_that_fits_or_refused(asked: Ask, given: Any) -> None:
    try:
        answer = answer_from_json(asked, given)
    except InvalidAnswer:
        return
    check_answer(asked, answer)


@each(
    ("given", "chosen"),
    [
        ({"c": ["red", "Green"]}, (CHOSE_RED, CHOSE_GREEN)),
        ({"c": "red, green"}, (CHOSE_RED, CHOSE_GREEN)),
        ({"c": "blue"}, (CHOSE_BLUE,)),
        ({"c": []}, (QuestionAnswer(id="c", skipped=True),)),
        ({"c": None}, (QuestionAnswer(id="c", skipped=True),)),
        ({"status": "answered", "answers": [{"id": "c", "value": ["red", "green"]}]}, (CHOSE_RED, CHOSE_GREEN)),
        ({"status": "answered", "answers": [{"id": "c", "values": ["red"]}]}, (CHOSE_RED,)),
        ({"status": "answered", "answers": [{"id": "c", "labels": ["Red", "Green"]}]}, (CHOSE_RED, CHOSE_GREEN)),
        (
            {"status": "answered", "answers": [{"id": "c", "value": "red"}, {"id": "c", "value": "green"}]},
            (CHOSE_RED, CHOSE_GREEN),
        ),
    ],
)
def test_a_file_names_several_options_as_a_list(given: dict[str, Any], chosen: tuple[QuestionAnswer, ...]) -> None:
    assert answer_from_json(make_ask("clarification", COLOURS), given) == chose(*chosen)


@each(
    "given",
    [
        {"c": ["red", "pink"]},
        {"c": ["red", "red"]},
        {"c": ["red", 3]},
        {"c": {"red": True}},
        {"status": "answered", "answers": [{"id": "c", "value": "red"}, {"id": "c", "skipped": True}]},
    ],
)
def test_choices_that_are_not_offered_or_made_twice_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(InvalidAnswer):
        answer_from_json(make_ask("clarification", COLOURS), given)
