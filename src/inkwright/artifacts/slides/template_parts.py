"""The parts of a template that are no slides: presentation, colours and fonts, notes, and what ties them together."""

from types import MappingProxyType
from typing import Final

from inkwright.artifacts.slides.geometry import HEIGHT, WIDTH, Rect, emu
from inkwright.artifacts.slides.markup import NAMESPACES, placed
from inkwright.artifacts.slides.themes.shapes import Theme

PROMPTS: Final = MappingProxyType(
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

_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006"
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_TYPE: Final = "application/vnd.openxmlformats-officedocument.presentationml"
_NOTES_WIDTH: Final = 540.0
_NOTES_HEIGHT: Final = 720.0


def fixed_parts(layouts: int) -> dict[str, str]:
    """The parts that are the same for every theme."""
    overrides = {
        "ppt/presentation.xml": f"{_TYPE}.presentation.main+xml",
        "ppt/slideMasters/slideMaster1.xml": f"{_TYPE}.slideMaster+xml",
        "ppt/notesMasters/notesMaster1.xml": f"{_TYPE}.notesMaster+xml",
        "ppt/presProps.xml": f"{_TYPE}.presProps+xml",
        "ppt/viewProps.xml": f"{_TYPE}.viewProps+xml",
        "ppt/tableStyles.xml": f"{_TYPE}.tableStyles+xml",
        "ppt/theme/theme1.xml": "application/vnd.openxmlformats-officedocument.theme+xml",
        "ppt/theme/theme2.xml": "application/vnd.openxmlformats-officedocument.theme+xml",
        "docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml",
        "docProps/app.xml": "application/vnd.openxmlformats-officedocument.extended-properties+xml",
    }
    overrides |= {
        f"ppt/slideLayouts/slideLayout{number}.xml": f"{_TYPE}.slideLayout+xml" for number in range(1, layouts + 1)
    }
    typed = "".join(f'<Override PartName="/{part}" ContentType="{kind}"/>' for part, kind in overrides.items())
    return {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{typed}</Types>',
        "_rels/.rels": _package_relations(),
        "docProps/core.xml": f'<cp:coreProperties xmlns:cp="{_PACKAGE}/metadata/core-properties"/>',
        "docProps/app.xml": f'<Properties xmlns="{_OFFICE}/extended-properties"><Application>Inkwright</Application>'
        "<PresentationFormat>Widescreen</PresentationFormat></Properties>",
        "ppt/_rels/presentation.xml.rels": relations(
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
        "ppt/notesMasters/_rels/notesMaster1.xml.rels": relations(("theme", "../theme/theme2.xml")),
    }


def relations(*targets: tuple[str, str]) -> str:
    """What a part points to; the first is `rId1`."""
    rows = "".join(
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/relationships/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{rows}</Relationships>'


def _package_relations() -> str:
    rows = (
        ("rId1", f"{_OFFICE}/relationships/officeDocument", "ppt/presentation.xml"),
        ("rId2", f"{_PACKAGE}/relationships/metadata/core-properties", "docProps/core.xml"),
        ("rId3", f"{_OFFICE}/relationships/extended-properties", "docProps/app.xml"),
    )
    listed = "".join(f'<Relationship Id="{name}" Type="{kind}" Target="{target}"/>' for name, kind, target in rows)
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{listed}</Relationships>'


def presentation() -> str:
    """The part that holds everything together."""
    return (
        f'<p:presentation {NAMESPACES} saveSubsetFonts="1">'
        '<p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>'
        '<p:notesMasterIdLst><p:notesMasterId r:id="rId2"/></p:notesMasterIdLst>'
        f'<p:sldSz cx="{emu(WIDTH)}" cy="{emu(HEIGHT)}"/>'
        f'<p:notesSz cx="{emu(_NOTES_WIDTH)}" cy="{emu(_NOTES_HEIGHT)}"/>'
        "<p:defaultTextStyle/></p:presentation>"
    )


def scheme(theme: Theme) -> str:
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


def notes_master() -> str:
    """The page on which notes are printed: the slide above, the words below."""
    picture = Rect(54, 54, 432, 243)
    words = Rect(54, 330, 432, 340)
    return (
        f'<p:notesMaster {NAMESPACES}><p:cSld><p:bg><p:bgPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>'
        '<a:effectLst/></p:bgPr></p:bg><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/>'
        '</p:nvGrpSpPr><p:grpSpPr/><p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide image"/><p:cNvSpPr>'
        '<a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg" idx="2"/></p:nvPr>'
        f"</p:nvSpPr><p:spPr>{placed(picture)}"
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/><a:ln w="9525"><a:solidFill>'
        '<a:srgbClr val="808080"/></a:solidFill></a:ln></p:spPr></p:sp>'
        '<p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>'
        f'<p:nvPr><p:ph type="body" sz="quarter" idx="3"/></p:nvPr></p:nvSpPr><p:spPr>{placed(words)}'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/>'
        '<a:p><a:r><a:rPr lang="en-US"/><a:t>Notes</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld>'
        '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" '
        'accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'
        '<p:notesStyle><a:lvl1pPr marL="0" algn="l"><a:defRPr sz="1200"><a:solidFill><a:srgbClr val="000000"/>'
        '</a:solidFill><a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/></a:defRPr></a:lvl1pPr></p:notesStyle>'
        "</p:notesMaster>"
    )
