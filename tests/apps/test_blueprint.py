"""The blueprint has a JSON schema in camel case, and refuses what it does not know."""

from typing import Any

import pytest
from pydantic import ValidationError

from inkwright.apps.blueprint import Blueprint, blueprint_schema
from inkwright.apps.checking import check_blueprint
from tests.apps.blueprints import small, written


def test_the_example_of_the_schema_is_a_right_blueprint() -> None:
    schema: Any = blueprint_schema()
    (example,) = schema["examples"]
    assert check_blueprint(Blueprint.model_validate(example)).problems == []
    assert {"dataContract", "computeGraph", "pageComposition"} <= set(schema["properties"])


def test_a_blueprint_is_the_same_after_it_was_written_and_read() -> None:
    assert Blueprint.model_validate(small().model_dump(mode="json", by_alias=True)) == small()


@pytest.mark.parametrize(
    "change",
    [
        ("sql", "DROP TABLE x"),
        ("computeGraph.nodes.0.type", "python"),
        ("computeGraph.nodes.0.value", 'mark"; --'),
        ("dataContract.inputs.0.id", "Class"),
        ("dataContract.inputs.0.type", "planet"),
    ],
)
def test_unknown_fields_types_and_names_are_refused(change: tuple[str, object]) -> None:
    with pytest.raises(ValidationError):
        Blueprint.model_validate(written(change))
