"""Formulas as MathML, which browsers show by themselves. One run of pandoc converts all of them."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from inkwright.artifacts.documents.formulas import tidied
from inkwright.artifacts.documents.pandoc import convert, pandoc_path
from inkwright.artifacts.wording import columns

_MATH = re.compile(r"<math.*?</math>", re.DOTALL)
_NAMESPACE: Final = "{http://www.w3.org/1998/Math/MathML}"
_ATTRIBUTES: Final = frozenset(
    "display mathvariant stretchy accent form rowspacing columnspacing columnalign rowalign separator width lspace "
    "rspace scriptlevel displaystyle linethickness fence notation minsize maxsize".split()
)
_UNSHOWN: Final = frozenset({"annotation", "annotation-xml"})
_STACKS: Final = frozenset({"mfrac", "munder", "mover", "munderover", "mtable"})
_SPACED: Final = 1.3
_NARROW: Final = frozenset("()[]{}|,.!;:'′∣∥\u2061")


class Formula(NamedTuple):
    """A formula as a text has it: its TeX, and whether it has a line of its own."""

    tex: str
    is_display: bool


class Shown(NamedTuple):
    """A formula in MathML, and how wide it is at most, in squares of its type."""

    markup: str
    width: float


def mathml(formulas: Iterable[Formula]) -> Mapping[Formula, Shown]:
    """What each formula is in MathML. One that cannot be converted is missing, all of them where pandoc is."""
    wanted = list(dict.fromkeys(formulas))
    if not wanted or pandoc_path() is None:
        return {}
    # A rule cannot come out of a formula, so it keeps them apart.
    source = "\n\n---\n\n".join(_written(each) for each in wanted)
    arguments = ("--from=markdown-raw_html-raw_tex-raw_attribute-latex_macros", "--to=html", "--mathml", "--wrap=none")
    parts = convert(source.encode(), arguments).content.decode().split("<hr />")
    if len(parts) != len(wanted):
        return {}
    found = {}
    for formula, part in zip(wanted, parts, strict=True):
        shown = _MATH.fullmatch(part.strip().removeprefix("<p>").removesuffix("</p>"))
        if shown and (clean := _clean(shown[0])):
            found[formula] = clean
    return found


def _written(formula: Formula) -> str:
    mark = "$$" if formula.is_display else "$"
    return mark + " ".join(tidied(formula.tex).split()) + mark


def _clean(markup: str) -> Shown | None:
    """The MathML with nothing in it but MathML: no link, no style, no other element."""
    from lxml import etree  # noqa: PLC0415 - of the extra `office`

    try:
        root: Any = etree.fromstring(markup, etree.XMLParser(resolve_entities=False, no_network=True))
    except etree.XMLSyntaxError:
        return None
    for element in list(root.iter()):
        name = element.tag
        if not isinstance(name, str) or not name.startswith(_NAMESPACE):
            return None
        if name.removeprefix(_NAMESPACE) in _UNSHOWN:
            element.getparent().remove(element)
            continue
        for attribute in [each for each in element.attrib if each not in _ATTRIBUTES]:
            del element.attrib[attribute]
    return Shown(etree.tostring(root, encoding="unicode"), _width(root))


def _width(element: Any) -> float:
    """No formula is wider than this; what stands one upon the other is as wide as the widest of it."""
    name = element.tag.removeprefix(_NAMESPACE)
    inside = [_width(each) for each in element]
    if name in _STACKS:
        return max(inside, default=0.0)
    if inside:
        return sum(inside) + (1.0 if name in ("mtd", "msqrt", "mroot") else 0.0)
    if name == "mspace":
        return 2.0
    words = element.text or ""
    if name == "mo":
        return 0.5 if words in _NARROW else _SPACED
    return 0.6 * columns(words)
