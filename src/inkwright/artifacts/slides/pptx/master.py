"""The template of each theme: a master, its layouts with their placeholders, and the other parts of the package."""

import io
import zipfile
from functools import lru_cache
from html import escape
from types import MappingProxyType
from typing import Final

from inkwright.artifacts.slides.fields import ThemeName
from inkwright.artifacts.slides.layout_registry import MasterLayout, master_layouts, registry_version
from inkwright.artifacts.slides.pptx.geometry import SLIDE_HEIGHT, SLIDE_MARGIN, SLIDE_WIDTH, Rect, to_emu
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
from inkwright.artifacts.slides.themes.brand import Brand, logo_plate, logo_rect
from inkwright.artifacts.slides.themes.theme import (
    CAPTION_SIZES,
    Decoration,
    DecorativeText,
    LayoutDesign,
    TextSlot,
    TextStyle,
    Theme,
)
from inkwright.artifacts.typefaces import TYPEWRITER

PAGE_NUMBER_INDEX: Final = 90
_DATE_WIDTH: Final = 110.0
_FOOTER_WIDTH: Final = 280.0
_LEAST_FOOTER: Final = 120.0
_FOOTER_GAP: Final = 10.0
PAGE_NUMBER_FIELD: Final = "{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}"


def layout_slots(layout: MasterLayout, design: LayoutDesign) -> dict[str, TextSlot]:
    """Return the slot of every placeholder on an empty layout."""
    own = {slot.role: slot for slot in design.slots}
    body = own.get("body", TextSlot("body", Rect(0, 0, 0, 0), TextStyle()))
    # Where placeholders share the body, the body itself is not a placeholder.
    parts = layout.areas(body.rect)
    return {
        role: own[role] if role in own and role not in parts else TextSlot(role, parts[role], _text_style_of(role))
        for role in layout.all_placeholders
    }


def _text_style_of(role: str) -> TextStyle:
    if role == "caption":
        return TextStyle(CAPTION_SIZES, "accent6")
    if role.endswith("heading"):
        return TextStyle((24.0, 22.0, 20.0, 18.0), "tx2", "heading", bold=True)
    return TextStyle((20.0,))


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
"""The prompts of empty placeholders. Built slides have none."""

_OFFICE_NAMESPACE: Final = "http://schemas.openxmlformats.org/officeDocument/2006"
_PACKAGE_NAMESPACE: Final = "http://schemas.openxmlformats.org/package/2006"
_CONTENT_TYPE: Final = "application/vnd.openxmlformats-officedocument.presentationml"
_NOTES_WIDTH: Final = 540.0
_NOTES_HEIGHT: Final = 720.0


_PICTURE_TYPES: Final = "".join(
    f'<Default Extension="{name}" ContentType="image/{name}"/>' for name in ("png", "jpeg", "gif")
)


def _content_types_xml(layouts: int) -> str:
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
    return (
        f'<Types xmlns="{_PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{_PICTURE_TYPES}{typed}</Types>'
    )


