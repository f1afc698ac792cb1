"""Emphasis inside a text: `**bold**`, `*italic*` and `` `code` `` as runs; every other character as it stands."""

import re
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Final

from inkwright.artifacts.typefaces import Style

# Code, a row of stars, or backslashes before a mark: in `\*` it is none, in `\\*` it is one again.
_TOKEN = re.compile(
    r"(?<!`)(?P<ticks>`{1,3})(?!`)(?P<code>[^`]+)(?P=ticks)(?!`)"
    r"|(?<!\\)(?P<even>(?:\\\\)+)(?=[*`])|(?<!\\)(?P<odd>(?:\\\\)*\\)(?P<mark>[*`])|\*+"
)
_MARK = re.compile(r"(?<!\\)\\*[*`]")
_WORD = re.compile(r"[A-Za-z0-9]")
_MOST_STARS: Final = 3
# Emphasis stands inside emphasis; deeper than this it is no writing any more.
_MOST_OPEN: Final = 6


@dataclass(frozen=True, slots=True)
class Run:
    """Words that are set in one way."""

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False

    @property
    def style(self) -> Style:
        """The style of the typeface in which it is set."""
        if self.bold:
            return "bolditalic" if self.italic else "bold"
        return "italic" if self.italic else "regular"


def runs(text: str) -> list[Run]:
    """The text as runs, without the marks; joined, they are what a reader sees. Takes linear time."""
    if "*" not in text and "`" not in text:
        return [Run(text)] if text else []
    parts = _parts(text)
    _pair(parts)
    bold = italic = 0
    styled: list[tuple[tuple[bool, bool, bool], str]] = []
    for part in parts:
        bold += part.turn * (part.stars >= 2)
        italic += part.turn * (part.stars != 2)
        if part.turn == 0 and part.text:
            styled.append(((bold > 0, italic > 0, part.is_code), part.text))
    return [Run("".join(words for _, words in same), *style) for style, same in groupby(styled, itemgetter(0))]


def visible(text: str) -> str:
    """What a reader sees of the text: the words without their marks."""
    return "".join(run.text for run in runs(text))


def escaped(words: str) -> str:
    """A text of which the reader sees exactly these words, stars and all."""
    if visible(words) == words:
        return words
    return _MARK.sub(lambda match: "\\" * (2 * len(match[0]) - 1) + match[0][-1], words)


@dataclass(slots=True)
class _Part:
    """Some text; or a row of stars, which opens (turn 1) or closes (turn -1) emphasis, or is text after all."""

    text: str
    is_code: bool = False
    stars: int = 0
    opens: bool = False
    closes: bool = False
    turn: int = 0


def _parts(text: str) -> list[_Part]:
    parts: list[_Part] = []
    start = 0
    for match in _TOKEN.finditer(text):
        parts.append(_Part(text[start : match.start()]))
        start = match.end()
        if match["code"]:
            parts.append(_Part(match["code"], is_code=True))
        elif slashes := match["even"] or match["odd"]:
            parts.append(_Part("\\" * (len(slashes) // 2) + (match["mark"] or "")))
        else:
            parts.append(_stars(text, match))
    return [*parts, _Part(text[start:])]


def _stars(text: str, match: re.Match[str]) -> _Part:
    """A mark opens before a word and closes behind one; in `2*3*4` there is none."""
    before, behind = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    is_inside = bool(_WORD.match(before) and _WORD.match(behind))
    count = len(match[0])
    can_mark = count <= _MOST_STARS and not is_inside
    opens = can_mark and bool(behind) and not behind.isspace()
    closes = can_mark and bool(before) and not before.isspace()
    return _Part(match[0], stars=count, opens=opens, closes=closes)


def _pair(parts: list[_Part]) -> None:
    """Give each row of stars that closes the last open one of its length; what stands open between them is text."""
    waiting: list[_Part] = []
    for part in parts:
        if not part.stars:
            continue
        match = next((at for at in range(len(waiting) - 1, -1, -1) if waiting[at].stars == part.stars), None)
        if part.closes and match is not None:
            waiting[match].turn, part.turn = 1, -1
            del waiting[match:]
        elif part.opens:
            waiting = [*waiting, part][-_MOST_OPEN:]
