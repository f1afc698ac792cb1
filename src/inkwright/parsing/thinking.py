"""Remove the thinking that a model writes before its answer."""

import re

_OPEN = re.compile(r"(?:(?P<line>\A|\n)[ \t]*|(?<![\w`\"'“‘]))<think(?:ing)?>", re.IGNORECASE)
_TAG = re.compile(r"(?<![`\"'“‘])<think(?:ing)?>|(?P<closes></think(?:ing)?>)(?![\"'”’]|`(?!``))", re.IGNORECASE)

# A lone closing tag counts at the edge of a line or right before a value; in a sentence it is only mentioned.
_LONE_END = re.compile(r"(?:\A|\n)[ \t]*</think(?:ing)?>|</think(?:ing)?>[ \t]*(?:\Z|[\n{\[`])", re.IGNORECASE)


def without_thinking(reply: str) -> str:
    """Return the reply without `<think>…</think>`, and without the text before a lone `</think>`.

    Tags in quotes do not count, so that a text about such tags stays complete. Unclosed thinking that starts a line
    removes the rest of the reply.
    """
    lower = reply.lower()
    if "<think" not in lower and "</think" not in lower:
        return reply
    parts: list[str] = []
    position = 0
    quotes = _QuoteParity(reply)
    first = _TAG.search(reply)
    is_lone = first and first["closes"] and _LONE_END.search(reply, max(0, first.start() - 1))
    if first and is_lone and not quotes.are_open(first.start()):
        position = first.end()
    while opening := _OPEN.search(reply, position):
        if opening["line"] is None and quotes.are_open(opening.start()):
            parts.append(reply[position : opening.end()])
            position = opening.end()
            continue
        end = _thinking_end(reply, opening.end())
        if end is None and opening["line"] is None:
            break
        parts.append(reply[position : opening.start()])
        if end is None:
            return "".join(parts)
        position = end
    parts.append(reply[position:])
    return "".join(parts)


_IN_SINGLE_QUOTES = re.compile(r"[:,\[{(]\s{0,20}'[^'\n]{0,300}\Z")
_LOOK_BACK = 300


class _QuoteParity:
    """Whether a tag is inside a quoted string on its line, as in `{"a": "write <think>"}`. Reads the text once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._read_to = 0
        self._count = 0

    def are_open(self, position: int) -> bool:
        """Whether an odd number of quotes precedes the position on its line; positions only grow."""
        line = self._text.rfind("\n", self._read_to, position) + 1
        if line > self._read_to:
            self._read_to, self._count = line, 0
        self._count += self._text.count('"', self._read_to, position) - self._text.count('\\"', self._read_to, position)
        self._read_to = position
        if self._count % 2 == 1:
            return True
        return _IN_SINGLE_QUOTES.search(self._text, max(line, position - _LOOK_BACK), position) is not None


def _thinking_end(reply: str, start: int) -> int | None:
    """Return where the thinking opened before `start` ends, including nested thinking."""
    depth = 1
    last = None
    for tag in _TAG.finditer(reply, start):
        depth += -1 if tag["closes"] else 1
        last = tag.end() if tag["closes"] else last
        if depth == 0:
            return last
    return last
