"""The lines of the call log: calls and verdicts on them, as rows for the database. Any line is read or set aside."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, get_args

from inkwright.artifacts.text import one_line
from inkwright.llm.models import MAX_DOLLARS, VerdictKind, clamp_amount, clamp_tokens
from inkwright.store.call_log_files import conversation_of_line

MAX_SECONDS: Final = 1e9
EMPTY_BODY: Final = "{}"
VERDICTS: Final = get_args(VerdictKind)
_MAX_ID: Final = 64
_MAX_REASON: Final = 200
_ESCAPED_NUL: Final = re.compile(r"(\\\\)|\\u0000")
"""An escaped backslash, which stays, or an escaped NUL, which Postgres does not accept in JSON."""


@dataclass(frozen=True, slots=True)
class LogContent:
    """The content of a log: calls and verdicts on earlier calls, each with its conversation, and invalid lines."""

    rows: Sequence[tuple[str | None, dict[str, Any]]] = ()
    verdicts: Sequence[tuple[str | None, dict[str, Any]]] = ()
    invalid: Sequence[bytes] = ()

    def conversations(self) -> list[str]:
        """Return the conversations in it."""
        known = [conversation for conversation, _ in (*self.rows, *self.verdicts)]
        ids = [*known, *map(conversation_of_line, self.invalid)]
        return sorted(
            {conversation for conversation in ids if conversation and _storable_text(conversation) == conversation}
        )


def read_log(path: Path, owner: str) -> LogContent | None:
    """Read a log: empty if another process has just imported it, None if it cannot be read."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return LogContent()
    except OSError:
        return None
    reader = _LogReader(path.name, owner)
    for line in filter(None, content.split(b"\n")):
        reader.read(line)
    return LogContent(list(reader.rows), reader.verdicts, reader.invalid)


class _LogReader:
    """Reads the lines of a log. A verdict on a call of the same log becomes part of its row."""

    def __init__(self, source: str, owner: str) -> None:
        self._source = source
        self._owner = owner
        self._by_id: dict[str, dict[str, Any]] = {}
        self.rows: list[tuple[str | None, dict[str, Any]]] = []
        self.verdicts: list[tuple[str | None, dict[str, Any]]] = []
        self.invalid: list[bytes] = []

    def read(self, line: bytes) -> None:
        """Read a call or a verdict; any other line is invalid."""
        try:
            found = json.loads(line)
            if not isinstance(found, dict):
                self.invalid.append(line)
            elif "judged" in found:
                self._read_verdict(found)
            else:
                self._read_call(found)
        except (ValueError, RecursionError):
            self.invalid.append(line)

    def _read_call(self, call: dict[str, Any]) -> None:
        conversation, row = _call_row(call, self._source, self._owner)
        self.rows.append((conversation, row))
        if row["call_id"]:
            self._by_id[row["call_id"]] = row

    def _read_verdict(self, found: dict[str, Any]) -> None:
        call_id = _storable_text(found["judged"])[:_MAX_ID]
        verdict = _verdict_fields(found)
        if call_id in self._by_id:
            self._by_id[call_id].update(verdict)
        else:
            row = {"of_call": call_id, "of_owner": self._owner}
            self.verdicts.append(
                (_conversation(found), {**row, "found": verdict["verdict"], "because": verdict["reason"]})
            )


def _call_row(call: dict[str, Any], source: str, owner: str) -> tuple[str | None, dict[str, Any]]:
    """Return the conversation and the row; every value is made to fit its column."""
    conversation = _conversation(call)
    texts = {name: call.get(name) for name in ("messages", "reply", "feedback")}
    body = json.dumps({"conversation": conversation, **texts} if "conversation" in call else texts)
    return conversation, {
        "owner": owner,
        "source": source,
        "call_id": _storable_text(call["id"])[:_MAX_ID] if call.get("id") else None,
        "turn_id": _storable_text(call["turn"])[:_MAX_ID] if call.get("turn") else None,
        "at": _storable_text(call.get("at", ""))[:40],
        "purpose": _storable_text(call.get("purpose", ""))[:128],
        "subject": _storable_text(call.get("subject", ""))[:128],
        "tool": _storable_text(call.get("tool", ""))[:64],
        "model": _storable_text(call.get("model", ""))[:200],
        "way": _storable_text(call.get("way", ""))[:32],
        "prompt_tokens": clamp_tokens(call.get("prompt_tokens")),
        "completion_tokens": clamp_tokens(call.get("completion_tokens")),
        "dollars": clamp_amount(call.get("dollars"), MAX_DOLLARS),
        "seconds": clamp_amount(call.get("seconds"), MAX_SECONDS) or 0.0,
        **_verdict_fields(call),
        "body": _ESCAPED_NUL.sub(r"\1", body) if "\\u0000" in body else body,
    }


def _conversation(line: dict[str, Any]) -> str | None:
    conversation = line.get("conversation")
    return conversation if isinstance(conversation, str) else None


def _verdict_fields(line: dict[str, Any]) -> dict[str, str]:
    """Return the verdict of a line. One of an earlier version has an error or the feedback of a parser, if it failed;
    if not, it was not judged.
    """
    if "verdict" in line:
        verdict, reason = str(line["verdict"]), line.get("reason") or ""
    elif line.get("error"):
        verdict, reason = "failed", line["error"]
    else:
        verdict, reason = "unknown" if line.get("feedback") is None else "refused", line.get("feedback") or ""
    return {
        "verdict": verdict if verdict in VERDICTS else "unknown",
        "reason": one_line(_storable_text(reason))[:_MAX_REASON],
    }


def _storable_text(value: object) -> str:
    """Return the value as a text that every database accepts."""
    return str(value).replace("\0", "").encode(errors="replace").decode()


def without_texts(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row of a deleted conversation: numbers and verdict, without texts."""
    if "of_call" in row:
        return {**row, "because": ""}
    reason = row["reason"] if row["verdict"] == "failed" else ""
    return {**row, "body": EMPTY_BODY, "reason": reason}
