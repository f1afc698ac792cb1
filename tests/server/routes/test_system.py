"""The service itself: health, metrics, cost."""

from pathlib import Path

from inkwright import ScriptedModel
from tests.server.live import live_server
from tests.server.routes.test_agent import model


def test_it_is_healthy_and_ready(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        assert server.client().get("/healthz").json() == {"status": "ok"}
        assert server.client().get("/readyz").json() == {"status": "ok"}


def test_metrics_count_turns_by_outcome(tmp_path: Path) -> None:
    with live_server(tmp_path, model("Hi.")) as server:
        server.client().post("/api/agent/stream", json={"message": "Hello"})
        found = server.client().get("/metrics").text
        assert 'inkwright_turns_total{outcome="answered"} 1.0' in found
        assert "Hello" not in found
