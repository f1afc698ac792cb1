"""The OpenAPI description: every operation also lists the problems that any request may meet."""

from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic.alias_generators import to_camel

from inkwright.server.problems import PROBLEM_TYPE, Problem
from inkwright.server.schema_examples import with_examples
from inkwright.server.schema_parts import data_part_schemas

_ANY_REQUEST: Final = {
    "400": "The request cannot be read.",
    "401": "A token or a login is needed.",
    "403": "The request comes from another page.",
    "404": "There is nothing here.",
    "405": "The method is not supported here.",
    "408": "The request took too long to arrive.",
    "413": "The request is too large.",
    "421": "The service is not reached under this name.",
    "422": "The request has invalid fields.",
    "429": "Too many requests, or too many turns at once.",
    "502": "The model failed.",
    "503": "The database or the model is not available.",
}
TAGS: Final = [
    {"name": "agent", "description": "Turns: send, answer, retry, edit, cancel and follow."},
    {"name": "conversations", "description": "Conversations and their attached files."},
    {"name": "artifacts", "description": "Files that were made: versions, pictures, exports and pages."},
    {"name": "shares", "description": "Links by which others see an artifact without a login."},
    {"name": "projects", "description": "Projects and their blocks."},
    {"name": "school", "description": "Classes, pupils and results: import, show, undo and report."},
    {"name": "library", "description": "The person's own documents: add, search, read and delete."},
    {
        "name": "apps",
        "description": "Apps: compile a conversation, run it again with other inputs, publish and delete.",
    },
    {"name": "papers", "description": "Papers from uploaded sources: begin, show, resume, download and delete."},
    {"name": "jobs", "description": "Long work in steps: progress, cost, pause, resume and cancel."},
    {"name": "models", "description": "Which models are used, their keys, and tests."},
    {"name": "permissions", "description": "What the program may read and write on this machine."},
    {"name": "examples", "description": "Examples with scripted replies."},
    {"name": "usage", "description": "Calls to models and their cost."},
    {"name": "service", "description": "The service itself."},
]
_METHODS: Final = ("get", "post", "put", "patch", "delete")


def operation_id(route: APIRoute) -> str:
    """Return the name of an operation in generated clients: that of its function, in camel case."""
    return to_camel(route.name)


def describe(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI description of the service; it is made once."""
    if app.openapi_schema is None:
        found = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes, tags=app.openapi_tags
        )
        schemas = found.setdefault("components", {}).setdefault("schemas", {})
        problem = Problem.model_json_schema(ref_template="#/components/schemas/{model}", mode="serialization")
        schemas |= {**problem.pop("$defs", {}), "Problem": problem}
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        for path in found["paths"].values():
            for method in _METHODS:
                if method in path:
                    path[method]["responses"] = _with_problems(path[method]["responses"])
        schemas |= data_part_schemas()
        app.openapi_schema = with_examples(found)
    return app.openapi_schema


def _with_problems(responses: dict[str, Any]) -> dict[str, Any]:
    """Return the responses with every problem in its own media type."""
    described = {
        status: response if int(status) < 400 else _problem(response["description"])
        for status, response in responses.items()
    }
    return {**{status: _problem(words) for status, words in _ANY_REQUEST.items()}, **described}


def _problem(description: str) -> dict[str, Any]:
    content = {PROBLEM_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {"description": description, "content": content}
