"""Schemas for values: one interface for pydantic models, Python types and JSON schemas, with minimal examples."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import jsonschema_rs
from pydantic import BaseModel, PydanticSchemaGenerationError, PydanticUserError, TypeAdapter, ValidationError
from pydantic_core import to_json

from inkwright.errors import InvalidSchema

_MAX_DEPTH: Final = 12
_EMPTY: Final[dict[str, Any]] = {"null": None, "boolean": False}


def smallest_example(schema: Any) -> Any:
    """Guess the smallest valid value; the caller checks it."""
    definitions = schema if isinstance(schema, dict) else {}
    return _example_value(schema, definitions, 0)


def _example_value(schema: Any, root: dict[str, Any], depth: int) -> Any:
    if not isinstance(schema, dict) or depth > _MAX_DEPTH:
        return None
    schema = _resolve_reference(schema, root)
    for key in ("const", "default"):
        if key in schema:
            return schema[key]
    if schema.get("enum"):
        return schema["enum"][0]
    for key in ("anyOf", "oneOf", "allOf"):
        if schema.get(key) and "type" not in schema:
            return _example_value(schema[key][0], root, depth + 1)
    kind = schema.get("type", "object" if "properties" in schema else "string")
    kind = kind[0] if isinstance(kind, list) and kind else kind
    return _example_of_type(kind, schema, root, depth)


def _example_of_type(kind: Any, schema: dict[str, Any], root: dict[str, Any], depth: int) -> Any:
    if kind == "object":
        properties = schema.get("properties", {})
        return {name: _example_value(properties.get(name, {}), root, depth + 1) for name in schema.get("required", ())}
    if kind == "array":
        first = schema.get("prefixItems", [])
        count = max(int(schema.get("minItems", 0)), len(first))
        rest = schema.get("items", {})
        return [_example_value(first[n] if n < len(first) else rest, root, depth + 1) for n in range(min(count, 20))]
    if kind in ("integer", "number"):
        return schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1)
    if kind == "string":
        return "…" * max(1, min(int(schema.get("minLength", 1)), 200))
    return _EMPTY.get(kind)


def _resolve_reference(schema: dict[str, Any], root: dict[str, Any]) -> dict[str, Any]:
    """Follow local references, a bounded number of times: a reference may point to itself."""
    for _ in range(_MAX_DEPTH):
        reference = schema.get("$ref")
        if not isinstance(reference, str) or not reference.startswith("#/"):
            break
        target: Any = root
        for step in reference[2:].split("/"):
            target = target.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(target, dict) else None
        if not isinstance(target, dict):
            break
        schema = target
    return schema


MAX_PROBLEMS: Final = 8


@dataclass(frozen=True, slots=True)
class SchemaProblem:
    """A problem at one path of a value, such as `questions[0].options`."""

    path: str
    message: str


@dataclass(frozen=True, slots=True)
class SchemaMatch:
    """A valid value: an instance for a pydantic model, else the plain value."""

    value: Any


class Schema:
    """A parsed schema. Values are validated strictly, without conversion."""

    def __init__(self, schema: Any) -> None:
        self.name = getattr(schema, "__name__", None) or "JSON schema"
        self._adapter: TypeAdapter[Any] | None = None
        self._validator: Any = None
        if isinstance(schema, dict | bool):
            self.json_schema: Any = schema
            self._validator = _validator(schema)
        elif isinstance(schema, type) and issubclass(schema, BaseModel):
            self._adapter, written = _model_adapter(schema)
            self.json_schema = json.loads(written)
        else:
            self._adapter, self.json_schema = _adapter(schema)

    def check(self, value: Any) -> SchemaMatch | list[SchemaProblem]:
        """Return the valid value, or at most eight problems with their paths."""
        if self._adapter is not None:
            try:
                return SchemaMatch(self._adapter.validate_json(to_json(value), strict=True))
            except ValidationError as error:
                found = error.errors(include_url=False, include_context=False, include_input=False)
                return [SchemaProblem(format_path(item["loc"]), item["msg"]) for item in found[:MAX_PROBLEMS]]
        problems = []
        for misfit in self._validator.iter_errors(value):
            problems.append(SchemaProblem(format_path(misfit.instance_path), misfit.message[:300]))
            if len(problems) == MAX_PROBLEMS:
                break
        return problems or SchemaMatch(value)

    def example(self) -> str:
        """Return the smallest valid value as JSON; empty if none was found."""
        example = smallest_example(self.json_schema)
        if isinstance(self.check(example), SchemaMatch):
            return json.dumps(example, ensure_ascii=False, default=str)
        return ""


def _validator(schema: Any) -> Any:
    try:
        return jsonschema_rs.validator_for(schema, retriever=_reject_remote_reference)
    except ValueError as problem:
        raise InvalidSchema(problem=str(problem).split("\n", 1)[0]) from problem


@lru_cache(maxsize=128)
def _model_adapter(model: type[BaseModel]) -> tuple[TypeAdapter[Any], str]:
    """Return the adapter and the schema of a model, which never change; making them takes milliseconds."""
    adapter, json_schema = _adapter(model)
    return adapter, json.dumps(json_schema)


def _adapter(schema: Any) -> tuple[TypeAdapter[Any], Any]:
    try:
        adapter: TypeAdapter[Any] = TypeAdapter(schema)
        return adapter, adapter.json_schema()
    except (PydanticSchemaGenerationError, PydanticUserError) as problem:
        raise InvalidSchema(problem=str(problem).split("\n", 1)[0]) from problem


def _reject_remote_reference(address: str) -> Any:
    raise ValueError(f"{address} is outside the schema, and nothing is fetched")


def format_path(steps: Any) -> str:
    """Format a path in a value: `questions[0].options`."""
    path = ""
    for step in steps:
        path += f"[{step}]" if isinstance(step, int) else f".{step}"
    return path.lstrip(".") or "(the whole value)"
