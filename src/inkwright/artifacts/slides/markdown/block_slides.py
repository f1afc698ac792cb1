"""Slides for the blocks under one heading, split over as many slides as lists, tables, code and charts need."""

import csv
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar, get_args

from pydantic import ValidationError

from inkwright.artifacts.slides.markdown.inline import plain_text, split_marked
from inkwright.artifacts.slides.markdown.parser import (
    FenceBlock,
    FormulaBlock,
    HeadingBlock,
    LineBlock,
    MarkdownBlock,
    NoteBlock,
    PictureBlock,
    TableBlock,
)
from inkwright.artifacts.slides.model import (
    MAX_BULLET,
    MAX_CELL,
    MAX_CHILDREN,
    MAX_CODE_LINE,
    MAX_CODE_LINES,
    MAX_COLUMNS,
    MAX_FORMULA,
    MAX_LABEL,
    MAX_QUOTE,
    MAX_ROWS,
    MAX_SHORT_TEXT,
    Bullet,
    BulletsSlide,
    ChartKind,
    ChartSlide,
    CodeSlide,
    FormulaSlide,
    ImageSlide,
    QuoteSlide,
    Slide,
    TableSlide,
    split_code_lines,
)
from inkwright.artifacts.text import column_width, is_blank
from inkwright.artifacts.validation import load_yaml, validation_message
from inkwright.errors import InvalidOption
from inkwright.i18n import language_of, text

COMFORTABLE_ROWS: Final = 8
_COMFORTABLE_COLUMNS: Final = 900
_ROOM_FOR_NUMBER: Final = 10
_Item = TypeVar("_Item")


def bullets_from_lines(lines: Sequence[LineBlock]) -> list[str | Bullet]:
    """The lines as points; those of a greater depth stand under the one before them."""
    found: list[tuple[str, list[str]]] = []
    for line in lines:
        for part in split_marked(line.text, MAX_BULLET):
            if line.depth and found:
                found[-1][1].append(part)
            else:
                found.append((part, []))
    return [point for text, children in found for point in _split_bullet(text, children)]


def _split_bullet(text: str, children: list[str]) -> list[str | Bullet]:
    """One point, or several with a number where there are too many children."""
    if not children:
        return [text]
    groups = [children[start : start + MAX_CHILDREN] for start in range(0, len(children), MAX_CHILDREN)]
    again = split_marked(text, MAX_BULLET - _ROOM_FOR_NUMBER)[0]
    first = Bullet(text=text, children=groups[0])
    return [first, *(Bullet(text=f"{again} ({n})", children=group) for n, group in enumerate(groups[1:], 2))]


def bullet_texts(point: str | Bullet) -> list[str]:
    """Its text, and those under it."""
    return [point] if isinstance(point, str) else [point.text, *point.children]


def count_rows(found: Sequence[str | Bullet]) -> int:
    """How many rows the points take at least."""
    return sum(len(bullet_texts(point)) for point in found)


