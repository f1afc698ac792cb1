"""The layout `side_picture`: a picture along one side of the slide, up to its edges, with the title and a few lines."""

from functools import partial
from typing import Final, Literal

from pydantic import Field

from inkwright.artifacts.slides.fields import BaseSlide, OptionalPoints, OptionalText, PictureSource
from inkwright.artifacts.slides.layout_registry import Layout, MasterLayout, PageContext, register_layout
from inkwright.artifacts.slides.layouts.lists import body_background, bullets_text, fit_list, shortened
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.pptx.canvas import (
    SlideCanvas,
    SlidePage,
    body_below_title,
    bullet_paragraphs,
    fit_paragraphs,
    fit_single_text,
    paginate_paragraphs,
)
from inkwright.artifacts.slides.pptx.geometry import SLIDE_HEIGHT, SLIDE_WIDTH, Rect
from inkwright.artifacts.slides.pptx.picture_frames import (
    PictureFocus,
    fill_frame,
    picture_content,
    picture_size,
    send_to_back,
)
from inkwright.artifacts.slides.pptx.shape_xml import LayoutPlaceholder, StyledParagraph
from inkwright.artifacts.slides.themes.theme import BODY_SIZES, Decoration, TextStyle, Theme

_SHARE: Final = 0.6
"""The share of the width for the title and the lines."""

_GAP: Final = 20.0
_LEAST: Final = 240.0
_SIZES: Final = tuple(size for size in BODY_SIZES if size <= 28)


class SidePictureSlide(BaseSlide):
    """A title and a few lines with a picture next to them."""

    layout: Literal["side_picture"] = "side_picture"
    image: PictureSource
    alt: OptionalText = Field(default="", description="What the picture shows, for those who do not see it.")
    focus: PictureFocus = Field(default="center", description="The part of the picture that is never cut off.")
    text: OptionalText = Field(default="", description="A sentence below the title, in place of bullets.")
    bullets: OptionalPoints = Field(default=[])


def side_picture_pages(slide: SidePictureSlide, context: PageContext) -> list[SlidePage]:
    """Return as many pages as the lines need, each with the picture."""
    theme = context.theme
    content = picture_content(slide.image, context.images)
    size = picture_size(slide.image, content)
    room = _room(theme, slide.title)
    paragraphs = bullet_paragraphs(slide.bullets, theme)
    parts = [paragraphs]
    inside = body_background(theme).inside(room)
    if paragraphs and fit_paragraphs(paragraphs, inside, _style(theme), theme) is None:
        parts = paginate_paragraphs(paragraphs, inside, _style(theme), theme)
    words = "\n".join(filter(None, (visible_text(slide.alt), visible_text(slide.text), bullets_text(slide.bullets))))
    draw = partial(_draw, slide=slide, content=content, size=size)
    return [SlidePage("side_picture", partial(draw, part=part), words) for part in parts]


def _style(theme: Theme) -> TextStyle:
    return TextStyle(theme.sizes(_SIZES))


def _frame(theme: Theme) -> Rect:
    """Return the area of the picture: it ends at the edges of the slide, and begins after the title of side themes."""
    body = theme.design("side_picture").slot("body").rect
    left = max(SLIDE_WIDTH * _SHARE, body.x + _LEAST)
    return Rect(left, 0, SLIDE_WIDTH - left, SLIDE_HEIGHT)


def _room(theme: Theme, title: str) -> Rect:
    body = body_below_title(theme, "side_picture", title)
    return Rect(body.x, body.y, _frame(theme).x - body.x - _GAP, body.height)


def _draw(
    canvas: SlideCanvas, slide: SidePictureSlide, content: bytes, size: tuple[int, int], part: list[StyledParagraph]
) -> None:
    picture = fill_frame(canvas, content, size, _frame(canvas.theme), slide.focus)
    canvas.adopt(picture.element, "picture", alt=visible_text(slide.alt or slide.title))
    send_to_back(picture.element)
    _draw_number_ground(canvas)
    room = _room(canvas.theme, slide.title)
    style = _style(canvas.theme)
    background = body_background(canvas.theme)
    if part:
        fitted, style = fit_list(part, background.inside(room), style, canvas.theme)
        canvas.fill("body", room, style, fitted, background)
    elif slide.text:
        style = TextStyle(canvas.theme.sizes(BODY_SIZES), anchor="ctr")
        fitted = fit_single_text(slide.text, background.inside(room), style, canvas.theme)
        height = fitted.height + 2 * background.inset[1] + 2
        canvas.fill("body", shortened(room, height) if background.panel else room, style, fitted, background)


def _draw_number_ground(canvas: SlideCanvas) -> None:
    """Draw a ground for a slide number that is on the picture."""
    if canvas.design.has("page") and canvas.design.slot("page").rect.right > _frame(canvas.theme).x:
        canvas.decorate(Decoration("rect", canvas.design.slot("page").rect.inset(-4, -2), "bg1"), "Number ground")


register_layout(
    Layout(
        model=SidePictureSlide,
        pages=side_picture_pages,
        summary="`image` up to the edge of the slide, `focus`, `alt`, with `text` or `bullets` next to it",
        order=104,
        master_layouts=(
            MasterLayout(
                kind="side_picture",
                name="Picture at the side",
                placeholders={"picture": LayoutPlaceholder("pic", 1), "body": LayoutPlaceholder("body", 2)},
                areas=lambda body: {
                    "picture": Rect(SLIDE_WIDTH * _SHARE, 0, SLIDE_WIDTH * (1 - _SHARE), SLIDE_HEIGHT),
                    "body": body.left_part(body.width * 0.55),
                },
                order=114,
                title_share=_SHARE,
            ),
        ),
        is_text=False,
    )
)
