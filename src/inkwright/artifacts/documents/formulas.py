"""The formulas of a document: read once by pandoc, so that one that cannot be read is told before anything is set."""

import json
import re
from collections.abc import Iterable, Sequence, Set
from typing import Final

from inkwright.artifacts.documents.formula_bars import with_paired_bars
from inkwright.artifacts.documents.formula_commands import readable
from inkwright.artifacts.documents.formula_parts import reduced
from inkwright.artifacts.documents.pandoc import convert
from inkwright.artifacts.documents.tree import Node, walk
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, text

API: Final = [1, 23, 1]
"""The version of the tree that is written here."""

_RULE: Final = "#horizontalrule\n"
_NUMBERED = re.compile(r"\\tag\*?\s*\{([^{}]{0,100})\}")
_NAMED = re.compile(r"\\label\s*\{[^{}]{0,200}\}")
_SQUARE = re.compile(r"\\square(?![A-Za-z])")
# What is escaped or quoted is text. A `#` elsewhere begins code; one piece of it is pandoc's own and can do nothing.
_CODE = re.compile(r"\\.|\"(?:[^\"\\]|\\.)*\"|#h\(-?[\d.]{1,8}em\)|(#)", re.DOTALL)


def tidied(tex: str) -> str:
    """The formula with its number as a part of it: pandoc would drop the number.

    A square is a gap to fill in: it is as large as a digit. Commands that pandoc does not know are put in others.
    """
    plain = _SQUARE.sub(r"\\Box", _NUMBERED.sub(r"\\qquad\\text{(\1)}", _NAMED.sub("", tex))).strip()
    return with_paired_bars(readable(plain))


def typst_formulas(blocks: Sequence[Node], language: Language) -> dict[str, str]:
    """What each formula of the tree is in typst. One that pandoc cannot read is an InvalidOption."""
    nodes = [node["c"] for node in walk([*blocks]) if node["t"] == "Math"]
    on_lines = frozenset(tex for kind, tex in nodes if kind["t"] == "DisplayMath")
    found = {}
    for tex, made in _read([tex for _, tex in nodes], on_lines).items():
        if made is None:
            raise InvalidOption(option="formula", value=tex[:120], allowed=text(language, "document.formula"))
        found[tex] = made
    return found


def unreadable(formulas: Iterable[str]) -> frozenset[str]:
    """Those of the formulas that pandoc cannot read, so that no document can hold them."""
    whole = {tex: tidied(tex) for tex in formulas}
    read = _read(whole.values())
    return frozenset(tex for tex, tidy in whole.items() if read[tidy] is None)


def _read(formulas: Iterable[str], on_lines: Set[str] = frozenset()) -> dict[str, str | None]:
    """Each formula in typst, None where it cannot be read. Those `on_lines` have lines of their own."""
    whole = {tex: reduced(tex) for tex in formulas}
    if not whole:
        return {}
    pieces = [*dict.fromkeys(piece for each in whole.values() for piece in each.pieces())]
    read = {piece: _checked(made) for piece, made in zip(pieces, _converted(pieces), strict=True)}
    found: dict[str, str | None] = {}
    for tex, each in whole.items():
        known = {piece: made for piece in each.pieces() if (made := read[piece]) is not None}
        found[tex] = each.composed(known, on_lines=tex in on_lines) if len(known) == len({*each.pieces()}) else None
    return found


def _checked(made: str) -> str | None:
    """The formula without its dollars; None where pandoc could not read it, or it would run code."""
    is_read = made.startswith("$") and made.endswith("$") and len(made) > 2
    if not is_read or any(match[1] for match in _CODE.finditer(made)):
        return None
    # Pandoc takes the smallest step back for one of a whole square.
    return made[1:-1].replace("#h(-1em)", "#h(-0.167em)")


def _converted(formulas: Sequence[str]) -> list[str]:
    blocks: list[Node] = []
    for tex in formulas:
        blocks += [{"t": "Para", "c": [{"t": "Math", "c": [{"t": "InlineMath"}, tex]}]}, {"t": "HorizontalRule"}]
    tree = {"pandoc-api-version": API, "meta": {}, "blocks": blocks}
    made = convert(json.dumps(tree).encode(), ["-f", "json", "-t", "typst", "--wrap=none"])
    return [piece.strip() for piece in made.content.decode().split(_RULE)[: len(formulas)]]
