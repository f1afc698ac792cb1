"""A page is composed of values of tables: formats, highlights, placeholders, and what was left out."""

from typing import Any

import pytest

from inkwright.apps.composing import RunResults, compose_page, format_value
from inkwright.apps.tables import TableRows
from tests.apps.blueprints import small

TESTS = TableRows(("test", "n", "mean"), [["Quiz 1", 8.0, 12.345], ["Quiz 2", 3.0, None]], 2)
RESULTS = RunResults(
    {
        "$compute.all": TableRows(("count",), [[11.0]], 1),
        "$compute.joined": TableRows(("test", "goal"), [["Quiz 1", 10.0], ["Quiz 2", 12.5]], 700),
        "$compute.tests": TESTS,
        "$compute.low": TableRows(("test",), [["Quiz 2"]], 1),
    },
    {"text": {"text": "", "leftOut": "budget"}},
    {},
    {"class": "1A"},
)


def slot(kind: str, *changes: tuple[str, Any]) -> dict[str, Any]:
    page = compose_page(small(*changes), RESULTS)
    return next(each for each in page["tabs"][0]["slots"] if each["type"] == kind)


def test_titles_have_the_names_of_the_inputs() -> None:
    assert compose_page(small(), RESULTS)["tabs"][0]["title"] == "Class 1A"
    unknown = ("pageComposition.tabs.0.title", "{planet} {class}")
    assert compose_page(small(unknown), RESULTS)["tabs"][0]["title"] == "{planet} 1A"


def test_values_keep_their_precision_and_have_a_text() -> None:
    (item,) = slot("kpi_grid")["items"]
    assert (item["value"], item["text"]) == (11.0, "11")
    assert slot("chart")["series"][0]["values"] == [12.345, None]
    assert slot("table")["total"] == 700


def test_rows_that_meet_a_rule_have_its_style() -> None:
    rule = {"column": "goal", "condition": "gt", "value": 11, "style": "success"}
    rows = slot("table", ("pageComposition.tabs.0.slots.1.highlightRules", [rule]))["rows"]
    assert [row["style"] for row in rows] == [None, "success"]


def test_a_text_that_was_left_out_says_so() -> None:
    written = slot("markdown")
    assert (written["text"], written["leftOut"]["code"]) == ("", "budget")
    assert "budget" in written["leftOut"]["message"]


@pytest.mark.parametrize(
    ("value", "shown_as", "text"),
    [
        (None, "number", "–"),
        ("", "text", "–"),
        (0.625, "percent", "62.5%"),
        (68.375, "number", "68.38"),
        (True, "text", "yes"),
        (8.0, "integer", "8"),
        ("1A", "number", "1A"),
    ],
)
def test_values_are_shown_by_their_format(value: Any, shown_as: Any, text: str) -> None:
    assert format_value(value, shown_as, "en") == text


@pytest.mark.parametrize(
    ("name", "default", "title"),
    [
        ("How is 1B doing?", "1B", "How is 1A doing?"),
        ("1B的成绩怎么样", "1B", "1A的成绩怎么样"),
        ("How is 11B doing?", "1B", "How is 11B doing? · 1A"),
        ("How is my class doing?", "1B", "How is my class doing? · 1A"),
        ("How is 1A doing?", "1A", "How is 1A doing?"),
        ("Class {class}", "1B", "Class 1A"),
    ],
)
def test_the_title_of_a_page_is_about_the_inputs_of_its_run(name: str, default: str, title: str) -> None:
    blueprint = small(("name", name))
    own = [each.model_copy(update={"default": default}) for each in blueprint.data_contract.inputs]
    contract = blueprint.data_contract.model_copy(update={"inputs": own})
    assert compose_page(blueprint.model_copy(update={"data_contract": contract}), RESULTS)["title"] == title
