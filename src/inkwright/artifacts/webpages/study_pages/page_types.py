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
from inkwright.i18n import Reason

MAX_PICTURE: Final = 1_200_000
_MAX_PICTURE_BYTES: Final = MAX_PICTURE * 3 // 4 - 100
_PICTURE_EXTENSIONS: Final = (".png", ".jpg", ".jpeg", ".webp", ".gif")
_PICTURE_DATA_URL = re.compile(r"data:image/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]+")


def _embed_picture(value: object, info: ValidationInfo) -> object:
    """Return the picture with this name as a data URI. The pictures are in the validation context."""
    if not isinstance(value, str) or value.startswith("data:"):
        return value
    if PurePath(value).suffix.lower() not in _PICTURE_EXTENSIONS:
        endings = ", ".join(_PICTURE_EXTENSIONS)
        raise ValueError(Reason("reason.pages.picture_extension", endings=endings, name=value[:80]))
    pictures: Mapping[str, bytes] = (info.context or {}).get("pictures", {})
    content = pictures.get(value)
    if content is None:
        folder = getattr(pictures, "folder", ".")
        raise ValueError(Reason("reason.pages.picture_missing", name=value[:200], folder=folder))
    if len(content) > _MAX_PICTURE_BYTES:
        size, limit = f"{len(content):,}", f"{_MAX_PICTURE_BYTES:,}"
        raise ValueError(Reason("reason.pages.picture_size", name=value[:200], size=size, limit=limit))
    kind = _image_format(content)
    if not kind:
        raise ValueError(Reason("reason.pages.picture_format", name=value[:200]))
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
        raise ValueError(Reason("reason.pages.picture_data"))
    return value


EmbeddedPicture = Annotated[
    str, Field(max_length=MAX_PICTURE), BeforeValidator(_embed_picture), AfterValidator(_check_picture)
]
"""A picture, given as a file name or a data URI and stored as a data URI."""


Accent = Literal["blue", "green", "teal", "plum", "orange"]
_NAME = r"^[A-Za-z][A-Za-z0-9_]{0,11}$"


def _clean_line(value: object) -> object:
    return one_line(str(value)) if isinstance(value, str | int | float) and not isinstance(value, bool) else value


def _clean_lines(value: object) -> object:
    return tidy_lines(value) if isinstance(value, str) else value


def _require_visible(value: str) -> str:
    if is_blank(value):
        raise ValueError(Reason("reason.pages.blank"))
    return value


def _clean_name(value: object) -> object:
    if isinstance(value, str) and not re.search(_NAME, value):
        raise ValueError(Reason("reason.pages.name", name=value[:40]))
    return value


def _as_pair(value: object) -> object:
    if isinstance(value, list | tuple) and len(value) != 2:
        raise ValueError(Reason("reason.pages.range_pair"))
    return value


def _require_rising(value: tuple[float, float]) -> tuple[float, float]:
    if value[0] >= value[1]:
        raise ValueError(Reason("reason.pages.range_order"))
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
    language: PageLanguage | None = Field(default=None, description="The language of the title if null.")
    accent: Accent = "blue"


class Flashcard(_StudyPagePart):
    """One card with two sides."""

    front: Words
    back: Words
    hint: OptionalLine = ""


class FlashcardsPage(_StudyPageFields):
    """Cards to turn over. Cards that were not known are repeated."""

    page: Literal["flashcards"]
    cards: tuple[Flashcard, ...] = Field(min_length=1, max_length=200)


class TimelineEvent(_StudyPagePart):
    """One event and its date in words."""

    when: Word
    title: Line
    text: OptionalWords = ""
    group: Annotated[str, Field(max_length=40), BeforeValidator(_clean_line)] = ""


class TimelinePage(_StudyPageFields):
    """Events in the given order, opened one by one or all at once, and filtered by group."""

    page: Literal["timeline"]
    events: tuple[TimelineEvent, ...] = Field(min_length=2, max_length=80)


class MatchingPair(_StudyPagePart):
    """Two items that belong together."""

    left: Line
    right: Line
    source: OptionalLine = Field(default="", description="Its location in a text, shown when the pair is found.")


class MatchingPage(_StudyPageFields):
    """Find the items that belong together."""

    page: Literal["matching"]
    pairs: tuple[MatchingPair, ...] = Field(min_length=2, max_length=12)

    @model_validator(mode="after")
    def _has_one_answer_each(self) -> Self:
        for side in ("left", "right"):
            reject_duplicates((("pairs", at, side), getattr(pair, side)) for at, pair in enumerate(self.pairs))
        return self


class SortingGroup(_StudyPagePart):
    """A group and its items."""

    name: Word
    items: tuple[Line, ...] = Field(min_length=1, max_length=20)
    sources: tuple[OptionalLine, ...] = Field(default=(), description="The location of each item in a text; or none.")

    @model_validator(mode="after")
    def _has_a_source_for_each(self) -> Self:
        if self.sources and len(self.sources) != len(self.items):
            raise InvalidAt(("sources",), Reason("reason.pages.sources"))
        return self


