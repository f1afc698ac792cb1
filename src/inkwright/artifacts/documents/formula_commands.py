"""Commands that pandoc does not know, in those that it does: chemistry, degrees, signs with words upon them."""

import re
from typing import Final

from inkwright.artifacts.documents.tex_tokens import Tokens, Uneven

_NAMES: Final = {
    r"\cfrac": r"\dfrac", r"\overarc": r"\overset{\frown}", r"\wideparen": r"\overset{\frown}",
    r"\celsius": r"^\circ\mathrm{C}", r"\degreeCelsius": r"^\circ\mathrm{C}",
}  # fmt: skip
_DEGREE = re.compile(r"\^\s*(?:\\(?:degree|textdegree)(?![A-Za-z])|\{\s*\\(?:degree|textdegree)\s*\})")
_ASKED: Final = frozenset({*_NAMES, r"\degree", r"\textdegree", r"\xlongequal", r"\ce"})
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
_OTHERS: Final = {"*": r"\cdot ", ".": r"\cdot ", "·": r"\cdot ", "#": r"\equiv "}


def readable(tex: str) -> str:
    """The formula in commands that pandoc knows. What cannot be read stays as it is, and is told later."""
    if not any(name in tex for name in _ASKED):
        return tex
    tokens = Tokens(_DEGREE.sub(r"^\\circ ", tex))
    written: list[str] = []
    try:
        while tokens.ahead():
            written.append(_one(tokens, tokens.take()))
    except Uneven:
        return tex
    return "".join(written)


def _one(tokens: Tokens, word: str) -> str:
    if word in (r"\degree", r"\textdegree"):
        return r"^\circ "
    if word == r"\xlongequal":
        under = tokens.option()
        made = rf"\overset{{{_inner(tokens.raw_group())}}}{{=}}"
        return rf"\underset{{{under}}}{{{made}}}" if under else made
    if word == r"\ce":
        return f"{{{_chemistry(_inner(tokens.raw_group()))}}}"
    return _NAMES.get(word, word)


def _inner(group: str) -> str:
    return group[1:-1] if group.startswith("{") else group


def _chemistry(written: str) -> str:
    """Formulas and reactions as mhchem writes them: the common ones, not all."""
    made: list[str] = []
    # What a number or a sign means hangs on what stands before it without a space.
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
            piece = _plain(kind, word, before)
        made.append(piece)
        before = "closing" if word in (")", "]") else kind
    return "".join(made)


def _is_bond(found: "re.Match[str]") -> bool:
    """Whether a stroke joins what stands before it to what follows."""
    follows = found.string[found.end() : found.end() + 1]
    return follows.isalnum() or follows in ("(", "[")


def _plain(kind: str, word: str, before: str) -> str:
    if kind == "letters":
        return r"\downarrow " if word == "v" and before == "space" else rf"\mathrm{{{word}}}"
    if kind == "raised":
        inside = word[1:].strip("{}")
        # An arrow that points up is a sign of its own: a gas that leaves.
        return f"^{{{inside}}}" if inside else r"\uparrow "
    if kind == "lowered":
        return f"_{{{word[1:].strip('{}')}}}"
    if kind == "space":
        return " "
    return f"{word} " if kind == "command" else _OTHERS.get(word, word)


def _arrow(found: "re.Match[str]") -> str:
    sign = _ARROWS[found["arrow"]]
    over, under = (_label(found[name] or "") for name in ("over", "under"))
    if over:
        sign = rf"\overset{{{over}}}{{{sign}}}"
    return rf"\underset{{{under}}}{{{sign}}}" if under else f"{sign} "


def _label(written: str) -> str:
    """What stands upon an arrow: TeX, a formula, or words."""
    plain = written.strip().strip("$")
    if not plain or "\\" in plain:
        return plain
    return _chemistry(plain) if plain.isascii() else rf"\text{{{plain}}}"
