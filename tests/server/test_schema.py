"""The OpenAPI description: every operation lists its problems, and schemathesis finds nothing that is not described."""

import subprocess
from pathlib import Path

import pytest

from inkwright import ScriptedModel
from inkwright.llm.models import Request
from tests.server.live import live_server
from tests.server.routes.test_agent import CHAT

PROGRAM = Path(__file__).parents[2] / ".venv" / "schemathesis" / "bin" / "schemathesis"
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


def talker(request: Request) -> str:
    return "Hi." if request.tools else CHAT


def test_every_operation_describes_its_problems(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        described = server.client().get("/api/openapi.json").json()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert {"401", "413", "429"} <= operation["responses"].keys(), (method, path)
            assert operation.get("description"), (method, path)


@pytest.mark.skipif(not PROGRAM.exists(), reason="schemathesis is not installed")
def test_no_request_meets_an_error_of_ours_or_something_that_is_not_described(tmp_path: Path) -> None:
    with live_server(tmp_path / "home", ScriptedModel(talker), requests_per_minute=1_000_000) as server:
        command = [str(PROGRAM), "run", f"{server.url}/api/openapi.json", "--checks", CHECKS, "--max-examples", "5"]
        command += ["--seed", "1", "--no-color", "--generation-database", "none"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-6_000:]
