"""What stands under one heading, as slides: the layout that shows each block best, and as many as it needs."""

import re
from collections.abc import Sequence
from typing import Final

from inkwright.artifacts.slides.blocks import Block, Fence, Formula, Heading, Line, Note, Picture, Table
from inkwright.artifacts.slides.charts import chart_slide
from inkwright.artifacts.slides.inline import parts, plain
from inkwright.artifacts.slides.sharing import COMFORTABLE_ROWS, code_parts, points, rows_of, shared_out, tables
from inkwright.artifacts.slides.specs import (
    BulletsSlide,
    ChartSlide,
    CodeSlide,
    FormulaSlide,
    ImageSlide,
    QuoteSlide,
    Slide,
    TableSlide,
)
from inkwright.artifacts.slides.texts import (
    MAX_BULLET,
    MAX_FORMULA,
    MAX_LABEL,
    MAX_QUOTE,
    MAX_WORD,
    code_lines,
)
from inkwright.artifacts.wording import is_blank

_BESIDE_PICTURE: Final = 6
_SOURCE = re.compile(r"(?:[—–―]{1,2}|--)\s*(?P<who>.+)", re.S)


def body_slides(title: str, blocks: Sequence[Block]) -> list[Slide]:
    """The slides that show the blocks. All have the same title still, and no notes."""
    if together := _together(title, blocks):
        return [together]
    slides: list[Slide] = []
    waiting: list[Line] = []
    for block in blocks:
        if isinstance(block, Line) and (not waiting or waiting[-1].is_quoted is block.is_quoted):
            waiting.append(block)
            continue
        slides += _of_lines(title, waiting, is_alone=False)
        waiting = [block] if isinstance(block, Line) else []
        slides += [] if waiting else _of_figure(title, block)
    return slides + _of_lines(title, waiting, is_alone=not slides)


def _together(title: str, blocks: Sequence[Block]) -> Slide | None:
    """One slide of a figure and the few lines around it, if it has room for them."""
    figures = [block for block in blocks if not isinstance(block, Line)]
    lines = [block for block in blocks if isinstance(block, Line)]
    made = _of_figure(title, figures[0]) if len(figures) == 1 and lines else []
    if len(made) != 1:
        return None
    found = points(lines)
    is_remark = len(lines) == 1 and not lines[0].is_item and len(lines[0].text) <= MAX_BULLET
    match made[0]:
        case FormulaSlide() if rows_of(found) <= COMFORTABLE_ROWS:
            return made[0].model_copy(update={"explanation": found})
        case ImageSlide() if rows_of(found) <= _BESIDE_PICTURE:
            return made[0].model_copy(update={"bullets": found})
        case ChartSlide(takeaway="") if is_remark:
            return made[0].model_copy(update={"takeaway": found[0]})
        case TableSlide(caption="") | CodeSlide(caption="") if is_remark:
            return made[0].model_copy(update={"caption": found[0]})
        case _:
            return None


def _of_lines(title: str, lines: Sequence[Line], *, is_alone: bool) -> list[Slide]:
    if lines and lines[0].is_quoted and (quote := _quote(title, lines, is_alone=is_alone)):
        return [quote]
    return [BulletsSlide(title=title, bullets=some) for some in shared_out(points(lines))]


def _quote(title: str, lines: Sequence[Line], *, is_alone: bool) -> QuoteSlide | None:
    """Quoted lines are a quote when they name their source, or when nothing else stands there."""
    said = [line.text for line in lines]
    source = _SOURCE.match(said[-1]) if len(said) > 1 else None
    who = source["who"] if source else ""
    words = " ".join(said[:-1] if source else said)
    if not (source or is_alone) or any(line.is_item for line in lines):
        return None
    if len(words) > MAX_QUOTE or len(who) > MAX_LABEL:
        return None
    return QuoteSlide(title=title, quote=words, source=who)


def _of_figure(title: str, block: Block) -> list[Slide]:
    match block:
        case Table():
            return _of_table(title, block)
        case Fence(info=info, lines=lines) if info.split()[:1] == ["chart"]:
            return [chart_slide(title, info, lines)]
        case Fence(info=info, lines=lines):
            return _of_code(title, info, lines)
        case Formula(tex=tex) if len(tex) <= MAX_FORMULA:
            return [FormulaSlide(title=title, formula=tex)]
        case Formula(tex=tex):
            return _of_code(title, "tex", [tex])
        case Picture():
            return _of_picture(title, block)
        case Heading() | Note() | Line():
            raise AssertionError(f"{block} is no figure")


def _of_table(title: str, table: Table) -> list[Slide]:
    some = tables(table)
    if some is None:
        lines = [Line(" | ".join(filter(None, row))) for row in table.rows if any(row)]
        return _of_lines(title, lines, is_alone=False)
    return [TableSlide(title=title, header=list(one.rows[0]), rows=list(map(list, one.rows[1:]))) for one in some]


def _of_code(title: str, info: str, lines: Sequence[str]) -> list[Slide]:
    language, _, caption = info.partition(" ")
    caption = plain(caption)
    rest: list[str] = []
    if len(language) > MAX_WORD or len(caption) > MAX_BULLET:
        language, caption, rest = "", "", [plain(info)]
    tidy = code_lines("\n".join(lines)).split("\n")
    code = [part for part in map(code_lines, code_parts(tidy)) if not is_blank(part)]
    slides = [CodeSlide(title=title, language=language, code=part, caption=caption) for part in code]
    return [*slides, *_of_lines(title, list(map(Line, rest)), is_alone=False)]


def _of_picture(title: str, picture: Picture) -> list[Slide]:
    alt, *more = parts(picture.alt, MAX_BULLET) or [""]
    caption, *most = parts(picture.caption, MAX_BULLET) or [""]
    slide = ImageSlide(title=title, image=picture.source, alt=alt, caption=caption)
    return [slide, *_of_lines(title, list(map(Line, more + most)), is_alone=False)]
