"""The layout `code`: a program on a panel, in a monospaced typeface."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from inkwright.artifacts.slides.fields import MAX_BULLET, MAX_SHORT_TEXT, BaseSlide, OptionalShortText, OptionalText
from inkwright.artifacts.slides.fitting.fit import Paragraph
from inkwright.artifacts.slides.layout_registry import Layout, MarkdownRule, MasterLayout, PageContext, register_layout
from inkwright.artifacts.slides.markdown.blocks import FenceBlock, LineBlock, MarkdownBlock
from inkwright.artifacts.slides.markdown.bullets import single_remark, split_evenly
from inkwright.artifacts.slides.markdown.inline import InlineRun, plain_text, visible_text
from inkwright.artifacts.slides.pptx.canvas import (
    SlideCanvas,
    SlidePage,
    TextBackground,
    body_below_title,
    fit_at_smallest,
    fit_paragraphs,
    fit_single_text,
    paginate_paragraphs,
)
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.pptx.shape_xml import LayoutPlaceholder, StyledParagraph
from inkwright.artifacts.slides.themes.theme import CAPTION_SIZES, TextSlot, TextStyle, Theme
from inkwright.artifacts.text import column_width, is_blank
from inkwright.i18n import Reason

_SIZES: Final = (40.0, 36.0, 32.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 17.0, 16.0, 15.0, 14.0)
_PADDING: Final = (26.0, 20.0)
_CAPTION_STYLE: Final = TextStyle(CAPTION_SIZES, "accent6")
_GAP: Final = 10.0
_EMPTY_LINE: Final = 1.2
_MIN_PANEL: Final = 0.75
# The width of a character of the monospaced typeface, in ems.
_CHARACTER_WIDTH: Final = 0.601


MAX_CODE_LINES: Final = 40
MAX_CODE_LINE: Final = 160
_TAB: Final = 4
_UNWRITABLE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")


def tidy_code(code: str) -> str:
    """Return the code with its indents as spaces, without the empty lines around it."""
    lines = [_UNWRITABLE.sub("", line.expandtabs(_TAB)).rstrip() for line in code.splitlines()]
    return "\n".join(lines).strip("\n")


def _tidy_code(value: object) -> object:
    return tidy_code(value) if isinstance(value, str) else value


def _check_code_length(value: str) -> str:
    lines = value.split("\n")
    if is_blank(value):
        raise ValueError(Reason("reason.slides.blank"))
    if len(lines) > MAX_CODE_LINES:
        raise ValueError(Reason("reason.slides.code_lines", count=len(lines), most=MAX_CODE_LINES))
    if longest := max((len(line) for line in lines if len(line) > MAX_CODE_LINE), default=0):
        raise ValueError(Reason("reason.slides.code_line", count=longest, most=MAX_CODE_LINE))
    return value


CodeText = Annotated[str, BeforeValidator(_tidy_code), AfterValidator(_check_code_length)]


class CodeSlide(BaseSlide):
    """A piece of a program."""

    layout: Literal["code"] = "code"
    language: OptionalShortText = ""
    code: CodeText = Field(description="At most 40 lines.")
    caption: OptionalText = ""


def paginate_code(lines: Sequence[str]) -> list[str]:
    """Divide the code into parts that fit a slide; a line that is too long is broken."""
    short = [
        line[start : start + MAX_CODE_LINE] for line in lines for start in range(0, max(len(line), 1), MAX_CODE_LINE)
    ]
    return ["\n".join(part) for part in split_evenly(short, MAX_CODE_LINES)]


def code_slides(title: str, info: str, lines: Sequence[str]) -> list[BaseSlide | LineBlock]:
    """Return the slides of a fence. Its info is the language and a caption, or a line where it is too long."""
    language, _, caption = info.partition(" ")
    caption = plain_text(caption)
    rest: list[LineBlock] = []
    if len(language) > MAX_SHORT_TEXT or len(caption) > MAX_BULLET:
        language, caption, rest = "", "", [LineBlock(plain_text(info))]
    tidy = tidy_code("\n".join(lines)).split("\n")
    parts = [part for part in map(tidy_code, paginate_code(tidy)) if not is_blank(part)]
    return [*(CodeSlide(title=title, language=language, code=part, caption=caption) for part in parts), *rest]


def _slides_from_block(title: str, block: MarkdownBlock) -> list[BaseSlide | LineBlock] | None:
    return code_slides(title, block.info, block.lines) if isinstance(block, FenceBlock) else None


def _with_caption(slide: CodeSlide, lines: Sequence[LineBlock]) -> CodeSlide | None:
    remark = single_remark(lines)
    return slide.model_copy(update={"caption": remark}) if remark and not slide.caption else None


def code_pages(slide: CodeSlide, context: PageContext) -> list[SlidePage]:
    """Return the lines on as few pages as possible."""
    theme = context.theme
    body = body_below_title(theme, "code", slide.title)
    room = _code_background(theme).inside(_panel_rect(body, slide.caption, theme))
    lines = _code_paragraphs(slide.code)
    style = _code_style(slide.code, room, theme)
    fits = fit_paragraphs(lines, room, style, theme) is not None
    parts = [lines] if fits else paginate_paragraphs(lines, room, style, theme)
    speaker_text = "\n".join(filter(None, (visible_text(slide.caption), slide.language)))
    return [
        SlidePage(
            "code", partial(_draw_code, body=body, slide=slide, lines=part), speaker_text or visible_text(slide.title)
        )
        for part in parts
    ]


def _code_paragraphs(code: str) -> list[StyledParagraph]:
    """Return a paragraph for every line; empty lines are breaks at the end of the line before."""
    found: list[StyledParagraph] = []
    for line in code.split("\n"):
        if line or not found:
            found.append(StyledParagraph(Paragraph((InlineRun(line, code=True),))))
        else:
            last = found.pop()
            para = replace(last.para, after=last.para.after + _EMPTY_LINE)
            found.append(replace(last, para=para, breaks=last.breaks + 1))
    return found


def _code_style(code: str, room: Rect, theme: Theme) -> TextStyle:
    """Return the sizes at which no line is broken, or the smallest size."""
    widest = max(column_width(line) for line in code.split("\n"))
    unbroken = tuple(size for size in _SIZES if widest * size * _CHARACTER_WIDTH <= room.width)
    return TextStyle(unbroken or _SIZES[-1:], theme.drawing.code.text, "code")


def _code_background(theme: Theme) -> TextBackground:
    return TextBackground(theme.drawing.code, _PADDING)


def _panel_rect(body: Rect, caption: str, theme: Theme) -> Rect:
    if not caption:
        return body
    return body.top_part(
        body.height - fit_single_text(caption, body.bottom_part(44), _CAPTION_STYLE, theme).height - _GAP
    )


def _draw_code(canvas: SlideCanvas, body: Rect, slide: CodeSlide, lines: Sequence[StyledParagraph]) -> None:
    theme = canvas.theme
    panel = _panel_rect(body, slide.caption, theme)
    background = _code_background(theme)
    room = background.inside(panel)
    style = _code_style(slide.code, room, theme)
    fitted = fit_paragraphs(lines, room, style, theme) or fit_at_smallest(lines, room, style, theme)
    panel = panel.top_part(max(fitted.height + 2 * _PADDING[1], panel.height * _MIN_PANEL))
    canvas.fill("code", panel, style.but(anchor="ctr"), fitted, background)
    if slide.caption:
        canvas.fill_slot(
            TextSlot("caption", body.bottom_part(body.bottom - panel.bottom - _GAP), _CAPTION_STYLE), slide.caption
        )


register_layout(
    Layout(
        model=CodeSlide,
        pages=code_pages,
        summary="`code` of up to 40 lines, `language`, `caption`",
        order=120,
        master_layouts=(
            MasterLayout(
                kind="code",
                name="Code",
                placeholders={"code": LayoutPlaceholder("body", 1), "caption": LayoutPlaceholder("body", 2)},
                areas=lambda body: {"code": body.top_part(body.height - 40), "caption": body.bottom_part(28)},
                order=130,
            ),
        ),
        markdown=MarkdownRule(
            documented=(("any other fence", "a code slide"),),
            from_block=_slides_from_block,
            with_lines=_with_caption,
        ),
    )
)
