"""Parse valid JSON and JSON5 with libraries, within the limits on depth and backslashes."""

import json
import math
import re
from dataclasses import dataclass
from typing import Any, Final, cast

import pyjson5
from pydantic_core import from_json

from inkwright.parsing.json_escapes import fix_backslashes, may_need_fixing

MAX_DEPTH: Final = 200

_STRING_WITH_ESCAPE = re.compile(r'"((?:[^"\\]|\\.)*+)"', re.DOTALL)
_HUGE: Final = (re.compile(rb"e\+?[0-9]{3}"), re.compile(rb"E\+?[0-9]{3}"))
_SMALL_SIZE: Final = 16_000
_UNKNOWN_ESCAPE = re.compile(r"\\(?![\"'\\/bfnrtu\n])")
_scan_once = cast("Any", json.JSONDecoder()).scan_once


@dataclass(frozen=True, slots=True)
class StrictValue:
    """A value that was read, and where it ended."""

    value: Any
    end: int


def parse_strict(text: str, depth: int = 0) -> StrictValue | None:
    """The value, if the whole text is valid JSON and means what it says; `depth` containers stand around it.

    The text is read inside one list more than that: the library allows 201 levels, our ruling 200.
    """
    meant = fix_string_backslashes(text) if may_need_fixing(text) else text
    try:
        written = meant.encode()
        values = from_json(b"[" * (depth + 1) + written + b"]" * (depth + 1), allow_inf_nan=False)
    except ValueError:
        return None
    for _ in range(depth):
        values = values[0]
    if len(values) != 1 or (may_overflow(written) and has_infinity(values)):
        return None
    return StrictValue(values[0], len(text))


class StrictPrefix:
    """Reads valid JSON that begins inside a text. What failed attempts may cost is bounded.

    A failed attempt makes the library count the lines of all the text before it, so attempts are limited in
    number where the text is long, and look only at a window where there may be many.
    """

    def __init__(self, text: str, *, window: int | None = None) -> None:
        self._text = text
        self._window = window
        self._budget = 2 * len(text) + 4_000 if window else 100 * len(text) + 4_000

    def read(self, start: int, depth: int = 0) -> StrictValue | None:
        """The object or list that opens at `start`, if it is valid JSON and there is budget left."""
        if self._budget <= 0:
            return None
        shift = start if self._window else 0
        looked_at = self._text[start : start + self._window] if self._window else self._text
        try:
            _, end = _scan_once(looked_at, start - shift)
        except (StopIteration, ValueError, RecursionError) as failure:
            self._budget -= _failure_position(failure, shift) - start + (64 if self._window else len(self._text))
            return None
        end += shift
        found = parse_strict(self._text[start:end], depth)
        return StrictValue(found.value, end) if found else None


def _failure_position(failure: Exception, shift: int) -> int:
    place = getattr(failure, "pos", None) or getattr(failure, "value", None)
    return place + shift if isinstance(place, int) else shift


def parse_json5(text: str) -> StrictValue | None:
    """The value, if the whole text is JSON5 (trailing commas, single quotes, comments, bare keys) and unmistakable.

    JSON5 drops the backslash of an escape it does not know; such a text is left to the reader of damaged JSON.
    """
    if "NaN" in text or "Infinity" in text or _UNKNOWN_ESCAPE.search(text) or may_need_fixing(text):
        return None
    try:
        value = pyjson5.decode(text, maxdepth=MAX_DEPTH)
    except (pyjson5.Json5Exception, ValueError, RecursionError):
        return None
    if may_overflow(text.encode("utf-8", "replace")) and has_infinity(value):
        return None
    return StrictValue(value, len(text))


def fix_string_backslashes(text: str) -> str:
    """The JSON text with the backslashes doubled that its strings mean as they stand."""
    return _STRING_WITH_ESCAPE.sub(_fix_match, text)


def _fix_match(string: re.Match[str]) -> str:
    body = string[1]
    return f'"{fix_backslashes(body)}"' if "\\" in body else string[0]


def may_overflow(written: bytes) -> bool:
    """Whether a number may be too large for a float; where values are few and long, looking at them is quicker."""
    are_few = len(written) < _SMALL_SIZE or written.count(b",", 0, _SMALL_SIZE) < _SMALL_SIZE // 64
    return are_few or any(exponent.search(written) for exponent in _HUGE)


def has_infinity(value: Any) -> bool:
    """Whether a number in the value was too large for a float."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, float) and math.isinf(item):
            return True
        if isinstance(item, list):
            waiting.extend(item)
        elif isinstance(item, dict):
            waiting.extend(item.values())
    return False
