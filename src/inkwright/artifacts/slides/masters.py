"""Our own template for each theme: a master and its layouts with real placeholders, 16:9, decoration included."""

import io
import zipfile
from functools import lru_cache
from typing import Final

from inkwright.artifacts.slides.geometry import emu
from inkwright.artifacts.slides.layouts import NAMES, PAGE_FIELD, PAGE_INDEX, PLACEHOLDERS, slots_of
from inkwright.artifacts.slides.markup import (
    NAMESPACES,
    Placeholder,
    boxed,
    filled,
    mark_markup,
    named,
    placed,
    sign_markup,
)
from inkwright.artifacts.slides.specs import ThemeName
from inkwright.artifacts.slides.template_parts import (
    PROMPTS,
    fixed_parts,
    notes_master,
    presentation,
    relations,
    scheme,
)
from inkwright.artifacts.slides.themes import THEMES
from inkwright.artifacts.slides.themes.shapes import Kind, Mark, Scene, Sign, Slot, Theme, Type
from inkwright.artifacts.typefaces import TYPEWRITER

KINDS: Final[tuple[Kind, ...]] = tuple(NAMES)
"""The layouts in the order in which they stand in the template."""

_START: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_LEVELS: Final = (1.0, 0.88, 0.8)
_GROUP: Final = (
    '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm>'
    '<a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>'
)
# Office reads these in a fixed order, whatever a theme calls them.
_MAP: Final = "accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink"
_PACKED_AT: Final = (1980, 1, 1, 0, 0, 0)


@lru_cache(maxsize=8)
def template(name: ThemeName) -> bytes:
    """The package of a theme without any slide. Made once in a process."""
    theme = THEMES[name]
    parts = {
        **fixed_parts(len(KINDS)),
        "ppt/presentation.xml": presentation(),
        "ppt/theme/theme1.xml": scheme(theme),
        "ppt/theme/theme2.xml": scheme(theme),
        "ppt/notesMasters/notesMaster1.xml": notes_master(),
        "ppt/slideMasters/slideMaster1.xml": _master(theme),
        "ppt/slideMasters/_rels/slideMaster1.xml.rels": relations(
            *(("slideLayout", f"../slideLayouts/slideLayout{number}.xml") for number in range(1, len(KINDS) + 1)),
            ("theme", "../theme/theme1.xml"),
        ),
    }
    for number, kind in enumerate(KINDS, 1):
        parts[f"ppt/slideLayouts/slideLayout{number}.xml"] = _layout(theme, kind)
        parts[f"ppt/slideLayouts/_rels/slideLayout{number}.xml.rels"] = relations(
            ("slideMaster", "../slideMasters/slideMaster1.xml")
        )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as package:
        for part, content in parts.items():
            package.writestr(zipfile.ZipInfo(part, _PACKED_AT), (_START + content).encode())
    return packed.getvalue()


def _master(theme: Theme) -> str:
    scene = theme.scenes["bullets"]
    shapes = [
        _place("Title", Placeholder("title"), scene.slot("title"), 2),
        _place("Body", Placeholder("body", 1), scene.slot("body"), 3),
        _page_number(scene, 4),
    ]
    ids = "".join(f'<p:sldLayoutId id="{2147483649 + number}" r:id="rId{number + 1}"/>' for number in range(len(KINDS)))
    sides = ("dk1", "lt1", "dk2", "lt2") if theme.palette.is_dark else ("lt1", "dk1", "lt2", "dk2")
    mapped = " ".join(f'{key}="{side}"' for key, side in zip(("bg1", "tx1", "bg2", "tx2"), sides, strict=True))
    accents = " ".join(f'{accent}="{accent}"' for accent in _MAP.split())
    return (
        f"<p:sldMaster {NAMESPACES}><p:cSld>{_ground('bg1')}<p:spTree>{_GROUP}{''.join(shapes)}</p:spTree></p:cSld>"
        f"<p:clrMap {mapped} {accents}/><p:sldLayoutIdLst>{ids}</p:sldLayoutIdLst>"
        f'<p:hf hdr="0" ftr="0" dt="0"/>{_text_styles(theme)}</p:sldMaster>'
    )


