"""Parts of formulas that pandoc sets wrongly in typst: cases, matrices, boxes, what stands upon something else.

Each such part is taken out of the formula, with one character in its place. What is inside of it is read by pandoc
as a formula of its own, and the typst for the part is written here.
"""

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Final

from inkwright.artifacts.documents.tex_tokens import TEXT_COMMANDS, Tokens, Uneven

_FIRST: Final = 0xE000
_MOST: Final = 1_000
_PLACES = re.compile(f"[{chr(_FIRST)}-{chr(_FIRST + _MOST - 1)}]")
_ALIGNED: Final = frozenset({"aligned", "align", "align*", "alignedat", "split", "gathered", "gather", "gather*"})
_DELIMITERS: Final = {
    "matrix": "#none", "smallmatrix": "#none", "array": "#none", "pmatrix": '"("', "bmatrix": '"["', "Bmatrix": '"{"',
    "vmatrix": '"|"', "Vmatrix": '"‖"',
}  # fmt: skip
_CASES: Final = {"cases": "", "dcases": "", "rcases": "reverse: #true, "}
_OPEN_ENDS: Final = {
    ".": "", "(": r"\(", ")": r"\)", "[": r"\[", "]": r"\]", r"\{": r"\{", r"\}": r"\}", "|": "|", r"\vert": "|",
    r"\lbrace": r"\{", r"\rbrace": r"\}", r"\lvert": "|", r"\rvert": "|", r"\|": "‖",
}  # fmt: skip
_BRACES: Final = {(r"\{", "."): "", (r"\lbrace", "."): "", (".", r"\}"): "reverse: #true, "}
_ARCS: Final = frozenset({r"\frown", r"\smallfrown"})
_ARC_COMMANDS: Final = frozenset({r"\overparen", r"\overarc", r"\wideparen", r"\overgroup"})
_RELATIONS: Final = frozenset(
    r"= < > \to \rightarrow \leftarrow \Rightarrow \longrightarrow \leftrightarrow \rightleftharpoons \sim \equiv "
    r"\approx \cong \le \ge \leq \geq".split()
)


@dataclass(frozen=True, slots=True)
class Part:
    """A part: what it is, and its rows of cells in TeX. `told` says more: a delimiter, or the columns."""

    kind: str
    rows: tuple[tuple[str, ...], ...]
    told: str = ""
    lines: tuple[int, ...] = ()


@dataclass(slots=True)
class Reduced:
    """A formula with a character for each of its parts; `tex` is as it was where nothing had to be taken out."""

    tex: str
    parts: dict[str, Part] = field(default_factory=dict)

    def pieces(self) -> list[str]:
        """All that pandoc has to read, the formula first."""
        inside = [cell for part in self.parts.values() for row in part.rows for cell in row if cell.strip()]
        return [self.tex, *inside]

    def composed(self, read: Mapping[str, str], *, on_lines: bool) -> str:
        """The whole in typst, given what pandoc made of the pieces. `on_lines` says that it has lines of its own."""
        made: dict[str, str] = {}
        # A part comes behind those that stand inside of it.
        for place, part in self.parts.items():
            cells = [[_put(read[cell], made) if cell.strip() else "" for cell in row] for row in part.rows]
            is_whole = on_lines and self.tex.strip() == place
            made[place] = _lines(cells) if part.kind == "aligned" and is_whole else _typst(part, cells)
        return _put(read[self.tex], made)


def reduced(tex: str) -> Reduced:
    """The formula without the parts. One whose brackets do not match stays as it is, and pandoc tells."""
    if _PLACES.search(tex):
        return Reduced(tex)
    work = _Reducer(tex)
    try:
        found = work.sequence(frozenset())
    except Uneven:
        return Reduced(tex)
    return Reduced(found, work.parts)


