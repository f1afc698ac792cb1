"""TeX in tokens: commands, brackets and single characters, read one behind the other."""

import contextlib
import re
from collections.abc import Iterator
from typing import Final

_TOKEN = re.compile(r"\\(?:begin|end)\s*\{[A-Za-z]{1,20}\*?\}|\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)
_ROOM = re.compile(r"-?[\d.]{1,8}\s*(?:pt|em|ex|mm|cm)")
_ENVIRONMENT: Final = ("\\begin", "\\end")
_DEEPEST: Final = 60
_LONGEST_OPTION: Final = 100

TEXT_COMMANDS: Final = frozenset(rf"\{name}" for name in ("text", "mbox", "textrm", "textbf", "textit", "operatorname"))
"""Commands whose argument is text."""


class Uneven(Exception):
    """The brackets of a formula do not match, or are too deep."""


class Tokens:
    """The tokens of a formula, and how far they were read."""

    def __init__(self, tex: str) -> None:
        found = _TOKEN.findall(tex)
        self.all = ["".join(each.split()) if each.startswith(_ENVIRONMENT) else each for each in found]
        self._at = 0
        self._depth = 0

    def ahead(self) -> str:
        """The next token; empty at the end."""
        return self.all[self._at] if self._at < len(self.all) else ""

    def take(self) -> str:
        """The next word, which must be there."""
        word = self.ahead()
        if not word:
            raise Uneven
        self._at += 1
        return word

    def take_solid(self) -> str:
        """The next token that is no space."""
        while self.ahead().isspace():
            self._at += 1
        return self.take()

    def raw_group(self) -> str:
        """What stands in braces, with them, as it is; one word where there are none."""
        word = self.take_solid()
        if word != "{":
            return word
        written, depth = [word], 1
        while depth:
            word = self.take()
            depth += (word == "{") - (word == "}")
            written.append(word)
        return "".join(written)

    def option(self) -> str:
        """What stands in square brackets, without them; empty where none follow."""
        if self.ahead() != "[":
            return ""
        end = self._at + 1
        while end < len(self.all) and self.all[end] != "]" and end - self._at < _LONGEST_OPTION:
            end += 1
        if end == len(self.all) or self.all[end] != "]":
            return ""
        inside = "".join(self.all[self._at + 1 : end])
        self._at = end + 1
        return inside

    def skip_room(self) -> None:
        """Leave out the room that may be asked for behind the end of a row: `[2pt]`."""
        start = self._at
        if not _ROOM.fullmatch(self.option()):
            self._at = start

    @contextlib.contextmanager
    def deeper(self) -> Iterator[None]:
        """One level further inside; not without end."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Uneven
        yield
        self._depth -= 1
