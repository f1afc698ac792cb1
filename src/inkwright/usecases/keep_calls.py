"""Keep every call of a model as a line of JSON in the home folder, until a store takes it over."""

import contextlib
import fcntl
import json
import os
import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from io import FileIO
from pathlib import Path
from typing import Any, Final

from inkwright.clock import Clock, SystemClock
from inkwright.llm.calls import Call, CallLog, NoCallLog
from inkwright.settings import LOG_CALLS, Settings
from inkwright.store.call_files import aside, in_order

FILE_NAME: Final = "calls.jsonl"
LARGEST: Final = 20_000_000
MOST_ASIDE: Final = 25
_SECRET: Final = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD)(_\d+)?$", re.IGNORECASE)
_HIDDEN: Final = "[secret]"
_SHORTEST_SECRET: Final = 8


def open_call_log(settings: Settings, environ: Mapping[str, str]) -> CallLog:
    """The log that the settings ask for: a file in the home folder, or none. No secret of the environment gets in."""
    if not settings.get(LOG_CALLS):
        return NoCallLog()
    secrets = [value.strip() for name, value in environ.items() if _SECRET.search(name)]
    return FileCallLog(settings.home / FILE_NAME, [secret for secret in secrets if len(secret) >= _SHORTEST_SECRET])


class FileCallLog:
    """Appends to a file that only its owner can read. A full file is set aside for the store to take over; so many
    are kept, the latest.

    Several programs may write to the same file: it is locked for each line.
    """

    def __init__(
        self, path: Path, secrets: Iterable[str] = (), *, clock: Clock | None = None, largest: int = LARGEST
    ) -> None:
        self._path = path
        self._secrets = sorted({form for secret in secrets for form in _forms(secret)}, key=len, reverse=True)
        self._clock = clock or SystemClock()
        self._largest = largest

    def record(self, call: Call) -> None:
        """Keep one call. A disk that does not take it is no reason to lose the reply: the line is left out."""
        # What is no JSON is told as text first, so that it is searched for secrets as well.
        row = json.loads(json.dumps(_row(call, self._clock.now()), default=str))
        kept = {name: self._without_secrets(value) for name, value in row.items()}
        line = json.dumps(kept, ensure_ascii=False)
        with contextlib.suppress(OSError), os.fdopen(self._locked(), "ab", buffering=0) as file:
            _append(file, line.encode("utf-8", "backslashreplace") + b"\n")

    def _locked(self) -> int:
        """The file, open and locked until it is closed. Whoever finds it full moves it away and opens another."""
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        while True:
            handle = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX)
                if self._is_current(handle):
                    if os.fstat(handle).st_size <= self._largest:
                        return handle
                    self._path.replace(aside(self._path))
                    self._forget_oldest()
            except BaseException:
                os.close(handle)
                raise
            os.close(handle)

    def _forget_oldest(self) -> None:
        """Where no store ever takes them over, files that were set aside must not fill the disk."""
        for path in in_order(self._path)[:-MOST_ASIDE]:
            path.unlink(missing_ok=True)

    def _is_current(self, handle: int) -> bool:
        """Whether the file still has its name; another program may have moved it away before it was locked."""
        try:
            return os.path.samestat(os.fstat(handle), self._path.stat())
        except FileNotFoundError:
            return False

    def _without_secrets(self, value: Any) -> Any:
        if isinstance(value, str):
            for secret in self._secrets:
                value = value.replace(secret, _HIDDEN)
            return value
        if isinstance(value, dict):
            return {self._without_secrets(key): self._without_secrets(item) for key, item in value.items()}
        return [self._without_secrets(item) for item in value] if isinstance(value, list) else value


def _append(file: FileIO, line: bytes) -> None:
    """All of the line or none of it: a part of it would spoil the next one too."""
    size = os.fstat(file.fileno()).st_size
    try:
        if file.write(line) == len(line):
            return
    except OSError:
        file.truncate(size)
        raise
    file.truncate(size)


def _forms(secret: str) -> set[str]:
    """The secret as it is, and as it stands in JSON, and in JSON within JSON."""
    forms = {secret}
    for _ in range(2):
        forms |= {json.dumps(form, ensure_ascii=is_ascii)[1:-1] for form in forms for is_ascii in (True, False)}
    return forms


def _row(call: Call, at: datetime) -> dict[str, Any]:
    return {
        # First, so that it is known of a line of which the end is missing.
        "conversation": call.conversation_id,
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
