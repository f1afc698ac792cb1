"""Emphasis as runs: marks that models write, stars that are not marks, and no lost character."""

import gc
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.artifacts.slides.markdown.inline import InlineRun, escape_marks, parse_runs, visible_text
from tests.each import each


@each(
    ("text", "expected"),
    [
        ("plain", [InlineRun("plain")]),
        ("**a** b", [InlineRun("a", bold=True), InlineRun(" b")]),
        ("这是*重点*。", [InlineRun("这是"), InlineRun("重点", italic=True), InlineRun("。")]),
        (
            "use `x*y` *now*",
            [InlineRun("use "), InlineRun("x*y", code=True), InlineRun(" "), InlineRun("now", italic=True)],
        ),
        ("***all***", [InlineRun("all", bold=True, italic=True)]),
        (
            "*a **b** c*",
            [InlineRun("a ", italic=True), InlineRun("b", bold=True, italic=True), InlineRun(" c", italic=True)],
        ),
        ("**`f()`**", [InlineRun("f()", bold=True, code=True)]),
        ("2*3*4 = 24 * 1", [InlineRun("2*3*4 = 24 * 1")]),
        ("**never closed", [InlineRun("**never closed")]),
        (r"\*a\* and \`b\`", [InlineRun("*a* and `b`")]),
        (r"C:\dir and \\*b*", [InlineRun("C:\\dir and \\"), InlineRun("b", italic=True)]),
        ("", []),
    ],
)
def test_marks_become_runs(text: str, expected: list[InlineRun]) -> None:
    assert parse_runs(text) == expected


def test_a_run_names_its_style() -> None:
    found = [run.style for run in parse_runs("a **b** *c* ***d***") if run.text.strip()]
    assert found == ["regular", "bold", "italic", "bolditalic"]


MARKED = st.text(st.sampled_from("ab汉 *`\\"), max_size=60)


@given(MARKED)
def test_a_reader_sees_every_letter(text: str) -> None:
    assert [char for char in visible_text(text) if char in "ab汉 "] == [char for char in text if char in "ab汉 "]


@given(MARKED)
def test_escaped_text_is_visible_unchanged(words: str) -> None:
    assert visible_text(escape_marks(words)) == words


@pytest.mark.parametrize("piece", ["*a ", "**a", "`a", "\\", "\\*", "* ", "``", "***a** b*"])
def test_hostile_text_takes_linear_time(piece: str) -> None:
    def seconds(count: int) -> float:
        gc.collect()
        gc.disable()  # what other tests left in memory is not looked through meanwhile
        start = time.process_time()
        visible_text(piece * count)
        taken = time.process_time() - start
        gc.enable()
        return taken

    short = min(seconds(10_000) for _ in range(5))
    long = min(seconds(40_000) for _ in range(5))
    # Four times the text; sixteen times the time would be quadratic.
    assert long < 10 * short + 0.05
