"""The model of a slide deck: one class per layout, every field with its length limit."""

import base64
import binascii
import math
import re
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, model_validator
from pydantic import Tag as Case

from inkwright.artifacts.math.plain_text import replace_formulas
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.text import is_blank, one_line, tidy_lines
from inkwright.parsing.filenames import filename_problem

MAX_TITLE: Final = 120
MAX_SUBTITLE: Final = 200
MAX_BULLET: Final = 300
MAX_LABEL: Final = 120
MAX_SHORT_TEXT: Final = 60
MAX_CELL: Final = 200
MAX_QUOTE: Final = 600
MAX_NOTES: Final = 10_000
MAX_CODE_LINES: Final = 40
MAX_CODE_LINE: Final = 160
MAX_FORMULA: Final = 600
_TAB: Final = 4
_UNWRITABLE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")


def _tidy_line(value: object) -> object:
    """Numbers and dates are taken for how they are written: in a table or a list of years nobody quotes them."""
    if isinstance(value, int | float | date) and not isinstance(value, bool):
        return str(value)
    return one_line(replace_formulas(value)) if isinstance(value, str) else value


def _tidy_formula(value: object) -> object:
    return one_line(value) if isinstance(value, str) else value


def _tidy_lines(value: object) -> object:
    return tidy_lines(value) if isinstance(value, str) else value


def split_code_lines(code: str) -> str:
    """Code with its indents, in spaces, and its lines; empty lines around it are left out."""
    lines = [_UNWRITABLE.sub("", line.expandtabs(_TAB)).rstrip() for line in code.splitlines()]
    return "\n".join(lines).strip("\n")


def _tidy_code(value: object) -> object:
    return split_code_lines(value) if isinstance(value, str) else value


def _require_visible(value: str) -> str:
    if is_blank(visible_text(value)):
        raise ValueError("it must not be blank")
    return value


def _empty_if_blank(value: str) -> str:
    return "" if is_blank(value) else value


def _check_code_length(value: str) -> str:
    lines = value.split("\n")
    if is_blank(value):
        raise ValueError("it must not be blank")
    if len(lines) > MAX_CODE_LINES:
        raise ValueError(f"it has {len(lines)} lines, and at most {MAX_CODE_LINES} fit: share it out over slides")
    if longest := max((len(line) for line in lines if len(line) > MAX_CODE_LINE), default=0):
        raise ValueError(f"a line has {longest} characters, and at most {MAX_CODE_LINE} fit: break it")
    return value


_TidyLine = BeforeValidator(_tidy_line)
_NotBlank = AfterValidator(_require_visible)
_MaybeEmpty = AfterValidator(_empty_if_blank)

TitleText = Annotated[str, Field(min_length=1, max_length=MAX_TITLE), _TidyLine, _NotBlank]
LineText = Annotated[str, Field(min_length=1, max_length=MAX_BULLET), _TidyLine, _NotBlank]
LabelText = Annotated[str, Field(min_length=1, max_length=MAX_LABEL), _TidyLine, _NotBlank]
ShortText = Annotated[str, Field(min_length=1, max_length=MAX_SHORT_TEXT), _TidyLine, _NotBlank]
QuoteText = Annotated[str, Field(min_length=1, max_length=MAX_QUOTE), _TidyLine, _NotBlank]
FormulaText = Annotated[str, Field(min_length=1, max_length=MAX_FORMULA), BeforeValidator(_tidy_formula), _NotBlank]
CodeText = Annotated[str, BeforeValidator(_tidy_code), AfterValidator(_check_code_length)]

# These may be empty.
SubtitleText = Annotated[str, Field(max_length=MAX_SUBTITLE), _TidyLine, _MaybeEmpty]
OptionalText = Annotated[str, Field(max_length=MAX_BULLET), _TidyLine, _MaybeEmpty]
OptionalShortText = Annotated[str, Field(max_length=MAX_SHORT_TEXT), _TidyLine, _MaybeEmpty]
CellText = Annotated[str, Field(max_length=MAX_CELL), _TidyLine, _MaybeEmpty]
NotesText = Annotated[str, Field(max_length=MAX_NOTES), BeforeValidator(_tidy_lines), _MaybeEmpty]


MAX_PICTURE_BYTES: Final = 8 * 1024 * 1024
_DATA_URL = re.compile(r"data:image/(?:png|jpe?g|gif);base64,")
_PICTURE_NAME = re.compile(r".+\.(?:png|jpe?g|gif)", re.I)


def is_picture_source(source: str) -> bool:
    """Whether a slide can show it."""
    try:
        return bool(check_picture_source(source))
    except ValueError:
        return False


def check_picture_source(source: str) -> str:
    """The source itself; a ValueError tells why no slide can show it."""
    if source.startswith("data:"):
        embedded_picture(source)
    elif problem := next(filter(None, map(filename_problem, source.split("/"))), None):
        raise ValueError(f"it must be the plain name of a picture file or a data: URI ({problem})")
    elif not _PICTURE_NAME.fullmatch(source):
        raise ValueError("the name of a picture file ends in .png, .jpg, .jpeg or .gif")
    return source


def embedded_picture(source: str) -> bytes | None:
    """The picture that is written in the source; None where it is the name of a file."""
    if not source.startswith("data:"):
        return None
    start = _DATA_URL.match(source)
    if start is None:
        raise ValueError("a picture is written as data:image/png;base64,… (png, jpeg or gif)")
    try:
        content = base64.b64decode(source[start.end() :], validate=True)
    except binascii.Error as problem:
        raise ValueError(f"the picture is no base64: {problem}") from problem
    if not content:
        raise ValueError("the picture is empty")
    return content


