"""DrawingML of shapes and text. All units are points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Final

from inkwright.artifacts.slides.fitting.fit import Paragraph
from inkwright.artifacts.slides.markdown.inline import InlineRun
from inkwright.artifacts.slides.pptx.geometry import Rect, to_emu
from inkwright.artifacts.slides.themes.theme import ColourName, Decoration, DecorativeText, PresetShape, TextStyle
from inkwright.artifacts.typefaces import TYPEWRITER, is_east_asian

NAMESPACES: Final = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
_FACES: Final[Mapping[str, str]] = {
    "heading": '<a:latin typeface="+mj-lt"/><a:ea typeface="+mj-ea"/>',
    "body": '<a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/>',
    "code": f'<a:latin typeface="{TYPEWRITER.office}"/><a:cs typeface="{TYPEWRITER.office}"/>',
}
# These fill their square and would be too heavy at full size.
_HEAVY_BULLETS: Final = frozenset("■◆●")
_FIRST_OF_MANY: Final = 10
_CHINESE_DIGITS: Final = "零一二三四五六七八九"
_BULLET_FACE: Final = '<a:buFont typeface="Arial"/>'


@dataclass(frozen=True, slots=True)
class StyledParagraph:
    """A measured paragraph and its unmeasured properties: bullet, colour and level.

    A bullet such as `1`, `(1)` or `一` is a number.
    """

    para: Paragraph
    bullet: str = ""
    bullet_colour: ColourName | None = None
    colour: ColourName | None = None
    hanging: float = 0.0
    level: int = 0
    breaks: int = 0
    """Empty lines at its end; `para.after` is their height."""


@dataclass(frozen=True, slots=True)
class LayoutPlaceholder:
    """The placeholder of a layout that a shape fills."""

    kind: str
    index: int = 0

    @property
    def markup(self) -> str:
        """Its XML inside `p:nvPr`."""
        index = f' idx="{self.index}"' if self.index else ""
        kind = "" if self.kind == "obj" else f' type="{self.kind}"'
        return f"<p:ph{kind}{index}/>"


def numbered_placeholders(role: str, count: int) -> dict[str, LayoutPlaceholder]:
    """Return placeholders for a layout with many texts of the same kind: `item1`, `item2` and so on."""
    return {f"{role}{number}": LayoutPlaceholder("body", _FIRST_OF_MANY + number - 1) for number in range(1, count + 1)}


@dataclass(frozen=True, slots=True)
class TextShape:
    """A shape with text: its placeholder in the layout, if any, and its position.

    `may_shrink`: a wider typeface might not fit, so a program that lacks the right one may make the text smaller.
    """

    name: str
    placeholder: LayoutPlaceholder | None
    rect: Rect
    style: TextStyle
    may_shrink: bool = False


def fill_xml(colour: ColourName | None, opacity: int = 100) -> str:
    """Return a fill with a colour of the theme."""
    if colour is None:
        return "<a:noFill/>"
    alpha = f'<a:alpha val="{opacity * 1000}"/>' if opacity < 100 else ""
    return f'<a:solidFill><a:schemeClr val="{colour}">{alpha}</a:schemeClr></a:solidFill>'


def outline_xml(colour: ColourName | None, weight: float = 0.75, opacity: int = 100) -> str:
    """Return the outline of a shape."""
    if colour is None:
        return "<a:ln><a:noFill/></a:ln>"
    return f'<a:ln w="{to_emu(weight)}">{fill_xml(colour, opacity)}</a:ln>'


def position_xml(rect: Rect, tag: str = "a") -> str:
    """Return the position and size of a shape."""
    return (
        f'<{tag}:xfrm><a:off x="{to_emu(rect.x)}" y="{to_emu(rect.y)}"/>'
        f'<a:ext cx="{to_emu(rect.width)}" cy="{to_emu(rect.height)}"/></{tag}:xfrm>'
    )


def geometry_xml(shape: PresetShape, rect: Rect, radius: float = 0.0) -> str:
    """Return the geometry of a shape. The radius is in points; the file stores it relative to the shorter side."""
    if shape != "roundRect":
        return f'<a:prstGeom prst="{shape}"><a:avLst/></a:prstGeom>'
    share = min(50_000, round(radius / max(1.0, min(rect.width, rect.height)) * 100_000))
    return f'<a:prstGeom prst="roundRect"><a:avLst><a:gd name="adj" fmla="val {share}"/></a:avLst></a:prstGeom>'


def decoration_xml(decoration: Decoration, number: int, name: str) -> str:
    """Return a shape without text, marked as decorative for screen readers."""
    shape = (
        f"{position_xml(decoration.rect)}{geometry_xml(decoration.shape, decoration.rect, decoration.radius)}"
        f"{fill_xml(decoration.fill, decoration.opacity)}"
        f"{outline_xml(decoration.line, decoration.weight, decoration.opacity)}"
    )
    return (
        f"<p:sp {NAMESPACES}><p:nvSpPr>{shape_name_xml(number, name, decorative=True)}"
        '<p:cNvSpPr/><p:nvPr userDrawn="1"/>'
        f"</p:nvSpPr><p:spPr>{shape}</p:spPr>"
        '<p:txBody><a:bodyPr rtlCol="0" anchor="ctr"/><a:lstStyle/><a:p><a:endParaRPr lang="en-US"/></a:p></p:txBody>'
        "</p:sp>"
    )


def decorative_text_xml(decorative_text: DecorativeText, number: int, name: str) -> str:
    """Return text that is only decoration."""
    words = paragraphs_xml(
        [StyledParagraph(with_text_style(Paragraph((InlineRun(decorative_text.text),)), decorative_text.style))],
        decorative_text.style.sizes[0],
        decorative_text.style,
    )
    return text_shape_xml(TextShape(name, None, decorative_text.rect, decorative_text.style), number, words)


def text_shape_xml(shape: TextShape, number: int, paragraphs: str, overhang: float = 0.0) -> str:
    """Return a placeholder or a text box, wider than the text by the overhang on each side."""
    rect = replace(shape.rect, x=shape.rect.x - overhang, width=shape.rect.width + 2 * overhang)
    locks = '<p:cNvSpPr txBox="1"/>' if shape.placeholder is None else '<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>'
    body = text_body_xml(shape.style, overhang, may_shrink=shape.may_shrink)
    return (
        f"<p:sp {NAMESPACES}><p:nvSpPr>{shape_name_xml(number, shape.name)}{locks}"
        f"<p:nvPr>{shape.placeholder.markup if shape.placeholder else ''}</p:nvPr></p:nvSpPr>"
        f"<p:spPr>{position_xml(rect)}{geometry_xml('rect', rect)}<a:noFill/></p:spPr>"
        f"<p:txBody>{body}<a:lstStyle/>{paragraphs}</p:txBody></p:sp>"
    )


def text_body_xml(style: TextStyle, sides: float = 0.0, *, may_shrink: bool = False) -> str:
    """Return the properties of a text box. Programs must not shrink text that fits, because it was measured."""
    autofit = "norm" if may_shrink else "no"
    return (
        f'<a:bodyPr wrap="square" lIns="{to_emu(sides)}" tIns="0" rIns="{to_emu(sides)}" bIns="0" rtlCol="0" '
        f'anchor="{style.anchor}"><a:{autofit}Autofit/></a:bodyPr>'
    )


def paragraphs_xml(
    paragraphs: Sequence[StyledParagraph], size: float, style: TextStyle, *, inherits_face: bool = False
) -> str:
    """Return the paragraphs of a text of that size. Sizes are on the runs: elsewhere they are lost in editing.

    A placeholder inherits the body typeface of its layout. A text box inherits none, and programs would choose one.
    """
    faces = "" if inherits_face and style.face == "body" else _FACES[style.face]
    return "".join(_paragraph_xml(paragraph, size, style, faces) for paragraph in paragraphs)


def _paragraph_xml(paragraph: StyledParagraph, size: float, style: TextStyle, faces: str) -> str:
    para = paragraph.para
    own = para.size(size)
    spacing = f'<a:lnSpc><a:spcPct val="{round(para.leading * 100_000)}"/></a:lnSpc>'
    spacing += f'<a:spcBef><a:spcPts val="{round(para.before * own * 100)}"/></a:spcBef>'
    after = 0.0 if paragraph.breaks else para.after * own
    spacing += f'<a:spcAft><a:spcPts val="{round(after * 100)}"/></a:spcAft>'
    margins = f'marL="{to_emu(para.indent)}" indent="{-to_emu(paragraph.hanging)}"'
    level = f' lvl="{paragraph.level}"' if paragraph.level else ""
    runs = "".join(_run_xml(run, own, faces, paragraph.colour or style.colour) for run in para.runs if run.text)
    if paragraph.breaks:
        empty = f'lang="en-US" sz="{round(own * 100)}"'
        runs += f"<a:br><a:rPr {empty}/></a:br>" * paragraph.breaks + f"<a:endParaRPr {empty}/>"
    return (
        f'<a:p><a:pPr {margins}{level} algn="{style.align}" hangingPunct="0">{spacing}{_bullet_xml(paragraph)}</a:pPr>'
        f"{runs}</a:p>"
    )


def _automatic_number(number: str) -> str:
    digits = number.strip("()")
    kind = "ea1ChsPeriod" if not digits.isdecimal() else "arabicPeriod" if digits == number else "arabicParenBoth"
    return f'<a:buAutoNum type="{kind}" startAt="{number_value(number)}"/>'


def number_value(number: str) -> int:
    """Return the value of the number of an item, in digits or in Chinese characters; 0 for an empty text."""
    digits = number.strip("()")
    if digits.isdecimal():
        return int(digits)
    tens, ten, ones = digits.rpartition("十")
    return (10 * (_CHINESE_DIGITS.find(tens) if tens else 1) if ten else 0) + max(_CHINESE_DIGITS.find(ones), 0)


def _bullet_xml(paragraph: StyledParagraph) -> str:
    if not paragraph.bullet:
        return "<a:buNone/>"
    colour = paragraph.bullet_colour
    tint = f'<a:buClr><a:schemeClr val="{colour}"/></a:buClr>' if colour else ""
    if paragraph.bullet.strip("()").isnumeric():
        return f'{tint}<a:buFont typeface="+mj-lt"/>{_automatic_number(paragraph.bullet)}'
    size = '<a:buSzPct val="65000"/>' if paragraph.bullet in _HEAVY_BULLETS else ""
    return f'{tint}{size}{_BULLET_FACE}<a:buChar char="{escape(paragraph.bullet)}"/>'


def _run_xml(run: InlineRun, size: float, faces: str, colour: ColourName) -> str:
    language = "zh-CN" if any(map(is_east_asian, run.text)) else "en-US"
    bold = ' b="1"' if run.bold else ' b="0"'
    italic = ' i="1"' if run.italic else ' i="0"'
    faces = _FACES["code"] if run.code else faces
    return (
        f'<a:r><a:rPr lang="{language}" sz="{round(size * 100)}"{bold}{italic} dirty="0">'
        f"{fill_xml(colour)}{faces}</a:rPr><a:t>{escape(run.text, quote=False)}</a:t></a:r>"
    )


def with_text_style(para: Paragraph, style: TextStyle) -> Paragraph:
    """Return the paragraph with the style on every run, ready to be measured.

    Chinese has no italics, so only text that the author emphasised is slanted.
    """
    if not style.bold and not style.italic and style.face != "code":
        return para
    runs = tuple(
        replace(
            run,
            bold=run.bold or style.bold,
            italic=run.italic or (style.italic and not any(map(is_east_asian, run.text))),
            code=run.code or style.face == "code",
        )
        for run in para.runs
    )
    return replace(para, runs=runs)


def shape_name_xml(number: int, name: str, *, decorative: bool = False) -> str:
    """Return the id and the name of a shape."""
    if not decorative:
        return f'<p:cNvPr id="{number}" name="{escape(name)}"/>'
    return (
        f'<p:cNvPr id="{number}" name="{escape(name)}"><a:extLst><a:ext uri="{{C183D7F6-B498-43B3-948B-1728B52AA6E4}}">'
        '<adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/>'
        "</a:ext></a:extLst></p:cNvPr>"
    )
