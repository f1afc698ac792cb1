"""Valid names and texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.errors import InvalidOption
from inkwright.projects.records import MAX_CHARACTERS, MAX_NAME, name_key, valid_name, valid_text
from tests.each import each


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Rain", "Rain"),
        ("  第一章：雨 ", "第一章：雨"),
        ("Cafe\u0301", "Café"),
        ("a" * MAX_NAME, "a" * MAX_NAME),
        ("-1-", "-1-"),
    ],
)
def test_a_name_is_normalised_and_stripped(written: str, name: str) -> None:
    assert valid_name(written) == name


@each(
    "written",
    ["", "  ", "-", "…", "a/b", 'a"b', "two\nlines", "tab\there", "a\u202eb", "a\u2028b", "\ud800x", "a" * 81],
)
def test_invisible_or_forbidden_characters_are_rejected(written: str) -> None:
    with pytest.raises(InvalidOption, match="at most 80 characters"):
        valid_name(written)


def test_the_rule_for_names_can_be_in_chinese() -> None:
    with pytest.raises(InvalidOption, match="最多 80 个字符"):
        valid_name("a/b", "zh")


@pytest.mark.parametrize(
    ("one", "other"), [("RAIN", "rain"), ("Straße", "STRASSE"), ("Cafe\u0301", "CAFÉ"), (" Rain", "rain ")]
)
def test_case_and_accent_encoding_do_not_distinguish_names(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@given(st.text(min_size=1, max_size=MAX_NAME))
def test_the_key_of_any_name_fits_its_column_and_is_its_own_key(written: str) -> None:
    try:
        key = name_key(valid_name(written))
    except InvalidOption:
        return
    assert len(key) <= 320
    assert name_key(key) == key


def test_a_text_loses_only_characters_that_cannot_be_stored() -> None:
    assert valid_text("雨\r\n\t$x$\0\ud800") == "雨\r\n\t$x$?"
    with pytest.raises(InvalidOption, match="at most 2,000,000 characters"):
        valid_text("x" * (MAX_CHARACTERS + 1))
