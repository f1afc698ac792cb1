"""Parse damaged JSON: repair what has one possible meaning, and stop where there are two."""

import re
from dataclasses import dataclass, replace
from typing import Final, Literal, NoReturn

from inkwright.parsing.json_lexer import (
    LIST_MEMBER,
    OPENERS,
    Cursor,
    EndOfText,
    StringRole,
    StringToken,
    read_string,
)
from inkwright.parsing.json_runs import Repair, read_elements, read_key, read_members
from inkwright.parsing.json_strict import MAX_DEPTH, StrictPrefix
from inkwright.parsing.json_words import complete_word, read_word, word_value

RepairState = Literal["complete", "truncated", "refused"]
JsonProblem = Literal["brackets", "call", "depth", "key", "quote", "value"]
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
_ENDS: Final = frozenset(",，}]")
_PREFIX = re.compile(r"[rRbBuUfF]{1,2}(?=[\"'](?!\s*[,，}\]:：])|\"\"|'')")
_BARE_KEY = re.compile(r"[\w$@*-][\w$@*./ -]{0,80}?(?=[\"”']?\s{0,20}(?:[:：]|=))")
_CALL = re.compile(r"(?:new\s+)?[A-Za-z_][\w.]{0,60}\((?=\s*(?:[\"'`)]|-?\d))")
_BEFORE_STRING = re.compile(r"\s+(?=[\"'])")
_PLUS = re.compile(r"\s*\+\s*(?=[\"'`“])")


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


class _AmbiguousInput(Exception):
    """The input has two possible meanings, or none."""

    def __init__(self, problem: JsonProblem) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(slots=True)
class _Frame:
    items: dict[str, object] | list[object]
    key: str | None = None
    separated: bool = True
    is_tuple: bool = False
    has_quoted_keys: bool = False
    ends_with_word: bool = False

    @property
    def role(self) -> StringRole:
        """The role of a string in this container, which determines where it ends."""
        if isinstance(self.items, dict):
            return "member"
        return "tuple" if self.is_tuple else "element"

    @property
    def value(self) -> object:
        """The items; parentheses around one value, without a comma, are not a tuple."""
        is_single = self.is_tuple and len(self.items) == 1 and not self.separated
        return self.items[0] if is_single and isinstance(self.items, list) else self.items

    def add(self, value: object) -> None:
        if isinstance(self.items, dict):
            if self.key is not None:
                self.items[self.key] = value
                self.key = None
        else:
            self.items.append(value)
        self.separated = self.ends_with_word = False


def parse_damaged(text: str, start: int = 0, *, ends_line: bool = False) -> RepairResult:
    """Read the object or list that opens at `start`. A bracket of the wrong kind is tried in two ways.

    With `ends_line`, a new line follows the text, so that its last number is complete.
    """
    reading = _RepairParser(text, start, "close", ends_line=ends_line).read()
    if "bracket" not in reading.repairs:
        return reading
    other = _RepairParser(text, start, "swap", ends_line=ends_line).read()
    return _better_result(reading, other)


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


