"""Logs of the service: one line for each event of importance, with its turn; texts of people are never in them."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Final, TextIO

from inkwright.conversation.events import Event, ToolFailed, ToolFinished, TurnFinished, TurnStarted
from inkwright.conversation.turns import Failed
from inkwright.llm.call_log import Call, current_origin
from inkwright.redaction import redact
from inkwright.runtime.job_reports import JobReport

LOG_FORMATS: Final = ("text", "json")
_TURNS: Final = logging.getLogger("inkwright.turns")


def log_event(_number: int, event: Event) -> None:
    """Log the beginning and the end of turns and tools."""
    if isinstance(event, TurnStarted):
        _log("turn started", turn=event.turn_id)
    elif isinstance(event, ToolFinished | ToolFailed):
        _log(event.kind.replace("_", " "), tool=event.tool, seconds=round(event.seconds, 3))
    elif isinstance(event, TurnFinished):
        problem = {"code": event.outcome.code} if isinstance(event.outcome, Failed) else {}
        _log("turn finished", outcome=event.outcome.kind, **problem)


def log_call(call: Call) -> None:
    """Log a model call: what it was for and what it cost, without its texts."""
    tokens = {"input_tokens": call.usage.prompt_tokens, "output_tokens": call.usage.completion_tokens}
    fields = {"model": call.model, "purpose": call.purpose, "seconds": round(call.seconds, 3), **tokens}
    _log("model called", turn=call.origin.turn_id, **fields)


def log_job(report: JobReport) -> None:
    """Log how a job stopped here."""
    problem = {"code": report.code} if report.code else {}
    seconds = round(report.seconds, 3)
    _log(f"job {report.status}", job=report.id, kind=report.kind, seconds=seconds, **problem)


def _log(message: str, **fields: object) -> None:
    _TURNS.info(message, extra={"fields": fields})


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON, with the turn in which it was made."""

    def format(self, record: logging.LogRecord) -> str:
        fields = getattr(record, "fields", {})
        turn = fields.get("turn") or current_origin().turn_id
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": redact(record.getMessage()),
            **({"turn": turn} if turn else {}),
            **{name: value for name, value in fields.items() if name != "turn"},
        }
        if record.exc_info:
            line["error"] = redact(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False, default=str)


def write_json_logs(stream: TextIO | None = None) -> None:
    """Write the log of this process as lines of JSON, by default to the standard error."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.getLogger().addHandler(handler)
    logging.getLogger("inkwright").setLevel(logging.INFO)
