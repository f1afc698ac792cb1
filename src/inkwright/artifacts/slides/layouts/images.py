"""The layouts `image` and `formula`: a picture or a formula in its own proportions, with a few lines."""

import struct
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, Field

from inkwright.artifacts.math.formula_images import PIXELS_PER_EM, formula_image
from inkwright.artifacts.slides.fields import (
    MAX_BULLET,
    NOT_BLANK,
    BaseSlide,
    OptionalPoints,
    OptionalText,
    PictureSource,
)
from inkwright.artifacts.slides.layout_registry import Layout, MarkdownRule, MasterLayout, PageContext, register_layout
from inkwright.artifacts.slides.layouts.code import code_slides
from inkwright.artifacts.slides.layouts.lists import body_background, bullets_text, fit_list
from inkwright.artifacts.slides.markdown.blocks import FormulaBlock, LineBlock, MarkdownBlock, PictureBlock
from inkwright.artifacts.slides.markdown.bullets import COMFORTABLE_ROWS, bullets_from_lines, count_rows
from inkwright.artifacts.slides.markdown.inline import escape_marks, split_marked, visible_text
from inkwright.artifacts.slides.pptx.canvas import (
    SlideCanvas,
    SlidePage,
    body_below_title,
    bullet_paragraphs,
    fit_paragraphs,
    fit_single_text,
    paginate_paragraphs,
)
from inkwright.artifacts.slides.pptx.equations import offer_equation
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.pptx.picture_frames import (
    PictureFocus,
    fill_frame,
    picture_content,
    picture_size,
    place_picture,
)
from inkwright.artifacts.slides.pptx.shape_xml import LayoutPlaceholder, StyledParagraph
from inkwright.artifacts.slides.themes.theme import BODY_SIZES, CAPTION_SIZES, ColourName, TextSlot, TextStyle, Theme
from inkwright.artifacts.text import one_line

_GAP: Final = 24.0
_CAPTION_STYLE: Final = TextStyle(CAPTION_SIZES, "accent6", align="ctr")
_POINT_SIZES: Final = tuple(size for size in BODY_SIZES if size <= 26)
_PNG_SIZE: Final = struct.Struct(">II")
_PNG_SIZE_OFFSET: Final = 16
_ALMOST_WHOLE: Final = 0.97
_FORMULA_POINTS: Final = 0.5
_EQUATION_POINTS: Final = PIXELS_PER_EM * 0.9
_TEX_STYLE: Final = TextStyle((24.0, 22.0, 20.0, 18.0, 16.0, 14.0), "tx2", "code", align="ctr", anchor="ctr")


MAX_FORMULA: Final = 600
_BESIDE_PICTURE: Final = 6


def _tidy_formula(value: object) -> object:
    return one_line(value) if isinstance(value, str) else value


FormulaText = Annotated[str, Field(min_length=1, max_length=MAX_FORMULA), BeforeValidator(_tidy_formula), NOT_BLANK]


class ImageSlide(BaseSlide):
    """A picture, alone or with a few lines."""

    layout: Literal["image"] = "image"
    image: PictureSource
    alt: OptionalText = Field(default="", description="What the picture shows, for those who do not see it.")
    caption: OptionalText = ""
    fit: Literal["contain", "fill"] = Field(
        default="contain", description="contain shows all of the picture; fill crops it to its frame, for photographs."
    )
    focus: PictureFocus = Field(default="center", description="With fill: the part that is never cut off.")
    bullets: OptionalPoints = Field(default=[])


class FormulaSlide(BaseSlide):
    """A formula and its explanation."""

    layout: Literal["formula"] = "formula"
    formula: FormulaText = Field(description="In TeX, without dollar signs.")
    explanation: OptionalPoints = Field(default=[])


def _image_slides(title: str, block: MarkdownBlock) -> list[BaseSlide | LineBlock] | None:
    if not isinstance(block, PictureBlock):
        return None
    alt, *more = split_marked(block.alt, MAX_BULLET) or [""]
    caption, *rest = split_marked(block.caption, MAX_BULLET) or [""]
    slide = ImageSlide(title=title, image=block.source, alt=alt, caption=caption)
    return [slide, *map(LineBlock, more + rest)]


def _with_bullets(slide: ImageSlide, lines: Sequence[LineBlock]) -> ImageSlide | None:
    points = bullets_from_lines(lines)
    return slide.model_copy(update={"bullets": points}) if count_rows(points) <= _BESIDE_PICTURE else None