def paginate_bullets(found: Sequence[str | Bullet]) -> list[list[str | Bullet]]:
    """The points on as few slides as hold them, about as many on each."""
    full = _fill_slides(found, COMFORTABLE_ROWS)
    even = _fill_slides(found, -(-count_rows(found) // max(len(full), 1)))
    return even if len(even) == len(full) else full


def _fill_slides(found: Sequence[str | Bullet], most: int) -> list[list[str | Bullet]]:
    slides: list[list[str | Bullet]] = []
    rows = room = 0
    for point in found:
        texts = bullet_texts(point)
        wide = sum(map(column_width, texts))
        rows, room = rows - len(texts), room - wide
        if not slides or rows < 0 or room < 0:
            slides.append([])
            rows, room = most - len(texts), _COMFORTABLE_COLUMNS - wide
        slides[-1].append(point)
    return slides


def paginate_table(table: TableBlock) -> list[TableBlock] | None:
    """The table in parts that a slide can hold, each with its header; None where a cell says too much for a table."""
    if any(len(cell) > MAX_CELL for row in table.rows for cell in row):
        return None
    wide = max(map(len, table.rows))
    rows = [row + ("",) * (wide - len(row)) for row in table.rows]
    cuts = [(chosen, [rows[0], *some]) for some in _split_evenly(rows[1:], MAX_ROWS) for chosen in _column_groups(wide)]
    return [TableBlock(tuple(tuple(row[at] for at in chosen) for row in some)) for chosen, some in cuts]


def _column_groups(wide: int) -> list[list[int]]:
    """Which columns stand together. The first says what a row is about: it stands in each part."""
    if wide <= MAX_COLUMNS:
        return [list(range(wide))]
    return [[0, *some] for some in _split_evenly(list(range(1, wide)), MAX_COLUMNS - 1)]


def paginate_code(lines: Sequence[str]) -> list[str]:
    """The code in parts that a slide can hold; a line that is too long is broken."""
    short = [line[at : at + MAX_CODE_LINE] for line in lines for at in range(0, max(len(line), 1), MAX_CODE_LINE)]
    return ["\n".join(some) for some in _split_evenly(short, MAX_CODE_LINES)]


def _split_evenly(items: Sequence[_Item], most: int) -> list[Sequence[_Item]]:
    count = -(-len(items) // most)
    size = -(-len(items) // max(count, 1))
    return [items[start : start + size] for start in range(0, len(items), max(size, 1))]


_YAML_FIELD = re.compile(r"\s*[A-Za-z]+:(?:\s|$)")
_FIELD_ALIASES: Final = (("type", "kind"), ("labels", "categories"), ("x", "categories"), ("values", "series"))


def chart_slide(title: str, info: str, lines: Sequence[str]) -> ChartSlide:
    """The slide of a fence whose info begins with `chart`; a kind may stand behind it. Else an InvalidOption."""
    kind = next((word for word in info.split()[1:] if word in get_args(ChartKind)), "bar")
    try:
        fields = _chart_fields(lines)
        return ChartSlide.model_validate({"title": title, "kind": kind, **fields})
    except ValidationError as problem:
        told = text(language_of(title), "deck.chart", problems=validation_message(problem))
    except ValueError as problem:
        told = text(language_of(title), "deck.chart", problems=str(problem))
    raise InvalidOption(option="chart", value=title, allowed=told)


def _chart_fields(lines: Sequence[str]) -> dict[str, Any]:
    found = load_yaml("\n".join(lines)) if any(map(_YAML_FIELD.match, lines)) else None
    if not isinstance(found, Mapping):
        return _fields_from_csv(lines)
    fields = {str(key): value for key, value in found.items()}
    # The slide has the title of its heading; that of the chart itself goes with what the chart shows.
    said = (str(fields.pop("title", "")), str(fields.pop("takeaway", "")))
    fields["takeaway"] = " · ".join(filter(None, said))
    for other, name in _FIELD_ALIASES:
        if other in fields and name not in fields:
            fields[name] = fields.pop(other)
    fields["series"] = _chart_series(fields.get("series"))
    return fields


def _chart_series(given: Any) -> Any:
    """`{name: [1, 2]}` and a bare `[1, 2]` are series too."""
    if isinstance(given, Mapping):
        return [{"name": name, "values": values} for name, values in given.items()]
    if isinstance(given, list) and given and not any(isinstance(one, Mapping) for one in given):
        return [{"values": given}]
    return given


def _fields_from_csv(lines: Sequence[str]) -> dict[str, Any]:
    """A row for each category; the first row names the series, if it has no numbers."""
    rows = [[cell.strip() for cell in row] for row in csv.reader(lines, skipinitialspace=True) if any(row)]
    if not rows or min(map(len, rows)) < 2 or len(set(map(len, rows))) > 1:
        raise ValueError("every line needs a category and its numbers, with commas between")
    names = rows[0][1:] if not all(map(_is_numeric_cell, rows[0][1:])) else [""] * (len(rows[0]) - 1)
    rows = rows[1:] if any(names) else rows
    columns = list(zip(*(row[1:] for row in rows), strict=True)) or [()] * len(names)
    series = [{"name": name, "values": list(values)} for name, values in zip(names, columns, strict=True)]
    return {"categories": [row[0] for row in rows], "series": series}


def _is_numeric_cell(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


_BESIDE_PICTURE: Final = 6
_QUOTE_SOURCE = re.compile(r"(?:[—–―]{1,2}|--)\s*(?P<who>.+)", re.S)


def block_slides(title: str, blocks: Sequence[MarkdownBlock]) -> list[Slide]:
    """The slides that show the blocks. All have the same title still, and no notes."""
    if together := _combined_slide(title, blocks):
        return [together]
    slides: list[Slide] = []
    waiting: list[LineBlock] = []
    for block in blocks:
        if isinstance(block, LineBlock) and (not waiting or waiting[-1].is_quoted is block.is_quoted):
            waiting.append(block)
            continue
        slides += _line_slides(title, waiting, is_alone=False)
        waiting = [block] if isinstance(block, LineBlock) else []
        slides += [] if waiting else _figure_slides(title, block)
    return slides + _line_slides(title, waiting, is_alone=not slides)


def _combined_slide(title: str, blocks: Sequence[MarkdownBlock]) -> Slide | None:
    """One slide of a figure and the few lines around it, if it has room for them."""
    figures = [block for block in blocks if not isinstance(block, LineBlock)]
    lines = [block for block in blocks if isinstance(block, LineBlock)]
    made = _figure_slides(title, figures[0]) if len(figures) == 1 and lines else []
    if len(made) != 1:
        return None
    found = bullets_from_lines(lines)
    is_remark = len(lines) == 1 and not lines[0].is_item and len(lines[0].text) <= MAX_BULLET
    match made[0]:
        case FormulaSlide() if count_rows(found) <= COMFORTABLE_ROWS:
            return made[0].model_copy(update={"explanation": found})
        case ImageSlide() if count_rows(found) <= _BESIDE_PICTURE:
            return made[0].model_copy(update={"bullets": found})
        case ChartSlide(takeaway="") if is_remark:
            return made[0].model_copy(update={"takeaway": found[0]})
        case TableSlide(caption="") | CodeSlide(caption="") if is_remark:
            return made[0].model_copy(update={"caption": found[0]})
        case _:
            return None


def _line_slides(title: str, lines: Sequence[LineBlock], *, is_alone: bool) -> list[Slide]:
    if lines and lines[0].is_quoted and (quote := _quote_slide(title, lines, is_alone=is_alone)):
        return [quote]
    return [BulletsSlide(title=title, bullets=some) for some in paginate_bullets(bullets_from_lines(lines))]


def _quote_slide(title: str, lines: Sequence[LineBlock], *, is_alone: bool) -> QuoteSlide | None:
    """Quoted lines are a quote when they name their source, or when nothing else stands there."""
    said = [line.text for line in lines]
    source = _QUOTE_SOURCE.match(said[-1]) if len(said) > 1 else None
    who = source["who"] if source else ""
    words = " ".join(said[:-1] if source else said)
    if not (source or is_alone) or any(line.is_item for line in lines):
        return None
    if len(words) > MAX_QUOTE or len(who) > MAX_LABEL:
        return None
    return QuoteSlide(title=title, quote=words, source=who)


def _figure_slides(title: str, block: MarkdownBlock) -> list[Slide]:
    match block:
        case TableBlock():
            return _table_slides(title, block)
        case FenceBlock(info=info, lines=lines) if info.split()[:1] == ["chart"]:
            return [chart_slide(title, info, lines)]
        case FenceBlock(info=info, lines=lines):
            return _code_slides(title, info, lines)
        case FormulaBlock(tex=tex) if len(tex) <= MAX_FORMULA:
            return [FormulaSlide(title=title, formula=tex)]
        case FormulaBlock(tex=tex):
            return _code_slides(title, "tex", [tex])
        case PictureBlock():
            return _picture_slides(title, block)
        case HeadingBlock() | NoteBlock() | LineBlock():
            raise AssertionError(f"{block} is no figure")


def _table_slides(title: str, table: TableBlock) -> list[Slide]:
    some = paginate_table(table)
    if some is None:
        lines = [LineBlock(" | ".join(filter(None, row))) for row in table.rows if any(row)]
        return _line_slides(title, lines, is_alone=False)
    return [TableSlide(title=title, header=list(one.rows[0]), rows=list(map(list, one.rows[1:]))) for one in some]


def _code_slides(title: str, info: str, lines: Sequence[str]) -> list[Slide]:
    language, _, caption = info.partition(" ")
    caption = plain_text(caption)
    rest: list[str] = []
    if len(language) > MAX_SHORT_TEXT or len(caption) > MAX_BULLET:
        language, caption, rest = "", "", [plain_text(info)]
    tidy = split_code_lines("\n".join(lines)).split("\n")
    code = [part for part in map(split_code_lines, paginate_code(tidy)) if not is_blank(part)]
    slides = [CodeSlide(title=title, language=language, code=part, caption=caption) for part in code]
    return [*slides, *_line_slides(title, list(map(LineBlock, rest)), is_alone=False)]


def _picture_slides(title: str, picture: PictureBlock) -> list[Slide]:
    alt, *more = split_marked(picture.alt, MAX_BULLET) or [""]
    caption, *most = split_marked(picture.caption, MAX_BULLET) or [""]
    slide = ImageSlide(title=title, image=picture.source, alt=alt, caption=caption)
    return [slide, *_line_slides(title, list(map(LineBlock, more + most)), is_alone=False)]
