"""The template of each theme: a master, layouts with their placeholders, and the parts of the package around them."""

import io
import zipfile
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from inkwright.artifacts.slides.model import ThemeName
from inkwright.artifacts.slides.pptx.geometry import SLIDE_HEIGHT, SLIDE_WIDTH, Rect, to_emu
from inkwright.artifacts.slides.pptx.shape_xml import (
    NAMESPACES,
    LayoutPlaceholder,
    decoration_xml,
    decorative_text_xml,
    fill_xml,
    position_xml,
    shape_name_xml,
    text_body_xml,
)
from inkwright.artifacts.slides.themes import THEMES
from inkwright.artifacts.slides.themes.theme import (
    CAPTION_SIZES,
    Decoration,
    DecorativeText,
    LayoutDesign,
    LayoutKind,
    TextSlot,
    TextStyle,
    Theme,
)
from inkwright.artifacts.typefaces import TYPEWRITER

MAX_CARDS: Final = 4
MAX_ITEMS: Final = 10
MAX_STEPS: Final = 7
PAGE_NUMBER_INDEX: Final = 90
PAGE_NUMBER_FIELD: Final = "{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}"
_FIRST_OF_MANY: Final = 10

LAYOUT_NAMES: Final[Mapping[LayoutKind, str]] = MappingProxyType(
    {
        "title": "Title Slide",
        "section": "Section",
        "agenda": "Agenda",
        "bullets": "Title and Content",
        "cards": "Cards",
        "two_columns": "Two Columns",
        "comparison": "Comparison",
        "table": "Table",
        "chart": "Chart",
        "big_number": "Big Number",
        "quote": "Quote",
        "image": "Picture",
        "process": "Process",
        "code": "Code",
        "formula": "Formula",
        "closing": "Closing",
    }
)


def _numbered_placeholders(role: str, count: int) -> dict[str, LayoutPlaceholder]:
    return {f"{role}{number}": LayoutPlaceholder("body", _FIRST_OF_MANY + number - 1) for number in range(1, count + 1)}


_TITLE_PLACEHOLDER: Final = {"title": LayoutPlaceholder("title")}
_BODY_PLACEHOLDER: Final = {"body": LayoutPlaceholder("body", 1)}
PLACEHOLDERS: Final[Mapping[LayoutKind, Mapping[str, LayoutPlaceholder]]] = MappingProxyType(
    {
        "title": {
            "title": LayoutPlaceholder("ctrTitle"),
            "subtitle": LayoutPlaceholder("subTitle", 1),
            "author": LayoutPlaceholder("body", 2),
        },
        "section": _TITLE_PLACEHOLDER
        | {"subtitle": LayoutPlaceholder("body", 1), "ordinal": LayoutPlaceholder("body", 2)},
        "agenda": _TITLE_PLACEHOLDER | _numbered_placeholders("item", MAX_ITEMS),
        "bullets": _TITLE_PLACEHOLDER | _BODY_PLACEHOLDER,
        "cards": _TITLE_PLACEHOLDER | _numbered_placeholders("card", MAX_CARDS),
        "two_columns": _TITLE_PLACEHOLDER
        | {"left": LayoutPlaceholder("body", 1), "right": LayoutPlaceholder("body", 2)},
        "comparison": _TITLE_PLACEHOLDER
        | {
            "left_heading": LayoutPlaceholder("body", 1),
            "left": LayoutPlaceholder("body", 2),
            "right_heading": LayoutPlaceholder("body", 3),
            "right": LayoutPlaceholder("body", 4),
        },
        "table": _TITLE_PLACEHOLDER | {"table": LayoutPlaceholder("tbl", 1), "caption": LayoutPlaceholder("body", 2)},
        "chart": _TITLE_PLACEHOLDER | {"chart": LayoutPlaceholder("chart", 1), "caption": LayoutPlaceholder("body", 2)},
        "big_number": _TITLE_PLACEHOLDER
        | {
            "figure": LayoutPlaceholder("body", 1),
            "label": LayoutPlaceholder("body", 2),
            "detail": LayoutPlaceholder("body", 3),
        },
        "quote": _TITLE_PLACEHOLDER | {"quote": LayoutPlaceholder("body", 1), "source": LayoutPlaceholder("body", 2)},
        "image": _TITLE_PLACEHOLDER
        | {
            "picture": LayoutPlaceholder("pic", 1),
            "caption": LayoutPlaceholder("body", 2),
            "body": LayoutPlaceholder("body", 3),
        },
        "process": _TITLE_PLACEHOLDER | _numbered_placeholders("step", MAX_STEPS),
        "code": _TITLE_PLACEHOLDER | {"code": LayoutPlaceholder("body", 1), "caption": LayoutPlaceholder("body", 2)},
        "formula": _TITLE_PLACEHOLDER | {"picture": LayoutPlaceholder("pic", 1), "body": LayoutPlaceholder("body", 2)},
        "closing": _TITLE_PLACEHOLDER | {"message": LayoutPlaceholder("body", 1), "body": LayoutPlaceholder("body", 2)},
    }
)
"""The placeholders of each layout by the role that drawing code knows them by."""


