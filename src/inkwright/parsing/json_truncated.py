"""Parse valid JSON that is cut off by the end of the text: the value is always a prefix of the complete one."""

import re
from typing import Final

from inkwright.parsing.json_escapes import certain_part
from inkwright.parsing.json_strict import StrictValue, parse_strict

_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|(?P<open>\\?\Z))|[{}\[\]]', re.DOTALL)
_OPEN_NUMBER = re.compile(r"-|-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:(?<=[0-9])[eE](?:[+-]?[0-9]*))?")
_LITERALS: Final = ("true", "false", "null")
_CLOSER: Final = {"{": "}", "[": "]"}


def parse_truncated(text: str, start: int = 0, *, ends_line: bool = False) -> StrictValue | None:
    """Return the value that opens at `start`, closed, if nothing is wrong with it but that the text ends.

    An open string ends where the text ends. A key without a value is dropped, and so is a number that the end of the
    text may have cut: `12` may be the start of `120`. A literal is completed, because only one begins like that.
    With `ends_line`, a new line follows the text, so that its last number is complete.
    """
    return _OpenValue(text, start, ends_line=ends_line).close()


def closed_word(word: str) -> str | None:
    """Return a number or literal that was cut off as JSON: empty if it must be dropped, None if it is neither."""
    for literal in _LITERALS:
        if literal.startswith(word):
            return literal
    return "" if _OPEN_NUMBER.fullmatch(word) else None


class _OpenValue:
    """The open brackets at the end of a text, and the last string in it."""

    def __init__(self, text: str, start: int, *, ends_line: bool) -> None:
        self._text = text
        self._ends_line = ends_line
        self._start = start
        self._stack: list[str] = []
        self._string: tuple[int, int] | None = None
        self._is_open_string = False
        self._rest = start

    def close(self) -> StrictValue | None:
        head = self._head() if self._scan() else None
        if head is None:
            return None
        closed = parse_strict(head + "".join(_CLOSER[mark] for mark in reversed(self._stack)))
        return StrictValue(closed.value, len(self._text)) if closed else None

    def _scan(self) -> bool:
        """Whether the brackets match and the outermost one is still open."""
        for token in _TOKEN.finditer(self._text, self._start):
            mark = token[0][0]
            self._rest = token.end()
            if mark == '"':
                self._string = token.span()
                self._is_open_string = token["open"] is not None
            elif mark in _CLOSER:
                self._stack.append(mark)
            elif not self._stack or _CLOSER[self._stack.pop()] != mark or not self._stack:
                return False
        return bool(self._stack)

    def _head(self) -> str | None:
        """Return the text up to the last certain value; None if the text is not valid."""
        if self._is_open_string and self._string is not None:
            return self._before_open_string(self._string[0])
        rest = self._text[self._rest :]
        word = rest[max(rest.rfind(","), rest.rfind(":")) + 1 :].lstrip()
        is_complete = self._ends_line or word[-1:].isspace()
        closed = word if is_complete else closed_word(word) if word else ""
        if closed is None:
            return None
        before = self._text[: len(self._text) - len(word)]
        return self._text[self._start : len(before)] + closed if closed else self._before_missing_value(before)

    def _before_open_string(self, start: int) -> str | None:
        before = self._text[self._start : start].rstrip()
        if self._stack[-1] == "{" and before[-1] in "{,":
            return _without_comma(before)
        body = certain_part(self._text[start + 1 :])
        return None if body is None else f'{self._text[self._start : start]}"{body}"'

    def _before_missing_value(self, text: str) -> str | None:
        """Return the text without a comma or a key at its end."""
        before = text[self._start :].rstrip()
        key = self._key_at_end(text) if self._stack[-1] == "{" else None
        if key is not None:
            return _without_comma(text[self._start : key].rstrip())
        return None if before[-1] == ":" else _without_comma(before)

    def _key_at_end(self, text: str) -> int | None:
        """Return where the key starts that ends the text, with or without its colon."""
        start, end = self._string or (0, 0)
        is_key = end > 0 and text[end:].strip() in ("", ":") and text[self._start : start].rstrip()[-1] in "{,"
        return start if is_key else None


def _without_comma(before: str) -> str | None:
    """Return the text without the comma at its end; None if nothing precedes the comma."""
    if before[-1] != ",":
        return before if before[-1] in "{[" or before[-1] not in ":" else None
    shorter = before[:-1].rstrip()
    return None if shorter[-1] in "{[,:" else shorter
