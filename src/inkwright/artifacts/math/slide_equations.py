"""Formulas as equations that PowerPoint can edit: the OMML of pandoc in the size and the colour of a slide."""

import io
import zipfile
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from inkwright.artifacts.math.omml import fix_formulas
from inkwright.artifacts.math.tex_bounds import tex_problem
from inkwright.artifacts.math.to_typst import normalise_formula
from inkwright.artifacts.pandoc import convert

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

MATH_NAMESPACE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/math"
_DRAWING_NAMESPACE: Final = "http://schemas.openxmlformats.org/drawingml/2006/main"
_M: Final = f"{{{MATH_NAMESPACE}}}"
_SECONDS: Final = 10.0
_FORMATTED: Final = (
    "acc bar box borderBox d eqArr f func groupChr limLow limUpp m nary phant rad sPre sSub sSubSup sSup".split()
)
"""Elements with signs of their own, such as the line of a fraction: these have a size and a colour too."""


def slide_equation(tex: str, size: float, colour: str) -> "Element | None":
    """Return the `m:oMathPara` of a formula in a colour of the theme, or None if pandoc cannot convert it."""
    from lxml import etree  # noqa: PLC0415 - slow to import

    source = _math_paragraph(tex)
    if source is None:
        return None
    equation = etree.fromstring(source)
    for run in [*equation.iter(f"{_M}r")]:
        style = run.find(f"{_M}rPr")
        is_upright = style is not None and (
            style.find(f"{_M}nor") is not None or style.find(f"{_M}sty[@{_M}val='p']") is not None
        )
        run.insert(0 if style is None else 1, _run_properties(size, colour, is_italic=not is_upright))
    for name in _FORMATTED:
        for each in [*equation.iter(f"{_M}{name}")]:
            properties = each.find(f"{_M}{name}Pr")
            if properties is None:
                properties = each.makeelement(f"{_M}{name}Pr")
                each.insert(0, properties)
            etree.SubElement(properties, f"{_M}ctrlPr").append(_run_properties(size, colour, is_italic=True))
    return equation


def _run_properties(size: float, colour: str, *, is_italic: bool) -> "Element":
    from lxml import etree  # noqa: PLC0415 - slow to import

    return etree.fromstring(
        f'<a:rPr xmlns:a="{_DRAWING_NAMESPACE}" lang="en-US" sz="{round(size) * 100}" i="{int(is_italic)}">'
        f'<a:solidFill><a:schemeClr val="{colour}"/></a:solidFill>'
        '<a:latin typeface="Cambria Math" panose="02040503050406030204" pitchFamily="18" charset="0"/></a:rPr>'
    )


@lru_cache(maxsize=256)
def _math_paragraph(tex: str) -> bytes | None:
    from lxml import etree  # noqa: PLC0415 - slow to import

    # A dollar or a blank line would end the formula, and what follows would be read as a document.
    if tex_problem(tex) is not None or "$" in tex.replace("\\$", "") or "\n\n" in tex:
        return None
    source = f"$${' '.join(normalise_formula(tex).split())}$$\n"
    arguments = ("--from=markdown-raw_html-raw_tex-raw_attribute-latex_macros", "--to=docx")
    made = convert(source.encode(), arguments, seconds=_SECONDS)
    with zipfile.ZipFile(io.BytesIO(made.content)) as package:
        root = etree.fromstring(package.read("word/document.xml"))
    fix_formulas(root)
    found = root.findall(f".//{_M}oMathPara")
    if len(found) != 1 or made.warnings:
        return None
    equation = etree.fromstring(etree.tostring(found[0], with_tail=False))
    for text in equation.iter(f"{_M}nor"):
        _keep_alone(text)
    etree.cleanup_namespaces(equation)
    return bytes(etree.tostring(equation))


def _keep_alone(text: "Element") -> None:
    """Remove the style of a run that is text: the schema allows only one of both."""
    for other in [*text.itersiblings(f"{_M}scr", f"{_M}sty")]:
        other.getparent().remove(other)
