"""TeX formulas as MathML, converted in one pandoc run."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from inkwright.artifacts.math.tex_bounds import tex_problem
from inkwright.artifacts.math.to_typst import normalise_formula
from inkwright.artifacts.pandoc import convert, pandoc_path
from inkwright.artifacts.text import column_width

_MATH_ELEMENT = re.compile(r"<math.*?</math>", re.DOTALL)
_NAMESPACE: Final = "{http://www.w3.org/1998/Math/MathML}"
_ALLOWED_ATTRIBUTES: Final = frozenset(
    "display mathvariant stretchy accent form rowspacing columnspacing columnalign rowalign separator width lspace "
    "rspace scriptlevel displaystyle linethickness fence notation minsize maxsize".split()
)
_HIDDEN_TAGS: Final = frozenset({"annotation", "annotation-xml"})
_STACKING_TAGS: Final = frozenset({"mfrac", "munder", "mover", "munderover", "mtable"})
_SPACING_FACTOR: Final = 1.3
_NARROW_SIGNS: Final = frozenset("()[]{}|,.!;:'′∣∥\u2061")


class TexFormula(NamedTuple):
    """A formula in a text: its TeX, and whether it is displayed on its own line."""

    tex: str
    is_display: bool


class MathmlFormula(NamedTuple):
    """A formula in MathML and its greatest width in em."""

    markup: str
    width: float


def convert_to_mathml(formulas: Iterable[TexFormula]) -> Mapping[TexFormula, MathmlFormula]:
    """Convert each formula to MathML.

    A formula that cannot be converted is left out. The result is empty if pandoc is not installed.
    """
    unique = [formula for formula in dict.fromkeys(formulas) if tex_problem(formula.tex) is None]
    if not unique or pandoc_path() is None:
        return {}
    # A formula never produces a horizontal rule, so rules separate them.
    source = "\n\n---\n\n".join(_pandoc_source(each) for each in unique)
    arguments = ("--from=markdown-raw_html-raw_tex-raw_attribute-latex_macros", "--to=html", "--mathml", "--wrap=none")
    parts = convert(source.encode(), arguments).content.decode().split("<hr />")
    if len(parts) != len(unique):
        return {}
    found = {}
    for formula, part in zip(unique, parts, strict=True):
        shown = _MATH_ELEMENT.fullmatch(part.strip().removeprefix("<p>").removesuffix("</p>"))
        if shown and (clean := _clean_mathml(shown[0])):
            found[formula] = clean
    return found


def _pandoc_source(formula: TexFormula) -> str:
    mark = "$$" if formula.is_display else "$"
    return mark + " ".join(normalise_formula(formula.tex).split()) + mark


def _clean_mathml(markup: str) -> MathmlFormula | None:
    """Return the markup with only MathML elements and known attributes; None if it contains other elements."""
    from lxml import etree  # noqa: PLC0415 - slow to import

    try:
        root: Any = etree.fromstring(markup, etree.XMLParser(resolve_entities=False, no_network=True))
    except etree.XMLSyntaxError:
        return None
    for element in list(root.iter()):
        name = element.tag
        if not isinstance(name, str) or not name.startswith(_NAMESPACE):
            return None
        if name.removeprefix(_NAMESPACE) in _HIDDEN_TAGS:
            element.getparent().remove(element)
            continue
        for attribute in [each for each in element.attrib if each not in _ALLOWED_ATTRIBUTES]:
            del element.attrib[attribute]
    return MathmlFormula(etree.tostring(root, encoding="unicode"), _width(root))


def _width(element: Any) -> float:
    """Return an upper bound of the width. Stacked parts are as wide as the widest of them."""
    name = element.tag.removeprefix(_NAMESPACE)
    inside = [_width(each) for each in element]
    if name in _STACKING_TAGS:
        return max(inside, default=0.0)
    if inside:
        return sum(inside) + (1.0 if name in ("mtd", "msqrt", "mroot") else 0.0)
    if name == "mspace":
        return 2.0
    words = element.text or ""
    if name == "mo":
        return 0.5 if words in _NARROW_SIGNS else _SPACING_FACTOR
    return 0.6 * column_width(words)
