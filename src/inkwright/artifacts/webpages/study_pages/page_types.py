"""The types of study pages: one model per type, each field with its limits."""

import base64
import re
from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, model_validator

from inkwright.artifacts.text import is_blank, one_line, tidy_lines
from inkwright.artifacts.webpages.page_parts import Description, PageLanguage, Title
from inkwright.artifacts.webpages.study_pages.expressions import FUNCTIONS, Expression, variables_in
from inkwright.artifacts.webpages.study_pages.page_validation import (
    DuplicateText,
    InvalidAt,
    Location,
    reject_duplicates,
)

MAX_PICTURE: Final = 1_200_000
_MAX_PICTURE_BYTES: Final = MAX_PICTURE * 3 // 4 - 100
_PICTURE_EXTENSIONS: Final = (".png", ".jpg", ".jpeg", ".webp", ".gif")
_PICTURE_DATA_URL = re.compile(r"data:image/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]+")


def _embed_picture(value: object, info: ValidationInfo) -> object:
    """The picture of this name as data. The pictures are in the context of the validation."""
    if not isinstance(value, str) or value.startswith("data:"):
        return value
    if PurePath(value).suffix.lower() not in _PICTURE_EXTENSIONS:
        raise ValueError(f"a picture is a file that ends in {', '.join(_PICTURE_EXTENSIONS)}, not {value[:80]}")
    pictures: Mapping[str, bytes] = (info.context or {}).get("pictures", {})
    content = pictures.get(value)
    if content is None:
        folder = getattr(pictures, "folder", ".")
        raise ValueError(f"there is no file {value[:200]}: it was looked for in {folder} and in the folders below")
    if len(content) > _MAX_PICTURE_BYTES:
        raise ValueError(
            f"the file {value[:200]} has {len(content):,} bytes, and at most {_MAX_PICTURE_BYTES:,} fit in"
        )
    kind = _image_format(content)
    if not kind:
        raise ValueError(f"the file {value[:200]} is no PNG, JPEG, WebP or GIF, whatever its name says")
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"


def _image_format(content: bytes) -> str:
    if content.startswith(b"\x89PNG"):
        return "png"
    if content.startswith(b"\xff\xd8"):
        return "jpeg"
    if content.startswith(b"GIF8"):
        return "gif"
    return "webp" if content.startswith(b"RIFF") and content[8:12] == b"WEBP" else ""


def _check_picture(value: str) -> str:
    if not _PICTURE_DATA_URL.fullmatch(value):
        raise ValueError("data begin with data:image/png;base64, (or jpeg, webp, gif), and base64 follows")
    return value


EmbeddedPicture = Annotated[
    str, Field(max_length=MAX_PICTURE), BeforeValidator(_embed_picture), AfterValidator(_check_picture)
]
"""Given as the name of a file or as data, kept as data."""


Accent = Literal["blue", "green", "teal", "plum", "orange"]
_NAME = r"^[A-Za-z][A-Za-z0-9_]{0,11}$"


def _clean_line(value: object) -> object:
    return one_line(str(value)) if isinstance(value, str | int | float) and not isinstance(value, bool) else value


def _clean_lines(value: object) -> object:
    return tidy_lines(value) if isinstance(value, str) else value


def _require_visible(value: str) -> str:
    if is_blank(value):
        raise ValueError("it must not be blank")
    return value


def _clean_name(value: object) -> object:
    if isinstance(value, str) and not re.search(_NAME, value):
        raise ValueError(f"a name is a letter and up to 11 letters, digits and _ behind it, not {value[:40]}")
    return value


def _as_pair(value: object) -> object:
    if isinstance(value, list | tuple) and len(value) != 2:
        raise ValueError("a range is two numbers, [from, to]")
    return value


def _require_rising(value: tuple[float, float]) -> tuple[float, float]:
    if value[0] >= value[1]:
        raise ValueError("a range goes from its lower to its upper end")
    return value


