"""The terms of a quiz: what makes no sense is refused, and what a share stores comes back."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from inkwright.errors import InvalidOption
from inkwright.store.shares import Share
from inkwright.usecases.quiz_terms import IDENTIFICATIONS, MAX_ATTEMPTS, QuizTerms, check_terms, terms_of
from tests.each import each

NOW = datetime(2026, 1, 31, 9, 30, tzinfo=UTC)


def share_of(options: dict[str, Any]) -> Share:
    return Share(
        id="share_1",
        owner="me",
        kind="artifact",
        target="art_1",
        name="Rain",
        created_at=NOW,
        expires_at=NOW + timedelta(days=1),
        options=options,
    )


@each(
    "terms",
    [
        QuizTerms(attempts=0),
        QuizTerms(attempts=-1),
        QuizTerms(attempts=MAX_ATTEMPTS + 1),
        QuizTerms(closes_at=NOW),
        QuizTerms(closes_at=NOW - timedelta(days=1)),
        QuizTerms(closes_at=datetime(2027, 1, 1)),  # without a time zone
        QuizTerms(closes_at=datetime(2026, 1, 31, 17, 30, tzinfo=timezone(timedelta(hours=8)))),
    ],
)
def test_terms_that_make_no_sense_are_refused(terms: QuizTerms) -> None:
    with pytest.raises(InvalidOption):
        check_terms(terms, NOW)


def test_a_quiz_closes_at_its_deadline_in_any_time_zone() -> None:
    terms = QuizTerms(closes_at=datetime(2026, 1, 31, 17, 31, tzinfo=timezone(timedelta(hours=8))))
    check_terms(terms, NOW)
    assert not terms.is_closed(NOW + timedelta(seconds=59))
    assert terms.is_closed(NOW + timedelta(seconds=60))
    assert not QuizTerms().is_closed(NOW + timedelta(days=10_000))


@each("asks_for", IDENTIFICATIONS)
def test_what_a_share_stores_comes_back(asks_for: Any) -> None:
    terms = QuizTerms(asks_for=asks_for, attempts=3, closes_at=NOW + timedelta(hours=1), shows_answers=True)
    check_terms(terms, NOW)
    assert terms_of(share_of({"quiz": terms.as_options()})) == terms


@each("options", [{}, {"quiz": None}, {"quiz": {}}, {"latest": True}])
def test_a_share_without_terms_is_taken_once_without_the_key(options: dict[str, Any]) -> None:
    assert terms_of(share_of(options)) == QuizTerms(asks_for="name", attempts=1, closes_at=None, shows_answers=False)
