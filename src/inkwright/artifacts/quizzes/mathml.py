"""Formulas as MathML, which browsers show by themselves. One run of pandoc converts all of them."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from inkwright.artifacts.documents.pandoc import convert, pandoc_path

_MATH = re.compile(r"<math.*?</math>", re.DOTALL)
_NAMESPACE: Final = "{http://www.w3.org/1998/Math/MathML}"
_ATTRIBUTES: Final = frozenset(
    "display mathvariant stretchy accent form rowspacing columnspacing columnalign rowalign separator width lspace "
    "rspace scriptlevel displaystyle linethickness fence notation minsize maxsize".split()
)
_UNSHOWN: Final = frozenset({"annotation", "annotation-xml"})


def mathml(formulas: Iterable[str]) -> Mapping[str, str]:
    """What each formula is in MathML. One that cannot be converted is missing, all of them where pandoc is."""
    wanted = list(dict.fromkeys(formulas))
    if not wanted or pandoc_path() is None:
        return {}
    # A rule cannot come out of a formula, so it keeps them apart.
    source = "\n\n---\n\n".join("$" + " ".join(each.split()) + "$" for each in wanted)
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


def _clean(markup: str) -> str | None:
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
    written: str = etree.tostring(root, encoding="unicode")
    return written
