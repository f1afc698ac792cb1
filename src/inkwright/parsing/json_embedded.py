"""Read a long damaged value among other text at once: its end is guessed, and the repair checks the guess."""

import re
from typing import Final

from inkwright.parsing.json_repair import RepairResult
from inkwright.parsing.json_strict import parse_strict
from inkwright.parsing.json_structure import RepairedStructure, parse_structure

_CLOSER_OF: Final = {"{": "}", "[": "]", "｛": "｝", "［": "］"}
_MIN_LENGTH: Final = 1_000
_MAX_GUESSES: Final = 4
_ESCAPED_START = re.compile(r"[\[{](?:\s|\\n|[\[{])*+\\\"")
_BARE_QUOTE = re.compile(r"(?<!\\)\"")
_ESCAPE = re.compile(r"\\([\"\\/])")


def is_escaped(text: str) -> bool:
    """Whether all quotes of a value are escaped: it is an encoded string without its outer quotes."""
    return _ESCAPED_START.match(text) is not None and _BARE_QUOTE.search(text) is None


def unescaped(text: str) -> str:
    """Return a text without its outer layer of escapes."""
    return _ESCAPE.sub(r"\1", text)


class EmbeddedValues:
    """The long values of a text. There are few guesses in a text, because each costs as much as reading all of it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._left = _MAX_GUESSES

    def read(self, start: int) -> RepairResult | None:
        """Return the value that opens at a position, if it can be read at once: up to its last closing bracket, that
        before a blank line, or that at the end of a line.
        """
        closer = _CLOSER_OF.get(self._text[start])
        if closer is None or len(self._text) - start < _MIN_LENGTH:
            return None
        ends = (self._text.rfind(closer + after, start) + 1 for after in ("\n\n", "\n", ""))
        for end in dict.fromkeys(ends):
            if end - start < _MIN_LENGTH or self._left == 0:
                continue
            self._left -= 1
            found = _read_at_once(self._text[start:end])
            if found is not None:
                is_list, size = isinstance(found.value, list), len(found.value)
                return RepairResult("complete", found.value, end, found.repairs, size=size, is_list=is_list)
        return None


def _read_at_once(text: str) -> RepairedStructure | None:
    if not is_escaped(text):
        return parse_structure(text)
    decoded = parse_strict(unescaped(text))
    return RepairedStructure(decoded.value, len(text), frozenset({"quote"})) if decoded else None
