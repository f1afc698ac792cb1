"""Examples over HTTP: they run without a model, say that they are scripted, and end in a checked file."""

from pathlib import Path

from inkwright import ScriptedModel
from tests.server.live import live_server, parts_of


def test_an_example_runs_without_a_model_says_so_and_ends_in_a_file(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client(headers={"accept-language": "zh"})
        names = [each["name"] for each in client.get("/api/examples").json()["items"]]
        assert names == ["quiz", "document", "page"]
        started = client.post("/api/examples/quiz").json()
        parts = parts_of(client.get(f"/api/agent/turns/{started['turnId']}/stream").text)
        (warning,) = [part["data"] for part in parts if part["type"] == "data-warning"]
        assert warning["code"] == "scripted"
        (outcome,) = [part["data"]["outcome"] for part in parts if part["type"] == "data-outcome"]
        assert outcome["kind"] == "delivered"
        assert client.get(f"/api/conversations/{started['conversationId']}").json()["title"].startswith("示例")
        assert client.post("/api/examples/liar").status_code == 404
