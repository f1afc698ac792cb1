"""Converts TeX formulas to typst: pandoc converts most, and cases, matrices and boxes are written here.

Each part that pandoc converts wrongly is replaced by one placeholder character. Pandoc reads the content of the part as
a separate formula, and this module writes the typst for the part."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Final

from inkwright.artifacts.math.tex_bounds import tex_problem
from inkwright.artifacts.math.tex_rewrite import (
    TEXT_COMMANDS,
    TexTokens,
    UnbalancedTex,
    pair_bars,
    replace_unknown_commands,
)
from inkwright.artifacts.pandoc import Node, convert, walk
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, text

_FIRST_PLACEHOLDER: Final = 0xE000
_MAX_PLACEHOLDERS: Final = 1_000
_PLACEHOLDERS = re.compile(f"[{chr(_FIRST_PLACEHOLDER)}-{chr(_FIRST_PLACEHOLDER + _MAX_PLACEHOLDERS - 1)}]")
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
class FormulaPart:
    """A part: its kind, and its rows of cells in TeX. `options` is the delimiter or the columns."""

    kind: str
    rows: tuple[tuple[str, ...], ...]
    options: str = ""
    lines: tuple[int, ...] = ()


@dataclass(slots=True)
class SplitFormula:
    """A formula with a placeholder for each of its parts. `tex` is the original if it has no parts."""

    tex: str
    parts: dict[str, FormulaPart] = field(default_factory=dict)

    def pieces(self) -> list[str]:
        """Return every piece that pandoc has to read, the formula first."""
        inside = [cell for part in self.parts.values() for row in part.rows for cell in row if cell.strip()]
        return [self.tex, *inside]

    def composed(self, read: Mapping[str, str], *, on_lines: bool) -> str:
        """Return the whole in typst, given the typst of the pieces. `on_lines`: whether it has lines of its own."""
        made: dict[str, str] = {}
        # Inner parts come before the parts that contain them.
        for placeholder, part in self.parts.items():
            cells = [[_insert_parts(read[cell], made) if cell.strip() else "" for cell in row] for row in part.rows]
            is_whole = on_lines and self.tex.strip() == placeholder
            is_lines = part.kind == "aligned" and is_whole
            made[placeholder] = _typst_lines(cells) if is_lines else _typst_part(part, cells)
        return _insert_parts(read[self.tex], made)


def split_formula(tex: str) -> SplitFormula:
    """Split a formula. One with unbalanced brackets stays whole: pandoc reports the error."""
    if _PLACEHOLDERS.search(tex):
        return SplitFormula(tex)
    work = _FormulaSplitter(tex)
    try:
        found = work.sequence(frozenset())
    except UnbalancedTex:
        return SplitFormula(tex)
    return SplitFormula(found, work.parts)


class _FormulaSplitter:
    def __init__(self, tex: str) -> None:
        self.parts: dict[str, FormulaPart] = {}
        self._tokens = TexTokens(tex)

    def sequence(self, ends: Set[str]) -> str:
        """Read up to one of the ends, which is not consumed."""
        written: list[str] = []
        tokens = self._tokens
        with tokens.deeper():
            while (word := tokens.ahead()) not in ends:
                if word == "":
                    if ends:
                        raise UnbalancedTex
                    break
                tokens.take()
                written.append(self._one(word))
        return "".join(written)

    def _one(self, word: str) -> str:
        tokens = self._tokens
        if word == "{":
            return f"{{{self._read_until('}')}}}"
        if word.startswith(r"\begin{"):
            return self._environment(word[7:-1])
        if word == r"\left":
            return self._fenced()
        if word == r"\boxed" or word == r"\fbox":
            return self._replace_part(FormulaPart("box", ((self._argument(),),)))
        if word in _ARC_COMMANDS:
            return self._replace_part(FormulaPart("arc", ((self._argument(),),)))
        if word in (r"\overset", r"\stackrel", r"\underset"):
            return self._stacked(word)
        if word in TEXT_COMMANDS:
            return word + tokens.raw_group()
        return word

    def _read_until(self, end: str) -> str:
        inside = self.sequence(frozenset({end}))
        self._tokens.take()
        return inside

    def _argument(self) -> str:
        word = self._tokens.take_solid()
        with self._tokens.deeper():
            return self._read_until("}") if word == "{" else self._one(word)

    def _stacked(self, command: str) -> str:
        upon, base = self._argument(), self._argument()
        if command != r"\underset" and upon.strip() in _ARCS:
            return self._replace_part(FormulaPart("arc", ((base,),)))
        if base.strip() in _RELATIONS or (command == r"\underset" and base.strip().startswith("\\")):
            return f"{command}{{{upon}}}{{{base}}}"
        return self._replace_part(FormulaPart("under" if command == r"\underset" else "over", ((base, upon),)))

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
                tokens.skip_row_spacing()
        rows = rows[:-1] if len(rows) > 1 and not any(rows[-1]) else rows
        return self._finish_environment(name, tuple(rows), columns, tuple(lines))

    def _finish_environment(
        self, name: str, rows: tuple[tuple[str, ...], ...], columns: str, lines: tuple[int, ...]
    ) -> str:
        if name in _CASES:
            return self._replace_part(FormulaPart("cases", rows, _CASES[name]))
        if name in _DELIMITERS:
            sides = columns.replace(" ", "")
            return self._replace_part(FormulaPart(f"mat {_DELIMITERS[name]}", rows, sides, lines))
        if name in _ALIGNED:
            return self._replace_part(FormulaPart("aligned", rows))
        inside = r"\\".join("&".join(row) for row in rows)
        return rf"\begin{{{name}}}{inside}\end{{{name}}}"

    def _fenced(self) -> str:
        tokens = self._tokens
        left = tokens.take_solid()
        inside = self.sequence(frozenset({r"\right"}))
        tokens.take()
        right = tokens.take_solid()
        placeholder = inside.strip()
        brace = _BRACES.get((left, right))
        held = self.parts.get(placeholder)
        if brace is not None and held is not None and held.kind in ("aligned", "mat #none"):
            gap = "" if held.kind == "aligned" else "quad "
            self.parts[placeholder] = FormulaPart("cases", held.rows, brace + ("" if gap else "tight"))
            return placeholder
        if "." in (left, right) and left in _OPEN_ENDS and right in _OPEN_ENDS:
            return self._replace_part(FormulaPart("ends", ((inside,),), f"{_OPEN_ENDS[left]} {_OPEN_ENDS[right]}"))
        return rf"\left{left} {inside}\right{right} "

    def _replace_part(self, part: FormulaPart) -> str:
        if len(self.parts) >= _MAX_PLACEHOLDERS:
            raise UnbalancedTex
        placeholder = chr(_FIRST_PLACEHOLDER + len(self.parts))
        self.parts[placeholder] = part
        return placeholder


def _insert_parts(made: str, parts: Mapping[str, str]) -> str:
    return _PLACEHOLDERS.sub(lambda found: parts.get(found[0], found[0]), made)


def _typst_lines(rows: list[list[str]]) -> str:
    return " \\\n".join(" & ".join(row) for row in rows)


def _typst_part(part: FormulaPart, rows: list[list[str]]) -> str:
    first = rows[0]
    match part.kind:
        case "cases":
            gap = " & " if part.options.endswith("tight") else " & quad "
            return f"cases({part.options.removesuffix('tight')}{', '.join(_join_cells(row, gap) for row in rows)})"
        case "aligned":
            return f"mat(delim: #none, {'; '.join(_join_cells(row, ' & ') for row in rows)})"
        case "box":
            return f"#box(stroke: 0.5pt, inset: 3pt, $ {first[0]} $)"
        case "arc":
            return f"overparen({_cell_argument(first[0])})"
        case "over" | "under":
            return f"limits({_cell_argument(first[0])}){'^' if part.kind == 'over' else '_'}({first[1]})"
        case "ends":
            left, _, right = part.options.partition(" ")
            return f"lr({left} {_cell_argument(first[0])} {right})"
        case _:
            return _typst_matrix(part, rows)


def _typst_matrix(part: FormulaPart, rows: list[list[str]]) -> str:
    arguments = f"delim: {part.kind.removeprefix('mat ')}, "
    sides = part.options.replace("|", "")
    if set(sides) in ({"l"}, {"r"}):
        arguments += f"align: #{'left' if 'l' in sides else 'right'}, "
    # Lines between columns and rows. A line is counted by the columns or rows before it.
    downs = [len(part.options[:at].replace("|", "")) for at, char in enumerate(part.options) if char == "|"]
    inner = [str(each) for each in dict.fromkeys(downs) if 0 < each < len(sides)]
    across = [str(each) for each in dict.fromkeys(part.lines) if 0 < each < len(rows)]
    if inner or across:
        arguments += f"augment: #(vline: ({''.join(f'{each},' for each in inner)}), "
        arguments += f"hline: ({''.join(f'{each},' for each in across)})), "
    return f"mat({arguments}{'; '.join(_join_cells(row, ', ') for row in rows)})"


def _join_cells(row: list[str], gap: str) -> str:
    # In running text typst would set the cells in script size.
    return gap.join(f"inline({_cell_argument(cell)})" if cell else "" for cell in row)


def _cell_argument(made: str) -> str:
    """Escape for use as an argument: a colon after a word would make the word an argument name."""
    return made.replace(" : ", " colon ")


PANDOC_API_VERSION: Final = [1, 23, 1]
"""The version of the pandoc tree that this package writes."""

_RULE: Final = "#horizontalrule\n"
_TAG = re.compile(r"\\tag\*?\s*\{([^{}]{0,100})\}")
_LABEL = re.compile(r"\\label\s*\{[^{}]{0,200}\}")
_SQUARE = re.compile(r"\\square(?![A-Za-z])")
# Escaped and quoted characters are text. Any other `#` begins code, except the harmless spacing that pandoc writes.
_CODE = re.compile(r"\\.|\"(?:[^\"\\]|\\.)*\"|#h\(-?[\d.]{1,8}em\)|(#)", re.DOTALL)


def normalise_formula(tex: str) -> str:
    """Return the formula with its tag as part of it, since pandoc drops tags.

    A square is a gap to fill in, as large as a digit. Commands that pandoc does not know are replaced.
    """
    plain = _SQUARE.sub(r"\\Box", _TAG.sub(r"\\qquad\\text{(\1)}", _LABEL.sub("", tex))).strip()
    return pair_bars(replace_unknown_commands(plain))


def typst_formulas(blocks: Sequence[Node], language: Language) -> dict[str, str]:
    """Convert each formula of a tree to typst. One that pandoc cannot read raises InvalidOption."""
    nodes = [node["c"] for node in walk([*blocks]) if node["t"] == "Math"]
    on_lines = frozenset(tex for kind, tex in nodes if kind["t"] == "DisplayMath")
    found = {}
    for tex, made in _convert_all([tex for _, tex in nodes], on_lines).items():
        if made is None:
            reason = tex_problem(tex) or text(language, "document.formula")
            raise InvalidOption(option="formula", value=tex[:120], allowed=reason)
        found[tex] = made
    return found


def unreadable_formulas(formulas: Iterable[str]) -> frozenset[str]:
    """Return the formulas that pandoc cannot read, and that documents cannot contain."""
    whole = {tex: normalise_formula(tex) for tex in formulas}
    read = _convert_all(whole.values())
    return frozenset(tex for tex, tidy in whole.items() if read[tidy] is None)


def _convert_all(formulas: Iterable[str], on_lines: Set[str] = frozenset()) -> dict[str, str | None]:
    """Convert each formula to typst, or to None if it cannot be read. Those in `on_lines` are displayed."""
    given = [*dict.fromkeys(formulas)]
    found: dict[str, str | None] = dict.fromkeys(given)
    whole = {tex: split_formula(tex) for tex in given if tex_problem(tex) is None}
    if not whole:
        return found
    pieces = [*dict.fromkeys(piece for each in whole.values() for piece in each.pieces())]
    read = {piece: _checked_typst(made) for piece, made in zip(pieces, _run_pandoc(pieces), strict=True)}
    for tex, each in whole.items():
        known = {piece: made for piece in each.pieces() if (made := read[piece]) is not None}
        found[tex] = each.composed(known, on_lines=tex in on_lines) if len(known) == len({*each.pieces()}) else None
    return found


def _checked_typst(made: str) -> str | None:
    """Return the formula without its dollars, or None if pandoc could not read it or it would run code."""
    is_read = made.startswith("$") and made.endswith("$") and len(made) > 2
    if not is_read or any(match[1] for match in _CODE.finditer(made)):
        return None
    # Pandoc writes the smallest negative space as a whole em.
    return made[1:-1].replace("#h(-1em)", "#h(-0.167em)")


def _run_pandoc(formulas: Sequence[str]) -> list[str]:
    blocks: list[Node] = []
    for tex in formulas:
        blocks += [{"t": "Para", "c": [{"t": "Math", "c": [{"t": "InlineMath"}, tex]}]}, {"t": "HorizontalRule"}]
    tree = {"pandoc-api-version": PANDOC_API_VERSION, "meta": {}, "blocks": blocks}
    made = convert(json.dumps(tree).encode(), ["-f", "json", "-t", "typst", "--wrap=none"])
    return [piece.strip() for piece in made.content.decode().split(_RULE)[: len(formulas)]]