def _text_styles(theme: Theme) -> str:
    title = _level(1, theme.scenes["bullets"].slot("title").type, 36, "")
    bullet = (
        f'<a:buClr><a:schemeClr val="{theme.manners.bullet_colour}"/></a:buClr><a:buFont typeface="Arial"/>'
        f'<a:buChar char="{theme.manners.bullet}"/>'
    )
    levels = "".join(_level(number, Type((24.0,)), 24 * _LEVELS[min(number, 3) - 1], bullet) for number in range(1, 10))
    other = "".join(_level(number, Type((18.0,)), 18, "") for number in range(1, 10))
    return (
        f"<p:txStyles><p:titleStyle>{title}</p:titleStyle><p:bodyStyle>{levels}</p:bodyStyle>"
        f"<p:otherStyle>{other}</p:otherStyle></p:txStyles>"
    )


def _level(number: int, kind: Type, size: float, bullet: str) -> str:
    margin = f'marL="{emu(24 * number)}" indent="{-emu(24)}"' if bullet else 'marL="0" indent="0"'
    key = {"heading": "mj", "body": "mn", "code": "mn"}[kind.face]
    latin = TYPEWRITER.office if kind.face == "code" else f"+{key}-lt"
    return (
        f'<a:lvl{number}pPr {margin} algn="{kind.align}" defTabSz="914400" rtl="0" eaLnBrk="1" latinLnBrk="0" '
        'hangingPunct="0">'
        f'<a:spcBef><a:spcPts val="0"/></a:spcBef>{bullet or "<a:buNone/>"}'
        f'<a:defRPr sz="{round(size * 100)}" b="{int(kind.bold)}" i="{int(kind.italic)}" kern="1200">'
        f'{filled(kind.colour)}<a:latin typeface="{latin}"/><a:ea typeface="+{key}-ea"/><a:cs typeface="+{key}-cs"/>'
        f"</a:defRPr></a:lvl{number}pPr>"
    )


def _layout(theme: Theme, kind: Kind) -> str:
    scene = theme.scenes[kind]
    shapes = [_decoration(mark, number) for number, mark in enumerate(scene.marks, 2)]
    first = len(shapes) + 2
    for number, (role, slot) in enumerate(slots_of(kind, scene).items(), first):
        shapes.append(_place(role.replace("_", " ").capitalize(), PLACEHOLDERS[kind][role], slot, number))
    if scene.has("page"):
        shapes.append(_page_number(scene, len(shapes) + 2))
    known = {"title": ' type="title"', "bullets": ' type="obj"'}.get(kind, "")
    return (
        f'<p:sldLayout {NAMESPACES} preserve="1" userDrawn="1"{known}><p:cSld name="{NAMES[kind]}">'
        f"{_ground(scene.ground)}<p:spTree>{_GROUP}{''.join(shapes)}</p:spTree></p:cSld>"
        "<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>"
    )


def _decoration(mark: Mark | Sign, number: int) -> str:
    name = f"Decoration {number - 1}"
    return mark_markup(mark, number, name) if isinstance(mark, Mark) else sign_markup(mark, number, name)


def _ground(colour: str) -> str:
    return f'<p:bg><p:bgPr><a:solidFill><a:schemeClr val="{colour}"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>'


def _place(name: str, place: Placeholder, slot: Slot, number: int) -> str:
    """A placeholder on a layout or the master."""
    is_list = place.kind == "body" and slot.role in {"body", "left", "right"}
    style = "" if is_list else f"{_level(1, slot.type, slot.type.sizes[0], '')}"
    prompt = PROMPTS.get(place.kind, PROMPTS["body"])
    return (
        f'<p:sp><p:nvSpPr>{named(number, f"{name} placeholder")}<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>'
        f"<p:nvPr>{place.markup}</p:nvPr></p:nvSpPr>"
        f'<p:spPr>{placed(slot.rect)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>'
        f"<p:txBody>{boxed(slot.type)}<a:lstStyle>{style}</a:lstStyle>"
        f'<a:p><a:r><a:rPr lang="en-US"/><a:t>{prompt}</a:t></a:r></a:p></p:txBody></p:sp>'
    )


def _page_number(scene: Scene, number: int) -> str:
    """The placeholder of the slide number."""
    slot = scene.slot("page")
    return (
        f'<p:sp><p:nvSpPr>{named(number, "Slide number placeholder")}<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>'
        f'<p:nvPr><p:ph type="sldNum" sz="quarter" idx="{PAGE_INDEX}"/></p:nvPr></p:nvSpPr>'
        f'<p:spPr>{placed(slot.rect)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>'
        f"<p:txBody>{boxed(slot.type)}<a:lstStyle>{_level(1, slot.type, slot.type.sizes[0], '')}</a:lstStyle>"
        f'<a:p><a:fld id="{PAGE_FIELD}" type="slidenum"><a:rPr lang="en-US"/><a:t>‹#›</a:t></a:fld></a:p>'
        "</p:txBody></p:sp>"
    )
