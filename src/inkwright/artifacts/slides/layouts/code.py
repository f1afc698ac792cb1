"""Code on a panel, in a monospaced typeface."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from inkwright.artifacts.slides.fitting.fit import Paragraph
from inkwright.artifacts.slides.markdown.inline import InlineRun, visible_text
from inkwright.artifacts.slides.model import CodeSlide
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
from inkwright.artifacts.slides.pptx.shape_xml import StyledParagraph
from inkwright.artifacts.slides.themes.theme import CAPTION_SIZES, TextSlot, TextStyle, Theme
from inkwright.artifacts.text import column_width

_SIZES: Final = (40.0, 36.0, 32.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 17.0, 16.0, 15.0, 14.0)
_PADDING: Final = (26.0, 20.0)
_CAPTION_STYLE: Final = TextStyle(CAPTION_SIZES, "accent6")
_GAP: Final = 10.0
_EMPTY_LINE: Final = 1.2
_LEAST_PANEL: Final = 0.75
# How wide a letter of the typewriter is, in ems.
_CHARACTER_WIDTH: Final = 0.601


def code_pages(slide: CodeSlide, theme: Theme) -> list[SlidePage]:
    """The lines on as few sheets as hold them."""
    body = body_below_title(theme, "code", slide.title)
    room = _code_background(theme).inside(_panel_rect(body, slide.caption, theme))
    lines = _code_paragraphs(slide.code)
    kind = _code_style(slide.code, room, theme)
    fits = fit_paragraphs(lines, room, kind, theme) is not None
    parts = [lines] if fits else paginate_paragraphs(lines, room, kind, theme)
    said = "\n".join(filter(None, (visible_text(slide.caption), slide.language)))
    return [
        SlidePage("code", partial(_draw_code, body=body, slide=slide, lines=part), said or visible_text(slide.title))
        for part in parts
    ]


def _code_paragraphs(code: str) -> list[StyledParagraph]:
    """A paragraph for every line; empty ones are breaks at the end of the line before."""
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
    """Sizes at which no line has to be broken, where there are any."""
    widest = max(column_width(line) for line in code.split("\n"))
    unbroken = tuple(size for size in _SIZES if widest * size * _CHARACTER_WIDTH <= room.width)
    return TextStyle(unbroken or _SIZES[-1:], theme.manners.code.text, "code")


def _code_background(theme: Theme) -> TextBackground:
    return TextBackground(theme.manners.code, _PADDING)


def _panel_rect(body: Rect, caption: str, theme: Theme) -> Rect:
    if not caption:
        return body
    return body.top_part(
        body.height - fit_single_text(caption, body.bottom_part(44), _CAPTION_STYLE, theme).height - _GAP
    )


def _draw_code(page: SlideCanvas, body: Rect, slide: CodeSlide, lines: Sequence[StyledParagraph]) -> None:
    theme = page.theme
    panel = _panel_rect(body, slide.caption, theme)
    ground = _code_background(theme)
    room = ground.inside(panel)
    kind = _code_style(slide.code, room, theme)
    setting = fit_paragraphs(lines, room, kind, theme) or fit_at_smallest(lines, room, kind, theme)
    panel = panel.top_part(max(setting.height + 2 * _PADDING[1], panel.height * _LEAST_PANEL))
    page.fill("code", panel, kind.but(anchor="ctr"), setting, ground)
    if slide.caption:
        page.fill_slot(
            TextSlot("caption", body.bottom_part(body.bottom - panel.bottom - _GAP), _CAPTION_STYLE), slide.caption
        )
