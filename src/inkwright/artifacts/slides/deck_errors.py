"""Problems in the description of a deck: each with its location as data, and a reason in any language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from inkwright.artifacts.slides.layout_registry import layouts
from inkwright.artifacts.validation import error_reason, validation_errors
from inkwright.i18n import Reason

_MAX_PROBLEMS: Final = 8
_SLIDES: Final = "slides"

Path = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class DeckProblem:
    """A problem in a description. `slide` counts from 1 and is None for the deck; `path` leads to the field."""

    slide: int | None
    path: Path
    reason: Reason | str

    @property
    def full_reason(self) -> Reason | str:
        """The reason with its location before it."""
        steps: list[Reason | str] = [] if self.slide is None else [Reason("reason.slides.slide", number=self.slide)]
        steps += [
            Reason("complaint.part.items", number=step + 1) if isinstance(step, int) else step for step in self.path
        ]
        if not steps:
            return self.reason
        return Reason("complaint.with_place", place=_joined("reason.slides.pair", steps), what=self.reason)


def deck_problems(error: ValidationError, given: Any = None) -> list[DeckProblem]:
    """Return the problems that pydantic found in the description of a deck, or of one slide.

    `given` is the description: it is needed to distinguish fields from the names of union members.
    """
    return [_deck_problem(one, given) for one in validation_errors(error)]


def problems_reason(error: ValidationError, given: Any = None) -> Reason | str:
    """Return the first few problems as one reason, and how many more there are."""
    problems = deck_problems(error, given)
    reasons: list[Reason | str] = [problem.full_reason for problem in problems[:_MAX_PROBLEMS]]
    more = len(problems) - _MAX_PROBLEMS
    return _joined("reason.slides.both", [*reasons, f"(+{more})"] if more > 0 else reasons)


def _joined(key: str, reasons: Sequence[Reason | str]) -> Reason | str:
    return reduce(lambda first, second: Reason(key, first=first, second=second), reasons)


def _deck_problem(one: ErrorDetails, given: Any) -> DeckProblem:
    location = one["loc"]
    if one["type"] == "layout":
        names = ", ".join(layout.name for layout in layouts())
        reason: Reason | str = Reason("reason.slides.layout", layouts=names)
    else:
        reason = error_reason(one, _allowed_fields(location))
    match location:
        case ("slides", int(index), *_):
            # The next step is the layout, then the path to the field.
            return DeckProblem(index + 1, _fields_only(location[3:], _value_at(given, location[:2])), reason)
        case _:
            return DeckProblem(None, _fields_only(location, given), reason)


def _allowed_fields(location: Path) -> list[str]:
    """Return the fields of the slide in which an unknown one was found."""
    if len(location) != 4 or location[0] != _SLIDES:
        return []
    return [field for layout in layouts() if layout.name == location[2] for field in layout.model.model_fields]


def _fields_only(path: Path, given: Any) -> Path:
    """Return the path without the union members that pydantic names in it, if the description is known."""
    if given is None:
        return path
    steps: list[int | str] = []
    for index, step in enumerate(path):
        is_last = index == len(path) - 1
        is_field = isinstance(given, Mapping) and (step in given or is_last)
        if is_field or isinstance(step, int):
            steps.append(step)
            given = _value_at(given, (step,))
    return tuple(steps)


def _value_at(given: Any, path: Path) -> Any:
    for step in path:
        try:
            given = given[step]
        except (KeyError, IndexError, TypeError):
            return None
    return given
