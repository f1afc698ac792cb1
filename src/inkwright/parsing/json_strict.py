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
_MAX_TAIL: Final = 64
_CUT_TAIL = re.compile(r"(?:\\u?)?[\s\w.+-]*")  # a number, a literal or an escape that was cut off

_STRING_WITH_ESCAPE = re.compile(r'"((?:[^"\\]|\\.)*+)"', re.DOTALL)
_HUGE: Final = (re.compile(rb"e\+?[0-9]{3}"), re.compile(rb"E\+?[0-9]{3}"))
_SMALL_SIZE: Final = 16_000
_UNKNOWN_ESCAPE = re.compile(r"\\(?![\"'\\/bfnrtu\n])")
# Half a surrogate pair, as an escape: the library rejects it.
_HALF_PAIR = re.compile(
    r"(?<!\\)((?:\\\\)*)(?:(\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)


def _refuse_constant(name: str) -> Any:
    raise ValueError(name)


_scan_once = cast("Any", json.JSONDecoder(parse_constant=_refuse_constant)).scan_once
_TOO_LARGE = re.compile(r"[eE]\+?[0-9]{3}|[0-9]{300}")


@dataclass(frozen=True, slots=True)
class StrictValue:
    """A value, and the position after it."""

    value: Any
    end: int


def parse_strict(text: str, depth: int = 0) -> StrictValue | None:
    """Return the value if the whole text is valid, unambiguous JSON. `depth` is the number of outer containers.

    The text is parsed inside one more list: the library allows 201 levels, the ruling 200.
    """
    fixed = fix_string_backslashes(text) if may_need_fixing(text) else text
    try:
        value = _from_json(fixed, depth)
        if value is None and ("\\ud" in text or "\\uD" in text):
            value = _from_json(_HALF_PAIR.sub(_replace_half_pair, fixed), depth)
    except UnicodeEncodeError:
        return None
    return StrictValue(value[0], len(text)) if value is not None else None


def _from_json(text: str, depth: int) -> list[Any] | None:
    """Return the value in a list, or None."""
    encoded = text.encode()
    try:
        values = from_json(b"[" * (depth + 1) + encoded + b"]" * (depth + 1), allow_inf_nan=False)
    except ValueError:
        return None
    for _ in range(depth):
        values = values[0]
    is_valid = len(values) == 1 and not (may_overflow(encoded) and has_infinity(values))
    return cast("list[Any]", values) if is_valid else None


def _replace_half_pair(escape: re.Match[str]) -> str:
    return escape[0] if escape[2] else f"{escape[1]}\\ufffd"


class StrictPrefix:
    """Reads valid JSON that starts inside a text, with a limited budget for failed attempts.

    `reached_end`: the last attempt failed only near the end of the text, which may have cut off the value.

    After a failed attempt the library counts the lines of all the text before it. So the number of attempts is limited
    for long texts, and with a `window` each attempt examines only a part of the text.
    """

    def __init__(self, text: str, *, window: int | None = None) -> None:
        self._text = text
        self._window = window
        self._budget = 2 * len(text) + 4_000 if window else 100 * len(text) + 4_000
        self.reached_end = False

    def read(self, start: int, depth: int = 0) -> StrictValue | None:
        """Return the object or list that opens at `start`, if it is valid JSON and budget is left."""
        self.reached_end = False
        if self._budget <= 0:
            return None
        shift = start if self._window else 0
        searched = self._text[start : start + self._window] if self._window else self._text
        try:
            value, end = _scan_once(searched, start - shift)
        except (StopIteration, ValueError, RecursionError) as failure:
            position = _failure_position(failure, shift)
            self._budget -= position - start + (64 if self._window else len(self._text))
            tail = self._text[position : position + _MAX_TAIL + 1]
            self.reached_end = _is_open_string(failure) or bool(len(tail) <= _MAX_TAIL and _CUT_TAIL.fullmatch(tail))
            return None
        written = searched[start - shift : end]
        if _needs_no_check(written, depth):
            return StrictValue(value, end + shift)
        found = parse_strict(written, depth)
        return StrictValue(found.value, end + shift) if found else None


def _needs_no_check(written: str, depth: int) -> bool:
    """Whether depth, numbers and backslashes are certainly within the limits of `parse_strict`."""
    if "\\" in written or _TOO_LARGE.search(written):
        return False
    return depth + written.count("[") + written.count("{") <= MAX_DEPTH


def _failure_position(failure: Exception, shift: int) -> int:
    position = getattr(failure, "pos", None) or getattr(failure, "value", None)
    return position + shift if isinstance(position, int) else shift


def _is_open_string(failure: Exception) -> bool:
    return isinstance(failure, json.JSONDecodeError) and failure.msg.startswith("Unterminated")


def parse_json5(text: str) -> StrictValue | None:
    """Return the value if the whole text is unambiguous JSON5 (trailing commas, single quotes, comments, bare keys).

    JSON5 drops the backslash of unknown escapes; such a text is left to the repair parser.
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
    """Return the JSON text with the literal backslashes in its strings doubled."""
    return _STRING_WITH_ESCAPE.sub(_fix_match, text)


def _fix_match(string: re.Match[str]) -> str:
    body = string[1]
    return f'"{fix_backslashes(body)}"' if "\\" in body else string[0]


def may_overflow(encoded: bytes) -> bool:
    """Whether a number may be too large for a float. True for few values, because checking them is faster."""
    are_few = len(encoded) < _SMALL_SIZE or encoded.count(b",", 0, _SMALL_SIZE) < _SMALL_SIZE // 64
    return are_few or any(exponent.search(encoded) for exponent in _HUGE)


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
