"""The smallest value that a JSON schema allows, to show beside the feedback."""

from typing import Any, Final

_MAX_DEPTH: Final = 12
_EMPTY: Final[dict[str, Any]] = {"null": None, "boolean": False}


def smallest_example(schema: Any) -> Any:
    """A guess at the smallest fitting value; the caller checks whether it fits."""
    definitions = schema if isinstance(schema, dict) else {}
    return _example(schema, definitions, 0)


def _example(schema: Any, root: dict[str, Any], depth: int) -> Any:
    if not isinstance(schema, dict) or depth > _MAX_DEPTH:
        return None
    schema = _resolved(schema, root)
    for key in ("const", "default"):
        if key in schema:
            return schema[key]
    if schema.get("enum"):
        return schema["enum"][0]
    for key in ("anyOf", "oneOf", "allOf"):
        if schema.get(key) and "type" not in schema:
            return _example(schema[key][0], root, depth + 1)
    kind = schema.get("type", "object" if "properties" in schema else "string")
    kind = kind[0] if isinstance(kind, list) and kind else kind
    return _of_kind(kind, schema, root, depth)


def _of_kind(kind: Any, schema: dict[str, Any], root: dict[str, Any], depth: int) -> Any:
    if kind == "object":
        properties = schema.get("properties", {})
        return {name: _example(properties.get(name, {}), root, depth + 1) for name in schema.get("required", ())}
    if kind == "array":
        first = schema.get("prefixItems", [])
        count = max(int(schema.get("minItems", 0)), len(first))
        rest = schema.get("items", {})
        return [_example(first[n] if n < len(first) else rest, root, depth + 1) for n in range(min(count, 20))]
    if kind in ("integer", "number"):
        return schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1)
    if kind == "string":
        return "…" * max(1, min(int(schema.get("minLength", 1)), 200))
    return _EMPTY.get(kind)


def _resolved(schema: dict[str, Any], root: dict[str, Any]) -> dict[str, Any]:
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
