r"""Formulas inside a line as plain text: `$x^2 \leq \alpha$` becomes x² ≤ α.

A formula that does not fit on one line is left unchanged."""

import re
from collections.abc import Iterator
from typing import Final

_MAX_TEX: Final = 300
# Code comes first: it contains no formulas. An opening dollar before a space, or a closing one after a space or before
# a digit, is money.
_FORMULA = re.compile(
    r"(?P<code>(?<!`)(`{1,3})(?!`)[^`]+\2(?!`))"
    rf"|(?<![\\$])\$(?![\s$])(?P<dollars>[^$`]{{1,{_MAX_TEX}}}?)(?<![\s\\])\$(?![\d$])"
    rf"|\\\((?P<brackets>[^$`]{{1,{_MAX_TEX}}}?)\\\)"
)
# Words between two prices are not a formula. A formula contains a sign, or it is a single letter or number.
_UNDELIMITED = re.compile(
    r"[\\^_=<>+|]|[A-Za-z]'*|[A-Za-z]'*\([^()]*\)|-?\d+(?:\.\d+)?%?|[A-Za-z0-9]\s*[-*/]\s*[A-Za-z0-9]"
)
_TEX_TOKEN = re.compile(r"\\[A-Za-z]+\s*|\\.|\s+|.", re.DOTALL)

