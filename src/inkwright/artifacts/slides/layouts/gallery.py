"""The layout `gallery`: two to six pictures in frames of the same size, each with its caption."""

from collections.abc import Sequence
from functools import partial
from typing import Final, Literal

from pydantic import Field

from inkwright.artifacts.slides.fields import BaseSlide, OptionalText, PictureSource, SlidePart
from inkwright.artifacts.slides.layout_registry import Layout, MasterLayout, PageContext, register_layout
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.pptx.canvas import SlideCanvas, SlidePage, body_below_title
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.pptx.picture_frames import (
    PictureFocus,
    fill_frame,
    picture_content,
    picture_size,
)
from inkwright.artifacts.slides.pptx.shape_xml import LayoutPlaceholder
from inkwright.artifacts.slides.themes.theme import CAPTION_SIZES, TextStyle

MOST_PICTURES: Final = 6
_ONE_ROW: Final = 3
_GAP: Final = 14.0
_CAPTION_HEIGHT: Final = 26.0
_CAPTION: Final = TextStyle(CAPTION_SIZES, "tx1", align="ctr", anchor="ctr")


class GalleryPicture(SlidePart):
    """A picture of a gallery."""

    image: PictureSource
    alt: OptionalText = ""
    caption: OptionalText = ""
    focus: PictureFocus = "center"


class GallerySlide(BaseSlide):
    """Several pictures."""

    layout: Literal["gallery"] = "gallery"
    pictures: list[GalleryPicture] = Field(min_length=2, max_length=MOST_PICTURES)


def gallery_pages(slide: GallerySlide, context: PageContext) -> list[SlidePage]:
    """Return one page."""
    body = body_below_title(context.theme, "gallery", slide.title)
    contents = [picture_content(each.image, context.images) for each in slide.pictures]
    sizes = [picture_size(each.image, content) for each, content in zip(slide.pictures, contents, strict=True)]
    words = "\n".join(visible_text(each.caption or each.alt) for each in slide.pictures if each.caption or each.alt)
    draw = partial(_draw, slide=slide, pictures=[*zip(contents, sizes, strict=True)], body=body)
    return [SlidePage("gallery", draw, words)]


def frames(body: Rect, count: int) -> list[Rect]:
    """Return a frame for each picture: in one row, or in two."""
    rows = 1 if count <= _ONE_ROW else 2
    columns = (count + rows - 1) // rows
    lines = [min(columns, count - columns * row) for row in range(rows)]
    areas = body.rows(rows, _GAP)
    return [frame for area, number in zip(areas, lines, strict=True) for frame in area.columns(number, _GAP)]


def _draw(
    canvas: SlideCanvas, slide: GallerySlide, pictures: Sequence[tuple[bytes, tuple[int, int]]], body: Rect
) -> None:
    has_captions = any(each.caption for each in slide.pictures)
    areas = frames(body, len(pictures))
    for number, (each, (content, size), area) in enumerate(zip(slide.pictures, pictures, areas, strict=True), 1):
        frame = area.top_part(area.height - _CAPTION_HEIGHT - 2) if has_captions else area
        picture = fill_frame(canvas, content, size, frame, each.focus)
        canvas.adopt(picture.element, f"picture{number}", alt=visible_text(each.alt or each.caption or slide.title))
        if each.caption:
            canvas.label(each.caption, area.bottom_part(_CAPTION_HEIGHT), _CAPTION, f"Caption {number}")


def _areas(body: Rect) -> dict[str, Rect]:
    return {f"picture{number}": frame for number, frame in enumerate(frames(body, MOST_PICTURES), 1)}


register_layout(
    Layout(
        model=GallerySlide,
        pages=gallery_pages,
        summary="2 to 6 `pictures`, each with `image`, `alt`, `caption` and `focus`",
        order=106,
        master_layouts=(
            MasterLayout(
                kind="gallery",
                name="Pictures",
                placeholders={
                    f"picture{number}": LayoutPlaceholder("pic", number) for number in range(1, MOST_PICTURES + 1)
                },
                areas=_areas,
                order=116,
            ),
        ),
        is_text=False,
    )
)
