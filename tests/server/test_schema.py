"""The OpenAPI description: every operation lists its problems, and schemathesis finds nothing that is not described."""

import itertools
import re
import subprocess
from pathlib import Path

import pytest

from inkwright import ScriptedModel
from inkwright.llm.models import Request
from tests.server.live import live_server
from tests.server.routes.test_agent import CHAT
from tests.server.routes.test_personas import written

PROGRAM = Path(__file__).parents[2] / ".venv" / "schemathesis" / "bin" / "schemathesis"
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


NUMBERS = itertools.count(1)
"""A project takes a name once."""


def talker(request: Request) -> str:
    """A model that can do what is asked of it: what a model fails at is answered 502, as it is described."""
    if request.subject == "WrittenPersonas":
        wanted = re.search(r"exactly (\d+) different|恰好 (\d+) 个", request.messages[-1]["content"])
        count = int(wanted[1] or wanted[2]) if wanted else 3
        return written(*(f"Reader {next(NUMBERS)}" for _ in range(count)))
    return "Hi." if request.tools else CHAT


def test_every_operation_describes_its_problems(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        described = server.client().get("/api/openapi.json").json()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert {"401", "413", "429"} <= operation["responses"].keys(), (method, path)
            assert operation.get("description"), (method, path)


def test_generated_clients_get_a_stable_name_a_tag_and_a_type_for_everything(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        described = server.client().get("/api/openapi.json").json()
    operations = [each for methods in described["paths"].values() for each in methods.values()]
    names = [each["operationId"] for each in operations]
    assert len(set(names)) == len(names) > 50
    assert all(name.isalnum() for name in names)
    tags = {tag["name"] for tag in described["tags"]}
    assert {tag for each in operations for tag in each["tags"]} == tags
    untyped = [
        each["operationId"]
        for each in operations
        for status, response in each["responses"].items()
        for content in response.get("content", {}).values()
        if status < "400" and not content.get("schema")
    ]
    assert untyped == []
    snake = [name for schema in described["components"]["schemas"].values() for name in schema.get("properties", {})]
    assert [name for name in snake if "_" in name] == []


def complaints(home: Path, *options: str) -> str:
    """What schemathesis finds in a service that answers every message; empty if that is nothing."""
    with live_server(home / "home", ScriptedModel(talker), requests_per_minute=1_000_000) as server:
        command = [str(PROGRAM), "run", f"{server.url}/api/openapi.json", "--checks", CHECKS, *options]
        command += ["--seed", "1", "--no-color", "--generation-database", "none"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=1_800, cwd=home)
    return "" if done.returncode == 0 else done.stdout[-6_000:]


@pytest.mark.skipif(not PROGRAM.exists(), reason="schemathesis is not installed")
def test_no_request_meets_an_error_of_ours_or_something_that_is_not_described(tmp_path: Path) -> None:
    assert complaints(tmp_path, "--phases", "fuzzing", "--max-examples", "2") == ""


@pytest.mark.soak
@pytest.mark.skipif(not PROGRAM.exists(), reason="schemathesis is not installed")
def test_no_sequence_of_many_requests_does_either(tmp_path: Path) -> None:
    assert complaints(tmp_path, "--phases", "examples,coverage,fuzzing,stateful", "--max-examples", "30") == ""
