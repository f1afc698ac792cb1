"""Bounded schemas: finite, without references, and never wider than the original."""

from typing import Any, Literal

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from inkwright.llm.schema_bounds import (
    LARGE_LIMITS,
    SMALL_LIMITS,
    SizeLimits,
    UnboundedSchema,
    bounded_schema,
    max_value_tokens,
)

TINY = SizeLimits(characters=10, items=2)


class Option(BaseModel):
    label: str
    value: int


class Question(BaseModel):
    kind: Literal["single", "multiple"]
    text: str = Field(max_length=500)
    options: list[Option] = Field(min_length=3)
    note: str | None = None


class Node(BaseModel):
    name: str
    children: list["Node"] = []


def bounds_of(schema: Any) -> list[dict[str, Any]]:
    """Every schema inside a schema."""
    if isinstance(schema, dict):
        inner = [found for value in schema.values() for found in bounds_of(value)]
        return [schema, *inner]
    return [found for value in schema for found in bounds_of(value)] if isinstance(schema, list) else []


@pytest.mark.parametrize("model", [Option, Question, Node])
def test_every_text_and_list_gets_a_bound_and_no_reference_stays(model: type[BaseModel]) -> None:
    schema = bounded_schema(model.model_json_schema(), TINY)
    for part in bounds_of(schema):
        assert "$ref" not in part
        assert part.get("type") != "string" or "enum" in part or part["maxLength"] <= 10
        assert part.get("type") != "array" or part["maxItems"] <= 3


def test_tighter_bounds_of_the_schema_stay_and_looser_ones_are_drawn_in() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "maxLength": 4}, "b": {"type": "string"}}}
    properties = bounded_schema(schema, TINY)["properties"]
    assert (properties["a"]["maxLength"], properties["b"]["maxLength"]) == (4, 10)


def test_what_the_schema_demands_wins_over_the_room() -> None:
    schema = {"type": "array", "minItems": 4, "items": {"type": "string", "minLength": 20}}
    found = bounded_schema(schema, TINY)
    assert (found["minItems"], found["maxItems"], found["items"]["maxLength"]) == (4, 4, 20)


def test_a_schema_that_contains_itself_comes_to_an_end() -> None:
    assert max_value_tokens(bounded_schema(Node.model_json_schema(), TINY)) < 20_000
    endless = {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}}
    assert "$ref" not in bounded_schema(endless, TINY)


def test_a_pattern_is_left_to_bound_its_text_itself() -> None:
    schema = {"type": "string", "pattern": "^[a-z]{2}$"}
    assert bounded_schema(schema, TINY) == schema


values = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["single", "multiple", "other"]),
        "text": st.text(max_size=30),
        "options": st.lists(st.fixed_dictionaries({"label": st.text(max_size=12), "value": st.integers()}), max_size=4),
    }
)


@given(values)
def test_whatever_fits_the_bounded_schema_fits_the_schema(value: Any) -> None:
    whole = Question.model_json_schema()
    for room in (TINY, SMALL_LIMITS, LARGE_LIMITS):
        if jsonschema_rs.validator_for(bounded_schema(whole, room)).is_valid(value):
            assert jsonschema_rs.validator_for(whole).is_valid(value)


def test_an_unbounded_schema_is_an_error_and_never_hangs() -> None:
    union = {"$defs": {"A": {"anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/A"}]}}, "$ref": "#/$defs/A"}
    letters = {letter: {"$ref": "#/$defs/A"} for letter in "abcdefghij"}
    wide = {"$defs": {"A": {"type": "object", "properties": letters}}, "$ref": "#/$defs/A"}
    needed = {"$defs": {"A": {"type": "object", "properties": letters, "required": ["a"]}}, "$ref": "#/$defs/A"}
    pattern = {"type": "object", "patternProperties": {"^a": {"type": "string"}}}
    for schema in (union, wide, needed, pattern):
        with pytest.raises(UnboundedSchema):
            bounded_schema(schema, SMALL_LIMITS)


def test_a_way_out_of_a_recursive_union_is_taken() -> None:
    schema = {"$defs": {"A": {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "string"}]}}, "$ref": "#/$defs/A"}
    assert max_value_tokens(bounded_schema(schema, TINY)) < 1000


def test_a_map_keeps_its_values() -> None:
    schema = bounded_schema({"type": "object", "additionalProperties": {"type": "string"}}, TINY)
    assert schema == {"type": "object", "additionalProperties": {"type": "string", "maxLength": 10}}
