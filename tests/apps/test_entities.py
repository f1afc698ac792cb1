"""Inputs mean classes, pupils and tests that exist; everything else is a data error with suggestions."""

from typing import Any

import pytest

from inkwright.apps.entities import entity_label, input_values, resolve_class, resolve_pupil, resolve_test
from inkwright.apps.run_errors import DataMissing
from tests.apps.blueprints import small
from tests.apps.samples import school

SCHOOL = school()


def test_names_ids_and_numbers_are_understood() -> None:
    assert resolve_class(SCHOOL, "1A") == resolve_class(SCHOOL, "c0")
    assert resolve_pupil(SCHOOL, "S00001") == resolve_pupil(SCHOOL, "Pupil 0 1")
    assert resolve_test(SCHOOL, "Quiz 1").name == "Quiz 1"
    assert entity_label(SCHOOL, resolve_class(SCHOOL, "1A")) == "1A"


@pytest.mark.parametrize("named", ["9Z", "", "不存在", "'; --", "x" * 5_000])
def test_a_name_that_nothing_has_is_an_error_with_suggestions(named: str) -> None:
    for resolve, kind in (
        (resolve_class, "unknown_class"),
        (resolve_pupil, "unknown_pupil"),
        (resolve_test, "unknown_assignment"),
    ):
        with pytest.raises(DataMissing) as caught:
            resolve(SCHOOL, named)
        assert caught.value.error.type == kind
        assert caught.value.error.suggestions


def test_an_input_has_its_default_unless_a_value_is_given() -> None:
    assert input_values(small(), {}) == {"class": "1A"}
    given = {"class": " 1B ", "when": {"start": "2026-01-01"}}
    assert input_values(small(), given) == {"class": "1B", "when": {"start": "2026-01-01", "end": ""}}


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ({"planet": "Mars"}, "invalid_input"),
        ({"class": ["1A"]}, "invalid_input"),
        ({"class": "x" * 300}, "invalid_input"),
        ({"class": "   "}, "invalid_input"),
        ({"when": "yesterday"}, "invalid_input"),
        ({"when": {"start": "2026-05-01", "end": "2026-01-01"}}, "invalid_input"),
    ],
)
def test_a_value_that_is_not_of_its_type_is_an_error(given: dict[str, Any], kind: str) -> None:
    with pytest.raises(DataMissing) as caught:
        input_values(small(), given)
    assert caught.value.error.type == kind


def test_a_required_input_without_a_value_is_an_error() -> None:
    with pytest.raises(DataMissing) as caught:
        input_values(small(("dataContract.inputs.0.default", None)), {})
    assert caught.value.error.type == "missing_input"
