"""Bars of formulas that surely belong together: `|x|` becomes `\\left|x\\right|`, a pair in every program."""

from dataclasses import dataclass, field
from typing import Final

from inkwright.artifacts.documents.tex_tokens import TEXT_COMMANDS, Tokens

_OPENING: Final = frozenset({"(", "[", r"\{", r"\lbrace", r"\lfloor", r"\lceil", r"\langle"})
_CLOSING: Final = frozenset({")", "]", r"\}", r"\rbrace", r"\rfloor", r"\rceil", r"\rangle"})
_RELATIONS: Final = frozenset(
    r"= < > , ; : \le \ge \leq \geq \leqslant \geqslant \ne \neq \lt \gt \approx \equiv \sim \to \rightarrow "
    r"\Rightarrow \Leftrightarrow \in \notin \subset \subseteq \mid \quad \qquad".split()
)
_OPERATORS: Final = _RELATIONS | frozenset(
    r"+ - * / \pm \mp \times \cdot \div \ast \cup \cap \, \; \: \! \sum \prod \int \lim \max \min \sin \cos \tan "
    r"\ln \log \lg \exp \sqrt \displaystyle".split()
)
_SIZES: Final = frozenset(
    rf"\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")
) | {r"\middle"}  # fmt: skip
_BARS: Final = frozenset({"|", r"\vert"})


@dataclass(slots=True)
class _Level:
    """What stands in one pair of brackets, in one cell: the bars that are open, and the pairs that were found."""

    end: str = ""
    before: str = ""
    open: list[tuple[int, bool]] = field(default_factory=list)
    pairs: list[tuple[int, int]] = field(default_factory=list)
    last_relation: int = -1


def with_paired_bars(tex: str) -> str:
    """The formula, in which bars that surely are a pair are one. Where it is not sure they stay as they are."""
    if "|" not in tex and r"\vert" not in tex:
        return tex
    work = _Pairing(tex)
    return work.written()


class _Pairing:
    def __init__(self, tex: str) -> None:
        self._all = Tokens(tex).all
        self._levels = [_Level()]
        self._pairs: list[tuple[int, int]] = []

    def written(self) -> str:
        at = 0
        while at < len(self._all):
            at = self._read(at, self._all[at])
        while self._levels:
            self._end_cell(self._levels.pop())
        told = {place: word for pair in self._pairs for place, word in zip(pair, (r"\left|", r"\right|"), strict=True)}
        return "".join(told.get(place, word) for place, word in enumerate(self._all))

    def _read(self, at: int, word: str) -> int:
        """Read one word, and say where the next is."""
        level = self._levels[-1]
        if word.isspace():
            return at + 1
        if word in _SIZES or word == r"\right":
            after = self._behind_space(at + 1)
            if word == r"\right":
                self._close()
            self._levels[-1].before = "x"
            return after + 1
        if word == r"\left":
            self._levels.append(_Level())
            return self._behind_space(at + 1) + 1
        if word in TEXT_COMMANDS or word == r"\begin{array}":
            if word == r"\begin{array}":
                self._levels.append(_Level())
            level.before = "x"
            return self._behind_group(at + 1)
        self._place(at, word)
        return at + 1

    def _place(self, at: int, word: str) -> None:
        level = self._levels[-1]
        if word in _BARS:
            self._bar(level, at)
        elif word == "{" or word in _OPENING or word.startswith(r"\begin{"):
            self._levels.append(_Level())
        elif word == "}" or word in _CLOSING or word.startswith(r"\end{"):
            self._close()
        elif word in ("&", r"\\"):
            self._end_cell(level)
            self._levels[-1] = _Level()
        else:
            level.before = word
            level.last_relation = at if word in _RELATIONS else level.last_relation

    def _bar(self, level: _Level, at: int) -> None:
        opens = level.before == "" or level.before == "|(" or level.before in _OPERATORS
        if opens or not level.open:
            # Behind a letter it may be one that parts: `2|x|` is a pair, `x|x>0` has none.
            level.open.append((at, opens))
            level.before = "|("
            return
        start, is_sure = level.open.pop()
        if not is_sure and level.last_relation > start:
            level.open.append((-1, False))
        else:
            level.pairs.append((start, at))
        level.before = "x"

    def _close(self) -> None:
        if len(self._levels) > 1:
            self._end_cell(self._levels.pop())
        self._levels[-1].before = "x"

    def _end_cell(self, level: _Level) -> None:
        if not level.open:
            self._pairs += level.pairs

    def _behind_space(self, at: int) -> int:
        while at < len(self._all) and self._all[at].isspace():
            at += 1
        return at

    def _behind_group(self, at: int) -> int:
        at = self._behind_space(at)
        depth = 0
        while at < len(self._all):
            depth += (self._all[at] == "{") - (self._all[at] == "}")
            at += 1
            if depth <= 0:
                break
        return at