def layout_slots(kind: LayoutKind, scene: LayoutDesign) -> dict[str, TextSlot]:
    """Where every placeholder of a layout stands before a slide moves it."""
    own = {slot.role: slot for slot in scene.slots}
    body = own.get("body", TextSlot("body", Rect(0, 0, 0, 0), TextStyle()))
    # On a layout whose body is shared out, the body itself is no placeholder.
    parts = _body_parts(kind, body.rect)
    return {
        role: own[role] if role in own and role not in parts else TextSlot(role, parts[role], _text_style_of(role))
        for role in PLACEHOLDERS[kind]
    }


def _text_style_of(role: str) -> TextStyle:
    if role == "caption":
        return TextStyle(CAPTION_SIZES, "accent6")
    if role.endswith("heading"):
        return TextStyle((24.0, 22.0, 20.0, 18.0), "tx2", "heading", bold=True)
    return TextStyle((20.0,))


def _body_parts(kind: LayoutKind, body: Rect) -> dict[str, Rect]:
    """The shares of the parts of a body, on the layouts where it has several."""
    left, right = body.columns(2, 32)
    rest = Rect(body.x, body.y, body.width, body.height - 40)
    caption = body.bottom_part(28)
    match kind:
        case "two_columns":
            return {"left": left, "right": right}
        case "comparison":
            heads = {"left_heading": left.top_part(40), "right_heading": right.top_part(40)}
            below = body.height - 52
            return heads | {"left": left.bottom_part(below), "right": right.bottom_part(below)}
        case "table" | "chart" | "code":
            return {kind: rest, "caption": caption}
        case "image":
            return {"picture": left.top_part(body.height - 40), "caption": left.bottom_part(28), "body": right}
        case "formula":
            return {"picture": body.top_part(body.height * 0.5), "body": body.bottom_part(body.height * 0.44)}
        case "agenda":
            return {f"item{number}": rect for number, rect in enumerate(body.rows(MAX_ITEMS, 6), 1)}
        case "cards":
            return {f"card{number}": rect for number, rect in enumerate(body.rows(MAX_CARDS, 12), 1)}
        case "process":
            return {f"step{number}": rect for number, rect in enumerate(body.columns(MAX_STEPS, 12), 1)}
        case _:
            return {}


PLACEHOLDER_PROMPTS: Final = MappingProxyType(
    {
        "title": "Title",
        "ctrTitle": "Title of the deck",
        "subTitle": "Subtitle",
        "body": "Text",
        "pic": "Picture",
        "tbl": "Table",
        "chart": "Chart",
    }
)
"""What empty placeholders of a layout say. No slide of ours has an empty one."""

_OFFICE_NAMESPACE: Final = "http://schemas.openxmlformats.org/officeDocument/2006"
_PACKAGE_NAMESPACE: Final = "http://schemas.openxmlformats.org/package/2006"
_CONTENT_TYPE: Final = "application/vnd.openxmlformats-officedocument.presentationml"
_NOTES_WIDTH: Final = 540.0
_NOTES_HEIGHT: Final = 720.0


