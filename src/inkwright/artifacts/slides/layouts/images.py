"""Pictures and formulas in their own proportions, beside or above a few lines."""

import io
from collections.abc import Mapping
from functools import partial
from typing import Final

from inkwright.artifacts.math.formula_images import formula_image
from inkwright.artifacts.slides.layouts.lists import body_background, bullets_text, fit_list
from inkwright.artifacts.slides.markdown.inline import escape_marks, visible_text
from inkwright.artifacts.slides.model import FormulaSlide, ImageSlide, embedded_picture
from inkwright.artifacts.slides.pptx.canvas import (
    SlideCanvas,
    SlidePage,
    body_below_title,
    bullet_paragraphs,
    fit_paragraphs,
    fit_single_text,
    paginate_paragraphs,
)
from inkwright.artifacts.slides.pptx.geometry import Rect, to_emu
from inkwright.artifacts.slides.pptx.shape_xml import StyledParagraph
from inkwright.artifacts.slides.themes.theme import BODY_SIZES, CAPTION_SIZES, TextSlot, TextStyle, Theme
from inkwright.errors import InvalidOption

_GAP: Final = 24.0
_CAPTION_STYLE: Final = TextStyle(CAPTION_SIZES, "accent6", align="ctr")
_POINT_SIZES: Final = tuple(size for size in BODY_SIZES if size <= 26)
_MAX_PIXELS: Final = 60_000_000
_ALMOST_WHOLE: Final = 0.97
_FORMULA_POINTS: Final = 0.5
_TEX_STYLE: Final = TextStyle((24.0, 22.0, 20.0, 18.0, 16.0, 14.0), "tx2", "code", align="ctr", anchor="ctr")


def _points_style(theme: Theme) -> TextStyle:
    return TextStyle(theme.sizes(_POINT_SIZES))


def image_pages(slide: ImageSlide, theme: Theme, images: Mapping[str, bytes]) -> list[SlidePage]:
    """The picture on the first sheet, and the lines that do not fit beside it on the next."""
    content = _picture_content(slide, images)
    wide, high = _picture_size(slide.image, content)
    body = body_below_title(theme, "image", slide.title)
    said = "\n".join(filter(None, (visible_text(slide.alt), visible_text(slide.caption), bullets_text(slide.bullets))))
    paragraphs = bullet_paragraphs(slide.bullets, theme)
    picture, lines = _areas(body, wide / high, has_lines=bool(paragraphs))
    parts = [paragraphs]
    if (
        paragraphs
        and fit_paragraphs(paragraphs, body_background(theme).inside(lines), _points_style(theme), theme) is None
    ):
        parts = paginate_paragraphs(paragraphs, body_background(theme).inside(lines), _points_style(theme), theme)
    plan = partial(_draw_image, slide=slide, content=content, ratio=wide / high, areas=(picture, lines))
    return [SlidePage("image", partial(plan, part=part), said) for part in parts]


def _picture_content(slide: ImageSlide, images: Mapping[str, bytes]) -> bytes:
    content = embedded_picture(slide.image) or images.get(slide.image)
    if content is None:
        raise InvalidOption(option="image", value=slide.image[:80], allowed="Hand a picture of that name along.")
    return content


def _picture_size(name: str, content: bytes) -> tuple[int, int]:
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - comes with an extra, and is slow to import

    try:
        with Image.open(io.BytesIO(content), formats=("PNG", "JPEG", "GIF")) as image:
            wide, high = image.size
            image.verify()
    # On damaged bytes the library raises whatever its reader stumbles over.
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as problem:
        told = "It must be a whole picture in PNG, JPEG or GIF."
        raise InvalidOption(option="image", value=name[:80], allowed=told) from problem
    if wide * high > _MAX_PIXELS or not wide or not high:
        raise InvalidOption(option="image", value=f"{wide} × {high}", allowed=f"At most {_MAX_PIXELS} pixels.")
    return wide, high


def _areas(body: Rect, ratio: float, *, has_lines: bool) -> tuple[Rect, Rect]:
    """Where the picture stands, and where the lines."""
    if not has_lines:
        return body, body
    share = min(max(ratio * body.height / body.width, 0.34), 0.58)
    left = body.left_part(body.width * share)
    return left, body.right_part(body.width - left.width - _GAP)


