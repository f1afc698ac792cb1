"""Metrics of the turns that run in this process, in the format of Prometheus."""

from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from inkwright.conversation.events import Event, TextRetracted, ToolFailed, ToolFinished, TurnFinished

METRICS_TYPE: Final = CONTENT_TYPE_LATEST
_SECONDS: Final = (0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300)


class Metrics:
    """Counts events. Labels are names of tools and kinds, never texts."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._outcomes = Counter(
            "inkwright_turns", "Turns that ended or asked, by outcome.", ["outcome"], registry=self._registry
        )
        self._tools = Counter(
            "inkwright_tool_calls", "Tool calls, by tool and result.", ["tool", "result"], registry=self._registry
        )
        self._tool_seconds = Histogram(
            "inkwright_tool_seconds", "Seconds of tool calls.", ["tool"], registry=self._registry, buckets=_SECONDS
        )
        self._retracted = Counter(
            "inkwright_retracted_texts", "Texts that were shown and then refused.", registry=self._registry
        )
        self._corrected = Counter(
            "inkwright_corrected_endings", "Endings whose claims were refused.", registry=self._registry
        )
        self._running = Gauge("inkwright_running_turns", "Turns that run now.", registry=self._registry)

    def listen(self, _number: int, event: Event) -> None:
        """Count an event."""
        if isinstance(event, TurnFinished):
            self._outcomes.labels(event.outcome.kind).inc()
            self._corrected.inc(event.outcome.receipt.words == "corrected")
        elif isinstance(event, ToolFinished | ToolFailed):
            result = "finished" if isinstance(event, ToolFinished) else "failed"
            self._tools.labels(event.tool, result).inc()
            self._tool_seconds.labels(event.tool).observe(event.seconds)
        elif isinstance(event, TextRetracted):
            self._retracted.inc()

    def text(self, running: int) -> str:
        """Return all metrics as text."""
        self._running.set(running)
        return generate_latest(self._registry).decode()