_SUPERSCRIPTS: Final = dict(zip("0123456789+-−=()nix°′,", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱˣ°′,", strict=True))
_SUBSCRIPTS: Final = {
    **dict(zip("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎", strict=True)),
    **dict(zip("−,aehijklmnoprstuvx", "₋,ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True)),
}
_ROOTS: Final = {"": "√", "2": "√", "3": "∛", "4": "∜"}
_GREEK: Final = (
    "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta θ iota ι kappa κ lambda λ "
    "mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ "
    "Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω "
)
_SYMBOLS: Final = (
    "times × cdot · div ÷ pm ± mp ∓ leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ approx ≈ sim ∼ equiv ≡ propto ∝ infty ∞ partial ∂ "
    "nabla ∇ to → rightarrow → leftarrow ← Rightarrow ⇒ implies ⇒ Leftrightarrow ⇔ iff ⇔ leftrightarrow ↔ in ∈ notin ∉ "
    "subset ⊂ subseteq ⊆ cup ∪ cap ∩ emptyset ∅ forall ∀ exists ∃ neg ¬ land ∧ lor ∨ sum ∑ prod ∏ int ∫ circ ° prime ′ "
    "degree ° angle ∠ perp ⊥ parallel ∥ triangle △ ldots … dots … cdots … ast ∗ star ⋆ hbar ℏ ell ℓ mid | lt < gt > "
    "langle ⟨ rangle ⟩ therefore ∴ because ∵ ll ≪ gg ≫"
)
_COMMAND_LIST: Final = (_GREEK + _SYMBOLS).split()
_COMMANDS: Final = dict(zip(_COMMAND_LIST[::2], _COMMAND_LIST[1::2], strict=True))
_SPACED: Final = frozenset(_SYMBOLS.split()[::2])
_FUNCTIONS: Final = frozenset(
    "sin cos tan cot sec csc arcsin arccos arctan log ln lg exp lim max min gcd det mod".split()
)
_TEXT_COMMANDS: Final = frozenset("text mathrm mathbf mathit textbf textit operatorname mathsf boldsymbol".split())
_IGNORED_COMMANDS: Final = frozenset("left right big Big displaystyle limits".split())
_SPACES: Final = frozenset({"\\,", "\\;", "\\:", "\\ ", "~", "\\quad", "\\qquad"})
_TYPESET: Final = {"*": "∗", "-": "−", "'": "′", "\\!": ""} | {f"\\{sign}": sign for sign in "%{}_&#|"}
_STRUCTURE: Final = frozenset({"&", "#", "$", "%", "\\\\"})
_SIMPLE = re.compile(r"[^\W_]*|\d+(?:\.\d+)?")
_SINGLE = re.compile(r"[^\W\d_]?|\d+(?:\.\d+)?")
# The fraction bar until the neighbours of the fraction are known.
_FRACTION_MARK: Final = "\0"
_LOOSE_BEFORE: Final = frozenset({"", *"+−±∓=<>≤≥≠≈≡∼∝,;:→⇒⇔([{|"})
_LOOSE_AFTER: Final = frozenset({"", *"+−±∓=<>≤≥≠≈≡∼∝,;:→⇒⇔)]}|.?!"})


def replace_formulas(line: str) -> str:
    """Return the line with its formulas as words and signs."""
    if "$" not in line and "\\(" not in line:
        return line
    return _FORMULA.sub(_replacement, line)


def formula_text(tex: str) -> str | None:
    """Return the formula as one line of words and signs, or None if it does not fit on one line."""
    reader = _TexReader(tex)
    try:
        found = reader.sequence()
        reader.expect_end()
    except _NotOneLine:
        return None
    return " ".join(found.split()) or None


def _replacement(match: re.Match[str]) -> str:
    tex = match["dollars"] or match["brackets"]
    if tex is None or (match["dollars"] and not _is_formula(tex)):
        return match[0]
    return formula_text(tex) or match[0]


def _is_formula(tex: str) -> bool:
    return _UNDELIMITED.fullmatch(tex) is not None or any(sign in tex for sign in "\\^_=<>+")


class _NotOneLine(Exception):
    """The formula does not fit on one line."""


class _TexReader:
    """Reads TeX from left to right, each token once."""

    def __init__(self, tex: str) -> None:
        self._signs: Iterator[str] = iter(_TEX_TOKEN.findall(tex))
        self._next: str | None = next(self._signs, None)
        self._depth = 0

    def sequence(self) -> str:
        """Read up to a closing brace or the end."""
        self._depth += 1
        if self._depth > 20:
            raise _NotOneLine
        found: list[str] = []
        while self._next is not None and self._next != "}":
            found.append(self._part(self._take()))
        self._depth -= 1
        return _join_parts(found)

    def expect_end(self) -> None:
        """Raise if tokens are left."""
        if self._next is not None:
            raise _NotOneLine

    def _take(self) -> str:
        if self._next is None:
            raise _NotOneLine
        taken, self._next = self._next, next(self._signs, None)
        return taken

    def _part(self, sign: str) -> str:
        if sign == "{":
            return self._group()
        if sign in ("^", "_"):
            return _as_script(self._argument(), sign)
        if sign.rstrip() in _SPACES or sign.isspace():
            return " "
        if sign in _STRUCTURE:
            raise _NotOneLine
        if sign in _TYPESET:
            return _TYPESET[sign]
        return self._command(sign[1:]) if sign[0] == "\\" else sign

    def _group(self) -> str:
        found = self.sequence()
        if self._take() != "}":
            raise _NotOneLine
        return found

    def _argument(self) -> str:
        """Read the argument of a command or a script mark: a group or a single token."""
        sign = self._take()
        while sign.isspace():
            sign = self._take()
        return self._part(sign)

    def _command(self, written: str) -> str:
        name, space = written.rstrip(), " " if written[-1].isspace() else ""
        begins = (self._next or "")[:1]
        if name in _COMMANDS:
            return _COMMANDS[name] + (space if name in _SPACED or not begins.isalnum() else "")
        if name in _FUNCTIONS:
            return name + (" " if space or begins.isalnum() or begins == "\\" else "")
        if name in _TEXT_COMMANDS:
            return self._argument()
        return "" if name in _IGNORED_COMMANDS else self._built(name)

    def _built(self, name: str) -> str:
        if name in ("frac", "dfrac", "tfrac"):
            return f"{_in_brackets(self._argument())}{_FRACTION_MARK}{_in_brackets(self._argument(), is_below=True)}"
        if name != "sqrt":
            raise _NotOneLine
        degree = self._degree() if self._next == "[" else ""
        if degree not in _ROOTS:
            raise _NotOneLine
        return _ROOTS[degree] + _in_brackets(self._argument())

    def _degree(self) -> str:
        self._take()
        found = self._take()
        if self._take() != "]":
            raise _NotOneLine
        return found


def _join_parts(parts: list[str]) -> str:
    """Join the parts. A fraction next to another factor gets brackets, so that it cannot be misread."""
    found = ""
    for index, part in enumerate(parts):
        if _FRACTION_MARK in part:
            before, after = found.rstrip()[-1:], "".join(parts[index + 1 :]).lstrip()[:1]
            is_alone = before in _LOOSE_BEFORE and after in _LOOSE_AFTER
            part = part.replace(_FRACTION_MARK, "/") if is_alone else f"({part.replace(_FRACTION_MARK, '/')})"
        found += part
    return found


def _in_brackets(found: str, *, is_below: bool = False) -> str:
    """Add brackets unless it is a single term. In a denominator, two adjacent letters are not a single term."""
    found = found.strip()
    return found if (_SINGLE if is_below else _SIMPLE).fullmatch(found) else f"({found})"


def _as_script(found: str, mark: str) -> str:
    """Return it in superscript or subscript characters if all exist, else after its mark."""
    found = found.strip().replace(" ", "")
    signs = _SUPERSCRIPTS if mark == "^" else _SUBSCRIPTS
    if found and all(sign in signs for sign in found):
        return "".join(signs[sign] for sign in found)
    return mark + _in_brackets(found)