def _formula_slides(title: str, block: MarkdownBlock) -> Sequence[BaseSlide | LineBlock] | None:
    """Return the slide of a formula; one that is too long to typeset is shown as code."""
    if not isinstance(block, FormulaBlock):
        return None
    if len(block.tex) > MAX_FORMULA:
        return code_slides(title, "tex", [block.tex])
    return [FormulaSlide(title=title, formula=block.tex)]


def _with_explanation(slide: FormulaSlide, lines: Sequence[LineBlock]) -> FormulaSlide | None:
    points = bullets_from_lines(lines)
    return slide.model_copy(update={"explanation": points}) if count_rows(points) <= COMFORTABLE_ROWS else None


def _points_style(theme: Theme) -> TextStyle:
    return TextStyle(theme.sizes(_POINT_SIZES))


def image_pages(slide: ImageSlide, context: PageContext) -> list[SlidePage]:
    """Return the picture on each page with as many lines as fit next to it."""
    theme = context.theme
    content = picture_content(slide.image, context.images)
    width, height = picture_size(slide.image, content)
    body = body_below_title(theme, "image", slide.title)
    speaker_text = "\n".join(
        filter(None, (visible_text(slide.alt), visible_text(slide.caption), bullets_text(slide.bullets)))
    )
    paragraphs = bullet_paragraphs(slide.bullets, theme)
    picture, lines = _areas(body, width / height, has_lines=bool(paragraphs))
    parts = [paragraphs]
    if (
        paragraphs
        and fit_paragraphs(paragraphs, body_background(theme).inside(lines), _points_style(theme), theme) is None
    ):
        parts = paginate_paragraphs(paragraphs, body_background(theme).inside(lines), _points_style(theme), theme)
    plan = partial(_draw_image, slide=slide, content=content, size=(width, height), areas=(picture, lines))
    return [SlidePage("image", partial(plan, part=part), speaker_text) for part in parts]


def _areas(body: Rect, ratio: float, *, has_lines: bool) -> tuple[Rect, Rect]:
    """Return the areas of the picture and of the lines."""
    if not has_lines:
        return body, body
    share = min(max(ratio * body.height / body.width, 0.34), 0.58)
    left = body.left_part(body.width * share)
    return left, body.right_part(body.width - left.width - _GAP)


def _draw_image(
    canvas: SlideCanvas,
    slide: ImageSlide,
    content: bytes,
    size: tuple[int, int],
    areas: tuple[Rect, Rect],
    part: list[StyledParagraph],
) -> None:
    area, lines = areas
    room = area
    if slide.caption:
        caption = fit_single_text(slide.caption, area.bottom_part(56), _CAPTION_STYLE, canvas.theme)
        room = area.top_part(area.height - caption.height - 8)
    alt = slide.alt or slide.caption or slide.title
    if slide.fit == "fill":
        picture = fill_frame(canvas, content, size, room, slide.focus)
        canvas.adopt(picture.element, "picture", alt=visible_text(alt))
    else:
        _draw_whole(canvas, content, room, size[0] / size[1], alt)
    if slide.caption:
        canvas.fill_slot(
            TextSlot(
                "caption", Rect(area.x, room.bottom + 8, area.width, area.bottom - room.bottom - 8), _CAPTION_STYLE
            ),
            slide.caption,
        )
    if part:
        background = body_background(canvas.theme)
        fitted, style = fit_list(part, background.inside(lines), _points_style(canvas.theme), canvas.theme)
        canvas.fill("body", lines, style, fitted, background)


def _draw_whole(canvas: SlideCanvas, content: bytes, room: Rect, ratio: float, alt: str) -> None:
    """Draw all of a picture, on a panel where it does not fill its frame."""
    rect = _contained(room, ratio)
    if rect.width < room.width * _ALMOST_WHOLE or rect.height < room.height * _ALMOST_WHOLE:
        canvas.panel(canvas.theme.drawing.quiet, room, "Picture ground")
        rect = _contained(room.inset(12), ratio)
    place_picture(canvas, content, rect, alt)


def _contained(room: Rect, ratio: float) -> Rect:
    """Return the largest rectangle of that ratio inside `room`."""
    width = min(room.width, room.height * ratio)
    return room.centred(width, width / ratio)


