"""What the page kinds are told: one model a kind, every field with its budget."""

import re
from collections.abc import Iterable
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from inkwright.artifacts.interactive.kinds.complaints import Place, Twice, WrongAt, refuse_twice
from inkwright.artifacts.interactive.kinds.expressions import FUNCTIONS, Formula, names_in
from inkwright.artifacts.interactive.kinds.pictures import Picture
from inkwright.artifacts.interactive.specs import Description, PageLanguage, Title
from inkwright.artifacts.wording import is_blank, many_lines, one_line

Accent = Literal["blue", "green", "teal", "plum", "orange"]
_NAME = r"^[A-Za-z][A-Za-z0-9_]{0,11}$"


def _line(value: object) -> object:
    return one_line(str(value)) if isinstance(value, str | int | float) and not isinstance(value, bool) else value


def _lines(value: object) -> object:
    return many_lines(value) if isinstance(value, str) else value


def _visible(value: str) -> str:
    if is_blank(value):
        raise ValueError("it must not be blank")
    return value


def _name(value: object) -> object:
    if isinstance(value, str) and not re.search(_NAME, value):
        raise ValueError(f"a name is a letter and up to 11 letters, digits and _ behind it, not {value[:40]}")
    return value


def _two(value: object) -> object:
    if isinstance(value, list | tuple) and len(value) != 2:
        raise ValueError("a range is two numbers, [from, to]")
    return value


def _rising(value: tuple[float, float]) -> tuple[float, float]:
    if value[0] >= value[1]:
        raise ValueError("a range goes from its lower to its upper end")
    return value


