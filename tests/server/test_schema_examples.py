"""Examples in the OpenAPI description: each is a value that its schema allows."""

from pathlib import Path
from typing import Any

import jsonschema_rs

from inkwright import ScriptedModel
from inkwright.server.schema_examples import example_of
from tests.server.live import live_server


def test_every_parameter_body_and_response_has_an_example_that_its_schema_allows(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        described = server.client().get("/api/openapi.json").json()
    wrong = []
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            for place, schema, example in examples(operation):
                whole = {**schema, "components": described["components"]}
                if not jsonschema_rs.validator_for(whole).is_valid(example):
                    wrong.append((method, path, place, example))
    assert wrong == []


def examples(operation: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    found = [(each["name"], each["schema"], each["example"]) for each in operation.get("parameters", ())]
    bodies = {"body": operation.get("requestBody", {}), **operation["responses"]}
    for place, body in bodies.items():
        for media_type, content in body.get("content", {}).items():
            if media_type.endswith("json"):
                found.append((place, content["schema"], content["example"]))
    return found


def test_an_example_ends_where_a_schema_contains_itself() -> None:
    tree = {"type": "object", "properties": {"children": {"type": "array", "items": {"$ref": "#/components/Tree"}}}}
    assert str(example_of(tree, {"Tree": tree})).count("children") < 20
