"""Read the scalars of damaged JSON: strings of several notations, unquoted words, and calls around a value."""

import re
from dataclasses import dataclass
from typing import Final, Literal, NoReturn

from inkwright.parsing.json_lexer import (
    LIST_MEMBER,
    Cursor,
    EndOfText,
    StringRole,
    StringToken,
    read_string,
)
from inkwright.parsing.json_runs import Repair
from inkwright.parsing.json_words import complete_word, read_word, word_value

JsonProblem = Literal["brackets", "call", "depth", "key", "quote", "value"]

_ENDS: Final = frozenset(",，}]")
STRING_PREFIX = re.compile(r"[rRbBuUfF]{1,2}(?=[\"'](?!\s*[,，}\]:：])|\"\"|'')")
_CALL = re.compile(r"(?:new\s+)?[A-Za-z_][\w.]{0,60}\((?=\s*(?:[\"'`)]|-?\d))")
_BEFORE_STRING = re.compile(r"\s+(?=[\"'])")
_PLUS = re.compile(r"\s*\+\s*(?=[\"'`“])")


class AmbiguousInput(Exception):
    """The input has two possible meanings, or none."""

    def __init__(self, problem: JsonProblem) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(slots=True)
class ContainerFrame:
    """An open object or list, and what is known about its last item."""

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
        """Add an element, or the value of the last key."""
        if isinstance(self.items, dict):
            if self.key is not None:
                self.items[self.key] = value
                self.key = None
        else:
            self.items.append(value)
        self.separated = self.ends_with_word = False


class ScalarReader(Cursor):
    """Reads one scalar at a time into a container, and notes its repairs."""

    def __init__(self, text: str, start: int, *, ends_line: bool = False) -> None:
        super().__init__(text, start)
        self._ends_line = ends_line
        self._repairs: set[Repair] = set()
        self._looked_ahead = 0
        self._run_end = 0
        self._searched_to = start

    def _string_value(self, frame: ContainerFrame, role: StringRole | None = None) -> None:
        prefix = None if self._at_quote() else STRING_PREFIX.match(self._text, self._position)
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
            raise AmbiguousInput("quote")
        frame.add("".join(parts))

    def _adjacent_string(self, role: StringRole) -> re.Match[str] | None:
        """Match the space before a second string of one value, as in Python: `"a": "b" "c"`."""
        space = _BEFORE_STRING.match(self._text, self._position) if role in ("member", "tuple") else None
        if space is None or (role == "member" and LIST_MEMBER.match(self._text, space.end())):
            return None
        return space

    def _quoted(self, role: StringRole, frame: ContainerFrame | None = None) -> StringToken:
        found = read_string(self._text, self._position, role)
        self._searched_to = max(self._searched_to, found.searched_to)
        self._note("quote", found.repaired)
        self._note("quote_form", self._text[self._position] != '"')
        if found.doubtful:
            raise AmbiguousInput("quote")
        self._looked_ahead += found.searched_to - found.end
        if self._looked_ahead > 2 * len(self._text) + 4_000:
            raise AmbiguousInput("quote")
        self._position = found.end
        if found.open:
            if frame is not None:
                frame.add(found.value)
            raise EndOfText
        return found

    def _word_value(self, frame: ContainerFrame) -> None:
        call = _CALL.match(self._text, self._position)
        if call:
            self._call(frame, call.end())
            return
        in_list = isinstance(frame.items, list)
        found = read_word(self._text, self._position, in_list=in_list, run_end=self._run_end)
        self._run_end = found.run_end
        is_text = isinstance(found.value, str)
        if found.problem or (is_text and self._is_after_blank_line()):
            raise AmbiguousInput(found.problem or "value")
        if found.quoted_end and frame.ends_with_word:
            raise AmbiguousInput("quote")
        self._position = found.end
        if self._position >= len(self._text):
            self._cut_word(frame, found.word)
        self._note("quote", found.quoted_end)
        self._note("word", is_text)
        self._note("literal", not is_text)
        frame.add(found.value)
        frame.ends_with_word = is_text and not found.quoted_end

    def _cut_word(self, frame: ContainerFrame, word: str) -> NoReturn:
        completed = word if self._ends_line else complete_word(word)
        if completed is not None:
            frame.add(word_value(completed))
        raise EndOfText

    def _call(self, frame: ContainerFrame, inside: int) -> None:
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
            raise AmbiguousInput("call")
        self._position += 1

    def _note(self, repair: Repair, happened: bool) -> None:
        if happened:
            self._repairs.add(repair)
