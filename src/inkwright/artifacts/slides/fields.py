"""The fields of a slide: texts with their length limits, bullets, picture sources, and the base class of all slides."""

import base64
import binascii
import re
from datetime import date
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Discriminator, Field
from pydantic import Tag as Case

from inkwright.artifacts.math.plain_text import replace_formulas
from inkwright.artifacts.slides.markdown.inline import visible_text
from inkwright.artifacts.text import is_blank, one_line, tidy_lines
from inkwright.i18n import Reason
from inkwright.parsing.filenames import filename_problem

MAX_TITLE: Final = 120
MAX_SUBTITLE: Final = 200
MAX_BULLET: Final = 300
MAX_LABEL: Final = 120
MAX_SHORT_TEXT: Final = 60
MAX_NOTES: Final = 10_000
MAX_POINTS: Final = 8
MAX_CHILDREN: Final = 5

ThemeName = Literal["editorial", "bold", "classroom", "night", "paper"]


def _tidy_line(value: object) -> object:
    """Accept numbers and dates as their text: few people quote the years of a table or list."""
    if isinstance(value, int | float | date) and not isinstance(value, bool):
        return str(value)
    return one_line(replace_formulas(value)) if isinstance(value, str) else value


def _tidy_lines(value: object) -> object:
    return tidy_lines(value) if isinstance(value, str) else value


def require_visible(value: str) -> str:
    """Return the text; a ValueError where a reader would see nothing of it."""
    if is_blank(visible_text(value)):
        raise ValueError(Reason("reason.slides.blank"))
    return value


def _empty_if_blank(value: str) -> str:
    return "" if is_blank(value) else value


TIDY_LINE: Final = BeforeValidator(_tidy_line)
NOT_BLANK: Final = AfterValidator(require_visible)
MAYBE_EMPTY: Final = AfterValidator(_empty_if_blank)

TitleText = Annotated[str, Field(min_length=1, max_length=MAX_TITLE), TIDY_LINE, NOT_BLANK]
LineText = Annotated[str, Field(min_length=1, max_length=MAX_BULLET), TIDY_LINE, NOT_BLANK]
LabelText = Annotated[str, Field(min_length=1, max_length=MAX_LABEL), TIDY_LINE, NOT_BLANK]
ShortText = Annotated[str, Field(min_length=1, max_length=MAX_SHORT_TEXT), TIDY_LINE, NOT_BLANK]

# These may be empty.
SubtitleText = Annotated[str, Field(max_length=MAX_SUBTITLE), TIDY_LINE, MAYBE_EMPTY]
OptionalText = Annotated[str, Field(max_length=MAX_BULLET), TIDY_LINE, MAYBE_EMPTY]
OptionalShortText = Annotated[str, Field(max_length=MAX_SHORT_TEXT), TIDY_LINE, MAYBE_EMPTY]
NotesText = Annotated[str, Field(max_length=MAX_NOTES), BeforeValidator(_tidy_lines), MAYBE_EMPTY]


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
    """Return the source; a ValueError with the reason where no slide can show it."""
    if source.startswith("data:"):
        embedded_picture(source)
    elif problem := next(filter(None, map(filename_problem, source.split("/"))), None):
        raise ValueError(Reason("reason.slides.picture_name", problem=problem))
    elif not _PICTURE_NAME.fullmatch(source):
        raise ValueError(Reason("reason.slides.picture_type"))
    return source


def embedded_picture(source: str) -> bytes | None:
    """Return the picture that the source contains; None where the source is a file name."""
    if not source.startswith("data:"):
        return None
    start = _DATA_URL.match(source)
    if start is None:
        raise ValueError(Reason("reason.slides.picture_data"))
    try:
        content = base64.b64decode(source[start.end() :], validate=True)
    except binascii.Error as problem:
        raise ValueError(Reason("reason.slides.picture_base64", detail=str(problem))) from problem
    if not content:
        raise ValueError(Reason("reason.slides.picture_empty"))
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


OptionalPicture = Literal[""] | PictureSource


class SlidePart(BaseModel):
    """A part of a slide with fields of its own."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Bullet(SlidePart):
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

Points = Annotated[list[Point], Field(min_length=1, max_length=MAX_POINTS)]
OptionalPoints = Annotated[list[Point], Field(max_length=MAX_POINTS)]


def as_bullet(point: str | Bullet) -> Bullet:
    """Return the point as a bullet; a plain text has no children."""
    return Bullet(text=point) if isinstance(point, str) else point


def _require_layout(schema: dict[str, Any]) -> None:
    """Require the layout in the JSON schema: only a slide of bullets may leave it out."""
    if "layout" in schema.get("properties", {}):
        schema["required"] = ["layout", *schema.get("required", [])]


class BaseSlide(BaseModel):
    """A slide. Each layout has a subclass with its own fields and its name as the default of `layout`."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_extra=_require_layout)

    title: TitleText = Field(description="The point of the slide, in a few words.")
    notes: NotesText = Field(default="", description="What the speaker says.")
    layout: str = ""