def _draw_image(
    page: SlideCanvas,
    slide: ImageSlide,
    content: bytes,
    ratio: float,
    areas: tuple[Rect, Rect],
    part: list[StyledParagraph],
) -> None:
    area, lines = areas
    room = area
    if slide.caption:
        caption = fit_single_text(slide.caption, area.bottom_part(56), _CAPTION_STYLE, page.theme)
        room = area.top_part(area.height - caption.height - 8)
    rect = _contained(room, ratio)
    if rect.width < room.width * _ALMOST_WHOLE or rect.height < room.height * _ALMOST_WHOLE:
        page.panel(page.theme.manners.quiet, room, "Picture ground")
        rect = _contained(room.inset(12), ratio)
    place_picture(page, content, rect, slide.alt or slide.caption or slide.title)
    if slide.caption:
        page.fill_slot(
            TextSlot(
                "caption", Rect(area.x, room.bottom + 8, area.width, area.bottom - room.bottom - 8), _CAPTION_STYLE
            ),
            slide.caption,
        )
    if part:
        ground = body_background(page.theme)
        setting, kind = fit_list(part, ground.inside(lines), _points_style(page.theme), page.theme)
        page.fill("body", lines, kind, setting, ground)


def place_picture(page: SlideCanvas, content: bytes, rect: Rect, alt: str) -> None:
    """A picture in the place of its placeholder, with words for those who do not see it."""
    picture = page.slide.shapes.add_picture(
        io.BytesIO(content), to_emu(rect.x), to_emu(rect.y), to_emu(rect.width), to_emu(rect.height)
    )
    page.adopt(picture.element, "picture", alt=visible_text(alt))


def _contained(room: Rect, ratio: float) -> Rect:
    """The largest rectangle of that ratio in the room."""
    wide = min(room.width, room.height * ratio)
    return room.centred(wide, wide / ratio)


def formula_pages(slide: FormulaSlide, theme: Theme) -> list[SlidePage]:
    """The formula on a panel, and what its signs mean under it."""
    body = body_below_title(theme, "formula", slide.title)
    paragraphs = bullet_paragraphs(slide.explanation, theme)
    panel = body if not paragraphs else body.top_part(body.height * (0.42 if len(paragraphs) > 2 else 0.52))
    lines = body.bottom_part(body.height - panel.height - _GAP)
    parts = [paragraphs]
    if paragraphs and fit_paragraphs(paragraphs, _text_rect(theme, lines), _points_style(theme), theme) is None:
        parts = paginate_paragraphs(paragraphs, _text_rect(theme, lines), _points_style(theme), theme)
    said = "\n".join(filter(None, (slide.formula, bullets_text(slide.explanation))))
    return [
        SlidePage("formula", partial(_draw_formula, slide=slide, panel=panel, lines=lines, part=part), said)
        for part in parts
    ]


def _text_rect(theme: Theme, lines: Rect) -> Rect:
    return body_background(theme).inside(lines)


def _draw_formula(
    page: SlideCanvas, slide: FormulaSlide, panel: Rect, lines: Rect, part: list[StyledParagraph]
) -> None:
    theme = page.theme
    ground = theme.manners.aside
    page.panel(ground, panel, "Formula ground")
    colour = theme.palette.hexadecimal("tx2" if ground.fill in {None, "bg2"} else ground.text)
    content = formula_image(slide.formula, colour)
    if content is None:
        # What cannot be set as a formula is shown as it was written.
        page.label(escape_marks(slide.formula), panel.inset(24, 16), _TEX_STYLE, "Formula")
    else:
        wide, high = _picture_size("formula", content)
        room = panel.inset(28, 18)
        scale = min(_FORMULA_POINTS, room.width / wide, room.height / high)
        place_picture(page, content, panel.centred(wide * scale, high * scale), slide.formula)
    if part:
        setting, kind = fit_list(part, _text_rect(theme, lines), _points_style(theme), theme)
        page.fill("body", lines, kind, setting, body_background(theme))
