"""Words without quotes are literals, numbers or strings, or have no certain value."""

import pytest

from inkwright.parsing.json_words import complete_word, read_word, word_value
from tests.each import each


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("TRUE", True),
        ("None", None),
        ("-Infinity", None),
        ("0x1F", 31),
        ("1_000", 1_000),
        ("-2.5e3", -2_500.0),
        ("１２", 12),
        ("1e999", None),
        ("red", "red"),
        ("007", "007"),
    ],
)
def test_a_word_is_a_literal_a_number_or_a_string(word: str, value: object) -> None:
    assert word_value(word) == value


@each(
    ("word", "complete"),
    [("tru", "true"), ("nul", "null"), ("Non", "None"), ("blue", "blue"), ("12", None), ("12.", None), ("-1e", None)],
)
def test_of_a_word_that_was_cut_off_a_literal_is_completed_and_a_number_dropped(
    word: str, complete: str | None
) -> None:
    assert complete_word(word) == complete


@each(
    ("text", "value", "end"),
    [
        ("true false, 1]", True, 4),
        ("1e5 2E-2]", 100_000.0, 3),
        ("lead author, age: 3}", "lead author", 11),
        ("two (2)]", "two (2)", 7),
        ("2) and", 2, 1),
        ('abc", 1]', "abc", 4),
        (r'\u4f60", 1]', "你", 7),
        ("red // colour\n]", "red", 3),
    ],
)
def test_a_word_ends_before_the_next_value_a_comment_or_a_quote(text: str, value: object, end: int) -> None:
    found = read_word(text, 0)
    assert (found.value, found.end, found.problem) == (value, end, None)


def test_an_enumeration_comma_separates_the_items_of_a_list_alone() -> None:
    assert read_word("游泳、跑步]", 0, in_list=True).value == "游泳"
    assert read_word("游泳、跑步}", 0).value == "游泳、跑步"


@each("text", ['5", 1]', 'true", 1]', "truefalse]", "1e ]", "12.. ]", 'item"x"]', "word{", ": 1"])
def test_a_word_with_two_meanings_has_a_problem(text: str) -> None:
    assert read_word(text, 0).problem is not None


@each("text", ['- "a"', "* “a”", "• 'a'"])
def test_a_mark_alone_before_a_string_has_no_certain_value(text: str) -> None:
    assert read_word(text, 0, in_list=True).problem == "value"