def fixed_parts(layouts: int) -> dict[str, str]:
    """The parts that are the same for every theme."""
    overrides = {
        "ppt/presentation.xml": f"{_CONTENT_TYPE}.presentation.main+xml",
        "ppt/slideMasters/slideMaster1.xml": f"{_CONTENT_TYPE}.slideMaster+xml",
        "ppt/notesMasters/notesMaster1.xml": f"{_CONTENT_TYPE}.notesMaster+xml",
        "ppt/presProps.xml": f"{_CONTENT_TYPE}.presProps+xml",
        "ppt/viewProps.xml": f"{_CONTENT_TYPE}.viewProps+xml",
        "ppt/tableStyles.xml": f"{_CONTENT_TYPE}.tableStyles+xml",
        "ppt/theme/theme1.xml": "application/vnd.openxmlformats-officedocument.theme+xml",
        "ppt/theme/theme2.xml": "application/vnd.openxmlformats-officedocument.theme+xml",
        "docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml",
        "docProps/app.xml": "application/vnd.openxmlformats-officedocument.extended-properties+xml",
    }
    overrides |= {
        f"ppt/slideLayouts/slideLayout{number}.xml": f"{_CONTENT_TYPE}.slideLayout+xml"
        for number in range(1, layouts + 1)
    }
    typed = "".join(f'<Override PartName="/{part}" ContentType="{kind}"/>' for part, kind in overrides.items())
    return {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{typed}</Types>',
        "_rels/.rels": _package_relationships_xml(),
        "docProps/core.xml": f'<cp:coreProperties xmlns:cp="{_PACKAGE_NAMESPACE}/metadata/core-properties"/>',
        "docProps/app.xml": f'<Properties xmlns="{_OFFICE_NAMESPACE}/extended-properties">'
        "<Application>Inkwright</Application>"
        "<PresentationFormat>Widescreen</PresentationFormat></Properties>",
        "ppt/_rels/presentation.xml.rels": relationships_xml(
            ("slideMaster", "slideMasters/slideMaster1.xml"),
            ("notesMaster", "notesMasters/notesMaster1.xml"),
            ("presProps", "presProps.xml"),
            ("viewProps", "viewProps.xml"),
            ("theme", "theme/theme1.xml"),
            ("tableStyles", "tableStyles.xml"),
        ),
        "ppt/presProps.xml": f"<p:presentationPr {NAMESPACES}/>",
        "ppt/viewProps.xml": f"<p:viewPr {NAMESPACES}/>",
        "ppt/tableStyles.xml": f'<a:tblStyleLst {NAMESPACES} def="{{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}}"/>',
        "ppt/notesMasters/_rels/notesMaster1.xml.rels": relationships_xml(("theme", "../theme/theme2.xml")),
    }