def fixed_parts(layouts: int) -> dict[str, str]:
    """Return the parts that are the same for every theme."""
    return {
        "[Content_Types].xml": _content_types_xml(layouts),
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
    """Return the relationships of a part; the first is `rId1`."""
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
    """Return the main part of the presentation."""
    return (
        f'<p:presentation {NAMESPACES} saveSubsetFonts="1">'
        '<p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>'
        '<p:notesMasterIdLst><p:notesMasterId r:id="rId2"/></p:notesMasterIdLst>'
        f'<p:sldSz cx="{to_emu(SLIDE_WIDTH)}" cy="{to_emu(SLIDE_HEIGHT)}"/>'
        f'<p:notesSz cx="{to_emu(_NOTES_WIDTH)}" cy="{to_emu(_NOTES_HEIGHT)}"/>'
        "<p:defaultTextStyle/></p:presentation>"
    )


def theme_xml(theme: Theme) -> str:
    """Return the colours and fonts of a theme."""
    palette = theme.palette
    # The darker pair is called dark, even if it is the background.
    pairs = (palette.background, palette.text, palette.surface, palette.deep)
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
    """Return the page for printed notes: the slide above, the text below."""
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


_XML_START: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_LEVEL_SCALES: Final = (1.0, 0.88, 0.8)
_GROUP_XML: Final = (
    '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm>'
    '<a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>'
)
# Office reads these in a fixed order.
_COLOUR_MAP: Final = "accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink"
_FIXED_DATE: Final = (1980, 1, 1, 0, 0, 0)


def theme_template(name: ThemeName) -> bytes:
    """Return the package of a theme without any slide. It is built once for each version of the layout registry."""
    return _theme_template(name, registry_version())


@lru_cache(maxsize=8)
def _theme_template(name: ThemeName, _version: int) -> bytes:
    return package_of(THEMES[name], Brand())


def package_of(theme: Theme, brand: Brand) -> bytes:
    """Return the package of a theme without any slide, with the logo of a brand on its layouts."""
    layouts = master_layouts()
    parts = {
        **fixed_parts(len(layouts)),
        "ppt/presentation.xml": presentation_xml(),
        "ppt/theme/theme1.xml": theme_xml(theme),
        "ppt/theme/theme2.xml": theme_xml(theme),
        "ppt/notesMasters/notesMaster1.xml": notes_master_xml(),
        "ppt/slideMasters/slideMaster1.xml": _master_xml(theme, len(layouts)),
        "ppt/slideMasters/_rels/slideMaster1.xml.rels": relationships_xml(
            *(("slideLayout", f"../slideLayouts/slideLayout{number}.xml") for number in range(1, len(layouts) + 1)),
            ("theme", "../theme/theme1.xml"),
        ),
    }
    for number, layout in enumerate(layouts, 1):
        parts[f"ppt/slideLayouts/slideLayout{number}.xml"] = _layout_xml(theme, layout, brand)
        parts[f"ppt/slideLayouts/_rels/slideLayout{number}.xml.rels"] = relationships_xml(
            ("slideMaster", "../slideMasters/slideMaster1.xml"), *([("image", brand.logo_target)] if brand.logo else [])
        )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as package:
        for part, content in parts.items():
            package.writestr(zipfile.ZipInfo(part, _FIXED_DATE), (_XML_START + content).encode())
        if brand.logo:
            package.writestr(zipfile.ZipInfo(f"ppt/{brand.logo_target[3:]}", _FIXED_DATE), brand.logo)
    return packed.getvalue()


def _master_xml(theme: Theme, layout_count: int) -> str:
    design = theme.content
    shapes = [
        _placeholder_xml("Title", LayoutPlaceholder("title"), design.slot("title"), 2),
        _placeholder_xml("Body", LayoutPlaceholder("body", 1), design.slot("body"), 3),
        _page_number_xml(design, 4),
        *_footer_xml(design, 5),
    ]
    ids = "".join(
        f'<p:sldLayoutId id="{2147483649 + number}" r:id="rId{number + 1}"/>' for number in range(layout_count)
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
    title = _level_xml(1, theme.content.slot("title").style, 36, "")
    bullet = (
        f'<a:buClr><a:schemeClr val="{theme.drawing.bullet_colour}"/></a:buClr><a:buFont typeface="Arial"/>'
        f'<a:buChar char="{theme.drawing.bullet}"/>'
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


def _level_xml(number: int, text_style: TextStyle, size: float, bullet: str) -> str:
    margin = f'marL="{to_emu(24 * number)}" indent="{-to_emu(24)}"' if bullet else 'marL="0" indent="0"'
    key = {"heading": "mj", "body": "mn", "code": "mn"}[text_style.face]
    latin = TYPEWRITER.office if text_style.face == "code" else f"+{key}-lt"
    return (
        f'<a:lvl{number}pPr {margin} algn="{text_style.align}" defTabSz="914400" rtl="0" eaLnBrk="1" latinLnBrk="0" '
        'hangingPunct="0">'
        f'<a:spcBef><a:spcPts val="0"/></a:spcBef>{bullet or "<a:buNone/>"}'
        f'<a:defRPr sz="{round(size * 100)}" b="{int(text_style.bold)}" i="{int(text_style.italic)}" kern="1200">'
        f'{fill_xml(text_style.colour)}<a:latin typeface="{latin}"/><a:ea typeface="+{key}-ea"/>'
        f'<a:cs typeface="+{key}-cs"/>'
        f"</a:defRPr></a:lvl{number}pPr>"
    )


def _logo_xml(theme: Theme, brand: Brand, design: LayoutDesign, number: int) -> list[str]:
    rect = logo_rect(brand, design)
    plate = logo_plate(theme, rect, design)
    picture = (
        f"<p:pic><p:nvPicPr>{shape_name_xml(number + 1, 'Logo')}"
        '<p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr><p:nvPr userDrawn="1"/></p:nvPicPr><p:blipFill>'
        '<a:blip r:embed="rId2"/><a:stretch><a:fillRect/></a:stretch></p:blipFill>'
        f'<p:spPr>{position_xml(rect)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>'
    )
    return [*([decoration_xml(plate, number, "Logo ground")] if plate else []), picture]


def _layout_xml(theme: Theme, layout: MasterLayout, brand: Brand) -> str:
    design = theme.design(layout.kind)
    shapes = [_decoration_xml(decoration, number) for number, decoration in enumerate(design.decorations, 2)]
    if brand.logo:
        shapes += _logo_xml(theme, brand, design, len(shapes) + 2)
    first = len(shapes) + 2
    for number, (role, slot) in enumerate(layout_slots(layout, design).items(), first):
        placeholder = layout.placeholder(role)
        shapes.append(_placeholder_xml(role.replace("_", " ").capitalize(), placeholder, slot, number))
    if design.has("page"):
        shapes.append(_page_number_xml(design, len(shapes) + 2))
        shapes += _footer_xml(design, len(shapes) + 2)
    office_type = f' type="{layout.office_type}"' if layout.office_type else ""
    return (
        f'<p:sldLayout {NAMESPACES} preserve="1" userDrawn="1"{office_type}><p:cSld name="{escape(layout.name)}">'
        f"{_background_xml(design.background)}<p:spTree>{_GROUP_XML}{''.join(shapes)}</p:spTree>"
        "</p:cSld>"
        "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>"
    )


def _decoration_xml(decoration: Decoration | DecorativeText, number: int) -> str:
    name = f"Decoration {number - 1}"
    return (
        decoration_xml(decoration, number, name)
        if isinstance(decoration, Decoration)
        else decorative_text_xml(decoration, number, name)
    )


def _background_xml(colour: str) -> str:
    return f'<p:bg><p:bgPr><a:solidFill><a:schemeClr val="{colour}"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>'


def _placeholder_xml(name: str, placeholder: LayoutPlaceholder, slot: TextSlot, number: int) -> str:
    """Return a placeholder of a layout or the master."""
    is_list = placeholder.kind == "body" and slot.role in {"body", "left", "right"}
    style = "" if is_list else f"{_level_xml(1, slot.style, slot.style.sizes[0], '')}"
    prompt = PLACEHOLDER_PROMPTS.get(placeholder.kind, PLACEHOLDER_PROMPTS["body"])
    return (
        f"<p:sp><p:nvSpPr>{shape_name_xml(number, f'{name} placeholder')}"
        '<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>'
        f"<p:nvPr>{placeholder.markup}</p:nvPr></p:nvSpPr>"
        f'<p:spPr>{position_xml(slot.rect)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>'
        f"<p:txBody>{text_body_xml(slot.style)}<a:lstStyle>{style}</a:lstStyle>"
        f'<a:p><a:r><a:rPr lang="en-US"/><a:t>{prompt}</a:t></a:r></a:p></p:txBody></p:sp>'
    )


def _footer_xml(design: LayoutDesign, number: int) -> list[str]:
    """Return the placeholders of the date and the footer, which PowerPoint shows where a user switches them on."""
    page = design.slot("page")
    left = _content_left(design)
    room = page.rect.x - left - _DATE_WIDTH
    if room < _LEAST_FOOTER:
        left, room = max(left, page.rect.right + _FOOTER_GAP), _FOOTER_WIDTH
    width = min(room, _FOOTER_WIDTH)
    rects = {
        "ftr": Rect(left, page.rect.y, width, page.rect.height),
        "dt": Rect(left + width, page.rect.y, _DATE_WIDTH, page.rect.height),
    }
    style = design.footer_style
    return [
        f"<p:sp><p:nvSpPr>{shape_name_xml(number + place, name)}"
        '<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>'
        f'<p:nvPr><p:ph type="{kind}" sz="quarter" idx="{PAGE_NUMBER_INDEX + 1 + place}"/></p:nvPr></p:nvSpPr>'
        f'<p:spPr>{position_xml(rects[kind])}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>'
        f"<p:txBody>{text_body_xml(style)}<a:lstStyle>{_level_xml(1, style, style.sizes[0], '')}</a:lstStyle>"
        '<a:p><a:endParaRPr lang="en-US"/></a:p></p:txBody></p:sp>'
        for place, (kind, name) in enumerate((("dt", "Date placeholder"), ("ftr", "Footer placeholder")))
    ]


def _content_left(design: LayoutDesign) -> float:
    """Return where the content begins; the title may be on a coloured shape at the side."""
    content = [slot.rect.x for slot in design.slots if slot.role not in ("title", "page", "ordinal")]
    return design.slot("body").rect.x if design.has("body") else min(content, default=SLIDE_MARGIN)


def _page_number_xml(design: LayoutDesign, number: int) -> str:
    """Return the placeholder of the slide number."""
    slot = design.slot("page")
    return (
        f"<p:sp><p:nvSpPr>{shape_name_xml(number, 'Slide number placeholder')}"
        '<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>'
        f'<p:nvPr><p:ph type="sldNum" sz="quarter" idx="{PAGE_NUMBER_INDEX}"/></p:nvPr></p:nvSpPr>'
        f'<p:spPr>{position_xml(slot.rect)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>'
        f"<p:txBody>{text_body_xml(slot.style)}"
        f"<a:lstStyle>{_level_xml(1, slot.style, slot.style.sizes[0], '')}</a:lstStyle>"
        f'<a:p><a:fld id="{PAGE_NUMBER_FIELD}" type="slidenum"><a:rPr lang="en-US"/><a:t>‹#›</a:t></a:fld></a:p>'
        "</p:txBody></p:sp>"
    )
