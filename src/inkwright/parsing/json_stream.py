"""Parse JSON while it is streamed: report growing texts and completed list items, and the whole value at the end."""

import re
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from inkwright.parsing.json_escapes import fix_backslashes, unescape
from inkwright.parsing.json_invisibles import BLANK, INDENTATION
from inkwright.parsing.json_reply import parse_json_reply
from inkwright.parsing.json_strict import MAX_DEPTH, parse_strict
from inkwright.parsing.results import ParserResult, result_dict
from inkwright.parsing.schemas import Schema

JsonPath = tuple[str | int, ...]
Phase = Literal["before", "inside", "after", "silent"]

_START = re.compile(rf"(?:\A|\n){INDENTATION}(?P<opening>[{{\[])(?!\[[A-Z])")
_THINK_START = re.compile(r"(?<![\w`\"'“‘])<think(?:ing)?>", re.IGNORECASE)
_THINK_END = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_BLANK = re.compile(rf"[{BLANK}]+")
_BODY = re.compile(r'(?:[^"\\]++|\\(?!u).|\\u[0-9a-fA-F]{4}|\\u(?=[0-9a-fA-F]{0,3}[^0-9a-fA-F]))++', re.DOTALL)
_SCALAR = re.compile(rf"[^{BLANK},\]}}{{\[\":]+")
_INCOMPLETE_ESCAPE = re.compile(r"\\(?:[bfnrt][A-Za-z]*|u[dD][89abAB][0-9a-fA-F]{2})\Z")
_MAX_HELD: Final = 64
_MAX_TAG: Final = 16


@dataclass(frozen=True, slots=True)
class TextGrew:
    """More of a text outside lists: its path, such as `("message",)`, and the added text."""

    path: JsonPath
    text: str


@dataclass(frozen=True, slots=True)
class TextCorrected:
    """The text reported so far was wrong (for example a literal backslash): this is the complete text."""

    path: JsonPath
    text: str


@dataclass(frozen=True, slots=True)
class ItemDone:
    """A complete item of an outermost list; the last step of the path is its index."""

    path: JsonPath
    value: Any


StreamEvent = TextGrew | TextCorrected | ItemDone


@dataclass(slots=True)
class _Container:
    is_list: bool
    path: JsonPath
    key: str | None = None
    index: int = 0
    state: Literal["first", "value", "colon", "next", "more"] = "first"

    def child(self) -> JsonPath:
        return (*self.path, self.index if self.is_list else self.key or "")


@dataclass(slots=True)
class _StringState:
    """The string that is being read: its raw body in pieces, and the part that was reported."""

    is_key: bool
    path: JsonPath | None
    body: list[str] = field(default_factory=list)
    unreported: str = ""
    reported: list[str] = field(default_factory=list)


