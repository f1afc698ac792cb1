"""The title page of a deck with a picture, which fills one side of the slide up to its edges."""

from functools import partial

from inkwright.artifacts.slides.layout_registry import MasterLayout, PageContext, register_master_layout
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.canvas import SlideCanvas, SlidePage
from inkwright.artifacts.slides.pptx.picture_frames import fill_frame, picture_content, picture_size, send_to_back
from inkwright.artifacts.slides.pptx.shape_xml import LayoutPlaceholder
from inkwright.artifacts.slides.themes import TITLE_PICTURE


def title_picture_page(spec: DeckSpec, context: PageContext) -> SlidePage:
    """Return the title page of a deck that has a picture."""
    content = picture_content(spec.image, context.images)
    size = picture_size(spec.image, content)
    words = "\n".join(visible_text(line) for line in (spec.subtitle, spec.author, spec.alt) if line)
    return SlidePage(TITLE_PICTURE, partial(_draw, spec=spec, content=content, size=size), words)


def _draw(canvas: SlideCanvas, spec: DeckSpec, content: bytes, size: tuple[int, int]) -> None:
    picture = fill_frame(canvas, content, size, canvas.design.slot("picture").rect, "center")
    canvas.adopt(picture.element, "picture", alt=visible_text(spec.alt or spec.title))
    send_to_back(picture.element)
    canvas.fill_slot(canvas.design.slot("subtitle"), spec.subtitle)
    canvas.fill_slot(canvas.design.slot("author"), spec.author)


register_master_layout(
    MasterLayout(
        kind=TITLE_PICTURE,
        name="Title with picture",
        placeholders={
            "title": LayoutPlaceholder("ctrTitle"),
            "subtitle": LayoutPlaceholder("subTitle", 1),
            "author": LayoutPlaceholder("body", 2),
            "picture": LayoutPlaceholder("pic", 3),
        },
        order=5,
    )
)
