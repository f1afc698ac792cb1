"""The layout `full_picture`: a picture over the whole slide, with the title on a band."""

from functools import partial
from typing import Final, Literal

from pydantic import Field

from inkwright.artifacts.slides.fields import BaseSlide, OptionalText, PictureSource
from inkwright.artifacts.slides.layout_registry import Layout, MasterLayout, PageContext, register_layout
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.pptx.canvas import (
    FittedText,
    SlideCanvas,
    SlidePage,
    fit_heading,
    fit_single_text,
)
from inkwright.artifacts.slides.pptx.geometry import SLIDE_HEIGHT, SLIDE_WIDTH, Rect
from inkwright.artifacts.slides.pptx.picture_frames import (
    PictureFocus,
    fill_frame,
    ground_below_title,
    picture_content,
    picture_size,
    send_to_back,
)
from inkwright.artifacts.slides.pptx.shape_xml import LayoutPlaceholder
from inkwright.artifacts.slides.themes.theme import CAPTION_SIZES, Decoration, TextStyle

_WHOLE: Final = Rect(0, 0, SLIDE_WIDTH, SLIDE_HEIGHT)
_BAND_PADDING: Final = 14.0
_BAND_OPACITY: Final = 92
_CAPTION_HEIGHT: Final = 30.0
_CAPTION_GAP: Final = 36.0
_CAPTION_SHARES: Final = (0.12, 0.18, 0.25, 0.35, 0.5, 0.7)


class FullPictureSlide(BaseSlide):
    """A picture that fills the slide."""

    layout: Literal["full_picture"] = "full_picture"
    image: PictureSource
    alt: OptionalText = Field(default="", description="What the picture shows, for those who do not see it.")
    focus: PictureFocus = Field(default="center", description="The part of the picture that is never cut off.")
    caption: OptionalText = ""


def full_picture_pages(slide: FullPictureSlide, context: PageContext) -> list[SlidePage]:
    """Return one page."""
    content = picture_content(slide.image, context.images)
    size = picture_size(slide.image, content)
    words = "\n".join(filter(None, (visible_text(slide.alt), visible_text(slide.caption))))
    return [SlidePage("full_picture", partial(_draw, slide=slide, content=content, size=size), words)]


def _draw(canvas: SlideCanvas, slide: FullPictureSlide, content: bytes, size: tuple[int, int]) -> None:
    picture = fill_frame(canvas, content, size, _WHOLE, slide.focus)
    canvas.adopt(picture.element, "picture", alt=visible_text(slide.alt or slide.caption or slide.title))
    send_to_back(picture.element)
    title = fit_heading(canvas.theme, canvas.kind, slide.title).rect
    colour = ground_below_title(canvas)
    for place, rect in enumerate(_bands(canvas, title), 1):
        canvas.decorate(Decoration("rect", rect, colour, opacity=_BAND_OPACITY), "Band")
        send_to_back(canvas.slide.shapes.element[-1], place)
    if slide.caption:
        _draw_caption(canvas, slide.caption)


def _bands(canvas: SlideCanvas, title: Rect) -> list[Rect]:
    """Return the areas under the title and under the slide number."""
    is_wide = title.width > title.height
    across = (0.0, SLIDE_WIDTH) if is_wide else (0.0, title.right + _BAND_PADDING)
    top = 0.0 if title.y < SLIDE_HEIGHT / 3 else title.y - _BAND_PADDING
    bottom = title.bottom + _BAND_PADDING / 2 if is_wide else SLIDE_HEIGHT
    bands = [Rect(across[0], top, across[1], bottom - top)]
    if canvas.design.has("page"):
        number = canvas.design.slot("page").rect
        if number.y > bottom or number.x > across[1]:
            bands.append(number.inset(-4, -2))
    return bands


def _draw_caption(canvas: SlideCanvas, caption: str) -> None:
    style = TextStyle(CAPTION_SIZES, "tx1", anchor="ctr")
    number = canvas.design.slot("page").rect.y if canvas.design.has("page") else SLIDE_HEIGHT
    left = canvas.design.slot("body").rect.x if canvas.design.has("body") else _CAPTION_GAP
    bottom = min(number, SLIDE_HEIGHT) - 8
    room = Rect(left, bottom - _CAPTION_HEIGHT, SLIDE_WIDTH - left - _CAPTION_GAP, _CAPTION_HEIGHT)
    fitted = fit_single_text(caption, room.inset(10, 4), style, canvas.theme)
    room = _as_wide_as_text(canvas, caption, room, fitted)
    ground = Rect(room.x, room.bottom - fitted.height - 10, room.width, fitted.height + 10)
    canvas.decorate(Decoration("rect", ground, "bg1"), "Caption ground")
    canvas.fill("caption", ground.inset(10, 4), style, fitted)


def _as_wide_as_text(canvas: SlideCanvas, caption: str, room: Rect, fitted: FittedText) -> Rect:
    """Return the narrowest of a few areas in which the caption looks the same."""
    style = TextStyle((fitted.size,))
    areas = (room.left_part(room.width * share) for share in _CAPTION_SHARES)
    same = (
        area
        for area in areas
        if fit_single_text(caption, area.inset(10, 4), style, canvas.theme).height <= fitted.height
    )
    return next(same, room)


register_layout(
    Layout(
        model=FullPictureSlide,
        pages=full_picture_pages,
        summary="`image` over the whole slide, `focus` (center, top, bottom, left, right), `alt`, `caption`",
        order=102,
        master_layouts=(
            MasterLayout(
                kind="full_picture",
                name="Full picture",
                placeholders={"picture": LayoutPlaceholder("pic", 1), "caption": LayoutPlaceholder("body", 2)},
                areas=lambda _body: {"picture": _WHOLE, "caption": Rect(48, 470, 864, 30)},
                order=112,
            ),
        ),
        is_text=False,
    )
)
