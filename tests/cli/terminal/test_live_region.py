"""The live rows: wrapped as they grow, written only where they changed, and gone without a trace."""

import io
import os

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.cli.terminal.columns import width
from inkwright.cli.terminal.live_region import GrowingText, LiveRegion, LiveRow

LETTERS = st.sampled_from(["a", "汉", " ", "\n", "word ", "é", "e\u0301", "\t", "。", "longwordlongword"])


def region(columns: int = 20, lines: int = 6) -> tuple[LiveRegion, io.StringIO]:
    out = io.StringIO()
    return LiveRegion(out, lambda: os.terminal_size((columns, lines))), out


def seen(out: io.StringIO, columns: int = 20, lines: int = 6) -> list[str]:
    screen = pyte.Screen(columns, lines)
    pyte.Stream(screen).feed(out.getvalue().replace("\n", "\r\n"))
    return "\n".join(line.rstrip() for line in screen.display).rstrip().split("\n")


@given(st.lists(LETTERS, max_size=40), st.integers(4, 30), st.integers(4, 30))
def test_a_tail_is_the_same_however_it_grew_and_whatever_the_window_was(
    pieces: list[str], first: int, then: int
) -> None:
    grown, whole = GrowingText(), GrowingText()
    for piece in pieces:
        grown.grow(piece)
        grown.rows(first)
    whole.grow("".join(pieces))
    rows = grown.rows(then)
    assert rows == whole.rows(then)
    assert all(width(row.text) < then for row in rows)
    kept = "".join(row.text for row in rows)
    assert kept.replace(" ", "") == "".join(pieces).replace("\n", "").replace("\t", "").replace(" ", "")


@given(st.lists(st.lists(st.sampled_from(["a", "bb", "汉字", ""]), max_size=5), max_size=8))
def test_the_screen_shows_the_last_rows_that_were_drawn(frames: list[list[str]]) -> None:
    drawn, out = region()
    for frame in frames:
        drawn.draw([LiveRow(text) for text in frame])
    wanted = "\n".join(frames[-1] if frames else []).rstrip("\n").split("\n")
    assert seen(out) == wanted


def test_a_row_that_grows_is_the_only_one_that_is_written() -> None:
    drawn, out = region()
    drawn.draw([LiveRow("first"), LiveRow("second")])
    before = out.tell()
    drawn.draw([LiveRow("first"), LiveRow("second grew")])
    assert out.getvalue()[before:] == " grew"
    drawn.draw([LiveRow("first"), LiveRow("second shrank")])
    assert out.getvalue()[before:] == " grew\r\x1b[2Ksecond shrank"
    before = out.tell()
    drawn.draw([LiveRow("first"), LiveRow("second shrank")])
    assert out.tell() == before


def test_what_is_printed_stands_above_the_rows() -> None:
    drawn, out = region()
    drawn.draw([LiveRow("live", "36")])
    drawn.print_above("one\ntwo\n")
    assert seen(out) == ["one", "two", "live"]
    drawn.print_above("three\n", keep_rows=False)
    assert seen(out) == ["one", "two", "three"]


def test_cleared_rows_leave_nothing() -> None:
    drawn, out = region()
    drawn.print_above("kept\n")
    drawn.draw([LiveRow("a"), LiveRow("b"), LiveRow("c")])
    drawn.clear()
    assert seen(out) == ["kept"]


@pytest.mark.parametrize("lines", [2, 3, 24])
def test_of_too_many_rows_the_last_are_shown(lines: int) -> None:
    drawn, out = region(lines=lines)
    drawn.draw([LiveRow(str(number)) for number in range(30)])
    assert seen(out, lines=lines)[-1] == "29"
    assert len(seen(out, lines=lines)) == min(lines - 1, 30)
