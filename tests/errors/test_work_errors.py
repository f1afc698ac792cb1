"""Errors of work that had begun keep what was tried, and count in real plurals."""

import pickle

import pytest

from inkwright.errors import Attempt, GaveUp, NeverParsed, TypesettingTimedOut


def test_who_gave_up_keeps_every_attempt() -> None:
    attempts = (Attempt("no", "A number is wanted."), Attempt("two", "Digits are wanted."))
    error = NeverParsed(attempts=attempts, parser="number", count=2)
    assert (error.last_reply, error.last_feedback) == ("two", "Digits are wanted.")
    assert str(error).startswith("number accepted no reply in 2 attempts. The last problem: Digits are wanted.")
    assert pickle.loads(pickle.dumps(error)).attempts == attempts


def test_nothing_was_tried_and_nothing_is_quoted() -> None:
    error = GaveUp(attempts=(), count=0)
    assert (error.last_reply, error.last_feedback) == ("", "")


@pytest.mark.parametrize(("seconds", "told"), [(1, "1 second."), (30, "30 seconds.")])
def test_seconds_are_counted_in_real_plurals(seconds: int, told: str) -> None:
    assert told in str(TypesettingTimedOut(program="typst", seconds=seconds))
