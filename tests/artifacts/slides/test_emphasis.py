"""Emphasis as runs: what a model writes, what it does not mean as emphasis, and no character lost."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.artifacts.slides.emphasis import Run, escaped, runs, visible


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", [Run("plain")]),
        ("**a** b", [Run("a", bold=True), Run(" b")]),
        ("这是*重点*。", [Run("这是"), Run("重点", italic=True), Run("。")]),
        ("use `x*y` *now*", [Run("use "), Run("x*y", code=True), Run(" "), Run("now", italic=True)]),
        ("***all***", [Run("all", bold=True, italic=True)]),
        ("*a **b** c*", [Run("a ", italic=True), Run("b", bold=True, italic=True), Run(" c", italic=True)]),
        ("**`f()`**", [Run("f()", bold=True, code=True)]),
        ("2*3*4 = 24 * 1", [Run("2*3*4 = 24 * 1")]),
        ("**never closed", [Run("**never closed")]),
        (r"\*a\* and \`b\`", [Run("*a* and `b`")]),
        (r"C:\dir and \\*b*", [Run("C:\\dir and \\"), Run("b", italic=True)]),
        ("", []),
    ],
)
def test_marks_become_runs(text: str, expected: list[Run]) -> None:
    assert runs(text) == expected


def test_a_run_names_its_style() -> None:
    found = [run.style for run in runs("a **b** *c* ***d***") if run.text.strip()]
    assert found == ["regular", "bold", "italic", "bolditalic"]


MARKED = st.text(st.sampled_from("ab汉 *`\\"), max_size=60)


@given(MARKED)
def test_a_reader_sees_every_letter(text: str) -> None:
    assert [char for char in visible(text) if char in "ab汉 "] == [char for char in text if char in "ab汉 "]


@given(MARKED)
def test_escaped_words_are_seen_as_they_are(words: str) -> None:
    assert visible(escaped(words)) == words


@pytest.mark.parametrize("piece", ["*a ", "**a", "`a", "\\", "\\*", "* ", "``", "***a** b*"])
def test_hostile_text_takes_linear_time(piece: str) -> None:
    def seconds(count: int) -> float:
        start = time.process_time()
        visible(piece * count)
        return time.process_time() - start

    short = min(seconds(10_000) for _ in range(3))
    long = min(seconds(40_000) for _ in range(3))
    # Four times the text; sixteen times the time would be quadratic.
    assert long < 10 * short + 0.05
