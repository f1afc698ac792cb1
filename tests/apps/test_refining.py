"""A model may find names for an app; it cannot add parts, lose placeholders or invent numbers."""

import asyncio
import json

import pytest

from inkwright import ScriptedModel
from inkwright.apps.checking import check_blueprint
from inkwright.apps.refining import RefinedTexts, refine_blueprint, refinement_problem
from inkwright.errors import ModelUnavailable
from tests.apps.blueprints import small

GOOD = {
    "name": "Class report",
    "description": "How a class did.",
    "tabs": [{"id": "page", "text": "Report of {class}"}],
}


def test_names_that_a_parser_accepts_are_used() -> None:
    model = ScriptedModel(lambda _: json.dumps(GOOD))
    refined = asyncio.run(refine_blueprint(small(), model))
    assert (refined.name, refined.page_composition.tabs[0].title) == ("Class report", "Report of {class}")
    assert check_blueprint(refined).problems == []
    assert refined.data_contract == small().data_contract


@pytest.mark.parametrize(
    "bad",
    [
        {"name": "The mean is 71"},
        {"name": "x", "tabs": [{"id": "page", "text": "Report of 1A"}]},
        {"name": "x", "tabs": [{"id": "page", "text": "{class} {pupil}"}]},
        {"name": "x", "tabs": [{"id": "nowhere", "text": "{class}"}]},
        {"name": "x", "prompts": [{"id": "n1", "text": "Write."}]},
        {"name": "x", "description": "72% passed"},
    ],
)
def test_unknown_parts_lost_placeholders_and_numbers_are_refused(bad: dict[str, object]) -> None:
    assert refinement_problem(small(), RefinedTexts.model_validate(bad))


def test_a_model_that_fails_or_never_answers_in_the_right_form_changes_nothing() -> None:
    for model in (
        ScriptedModel(lambda _: "I am a poem."),
        ScriptedModel(lambda _: ModelUnavailable(model="m", problem="x")),
        ScriptedModel(lambda _: json.dumps({"name": "The mean is 71"})),
    ):
        assert asyncio.run(refine_blueprint(small(), model)) == small()
