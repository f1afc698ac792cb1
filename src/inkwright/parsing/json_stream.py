"""Parse JSON while it is streamed: growing texts, completed list items, and the whole value at the end."""

import re
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from inkwright.parsing.json_escapes import fix_backslashes, unescape
from inkwright.parsing.json_reply import parse_json_reply
from inkwright.parsing.json_strict import MAX_DEPTH, parse_strict
from inkwright.parsing.results import ParserResult, result_dict
from inkwright.parsing.schemas import Schema

JsonPath = tuple[str | int, ...]
Phase = Literal["before", "inside", "after", "silent"]

_START = re.compile(r"(?:\A|\n)[ \t]*(?P<opening>[{\[])(?!\[[A-Z])")
_THINK_START = re.compile(r"(?<![\w`\"'“‘])<think(?:ing)?>", re.IGNORECASE)
_THINK_END = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_BLANK = re.compile(r"\s+")
_BODY = re.compile(r'(?:[^"\\]++|\\(?!u).|\\u[0-9a-fA-F]{4}|\\u(?=[0-9a-fA-F]{0,3}[^0-9a-fA-F]))++', re.DOTALL)
_SCALAR = re.compile(r"[^\s,\]}{\[\":]+")
_INCOMPLETE_ESCAPE = re.compile(r"\\(?:[bfnrt][A-Za-z]*|u[dD][89abAB][0-9a-fA-F]{2})\Z")
_MAX_HELD: Final = 64
_MAX_TAG: Final = 16


@dataclass(frozen=True, slots=True)
class TextGrew:
    """More of a text that stands outside lists: `("message",)` and what was added."""

    path: JsonPath
    text: str


@dataclass(frozen=True, slots=True)
class TextCorrected:
    """What was told of this text was not right (a backslash that is meant): this is the whole of it."""

    path: JsonPath
    text: str


@dataclass(frozen=True, slots=True)
class ItemDone:
    """An item of an outermost list is complete; the last step of the path is its index."""

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
    """The string that is being read: its raw body in pieces, and how much of it was told."""

    is_key: bool
    path: JsonPath | None
    body: list[str] = field(default_factory=list)
    untold: str = ""
    told: list[str] = field(default_factory=list)


