"""Examples in the OpenAPI description: every parameter, request and response has one, made from its schema.

A field has the example that is written with it, or the one for its name here, or the first of its allowed values.
"""

from collections.abc import Mapping
from typing import Any, Final

_CONVERSATION: Final = "conv_019a8b7c6d5e4f30a1b2c3d4e5f60718"
_TURN: Final = "turn_019a8b7c6d5e4f30a1b2c3d4e5f60719"
_ARTIFACT: Final = "art_019a8b7c6d5e4f30a1b2c3d4e5f6071a"
_ASK: Final = "ask_019a8b7c6d5e4f30a1b2c3d4e5f6071b"
_MOMENT: Final = "2026-01-31T09:30:00+00:00"
BY_NAME: Final[Mapping[str, Any]] = {
    "after": 0,
    "artifactId": _ARTIFACT,
    "askId": _ASK,
    "blockId": "block_019a8b7c6d5e4f30a1b2c3d4e5f6071c",
    "blocks": 3,
    "code": "not_found",
    "conversationId": _CONVERSATION,
    "cursor": "20",
    "format": "pdf",
    "id": _ARTIFACT,
    "kind": "pptx",
    "key": "2026-01-31",
    "language": "en",
    "message": "Make slides about rivers for class 9.",
    "name": "Rivers.pptx",
    "number": 1,
    "otherId": "art_019a8b7c6d5e4f30a1b2c3d4e5f6071e",
    "path": "Unit 1/Cells",
    "projectId": "proj_019a8b7c6d5e4f30a1b2c3d4e5f6071d",
    "provider": "openai",
    "range": "bytes=0-1023",
    "text": "Rivers carry water to the sea.",
    "title": "Rivers",
    "turnId": _TURN,
    "url": f"/api/artifacts/{_ARTIFACT}/file",
    "version": 1,
    "words": "rivers",
}
_BY_OBJECT: Final[Mapping[str, Any]] = {"units": {"slides": 8}, "answer": {"level": "easy", "topic": None}}
_BY_FORMAT: Final = {"date-time": _MOMENT, "date": "2026-01-31", "binary": "…", "password": "…"}
_BY_TYPE: Final[Mapping[str, Any]] = {"string": "…", "integer": 1, "number": 0.5, "boolean": True, "null": None}
_MAX_DEPTH: Final = 12


def with_examples(described: dict[str, Any]) -> dict[str, Any]:
    """Return the description with an example for everything that is sent or received as JSON."""
    schemas = described["components"]["schemas"]
    for path in described["paths"].values():
        for operation in path.values():
            for parameter in operation.get("parameters", ()):
                name = _camel(parameter["name"])
                parameter.setdefault("example", example_of(parameter["schema"], schemas, name))
            contents = [operation.get("requestBody", {}), *operation["responses"].values()]
            for media_type, content in (pair for each in contents for pair in each.get("content", {}).items()):
                if media_type.endswith("json") and content.get("schema"):
                    content.setdefault("example", example_of(content["schema"], schemas))
    return described


def example_of(schema: Mapping[str, Any], schemas: Mapping[str, Any], name: str = "", depth: int = 0) -> Any:
    """Return a value that a schema allows. `name` is that of the field."""
    if "$ref" in schema:
        return example_of(schemas[schema["$ref"].rpartition("/")[2]], schemas, name, depth + 1)
    if schema.get("examples"):
        return schema["examples"][0]
    if "const" in schema or schema.get("enum"):
        return schema["const"] if "const" in schema else schema["enum"][0]
    for choices in (schema.get("anyOf"), schema.get("oneOf"), schema.get("allOf")):
        if choices:
            return example_of(choices[0], schemas, name, depth)
    return _example_of_type(schema, schemas, name, depth)


def _example_of_type(schema: Mapping[str, Any], schemas: Mapping[str, Any], name: str, depth: int) -> Any:
    kind = schema.get("type", "object")
    if kind == "array":
        return [] if depth > _MAX_DEPTH else [example_of(schema.get("items", {}), schemas, "", depth + 1)]
    if kind == "object":
        if name in _BY_OBJECT:
            return _BY_OBJECT[name]
        properties = schema.get("properties", {}) if depth <= _MAX_DEPTH else {}
        return {each: example_of(field, schemas, each, depth + 1) for each, field in properties.items()}
    known = BY_NAME.get(name)
    if isinstance(known, str | int) and type(known) is type(_BY_TYPE[kind]) and "format" not in schema:
        return known
    return _BY_FORMAT.get(schema.get("format", "")) or schema.get("default") or _BY_TYPE[kind]


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
