"""Validation errors of a study page in words: the location, counted from 1, and the values allowed there."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Final, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from inkwright.artifacts.validation import error_message, summarised_errors, validation_errors
from inkwright.i18n import Language, text
from inkwright.i18n.en import MESSAGES

Location = tuple[int | str, ...]
"""The fields and the numbers, from 0, that lead to a value."""

_MAX_SHOWN: Final = 40


class InvalidAt(ValueError):
    """Something is wrong at a place below the part that finds it."""

    def __init__(self, at: Location, what: str) -> None:
        super().__init__(what)
        self.at = at


class DuplicateText(InvalidAt):
    """Two places hold the same, and only one may."""

    def __init__(self, at: Location, other: Location) -> None:
        super().__init__(at, "it is there already")
        self.other = other


def reject_duplicates(given: Iterable[tuple[Location, str]]) -> None:
    """Raise where two of the texts are the same but for capitals."""
    seen: dict[str, Location] = {}
    for at, written in given:
        if (other := seen.setdefault(written.casefold(), at)) != at:
            raise DuplicateText(at, other)


def describe_page_errors(problem: ValidationError, kind: type[BaseModel], language: Language) -> str:
    """The first few wrong places of a page of this kind; how many more there are is said."""
    return summarised_errors((_describe_error(one, kind, language) for one in validation_errors(problem)), language)


def _describe_error(one: ErrorDetails, kind: type[BaseModel], language: Language) -> str:
    error = one.get("ctx", {}).get("error")
    place = describe_location((*one["loc"], *(error.at if isinstance(error, InvalidAt) else ())), language)
    if isinstance(error, DuplicateText):
        what = text(language, "complaint.twice", other=describe_location(error.other, language))
    else:
        what = error_message(
            one, language, _allowed_fields(kind, one["loc"]) if one["type"] == "extra_forbidden" else ()
        )
    return text(language, "complaint.with_place", place=place, what=what) if place else what


def describe_location(at: Location, language: Language) -> str:
    """A place in words, such as `card 3, back`."""
    told: list[str] = []
    for before, step in pairwise(("", *at)):
        if isinstance(step, str):
            told.append(step[:_MAX_SHOWN])
        elif f"complaint.part.{before}" in MESSAGES:
            told[-1] = text(language, f"complaint.part.{before}", number=step + 1)
        else:
            told[-1] = f"{before}[{step + 1}]"
    return text(language, "complaint.pause").join(told)


def _allowed_fields(kind: type[BaseModel], at: Location) -> list[str]:
    """The fields that may stand beside the one at this place."""
    model = kind
    for step in at[:-1]:
        if isinstance(step, str):
            model = _model_of(model.model_fields[step].annotation)
    return [*model.model_fields]


def _model_of(annotation: Any) -> type[BaseModel]:
    """The model that a field holds, one or several of it."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return _model_of(get_args(annotation)[0])
