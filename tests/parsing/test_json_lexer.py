"""Strings with missing quotes and words without quotes have one value, or are doubtful."""

import pytest

from inkwright.parsing.json_lexer import StringRole, complete_word, read_string, word_value


@pytest.mark.parametrize(
    ("text", "role", "value", "end"),
    [
        ('"a", 1', "element", "a", 3),
        ("'it': 1", "key", "it", 4),
        ("“curly”: 1", "key", "curly", 7),
        ('"""two\nlines""", 1', "element", "two\nlines", 15),
        ('\\"a\\": 1', "key", "a", 5),
        ('"say "no" now", "b": 1', "member", 'say "no" now', 14),
    ],
)
def test_a_string_ends_where_its_structure_continues(text: str, role: StringRole, value: str, end: int) -> None:
    found = read_string(text, 0, role)
    assert (found.value, found.end, found.open, found.doubtful) == (value, end, False, False)


def test_a_missing_quote_is_repaired_before_the_next_member() -> None:
    found = read_string('"one\n"two": 2}', 0, "member")
    assert (found.value, found.repaired, found.doubtful) == ("one", True, False)


def test_a_string_that_the_text_cuts_off_is_open_and_loses_half_an_escape() -> None:
    found = read_string('"half \\u00', 0, "element")
    assert (found.value, found.open) == ("half ", True)


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


@pytest.mark.parametrize(("word", "value"), [("tru", True), ("nul", None), ("12.", 12), ("1e", 1), ("blu", "blu")])
def test_a_word_that_was_cut_off_is_completed(word: str, value: object) -> None:
    assert complete_word(word) == value
