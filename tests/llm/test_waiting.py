"""The calls that run now: from their start to their end, however they end."""

import pytest

from inkwright.llm.waiting import ModelWait, WaitBoard


def test_a_call_is_waited_for_until_it_ends_or_fails() -> None:
    now = [10.0]
    board = WaitBoard(lambda: now[0])
    assert board.longest() is None
    with board.waiting("a", 1, 3):
        now[0] = 12.5
        with board.waiting("b", 2, 3):
            assert board.longest() == (ModelWait("a", 1, 3, 10.0), 2.5)
    assert board.longest() is None
    with pytest.raises(ValueError, match="x"), board.waiting("a", 1, 3):
        int("x")
    assert board.longest() is None


def test_of_two_calls_that_look_the_same_each_ends_by_itself() -> None:
    board = WaitBoard(lambda: 1.0)
    with board.waiting("a", 1, 3):
        with board.waiting("a", 1, 3):
            pass
        assert board.longest() is not None