class SortingPage(_StudyPageFields):
    """Sort each item into its group."""

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
    """A spot on the picture, in percent of its width and height, and its name."""

    x: float = Field(ge=0, le=100)
    y: float = Field(ge=0, le=100)
    name: Word
    text: OptionalWords = ""


class DiagramPage(_StudyPageFields):
    """A picture with numbered spots: study them, then find them."""

    page: Literal["diagram"]
    picture: EmbeddedPicture = Field(
        description="The name of a picture file next to the description, or data:image/…;base64,…"
    )
    alt: Line = Field(description="What the picture shows, for those who cannot see it.")
    spots: tuple[DiagramSpot, ...] = Field(min_length=2, max_length=24)

    @model_validator(mode="after")
    def _has_each_name_once(self) -> Self:
        reject_duplicates((("spots", at, "name"), spot.name) for at, spot in enumerate(self.spots))
        return self


class Slider(_StudyPagePart):
    """A number that the reader may change."""

    name: Name = Field(description="Its name in the formulas.")
    label: OptionalLine = ""
    unit: Annotated[str, Field(max_length=20), BeforeValidator(_clean_line)] = ""
    least: Number
    most: Number
    step: float = Field(default=0.1, gt=0, le=1e6)
    value: Number

    @model_validator(mode="after")
    def _begins_between(self) -> Self:
        if not self.least <= self.value <= self.most or self.least >= self.most:
            raise ValueError(Reason("reason.pages.slider"))
        return self


class Curve(_StudyPagePart):
    """A function of x."""

    formula: Expression
    label: OptionalLine = ""


class _WithSliders(_StudyPageFields):
    sliders: tuple[Slider, ...] = Field(default=(), max_length=6)

    def _reject_unknown(self, formulas: Iterable[tuple[Location, str]], *own: str) -> None:
        """Raise if a formula uses a name that is neither a slider nor one of the `own` variables."""
        known = [*own, *(slider.name for slider in self.sliders)]
        for location, formula in formulas:
            if unknown := variables_in(formula).difference(known):
                names = {"unknown": ", ".join(sorted(unknown)), "known": ", ".join(known) or "-"}
                raise InvalidAt(location, Reason("reason.pages.variables", **names))

    def _reject_reserved(self, own: str) -> None:
        """Raise if the name of a slider is reserved or used twice."""
        seen: dict[str, Location] = {}
        for number, slider in enumerate(self.sliders):
            location: Location = ("sliders", number, "name")
            if slider.name == own or slider.name in FUNCTIONS:
                raise InvalidAt(location, Reason("reason.pages.reserved_name", name=slider.name))
            if (other := seen.setdefault(slider.name, location)) != location:
                raise DuplicateText(location, other)


class PlotterPage(_WithSliders):
    """Curves that change with the sliders."""

    page: Literal["plotter"]
    curves: tuple[Curve, ...] = Field(min_length=1, max_length=6)
    x: Range = (-10, 10)
    y: Range | None = Field(default=None, description="Chosen to fit the curves if null.")

    @model_validator(mode="after")
    def _knows_its_names(self) -> Self:
        self._reject_reserved("x")
        self._reject_unknown(((("curves", at, "formula"), each.formula) for at, each in enumerate(self.curves)), "x")
        return self


class Output(_StudyPagePart):
    """A computed number."""

    label: Line
    formula: Expression
    unit: Annotated[str, Field(max_length=20), BeforeValidator(_clean_line)] = ""
    decimals: int = Field(default=1, ge=0, le=6)


class Motion(_StudyPagePart):
    """A motion: the position at the time t, from 0 to `seconds`."""

    x: Expression
    y: Expression
    seconds: Expression = "10"
    x_label: OptionalLine = "x"
    y_label: OptionalLine = "y"


class SimulationPage(_WithSliders):
    """A model with sliders, computed numbers, and a motion to play."""

    page: Literal["simulation"]
    sliders: tuple[Slider, ...] = Field(min_length=1, max_length=6)
    outputs: tuple[Output, ...] = Field(default=(), max_length=8)
    motion: Motion

    @model_validator(mode="after")
    def _knows_its_names(self) -> Self:
        self._reject_reserved("t")
        self._reject_unknown(((("motion", name), getattr(self.motion, name)) for name in ("x", "y")), "t")
        constant: list[tuple[Location, str]] = [
            *((("outputs", at, "formula"), output.formula) for at, output in enumerate(self.outputs)),
            (("motion", "seconds"), self.motion.seconds),
        ]
        for location, formula in constant:
            if "t" in variables_in(formula):
                raise InvalidAt(location, Reason("reason.pages.time"))
        self._reject_unknown(constant)
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
