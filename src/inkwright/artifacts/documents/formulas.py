"""The formulas of a document: read once by pandoc, so that one that cannot be read is told before anything is set."""

import json
import re
from collections.abc import Sequence
from typing import Final

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
# What is escaped or quoted is text. A `#` elsewhere begins code; two pieces of it are pandoc's own and can do nothing.
_CODE = re.compile(
    r"\\.|\"(?:[^\"\\]|\\.)*\"|#h\(-?[\d.]{1,8}em\)|#box\(stroke: black, inset: 3pt, \[\$|(#)", re.DOTALL
)


def tidied(tex: str) -> str:
    """The formula with its number as a part of it: pandoc would drop the number.

    A square is a gap to fill in: it is as large as a digit.
    """
    return _SQUARE.sub(r"\\Box", _NUMBERED.sub(r"\\qquad\\text{(\1)}", _NAMED.sub("", tex))).strip()


def typst_formulas(blocks: Sequence[Node], language: Language) -> dict[str, str]:
    """What each formula of the tree is in typst. One that pandoc cannot read is an InvalidOption."""
    formulas = [*dict.fromkeys(node["c"][1] for node in walk([*blocks]) if node["t"] == "Math")]
    if not formulas:
        return {}
    found = {}
    for tex, made in zip(formulas, _converted(formulas), strict=True):
        is_read = made.startswith("$") and made.endswith("$") and len(made) > 2
        if not is_read or any(match[1] for match in _CODE.finditer(made)):
            raise InvalidOption(option="formula", value=tex[:120], allowed=text(language, "document.formula"))
        found[tex] = made[1:-1]
    return found


def _converted(formulas: Sequence[str]) -> list[str]:
    blocks: list[Node] = []
    for tex in formulas:
        blocks += [{"t": "Para", "c": [{"t": "Math", "c": [{"t": "InlineMath"}, tex]}]}, {"t": "HorizontalRule"}]
    tree = {"pandoc-api-version": API, "meta": {}, "blocks": blocks}
    made = convert(json.dumps(tree).encode(), ["-f", "json", "-t", "typst", "--wrap=none"])
    return [piece.strip() for piece in made.content.decode().split(_RULE)[: len(formulas)]]
