"""Code as it is written, on a panel, in type of one width."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from inkwright.artifacts.slides.emphasis import Run, visible
from inkwright.artifacts.slides.fitting import Para
from inkwright.artifacts.slides.geometry import Rect
from inkwright.artifacts.slides.markup import Paragraph
from inkwright.artifacts.slides.page import Ground, Page
from inkwright.artifacts.slides.settling import forced, parted, settled, settled_text
from inkwright.artifacts.slides.sheets import Sheet, body_under
from inkwright.artifacts.slides.specs import CodeSlide
from inkwright.artifacts.slides.themes.shapes import CAPTION_SIZES, Slot, Theme, Type
from inkwright.artifacts.wording import columns

_SIZES: Final = (40.0, 36.0, 32.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 17.0, 16.0, 15.0, 14.0)
_PADDING: Final = (26.0, 20.0)
_CAPTION: Final = Type(CAPTION_SIZES, "accent6")
_GAP: Final = 10.0
_EMPTY_LINE: Final = 1.2
_LEAST_PANEL: Final = 0.75
# How wide a letter of the typewriter is, in ems.
_ADVANCE: Final = 0.601


def code_sheets(slide: CodeSlide, theme: Theme) -> list[Sheet]:
    """The lines on as few sheets as hold them."""
    body = body_under(theme, "code", slide.title)
    room = _ground(theme).inside(_panel(body, slide.caption, theme))
    lines = _lines(slide.code)
    kind = _kind(slide.code, room, theme)
    fits = settled(lines, room, kind, theme) is not None
    parts = [lines] if fits else parted(lines, room, kind, theme)
    said = "\n".join(filter(None, (visible(slide.caption), slide.language)))
    return [
        Sheet("code", partial(_draw, body=body, slide=slide, lines=part), said or visible(slide.title))
        for part in parts
    ]


def _lines(code: str) -> list[Paragraph]:
    """A paragraph for every line; empty ones are breaks at the end of the line before."""
    found: list[Paragraph] = []
    for line in code.split("\n"):
        if line or not found:
            found.append(Paragraph(Para((Run(line, code=True),))))
        else:
            last = found.pop()
            para = replace(last.para, after=last.para.after + _EMPTY_LINE)
            found.append(replace(last, para=para, breaks=last.breaks + 1))
    return found


def _kind(code: str, room: Rect, theme: Theme) -> Type:
    """Sizes at which no line has to be broken, where there are any."""
    widest = max(columns(line) for line in code.split("\n"))
    unbroken = tuple(size for size in _SIZES if widest * size * _ADVANCE <= room.width)
    return Type(unbroken or _SIZES[-1:], theme.manners.code.text, "code")


def _ground(theme: Theme) -> Ground:
    return Ground(theme.manners.code, _PADDING)


def _panel(body: Rect, caption: str, theme: Theme) -> Rect:
    if not caption:
        return body
    return body.top_part(body.height - settled_text(caption, body.bottom_part(44), _CAPTION, theme).height - _GAP)


def _draw(page: Page, body: Rect, slide: CodeSlide, lines: Sequence[Paragraph]) -> None:
    theme = page.theme
    panel = _panel(body, slide.caption, theme)
    ground = _ground(theme)
    room = ground.inside(panel)
    kind = _kind(slide.code, room, theme)
    setting = settled(lines, room, kind, theme) or forced(lines, room, kind, theme)
    panel = panel.top_part(max(setting.height + 2 * _PADDING[1], panel.height * _LEAST_PANEL))
    page.fill("code", panel, kind.but(anchor="ctr"), setting, ground)
    if slide.caption:
        page.fill_slot(Slot("caption", body.bottom_part(body.bottom - panel.bottom - _GAP), _CAPTION), slide.caption)
