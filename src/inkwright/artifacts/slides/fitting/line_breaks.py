"""Line breaks as in office programs, with the width and height of each piece in ems."""

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
# LibreOffice uses this line distance in shapes for every typeface, and that of the typeface in tables.
_MIN_HEIGHT: Final = 1.2
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
    """Characters that stay on one line, with the spaces after them, which may go beyond the edge."""

    text: str
    widths: tuple[float, ...]
    width: float
    space: float
    height: float
    ends_line: bool


class _CharacterMeasures:
    """The widths and heights of single characters in the typefaces and one style. Each is measured once."""

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
    """Return the line height of a typeface, in ems."""
    return max(_MIN_HEIGHT, measuring_font(face).font.height / _MEASURED_SIZE)


@lru_cache(maxsize=4096)
def split_pieces(runs: tuple[InlineRun, ...], faces: Faces) -> tuple[LinePiece, ...]:
    """Return the text of the runs in pieces that are not broken. Joined, they are the text."""
    text = "".join(run.text for run in runs)
    scripts = _scripts(text)
    widths, heights = _piece_measures(runs, faces, scripts)
    # Spaces before the first word are an indent: no line ends after them.
    indent = len(text) - len(text.lstrip(" \t"))
    starts = [0, *(index for index in range(indent + 1, len(text)) if _may_break(text, index, scripts)), len(text)]
    return tuple(
        _line_piece(text[start:end], widths[start:end], max(heights[start:end]))
        for start, end in pairwise(starts)
        if end > start
    )


def _line_piece(text: str, widths: list[float], height: float) -> LinePiece:
    visible = len(text.rstrip(" \t\n\u200b"))
    return LinePiece(
        text, tuple(widths[:visible]), sum(widths[:visible]), sum(widths[visible:]), height, text.endswith("\n")
    )


def _scripts(text: str) -> list[bool]:
    """Return for each character whether it uses the East Asian typeface. Weak characters follow the one before."""
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
        measures = _character_measures(Faces(TYPEWRITER, faces.east_asian) if run.code else faces, run.style)
        for char in run.text:
            is_asian = scripts[len(widths)]
            width, height = measures.measured(char, is_asian)
            widths.append(width + _SCRIPT_GAP * (is_asian is not before))
            heights.append(height)
            before = is_asian
    return widths, heights


def _may_break(text: str, index: int, scripts: list[bool]) -> bool:
    """Whether a line may end before the character at that index."""
    before, char = text[index - 1], text[index]
    if char in _SPACES and char != "\u3000":
        return before == "\n"
    if before in _SPACES:
        return True
    if before in _GLUE or char in _GLUE or char in _NEVER_FIRST or before in _NEVER_LAST:
        return False
    if unicodedata.category(char) in _INVISIBLE_CATEGORIES or before == "\u200d":
        return False
    if scripts[index - 1] or scripts[index]:
        return True
    return _ends_part_of_word(text, index)


def _ends_part_of_word(text: str, index: int) -> bool:
    """Whether a line may end after a hyphen or slash.

    It may in `well-known` and `either/neither`, but not in `-5`, `1/2`, `and/or` or a URL.
    """
    before, char = text[index - 1], text[index]
    if before in "-\u2010":
        return char.isalpha() and text[index - 2 : index - 1].isalnum()
    if before == "/":
        around = text[max(index - 1 - _LONG_WORD, 0) : index - 1] + text[index : index + _LONG_WORD]
        return (
            len(around) == 2 * _LONG_WORD
            and around.isalpha()
            and not _is_address(text[max(index - _MAX_ADDRESS, 0) : index])
        )
    return before in "\u2013\u2014" and char != before


def _is_address(before: str) -> bool:
    word = before.rsplit(None, 1)[-1]
    return "://" in word or "www." in word


def break_lines(pieces: tuple[LinePiece, ...], limit: float) -> list[tuple[str, float]]:
    """Return the lines in that width, each with its height. A piece that is wider than a line is broken anywhere."""
    lines: list[tuple[str, float]] = []
    text, used, height = "", 0.0, 0.0
    for piece in pieces:
        if text and used + piece.width > limit:
            lines.append((text, height))
            text, used, height = "", 0.0, 0.0
        whole, rest = piece.text, piece.width
        if piece.width > limit:
            *full, (whole, rest) = _break_piece(piece, limit)
            lines += [(part, piece.height) for part, _ in full]
        text, used, height = text + whole, used + rest + piece.space, max(height, piece.height)
        if piece.ends_line:
            lines.append((text, height))
            text, used, height = "", 0.0, 0.0
    # An empty text is as high as one line.
    return [*lines, (text, height or _MIN_HEIGHT)] if text or not lines else lines


def overlong_words(pieces: tuple[LinePiece, ...], limit: float) -> list[str]:
    """Return the words that are wider than the line."""
    return [piece.text for piece in pieces if piece.width > limit and len(piece.widths) > 1]


def _break_piece(piece: LinePiece, limit: float) -> list[tuple[str, float]]:
    parts: list[tuple[str, float]] = []
    start, used = 0, 0.0
    for index, width in enumerate(piece.widths):
        if index > start and used + width > limit and width:
            parts.append((piece.text[start:index], used))
            start, used = index, 0.0
        used += width
    return [*parts, (piece.text[start:], used)]
