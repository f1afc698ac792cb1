"""Text that fits: the largest size, the height of paragraphs, and parts without a lost character."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.artifacts.slides.fitting.fit import (
    FitResult,
    Paragraph,
    TextBox,
    fit_text,
    parse_paragraph,
    split_paragraphs,
    text_height,
    wrap_text,
)
from inkwright.artifacts.slides.fitting.line_breaks import Faces
from inkwright.artifacts.slides.markdown.inline import InlineRun

FACES = Faces()
SIZES = (32.0, 28.0, 24.0, 20.0, 16.0)


def test_the_largest_size_that_fits_is_taken() -> None:
    text = "Light becomes sugar in the green parts of a plant"
    found = fit_text([parse_paragraph(text)], TextBox(400, 75), SIZES, FACES)
    assert found == FitResult(28.0, (("Light becomes sugar in the green ", "parts of a plant"),), 2 * 1.221 * 28)


def test_text_that_fits_at_no_size_has_no_result() -> None:
    assert fit_text([parse_paragraph("词" * 300)], TextBox(200, 50), SIZES, FACES) is None


def test_nothing_fits_everywhere() -> None:
    assert fit_text([], TextBox(10, 10), SIZES, FACES) == FitResult(32.0, (), 0.0)


def test_a_smaller_size_is_better_than_a_broken_word() -> None:
    word = [parse_paragraph("Thermodynamically")]
    found = [fit_text(word, TextBox(width, 200), SIZES, FACES) for width in (200, 150, 80)]
    assert [one and one.size for one in found] == [24.0, 16.0, 32.0]


def test_what_is_longer_than_any_word_is_broken_before_everything_becomes_tiny() -> None:
    found = [fit_text([parse_paragraph("x" * 40)], TextBox(width, 200), SIZES, FACES) for width in (440, 300)]
    assert [one and one.size for one in found] == [24.0, 32.0]


def test_emphasis_and_code_are_measured_as_they_are_set() -> None:
    plain, bold, code = (
        len(wrapped_lines(text))
        for text in ("measure twice cut once", "**measure twice cut once**", "`measure twice cut once`")
    )
    assert (plain, bold, code) == (1, 1, 2)


def wrapped_lines(text: str) -> tuple[str, ...]:
    found = fit_text([parse_paragraph(text)], TextBox(200, 100), [20.0], FACES)
    assert found is not None
    return found.lines[0]


def test_height_counts_lines_indents_spacing_and_scale() -> None:
    one = 1.221 * 20
    text = "measure twice cut once"
    assert [
        text_height([parse_paragraph(text)], 20, 300, FACES),
        text_height([parse_paragraph(text, indent=120)], 20, 300, FACES),
        text_height([parse_paragraph(text, before=0.5), parse_paragraph(text, before=0.5)], 20, 300, FACES),
        text_height([parse_paragraph(text, leading=0.9)], 20, 300, FACES),
        text_height([parse_paragraph(text, scale=0.8)], 20, 300, FACES),
        text_height([parse_paragraph("光合作用")], 20, 300, FACES),
        text_height([parse_paragraph("")], 20, 300, FACES),
        text_height([], 20, 300, FACES),
    ] == pytest.approx([one, 2 * one, 2 * one + 10, 0.9 * one, 0.8 * one, 1.448 * 20, 1.2 * 20, 0])


def test_sizes_of_scaled_paragraphs_are_half_points() -> None:
    assert [parse_paragraph("x", scale=0.85).size(size) for size in (28, 24, 22)] == [24.0, 20.5, 18.5]


def test_parts_are_few_and_about_equal() -> None:
    lines = [parse_paragraph(f"line {number}") for number in range(10)]
    parts = split_paragraphs(lines, TextBox(300, 1.221 * 16 * 9 + 1), SIZES, FACES)
    assert parts == [lines[:5], lines[5:]]


def test_what_fits_stays_in_one_part() -> None:
    lines = [parse_paragraph("one"), parse_paragraph("two")]
    assert split_paragraphs(lines, TextBox(300, 200), SIZES, FACES) == [lines]


def test_children_stay_with_their_parent() -> None:
    lines = [
        parse_paragraph("one"),
        parse_paragraph("two"),
        parse_paragraph("parent"),
        parse_paragraph("child", indent=20),
        parse_paragraph("child", indent=20),
    ]
    assert split_paragraphs(lines, TextBox(300, 1.221 * 16 * 4 + 1), SIZES, FACES) == [lines[:2], lines[2:]]


def test_a_long_paragraph_is_cut_after_a_sentence() -> None:
    sentence = "植物利用光能把水变成糖。"
    parts = split_paragraphs([parse_paragraph(sentence * 6)], TextBox(200, 1.448 * 16 * 5), SIZES, FACES)
    assert [[one.text for one in part] for part in parts] == [[sentence * 4], [sentence * 2]]


TEXTS = st.text(st.sampled_from("ab-/. 光合作用，。（）“”\u00a0\u200b\u0301é🙂م"), max_size=80)


@given(TEXTS, st.floats(0, 300), st.sampled_from(SIZES))
def test_no_character_is_lost_in_lines(text: str, width: float, size: float) -> None:
    assert "".join(wrap_text(text, width, size, FACES)) == text


@given(st.lists(TEXTS, max_size=8), st.floats(1, 300), st.floats(1, 200))
def test_no_character_is_lost_in_parts(texts: list[str], wide: float, high: float) -> None:
    parts = split_paragraphs(
        [Paragraph((InlineRun(text),), indent=8 * (number % 3)) for number, text in enumerate(texts)],
        TextBox(wide, high),
        SIZES,
        FACES,
    )
    assert "".join(one.text for part in parts for one in part) == "".join(texts)
    assert all(part for part in parts)


@given(st.lists(TEXTS, min_size=1, max_size=8))
def test_every_part_fits_where_a_line_does(texts: list[str]) -> None:
    box = TextBox(150, 60)
    parts = split_paragraphs([Paragraph((InlineRun(text),)) for text in texts], box, SIZES, FACES)
    assert all(text_height(part, min(SIZES), box.width, FACES) <= box.height for part in parts)


def test_a_slide_that_was_fitted_before_costs_less_than_a_new_one() -> None:
    text = "光合作用是植物利用光能把水变成糖的过程。 Light becomes sugar in the green parts of a plant"

    def seconds(run: int) -> float:
        start = time.process_time()
        for slide in range(20):
            points = [parse_paragraph(f"{text}{run}{slide}{point}", before=0.3) for point in range(6)]
            fit_text(points, TextBox(800, 340), SIZES, FACES)
        return time.process_time() - start

    new = min(seconds(run) for run in range(3))
    again = min(seconds(0) for _ in range(3))
    assert again < new + 0.05


def test_long_texts_take_linear_time() -> None:
    def seconds(count: int) -> float:
        start = time.process_time()
        split_paragraphs([parse_paragraph("光合 word, " * count)], TextBox(300, 300), SIZES, FACES)
        return time.process_time() - start

    short = min(seconds(500 + run) for run in range(3))
    long = min(seconds(2_000 + run) for run in range(3))
    assert long < 10 * short + 0.05