class _RepairParser(Cursor):
    """Reads one object or list. `mismatch`: how to interpret a bracket of the wrong kind."""

    def __init__(
        self, text: str, start: int, mismatch: Mismatch, *, headless: bool = False, ends_line: bool = False
    ) -> None:
        super().__init__(text, start)
        self._ends_line = ends_line
        self._mismatch = mismatch
        self._headless = headless
        self._stack: list[_Frame] = []
        self._repairs: set[Repair] = set()
        self._root: object = None
        self._is_list = not headless and text[start] in _OPEN_LIST
        self._size = 0
        self._looked_ahead = 0
        self._strict_prefix = StrictPrefix(text, window=4_096)
        self._start = start
        self._slow_values = 0
        self._failed_at = -1
        self._run_end = 0
        self._searched_to = start
        self._failures = [0] * (MAX_DEPTH + 1)

    def read(self) -> RepairResult:
        state: RepairState = "complete"
        problem: JsonProblem | None = None
        try:
            if self._headless:
                self._stack.append(_Frame({}))
                self._repairs.add("headless")
            else:
                self._open()
            while self._stack:
                self._step(self._stack[-1])
        except EndOfText:
            state = "truncated"
            self._close_all()
        except _AmbiguousInput as error:
            state, problem = "refused", error.problem
        self._note("comment", self._saw_comment)
        repairs = frozenset(self._repairs)
        searched_to = max(self._searched_to, self._position)
        return RepairResult(state, self._root, self._position, repairs, problem, self._size, self._is_list, searched_to)

    # --- containers -------------------------------------------------------------------------------------

    def _open(self) -> None:
        if len(self._stack) >= MAX_DEPTH:
            raise _AmbiguousInput("depth")
        mark = self._text[self._position]
        valid = self._read_nested(self._position) if self._stack and mark in "{[" else None
        if valid is not None:
            value, self._position = valid
            self._stack[-1].add(value)
            return
        self._note("bracket_form", mark in "｛［(")
        self._stack.append(_Frame({} if mark in _OPEN_OBJECT else [], is_tuple=mark == "("))
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

    def _step(self, frame: _Frame) -> None:
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

    def _comma(self, frame: _Frame) -> None:
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

    def _closing(self, frame: _Frame, mark: str) -> None:
        if (mark in _CLOSE_OBJECT) == isinstance(frame.items, dict):
            self._note("comma", frame.separated and bool(frame.items))
            self._position += 1
            self._close()
            return
        self._repairs.add("bracket")
        if "unclosed" in self._repairs or _has_doubtful_end(frame.items):
            raise _AmbiguousInput("brackets")
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

    def _member(self, frame: _Frame, items: dict[str, object]) -> None:
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

    def _damaged_key(self, frame: _Frame, *, is_quoted: bool) -> None:
        frame.key = self._key()
        if not is_quoted and frame.has_quoted_keys and " " in frame.key:
            raise _AmbiguousInput("key")
        self._colon()

    def _unclosed_object(self, frame: _Frame, items: dict[str, object]) -> None:
        """Close the object in `[{"a": 1, {"b": 2}]`: inside a list, a brace instead of a key ends it."""
        outer = self._stack[-2].items if len(self._stack) > 1 else None
        if not items or not isinstance(outer, list):
            raise _AmbiguousInput("key")
        self._repairs.add("unclosed")
        self._close()
        self._stack[-1].separated = frame.separated

    def _element(self, frame: _Frame) -> None:
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
            raise _AmbiguousInput("brackets")
        return True

    def _key(self) -> str:
        prefix = _PREFIX.match(self._text, self._position)
        if prefix:
            self._position = prefix.end()
        if self._at_quote():
            return self._quoted("key").value
        bare = _BARE_KEY.match(self._text, self._position)
        if bare is None:
            if len(self._text) - self._position <= 80 and re.fullmatch(r"[\w$ -]*", self._text[self._position :]):
                raise EndOfText
            raise _AmbiguousInput("key")
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
            raise _AmbiguousInput("value")
        self._repairs.add("colon")

    def _value(self, frame: _Frame) -> None:
        self._skip(before_value=True)
        mark = self._peek()
        self._slow_values += 1
        self._limit_damage()
        if mark in _OPEN_OBJECT + _OPEN_LIST:
            self._open()
        elif mark in _COMMAS + _CLOSERS:
            self._missing_value(frame, mark)
        elif self._at_quote() or (mark in _PREFIX_LETTERS and _PREFIX.match(self._text, self._position)):
            self._string_value(frame)
        else:
            self._word_value(frame)

    def _limit_damage(self) -> None:
        length = self._position - self._start
        if self._slow_values > _MAX_SLOW_VALUES and self._slow_values * _MIN_SLOW_LENGTH > length:
            raise _AmbiguousInput("value")

    def _missing_value(self, frame: _Frame, mark: str) -> None:
        """Read `{"a": }` as null. In `{"a": ]` an opening bracket is missing."""
        if mark in _CLOSERS and (mark in _CLOSE_OBJECT) != isinstance(frame.items, dict):
            raise _AmbiguousInput("brackets")
        self._repairs.add("value")
        frame.add(None)

    # --- scalars ----------------------------------------------------------------------------------------

    def _string_value(self, frame: _Frame, role: StringRole | None = None) -> None:
        prefix = None if self._at_quote() else _PREFIX.match(self._text, self._position)
        if prefix:
            self._position = prefix.end()
        role = role or frame.role
        first = self._quoted(role, frame).value
        if self._text[self._position : self._position + 1] in _ENDS:
            frame.add(first)
            return
        parts = [first]
        has_line_break = False
        while joint := _PLUS.match(self._text, self._position) or self._adjacent_string(role):
            self._repairs.add("joined")
            has_line_break = has_line_break or "\n" in joint[0] or "+" in joint[0]
            self._position = joint.end()
            parts.append(self._quoted(role, frame).value)
        if len(parts) > 2 and role == "member" and not has_line_break:
            raise _AmbiguousInput("quote")
        frame.add("".join(parts))

    def _adjacent_string(self, role: StringRole) -> re.Match[str] | None:
        """Match the space before a second string of one value, as in Python: `"a": "b" "c"`."""
        space = _BEFORE_STRING.match(self._text, self._position) if role in ("member", "tuple") else None
        if space is None or (role == "member" and LIST_MEMBER.match(self._text, space.end())):
            return None
        return space

    def _quoted(self, role: StringRole, frame: _Frame | None = None) -> StringToken:
        found = read_string(self._text, self._position, role)
        self._searched_to = max(self._searched_to, found.searched_to)
        self._note("quote", found.repaired)
        self._note("quote_form", self._text[self._position] != '"')
        if found.doubtful:
            raise _AmbiguousInput("quote")
        self._looked_ahead += found.searched_to - found.end
        if self._looked_ahead > 2 * len(self._text) + 4_000:
            raise _AmbiguousInput("quote")
        self._position = found.end
        if found.open:
            if frame is not None:
                frame.add(found.value)
            raise EndOfText
        return found

    def _word_value(self, frame: _Frame) -> None:
        call = _CALL.match(self._text, self._position)
        if call:
            self._call(frame, call.end())
            return
        in_list = isinstance(frame.items, list)
        found = read_word(self._text, self._position, in_list=in_list, run_end=self._run_end)
        self._run_end = found.run_end
        is_text = isinstance(found.value, str)
        if found.problem or (is_text and self._is_after_blank_line()):
            raise _AmbiguousInput(found.problem or "value")
        if found.quoted_end and frame.ends_with_word:
            raise _AmbiguousInput("quote")
        self._position = found.end
        if self._position >= len(self._text):
            self._cut_word(frame, found.word)
        self._note("quote", found.quoted_end)
        self._note("word", is_text)
        self._note("literal", not is_text)
        frame.add(found.value)
        frame.ends_with_word = is_text and not found.quoted_end

    def _cut_word(self, frame: _Frame, word: str) -> NoReturn:
        completed = word if self._ends_line else complete_word(word)
        if completed is not None:
            frame.add(word_value(completed))
        raise EndOfText

    def _call(self, frame: _Frame, inside: int) -> None:
        """Read `ObjectId("…")` or `new Date("…")` as its argument, or null without one."""
        self._position = inside
        self._repairs.add("call")
        self._skip()
        if self._peek() == ")":
            frame.add(None)
        elif self._at_quote():
            self._string_value(frame, "argument")
        else:
            self._word_value(frame)
        self._skip()
        if self._peek() != ")":
            raise _AmbiguousInput("call")
        self._position += 1

    def _note(self, repair: Repair, happened: bool) -> None:
        if happened:
            self._repairs.add(repair)
