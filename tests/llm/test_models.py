"""Usage is added up, and pieces are joined."""

import math

import pytest

from inkwright.llm.models import CallPiece, StartedOver, TextPiece, Usage
from inkwright.testing.pieces import PieceCollector


def test_usage_adds_up_and_an_unknown_price_stays_unknown() -> None:
    assert Usage(1, 2, 0.5) + Usage(3, 4, 0.25) == Usage(4, 6, 0.75)
    assert Usage(1, 2, 0.5) + Usage(3, 4, None) == Usage(4, 6, None)


@pytest.mark.parametrize("said", [10**23, 10**400, 3_000_000_000, math.inf])
def test_a_count_that_cannot_be_is_the_most_that_can(said: int) -> None:
    assert Usage(said, -said) + Usage(1, 1) == Usage(2**31 - 1, 1)


@pytest.mark.parametrize("said", [math.inf, -math.inf, math.nan])
def test_a_price_without_end_is_not_known(said: float) -> None:
    assert Usage(1, 1, said) == Usage(1, 1, None)
    assert Usage(1, 1, 1e300).dollars == 1e9


def test_a_listener_puts_texts_and_calls_together() -> None:
    heard = PieceCollector()
    for piece in (TextPiece("Hel"), TextPiece("lo"), CallPiece(0, "draw", '{"a"'), CallPiece(0, "draw", ": 1}")):
        heard.hear(piece)
    assert (heard.text, heard.calls) == ("Hello", {0: CallPiece(0, "draw", '{"a": 1}')})


def test_what_was_heard_before_a_new_start_is_forgotten() -> None:
    heard = PieceCollector()
    for piece in (TextPiece("Hel"), CallPiece(0, "draw", "{"), StartedOver("b", "reply_cut"), TextPiece("Hi")):
        heard.hear(piece)
    assert (heard.text, heard.calls) == ("Hi", {})
