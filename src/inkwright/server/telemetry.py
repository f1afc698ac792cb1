"""Traces of turns for OpenTelemetry: each run with its model calls and tools, sent as OTLP over HTTP.

They are sent only if an endpoint is set in the usual variables. Texts are left out unless
`OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT` allows them.
"""

import asyncio
import contextlib
import hashlib
import json
import logging
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import unquote

import httpx2

from inkwright import __version__
from inkwright.conversation.events import Event, ToolFailed, ToolFinished, ToolStarted, TurnFinished, TurnStarted
from inkwright.conversation.turns import Failed
from inkwright.llm.call_log import Call, current_origin
from inkwright.llm.origins import is_loopback
from inkwright.redaction import redact
from inkwright.runtime.job_reports import JobReport

_LOGGER: Final = logging.getLogger("inkwright.telemetry")
_MAX_WAITING: Final = 5_000
_MAX_BATCH: Final = 500
_MAX_TEXT: Final = 10_000
_SEND_SECONDS: Final = 10.0
_PAUSE_SECONDS: Final = 2.0
_TRUE: Final = frozenset({"1", "true", "yes", "on"})
Span = dict[str, Any]
"""A span as OTLP JSON."""


@dataclass(frozen=True, slots=True)
class TelemetryOptions:
    """Where traces go, and whether they may contain texts."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    has_content: bool = False

    @classmethod
    def from_environment(cls, environ: Mapping[str, str]) -> "TelemetryOptions | None":
        """Return the options of the usual variables; None if no endpoint is set."""
        base = environ.get("OTEL_EXPORTER_OTLP_ENDPOINT", "").strip().rstrip("/")
        url = environ.get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "").strip() or (base and f"{base}/v1/traces")
        if not url:
            return None
        pairs = (
            each.partition("=") for each in environ.get("OTEL_EXPORTER_OTLP_HEADERS", "").split(",") if "=" in each
        )
        headers = {name.strip(): unquote(value.strip()) for name, _, value in pairs}
        allowed = environ.get("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "")
        return cls(url, headers, has_content=allowed.strip().lower() in _TRUE)


@dataclass(slots=True)
class _OpenRun:
    """A run of a turn that has not ended."""

    span_id: str
    started: int
    tools: dict[str, tuple[str, int]] = field(default_factory=dict)
    tool_names: dict[str, str] = field(default_factory=dict)


class TurnTracer:
    """Makes the spans of turns from their events and calls. It never waits: spans are sent by another task."""

    def __init__(self, options: TelemetryOptions) -> None:
        self._options = options
        self._runs: dict[str, _OpenRun] = {}
        self._waiting: list[Span] = []
        self._dropped = 0

    def listen(self, _number: int, event: Event) -> None:
        """Note an event of the turn that runs in this context."""
        if isinstance(event, TurnStarted):
            self._run_of(event.turn_id)
            return
        turn_id = current_origin().turn_id or ""
        run = self._runs.get(turn_id)
        if run is None:
            return
        if isinstance(event, ToolStarted):
            run.tools[event.call_id] = (_span_id(), time.time_ns())
            run.tool_names[event.tool] = event.call_id
        elif isinstance(event, ToolFinished | ToolFailed):
            self._end_tool(turn_id, run, event)
        elif isinstance(event, TurnFinished):
            self._end_run(turn_id, run, event)

    def hear_job(self, report: JobReport) -> None:
        """Note a job that stopped running here."""
        ended = time.time_ns()
        fields = {
            "inkwright.job.id": report.id,
            "inkwright.job.kind": report.kind,
            "inkwright.job.status": report.status,
        }
        times = (ended - int(report.seconds * 1e9), ended)
        self._add(_span(f"job {report.kind}", _trace_id(report.id), "", times, fields, report.code))

    def hear_call(self, call: Call) -> None:
        """Note a model call that has ended."""
        turn_id = call.origin.turn_id or ""
        ended = time.time_ns()
        span_id = self._parent_of(call, turn_id)
        fields: dict[str, Any] = {
            "gen_ai.operation.name": "chat",
            "gen_ai.request.model": call.model,
            "gen_ai.usage.input_tokens": call.usage.prompt_tokens,
            "gen_ai.usage.output_tokens": call.usage.completion_tokens,
            "inkwright.purpose": call.purpose,
            "inkwright.dollars": call.usage.dollars,
        }
        if self._options.has_content:
            fields["gen_ai.input.messages"] = redact(json.dumps(list(call.messages), ensure_ascii=False))[:_MAX_TEXT]
            fields["gen_ai.output.messages"] = redact(call.reply)[:_MAX_TEXT]
        started = ended - int(call.seconds * 1e9)
        problem = call.verdict.reason if call.verdict.kind == "failed" else None
        self._add(
            _span(f"chat {call.model}", _trace_id(turn_id or call.id), span_id, (started, ended), fields, problem)
        )

    def _run_of(self, turn_id: str) -> _OpenRun:
        """Return the run of a turn. Events arrive after they are stored, so a call may end before its turn starts."""
        if len(self._runs) >= _MAX_WAITING:
            del self._runs[next(iter(self._runs))]
        return self._runs.setdefault(turn_id, _OpenRun(_span_id(), time.time_ns()))

    def _parent_of(self, call: Call, turn_id: str) -> str:
        """Return the span of the tool or of the run that made a call; a summary is made after its run."""
        if not turn_id or call.purpose == "summary":
            return ""
        run = self._run_of(turn_id)
        span_id, _ = run.tools.get(run.tool_names.get(call.origin.tool, ""), (run.span_id, 0))
        return span_id

    def _end_tool(self, turn_id: str, run: _OpenRun, event: ToolFinished | ToolFailed) -> None:
        span_id, started = run.tools.pop(event.call_id, (_span_id(), time.time_ns() - int(event.seconds * 1e9)))
        problem = None
        if isinstance(event, ToolFailed):
            problem = redact(event.problem)[:_MAX_TEXT] if self._options.has_content else "failed"
        fields = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": event.tool}
        name = f"execute_tool {event.tool}"
        span = _span(name, _trace_id(turn_id), run.span_id, (started, time.time_ns()), fields, problem)
        self._add({**span, "spanId": span_id})

    def _end_run(self, turn_id: str, run: _OpenRun, event: TurnFinished) -> None:
        del self._runs[turn_id]
        outcome = event.outcome
        fields = {"inkwright.turn": turn_id, "inkwright.outcome": outcome.kind}
        problem = outcome.code if isinstance(outcome, Failed) else None
        span = _span("turn", _trace_id(turn_id), "", (run.started, time.time_ns()), fields, problem)
        self._add({**span, "spanId": run.span_id})

    def _add(self, span: Span) -> None:
        if len(self._waiting) < _MAX_WAITING:
            self._waiting.append(span)
        else:
            self._dropped += 1

    @contextlib.asynccontextmanager
    async def sending(self) -> AsyncIterator[None]:
        """Send spans within this context, and the last ones at its end."""
        timeout, trusts = httpx2.Timeout(_SEND_SECONDS), not is_loopback(self._options.url)
        async with httpx2.AsyncClient(timeout=timeout, trust_env=trusts, follow_redirects=False) as client:
            sender = asyncio.create_task(self._send_often(client))
            try:
                yield
            finally:
                sender.cancel()
                await asyncio.wait([sender])
                await self._send(client)

    async def _send_often(self, client: httpx2.AsyncClient) -> None:
        while True:
            await asyncio.sleep(_PAUSE_SECONDS)
            await self._send(client)

    async def _send(self, client: httpx2.AsyncClient) -> None:
        """Send what waits. A collector that does not answer loses spans, never a turn."""
        while self._waiting:
            batch, self._waiting = self._waiting[:_MAX_BATCH], self._waiting[_MAX_BATCH:]
            try:
                response = await client.post(self._options.url, json=_body(batch), headers=dict(self._options.headers))
                response.raise_for_status()
            except httpx2.HTTPError as problem:
                self._dropped += len(batch)
                _LOGGER.warning("%d spans could not be sent: %s", self._dropped, type(problem).__name__)


def _trace_id(turn_id: str) -> str:
    """All runs of a turn belong to one trace."""
    return hashlib.sha256(turn_id.encode()).hexdigest()[:32]


def _span_id() -> str:
    return secrets.token_hex(8)


def _span(
    name: str, trace_id: str, parent_id: str, times: tuple[int, int], fields: Mapping[str, Any], problem: str | None
) -> Span:
    started, ended = times
    return {
        "traceId": trace_id,
        "spanId": _span_id(),
        **({"parentSpanId": parent_id} if parent_id else {}),
        "name": name,
        "kind": 1,
        "startTimeUnixNano": str(started),
        "endTimeUnixNano": str(ended),
        "attributes": _attributes(fields),
        "status": {"code": 1} if problem is None else {"code": 2, "message": problem},
    }


def _attributes(fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [{"key": name, "value": _value(value)} for name, value in fields.items() if value is not None]


def _value(value: Any) -> dict[str, Any]:
    if isinstance(value, int):
        return {"intValue": str(value)}
    return {"doubleValue": value} if isinstance(value, float) else {"stringValue": str(value)}


def _body(spans: list[Span]) -> dict[str, Any]:
    resource = {"attributes": _attributes({"service.name": "inkwright", "service.version": __version__})}
    scope = {"name": "inkwright", "version": __version__}
    return {"resourceSpans": [{"resource": resource, "scopeSpans": [{"scope": scope, "spans": spans}]}]}
