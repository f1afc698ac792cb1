"""Parse damaged JSON: repair what has one possible meaning, and stop where there are two."""

import re
from dataclasses import dataclass, replace
from typing import Final, Literal

from inkwright.parsing.json_lexer import LIST_MEMBER, OPENERS, EndOfText
from inkwright.parsing.json_runs import Repair, read_elements, read_key, read_members
from inkwright.parsing.json_scalars import STRING_PREFIX, AmbiguousInput, ContainerFrame, JsonProblem, ScalarReader
from inkwright.parsing.json_strict import MAX_DEPTH, StrictPrefix

RepairState = Literal["complete", "truncated", "refused"]
_MAX_FAILURES: Final = 8
# A long text that is nothing but damage, such as a list of thousands of single characters, has no certain meaning.
_MAX_SLOW_VALUES: Final = 5_000
_MIN_SLOW_LENGTH: Final = 6
Mismatch = Literal["close", "swap"]

_OPEN_OBJECT: Final = "{｛"
_OPEN_LIST: Final = "[［("
_CLOSE_OBJECT: Final = "}｝"
_CLOSE_LIST: Final = "]］)"
_CLOSERS: Final = _CLOSE_OBJECT + _CLOSE_LIST
_COMMAS: Final = ",，、;；"

_COMMA_RUN = re.compile(r"[,，、;；](?:\s*+[,，、;；])*+")
_SINGLE_COMMA = re.compile(r",[ \n]?+(?=[\"{\[\w'-])")
_COLON = re.compile(r"[:：]|=>?")
_PREFIX_LETTERS: Final = "rRbBuUfF"
_BARE_KEY = re.compile(r"[\w$@*-][\w$@*./ -]{0,80}?(?=[\"”']?\s{0,20}(?:[:：]|=))")


@dataclass(frozen=True, slots=True)
class RepairResult:
    """A value read at one position. `size` counts members and elements; `problem` is why it was refused.

    `searched_to`: how far the ends of its strings were searched for, which is the cost of the reading.
    """

    state: RepairState
    value: object
    end: int
    repairs: frozenset[Repair]
    problem: JsonProblem | None = None
    size: int = 0
    is_list: bool = False
    searched_to: int = 0


def parse_damaged(text: str, start: int = 0, *, ends_line: bool = False) -> RepairResult:
    """Read the object or list that opens at `start`. A bracket of the wrong kind is tried in two ways.

    With `ends_line`, a new line follows the text, so that its last number is complete.
    """
    reading = _RepairParser(text, start, "close", ends_line=ends_line).read()
    if "bracket" not in reading.repairs:
        return reading
    other = _RepairParser(text, start, "swap", ends_line=ends_line).read()
    searched_to = max(reading.searched_to, other.searched_to)
    return replace(_better_result(reading, other), searched_to=searched_to)


def parse_headless(text: str) -> RepairResult:
    """Read an object whose opening brace is missing: `"a": 1}`."""
    return _RepairParser(text, 0, "close", headless=True).read()


def _better_result(first: RepairResult, other: RepairResult) -> RepairResult:
    if first.state != "complete" or other.state != "complete":
        return other if other.state == "complete" else first
    if first.end != other.end:
        return max(first, other, key=lambda reading: reading.end)
    if first.value == other.value:
        return first
    return replace(first, state="refused", value=None, problem="brackets")


def _has_doubtful_end(items: dict[str, object] | list[object]) -> bool:
    """Whether a wrong closing bracket has two readings: `{]` may be of either kind, `[[1]}` may have a `[` too many."""
    return not items or (isinstance(items, list) and len(items) == 1 and isinstance(items[0], list))


