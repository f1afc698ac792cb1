"""Keep every call of a model as a line of JSON in the home folder, and tell how often each way of asking worked."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from inkwright.clock import Clock, SystemClock
from inkwright.llm.calls import Call, CallLog, NoCallLog
from inkwright.settings import LOG_CALLS, Settings

FILE_NAME: Final = "calls.jsonl"
LARGEST: Final = 20_000_000
_SECRET: Final = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD)$")
_HIDDEN: Final = "[secret]"
_SHORTEST_SECRET: Final = 8


def open_call_log(settings: Settings, environ: Mapping[str, str]) -> CallLog:
    """The log that the settings ask for: a file in the home folder, or none. No secret of the environment gets in."""
    if not settings.get(LOG_CALLS):
        return NoCallLog()
    secrets = [value for name, value in environ.items() if _SECRET.search(name) and len(value) >= _SHORTEST_SECRET]
    return FileCallLog(settings.home / FILE_NAME, secrets)


class FileCallLog:
    """Appends to a file that only its owner can read. A full file becomes the older one; two are kept."""

    def __init__(self, path: Path, secrets: Iterable[str] = (), *, clock: Clock | None = None) -> None:
        self._path = path
        self._secrets = sorted(secrets, key=len, reverse=True)
        self._clock = clock or SystemClock()

    def record(self, call: Call) -> None:
        """Keep one call. A disk that does not take it is no reason to lose the reply: the line is left out."""
        try:
            self._append(json.dumps(_row(call, self._clock.now()), ensure_ascii=False, default=str))
        except OSError:
            return

    def _append(self, line: str) -> None:
        for secret in self._secrets:
            line = line.replace(secret, _HIDDEN)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        if self._path.exists() and self._path.stat().st_size > LARGEST:
            self._path.replace(older(self._path))
        self._path.touch(mode=0o600)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def older(path: Path) -> Path:
    """Where a full log goes."""
    return path.with_suffix(f".old{path.suffix}")


@dataclass
class WaySummary:
    """How a way of asking a model has fared."""

    taken: int = 0
    worked: int = 0
    completion_tokens: int = 0
    errors: Counter[str] = field(default_factory=Counter)


def ways_of(home: Path) -> dict[str, dict[str, WaySummary]]:
    """For each model, each way of asking: how often it was taken and how often it worked."""
    found: dict[str, dict[str, WaySummary]] = {}
    path = home / FILE_NAME
    for row in (*_rows(older(path)), *_rows(path)):
        way = found.setdefault(str(row.get("model")), {}).setdefault(str(row.get("way")), WaySummary())
        way.taken += 1
        way.worked += row.get("feedback") is None and row.get("error") is None
        way.completion_tokens += int(row.get("completion_tokens") or 0)
        if row.get("error"):
            way.errors[str(row["error"])] += 1
    return found


def _row(call: Call, at: datetime) -> dict[str, Any]:
    return {
        "at": at.isoformat(),
        "purpose": call.purpose,
        "model": call.model,
        "way": call.way,
        "messages": list(call.messages),
        "reply": call.reply,
        "prompt_tokens": call.usage.prompt_tokens,
        "completion_tokens": call.usage.completion_tokens,
        "dollars": call.usage.dollars,
        "seconds": round(call.seconds, 4),
        "feedback": call.feedback,
        "error": call.error,
    }


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    """The lines that can be read; a line that was cut off by a crash is passed over."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return
    for line in lines:
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if isinstance(row, dict):
            yield row
