"""Line breaks as office programs set them, with the width and height of each piece in ems."""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from inkwright.artifacts.slides.markdown.inline import InlineRun
from inkwright.artifacts.typefaces import (
    HEI,
    HUMANIST,
    TYPEWRITER,
    Style,
    Typeface,
    face_for,
    is_east_asian,
    measuring_font,
)

_MEASURED_SIZE: Final = 1000
# LibreOffice sets lines in shapes this far apart whatever the typeface, but in tables as the typeface asks.
_LEAST_HEIGHT: Final = 1.2
_SCRIPT_GAP: Final = 0.24
_LONG_WORD: Final = 4
_MAX_ADDRESS: Final = 200
_GLUE: Final = frozenset("\u00a0\u202f\u2060\ufeff\u2011")
_SPACES: Final = frozenset(" \t\n\u200b\u2003\u2002\u2009\u3000")
_NEVER_FIRST: Final = frozenset(
    "!%),.:;?]}¢°·’”…‰′″›℃℉、。々〃〉》」』】〕〗〞〟ー゛゜ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
    "！＂％＇），．：；？］｀｜｝～￠〜–—»"
)
_NEVER_LAST: Final = frozenset("$([{£¥‘“‹«〈《「『【〔〖〝＄（［｛￡￥")
_INVISIBLE_CATEGORIES: Final = frozenset({"Cf", "Cc", "Mn", "Me"})


@dataclass(frozen=True, slots=True)
class Faces:
    """The typefaces of a text."""

    latin: Typeface = HUMANIST
    east_asian: Typeface = HEI


@dataclass(frozen=True, slots=True)
class LinePiece:
    """Characters that stay on one line, with the spaces behind them, which may stand over the edge."""

    text: str
    widths: tuple[float, ...]
    width: float
    space: float
    height: float
    ends_line: bool


class _CharacterMeasures:
    """How wide and how high single characters are in the faces and one style. Each is measured once."""

    def __init__(self, faces: Faces, style: Style) -> None:
        self._faces = faces
        self._style = style
        self._known: dict[tuple[str, bool], tuple[float, float]] = {}

    def measured(self, char: str, is_asian: bool) -> tuple[float, float]:
        known = self._known.get((char, is_asian))
        if known is None:
            known = self._known[char, is_asian] = self._measure(char, is_asian)
        return known

    def _measure(self, char: str, is_asian: bool) -> tuple[float, float]:
        latin, east_asian = self._faces.latin, self._faces.east_asian
        if is_asian and not is_east_asian(char):
            latin, east_asian = east_asian, latin
        face = face_for(char, latin, east_asian)
        if char != "\t" and unicodedata.category(char) in _INVISIBLE_CATEGORIES:
            return 0.0, line_height(face)
        return measuring_font(face, self._style).getlength(char) / _MEASURED_SIZE, line_height(face)


@lru_cache(maxsize=64)
def _character_measures(faces: Faces, style: Style) -> _CharacterMeasures:
    return _CharacterMeasures(faces, style)


@lru_cache(maxsize=32)
def line_height(face: Typeface) -> float:
    """How far apart its lines stand."""
    return max(_LEAST_HEIGHT, measuring_font(face).font.height / _MEASURED_SIZE)


@lru_cache(maxsize=4096)
def split_pieces(runs: tuple[InlineRun, ...], faces: Faces) -> tuple[LinePiece, ...]:
    """The text of the runs in pieces that are not broken. Joined, they are the text."""
    text = "".join(run.text for run in runs)
    scripts = _scripts(text)
    widths, heights = _piece_measures(runs, faces, scripts)
    # Spaces before the first word are an indent: no line ends behind them.
    indent = len(text) - len(text.lstrip(" \t"))
    starts = [0, *(at for at in range(indent + 1, len(text)) if _may_break(text, at, scripts)), len(text)]
    return tuple(
        _line_piece(text[start:end], widths[start:end], max(heights[start:end]))
        for start, end in pairwise(starts)
        if end > start
    )


def _line_piece(text: str, widths: list[float], height: float) -> LinePiece:
    seen = len(text.rstrip(" \t\n\u200b"))
    return LinePiece(text, tuple(widths[:seen]), sum(widths[:seen]), sum(widths[seen:]), height, text.endswith("\n"))