def relationships_xml(*targets: tuple[str, str]) -> str:
    """What a part points to; the first is `rId1`."""
    rows = "".join(
        f'<Relationship Id="rId{number}" Type="{_OFFICE_NAMESPACE}/relationships/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE_NAMESPACE}/relationships">{rows}</Relationships>'


def _package_relationships_xml() -> str:
    rows = (
        ("rId1", f"{_OFFICE_NAMESPACE}/relationships/officeDocument", "ppt/presentation.xml"),
        ("rId2", f"{_PACKAGE_NAMESPACE}/relationships/metadata/core-properties", "docProps/core.xml"),
        ("rId3", f"{_OFFICE_NAMESPACE}/relationships/extended-properties", "docProps/app.xml"),
    )
    listed = "".join(f'<Relationship Id="{name}" Type="{kind}" Target="{target}"/>' for name, kind, target in rows)
    return f'<Relationships xmlns="{_PACKAGE_NAMESPACE}/relationships">{listed}</Relationships>'


def presentation_xml() -> str:
    """The part that holds everything together."""
    return (
        f'<p:presentation {NAMESPACES} saveSubsetFonts="1">'
        '<p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>'
        '<p:notesMasterIdLst><p:notesMasterId r:id="rId2"/></p:notesMasterIdLst>'
        f'<p:sldSz cx="{to_emu(SLIDE_WIDTH)}" cy="{to_emu(SLIDE_HEIGHT)}"/>'
        f'<p:notesSz cx="{to_emu(_NOTES_WIDTH)}" cy="{to_emu(_NOTES_HEIGHT)}"/>'
        "<p:defaultTextStyle/></p:presentation>"
    )


def theme_xml(theme: Theme) -> str:
    """The colours and fonts of a theme."""
    palette = theme.palette
    # The darker pair is called dark, whichever of the two is the ground.
    pairs = (palette.ground, palette.text, palette.surface, palette.deep)
    dark1, light1, dark2, light2 = pairs if palette.is_dark else (pairs[1], pairs[0], pairs[3], pairs[2])
    colours = {"dk1": dark1, "lt1": light1, "dk2": dark2, "lt2": light2}
    colours |= {f"accent{number}": digits for number, digits in enumerate((*palette.accents, palette.quiet), 1)}
    colours |= {"hlink": palette.accents[0], "folHlink": palette.quiet}
    listed = "".join(f'<a:{name}><a:srgbClr val="{digits}"/></a:{name}>' for name, digits in colours.items())
    fonts = "".join(
        f'<a:{key}Font><a:latin typeface="{faces.latin.office}"/><a:ea typeface="{faces.east_asian.office}"/>'
        f'<a:cs typeface=""/><a:font script="Hans" typeface="{faces.east_asian.office}"/></a:{key}Font>'
        for key, faces in (("major", theme.heading), ("minor", theme.body))
    )
    fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
    line = f'<a:ln w="9525" cap="flat" cmpd="sng" algn="ctr">{fill}<a:prstDash val="solid"/></a:ln>'
    effect = "<a:effectStyle><a:effectLst/></a:effectStyle>"
    name = theme.name.capitalize()
    return (
        f'<a:theme {NAMESPACES} name="Inkwright {name}"><a:themeElements><a:clrScheme name="{name}">{listed}'
        f'</a:clrScheme><a:fontScheme name="{name}">{fonts}</a:fontScheme><a:fmtScheme name="{name}">'
        f"<a:fillStyleLst>{fill * 3}</a:fillStyleLst><a:lnStyleLst>{line * 3}</a:lnStyleLst>"
        f"<a:effectStyleLst>{effect * 3}</a:effectStyleLst>"
        f"<a:bgFillStyleLst>{fill * 3}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>"
    )


def notes_master_xml() -> str:
    """The page on which notes are printed: the slide above, the words below."""
    picture = Rect(54, 54, 432, 243)
    words = Rect(54, 330, 432, 340)
    return (
        f'<p:notesMaster {NAMESPACES}><p:cSld><p:bg><p:bgPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>'
        '<a:effectLst/></p:bgPr></p:bg><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/>'
        '</p:nvGrpSpPr><p:grpSpPr/><p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide image"/><p:cNvSpPr>'
        '<a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg" idx="2"/></p:nvPr>'
        f"</p:nvSpPr><p:spPr>{position_xml(picture)}"
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/><a:ln w="9525"><a:solidFill>'
        '<a:srgbClr val="808080"/></a:solidFill></a:ln></p:spPr></p:sp>'
        '<p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes"/>'
        '<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>'
        f'<p:nvPr><p:ph type="body" sz="quarter" idx="3"/></p:nvPr></p:nvSpPr><p:spPr>{position_xml(words)}'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/>'
        '<a:p><a:r><a:rPr lang="en-US"/><a:t>Notes</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld>'
        '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" '
        'accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'
        '<p:notesStyle><a:lvl1pPr marL="0" algn="l"><a:defRPr sz="1200"><a:solidFill><a:srgbClr val="000000"/>'
        '</a:solidFill><a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/></a:defRPr></a:lvl1pPr></p:notesStyle>'
        "</p:notesMaster>"
    )


LAYOUT_KINDS: Final[tuple[LayoutKind, ...]] = tuple(LAYOUT_NAMES)
"""The layouts in the order in which they stand in the template."""

_XML_START: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_LEVEL_SCALES: Final = (1.0, 0.88, 0.8)
_GROUP_XML: Final = (
    '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm>'
    '<a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>'
)
# Office reads these in a fixed order, whatever a theme calls them.
_COLOUR_MAP: Final = "accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink"
_FIXED_DATE: Final = (1980, 1, 1, 0, 0, 0)


@lru_cache(maxsize=8)
def theme_template(name: ThemeName) -> bytes:
    """The package of a theme without any slide. Made once in a process."""
    theme = THEMES[name]
    parts = {
        **fixed_parts(len(LAYOUT_KINDS)),
        "ppt/presentation.xml": presentation_xml(),
        "ppt/theme/theme1.xml": theme_xml(theme),
        "ppt/theme/theme2.xml": theme_xml(theme),
        "ppt/notesMasters/notesMaster1.xml": notes_master_xml(),
        "ppt/slideMasters/slideMaster1.xml": _master_xml(theme),
        "ppt/slideMasters/_rels/slideMaster1.xml.rels": relationships_xml(
            *(
                ("slideLayout", f"../slideLayouts/slideLayout{number}.xml")
                for number in range(1, len(LAYOUT_KINDS) + 1)
            ),
            ("theme", "../theme/theme1.xml"),
        ),
    }
    for number, kind in enumerate(LAYOUT_KINDS, 1):
        parts[f"ppt/slideLayouts/slideLayout{number}.xml"] = _layout_xml(theme, kind)
        parts[f"ppt/slideLayouts/_rels/slideLayout{number}.xml.rels"] = relationships_xml(
            ("slideMaster", "../slideMasters/slideMaster1.xml")
        )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as package:
        for part, content in parts.items():
            package.writestr(zipfile.ZipInfo(part, _FIXED_DATE), (_XML_START + content).encode())
    return packed.getvalue()


def _master_xml(theme: Theme) -> str:
    scene = theme.scenes["bullets"]
    shapes = [
        _placeholder_xml("Title", LayoutPlaceholder("title"), scene.slot("title"), 2),
        _placeholder_xml("Body", LayoutPlaceholder("body", 1), scene.slot("body"), 3),
        _page_number_xml(scene, 4),
    ]
    ids = "".join(
        f'<p:sldLayoutId id="{2147483649 + number}" r:id="rId{number + 1}"/>' for number in range(len(LAYOUT_KINDS))
    )
    sides = ("dk1", "lt1", "dk2", "lt2") if theme.palette.is_dark else ("lt1", "dk1", "lt2", "dk2")
    mapped = " ".join(f'{key}="{side}"' for key, side in zip(("bg1", "tx1", "bg2", "tx2"), sides, strict=True))
    accents = " ".join(f'{accent}="{accent}"' for accent in _COLOUR_MAP.split())
    return (
        f"<p:sldMaster {NAMESPACES}><p:cSld>{_background_xml('bg1')}<p:spTree>{_GROUP_XML}{''.join(shapes)}</p:spTree>"
        "</p:cSld>"
        f"<p:clrMap {mapped} {accents}/><p:sldLayoutIdLst>{ids}</p:sldLayoutIdLst>"
        f'<p:hf hdr="0" ftr="0" dt="0"/>{_text_styles_xml(theme)}</p:sldMaster>'
    )


def _text_styles_xml(theme: Theme) -> str:
    title = _level_xml(1, theme.scenes["bullets"].slot("title").type, 36, "")
    bullet = (
        f'<a:buClr><a:schemeClr val="{theme.manners.bullet_colour}"/></a:buClr><a:buFont typeface="Arial"/>'
        f'<a:buChar char="{theme.manners.bullet}"/>'
    )
    levels = "".join(
        _level_xml(number, TextStyle((24.0,)), 24 * _LEVEL_SCALES[min(number, 3) - 1], bullet)
        for number in range(1, 10)
    )
    other = "".join(_level_xml(number, TextStyle((18.0,)), 18, "") for number in range(1, 10))
    return (
        f"<p:txStyles><p:titleStyle>{title}</p:titleStyle><p:bodyStyle>{levels}</p:bodyStyle>"
        f"<p:otherStyle>{other}</p:otherStyle></p:txStyles>"
    )


def _level_xml(number: int, kind: TextStyle, size: float, bullet: str) -> str:
    margin = f'marL="{to_emu(24 * number)}" indent="{-to_emu(24)}"' if bullet else 'marL="0" indent="0"'
    key = {"heading": "mj", "body": "mn", "code": "mn"}[kind.face]
    latin = TYPEWRITER.office if kind.face == "code" else f"+{key}-lt"
    return (
        f'<a:lvl{number}pPr {margin} algn="{kind.align}" defTabSz="914400" rtl="0" eaLnBrk="1" latinLnBrk="0" '
        'hangingPunct="0">'
        f'<a:spcBef><a:spcPts val="0"/></a:spcBef>{bullet or "<a:buNone/>"}'
        f'<a:defRPr sz="{round(size * 100)}" b="{int(kind.bold)}" i="{int(kind.italic)}" kern="1200">'
        f'{fill_xml(kind.colour)}<a:latin typeface="{latin}"/><a:ea typeface="+{key}-ea"/><a:cs typeface="+{key}-cs"/>'
        f"</a:defRPr></a:lvl{number}pPr>"
    )


def _layout_xml(theme: Theme, kind: LayoutKind) -> str:
    scene = theme.scenes[kind]
    shapes = [_decoration_xml(mark, number) for number, mark in enumerate(scene.marks, 2)]
    first = len(shapes) + 2
    for number, (role, slot) in enumerate(layout_slots(kind, scene).items(), first):
        shapes.append(_placeholder_xml(role.replace("_", " ").capitalize(), PLACEHOLDERS[kind][role], slot, number))
    if scene.has("page"):
        shapes.append(_page_number_xml(scene, len(shapes) + 2))
    known = {"title": ' type="title"', "bullets": ' type="obj"'}.get(kind, "")
    return (
        f'<p:sldLayout {NAMESPACES} preserve="1" userDrawn="1"{known}><p:cSld name="{LAYOUT_NAMES[kind]}">'
        f"{_background_xml(scene.ground)}<p:spTree>{_GROUP_XML}{''.join(shapes)}</p:spTree>"
        "</p:cSld>"
        "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>"
    )


def _decoration_xml(mark: Decoration | DecorativeText, number: int) -> str:
    name = f"Decoration {number - 1}"
    return (
        decoration_xml(mark, number, name) if isinstance(mark, Decoration) else decorative_text_xml(mark, number, name)
    )


def _background_xml(colour: str) -> str:
    return f'<p:bg><p:bgPr><a:solidFill><a:schemeClr val="{colour}"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>'


def _placeholder_xml(name: str, place: LayoutPlaceholder, slot: TextSlot, number: int) -> str:
    """A placeholder on a layout or the master."""
    is_list = place.kind == "body" and slot.role in {"body", "left", "right"}
    style = "" if is_list else f"{_level_xml(1, slot.type, slot.type.sizes[0], '')}"
    prompt = PLACEHOLDER_PROMPTS.get(place.kind, PLACEHOLDER_PROMPTS["body"])
    return (
        f"<p:sp><p:nvSpPr>{shape_name_xml(number, f'{name} placeholder')}"
        '<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>'
        f"<p:nvPr>{place.markup}</p:nvPr></p:nvSpPr>"
        f'<p:spPr>{position_xml(slot.rect)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>'
        f"<p:txBody>{text_body_xml(slot.type)}<a:lstStyle>{style}</a:lstStyle>"
        f'<a:p><a:r><a:rPr lang="en-US"/><a:t>{prompt}</a:t></a:r></a:p></p:txBody></p:sp>'
    )


def _page_number_xml(scene: LayoutDesign, number: int) -> str:
    """The placeholder of the slide number."""
    slot = scene.slot("page")
    return (
        f"<p:sp><p:nvSpPr>{shape_name_xml(number, 'Slide number placeholder')}"
        '<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>'
        f'<p:nvPr><p:ph type="sldNum" sz="quarter" idx="{PAGE_NUMBER_INDEX}"/></p:nvPr></p:nvSpPr>'
        f'<p:spPr>{position_xml(slot.rect)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>'
        f"<p:txBody>{text_body_xml(slot.type)}"
        f"<a:lstStyle>{_level_xml(1, slot.type, slot.type.sizes[0], '')}</a:lstStyle>"
        f'<a:p><a:fld id="{PAGE_NUMBER_FIELD}" type="slidenum"><a:rPr lang="en-US"/><a:t>‹#›</a:t></a:fld></a:p>'
        "</p:txBody></p:sp>"
    )
