"""Errors of the caller are also the usual errors of Python, and only what ends by itself is worth another try."""

import pytest

from inkwright.errors import (
    CallerError,
    InvalidOption,
    InvalidSchema,
    InvalidSlide,
    JobRunning,
    NotFound,
    SourcesLacking,
    TurnRunning,
)
from tests.errors.test_root import tree


@pytest.mark.parametrize(
    ("error", "usual"),
    [
        (InvalidOption(option="o", value=1, allowed=""), ValueError),
        (SourcesLacking(), ValueError),
        (InvalidSchema(problem="empty"), ValueError),
        (NotFound(what_kind="turn", id="t1"), LookupError),
    ],
)
def test_who_does_not_know_our_errors_catches_the_usual_one(error: CallerError, usual: type[Exception]) -> None:
    assert isinstance(error, usual)


def test_only_what_another_task_holds_is_worth_another_try() -> None:
    assert {kind for kind in tree(CallerError) if kind.retryable} == {TurnRunning, JobRunning}


def test_an_invalid_slide_is_told_with_its_layout_and_title() -> None:
    assert str(InvalidSlide(option="chart", value="Rain", allowed="Give numbers.")) == (
        "The layout 'chart' cannot show the slide 'Rain'. Give numbers."
    )