def formula_pages(slide: FormulaSlide, context: PageContext) -> list[SlidePage]:
    """Return the formula on a panel with its explanation below."""
    theme = context.theme
    body = body_below_title(theme, "formula", slide.title)
    paragraphs = bullet_paragraphs(slide.explanation, theme)
    panel = body if not paragraphs else body.top_part(body.height * (0.42 if len(paragraphs) > 2 else 0.52))
    lines = body.bottom_part(body.height - panel.height - _GAP)
    parts = [paragraphs]
    if paragraphs and fit_paragraphs(paragraphs, _text_rect(theme, lines), _points_style(theme), theme) is None:
        parts = paginate_paragraphs(paragraphs, _text_rect(theme, lines), _points_style(theme), theme)
    speaker_text = "\n".join(filter(None, (slide.formula, bullets_text(slide.explanation))))
    return [
        SlidePage("formula", partial(_draw_formula, slide=slide, panel=panel, lines=lines, part=part), speaker_text)
        for part in parts
    ]


def _text_rect(theme: Theme, lines: Rect) -> Rect:
    return body_background(theme).inside(lines)


def _draw_formula(
    canvas: SlideCanvas, slide: FormulaSlide, panel: Rect, lines: Rect, part: list[StyledParagraph]
) -> None:
    theme = canvas.theme
    background = theme.drawing.aside
    canvas.panel(background, panel, "Formula ground")
    colour: ColourName = "tx2" if background.fill in {None, "bg2"} else background.text
    content = formula_image(slide.formula, theme.palette.hexadecimal(colour))
    if content is None:
        # A formula that cannot be typeset is shown as its source.
        canvas.label(escape_marks(slide.formula), panel.inset(24, 16), _TEX_STYLE, "Formula")
    else:
        width, height = _PNG_SIZE.unpack_from(content, _PNG_SIZE_OFFSET)
        room = panel.inset(28, 18)
        scale = min(_FORMULA_POINTS, room.width / width, room.height / height)
        picture = place_picture(canvas, content, panel.centred(width * scale, height * scale), slide.formula)
        offer_equation(picture.element, slide.formula, room, scale * _EQUATION_POINTS, colour)
    if part:
        fitted, style = fit_list(part, _text_rect(theme, lines), _points_style(theme), theme)
        canvas.fill("body", lines, style, fitted, body_background(theme))


def _image_areas(body: Rect) -> dict[str, Rect]:
    left, right = body.columns(2, 32)
    return {"picture": left.top_part(body.height - 40), "caption": left.bottom_part(28), "body": right}


register_layout(
    Layout(
        model=ImageSlide,
        pages=image_pages,
        summary=(
            "`image` (the name of a file that you provide, or `data:image/png;base64,…`), `alt`, `caption`, `bullets`, "
            "`fit` (contain, or fill, which crops around `focus`)"
        ),
        order=100,
        master_layouts=(
            MasterLayout(
                kind="image",
                name="Picture",
                placeholders={
                    "picture": LayoutPlaceholder("pic", 1),
                    "caption": LayoutPlaceholder("body", 2),
                    "body": LayoutPlaceholder("body", 3),
                },
                areas=_image_areas,
                order=110,
                template_choices=(lambda layout: bool(layout.of({"pic"})),),
            ),
        ),
        markdown=MarkdownRule(
            documented=(("a picture alone on its line", "a picture slide, with the adjacent lines"),),
            from_block=_image_slides,
            with_lines=_with_bullets,
        ),
        is_text=False,
    )
)
register_layout(
    Layout(
        model=FormulaSlide,
        pages=formula_pages,
        summary="`formula` in TeX, `explanation`",
        order=130,
        master_layouts=(
            MasterLayout(
                kind="formula",
                name="Formula",
                placeholders={"picture": LayoutPlaceholder("pic", 1), "body": LayoutPlaceholder("body", 2)},
                areas=lambda body: {
                    "picture": body.top_part(body.height * 0.5),
                    "body": body.bottom_part(body.height * 0.44),
                },
                order=140,
                pictures_are_text=True,
            ),
        ),
        markdown=MarkdownRule(
            documented=(
                (
                    "`$$ … $$`",
                    "a formula, with the adjacent lines as explanation: an equation that PowerPoint can edit, and a "
                    "picture in programs without such equations",
                ),
            ),
            from_block=_formula_slides,
            with_lines=_with_explanation,
        ),
    )
)