class _RepairParser(ScalarReader):
    """Reads one object or list. `mismatch`: how to interpret a bracket of the wrong kind."""

    def __init__(
        self, text: str, start: int, mismatch: Mismatch, *, headless: bool = False, ends_line: bool = False
    ) -> None:
        super().__init__(text, start, ends_line=ends_line)
        self._mismatch = mismatch
        self._headless = headless
        self._stack: list[ContainerFrame] = []
        self._root: object = None
        self._is_list = not headless and text[start] in _OPEN_LIST
        self._size = 0
        self._strict_prefix = StrictPrefix(text, window=4_096)
        self._start = start
        self._slow_values = 0
        self._failed_at = -1
        self._failures = [0] * (MAX_DEPTH + 1)

    def read(self) -> RepairResult:
        state: RepairState = "complete"
        problem: JsonProblem | None = None
        try:
            if self._headless:
                self._stack.append(ContainerFrame({}))
                self._repairs.add("headless")
            else:
                self._open()
            while self._stack:
                self._step(self._stack[-1])
        except EndOfText:
            state = "truncated"
            self._close_all()
        except AmbiguousInput as error:
            state, problem = "refused", error.problem
        self._note("comment", self._saw_comment)
        repairs = frozenset(self._repairs)
        searched_to = max(self._searched_to, self._position)
        return RepairResult(state, self._root, self._position, repairs, problem, self._size, self._is_list, searched_to)

    # --- containers -------------------------------------------------------------------------------------

    def _open(self) -> None:
        if len(self._stack) >= MAX_DEPTH:
            raise AmbiguousInput("depth")
        mark = self._text[self._position]
        valid = self._read_nested(self._position) if self._stack and mark in "{[" else None
        if valid is not None:
            value, self._position = valid
            self._stack[-1].add(value)
            return
        self._note("bracket_form", mark in "｛［(")
        self._stack.append(ContainerFrame({} if mark in _OPEN_OBJECT else [], is_tuple=mark == "("))
        self._position += 1

    def _read_nested(self, position: int) -> tuple[object, int] | None:
        """Return the value that opens at a position, if it is valid. Where many were not, few are tried."""
        depth = len(self._stack)
        is_hopeless = self._failures[depth] >= _MAX_FAILURES and self._size % _MAX_FAILURES
        if position == self._failed_at or is_hopeless:
            return None
        valid = self._strict_prefix.read(position, depth)
        if valid is None:
            self._failures[depth] += 1
            self._failed_at = position
            return None
        self._failures[depth] = 0
        return valid.value, valid.end

    def _close(self) -> None:
        """Pop the innermost container and add it to its parent."""
        closed = self._stack.pop()
        if closed.key is not None:
            closed.add(None)
        if self._stack:
            self._stack[-1].add(closed.value)
        else:
            self._root = closed.items

    def _close_all(self) -> None:
        while self._stack:
            self._stack[-1].key = None
            self._close()

    def _step(self, frame: ContainerFrame) -> None:
        """Read one member or element, a separator, or the end of the container."""
        if self._skip() and frame.separated:
            frame.separated = False
        mark = self._peek()
        if mark in _COMMAS:
            self._comma(frame)
        elif mark in _CLOSERS:
            self._closing(frame, mark)
        elif isinstance(frame.items, dict):
            self._member(frame, frame.items)
        elif mark in "{[":
            self._note("comma", not frame.separated)
            self._size += 1
            self._open()
        else:
            self._element(frame)

    def _comma(self, frame: ContainerFrame) -> None:
        """Skip a run of commas. An extra one is a missing value in a list, and ignored in an object."""
        single = None if frame.separated else _SINGLE_COMMA.match(self._text, self._position)
        if single:
            frame.separated = True
            self._position = single.end()
            return
        run = self._text[self._position : _COMMA_RUN.match(self._text, self._position).end()]  # type: ignore[union-attr]
        commas = "".join(run.split())
        missing = len(commas) - (0 if frame.separated else 1)
        self._note("comma", missing > 0)
        self._note("semicolon", not {";", "；"}.isdisjoint(commas))
        self._note("separator", not {"，", "、"}.isdisjoint(commas))
        if isinstance(frame.items, list):
            frame.items.extend([None] * missing)
        frame.separated = True
        self._position += len(run)

    def _closing(self, frame: ContainerFrame, mark: str) -> None:
        if (mark in _CLOSE_OBJECT) == isinstance(frame.items, dict):
            self._note("comma", frame.separated and bool(frame.items))
            self._position += 1
            self._close()
            return
        self._repairs.add("bracket")
        if "unclosed" in self._repairs or _has_doubtful_end(frame.items):
            raise AmbiguousInput("brackets")
        if self._mismatch == "swap":
            self._position += 1
            self._close()
        elif any(isinstance(outer.items, dict) == (mark in _CLOSE_OBJECT) for outer in self._stack):
            self._close()
        else:
            self._position += 1
            if isinstance(frame.items, list):
                self._close()

    # --- members and elements ---------------------------------------------------------------------------

    def _member(self, frame: ContainerFrame, items: dict[str, object]) -> None:
        if self._peek() in _OPEN_OBJECT:
            self._unclosed_object(frame, items)
            return
        self._note("comma", not frame.separated)
        is_quoted = self._at_quote()
        frame.has_quoted_keys = frame.has_quoted_keys or is_quoted
        self._position, size, separated = read_members(
            self._text, self._position, items, self._repairs, self._read_nested
        )
        self._size += size
        if size:
            self._note("word_key", not is_quoted)
            frame.separated = separated
            return
        self._size += 1
        clean = read_key(self._text, self._position, self._repairs)
        if clean is None:
            self._damaged_key(frame, is_quoted=is_quoted)
        else:
            frame.key, self._position = clean
        self._value(frame)

    def _damaged_key(self, frame: ContainerFrame, *, is_quoted: bool) -> None:
        frame.key = self._key()
        if not is_quoted and frame.has_quoted_keys and " " in frame.key:
            raise AmbiguousInput("key")
        self._colon()

    def _unclosed_object(self, frame: ContainerFrame, items: dict[str, object]) -> None:
        """Close the object in `[{"a": 1, {"b": 2}]`: inside a list, a brace instead of a key ends it."""
        outer = self._stack[-2].items if len(self._stack) > 1 else None
        if not items or not isinstance(outer, list):
            raise AmbiguousInput("key")
        self._repairs.add("unclosed")
        self._close()
        self._stack[-1].separated = frame.separated

    def _element(self, frame: ContainerFrame) -> None:
        if self._is_member_in_list():
            self._repairs.add("unclosed")
            self._close()
            self._stack[-1].separated = True
            return
        self._note("comma", not frame.separated)
        if isinstance(frame.items, list) and not frame.is_tuple and not self._is_after_blank_line():
            self._position, size, separated = read_elements(self._text, self._position, frame.items, self._repairs)
            self._size += size
            if size:
                frame.separated = separated
                frame.ends_with_word = "word" in self._repairs and isinstance(frame.items[-1], str)
                return
        self._size += 1
        self._value(frame)

    def _is_member_in_list(self) -> bool:
        """Whether a list ends as in `{"a": [1, 2, "b": 3}`: a member instead of an element, inside an object."""
        inside_object = len(self._stack) > 1 and isinstance(self._stack[-2].items, dict)
        if not inside_object or LIST_MEMBER.match(self._text, self._position) is None:
            return False
        items = self._stack[-1].items
        if _has_doubtful_end(items) or all(item is None for item in items):
            raise AmbiguousInput("brackets")
        return True

    def _key(self) -> str:
        prefix = STRING_PREFIX.match(self._text, self._position)
        if prefix:
            self._position = prefix.end()
        if self._at_quote():
            return self._quoted("key").value
        bare = _BARE_KEY.match(self._text, self._position)
        if bare is None:
            if len(self._text) - self._position <= 80 and re.fullmatch(r"[\w$ -]*", self._text[self._position :]):
                raise EndOfText
            raise AmbiguousInput("key")
        self._repairs.add("word_key")
        self._position = bare.end()
        if self._text[self._position] in "\"”'":
            self._repairs.add("quote")
            self._position += 1
        return bare[0].strip()

    def _colon(self) -> None:
        self._skip()
        self._peek()
        colon = _COLON.match(self._text, self._position)
        if colon:
            self._note("colon", colon[0] != ":")
            self._position = colon.end()
            return
        if self._text[self._position] in _CLOSERS + _COMMAS or (
            self._at_quote() and self._text[self._position - 1] in OPENERS
        ):
            raise AmbiguousInput("value")
        self._repairs.add("colon")

    def _value(self, frame: ContainerFrame) -> None:
        self._skip(before_value=True)
        mark = self._peek()
        self._slow_values += 1
        self._limit_damage()
        if mark in _OPEN_OBJECT + _OPEN_LIST:
            self._open()
        elif mark in _COMMAS + _CLOSERS:
            self._missing_value(frame, mark)
        elif self._at_quote() or (mark in _PREFIX_LETTERS and STRING_PREFIX.match(self._text, self._position)):
            self._string_value(frame)
        else:
            self._word_value(frame)

    def _limit_damage(self) -> None:
        length = self._position - self._start
        if self._slow_values > _MAX_SLOW_VALUES and self._slow_values * _MIN_SLOW_LENGTH > length:
            raise AmbiguousInput("value")

    def _missing_value(self, frame: ContainerFrame, mark: str) -> None:
        """Read `{"a": }` as null. In `{"a": ]` an opening bracket is missing."""
        if mark in _CLOSERS and (mark in _CLOSE_OBJECT) != isinstance(frame.items, dict):
            raise AmbiguousInput("brackets")
        self._repairs.add("value")
        frame.add(None)