Word = Annotated[str, Field(min_length=1, max_length=80), BeforeValidator(_line), AfterValidator(_visible)]
Line = Annotated[str, Field(min_length=1, max_length=200), BeforeValidator(_line), AfterValidator(_visible)]
MaybeLine = Annotated[str, Field(max_length=200), BeforeValidator(_line)]
Words = Annotated[str, Field(min_length=1, max_length=600), BeforeValidator(_lines), AfterValidator(_visible)]
MaybeWords = Annotated[str, Field(max_length=1_500), BeforeValidator(_lines)]
Name = Annotated[str, Field(pattern=_NAME), BeforeValidator(_name)]
Number = Annotated[float, Field(allow_inf_nan=False, ge=-1e9, le=1e9)]
Range = Annotated[tuple[Number, Number], BeforeValidator(_two), AfterValidator(_rising)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Page(_Part):
    title: Title
    description: Description = Field(default="", description="A sentence or two under the title.")
    language: PageLanguage | None = Field(default=None, description="Where null, that of the title.")
    accent: Accent = "blue"


class Card(_Part):
    """One card with two sides."""

    front: Words
    back: Words
    hint: MaybeLine = ""


class Flashcards(_Page):
    """Cards to turn over; what was not known comes again."""

    page: Literal["flashcards"]
    cards: tuple[Card, ...] = Field(min_length=1, max_length=200)


class Event(_Part):
    """One event; when it was, in words."""

    when: Word
    title: Line
    text: MaybeWords = ""
    group: Annotated[str, Field(max_length=40), BeforeValidator(_line)] = ""


class Timeline(_Page):
    """Events in the given order, to be opened one by one or all at once, and filtered by their groups."""

    page: Literal["timeline"]
    events: tuple[Event, ...] = Field(min_length=2, max_length=80)


class Pair(_Part):
    """Two things that belong together."""

    left: Line
    right: Line
    source: MaybeLine = Field(default="", description="Where it stands in a text; shown when the pair is found.")


class Matching(_Page):
    """Find what belongs together."""

    page: Literal["matching"]
    pairs: tuple[Pair, ...] = Field(min_length=2, max_length=12)

    @model_validator(mode="after")
    def _has_one_answer_each(self) -> Self:
        for side in ("left", "right"):
            refuse_twice((("pairs", at, side), getattr(pair, side)) for at, pair in enumerate(self.pairs))
        return self


class Group(_Part):
    """A group and what belongs to it."""

    name: Word
    items: tuple[Line, ...] = Field(min_length=1, max_length=20)
    sources: tuple[MaybeLine, ...] = Field(default=(), description="Where each item stands in a text; or none.")

    @model_validator(mode="after")
    def _has_a_source_for_each(self) -> Self:
        if self.sources and len(self.sources) != len(self.items):
            raise WrongAt(("sources",), "sources are as many as items, or none")
        return self


class Sorting(_Page):
    """Put each thing into its group."""

    page: Literal["sorting"]
    groups: tuple[Group, ...] = Field(min_length=2, max_length=5)

    @model_validator(mode="after")
    def _has_each_item_once(self) -> Self:
        refuse_twice(
            (("groups", number, "items", at), item)
            for number, group in enumerate(self.groups)
            for at, item in enumerate(group.items)
        )
        refuse_twice((("groups", at, "name"), group.name) for at, group in enumerate(self.groups))
        return self


class Spot(_Part):
    """A place on the picture, in percent of its width and height, and what is there."""

    x: float = Field(ge=0, le=100)
    y: float = Field(ge=0, le=100)
    name: Word
    text: MaybeWords = ""


class Diagram(_Page):
    """A picture with numbered places: look them up, then find them."""

    page: Literal["diagram"]
    picture: Picture = Field(description="A picture beside the description, or data:image/…;base64,…")
    alt: Line = Field(description="What the picture shows, for those who cannot see it.")
    spots: tuple[Spot, ...] = Field(min_length=2, max_length=24)

    @model_validator(mode="after")
    def _has_each_name_once(self) -> Self:
        refuse_twice((("spots", at, "name"), spot.name) for at, spot in enumerate(self.spots))
        return self


class Slider(_Part):
    """A number that the reader may change."""

    name: Name = Field(description="As it is called in the formulas.")
    label: MaybeLine = ""
    unit: Annotated[str, Field(max_length=20), BeforeValidator(_line)] = ""
    least: Number
    most: Number
    step: float = Field(default=0.1, gt=0, le=1e6)
    value: Number

    @model_validator(mode="after")
    def _begins_between(self) -> Self:
        if not self.least <= self.value <= self.most or self.least >= self.most:
            raise ValueError("least < most, and value between them")
        return self


class Curve(_Part):
    """A function of x."""

    formula: Formula
    label: MaybeLine = ""


class _WithSliders(_Page):
    sliders: tuple[Slider, ...] = Field(default=(), max_length=6)

    def _refuse_unknown(self, formulas: Iterable[tuple[Place, str]], *own: str) -> None:
        """Refuse formulas that ask for what is neither a slider nor one of the `own` variables."""
        known = [*own, *(slider.name for slider in self.sliders)]
        for at, formula in formulas:
            if unknown := names_in(formula).difference(known):
                told = f"nothing is called {', '.join(sorted(unknown))}; there are {', '.join(known) or '-'}"
                raise WrongAt(at, told)

    def _refuse_taken(self, own: str) -> None:
        """Refuse sliders that could never be asked for by their names."""
        seen: dict[str, Place] = {}
        for number, slider in enumerate(self.sliders):
            at: Place = ("sliders", number, "name")
            if slider.name == own or slider.name in FUNCTIONS:
                raise WrongAt(at, f"{slider.name} means something else in a formula: choose another name")
            if (other := seen.setdefault(slider.name, at)) != at:
                raise Twice(at, other)


class Plotter(_WithSliders):
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


class Output(_Part):
    """A number that is worked out."""

    label: Line
    formula: Formula
    unit: Annotated[str, Field(max_length=20), BeforeValidator(_line)] = ""
    decimals: int = Field(default=1, ge=0, le=6)


class Motion(_Part):
    """How something moves: its place at the time t, from 0 to `seconds`."""

    x: Formula
    y: Formula
    seconds: Formula = "10"
    x_label: MaybeLine = "x"
    y_label: MaybeLine = "y"


class Simulation(_WithSliders):
    """A model with sliders: what it gives as numbers, and what it does as a motion to play."""

    page: Literal["simulation"]
    sliders: tuple[Slider, ...] = Field(min_length=1, max_length=6)
    outputs: tuple[Output, ...] = Field(default=(), max_length=8)
    motion: Motion

    @model_validator(mode="after")
    def _knows_its_names(self) -> Self:
        self._refuse_taken("t")
        self._refuse_unknown(((("motion", name), getattr(self.motion, name)) for name in ("x", "y")), "t")
        still: list[tuple[Place, str]] = [
            *((("outputs", at, "formula"), output.formula) for at, output in enumerate(self.outputs)),
            (("motion", "seconds"), self.motion.seconds),
        ]
        for at, formula in still:
            if "t" in names_in(formula):
                raise WrongAt(at, "the time t is known to x and y of the motion alone")
        self._refuse_unknown(still)
        return self


AnyPage = Flashcards | Timeline | Matching | Sorting | Diagram | Plotter | Simulation
KINDS: Final[tuple[type[AnyPage], ...]] = (Flashcards, Timeline, Matching, Sorting, Diagram, Plotter, Simulation)
