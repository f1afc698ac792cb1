"""What a value must look like: pydantic models, Python types and JSON schemas behind one face."""

import json
from dataclasses import dataclass
from typing import Any, Final

import jsonschema_rs
from pydantic import PydanticSchemaGenerationError, PydanticUserError, TypeAdapter, ValidationError
from pydantic_core import to_json

from inkwright.errors import InvalidSchema
from inkwright.parsing.schema_examples import smallest_example

MAX_PROBLEMS: Final = 8


@dataclass(frozen=True, slots=True)
class Problem:
    """One place where a value does not fit. `path` reads like `questions[0].options`."""

    path: str
    message: str


@dataclass(frozen=True, slots=True)
class Fit:
    """A value that fits, as the caller wants it: an instance for a pydantic model, else the plain value."""

    value: Any


class Schema:
    """A schema that was understood. Values are validated as they stand: nothing is converted to please it."""

    def __init__(self, schema: Any) -> None:
        self.name = getattr(schema, "__name__", None) or "JSON schema"
        self._adapter: TypeAdapter[Any] | None = None
        self._validator: Any = None
        if isinstance(schema, dict | bool):
            self.json_schema: Any = schema
            self._validator = _validator(schema)
        else:
            self._adapter, self.json_schema = _adapter(schema)

    def check(self, value: Any) -> Fit | list[Problem]:
        """The fitting value, or at most eight problems, each with its place."""
        if self._adapter is not None:
            try:
                return Fit(self._adapter.validate_json(to_json(value), strict=True))
            except ValidationError as error:
                found = error.errors(include_url=False, include_context=False, include_input=False)
                return [Problem(path_of(item["loc"]), item["msg"]) for item in found[:MAX_PROBLEMS]]
        problems = []
        for misfit in self._validator.iter_errors(value):
            problems.append(Problem(path_of(misfit.instance_path), misfit.message[:300]))
            if len(problems) == MAX_PROBLEMS:
                break
        return problems or Fit(value)

    def example(self) -> str:
        """The smallest value that fits, as JSON; empty if none was found."""
        example = smallest_example(self.json_schema)
        if isinstance(self.check(example), Fit):
            return json.dumps(example, ensure_ascii=False, default=str)
        return ""


def _validator(schema: Any) -> Any:
    try:
        return jsonschema_rs.validator_for(schema, retriever=_refuse_to_fetch)
    except ValueError as problem:
        raise InvalidSchema(problem=str(problem).split("\n", 1)[0]) from problem


def _adapter(schema: Any) -> tuple[TypeAdapter[Any], Any]:
    try:
        adapter: TypeAdapter[Any] = TypeAdapter(schema)
        return adapter, adapter.json_schema()
    except (PydanticSchemaGenerationError, PydanticUserError) as problem:
        raise InvalidSchema(problem=str(problem).split("\n", 1)[0]) from problem


def _refuse_to_fetch(address: str) -> Any:
    raise ValueError(f"{address} is outside the schema, and nothing is fetched")


def path_of(steps: Any) -> str:
    """A place in a value as people write it: `questions[0].options`."""
    path = ""
    for step in steps:
        path += f"[{step}]" if isinstance(step, int) else f".{step}"
    return path.lstrip(".") or "(the whole value)"