PictureSource = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MAX_PICTURE_BYTES * 4 // 3 + 100,
        description="The name of a picture file that was handed along, or data:image/png;base64,…",
    ),
    AfterValidator(check_picture_source),
]


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


class _SlidePart(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Bullet(_SlidePart):
    """A line with lines under it."""

    text: LineText
    children: list[LineText] = Field(default=[], max_length=MAX_CHILDREN, description="Short lines under it.")


def _bullet_case(value: object) -> str:
    return "text" if isinstance(value, str) else "bullet"


Point = Annotated[
    Annotated[LineText, Case("text")] | Annotated[Bullet, Case("bullet")],
    Discriminator(_bullet_case),
]
"""A line of a list: a text, or a text with lines under it."""

_Points = Annotated[list[Point], Field(min_length=1, max_length=MAX_POINTS)]
_MaybePoints = Annotated[list[Point], Field(max_length=MAX_POINTS)]


def as_bullet(point: str | Bullet) -> Bullet:
    """The point in its long form."""
    return Bullet(text=point) if isinstance(point, str) else point


def _require_layout(schema: dict[str, Any]) -> None:
    """Only bullets may leave their layout unsaid; whoever reads the schema names it."""
    schema["required"] = ["layout", *schema.get("required", [])]


class _Slide(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_extra=_require_layout)

    title: TitleText = Field(description="The point of the slide, in a few words.")
    notes: NotesText = Field(default="", description="What the speaker says.")


class AgendaSlide(_Slide):
    """What the deck will go through."""

    layout: Literal["agenda"] = "agenda"
    items: list[LabelText] = Field(min_length=2, max_length=10)


class SectionSlide(_Slide):
    """Opens a part of the deck."""

    layout: Literal["section"] = "section"
    subtitle: SubtitleText = ""


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


class ComparisonSide(_SlidePart):
    """One of two things that are compared."""

    heading: ShortText
    points: _Points


class ComparisonSlide(_Slide):
    """Two things, point by point."""

    layout: Literal["comparison"] = "comparison"
    left: ComparisonSide
    right: ComparisonSide


class TableSlide(_Slide):
    """A table; every row has as many cells as the header."""

    layout: Literal["table"] = "table"
    header: list[CellText] = Field(min_length=2, max_length=MAX_COLUMNS)
    rows: list[list[CellText]] = Field(min_length=1, max_length=MAX_ROWS)
    caption: OptionalText = ""

    @model_validator(mode="after")
    def _rows_are_as_wide_as_the_header(self) -> Self:
        for number, row in enumerate(self.rows, 1):
            if len(row) != len(self.header):
                raise ValueError(f"row {number} has {len(row)} cells, and the header has {len(self.header)}")
        return self


class ChartSeries(_SlidePart):
    """Numbers of a chart, one for each category."""

    name: OptionalShortText = ""
    values: list[Annotated[float, Field(allow_inf_nan=False)]] = Field(min_length=1, max_length=MAX_CATEGORIES)


class ChartSlide(_Slide):
    """A chart of numbers; every series has one for each category. A pie has one series."""

    layout: Literal["chart"] = "chart"
    kind: ChartKind = "bar"
    categories: list[ShortText] = Field(min_length=1, max_length=MAX_CATEGORIES)
    series: list[ChartSeries] = Field(min_length=1, max_length=MAX_SERIES)
    unit: OptionalShortText = Field(default="", description="What the numbers count, such as % or mm.")
    takeaway: OptionalText = Field(default="", description="What the chart shows, in one sentence.")

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
    number: Annotated[ShortText, Field(max_length=16)] = Field(description="As it is shown, such as 71 % or 3.5×.")
    label: LabelText = Field(description="What the number says.")
    detail: OptionalText = ""


class QuoteSlide(_Slide):
    """Somebody's words."""

    layout: Literal["quote"] = "quote"
    quote: QuoteText
    source: Annotated[OptionalText, Field(max_length=120)] = ""


class ImageSlide(_Slide):
    """A picture, alone or beside a few lines."""

    layout: Literal["image"] = "image"
    image: PictureSource
    alt: OptionalText = Field(default="", description="What the picture shows, for those who do not see it.")
    caption: OptionalText = ""
    bullets: _MaybePoints = []


class ProcessStep(_SlidePart):
    """A step of a process, or a moment in time."""

    heading: ShortText
    text: OptionalText = ""


class ProcessSlide(_Slide):
    """Steps in their order, or moments along a line of time."""

    layout: Literal["process"] = "process"
    steps: list[ProcessStep] = Field(min_length=2, max_length=7)
    style: ProcessStyle = "process"


class CodeSlide(_Slide):
    """A piece of a program, as it is written."""

    layout: Literal["code"] = "code"
    language: OptionalShortText = ""
    code: CodeText = Field(description="At most 40 lines.")
    caption: OptionalText = ""


class FormulaSlide(_Slide):
    """A formula, and what its signs mean."""

    layout: Literal["formula"] = "formula"
    formula: FormulaText = Field(description="In TeX, without dollar signs.")
    explanation: _MaybePoints = []


class ClosingSlide(_Slide):
    """The end of the deck."""

    layout: Literal["closing"] = "closing"
    message: OptionalText = ""
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

    title: TitleText = Field(description="The title of the whole deck.")
    subtitle: SubtitleText = Field(default="", description="One line under the title; may be empty.")
    author: OptionalShortText = Field(default="", description="Who speaks; may be empty.")
    theme: ThemeName | None = Field(default=None, description="How the deck looks; may be left out.")
    slides: list[Slide] = Field(min_length=1, max_length=MAX_SLIDES)