class _Reducer:
    def __init__(self, tex: str) -> None:
        self.parts: dict[str, Part] = {}
        self._tokens = Tokens(tex)

    def sequence(self, ends: Set[str]) -> str:
        """All up to one of the ends, which is left to be read."""
        written: list[str] = []
        tokens = self._tokens
        with tokens.deeper():
            while (word := tokens.ahead()) not in ends:
                if word == "":
                    if ends:
                        raise Uneven
                    break
                tokens.take()
                written.append(self._one(word))
        return "".join(written)

    def _one(self, word: str) -> str:
        tokens = self._tokens
        if word == "{":
            return f"{{{self._closed('}')}}}"
        if word.startswith(r"\begin{"):
            return self._environment(word[7:-1])
        if word == r"\left":
            return self._fenced()
        if word == r"\boxed" or word == r"\fbox":
            return self._placed(Part("box", ((self._argument(),),)))
        if word in _ARC_COMMANDS:
            return self._placed(Part("arc", ((self._argument(),),)))
        if word in (r"\overset", r"\stackrel", r"\underset"):
            return self._stacked(word)
        if word in TEXT_COMMANDS:
            return word + tokens.raw_group()
        return word

    def _closed(self, end: str) -> str:
        inside = self.sequence(frozenset({end}))
        self._tokens.take()
        return inside

    def _argument(self) -> str:
        word = self._tokens.take_solid()
        with self._tokens.deeper():
            return self._closed("}") if word == "{" else self._one(word)

    def _stacked(self, command: str) -> str:
        upon, base = self._argument(), self._argument()
        if command != r"\underset" and upon.strip() in _ARCS:
            return self._placed(Part("arc", ((base,),)))
        if base.strip() in _RELATIONS or (command == r"\underset" and base.strip().startswith("\\")):
            return f"{command}{{{upon}}}{{{base}}}"
        return self._placed(Part("under" if command == r"\underset" else "over", ((base, upon),)))

    def _environment(self, name: str) -> str:
        tokens = self._tokens
        columns = tokens.raw_group()[1:-1] if name in ("array", "alignedat") else ""
        rows: list[tuple[str, ...]] = []
        lines: list[int] = []
        row: list[str] = []
        ends = frozenset({"&", r"\\", rf"\end{{{name}}}"})
        while True:
            cell = self.sequence(ends)
            if r"\hline" in cell:
                lines.append(len(rows))
                cell = cell.replace(r"\hline", "")
            row.append(cell.strip())
            end = tokens.take()
            if end != "&":
                rows.append(tuple(row))
                row = []
            if end not in ends - {rf"\end{{{name}}}"}:
                break
            if end == r"\\":
                tokens.skip_room()
        rows = rows[:-1] if len(rows) > 1 and not any(rows[-1]) else rows
        return self._made(name, tuple(rows), columns, tuple(lines))

    def _made(self, name: str, rows: tuple[tuple[str, ...], ...], columns: str, lines: tuple[int, ...]) -> str:
        if name in _CASES:
            return self._placed(Part("cases", rows, _CASES[name]))
        if name in _DELIMITERS:
            sides = columns.replace(" ", "")
            return self._placed(Part(f"mat {_DELIMITERS[name]}", rows, sides, lines))
        if name in _ALIGNED:
            return self._placed(Part("aligned", rows))
        inside = r"\\".join("&".join(row) for row in rows)
        return rf"\begin{{{name}}}{inside}\end{{{name}}}"

    def _fenced(self) -> str:
        tokens = self._tokens
        left = tokens.take_solid()
        inside = self.sequence(frozenset({r"\right"}))
        tokens.take()
        right = tokens.take_solid()
        place = inside.strip()
        brace = _BRACES.get((left, right))
        held = self.parts.get(place)
        if brace is not None and held is not None and held.kind in ("aligned", "mat #none"):
            gap = "" if held.kind == "aligned" else "quad "
            self.parts[place] = Part("cases", held.rows, brace + ("" if gap else "tight"))
            return place
        if "." in (left, right) and left in _OPEN_ENDS and right in _OPEN_ENDS:
            return self._placed(Part("ends", ((inside,),), f"{_OPEN_ENDS[left]} {_OPEN_ENDS[right]}"))
        return rf"\left{left} {inside}\right{right} "

    def _placed(self, part: Part) -> str:
        if len(self.parts) >= _MOST:
            raise Uneven
        place = chr(_FIRST + len(self.parts))
        self.parts[place] = part
        return place


def _put(made: str, parts: Mapping[str, str]) -> str:
    return _PLACES.sub(lambda found: parts.get(found[0], found[0]), made)


def _lines(rows: list[list[str]]) -> str:
    return " \\\n".join(" & ".join(row) for row in rows)


def _typst(part: Part, rows: list[list[str]]) -> str:
    first = rows[0]
    match part.kind:
        case "cases":
            gap = " & " if part.told.endswith("tight") else " & quad "
            return f"cases({part.told.removesuffix('tight')}{', '.join(_joined(row, gap) for row in rows)})"
        case "aligned":
            return f"mat(delim: #none, {'; '.join(_joined(row, ' & ') for row in rows)})"
        case "box":
            return f"#box(stroke: 0.5pt, inset: 3pt, $ {first[0]} $)"
        case "arc":
            return f"overparen({_cell(first[0])})"
        case "over" | "under":
            return f"limits({_cell(first[0])}){'^' if part.kind == 'over' else '_'}({first[1]})"
        case "ends":
            left, _, right = part.told.partition(" ")
            return f"lr({left} {_cell(first[0])} {right})"
        case _:
            return _matrix(part, rows)


def _matrix(part: Part, rows: list[list[str]]) -> str:
    told = f"delim: {part.kind.removeprefix('mat ')}, "
    sides = part.told.replace("|", "")
    if set(sides) in ({"l"}, {"r"}):
        told += f"align: #{'left' if 'l' in sides else 'right'}, "
    # Lines between columns and rows; typst counts them as we do: so many stand before.
    downs = [len(part.told[:at].replace("|", "")) for at, char in enumerate(part.told) if char == "|"]
    inner = [str(each) for each in dict.fromkeys(downs) if 0 < each < len(sides)]
    across = [str(each) for each in dict.fromkeys(part.lines) if 0 < each < len(rows)]
    if inner or across:
        told += f"augment: #(vline: ({''.join(f'{each},' for each in inner)}), "
        told += f"hline: ({''.join(f'{each},' for each in across)})), "
    return f"mat({told}{'; '.join(_joined(row, ', ') for row in rows)})"


def _joined(row: list[str], gap: str) -> str:
    # In a line of text typst would set what is inside as small as an index.
    return gap.join(f"inline({_cell(cell)})" if cell else "" for cell in row)


def _cell(made: str) -> str:
    """As an argument: a colon behind a word would make it the name of one."""
    return made.replace(" : ", " colon ")
