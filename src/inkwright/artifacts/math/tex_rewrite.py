"""Tokenises TeX formulas and rewrites what pandoc cannot read: paired bars, chemistry, degrees."""

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

_TOKEN = re.compile(r"\\(?:begin|end)\s*\{[A-Za-z]{1,20}\*?\}|\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)
_ROW_SPACING = re.compile(r"-?[\d.]{1,8}\s*(?:pt|em|ex|mm|cm)")
_ENVIRONMENT: Final = ("\\begin", "\\end")
_MAX_DEPTH: Final = 60
_MAX_OPTION: Final = 100

TEXT_COMMANDS: Final = frozenset(rf"\{name}" for name in ("text", "mbox", "textrm", "textbf", "textit", "operatorname"))
"""Commands whose argument is text."""


class UnbalancedTex(Exception):
    """The brackets of a formula do not match, or are too deep."""


class TexTokens:
    """The tokens of a formula and the current position."""

    def __init__(self, tex: str) -> None:
        found = _TOKEN.findall(tex)
        self.all = ["".join(each.split()) if each.startswith(_ENVIRONMENT) else each for each in found]
        self._index = 0
        self._depth = 0

    def ahead(self) -> str:
        """Return the next token without consuming it; empty at the end."""
        return self.all[self._index] if self._index < len(self.all) else ""

    def take(self) -> str:
        """Consume the next token. Raises UnbalancedTex at the end."""
        word = self.ahead()
        if not word:
            raise UnbalancedTex
        self._index += 1
        return word

    def take_solid(self) -> str:
        """Consume the next token that is not white space."""
        while self.ahead().isspace():
            self._index += 1
        return self.take()

    def raw_group(self) -> str:
        """Consume a group with its braces, unchanged, or a single token."""
        word = self.take_solid()
        if word != "{":
            return word
        written, depth = [word], 1
        while depth:
            word = self.take()
            depth += (word == "{") - (word == "}")
            written.append(word)
        return "".join(written)

    def option(self) -> str:
        """Consume an option and return it without its square brackets; empty if none follows."""
        if self.ahead() != "[":
            return ""
        end = self._index + 1
        while end < len(self.all) and self.all[end] != "]" and end - self._index < _MAX_OPTION:
            end += 1
        if end == len(self.all) or self.all[end] != "]":
            return ""
        inside = "".join(self.all[self._index + 1 : end])
        self._index = end + 1
        return inside

    def skip_row_spacing(self) -> None:
        """Skip the optional row spacing after the end of a row: `[2pt]`."""
        start = self._index
        if not _ROW_SPACING.fullmatch(self.option()):
            self._index = start

    @contextlib.contextmanager
    def deeper(self) -> Iterator[None]:
        """Enter one level of nesting. Raises UnbalancedTex if there are too many."""
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise UnbalancedTex
        yield
        self._depth -= 1


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
class _BracketLevel:
    """The state inside one pair of brackets in one cell: the open bars and the pairs found."""

    end: str = ""
    before: str = ""
    open: list[tuple[int, bool]] = field(default_factory=list)
    pairs: list[tuple[int, int]] = field(default_factory=list)
    last_relation: int = -1


def pair_bars(tex: str) -> str:
    """Write bars that certainly are a pair as `\\left|` and `\\right|`. Other bars stay unchanged."""
    if "|" not in tex and r"\vert" not in tex:
        return tex
    work = _BarPairing(tex)
    return work.written()


class _BarPairing:
    def __init__(self, tex: str) -> None:
        self._all = TexTokens(tex).all
        self._levels = [_BracketLevel()]
        self._pairs: list[tuple[int, int]] = []

    def written(self) -> str:
        index = 0
        while index < len(self._all):
            index = self._read(index, self._all[index])
        while self._levels:
            self._end_cell(self._levels.pop())
        bars = {index: bar for pair in self._pairs for index, bar in zip(pair, (r"\left|", r"\right|"), strict=True)}
        return "".join(bars.get(index, word) for index, word in enumerate(self._all))

    def _read(self, index: int, word: str) -> int:
        """Read one token and return the index of the next."""
        level = self._levels[-1]
        if word.isspace():
            return index + 1
        if word in _SIZES or word == r"\right":
            after = self._skip_space(index + 1)
            if word == r"\right":
                self._close()
            self._levels[-1].before = "x"
            return after + 1
        if word == r"\left":
            self._levels.append(_BracketLevel())
            return self._skip_space(index + 1) + 1
        if word in TEXT_COMMANDS or word == r"\begin{array}":
            if word == r"\begin{array}":
                self._levels.append(_BracketLevel())
            level.before = "x"
            return self._skip_group(index + 1)
        self._read_token(index, word)
        return index + 1

    def _read_token(self, index: int, word: str) -> None:
        level = self._levels[-1]
        if word in _BARS:
            self._bar(level, index)
        elif word == "{" or word in _OPENING or word.startswith(r"\begin{"):
            self._levels.append(_BracketLevel())
        elif word == "}" or word in _CLOSING or word.startswith(r"\end{"):
            self._close()
        elif word in ("&", r"\\"):
            self._end_cell(level)
            self._levels[-1] = _BracketLevel()
        else:
            level.before = word
            level.last_relation = index if word in _RELATIONS else level.last_relation

    def _bar(self, level: _BracketLevel, index: int) -> None:
        opens = level.before == "" or level.before == "|(" or level.before in _OPERATORS
        if opens or not level.open:
            # After a letter it may be a separator: `2|x|` has a pair, `x|x>0` has none.
            level.open.append((index, opens))
            level.before = "|("
            return
        start, is_sure = level.open.pop()
        if not is_sure and level.last_relation > start:
            level.open.append((-1, False))
        else:
            level.pairs.append((start, index))
        level.before = "x"

    def _close(self) -> None:
        if len(self._levels) > 1:
            self._end_cell(self._levels.pop())
        self._levels[-1].before = "x"

    def _end_cell(self, level: _BracketLevel) -> None:
        if not level.open:
            self._pairs += level.pairs

    def _skip_space(self, index: int) -> int:
        while index < len(self._all) and self._all[index].isspace():
            index += 1
        return index

    def _skip_group(self, index: int) -> int:
        index = self._skip_space(index)
        depth = 0
        while index < len(self._all):
            depth += (self._all[index] == "{") - (self._all[index] == "}")
            index += 1
            if depth <= 0:
                break
        return index


_COMMAND_ALIASES: Final = {
    r"\cfrac": r"\dfrac", r"\overarc": r"\overset{\frown}", r"\wideparen": r"\overset{\frown}",
    r"\celsius": r"^\circ\mathrm{C}", r"\degreeCelsius": r"^\circ\mathrm{C}",
}  # fmt: skip
_DEGREE = re.compile(r"\^\s*(?:\\(?:degree|textdegree)(?![A-Za-z])|\{\s*\\(?:degree|textdegree)\s*\})")
_REPLACED_COMMANDS: Final = frozenset({*_COMMAND_ALIASES, r"\degree", r"\textdegree", r"\xlongequal", r"\ce"})
_CHEMISTRY = re.compile(
    r"(?P<arrow><=>>?|<->|->|<-)(?:\[(?P<over>[^\[\]]{0,200})\])?(?:\[(?P<under>[^\[\]]{0,200})\])?"
    r"|(?P<raised>\^(?:\{[^{}]{0,40}\}|\d{0,3}[+-]?))|(?P<lowered>_(?:\{[^{}]{0,40}\}|[0-9A-Za-z]))"
    r"|(?P<command>\\[A-Za-z]+)|(?P<letters>[A-Za-z]+)|(?P<digits>\d+)|(?P<sign>[+-])|(?P<space>\s+)|(?P<other>.)",
    re.DOTALL,
)
_ARROWS: Final = {
    "->": r"\rightarrow", "<-": r"\leftarrow", "<->": r"\leftrightarrow", "<=>": r"\rightleftharpoons",
    "<=>>": r"\rightleftharpoons",
}  # fmt: skip
_CHEMISTRY_SIGNS: Final = {"*": r"\cdot ", ".": r"\cdot ", "·": r"\cdot ", "#": r"\equiv "}


def replace_unknown_commands(tex: str) -> str:
    """Return the formula in commands that pandoc knows.

    An unbalanced formula stays unchanged: its conversion reports the error.
    """
    if not any(name in tex for name in _REPLACED_COMMANDS):
        return tex
    tokens = TexTokens(_DEGREE.sub(r"^\\circ ", tex))
    written: list[str] = []
    try:
        while tokens.ahead():
            written.append(_replace_command(tokens, tokens.take()))
    except UnbalancedTex:
        return tex
    return "".join(written)


def _replace_command(tokens: TexTokens, word: str) -> str:
    if word in (r"\degree", r"\textdegree"):
        return r"^\circ "
    if word == r"\xlongequal":
        under = tokens.option()
        made = rf"\overset{{{_group_content(tokens.raw_group())}}}{{=}}"
        return rf"\underset{{{under}}}{{{made}}}" if under else made
    if word == r"\ce":
        return f"{{{_chemistry(_group_content(tokens.raw_group()))}}}"
    return _COMMAND_ALIASES.get(word, word)


def _group_content(group: str) -> str:
    return group[1:-1] if group.startswith("{") else group


def _chemistry(written: str) -> str:
    """Convert the common part of mhchem: formulas and reactions."""
    made: list[str] = []
    # The meaning of a number or a sign depends on the token directly before it.
    before = "space"
    for found in _CHEMISTRY.finditer(written):
        kind, word = str(found.lastgroup), found[0]
        if found["arrow"]:
            kind, piece = "arrow", _arrow(found)
        elif kind == "digits":
            piece = f"_{{{word}}}" if before in ("letters", "closing") else word
        elif kind == "sign":
            is_charge = before in ("letters", "closing", "lowered", "digits", "raised") and not _is_bond(found)
            piece = f"^{{{word}}}" if is_charge else word
        else:
            piece = _chemistry_token(kind, word, before)
        made.append(piece)
        before = "closing" if word in (")", "]") else kind
    return "".join(made)


def _is_bond(found: "re.Match[str]") -> bool:
    """Whether a dash joins its neighbours."""
    follows = found.string[found.end() : found.end() + 1]
    return follows.isalnum() or follows in ("(", "[")


def _chemistry_token(kind: str, word: str, before: str) -> str:
    if kind == "letters":
        return r"\downarrow " if word == "v" and before == "space" else rf"\mathrm{{{word}}}"
    if kind == "raised":
        inside = word[1:].strip("{}")
        # A lone `^` is an upward arrow: escaping gas.
        return f"^{{{inside}}}" if inside else r"\uparrow "
    if kind == "lowered":
        return f"_{{{word[1:].strip('{}')}}}"
    if kind == "space":
        return " "
    return f"{word} " if kind == "command" else _CHEMISTRY_SIGNS.get(word, word)


def _arrow(found: "re.Match[str]") -> str:
    sign = _ARROWS[found["arrow"]]
    over, under = (_arrow_label(found[name] or "") for name in ("over", "under"))
    if over:
        sign = rf"\overset{{{over}}}{{{sign}}}"
    return rf"\underset{{{under}}}{{{sign}}}" if under else f"{sign} "


def _arrow_label(written: str) -> str:
    """Return the label of an arrow: TeX, a formula, or words."""
    plain = written.strip().strip("$")
    if not plain or "\\" in plain:
        return plain
    return _chemistry(plain) if plain.isascii() else rf"\text{{{plain}}}"
