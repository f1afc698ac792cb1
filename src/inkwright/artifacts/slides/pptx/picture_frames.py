"""Pictures that fill their frame: cropped around the point that matters, and put behind the other shapes."""

import io
from collections.abc import Mapping
from typing import Any, Final, Literal

from inkwright.artifacts.slides.fields import embedded_picture
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.slides.pptx.canvas import SlideCanvas
from inkwright.artifacts.slides.pptx.geometry import Rect, to_emu
from inkwright.artifacts.slides.themes.theme import ColourName
from inkwright.artifacts.workers import run_in_worker
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason

PictureFocus = Literal["center", "top", "bottom", "left", "right"]
"""The part of a picture that stays when it is cropped."""

_KEPT: Final[Mapping[str, tuple[float, float]]] = {
    "center": (0.5, 0.5), "top": (0.5, 0.0), "bottom": (0.5, 1.0), "left": (0.0, 0.5), "right": (1.0, 0.5),
}  # fmt: skip
_MAX_PIXELS: Final = 60_000_000
_FIRST_SHAPE: Final = 2
"""The index of the first shape of a slide, after the properties of the group of all shapes."""


def picture_content(source: str, images: Mapping[str, bytes]) -> bytes:
    """Return the bytes of a picture; InvalidOption if it was not provided."""
    content = embedded_picture(source) or images.get(source)
    if content is None:
        raise InvalidOption(option="image", value=source[:80], allowed=Reason("reason.slides.picture_missing"))
    return content


def picture_size(name: str, content: bytes) -> tuple[int, int]:
    """Return the width and height of a picture in pixels; InvalidOption if it cannot be shown."""
    return run_in_worker(read_picture_size, name, content)


def read_picture_size(name: str, content: bytes) -> tuple[int, int]:
    """Return the width and height of a picture in pixels; InvalidOption if it is damaged or too large."""
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - slow to import

    try:
        with Image.open(io.BytesIO(content), formats=("PNG", "JPEG", "GIF")) as image:
            width, height = image.size
            image.verify()
    # On damaged bytes the library raises various errors.
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as problem:
        reason = Reason("reason.slides.picture_damaged")
        raise InvalidOption(option="image", value=name[:80], allowed=reason) from problem
    if width * height > _MAX_PIXELS or not width or not height:
        reason = Reason("reason.slides.picture_pixels", most=_MAX_PIXELS)
        raise InvalidOption(option="image", value=f"{width} × {height}", allowed=reason)
    return width, height


def place_picture(canvas: SlideCanvas, content: bytes, rect: Rect, alt: str, role: str = "picture") -> Any:
    """Draw a picture in its placeholder, with an alternative text."""
    picture = canvas.slide.shapes.add_picture(
        io.BytesIO(content), to_emu(rect.x), to_emu(rect.y), to_emu(rect.width), to_emu(rect.height)
    )
    canvas.adopt(picture.element, role, alt=visible_text(alt))
    return picture


def crop_shares(ratio: float, frame: float, focus: PictureFocus) -> tuple[float, float, float, float]:
    """Return what is cut off at the left, top, right and bottom, so that a picture fills a frame undistorted."""
    across = max(0.0, 1 - frame / ratio)
    down = max(0.0, 1 - ratio / frame)
    x, y = _KEPT[focus]
    return across * x, down * y, across * (1 - x), down * (1 - y)


def fill_frame(canvas: SlideCanvas, content: bytes, size: tuple[int, int], rect: Rect, focus: PictureFocus) -> Any:
    """Draw a picture so that it fills the frame. The caller puts it into a placeholder."""
    picture = canvas.slide.shapes.add_picture(
        io.BytesIO(content), to_emu(rect.x), to_emu(rect.y), to_emu(rect.width), to_emu(rect.height)
    )
    shares = crop_shares(size[0] / size[1], rect.width / rect.height, focus)
    picture.crop_left, picture.crop_top, picture.crop_right, picture.crop_bottom = shares
    return picture


def send_to_back(shape: Any, place: int = 0) -> None:
    """Move the XML of a shape behind all others, or in front of the first few."""
    tree = shape.getparent()
    tree.remove(shape)
    tree.insert(_FIRST_SHAPE + place, shape)


def ground_below_title(canvas: SlideCanvas) -> ColourName:
    """Return the colour of a band on which the title of this layout is readable."""
    colour = canvas.design.slot("title").style.colour
    return "tx2" if colour in ("bg1", "bg2") else "bg1"
