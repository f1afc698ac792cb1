"""Validation errors of a study page in words: the location, counted from 1, and the values allowed there."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Final, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from inkwright.artifacts.validation import error_message, summarised_errors, validation_errors
from inkwright.i18n import Language, Reason, text
from inkwright.i18n.en import MESSAGES

Location = tuple[int | str, ...]
"""The path to a value: field names and indices from 0."""

_MAX_SHOWN: Final = 40


class InvalidAt(ValueError):
    """A value below the validated part is invalid."""

    def __init__(self, location: Location, reason: Reason) -> None:
        super().__init__(reason)
        self.location = location


class DuplicateText(InvalidAt):
    """Two locations have the same text, and only one may."""

    def __init__(self, location: Location, other: Location) -> None:
        super().__init__(location, Reason("reason.pages.duplicate"))
        self.other = other


def reject_duplicates(given: Iterable[tuple[Location, str]]) -> None:
    """Raise if two of the texts are the same, ignoring case."""
    seen: dict[str, Location] = {}
    for location, written in given:
        if (other := seen.setdefault(written.casefold(), location)) != location:
            raise DuplicateText(location, other)


def describe_page_errors(problem: ValidationError, kind: type[BaseModel], language: Language) -> str:
    """Describe the first few errors of a page of this type, and how many more there are."""
    return summarised_errors((_describe_error(one, kind, language) for one in validation_errors(problem)), language)


def _describe_error(one: ErrorDetails, kind: type[BaseModel], language: Language) -> str:
    error = one.get("ctx", {}).get("error")
    location = describe_location((*one["loc"], *(error.location if isinstance(error, InvalidAt) else ())), language)
    if isinstance(error, DuplicateText):
        what = text(language, "complaint.twice", other=describe_location(error.other, language))
    else:
        what = error_message(
            one, language, _allowed_fields(kind, one["loc"]) if one["type"] == "extra_forbidden" else ()
        )
    return text(language, "complaint.with_place", place=location, what=what) if location else what


def describe_location(location: Location, language: Language) -> str:
    """Describe a location in words, such as `card 3, back`."""
    parts: list[str] = []
    for before, step in pairwise(("", *location)):
        if isinstance(step, str):
            parts.append(step[:_MAX_SHOWN])
        elif f"complaint.part.{before}" in MESSAGES:
            parts[-1] = text(language, f"complaint.part.{before}", number=step + 1)
        else:
            parts[-1] = f"{before}[{step + 1}]"
    return text(language, "complaint.pause").join(parts)


def _allowed_fields(kind: type[BaseModel], location: Location) -> list[str]:
    """Return the fields that are allowed at this location."""
    model = kind
    for step in location[:-1]:
        if isinstance(step, str):
            model = _model_of(model.model_fields[step].annotation)
    return [*model.model_fields]


def _model_of(annotation: Any) -> type[BaseModel]:
    """Return the model of a field, which may be a sequence of it."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return _model_of(get_args(annotation)[0])
