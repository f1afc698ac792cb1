"""Bounded JSON schemas: references resolved, every text and list limited, so that decoding always ends."""

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
    """The schema cannot be put into a finite one of a sensible size: it is asked for in words instead."""


@dataclass(frozen=True, slots=True)
class SizeLimits:
    """How long a text and a list may get where the schema does not say."""

    characters: int
    items: int


SMALL_LIMITS: Final = SizeLimits(characters=160, items=5)
LARGE_LIMITS: Final = SizeLimits(characters=20_000, items=200)


def bounded_schema(schema: Any, room: SizeLimits) -> dict[str, Any]:
    """What the schema allows, and finite; Unboundable where that cannot be. Tighter bounds of the schema stay."""
    whole = schema if isinstance(schema, dict) else {}
    return _SchemaBounder(whole, room).of(whole, 0)


def resolve_reference(schema: Any, root: Mapping[str, Any]) -> dict[str, Any]:
    """The schema that a local reference points to, or the schema itself; what stands beside the reference counts."""
    for _ in range(_MAX_DEPTH):
        reference = schema.get("$ref") if isinstance(schema, dict) else None
        if not isinstance(reference, str) or not reference.startswith("#/"):
            break
        target: Any = root
        for step in reference[2:].split("/"):
            step = step.replace("~1", "/").replace("~0", "~")
            target = target.get(step) if isinstance(target, Mapping) else None
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        schema = {**target, **beside} if isinstance(target, dict) else {}
    return schema if isinstance(schema, dict) and "$ref" not in schema else {}


def max_value_tokens(schema: Mapping[str, Any]) -> int:
    """How many tokens the longest value of a bounded schema takes, roughly."""
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
    """One schema on its way; `parts` counts what was put in, so that a small schema cannot become an endless one."""

    def __init__(self, root: dict[str, Any], room: SizeLimits) -> None:
        self._root = root
        self._room = room
        self._parts = 0

    def of(self, schema: Any, depth: int) -> dict[str, Any]:
        """The schema at this depth, finite."""
        self._parts += 1
        if self._parts > _MAX_PARTS or depth > 2 * _MAX_DEPTH:
            raise UnboundedSchema
        schema = resolve_reference(schema, self._root)
        kept = {key: value for key, value in schema.items() if key not in _UNUSED | _UNDECODABLE}
        for key in ("anyOf", "oneOf", "allOf"):
            if key in kept:
                kept[key] = [self.of(option, depth + 1) for option in self._choices(kept[key], depth)]
        if "enum" in kept or "const" in kept:
            return kept
        return self._of_kind(kept.get("type", "object" if "properties" in kept else None), kept, depth)

    def _choices(self, options: list[Any], depth: int) -> list[Any]:
        """Deep down only what leads no deeper."""
        if depth < _MAX_DEPTH:
            return options
        flat = [option for option in options if isinstance(option, dict) and option.get("type") in _FLAT]
        if not flat:
            raise UnboundedSchema
        return flat

    def _of_kind(self, kind: Any, kept: dict[str, Any], depth: int) -> dict[str, Any]:
        if kind == "string" and "pattern" not in kept and "format" not in kept:
            least, most = int(kept.get("minLength", 0)), self._room.characters
            return {**kept, "maxLength": max(least, min(int(kept.get("maxLength", most)), most))}
        if kind == "integer":
            return {"minimum": -_MAX_NUMBER, "maximum": _MAX_NUMBER, **kept}
        if kind == "array":
            return self._list(kept, depth)
        return self._object(kept, depth) if kind == "object" else kept

    def _list(self, kept: dict[str, Any], depth: int) -> dict[str, Any]:
        least = int(kept.get("minItems", 0))
        most = max(least, min(int(kept.get("maxItems", self._room.items)), self._room.items))
        bounds: dict[str, Any] = {"minItems": least, "maxItems": 0 if depth >= _MAX_DEPTH and not least else most}
        if "prefixItems" in kept:
            bounds["prefixItems"] = [self.of(item, depth + 1) for item in kept["prefixItems"]]
        if depth < _MAX_DEPTH:
            bounds["items"] = self.of(kept.get("items", {"type": "string"}), depth + 1)
        return {**kept, **bounds}

    def _object(self, kept: dict[str, Any], depth: int) -> dict[str, Any]:
        if "patternProperties" in kept:
            raise UnboundedSchema
        others = kept.get("additionalProperties", False)
        properties: dict[str, Any] = kept.get("properties", {})
        if isinstance(others, dict) and not properties:
            return {**kept, "additionalProperties": self.of(others, depth + 1)}
        required = set(kept.get("required", ()))
        inside = {
            name: self.of(value, depth + 1)
            for name, value in properties.items()
            if depth < _MAX_DEPTH or name in required
        }
        return {**kept, "type": "object", "properties": inside, "additionalProperties": False}
