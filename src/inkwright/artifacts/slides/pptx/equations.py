"""Equations on slides: native where the program can edit them, and a picture everywhere else."""

from html import escape
from typing import Any, Final

from inkwright.artifacts.math.slide_equations import slide_equation
from inkwright.artifacts.slides.pptx.geometry import Rect, to_emu
from inkwright.artifacts.slides.pptx.shape_xml import NAMESPACES
from inkwright.artifacts.slides.themes.theme import ColourName

_COMPATIBILITY: Final = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_EQUATIONS: Final = "http://schemas.microsoft.com/office/drawing/2010/main"
# LibreOffice would take an equation that requires `a14` alone, and draw it in black and with other signs.
_REQUIRED: Final = (
    f'Requires="a14 a16" xmlns:a14="{_EQUATIONS}" xmlns:a16="http://schemas.microsoft.com/office/drawing/2014/main"'
)


def offer_equation(picture: Any, tex: str, rect: Rect, size: float, colour: ColourName) -> None:
    """Put an equation before the picture of a formula, which stays for programs that have no equations.

    The picture stays alone if the formula cannot be converted.
    """
    from lxml import etree  # noqa: PLC0415 - slow to import

    equation = slide_equation(tex, size, colour)
    if equation is None:
        return
    naming = picture.find(".//{*}cNvPr")
    both = etree.fromstring(_alternatives(naming.get("id"), naming.get("descr", ""), rect))
    both.find(f".//{{{_EQUATIONS}}}m").append(equation)
    picture.getparent().replace(picture, both)
    etree.SubElement(both, f"{{{_COMPATIBILITY}}}Fallback").append(picture)


def _alternatives(number: str, description: str, rect: Rect) -> str:
    return (
        f'<mc:AlternateContent xmlns:mc="{_COMPATIBILITY}"><mc:Choice {_REQUIRED}><p:sp {NAMESPACES}>'
        f'<p:nvSpPr><p:cNvPr id="{number}" name="Equation" descr="{escape(description)}"/><p:cNvSpPr txBox="1"/>'
        f'<p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="{to_emu(rect.x)}" y="{to_emu(rect.y)}"/>'
        f'<a:ext cx="{to_emu(rect.width)}" cy="{to_emu(rect.height)}"/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr>'
        '<p:txBody><a:bodyPr wrap="square" lIns="0" tIns="0" rIns="0" bIns="0" rtlCol="0" anchor="ctr"><a:noAutofit/>'
        '</a:bodyPr><a:lstStyle/><a:p><a:pPr algn="ctr"/><a14:m/></a:p></p:txBody></p:sp></mc:Choice>'
        "</mc:AlternateContent>"
    )
