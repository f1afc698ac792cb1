"""Metrics of the turns that run in this process, or in all that serve together, in the format of Prometheus."""

import os
import time
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from inkwright.conversation.events import (
    Data,
    Event,
    TextRetracted,
    ToolFailed,
    ToolFinished,
    ToolStarted,
    TurnFinished,
    TurnStarted,
)
from inkwright.conversation.payloads import PAYLOADS
from inkwright.llm.call_log import Call, current_origin
from inkwright.runtime.job_reports import JobReport

METRICS_TYPE: Final = CONTENT_TYPE_LATEST
_SECONDS: Final = (0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300)


def _is_artifact(event: Data) -> bool:
    return event.name in PAYLOADS and PAYLOADS[event.name].proves_artifact


class Metrics:
    """Counts events. Labels are names of tools and kinds, never texts."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._outcomes = self._counter("turns", "Turns that ended or asked, by outcome.", "outcome")
        self._tools = self._counter("tool_calls", "Tool calls, by tool and result.", "tool", "result")
        self._tool_seconds = self._histogram("tool_seconds", "Seconds of tool calls.")
        self._first_file = self._histogram(
            "first_artifact_seconds", "Seconds from the start of a run to its first file, by the tool that made it."
        )
        self._jobs = self._counter("jobs", "Jobs that stopped running, by kind and status.", "kind", "status")
        self._job_seconds = self._histogram("job_seconds", "Seconds that jobs ran.", "kind")
        self._retracted = self._counter("retracted_texts", "Texts that were shown and then refused.")
        self._corrected = self._counter("corrected_endings", "Endings whose claims were refused.")
        self._tokens = self._counter("tokens", "Tokens, by model and direction.", "model", "direction")
        self._dollars = self._counter("dollars", "Known prices of calls, by model.", "model")
        self._second_runs = self._gauge("second_runs", "Runs that were needed because claims were refused.")
        self._running = self._gauge("running_turns", "Turns that run now.")
        self._starts: dict[str, tuple[float, str]] = {}

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"inkwright_{name}", about, labels, registry=self._registry)

    def _gauge(self, name: str, about: str) -> Gauge:
        return Gauge(f"inkwright_{name}", about, registry=self._registry, multiprocess_mode="livesum")

    def _histogram(self, name: str, about: str, label: str = "tool") -> Histogram:
        return Histogram(f"inkwright_{name}", about, [label], registry=self._registry, buckets=_SECONDS)

    def listen(self, _number: int, event: Event) -> None:
        """Count an event."""
        self._note_artifact(event)
        if isinstance(event, TurnFinished):
            self._outcomes.labels(event.outcome.kind).inc()
            self._corrected.inc(event.outcome.receipt.words == "corrected")
        elif isinstance(event, ToolFinished | ToolFailed):
            result = "finished" if isinstance(event, ToolFinished) else "failed"
            self._tools.labels(event.tool, result).inc()
            self._tool_seconds.labels(event.tool).observe(event.seconds)
        elif isinstance(event, TextRetracted):
            self._retracted.inc()

    def hear_call(self, call: Call) -> None:
        """Count the tokens and the price of a model call."""
        self._tokens.labels(call.model, "input").inc(call.usage.prompt_tokens)
        self._tokens.labels(call.model, "output").inc(call.usage.completion_tokens)
        self._dollars.labels(call.model).inc(call.usage.dollars or 0)

    def hear_job(self, report: JobReport) -> None:
        """Count a job that stopped running here."""
        self._jobs.labels(report.kind, report.status).inc()
        self._job_seconds.labels(report.kind).observe(report.seconds)

    def _note_artifact(self, event: Event) -> None:
        """Measure the time to the first file of a run."""
        if isinstance(event, TurnStarted):
            self._starts[event.turn_id] = (time.monotonic(), "")
            return
        turn_id = current_origin().turn_id or ""
        started, tool = self._starts.get(turn_id, (0.0, ""))
        if isinstance(event, ToolStarted) and started:
            self._starts[turn_id] = (started, event.tool)
        elif isinstance(event, TurnFinished):
            self._starts.pop(turn_id, None)
        elif isinstance(event, Data) and started and _is_artifact(event):
            self._first_file.labels(tool).observe(time.monotonic() - started)
            del self._starts[turn_id]

    def text(self, running: int, second_runs: int = 0) -> str:
        """Return all metrics as text."""
        self._running.set(running)
        self._second_runs.set(second_runs)
        return generate_latest(self._summed()).decode()

    def _summed(self) -> CollectorRegistry:
        """Return what to report: the sum of all processes, if several serve together (`worker_processes`)."""
        if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
            return self._registry
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return together