class JsonStream:
    """Feed pieces of a reply as they arrive; `close` gives what `json_parser` says of the whole."""

    def __init__(self, schema: Any = None) -> None:
        self._schema = Schema(schema) if schema is not None else None
        self._pieces: list[str] = []
        self._waiting = ""
        self._at = 0
        self._stack: list[_Container] = []
        self._string: _StringState | None = None
        self._item: list[str] | None = None
        self._is_thinking = False
        self._told_paths: set[JsonPath] = set()
        self._phase: Phase = "before"

    def feed(self, piece: str) -> list[StreamEvent]:
        """The events of one more piece."""
        self._pieces.append(piece)
        events: list[StreamEvent] = []
        if self._phase in ("before", "inside"):
            self._waiting += piece
            if self._phase == "inside" or self._begin():
                while self._phase == "inside" and self._step(events):
                    pass
            self._waiting, self._at = self._waiting[self._at :], 0
        return events

    def close(self, *, allow_partial: bool = False) -> ParserResult:
        """The value of the whole reply, by the whole ladder."""
        return result_dict(parse_json_reply("".join(self._pieces), self._schema, allow_partial).result)

    # --- finding the beginning --------------------------------------------------------------------------

    def _begin(self) -> bool:
        """Whether the value has begun: a bracket at the beginning of a line, outside thinking.

        What is passed over is dropped, but for a last line that may still become the one.
        """
        text = self._waiting
        if self._is_thinking:
            done = _THINK_END.search(text)
            if done is None:
                self._waiting = text[-_MAX_TAG:]
                return False
            self._is_thinking = False
            text = self._waiting = text[done.end() :]
        think = _THINK_START.search(text)
        start = _START.search(text)
        if think and (start is None or think.start() < start.start()):
            self._is_thinking = True
            self._waiting = text[think.end() :]
            return self._begin()
        if start is None:
            self._waiting = _last_line(text)
            return False
        self._at = start.start("opening")
        self._phase = "inside"
        self._open(text[self._at], ())
        return True

    def _take(self, end: int) -> str:
        """Consume the text up to `end`."""
        taken = self._waiting[self._at : end]
        if self._item is not None:
            self._item.append(taken)
        self._at = end
        return taken

    def _open(self, mark: str, path: JsonPath) -> None:
        if len(self._stack) >= MAX_DEPTH:
            self._phase = "silent"
            return
        self._stack.append(_Container(mark == "[", path))
        self._take(self._at + 1)

    # --- one step ---------------------------------------------------------------------------------------

    def _step(self, events: list[StreamEvent]) -> bool:
        """Read on; False when more text is needed, or nothing more can be told."""
        if self._string is not None:
            return self._read_string(self._string, events)
        blank = _BLANK.match(self._waiting, self._at)
        if blank:
            self._take(blank.end())
        if self._at >= len(self._waiting):
            return False
        mark = self._waiting[self._at]
        container = self._stack[-1]
        if mark in "}]":
            return self._close_container(container, mark, events)
        if mark in ",:":
            return self._separator(container, mark)
        if container.state not in ("first", "value", "more"):
            return self._be_silent()
        return self._value(container, mark, events)

    def _be_silent(self) -> bool:
        self._phase = "silent"
        return False

    def _separator(self, container: _Container, mark: str) -> bool:
        if mark == ":" and container.state == "colon":
            container.state = "value"
        elif mark == "," and container.state == "next":
            container.state = "more"
            container.index += 1
        else:
            return self._be_silent()
        self._take(self._at + 1)
        return True

    def _value(self, container: _Container, mark: str, events: list[StreamEvent]) -> bool:
        expects_key = not container.is_list and container.state in ("first", "more")
        if expects_key and mark != '"':
            return self._be_silent()
        if container.is_list and _is_outermost(container):
            self._item = []
        if mark == '"':
            path = container.child()
            is_told = not expects_key and not any(isinstance(step, int) for step in path)
            self._take(self._at + 1)
            self._string = _StringState(expects_key, path if is_told else None)
        elif mark in "{[":
            self._open(mark, container.child())
        else:
            return self._scalar(container, events)
        return True

    def _scalar(self, container: _Container, events: list[StreamEvent]) -> bool:
        word = _SCALAR.match(self._waiting, self._at)
        if word is not None and word.end() >= len(self._waiting) and len(word[0]) < _MAX_HELD:
            return False
        if word is None or parse_strict(word[0]) is None:
            return self._be_silent()
        self._take(word.end())
        self._ended(container, events)
        return True

    # --- strings ----------------------------------------------------------------------------------------

    def _read_string(self, string: _StringState, events: list[StreamEvent]) -> bool:
        body = _BODY.match(self._waiting, self._at)
        if body:
            string.body.append(self._take(body.end()))
            string.untold += string.body[-1]
        if self._waiting.startswith('"', self._at):
            self._take(self._at + 1)
            self._end_string(string, events)
            return True
        self._tell(string, events)
        return False

    def _tell(self, string: _StringState, events: list[StreamEvent]) -> None:
        """Tell what was added, but for half a pair of escapes and letters that may spell a TeX command."""
        if string.path is None:
            string.untold = ""
            return
        held = _INCOMPLETE_ESCAPE.search(string.untold, max(0, len(string.untold) - _MAX_HELD))
        sure = string.untold[: held.start()] if held else string.untold
        if sure:
            string.untold = string.untold[len(sure) :]
            string.told.append(unescape(fix_backslashes(sure)))
            events.append(self._grown(string, string.path, string.told[-1]))

    def _grown(self, string: _StringState, path: JsonPath, text: str) -> StreamEvent:
        """More of a text; a key that stands a second time begins its text anew."""
        is_first = len(string.told) < 2 and text == "".join(string.told or [text])
        is_anew = is_first and path in self._told_paths
        self._told_paths.add(path)
        return TextCorrected(path, text) if is_anew else TextGrew(path, text)

    def _end_string(self, string: _StringState, events: list[StreamEvent]) -> None:
        container = self._stack[-1]
        self._string = None
        whole = unescape(fix_backslashes("".join(string.body)))
        if string.is_key:
            container.key = whole
            container.state = "colon"
            return
        if string.path is not None:
            told = "".join(string.told)
            if not whole.startswith(told):
                events.append(TextCorrected(string.path, whole))
            elif len(whole) > len(told):
                events.append(self._grown(string, string.path, whole[len(told) :]))
        self._ended(container, events)

    # --- ends -------------------------------------------------------------------------------------------

    def _close_container(self, container: _Container, mark: str, events: list[StreamEvent]) -> bool:
        if (mark == "]") != container.is_list or container.state not in ("first", "next"):
            return self._be_silent()
        self._take(self._at + 1)
        self._stack.pop()
        if not self._stack:
            self._phase = "after"
            return False
        self._ended(self._stack[-1], events)
        return True

    def _ended(self, container: _Container, events: list[StreamEvent]) -> None:
        """A value of this container is complete."""
        container.state = "next"
        if container.is_list and _is_outermost(container) and self._item is not None:
            item = parse_strict("".join(self._item))
            self._item = None
            if item is None:
                self._phase = "silent"
            else:
                events.append(ItemDone(container.child(), item.value))


def _last_line(text: str) -> str:
    """The line that is not finished; of a long one only that it began with something else than a bracket."""
    newline = text.rfind("\n")
    line = text[max(newline, 0) :]
    return line if len(line) < _MAX_HELD else "x"


def _is_outermost(container: _Container) -> bool:
    """Whether no list stands around this one."""
    return not any(isinstance(step, int) for step in container.path)
