"""Inline markup of a line: bold, italic and code as runs, everything else as plain text."""

import html
import re
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Final

from inkwright.artifacts.math.plain_text import replace_formulas
from inkwright.artifacts.text import one_line, split_text
from inkwright.artifacts.typefaces import Style

# Code, a row of stars, or backslashes before a mark: in `\*` it is none, in `\\*` it is one again.
_TOKEN = re.compile(
    r"(?<!`)(?P<ticks>`{1,3})(?!`)(?P<code>[^`]+)(?P=ticks)(?!`)"
    r"|(?<!\\)(?P<even>(?:\\\\)+)(?=[*`])|(?<!\\)(?P<odd>(?:\\\\)*\\)(?P<mark>[*`])|\*+"
)
_ESCAPABLE = re.compile(r"(?<!\\)\\*[*`]")
_WORD = re.compile(r"[A-Za-z0-9]")
_MOST_STARS: Final = 3
# Emphasis stands inside emphasis; deeper than this it is no writing any more.
_MOST_OPEN: Final = 6


@dataclass(frozen=True, slots=True)
class InlineRun:
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


def parse_runs(text: str) -> list[InlineRun]:
    """The text as runs, without the marks; joined, they are what a reader sees. Takes linear time."""
    if "*" not in text and "`" not in text:
        return [InlineRun(text)] if text else []
    parts = _mark_parts(text)
    _pair_stars(parts)
    bold = italic = 0
    styled: list[tuple[tuple[bool, bool, bool], str]] = []
    for part in parts:
        bold += part.turn * (part.stars >= 2)
        italic += part.turn * (part.stars != 2)
        if part.turn == 0 and part.text:
            styled.append(((bold > 0, italic > 0, part.is_code), part.text))
    return [InlineRun("".join(words for _, words in same), *style) for style, same in groupby(styled, itemgetter(0))]


def visible_text(text: str) -> str:
    """What a reader sees of the text: the words without their marks."""
    return "".join(run.text for run in parse_runs(text))


def escape_marks(words: str) -> str:
    """A text of which the reader sees exactly these words, stars and all."""
    if visible_text(words) == words:
        return words
    return _ESCAPABLE.sub(lambda match: "\\" * (2 * len(match[0]) - 1) + match[0][-1], words)


@dataclass(slots=True)
class _MarkPart:
    """Some text; or a row of stars, which opens (turn 1) or closes (turn -1) emphasis, or is text after all."""

    text: str
    is_code: bool = False
    stars: int = 0
    opens: bool = False
    closes: bool = False
    turn: int = 0


