"""What is known about a blueprint while it is checked."""

import pytest

from inkwright.apps.checked import CheckedBlueprint, value_type
from inkwright.apps.shapes import TableShape
from tests.apps.blueprints import small


@pytest.mark.parametrize(
    ("value", "kind"), [("x", "text"), (1, "number"), (1.5, "number"), (True, "boolean"), (None, None)]
)
def test_a_value_has_a_type(value: object, kind: str | None) -> None:
    assert value_type(value) == kind


def test_a_column_is_looked_up_in_its_table_and_a_missing_one_is_reported_with_its_place() -> None:
    checked = CheckedBlueprint(small(), data={"results": TableShape({"mark": "number"})})
    assert checked.column("$.a", "$data.results.mark") == "number"
    assert checked.column("$.b", "$data.results.none") is None
    assert [(each.path, each.reason.key) for each in checked.problems] == [("$.b", "apps.problem.no_column")]
