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

# Code, a row of stars, or backslashes before a mark: `\*` is not a mark, `\\*` is.
_TOKEN = re.compile(
    r"(?<!`)(?P<ticks>`{1,3})(?!`)(?P<code>[^`]+)(?P=ticks)(?!`)"
    r"|(?<!\\)(?P<even>(?:\\\\)+)(?=[*`])|(?<!\\)(?P<odd>(?:\\\\)*\\)(?P<mark>[*`])|\*+"
)
_ESCAPABLE = re.compile(r"(?<!\\)\\*[*`]")
_WORD = re.compile(r"[A-Za-z0-9]")
_MAX_STARS: Final = 3
# Emphasis can be nested; deeper than this, the stars are plain text.
_MAX_OPEN: Final = 6


@dataclass(frozen=True, slots=True)
class InlineRun:
    """Text in one style."""

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False

    @property
    def style(self) -> Style:
        """Its style of the typeface."""
        if self.bold:
            return "bolditalic" if self.italic else "bold"
        return "italic" if self.italic else "regular"


def parse_runs(text: str) -> list[InlineRun]:
    """Return the text as runs without the marks; joined, they are the visible text. Takes linear time."""
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
    """Return the text without its marks."""
    return "".join(run.text for run in parse_runs(text))


def escape_marks(words: str) -> str:
    """Return a text whose visible text is exactly `words`, including stars."""
    if visible_text(words) == words:
        return words
    return _ESCAPABLE.sub(lambda match: "\\" * (2 * len(match[0]) - 1) + match[0][-1], words)


@dataclass(slots=True)
class _MarkPart:
    """Some text, or a row of stars that opens (turn 1) or closes (turn -1) emphasis, or is plain text (turn 0)."""

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
    """Return the part of a row of stars: it can open before a word and close after one, but not in `2*3*4`."""
    before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    is_inside = bool(_WORD.match(before) and _WORD.match(after))
    count = len(match[0])
    can_mark = count <= _MAX_STARS and not is_inside
    opens = can_mark and bool(after) and not after.isspace()
    closes = can_mark and bool(before) and not before.isspace()
    return _MarkPart(match[0], stars=count, opens=opens, closes=closes)


def _pair_stars(parts: list[_MarkPart]) -> None:
    """Pair each row of stars that can close with the last open one of its length; rows between them are text."""
    waiting: list[_MarkPart] = []
    for part in parts:
        if not part.stars:
            continue
        match = next((index for index in range(len(waiting) - 1, -1, -1) if waiting[index].stars == part.stars), None)
        if part.closes and match is not None:
            waiting[match].turn, part.turn = 1, -1
            del waiting[match:]
        elif part.opens:
            waiting = [*waiting, part][-_MAX_OPEN:]


_CODE = re.compile(r"(?<!`)(`{1,3})(?!`)([^`]+)\1(?!`)")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\(([^()\s]*)(?:\s+\"([^\"]*)\")?\)")
_ADDRESS = re.compile(r"<(https?://[^<>\s]*)>")
_BREAK = re.compile(r"<br ?/?>", re.I)
_UNDERSCORES = re.compile(r"(?<![\\_A-Za-z0-9])(_{1,3})(?=[^\s_])([^_]*[^\s_\\])\1(?![_A-Za-z0-9])")
_STRUCK = re.compile(r"(?<!~)~~([^~]+)~~(?!~)")
# Stars and backticks stay escaped: decks use them for emphasis too.
_ESCAPE = re.compile(r"\\([\\_{}\[\]()#+\-.!>|~<$])")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_SPECIAL = re.compile(r"[\[<_~\\&]")
# Emphasis can be nested; deeper levels stay as they are.
_PASSES: Final = 3
_EMPHASIS_CHARACTERS: Final = "*_`~"
_UNSPACED = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")


def inline_markup(written: str) -> str:
    """Return the line with the emphasis and formulas of decks. The URL of a link follows its text."""
    written = replace_formulas(written)
    found, start = [], 0
    for code in _CODE.finditer(written):
        found += [_tidy(written[start : code.start()]), f"`{code[2]}`"]
        start = code.end()
    return one_line("".join([*found, _tidy(written[start:])]))


def plain_text(written: str) -> str:
    """Return the line without emphasis, for titles and notes."""
    return escape_marks(one_line(visible_text(inline_markup(written))))


def split_marked(text: str, limit: int) -> list[str]:
    """Split the text into parts of at most `limit` characters. Emphasis is lost where it is split."""
    if len(text) <= limit:
        return [text]
    found = [escape_marks(part) for part in split_text(visible_text(text), limit)]
    # Escaping makes a text of stars up to three times as long.
    return (
        found
        if max(map(len, found), default=0) <= limit
        else list(map(escape_marks, split_text(visible_text(text), limit // 3)))
    )


def join_lines(lines: list[str]) -> str:
    """Join wrapped lines; Chinese is joined without a space."""
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
    after = " ".join(filter(None, ("" if address in (words, "") or address.startswith("#") else address, title)))
    return f"{words} ({after})" if words and after else words or after


def _as_stars(match: re.Match[str]) -> str:
    stars = "*" * len(match[1])
    return f"{stars}{match[2]}{stars}"


def _entity_text(match: re.Match[str]) -> str:
    sign = html.unescape(match[0])
    return f"\\{sign}" if sign in ("*", "`") else sign
