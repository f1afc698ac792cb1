"""What is wrong with the description of a page, for a person: the place counted from 1, and what may stand there."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Final, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from inkwright.artifacts.slides.complaints import fault, faults_in, listed
from inkwright.i18n import Language, text
from inkwright.i18n.en import MESSAGES

Place = tuple[int | str, ...]
"""The fields and the numbers, from 0, that lead to a value."""

_LONGEST: Final = 40


class WrongAt(ValueError):
    """Something is wrong at a place below the part that finds it."""

    def __init__(self, at: Place, what: str) -> None:
        super().__init__(what)
        self.at = at


class Twice(WrongAt):
    """Two places hold the same, and only one may."""

    def __init__(self, at: Place, other: Place) -> None:
        super().__init__(at, "it is there already")
        self.other = other


def refuse_twice(given: Iterable[tuple[Place, str]]) -> None:
    """Raise where two of the texts are the same but for capitals."""
    seen: dict[str, Place] = {}
    for at, written in given:
        if (other := seen.setdefault(written.casefold(), at)) != at:
            raise Twice(at, other)


def complaints_of(problem: ValidationError, kind: type[BaseModel], language: Language) -> str:
    """The first few wrong places of a page of this kind; how many more there are is said."""
    return listed((_told(one, kind, language) for one in faults_in(problem)), language)


def _told(one: ErrorDetails, kind: type[BaseModel], language: Language) -> str:
    error = one.get("ctx", {}).get("error")
    place = place_of((*one["loc"], *(error.at if isinstance(error, WrongAt) else ())), language)
    if isinstance(error, Twice):
        what = text(language, "complaint.twice", other=place_of(error.other, language))
    else:
        what = fault(one, language, _fields(kind, one["loc"]) if one["type"] == "extra_forbidden" else ())
    return text(language, "complaint.with_place", place=place, what=what) if place else what


def place_of(at: Place, language: Language) -> str:
    """A place in words, such as `card 3, back`."""
    told: list[str] = []
    for before, step in pairwise(("", *at)):
        if isinstance(step, str):
            told.append(step[:_LONGEST])
        elif f"complaint.part.{before}" in MESSAGES:
            told[-1] = text(language, f"complaint.part.{before}", number=step + 1)
        else:
            told[-1] = f"{before}[{step + 1}]"
    return text(language, "complaint.pause").join(told)


def _fields(kind: type[BaseModel], at: Place) -> list[str]:
    """The fields that may stand beside the one at this place."""
    model = kind
    for step in at[:-1]:
        if isinstance(step, str):
            model = _model_in(model.model_fields[step].annotation)
    return [*model.model_fields]


def _model_in(annotation: Any) -> type[BaseModel]:
    """The model that a field holds, one or several of it."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return _model_in(get_args(annotation)[0])
