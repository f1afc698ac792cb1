"""Pictures and formulas, never stretched, beside or above a few lines."""

import io
from collections.abc import Mapping
from functools import partial
from typing import Final

from inkwright.artifacts.slides.drawing_lists import body_ground, said_points, settled_list
from inkwright.artifacts.slides.emphasis import escaped, visible
from inkwright.artifacts.slides.formulas import formula_picture
from inkwright.artifacts.slides.geometry import Rect, emu
from inkwright.artifacts.slides.markup import Paragraph
from inkwright.artifacts.slides.page import Page
from inkwright.artifacts.slides.pictures import picture_bytes
from inkwright.artifacts.slides.settling import listed, parted, settled, settled_text
from inkwright.artifacts.slides.sheets import Sheet, body_under
from inkwright.artifacts.slides.specs import FormulaSlide, ImageSlide
from inkwright.artifacts.slides.themes.shapes import BODY_SIZES, CAPTION_SIZES, Slot, Theme, Type
from inkwright.errors import InvalidOption

_GAP: Final = 24.0
_CAPTION: Final = Type(CAPTION_SIZES, "accent6", align="ctr")
_POINT_SIZES: Final = tuple(size for size in BODY_SIZES if size <= 26)
_MOST_PIXELS: Final = 60_000_000
_NEARLY: Final = 0.97
_FORMULA_POINTS: Final = 0.5
_TEX: Final = Type((24.0, 22.0, 20.0, 18.0, 16.0, 14.0), "tx2", "code", align="ctr", anchor="ctr")


def _points(theme: Theme) -> Type:
    return Type(theme.sizes(_POINT_SIZES))


def image_sheets(slide: ImageSlide, theme: Theme, images: Mapping[str, bytes]) -> list[Sheet]:
    """The picture on the first sheet, and the lines that do not fit beside it on the next."""
    content = _content(slide, images)
    wide, high = _measures(slide.image, content)
    body = body_under(theme, "image", slide.title)
    said = "\n".join(filter(None, (visible(slide.alt), visible(slide.caption), said_points(slide.bullets))))
    paragraphs = listed(slide.bullets, theme)
    picture, lines = _areas(body, wide / high, has_lines=bool(paragraphs))
    parts = [paragraphs]
    if paragraphs and settled(paragraphs, body_ground(theme).inside(lines), _points(theme), theme) is None:
        parts = parted(paragraphs, body_ground(theme).inside(lines), _points(theme), theme)
    plan = partial(_draw_image, slide=slide, content=content, ratio=wide / high, areas=(picture, lines))
    return [Sheet("image", partial(plan, part=part), said) for part in parts]


def _content(slide: ImageSlide, images: Mapping[str, bytes]) -> bytes:
    content = picture_bytes(slide.image) or images.get(slide.image)
    if content is None:
        raise InvalidOption(option="image", value=slide.image[:80], allowed="Hand a picture of that name along.")
    return content


def _measures(name: str, content: bytes) -> tuple[int, int]:
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - comes with an extra, and is slow to import

    try:
        with Image.open(io.BytesIO(content), formats=("PNG", "JPEG", "GIF")) as image:
            wide, high = image.size
            image.verify()
    # On damaged bytes the library raises whatever its reader stumbles over.
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as problem:
        told = "It must be a whole picture in PNG, JPEG or GIF."
        raise InvalidOption(option="image", value=name[:80], allowed=told) from problem
    if wide * high > _MOST_PIXELS or not wide or not high:
        raise InvalidOption(option="image", value=f"{wide} × {high}", allowed=f"At most {_MOST_PIXELS} pixels.")
    return wide, high


def _areas(body: Rect, ratio: float, *, has_lines: bool) -> tuple[Rect, Rect]:
    """Where the picture stands, and where the lines."""
    if not has_lines:
        return body, body
    share = min(max(ratio * body.height / body.width, 0.34), 0.58)
    left = body.left_part(body.width * share)
    return left, body.right_part(body.width - left.width - _GAP)


def _draw_image(
    page: Page, slide: ImageSlide, content: bytes, ratio: float, areas: tuple[Rect, Rect], part: list[Paragraph]
) -> None:
    area, lines = areas
    room = area
    if slide.caption:
        caption = settled_text(slide.caption, area.bottom_part(56), _CAPTION, page.theme)
        room = area.top_part(area.height - caption.height - 8)
    rect = _contained(room, ratio)
    if rect.width < room.width * _NEARLY or rect.height < room.height * _NEARLY:
        page.panel(page.theme.manners.quiet, room, "Picture ground")
        rect = _contained(room.inset(12), ratio)
    place_picture(page, content, rect, slide.alt or slide.caption or slide.title)
    if slide.caption:
        page.fill_slot(
            Slot("caption", Rect(area.x, room.bottom + 8, area.width, area.bottom - room.bottom - 8), _CAPTION),
            slide.caption,
        )
    if part:
        ground = body_ground(page.theme)
        setting, kind = settled_list(part, ground.inside(lines), _points(page.theme), page.theme)
        page.fill("body", lines, kind, setting, ground)


def place_picture(page: Page, content: bytes, rect: Rect, alt: str) -> None:
    """A picture in the place of its placeholder, with words for those who do not see it."""
    picture = page.slide.shapes.add_picture(
        io.BytesIO(content), emu(rect.x), emu(rect.y), emu(rect.width), emu(rect.height)
    )
    page.adopt(picture.element, "picture", alt=visible(alt))


def _contained(room: Rect, ratio: float) -> Rect:
    """The largest rectangle of that ratio in the room."""
    wide = min(room.width, room.height * ratio)
    return room.centred(wide, wide / ratio)


def formula_sheets(slide: FormulaSlide, theme: Theme) -> list[Sheet]:
    """The formula on a panel, and what its signs mean under it."""
    body = body_under(theme, "formula", slide.title)
    paragraphs = listed(slide.explanation, theme)
    panel = body if not paragraphs else body.top_part(body.height * (0.42 if len(paragraphs) > 2 else 0.52))
    lines = body.bottom_part(body.height - panel.height - _GAP)
    parts = [paragraphs]
    if paragraphs and settled(paragraphs, _inside(theme, lines), _points(theme), theme) is None:
        parts = parted(paragraphs, _inside(theme, lines), _points(theme), theme)
    said = "\n".join(filter(None, (slide.formula, said_points(slide.explanation))))
    return [
        Sheet("formula", partial(_draw_formula, slide=slide, panel=panel, lines=lines, part=part), said)
        for part in parts
    ]


def _inside(theme: Theme, lines: Rect) -> Rect:
    return body_ground(theme).inside(lines)


def _draw_formula(page: Page, slide: FormulaSlide, panel: Rect, lines: Rect, part: list[Paragraph]) -> None:
    theme = page.theme
    ground = theme.manners.aside
    page.panel(ground, panel, "Formula ground")
    colour = theme.palette.hexadecimal("tx2" if ground.fill in {None, "bg2"} else ground.text)
    content = formula_picture(slide.formula, colour)
    if content is None:
        # What cannot be set as a formula is shown as it was written.
        page.label(escaped(slide.formula), panel.inset(24, 16), _TEX, "Formula")
    else:
        wide, high = _measures("formula", content)
        room = panel.inset(28, 18)
        scale = min(_FORMULA_POINTS, room.width / wide, room.height / high)
        place_picture(page, content, panel.centred(wide * scale, high * scale), slide.formula)
    if part:
        setting, kind = settled_list(part, _inside(theme, lines), _points(theme), theme)
        page.fill("body", lines, kind, setting, body_ground(theme))