class JsonStream:
    """Parses pieces of a reply as they arrive; `close` returns the result of `json_parser` for the whole reply."""

    def __init__(self, schema: Any = None) -> None:
        self._schema = Schema(schema) if schema is not None else None
        self._pieces: list[str] = []
        self._buffer = ""
        self._position = 0
        self._stack: list[_Container] = []
        self._string: _StringState | None = None
        self._item: list[str] | None = None
        self._is_thinking = False
        self._reported_paths: set[JsonPath] = set()
        self._phase: Phase = "before"

    def feed(self, piece: str | None) -> list[StreamEvent]:
        """Add a piece, and return its events. Some models send None for a piece without text."""
        if piece is None:
            return []
        self._pieces.append(piece)
        events: list[StreamEvent] = []
        if self._phase in ("before", "inside"):
            self._buffer += piece
            if self._phase == "inside" or self._find_start():
                while self._phase == "inside" and self._step(events):
                    pass
            self._buffer, self._position = self._buffer[self._position :], 0
        return events

    def close(self, *, allow_partial: bool = False) -> ParserResult:
        """Return the value of the whole reply."""
        return result_dict(parse_json_reply("".join(self._pieces), self._schema, allow_partial).result)

    # --- finding the beginning --------------------------------------------------------------------------

    def _find_start(self) -> bool:
        """Whether the value has started: with a bracket at the start of a line, outside thinking.

        Text before it is dropped, except for an unfinished line that may still start the value.
        """
        text = self._buffer
        if self._is_thinking:
            done = _THINK_END.search(text)
            if done is None:
                self._buffer = text[-_MAX_TAG:]
                return False
            self._is_thinking = False
            text = self._buffer = text[done.end() :]
        think = _THINK_START.search(text)
        start = _START.search(text)
        if think and (start is None or think.start() < start.start()):
            self._is_thinking = True
            self._buffer = text[think.end() :]
            return self._find_start()
        if start is None:
            self._buffer = _last_line(text)
            return False
        self._position = start.start("opening")
        self._phase = "inside"
        self._open(text[self._position], ())
        return True

    def _take(self, end: int) -> str:
        """Consume the text up to `end`."""
        taken = self._buffer[self._position : end]
        if self._item is not None:
            self._item.append(taken)
        self._position = end
        return taken

    def _skip(self, end: int) -> None:
        """Consume white space. In an item it becomes a space, because invisible characters are not valid JSON."""
        if self._item is not None:
            self._item.append(" ")
        self._position = end

    def _open(self, mark: str, path: JsonPath) -> None:
        if len(self._stack) >= MAX_DEPTH:
            self._phase = "silent"
            return
        self._stack.append(_Container(mark == "[", path))
        self._take(self._position + 1)

    # --- one step ---------------------------------------------------------------------------------------

    def _step(self, events: list[StreamEvent]) -> bool:
        """Read one token. Return False if more text is needed, or nothing more can be reported."""
        if self._string is not None:
            return self._read_string(self._string, events)
        blank = _BLANK.match(self._buffer, self._position)
        if blank:
            self._skip(blank.end())
        if self._position >= len(self._buffer):
            return False
        mark = self._buffer[self._position]
        container = self._stack[-1]
        if mark in "}]":
            return self._close_container(container, mark, events)
        if mark in ",:":
            return self._separator(container, mark)
        if container.state not in ("first", "value", "more"):
            return self._stop_events()
        return self._value(container, mark, events)

    def _stop_events(self) -> bool:
        self._phase = "silent"
        return False

    def _separator(self, container: _Container, mark: str) -> bool:
        if mark == ":" and container.state == "colon":
            container.state = "value"
        elif mark == "," and container.state == "next":
            container.state = "more"
            container.index += 1
        else:
            return self._stop_events()
        self._take(self._position + 1)
        return True

    def _value(self, container: _Container, mark: str, events: list[StreamEvent]) -> bool:
        expects_key = not container.is_list and container.state in ("first", "more")
        if expects_key and mark != '"':
            return self._stop_events()
        if container.is_list and _is_outermost(container):
            self._item = []
        if mark == '"':
            path = container.child()
            is_reported = not expects_key and not any(isinstance(step, int) for step in path)
            self._take(self._position + 1)
            self._string = _StringState(expects_key, path if is_reported else None)
        elif mark in "{[":
            self._open(mark, container.child())
        else:
            return self._scalar(container, events)
        return True

    def _scalar(self, container: _Container, events: list[StreamEvent]) -> bool:
        word = _SCALAR.match(self._buffer, self._position)
        if word is not None and word.end() >= len(self._buffer) and len(word[0]) < _MAX_HELD:
            return False
        if word is None or parse_strict(word[0]) is None:
            return self._stop_events()
        self._take(word.end())
        self._end_value(container, events)
        return True

    # --- strings ----------------------------------------------------------------------------------------

    def _read_string(self, string: _StringState, events: list[StreamEvent]) -> bool:
        body = _BODY.match(self._buffer, self._position)
        if body:
            string.body.append(self._take(body.end()))
            string.unreported += string.body[-1]
        if self._buffer.startswith('"', self._position):
            self._take(self._position + 1)
            self._end_string(string, events)
            return True
        self._report(string, events)
        return False

    def _report(self, string: _StringState, events: list[StreamEvent]) -> None:
        """Report the added text, except for half a surrogate pair and letters that may become a TeX command."""
        if string.path is None:
            string.unreported = ""
            return
        held = _INCOMPLETE_ESCAPE.search(string.unreported, max(0, len(string.unreported) - _MAX_HELD))
        certain = string.unreported[: held.start()] if held else string.unreported
        if certain:
            string.unreported = string.unreported[len(certain) :]
            string.reported.append(unescape(fix_backslashes(certain)))
            events.append(self._text_event(string, string.path, string.reported[-1]))

    def _text_event(self, string: _StringState, path: JsonPath, text: str) -> StreamEvent:
        """Return the event for added text; a repeated key starts its text again."""
        is_first = len(string.reported) < 2 and text == "".join(string.reported or [text])
        is_repeated = is_first and path in self._reported_paths
        self._reported_paths.add(path)
        return TextCorrected(path, text) if is_repeated else TextGrew(path, text)

    def _end_string(self, string: _StringState, events: list[StreamEvent]) -> None:
        container = self._stack[-1]
        self._string = None
        whole = unescape(fix_backslashes("".join(string.body)))
        if string.is_key:
            container.key = whole
            container.state = "colon"
            return
        if string.path is not None:
            reported = "".join(string.reported)
            if not whole.startswith(reported):
                events.append(TextCorrected(string.path, whole))
            elif len(whole) > len(reported):
                events.append(self._text_event(string, string.path, whole[len(reported) :]))
        self._end_value(container, events)

    # --- ends -------------------------------------------------------------------------------------------

    def _close_container(self, container: _Container, mark: str, events: list[StreamEvent]) -> bool:
        if (mark == "]") != container.is_list or container.state not in ("first", "next"):
            return self._stop_events()
        self._take(self._position + 1)
        self._stack.pop()
        if not self._stack:
            self._phase = "after"
            return False
        self._end_value(self._stack[-1], events)
        return True

    def _end_value(self, container: _Container, events: list[StreamEvent]) -> None:
        """Finish a value of this container."""
        container.state = "next"
        if container.is_list and _is_outermost(container) and self._item is not None:
            item = parse_strict("".join(self._item))
            self._item = None
            if item is None:
                self._phase = "silent"
            else:
                events.append(ItemDone(container.child(), item.value))


def _last_line(text: str) -> str:
    """Return the unfinished last line; a placeholder for a long one, which cannot start the value any more."""
    newline = text.rfind("\n")
    line = text[max(newline, 0) :]
    return line if len(line) < _MAX_HELD else "x"


def _is_outermost(container: _Container) -> bool:
    """Whether no list surrounds this one."""
    return not any(isinstance(step, int) for step in container.path)
