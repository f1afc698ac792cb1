"""Traces, sent to a collector on loopback: a turn with its model calls and tools, and texts only when allowed."""

import asyncio
import contextlib
import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from inkwright import ScriptedModel
from inkwright.application import Inkwright
from inkwright.llm.call_log import LoggedModel, NoCallLog
from inkwright.server.metrics import Metrics
from inkwright.server.serving import observed_by
from inkwright.server.telemetry import TelemetryOptions
from tests.agent.golden_requests import pdf
from tests.agent.test_router import guessed
from tests.agent.test_run import deliver

ALLOWED = {"OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT": "true"}


@contextlib.contextmanager
def collector(status: int = 200) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """An endpoint that keeps the spans it gets."""
    spans: list[dict[str, Any]] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            spans.extend(body["resourceSpans"][0]["scopeSpans"][0]["spans"])
            assert (self.path, self.headers["x-key"]) == ("/v1/traces", "a b")
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", spans
        finally:
            server.shutdown()
            thread.join()


def play(home: Path, url: str, environ: dict[str, str], metrics: Metrics | None = None) -> str:
    """Run one turn that makes a file; return its id."""
    model = LoggedModel(ScriptedModel([guessed(), pdf("Rain"), deliver]), NoCallLog())
    variables = {"OTEL_EXPORTER_OTLP_ENDPOINT": url, "OTEL_EXPORTER_OTLP_HEADERS": "x-key=a%20b", **environ}

    async def go() -> str:
        async with (
            observed_by(metrics or Metrics(), variables) as listen,
            Inkwright.open(home=home, model=model, listen=listen) as inkwright,
        ):
            turn = await inkwright.send("A PDF about rain, please.")
            assert (await turn.outcome()).kind == "delivered"
            return turn.id

    return asyncio.run(go())


def fields(span: dict[str, Any]) -> dict[str, Any]:
    return {each["key"]: next(iter(each["value"].values())) for each in span["attributes"]}


def test_a_trace_has_the_turn_its_tools_and_its_calls_without_texts(tmp_path: Path) -> None:
    with collector() as (url, spans):
        turn_id = play(tmp_path, url, {})
    (turn,) = [span for span in spans if span["name"] == "turn"]
    assert (fields(turn)["inkwright.turn"], fields(turn)["inkwright.outcome"]) == (turn_id, "delivered")
    assert len({span["traceId"] for span in spans}) == 1
    assert [span["name"] for span in spans if span["name"].startswith("execute_tool")] == ["execute_tool render_pdf"]
    ids = {span["spanId"] for span in spans}
    assert all(span["parentSpanId"] in ids for span in spans if span is not turn)
    calls = [span for span in spans if span["name"].startswith("chat")]
    assert len(calls) >= 2
    assert all(int(span["startTimeUnixNano"]) <= int(span["endTimeUnixNano"]) for span in spans)
    assert "about rain" not in json.dumps(spans)


def test_texts_are_sent_only_when_they_are_allowed(tmp_path: Path) -> None:
    with collector() as (url, spans):
        play(tmp_path, url, ALLOWED)
    assert "about rain" in json.dumps(spans)


def test_a_collector_that_fails_does_not_disturb_a_turn(tmp_path: Path) -> None:
    with collector(500) as (url, _):
        assert play(tmp_path, url, {}).startswith("turn_")
    assert play(tmp_path / "gone", "http://127.0.0.1:9", {}).startswith("turn_")


def test_nothing_is_sent_without_an_endpoint() -> None:
    assert TelemetryOptions.from_environment({}) is None
    given = TelemetryOptions.from_environment({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://a/x"})
    assert given == TelemetryOptions("http://a/x")
