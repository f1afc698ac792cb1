"""Bounded JSON schemas: references are resolved, and texts and lists limited, so that decoding always ends."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

_MAX_DEPTH: Final = 8
_MAX_PARTS: Final = 2_000
_FLAT: Final = ("string", "integer", "number", "boolean", "null")
_MAX_NUMBER: Final = 1_000_000_000
_CHARACTERS_PER_TOKEN: Final = 3
_UNUSED: Final = frozenset({"title", "default", "examples", "$defs", "definitions", "$schema", "$id"})
_UNDECODABLE: Final = frozenset({"uniqueItems", "discriminator", "deprecated", "readOnly", "writeOnly"})


class UnboundedSchema(Exception):
    """The schema has no finite version of a reasonable size. It must be described in the prompt instead."""


@dataclass(frozen=True, slots=True)
class SizeLimits:
    """The maximum length of texts and lists for which the schema sets no limit."""

    characters: int
    items: int


SMALL_LIMITS: Final = SizeLimits(characters=160, items=5)
LARGE_LIMITS: Final = SizeLimits(characters=20_000, items=200)


def bounded_schema(schema: Any, limits: SizeLimits) -> dict[str, Any]:
    """Return a finite version of the schema, else raise UnboundedSchema. Tighter limits of the schema stay."""
    whole = schema if isinstance(schema, dict) else {}
    return _SchemaBounder(whole, limits).of(whole, 0)


def resolve_reference(schema: Any, root: Mapping[str, Any]) -> dict[str, Any]:
    """Return the target of a local reference, or the schema itself. Keys next to the reference override the target."""
    for _ in range(_MAX_DEPTH):
        reference = schema.get("$ref") if isinstance(schema, dict) else None
        if not isinstance(reference, str) or not reference.startswith("#/"):
            break
        target: Any = root
        for step in reference[2:].split("/"):
            step = step.replace("~1", "/").replace("~0", "~")
            target = target.get(step) if isinstance(target, Mapping) else None
        siblings = {key: value for key, value in schema.items() if key != "$ref"}
        schema = {**target, **siblings} if isinstance(target, dict) else {}
    return schema if isinstance(schema, dict) and "$ref" not in schema else {}


def max_value_tokens(schema: Mapping[str, Any]) -> int:
    """Estimate the number of tokens of the longest value of a bounded schema."""
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return max(max_value_tokens(option) for option in schema[key])
    if "const" in schema or "enum" in schema:
        longest = max((len(str(value)) for value in schema.get("enum", [schema.get("const")])), default=0)
        return longest // _CHARACTERS_PER_TOKEN + 3
    kind = schema.get("type")
    if kind == "string":
        return int(schema.get("maxLength", SMALL_LIMITS.characters)) // _CHARACTERS_PER_TOKEN + 3
    if kind == "array":
        first = schema.get("prefixItems", ())
        rest = max(0, int(schema.get("maxItems", SMALL_LIMITS.items)) - len(first))
        return 6 + sum(map(max_value_tokens, first)) + rest * (2 + max_value_tokens(schema.get("items", {})))
    properties: Mapping[str, Any] = schema.get("properties", {})
    return 8 + sum(6 + max_value_tokens(value) for value in properties.values())


class _SchemaBounder:
    """Bounds one schema. `_parts` counts its parts, so that a small schema cannot expand without end."""

    def __init__(self, root: dict[str, Any], limits: SizeLimits) -> None:
        self._root = root
        self._limits = limits
        self._parts = 0

    def of(self, schema: Any, depth: int) -> dict[str, Any]:
        """Return the finite version of the schema at this depth."""
        self._parts += 1
        if self._parts > _MAX_PARTS or depth > 2 * _MAX_DEPTH:
            raise UnboundedSchema
        schema = resolve_reference(schema, self._root)
        bounded = {key: value for key, value in schema.items() if key not in _UNUSED | _UNDECODABLE}
        for key in ("anyOf", "oneOf", "allOf"):
            if key in bounded:
                bounded[key] = [self.of(option, depth + 1) for option in self._choices(bounded[key], depth)]
        if "enum" in bounded or "const" in bounded:
            return bounded
        return self._of_kind(bounded.get("type", "object" if "properties" in bounded else None), bounded, depth)

    def _choices(self, options: list[Any], depth: int) -> list[Any]:
        """Return the options; below the maximum depth only flat ones."""
        if depth < _MAX_DEPTH:
            return options
        flat = [option for option in options if isinstance(option, dict) and option.get("type") in _FLAT]
        if not flat:
            raise UnboundedSchema
        return flat

    def _of_kind(self, kind: Any, bounded: dict[str, Any], depth: int) -> dict[str, Any]:
        if kind == "string" and "pattern" not in bounded and "format" not in bounded:
            minimum, maximum = int(bounded.get("minLength", 0)), self._limits.characters
            return {**bounded, "maxLength": max(minimum, min(int(bounded.get("maxLength", maximum)), maximum))}
        if kind == "integer":
            return {"minimum": -_MAX_NUMBER, "maximum": _MAX_NUMBER, **bounded}
        if kind == "array":
            return self._list(bounded, depth)
        return self._object(bounded, depth) if kind == "object" else bounded

    def _list(self, bounded: dict[str, Any], depth: int) -> dict[str, Any]:
        minimum = int(bounded.get("minItems", 0))
        maximum = max(minimum, min(int(bounded.get("maxItems", self._limits.items)), self._limits.items))
        if depth >= _MAX_DEPTH and not minimum:
            maximum = 0
        bounds: dict[str, Any] = {"minItems": minimum, "maxItems": maximum}
        if "prefixItems" in bounded:
            bounds["prefixItems"] = [self.of(item, depth + 1) for item in bounded["prefixItems"]]
        if depth < _MAX_DEPTH:
            bounds["items"] = self.of(bounded.get("items", {"type": "string"}), depth + 1)
        return {**bounded, **bounds}

    def _object(self, bounded: dict[str, Any], depth: int) -> dict[str, Any]:
        if "patternProperties" in bounded:
            raise UnboundedSchema
        others = bounded.get("additionalProperties", False)
        properties: dict[str, Any] = bounded.get("properties", {})
        if isinstance(others, dict) and not properties:
            return {**bounded, "additionalProperties": self.of(others, depth + 1)}
        required = set(bounded.get("required", ()))
        inside = {
            name: self.of(value, depth + 1)
            for name, value in properties.items()
            if depth < _MAX_DEPTH or name in required
        }
        return {**bounded, "type": "object", "properties": inside, "additionalProperties": False}
