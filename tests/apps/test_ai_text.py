"""Texts may only quote computed values: another number is refused once, and then the text is left out."""

import asyncio

import pytest

from inkwright import ScriptedModel
from inkwright.apps.ai_text import evidence_of, refused_numbers, write_text
from inkwright.apps.blueprint import AiTextNode
from inkwright.apps.tables import TableRows
from inkwright.errors import ModelUnavailable

TABLES = {"$compute.tests": TableRows(("test", "n", "mean", "pass_rate"), [["Quiz 2", 8.0, 68.375, 0.625]], 1)}
NODE = AiTextNode(id="n", output_key="t", prompt="Write.", evidence=["$compute.tests"], max_characters=200)


@pytest.mark.parametrize(
    "text",
    [
        "The mean is 68.38.",
        "Pass rate 62.5%, 8 results in Quiz 2.",
        "平均分 68.4，及格率 62.5%。",
        "No numbers at all.",
    ],
)
def test_computed_values_may_be_quoted_rounded_and_as_percentages(text: str) -> None:
    assert refused_numbers(text, TABLES) == []


@pytest.mark.parametrize(
    "text",
    [
        "The mean is 70.",
        "平均分是 70 分。",
        "Seventy percent passed.",
        "六成学生及格。",
        "百分之六十二的学生及格。",
        "Three of 8; about half of them, twenty pupils.",
        "The mean rose by ６９.",
        "⅔ of them passed, three quarters in all.",
        "Group Ⅶ doubled its marks.",
        "半数及格。",
    ],
)
def test_any_other_number_is_refused_in_digits_and_in_words(text: str) -> None:
    assert refused_numbers(text, TABLES)


def written(*replies: object) -> tuple[str, str, int]:
    model = ScriptedModel(list(replies))  # type: ignore[arg-type]
    done = asyncio.run(write_text(NODE, TABLES, model, "en"))
    return done.text, done.left_out, len(model.calls)


def test_a_text_with_another_number_is_asked_for_once_more_and_then_left_out() -> None:
    assert written("The mean is 99.", "The mean is 68.38.") == ("The mean is 68.38.", "", 2)
    assert written("The mean is 99.", "The mean is 98.") == ("", "numbers", 2)
    assert written("x" * 1_000, "Short.") == ("Short.", "", 2)


def test_a_model_that_fails_leaves_the_text_out() -> None:
    assert written(ModelUnavailable(model="m", problem="x")) == ("", "model", 1)


def test_the_feedback_names_the_refused_number_and_an_instruction_reaches_the_model() -> None:
    model = ScriptedModel(["The mean is 99.", "Fine."])
    node = NODE.model_copy(update={"instruction": "Shorter, please"})
    asyncio.run(write_text(node, TABLES, model, "en"))
    assert "Shorter, please" in str(model.calls[0].messages)
    assert "99" in str(model.calls[1].messages[-1])


def test_evidence_is_bounded_whatever_the_table_holds() -> None:
    huge = {"$data.x": TableRows(("text",), [["雨" * 5_000] for _ in range(500)], 500)}
    assert len(evidence_of(huge)) <= 24_000
