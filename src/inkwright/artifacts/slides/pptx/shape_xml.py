"""DrawingML of shapes and text. All measures are points."""

from collections.abc import Sequence
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
_HEADING_FACES: Final = '<a:latin typeface="+mj-lt"/><a:ea typeface="+mj-ea"/>'
_CODE_FACES: Final = f'<a:latin typeface="{TYPEWRITER.office}"/><a:cs typeface="{TYPEWRITER.office}"/>'
# These fill their square, and would shout at full size.
_HEAVY_BULLETS: Final = frozenset("■◆●")
_BULLET_FACE: Final = '<a:buFont typeface="Arial"/>'


@dataclass(frozen=True, slots=True)
class StyledParagraph:
    """A measured paragraph and what is not measured of it: its bullet, its colour, its place on the line."""

    para: Paragraph
    bullet: str = ""
    bullet_colour: ColourName | None = None
    colour: ColourName | None = None
    hanging: float = 0.0
    level: int = 0
    breaks: int = 0
    """Empty lines at its end; its `after` is how high they are."""


@dataclass(frozen=True, slots=True)
class LayoutPlaceholder:
    """Which place of the layout a shape fills."""

    kind: str
    index: int = 0

    @property
    def markup(self) -> str:
        """As it stands inside `p:nvPr`."""
        index = f' idx="{self.index}"' if self.index else ""
        kind = "" if self.kind == "obj" else f' type="{self.kind}"'
        return f"<p:ph{kind}{index}/>"


@dataclass(frozen=True, slots=True)
class TextShape:
    """A shape that holds text: which place of the layout it fills, and where it stands."""

    name: str
    place: LayoutPlaceholder | None
    rect: Rect
    type: TextStyle


def fill_xml(colour: ColourName | None, opacity: int = 100) -> str:
    """A fill with a colour of the theme."""
    if colour is None:
        return "<a:noFill/>"
    alpha = f'<a:alpha val="{opacity * 1000}"/>' if opacity < 100 else ""
    return f'<a:solidFill><a:schemeClr val="{colour}">{alpha}</a:schemeClr></a:solidFill>'


def outline_xml(colour: ColourName | None, weight: float = 0.75, opacity: int = 100) -> str:
    """The outline of a shape."""
    if colour is None:
        return "<a:ln><a:noFill/></a:ln>"
    return f'<a:ln w="{to_emu(weight)}">{fill_xml(colour, opacity)}</a:ln>'


def position_xml(rect: Rect, tag: str = "a") -> str:
    """Where a shape stands."""
    return (
        f'<{tag}:xfrm><a:off x="{to_emu(rect.x)}" y="{to_emu(rect.y)}"/>'
        f'<a:ext cx="{to_emu(rect.width)}" cy="{to_emu(rect.height)}"/></{tag}:xfrm>'
    )


def geometry_xml(form: PresetShape, rect: Rect, radius: float = 0.0) -> str:
    """The geometry of a shape; a radius is given in points, and kept in proportion to the shorter side."""
    if form != "roundRect":
        return f'<a:prstGeom prst="{form}"><a:avLst/></a:prstGeom>'
    share = min(50_000, round(radius / max(1.0, min(rect.width, rect.height)) * 100_000))
    return f'<a:prstGeom prst="roundRect"><a:avLst><a:gd name="adj" fmla="val {share}"/></a:avLst></a:prstGeom>'


def decoration_xml(mark: Decoration, number: int, name: str) -> str:
    """A form without text. It is decoration, and says so to those who do not see it."""
    shape = (
        f"{position_xml(mark.rect)}{geometry_xml(mark.form, mark.rect, mark.radius)}"
        f"{fill_xml(mark.fill, mark.opacity)}{outline_xml(mark.line, mark.weight, mark.opacity)}"
    )
    return (
        f"<p:sp {NAMESPACES}><p:nvSpPr>{shape_name_xml(number, name, decorative=True)}"
        '<p:cNvSpPr/><p:nvPr userDrawn="1"/>'
        f"</p:nvSpPr><p:spPr>{shape}</p:spPr>"
        '<p:txBody><a:bodyPr rtlCol="0" anchor="ctr"/><a:lstStyle/><a:p><a:endParaRPr lang="en-US"/></a:p></p:txBody>'
        "</p:sp>"
    )


def decorative_text_xml(sign: DecorativeText, number: int, name: str) -> str:
    """Text that is decoration."""
    words = paragraphs_xml(
        [StyledParagraph(with_text_style(Paragraph((InlineRun(sign.text),)), sign.type))], sign.type.sizes[0], sign.type
    )
    return text_shape_xml(TextShape(name, None, sign.rect, sign.type), number, words)


