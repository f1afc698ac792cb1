"""Parse the answer after a divider, a line of `=====` (ruling 40)."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from inkwright.parsing.fences import fenced_spans, is_inside
from inkwright.parsing.replies import answer_text, reply_layers
from inkwright.parsing.results import Parsed, Rejected, reject
from inkwright.parsing.section_texts import is_farewell, strip_blank_lines

_DIVIDER = re.compile(r"[ \t]*(?P<run>={5,}(?:[^=\n]*\w[^=\n]*={5,})?)[ \t]*")
_END_TITLE = re.compile(r"=+\s*(?:the\s+)?(?:end|fin|结束|結束|完|终|終)(?:\s+of\b[^=]*)?\s*=+", re.IGNORECASE)
_MAX_TAIL: Final = 1_000
_EXAMPLE: Final = "=====\n…"


@dataclass(frozen=True, slots=True)
class _Divider:
    start: int
    end: int
    is_end: bool


def parse_after_divider(reply: str | None, *, allow_empty: bool = False) -> Parsed[str] | Rejected:
    """Return the text after the last divider that is followed by content; a farewell is not content."""
    text = answer_text(reply)
    if not text.strip():
        return reject(text, "empty", "sections.no_reply", example=_EXAMPLE)
    for layer in reply_layers(text):
        content = _content(layer, _dividers(layer), allow_empty)
        if content is not None:
            return Parsed(content)
    return reject(text, "no_divider", "sections.no_divider", example=_EXAMPLE)


def _content(text: str, dividers: list[_Divider], allow_empty: bool) -> str | None:
    """Return the last part with content; of parts that all read as farewells, the first."""
    farewell: str | None = None
    stop = len(text)
    for divider in reversed(dividers):
        content = strip_blank_lines(text[divider.end : stop])
        stop = divider.start
        if content and not divider.is_end:
            if not is_farewell(content):
                return content
            farewell = content
    return farewell or ("" if dividers and allow_empty else None)


def _dividers(text: str) -> list[_Divider]:
    found: list[_Divider] = []
    position, previous = 0, ""
    last = len(text.rstrip())
    for line in text.replace("＝", "=").split("\n"):
        end = position + len(line) + 1
        match = _DIVIDER.fullmatch(line) if "=====" in line and len(line) < 1_000 else None
        is_underline = match is not None and end <= last and _is_underline(match["run"], previous)
        if is_underline and found and last - end <= _MAX_TAIL:
            is_underline = not is_farewell(text[end:].strip())
        if match and not is_underline:
            found.append(_Divider(position, min(end, len(text)), _END_TITLE.fullmatch(match["run"]) is not None))
        position, previous = end, line
    fenced = fenced_spans(text) if found else []
    return [divider for divider in found if not is_inside(fenced, divider.start)]


def _is_underline(run: str, previous: str) -> bool:
    """Whether a run of `=` underlines a heading: it is as wide as the line above."""
    return bool(previous.strip(" \t=")) and not run.strip("=") and _width(previous.strip()) == len(run)


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
