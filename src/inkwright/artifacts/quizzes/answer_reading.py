"""What GIFT and Moodle XML write in their own way: numbers, stars for any words, names of questions."""

import re
from decimal import Decimal
from typing import Final, NamedTuple

_DIGITS: Final = r"[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,2})?"
_NUMBER = re.compile(rf"({_DIGITS})\s*+(?::\s*+{_DIGITS})?")
_RANGE = re.compile(rf"({_DIGITS})\s*+\.\.\s*+({_DIGITS})")
_STAR = re.compile(r"\\\*|\*")
_ONLY_A_NUMBER = re.compile(r"\W{0,9}(?:questions?|q|第|题目?|问题)?\W{0,9}\d{1,9}\W{0,9}题?\W{0,9}", re.IGNORECASE)
_SHOWN: Final = 30


class Number(NamedTuple):
    """A number that is right; the middle one where a whole range is."""

    text: str
    is_range: bool = False


def number_of(written: str) -> Number | None:
    """The number in `3.14:0.01` or `1..5`; None where there is none."""
    written = written.strip()
    if found := _RANGE.fullmatch(written):
        middle = (Decimal(found[1]) + Decimal(found[2])) / 2
        return Number(f"{middle.normalize():f}", is_range=True)
    found = _NUMBER.fullmatch(written)
    return Number(found[1]) if found else None


def without_stars(written: str) -> tuple[str, bool]:
    """The words of an answer in which a star stands for any words, and whether one does; `\\*` is a star itself."""
    is_wild = any(found[0] == "*" for found in _STAR.finditer(written))
    words = _STAR.sub(lambda found: " " if found[0] == "*" else "*", written)
    return (" ".join(words.split()) if is_wild else words), is_wild


def is_told_by(name: str, stem: str) -> bool:
    """Whether the name of a question says no more than its text and its number."""
    core = _core(name)
    return not core or bool(_ONLY_A_NUMBER.fullmatch(name.strip())) or _core(stem).startswith(core)


def in_file(place: int, words: str, kind: str = "") -> str:
    """Which question of a file was skipped: its place there, its first words, and its type."""
    line = " ".join(words[: _SHOWN * 20].split())
    shown = f"{line[:_SHOWN]}…" if len(line) > _SHOWN else line
    return f"#{place} “{shown}”" + (f" ({kind[:_SHOWN]})" if kind else "")


def _core(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()