def text_shape_xml(shape: TextShape, number: int, paragraphs: str, overhang: float = 0.0) -> str:
    """A shape that holds text: a placeholder, or a box of its own; wider than the text by the overhang on each side."""
    rect = replace(shape.rect, x=shape.rect.x - overhang, width=shape.rect.width + 2 * overhang)
    locks = '<p:cNvSpPr txBox="1"/>' if shape.place is None else '<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>'
    return (
        f"<p:sp {NAMESPACES}><p:nvSpPr>{shape_name_xml(number, shape.name)}{locks}"
        f"<p:nvPr>{shape.place.markup if shape.place else ''}</p:nvPr></p:nvSpPr>"
        f"<p:spPr>{position_xml(rect)}{geometry_xml('rect', rect)}<a:noFill/></p:spPr>"
        f"<p:txBody>{text_body_xml(shape.type, overhang)}<a:lstStyle/>{paragraphs}</p:txBody></p:sp>"
    )


def text_body_xml(kind: TextStyle, sides: float = 0.0) -> str:
    """The properties of the box around text. Its type is never shrunk by a program: it was measured."""
    return (
        f'<a:bodyPr wrap="square" lIns="{to_emu(sides)}" tIns="0" rIns="{to_emu(sides)}" bIns="0" rtlCol="0" '
        f'anchor="{kind.anchor}"><a:noAutofit/></a:bodyPr>'
    )


def paragraphs_xml(paragraphs: Sequence[StyledParagraph], size: float, kind: TextStyle) -> str:
    """The paragraphs of a text whose size is that. Sizes stand on the runs: elsewhere they are lost in editing."""
    return "".join(_paragraph_xml(paragraph, size, kind) for paragraph in paragraphs)


def _paragraph_xml(paragraph: StyledParagraph, size: float, kind: TextStyle) -> str:
    para = paragraph.para
    own = para.size(size)
    spacing = f'<a:lnSpc><a:spcPct val="{round(para.leading * 100_000)}"/></a:lnSpc>'
    spacing += f'<a:spcBef><a:spcPts val="{round(para.before * own * 100)}"/></a:spcBef>'
    after = 0.0 if paragraph.breaks else para.after * own
    spacing += f'<a:spcAft><a:spcPts val="{round(after * 100)}"/></a:spcAft>'
    margins = f'marL="{to_emu(para.indent)}" indent="{-to_emu(paragraph.hanging)}"'
    level = f' lvl="{paragraph.level}"' if paragraph.level else ""
    runs = "".join(_run_xml(run, own, kind, paragraph.colour) for run in para.runs if run.text)
    if paragraph.breaks:
        empty = f'lang="en-US" sz="{round(own * 100)}"'
        runs += f"<a:br><a:rPr {empty}/></a:br>" * paragraph.breaks + f"<a:endParaRPr {empty}/>"
    return (
        f'<a:p><a:pPr {margins}{level} algn="{kind.align}" hangingPunct="0">{spacing}{_bullet_xml(paragraph)}</a:pPr>'
        f"{runs}</a:p>"
    )


def _bullet_xml(paragraph: StyledParagraph) -> str:
    if not paragraph.bullet:
        return "<a:buNone/>"
    colour = paragraph.bullet_colour
    tint = f'<a:buClr><a:schemeClr val="{colour}"/></a:buClr>' if colour else ""
    size = '<a:buSzPct val="65000"/>' if paragraph.bullet in _HEAVY_BULLETS else ""
    return f'{tint}{size}{_BULLET_FACE}<a:buChar char="{escape(paragraph.bullet)}"/>'


def _run_xml(run: InlineRun, size: float, kind: TextStyle, colour: ColourName | None) -> str:
    language = "zh-CN" if any(map(is_east_asian, run.text)) else "en-US"
    bold = ' b="1"' if run.bold else ' b="0"'
    italic = ' i="1"' if run.italic else ' i="0"'
    faces = _CODE_FACES if run.code or kind.face == "code" else _HEADING_FACES if kind.face == "heading" else ""
    return (
        f'<a:r><a:rPr lang="{language}" sz="{round(size * 100)}"{bold}{italic} dirty="0">'
        f"{fill_xml(colour or kind.colour)}{faces}</a:rPr><a:t>{escape(run.text, quote=False)}</a:t></a:r>"
    )


def with_text_style(para: Paragraph, kind: TextStyle) -> Paragraph:
    """The paragraph with the style of its type on every run, as it has to be measured.

    Chinese has no italics: slanting is kept for what the author stressed.
    """
    if not kind.bold and not kind.italic and kind.face != "code":
        return para
    runs = tuple(
        replace(
            run,
            bold=run.bold or kind.bold,
            italic=run.italic or (kind.italic and not any(map(is_east_asian, run.text))),
            code=run.code or kind.face == "code",
        )
        for run in para.runs
    )
    return replace(para, runs=runs)


def shape_name_xml(number: int, name: str, *, decorative: bool = False) -> str:
    """Who the shape is."""
    if not decorative:
        return f'<p:cNvPr id="{number}" name="{escape(name)}"/>'
    return (
        f'<p:cNvPr id="{number}" name="{escape(name)}"><a:extLst><a:ext uri="{{C183D7F6-B498-43B3-948B-1728B52AA6E4}}">'
        '<adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/>'
        "</a:ext></a:extLst></p:cNvPr>"
    )
