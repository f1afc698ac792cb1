"""`ProseFilter`: pass on a reply as it is written, and hold back what may be thinking or a structured message."""

import re
from typing import Final

from inkwright.parsing.written_calls import CALL_NAMES


def _beginnings(names: tuple[str, ...]) -> str:
    """Return a pattern for a text that ends in the beginning of a name."""
    cut = sorted({re.escape(name[:size]) for name in names for size in range(1, len(name) + 1)})
    return rf"(?:{'|'.join(cut)})\Z"


_PREFIXES: Final = ("functions.", "tools.", "default_api.", "print(")
_ARGUMENTS: Final = r"\(\s{0,40}(?:[{｛\[]|\w{0,40}\s{0,9}(?:=|\Z))"
_CALL: Final = (
    rf"(?<![\w.])(?:{_beginnings(_PREFIXES)}|(?:{'|'.join(map(re.escape, _PREFIXES))})?"
    rf"(?:{_beginnings(CALL_NAMES)}|(?:{'|'.join(map(re.escape, CALL_NAMES))})[ \t]{{0,9}}(?:\Z|{_ARGUMENTS})))"
)
"""A written call of `ui_request` up to its first argument, or the beginning of one at the end of the text."""

_WRITTEN_CALL = re.compile(_CALL)
_ITEM = r"^[ \t]*(?:[-*+•]|\d{1,3}[.)、])[ \t]*"
_SUSPECT = re.compile(
    rf"{_ITEM}(?=[{{｛\[`~]|\Z|{_CALL})|^[ \t]*\d{{1,3}}\Z|`{{3,}}|~{{3,}}"
    rf"|`+(?=[{{｛\[]|\Z|{_CALL})|(?<!~)~++\Z|[{{｛\[<]|(?<!\s)\s++\Z|{_CALL}",
    re.MULTILINE,
)
_LEAD = re.compile(rf"(?:{_ITEM})?(?:(?P<fence>`{{3,}}|~{{3,}})(?P<line>[^\n]*\n\s*)?|`{{0,2}})", re.MULTILINE)
"""What may come before JSON and belongs to it: a list marker, a fence or backticks."""

_OPENING = re.compile(r"[{｛\[][\s{｛\[]*+")
_JSON_START: Final = "\"'“”‘’\\}]｝］"
_BARE_KEY = re.compile(r"(?:response_type|type|title|preface|questions|tool|name|ui_request)\b|\w{0,16}\Z")
_TAGS: Final = ("<think", "</think", "<tool", "<ui_", "<func", "[[DOGENT_")
_TOKEN = re.compile(r"[\"\\{}\[\]]")
_MARKER = re.compile(r"response_type|[\"']type|DOGENT_|ui_request|clarification|outline_edit|AskUserQuestion")
_MAX_WAIT: Final = 400


class ProseFilter:
    """Takes the pieces of a reply and returns what can be shown at once.

    JSON is held until it is complete, and then for good if it may be a structured message. What is held is shown at
    the end of the reply, by the code that knows what it means.
    """

    def __init__(self) -> None:
        self._held = ""
        self._is_closed = False
        self._scanned: int | None = None
        self._depth = 0
        self._is_in_string = False

    def feed(self, piece: str) -> str:
        """Return the text that can be shown now."""
        self._held += piece
        shown: list[str] = []
        while self._held and not self._is_closed and (size := self._sure_size()):
            shown.append(self._held[:size])
            self._held = self._held[size:]
        return "".join(shown)

    def _sure_size(self) -> int:
        """Return how many characters of the held text can be shown; 0 to wait for more."""
        if self._scanned is not None:
            return self._scan()
        suspect = _SUSPECT.search(self._held)
        if suspect is None:
            return len(self._held)
        # White space before a message is not part of the words, so it waits with it.
        return len(self._held[: suspect.start()].rstrip()) or self._size_of_suspect(suspect)

    def _size_of_suspect(self, suspect: re.Match[str]) -> int:
        lead = _LEAD.match(self._held, suspect.start())
        start = lead.end() if lead else suspect.start()
        is_open_line = bool(lead and lead["fence"] and not lead["line"])
        if is_open_line or start == len(self._held) or not self._held[start:].strip():
            return 0 if len(self._held) < _MAX_WAIT else suspect.end()
        if call := _WRITTEN_CALL.match(self._held, start):
            self._is_closed = call[0][-1] in "{｛[="
            return 0
        rest = self._held[start : start + len(max(_TAGS, key=len))]
        if any(tag.startswith(rest) or rest.startswith(tag) for tag in _TAGS):
            self._is_closed = any(rest.startswith(tag) for tag in _TAGS)
            return 0
        if suspect.end() == len(self._held) and suspect[0].strip().isdigit():
            return 0
        return self._size_of_opening(start) if rest[0] in "{｛[" else max(start, suspect.start() + 1)

    def _size_of_opening(self, start: int) -> int:
        """Return the size of brackets that do not open JSON; start to count the brackets of those which may."""
        opening = _OPENING.match(self._held, start)
        end = opening.end() if opening else start
        if end == len(self._held):
            return 0 if end - start < _MAX_WAIT else end
        key = _BARE_KEY.match(self._held, end)
        if key and key.end() == len(self._held):
            return 0
        if not key and self._held[end] not in _JSON_START:
            return end
        self._scanned, self._depth, self._is_in_string = start, 0, False
        return self._scan()

    def _scan(self) -> int:
        """Go on counting brackets; return the size of a complete value that is not a structured message."""
        position = self._scanned or 0
        while token := _TOKEN.search(self._held, position):
            position = token.end() + (token[0] == "\\")
            if token[0] == '"':
                self._is_in_string = not self._is_in_string
            elif not self._is_in_string and token[0] != "\\":
                self._depth += 1 if token[0] in "{[" else -1
                if self._depth <= 0:
                    return self._value_ended(position)
        self._scanned = max(position, len(self._held))
        return 0

    def _value_ended(self, end: int) -> int:
        self._scanned = None
        if _MARKER.search(self._held, 0, end):
            self._is_closed = True
            return 0
        return end