def _mark_parts(text: str) -> list[_MarkPart]:
    parts: list[_MarkPart] = []
    start = 0
    for match in _TOKEN.finditer(text):
        parts.append(_MarkPart(text[start : match.start()]))
        start = match.end()
        if match["code"]:
            parts.append(_MarkPart(match["code"], is_code=True))
        elif slashes := match["even"] or match["odd"]:
            parts.append(_MarkPart("\\" * (len(slashes) // 2) + (match["mark"] or "")))
        else:
            parts.append(_star_part(text, match))
    return [*parts, _MarkPart(text[start:])]


def _star_part(text: str, match: re.Match[str]) -> _MarkPart:
    """A mark opens before a word and closes behind one; in `2*3*4` there is none."""
    before, behind = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    is_inside = bool(_WORD.match(before) and _WORD.match(behind))
    count = len(match[0])
    can_mark = count <= _MOST_STARS and not is_inside
    opens = can_mark and bool(behind) and not behind.isspace()
    closes = can_mark and bool(before) and not before.isspace()
    return _MarkPart(match[0], stars=count, opens=opens, closes=closes)


def _pair_stars(parts: list[_MarkPart]) -> None:
    """Give each row of stars that closes the last open one of its length; what stands open between them is text."""
    waiting: list[_MarkPart] = []
    for part in parts:
        if not part.stars:
            continue
        match = next((at for at in range(len(waiting) - 1, -1, -1) if waiting[at].stars == part.stars), None)
        if part.closes and match is not None:
            waiting[match].turn, part.turn = 1, -1
            del waiting[match:]
        elif part.opens:
            waiting = [*waiting, part][-_MOST_OPEN:]


_CODE = re.compile(r"(?<!`)(`{1,3})(?!`)([^`]+)\1(?!`)")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\(([^()\s]*)(?:\s+\"([^\"]*)\")?\)")
_ADDRESS = re.compile(r"<(https?://[^<>\s]*)>")
_BREAK = re.compile(r"<br ?/?>", re.I)
_UNDERSCORES = re.compile(r"(?<![\\_A-Za-z0-9])(_{1,3})(?=[^\s_])([^_]*[^\s_\\])\1(?![_A-Za-z0-9])")
_STRUCK = re.compile(r"(?<!~)~~([^~]+)~~(?!~)")
# Stars and backticks stay escaped: a deck has them for emphasis too.
_ESCAPE = re.compile(r"\\([\\_{}\[\]()#+\-.!>|~<$])")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_SPECIAL = re.compile(r"[\[<_~\\&]")
# Emphasis stands inside emphasis; deeper than this it is no writing any more.
_PASSES: Final = 3
_EMPHASIS_CHARACTERS: Final = "*_`~"
_UNSPACED = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")


def inline_markup(written: str) -> str:
    """The line with its emphasis and its formulas as a deck has them; the address of a link stands behind its words."""
    written = replace_formulas(written)
    found, start = [], 0
    for code in _CODE.finditer(written):
        found += [_tidy(written[start : code.start()]), f"`{code[2]}`"]
        start = code.end()
    return one_line("".join([*found, _tidy(written[start:])]))


def plain_text(written: str) -> str:
    """The line without emphasis, for titles, notes and other places that have none."""
    return escape_marks(one_line(visible_text(inline_markup(written))))


def split_marked(text: str, most: int) -> list[str]:
    """The text, cut into as many as its budget asks for. Emphasis is lost where it is cut."""
    if len(text) <= most:
        return [text]
    found = [escape_marks(part) for part in split_text(visible_text(text), most)]
    # A text of stars grows when they are escaped, threefold at most.
    return (
        found
        if max(map(len, found), default=0) <= most
        else list(map(escape_marks, split_text(visible_text(text), most // 3)))
    )


def join_lines(lines: list[str]) -> str:
    """Wrapped lines as one: Chinese is joined without a space."""
    found: list[str] = []
    for line in map(str.strip, lines):
        if found and not (
            _UNSPACED.match(found[-1].rstrip(_EMPHASIS_CHARACTERS)[-1:])
            and _UNSPACED.match(line.lstrip(_EMPHASIS_CHARACTERS))
        ):
            found.append(" ")
        found.append(line)
    return "".join(found)


def _tidy(text: str) -> str:
    if not _SPECIAL.search(text):
        return text
    text = _ADDRESS.sub(r"\1", _LINK.sub(_link_text, _BREAK.sub(" ", text)))
    for _ in range(_PASSES):
        text = _STRUCK.sub(r"\1", _UNDERSCORES.sub(_as_stars, text))
    return _ENTITY.sub(_entity_text, _ESCAPE.sub(r"\1", text))


def _link_text(match: re.Match[str]) -> str:
    words, address, title = match[1], match[2], match[3] or ""
    behind = " ".join(filter(None, ("" if address in (words, "") or address.startswith("#") else address, title)))
    return f"{words} ({behind})" if words and behind else words or behind


def _as_stars(match: re.Match[str]) -> str:
    stars = "*" * len(match[1])
    return f"{stars}{match[2]}{stars}"


def _entity_text(match: re.Match[str]) -> str:
    sign = html.unescape(match[0])
    return f"\\{sign}" if sign in ("*", "`") else sign
