"""Icons as shapes: freeforms in a colour of the theme, which can be recoloured and resized in PowerPoint."""

import re
from html import escape

from inkwright.artifacts.slides.icons.icon_catalogue import Icon
from inkwright.artifacts.slides.pptx.canvas import SlideCanvas
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.pptx.shape_xml import NAMESPACES, fill_xml, outline_xml, position_xml
from inkwright.artifacts.slides.themes.theme import ColourName

_COMMAND = re.compile(r"([MLCZ])([-\d ]*)")
_ELEMENTS = {"M": "moveTo", "L": "lnTo", "C": "cubicBezTo", "Z": "close"}


def draw_icon(canvas: SlideCanvas, icon: Icon, rect: Rect, colour: ColourName, *, name: str, alt: str) -> None:
    """Draw the icon into a square, with an alternative text."""
    from pptx.oxml import parse_xml  # noqa: PLC0415 - slow to import

    canvas.append(
        parse_xml(
            f'<p:sp {NAMESPACES}><p:nvSpPr><p:cNvPr id="{canvas.next_id()}" name="{escape(name)}" '
            f'descr="{escape(alt)}"/><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr>'
            f"<p:spPr>{position_xml(rect)}{outline_geometry_xml(icon)}{fill_xml(colour)}{outline_xml(None)}</p:spPr>"
            '<p:txBody><a:bodyPr rtlCol="0" anchor="ctr"/><a:lstStyle/><a:p><a:endParaRPr lang="en-US"/></a:p>'
            "</p:txBody></p:sp>"
        )
    )


def outline_geometry_xml(icon: Icon) -> str:
    """Return the outline of an icon as a custom geometry."""
    steps = "".join(_step_xml(letter, numbers.split()) for letter, numbers in _COMMAND.findall(icon.outline))
    return (
        '<a:custGeom><a:avLst/><a:gdLst/><a:ahLst/><a:cxnLst/><a:rect l="0" t="0" r="r" b="b"/>'
        f'<a:pathLst><a:path w="{icon.side}" h="{icon.side}">{steps}</a:path></a:pathLst></a:custGeom>'
    )


def _step_xml(letter: str, numbers: list[str]) -> str:
    points = zip(numbers[::2], numbers[1::2], strict=True)
    inner = "".join(f'<a:pt x="{x}" y="{y}"/>' for x, y in points)
    return f"<a:{_ELEMENTS[letter]}>{inner}</a:{_ELEMENTS[letter]}>" if inner else f"<a:{_ELEMENTS[letter]}/>"