Word = Annotated[
    str, Field(min_length=1, max_length=80), BeforeValidator(_clean_line), AfterValidator(_require_visible)
]
Line = Annotated[
    str, Field(min_length=1, max_length=200), BeforeValidator(_clean_line), AfterValidator(_require_visible)
]
OptionalLine = Annotated[str, Field(max_length=200), BeforeValidator(_clean_line)]
Words = Annotated[
    str, Field(min_length=1, max_length=600), BeforeValidator(_clean_lines), AfterValidator(_require_visible)
]
OptionalWords = Annotated[str, Field(max_length=1_500), BeforeValidator(_clean_lines)]
Name = Annotated[str, Field(pattern=_NAME), BeforeValidator(_clean_name)]
Number = Annotated[float, Field(allow_inf_nan=False, ge=-1e9, le=1e9)]
Range = Annotated[tuple[Number, Number], BeforeValidator(_as_pair), AfterValidator(_require_rising)]


class _StudyPagePart(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _StudyPageFields(_StudyPagePart):
    title: Title
    description: Description = Field(default="", description="A sentence or two under the title.")
    language: PageLanguage | None = Field(default=None, description="Where null, that of the title.")
    accent: Accent = "blue"


class Flashcard(_StudyPagePart):
    """One card with two sides."""

    front: Words
    back: Words
    hint: OptionalLine = ""


class FlashcardsPage(_StudyPageFields):
    """Cards to turn over; what was not known comes again."""

    page: Literal["flashcards"]
    cards: tuple[Flashcard, ...] = Field(min_length=1, max_length=200)


class TimelineEvent(_StudyPagePart):
    """One event; when it was, in words."""

    when: Word
    title: Line
    text: OptionalWords = ""
    group: Annotated[str, Field(max_length=40), BeforeValidator(_clean_line)] = ""


class TimelinePage(_StudyPageFields):
    """Events in the given order, to be opened one by one or all at once, and filtered by their groups."""

    page: Literal["timeline"]
    events: tuple[TimelineEvent, ...] = Field(min_length=2, max_length=80)


class MatchingPair(_StudyPagePart):
    """Two things that belong together."""

    left: Line
    right: Line
    source: OptionalLine = Field(default="", description="Where it stands in a text; shown when the pair is found.")


class MatchingPage(_StudyPageFields):
    """Find what belongs together."""

    page: Literal["matching"]
    pairs: tuple[MatchingPair, ...] = Field(min_length=2, max_length=12)

    @model_validator(mode="after")
    def _has_one_answer_each(self) -> Self:
        for side in ("left", "right"):
            reject_duplicates((("pairs", at, side), getattr(pair, side)) for at, pair in enumerate(self.pairs))
        return self


class SortingGroup(_StudyPagePart):
    """A group and what belongs to it."""

    name: Word
    items: tuple[Line, ...] = Field(min_length=1, max_length=20)
    sources: tuple[OptionalLine, ...] = Field(default=(), description="Where each item stands in a text; or none.")

    @model_validator(mode="after")
    def _has_a_source_for_each(self) -> Self:
        if self.sources and len(self.sources) != len(self.items):
            raise InvalidAt(("sources",), "sources are as many as items, or none")
        return self


class SortingPage(_StudyPageFields):
    """Put each thing into its group."""

    page: Literal["sorting"]
    groups: tuple[SortingGroup, ...] = Field(min_length=2, max_length=5)

    @model_validator(mode="after")
    def _has_each_item_once(self) -> Self:
        reject_duplicates(
            (("groups", number, "items", at), item)
            for number, group in enumerate(self.groups)
            for at, item in enumerate(group.items)
        )
        reject_duplicates((("groups", at, "name"), group.name) for at, group in enumerate(self.groups))
        return self


class DiagramSpot(_StudyPagePart):
    """A place on the picture, in percent of its width and height, and what is there."""

    x: float = Field(ge=0, le=100)
    y: float = Field(ge=0, le=100)
    name: Word
    text: OptionalWords = ""


class DiagramPage(_StudyPageFields):
    """A picture with numbered places: look them up, then find them."""

    page: Literal["diagram"]
    picture: EmbeddedPicture = Field(description="A picture beside the description, or data:image/…;base64,…")
    alt: Line = Field(description="What the picture shows, for those who cannot see it.")
    spots: tuple[DiagramSpot, ...] = Field(min_length=2, max_length=24)

    @model_validator(mode="after")
    def _has_each_name_once(self) -> Self:
        reject_duplicates((("spots", at, "name"), spot.name) for at, spot in enumerate(self.spots))
        return self


class Slider(_StudyPagePart):
    """A number that the reader may change."""

    name: Name = Field(description="As it is called in the formulas.")
    label: OptionalLine = ""
    unit: Annotated[str, Field(max_length=20), BeforeValidator(_clean_line)] = ""
    least: Number
    most: Number
    step: float = Field(default=0.1, gt=0, le=1e6)
    value: Number

    @model_validator(mode="after")
    def _begins_between(self) -> Self:
        if not self.least <= self.value <= self.most or self.least >= self.most:
            raise ValueError("least < most, and value between them")
        return self


class Curve(_StudyPagePart):
    """A function of x."""

    formula: Expression
    label: OptionalLine = ""


class _WithSliders(_StudyPageFields):
    sliders: tuple[Slider, ...] = Field(default=(), max_length=6)

    def _refuse_unknown(self, formulas: Iterable[tuple[Location, str]], *own: str) -> None:
        """Refuse formulas that ask for what is neither a slider nor one of the `own` variables."""
        known = [*own, *(slider.name for slider in self.sliders)]
        for at, formula in formulas:
            if unknown := variables_in(formula).difference(known):
                told = f"nothing is called {', '.join(sorted(unknown))}; there are {', '.join(known) or '-'}"
                raise InvalidAt(at, told)

    def _refuse_taken(self, own: str) -> None:
        """Refuse sliders that could never be asked for by their names."""
        seen: dict[str, Location] = {}
        for number, slider in enumerate(self.sliders):
            at: Location = ("sliders", number, "name")
            if slider.name == own or slider.name in FUNCTIONS:
                raise InvalidAt(at, f"{slider.name} means something else in a formula: choose another name")
            if (other := seen.setdefault(slider.name, at)) != at:
                raise DuplicateText(at, other)


class PlotterPage(_WithSliders):
    """Curves that change under the reader's hands."""

    page: Literal["plotter"]
    curves: tuple[Curve, ...] = Field(min_length=1, max_length=6)
    x: Range = (-10, 10)
    y: Range | None = Field(default=None, description="Where null, what the curves need.")

    @model_validator(mode="after")
    def _knows_its_names(self) -> Self:
        self._refuse_taken("x")
        self._refuse_unknown(((("curves", at, "formula"), each.formula) for at, each in enumerate(self.curves)), "x")
        return self


class Output(_StudyPagePart):
    """A number that is worked out."""

    label: Line
    formula: Expression
    unit: Annotated[str, Field(max_length=20), BeforeValidator(_clean_line)] = ""
    decimals: int = Field(default=1, ge=0, le=6)


class Motion(_StudyPagePart):
    """How something moves: its place at the time t, from 0 to `seconds`."""

    x: Expression
    y: Expression
    seconds: Expression = "10"
    x_label: OptionalLine = "x"
    y_label: OptionalLine = "y"


class SimulationPage(_WithSliders):
    """A model with sliders: what it gives as numbers, and what it does as a motion to play."""

    page: Literal["simulation"]
    sliders: tuple[Slider, ...] = Field(min_length=1, max_length=6)
    outputs: tuple[Output, ...] = Field(default=(), max_length=8)
    motion: Motion

    @model_validator(mode="after")
    def _knows_its_names(self) -> Self:
        self._refuse_taken("t")
        self._refuse_unknown(((("motion", name), getattr(self.motion, name)) for name in ("x", "y")), "t")
        still: list[tuple[Location, str]] = [
            *((("outputs", at, "formula"), output.formula) for at, output in enumerate(self.outputs)),
            (("motion", "seconds"), self.motion.seconds),
        ]
        for at, formula in still:
            if "t" in variables_in(formula):
                raise InvalidAt(at, "the time t is known to x and y of the motion alone")
        self._refuse_unknown(still)
        return self


AnyStudyPage = FlashcardsPage | TimelinePage | MatchingPage | SortingPage | DiagramPage | PlotterPage | SimulationPage
STUDY_PAGE_TYPES: Final[tuple[type[AnyStudyPage], ...]] = (
    FlashcardsPage,
    TimelinePage,
    MatchingPage,
    SortingPage,
    DiagramPage,
    PlotterPage,
    SimulationPage,
)