def _scripts(text: str) -> list[bool]:
    """Of each character whether it is set in the East Asian face. Weak ones go with what stands before them."""
    scripts: list[bool] = []
    now = next((is_east_asian(char) for char in text if not _is_weak(char)), False)
    for char in text:
        if not _is_weak(char):
            now = is_east_asian(char)
        scripts.append(now)
    return scripts


def _is_weak(char: str) -> bool:
    return char in _SPACES or "\u2000" <= char <= "\u27bf"


def _piece_measures(runs: tuple[InlineRun, ...], faces: Faces, scripts: list[bool]) -> tuple[list[float], list[float]]:
    widths: list[float] = []
    heights: list[float] = []
    before = scripts[0] if scripts else False
    for run in runs:
        ruler = _character_measures(Faces(TYPEWRITER, faces.east_asian) if run.code else faces, run.style)
        for char in run.text:
            is_asian = scripts[len(widths)]
            width, height = ruler.measured(char, is_asian)
            widths.append(width + _SCRIPT_GAP * (is_asian is not before))
            heights.append(height)
            before = is_asian
    return widths, heights


def _may_break(text: str, at: int, scripts: list[bool]) -> bool:
    """Whether a line may end before the character at that place."""
    before, char = text[at - 1], text[at]
    if char in _SPACES and char != "\u3000":
        return before == "\n"
    if before in _SPACES:
        return True
    if before in _GLUE or char in _GLUE or char in _NEVER_FIRST or before in _NEVER_LAST:
        return False
    if unicodedata.category(char) in _INVISIBLE_CATEGORIES or before == "\u200d":
        return False
    if scripts[at - 1] or scripts[at]:
        return True
    return _ends_part_of_word(text, at)


def _ends_part_of_word(text: str, at: int) -> bool:
    """In `well-known` and `either/neither` there is a break behind the sign; in `-5`, `1/2`, `and/or` and in an address
    is none.
    """
    before, char = text[at - 1], text[at]
    if before in "-\u2010":
        return char.isalpha() and text[at - 2 : at - 1].isalnum()
    if before == "/":
        around = text[max(at - 1 - _LONG_WORD, 0) : at - 1] + text[at : at + _LONG_WORD]
        return (
            len(around) == 2 * _LONG_WORD and around.isalpha() and not _is_address(text[max(at - _MAX_ADDRESS, 0) : at])
        )
    return before in "\u2013\u2014" and char != before


def _is_address(before: str) -> bool:
    word = before.rsplit(None, 1)[-1]
    return "://" in word or "www." in word


def break_lines(found: tuple[LinePiece, ...], limit: float) -> list[tuple[str, float]]:
    """The lines in that width, each with its height. A piece that is wider than a line is broken anywhere."""
    lines: list[tuple[str, float]] = []
    text, used, high = "", 0.0, 0.0
    for piece in found:
        if text and used + piece.width > limit:
            lines.append((text, high))
            text, used, high = "", 0.0, 0.0
        whole, rest = piece.text, piece.width
        if piece.width > limit:
            *full, (whole, rest) = _break_piece(piece, limit)
            lines += [(part, piece.height) for part, _ in full]
        text, used, high = text + whole, used + rest + piece.space, max(high, piece.height)
        if piece.ends_line:
            lines.append((text, high))
            text, used, high = "", 0.0, 0.0
    # No text at all is as high as a line.
    return [*lines, (text, high or _LEAST_HEIGHT)] if text or not lines else lines


def overlong_words(found: tuple[LinePiece, ...], limit: float) -> list[str]:
    """The words that are wider than the line."""
    return [piece.text for piece in found if piece.width > limit and len(piece.widths) > 1]


def _break_piece(piece: LinePiece, limit: float) -> list[tuple[str, float]]:
    parts: list[tuple[str, float]] = []
    start, used = 0, 0.0
    for at, width in enumerate(piece.widths):
        if at > start and used + width > limit and width:
            parts.append((piece.text[start:at], used))
            start, used = at, 0.0
        used += width
    return [*parts, (piece.text[start:], used)]
