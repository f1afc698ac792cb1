"""What a slide deck says, before anything is drawn: one model a layout, every field with its budget.

All texts but code and formulas understand emphasis (`emphasis.runs`): `**bold**`, `*italic*` and `` `code` ``.
"""

import math
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Discriminator, Field, model_validator
from pydantic import Tag as Case

from inkwright.artifacts.slides.pictures import PictureSource
from inkwright.artifacts.slides.texts import (
    Cell,
    Code,
    Formula,
    Label,
    Line,
    Notes,
    Quote,
    Remark,
    Subtitle,
    Tag,
    Title,
    Word,
)

MAX_SLIDES: Final = 60
MAX_BULLETS: Final = 12
MAX_POINTS: Final = 8
MAX_CHILDREN: Final = 5
MAX_COLUMNS: Final = 8
MAX_ROWS: Final = 20
MAX_CATEGORIES: Final = 24
MAX_SLICES: Final = 8
MAX_SERIES: Final = 6

ThemeName = Literal["editorial", "bold", "classroom", "night", "paper"]
ChartKind = Literal["bar", "line", "pie"]
ProcessStyle = Literal["process", "timeline"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Bullet(_Part):
    """A line with lines under it."""

    text: Line
    children: list[Line] = Field(default=[], max_length=MAX_CHILDREN, description="Short lines under it.")


def _form_of_bullet(value: object) -> str:
    return "text" if isinstance(value, str) else "bullet"


Point = Annotated[
    Annotated[Line, Case("text")] | Annotated[Bullet, Case("bullet")],
    Discriminator(_form_of_bullet),
]
"""A line of a list: a text, or a text with lines under it."""

_Points = Annotated[list[Point], Field(min_length=1, max_length=MAX_POINTS)]
_MaybePoints = Annotated[list[Point], Field(max_length=MAX_POINTS)]


def as_bullet(point: str | Bullet) -> Bullet:
    """The point in its long form."""
    return Bullet(text=point) if isinstance(point, str) else point


def _name_the_layout(schema: dict[str, Any]) -> None:
    """Only bullets may leave their layout unsaid; whoever reads the schema names it."""
    schema["required"] = ["layout", *schema.get("required", [])]


class _Slide(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_extra=_name_the_layout)

    title: Title = Field(description="The point of the slide, in a few words.")
    notes: Notes = Field(default="", description="What the speaker says.")


class AgendaSlide(_Slide):
    """What the deck will go through."""

    layout: Literal["agenda"] = "agenda"
    items: list[Label] = Field(min_length=2, max_length=10)


class SectionSlide(_Slide):
    """Opens a part of the deck."""

    layout: Literal["section"] = "section"
    subtitle: Subtitle = ""


class BulletsSlide(_Slide):
    """A list of short lines."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_extra=None)

    layout: Literal["bullets"] = "bullets"
    bullets: list[Point] = Field(
        min_length=1,
        max_length=MAX_BULLETS,
        description="Short lines; what is said at length belongs in the notes.",
    )


class TwoColumnsSlide(_Slide):
    """Two lists beside each other."""

    layout: Literal["two_columns"] = "two_columns"
    left: _Points
    right: _Points


class Side(_Part):
    """One of two things that are compared."""

    heading: Word
    points: _Points


class ComparisonSlide(_Slide):
    """Two things, point by point."""

    layout: Literal["comparison"] = "comparison"
    left: Side
    right: Side


class TableSlide(_Slide):
    """A table; every row has as many cells as the header."""

    layout: Literal["table"] = "table"
    header: list[Cell] = Field(min_length=2, max_length=MAX_COLUMNS)
    rows: list[list[Cell]] = Field(min_length=1, max_length=MAX_ROWS)
    caption: Remark = ""

    @model_validator(mode="after")
    def _rows_are_as_wide_as_the_header(self) -> Self:
        for number, row in enumerate(self.rows, 1):
            if len(row) != len(self.header):
                raise ValueError(f"row {number} has {len(row)} cells, and the header has {len(self.header)}")
        return self


class Series(_Part):
    """Numbers of a chart, one for each category."""

    name: Tag = ""
    values: list[Annotated[float, Field(allow_inf_nan=False)]] = Field(min_length=1, max_length=MAX_CATEGORIES)


class ChartSlide(_Slide):
    """A chart of numbers; every series has one for each category. A pie has one series."""

    layout: Literal["chart"] = "chart"
    kind: ChartKind = "bar"
    categories: list[Word] = Field(min_length=1, max_length=MAX_CATEGORIES)
    series: list[Series] = Field(min_length=1, max_length=MAX_SERIES)
    unit: Tag = Field(default="", description="What the numbers count, such as % or mm.")
    takeaway: Remark = Field(default="", description="What the chart shows, in one sentence.")

    @model_validator(mode="after")
    def _numbers_fit(self) -> Self:
        for number, series in enumerate(self.series, 1):
            if len(series.values) != len(self.categories):
                given, asked = len(series.values), len(self.categories)
                raise ValueError(f"series {number} has {given} values, and there are {asked} categories")
        if self.kind == "pie":
            self._refuse_pie()
        return self

    def _refuse_pie(self) -> None:
        values = self.series[0].values
        if len(self.series) > 1:
            raise ValueError("a pie has one series: choose bar or line for several")
        if not 2 <= len(values) <= MAX_SLICES:
            raise ValueError(f"a pie has 2 to {MAX_SLICES} slices: choose bar for {len(values)} categories")
        if min(values) < 0 or math.fsum(values) <= 0:
            raise ValueError("the slices of a pie are not negative, and not all zero")


class BigNumberSlide(_Slide):
    """One number that the audience shall remember."""

    layout: Literal["big_number"] = "big_number"
    number: Annotated[Word, Field(max_length=16)] = Field(description="As it is shown, such as 71 % or 3.5×.")
    label: Label = Field(description="What the number says.")
    detail: Remark = ""


class QuoteSlide(_Slide):
    """Somebody's words."""

    layout: Literal["quote"] = "quote"
    quote: Quote
    source: Annotated[Remark, Field(max_length=120)] = ""


class ImageSlide(_Slide):
    """A picture, alone or beside a few lines."""

    layout: Literal["image"] = "image"
    image: PictureSource
    alt: Remark = Field(default="", description="What the picture shows, for those who do not see it.")
    caption: Remark = ""
    bullets: _MaybePoints = []


class Step(_Part):
    """A step of a process, or a moment in time."""

    heading: Word
    text: Remark = ""


class ProcessSlide(_Slide):
    """Steps in their order, or moments along a line of time."""

    layout: Literal["process"] = "process"
    steps: list[Step] = Field(min_length=2, max_length=7)
    style: ProcessStyle = "process"


class CodeSlide(_Slide):
    """A piece of a program, as it is written."""

    layout: Literal["code"] = "code"
    language: Tag = ""
    code: Code = Field(description="At most 40 lines.")
    caption: Remark = ""


class FormulaSlide(_Slide):
    """A formula, and what its signs mean."""

    layout: Literal["formula"] = "formula"
    formula: Formula = Field(description="In TeX, without dollar signs.")
    explanation: _MaybePoints = []


class ClosingSlide(_Slide):
    """The end of the deck."""

    layout: Literal["closing"] = "closing"
    message: Remark = ""
    points: _MaybePoints = []


_LAYOUTS: Final = (
    "agenda, section, bullets, two_columns, comparison, table, chart, big_number, quote, image, process, code, "
    "formula, closing"
)


def _layout_of(value: object) -> object:
    if isinstance(value, Mapping):
        return value.get("layout", "bullets")
    return getattr(value, "layout", None)


Slide = Annotated[
    Annotated[AgendaSlide, Case("agenda")]
    | Annotated[SectionSlide, Case("section")]
    | Annotated[BulletsSlide, Case("bullets")]
    | Annotated[TwoColumnsSlide, Case("two_columns")]
    | Annotated[ComparisonSlide, Case("comparison")]
    | Annotated[TableSlide, Case("table")]
    | Annotated[ChartSlide, Case("chart")]
    | Annotated[BigNumberSlide, Case("big_number")]
    | Annotated[QuoteSlide, Case("quote")]
    | Annotated[ImageSlide, Case("image")]
    | Annotated[ProcessSlide, Case("process")]
    | Annotated[CodeSlide, Case("code")]
    | Annotated[FormulaSlide, Case("formula")]
    | Annotated[ClosingSlide, Case("closing")],
    Discriminator(
        _layout_of,
        custom_error_type="layout",
        custom_error_message=f"A slide is an object whose layout is one of: {_LAYOUTS}",
    ),
]


class DeckSpec(BaseModel):
    """A deck: a title slide made of title, subtitle and author, then the slides in order."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: Title = Field(description="The title of the whole deck.")
    subtitle: Subtitle = Field(default="", description="One line under the title; may be empty.")
    author: Tag = Field(default="", description="Who speaks; may be empty.")
    theme: ThemeName | None = Field(default=None, description="How the deck looks; may be left out.")
    slides: list[Slide] = Field(min_length=1, max_length=MAX_SLIDES)
