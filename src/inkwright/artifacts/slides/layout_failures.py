"""Failures of layouts, reported as errors in the slide that they show."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from pydantic import ValidationError

from inkwright.artifacts.slides.deck_errors import problems_reason
from inkwright.artifacts.slides.layout_registry import Layout
from inkwright.errors import InkwrightError, InvalidSlide
from inkwright.i18n import Reason

_OWN_PACKAGE: Final = "inkwright"


@contextmanager
def reporting_failures(layout: Layout[Any], title: str) -> Iterator[None]:
    """Report fields that the layout does not accept, and any failure of a layout of another package, as an
    InvalidSlide.
    """
    try:
        yield
    except InkwrightError:
        raise
    except ValidationError as problem:
        reason = Reason("deck.invalid", problems=problems_reason(problem))
        raise InvalidSlide(option=layout.name, value=title, allowed=reason) from problem
    except Exception as problem:
        if layout.model.__module__.partition(".")[0] == _OWN_PACKAGE:
            raise
        reason = Reason("reason.extension.failed", name=layout.name, problem=f"{type(problem).__name__}: {problem}")
        raise InvalidSlide(option=layout.name, value=title, allowed=reason) from problem
