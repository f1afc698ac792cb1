"""Names that people can see and type are kept; everything else is refused with what a name may be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.errors import InvalidOption
from inkwright.projects.names import MAX_CHARACTERS, MAX_NAME, kept_name, kept_text, name_key


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
def test_a_name_is_kept_composed_and_without_blanks_around_it(written: str, name: str) -> None:
    assert kept_name(written) == name


@pytest.mark.parametrize(
    "written",
    ["", "  ", "-", "…", "a/b", 'a"b', "two\nlines", "tab\there", "a\u202eb", "a\u2028b", "\ud800x", "a" * 81],
)
def test_what_nobody_can_see_or_type_is_no_name(written: str) -> None:
    with pytest.raises(InvalidOption, match="at most 80 characters"):
        kept_name(written)


def test_the_rule_is_told_in_chinese_too() -> None:
    with pytest.raises(InvalidOption, match="最多 80 个字符"):
        kept_name("a/b", "zh")


@pytest.mark.parametrize(
    ("one", "other"), [("RAIN", "rain"), ("Straße", "STRASSE"), ("Cafe\u0301", "CAFÉ"), (" Rain", "rain ")]
)
def test_names_are_the_same_whatever_their_capitals_and_accents(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@given(st.text(min_size=1, max_size=MAX_NAME))
def test_the_key_of_any_name_fits_its_column_and_is_its_own_key(written: str) -> None:
    try:
        key = name_key(kept_name(written))
    except InvalidOption:
        return
    assert len(key) <= 320
    assert name_key(key) == key


def test_a_text_is_kept_as_it_is_but_for_what_no_text_can_hold() -> None:
    assert kept_text("雨\r\n\t$x$\0\ud800") == "雨\r\n\t$x$?"
    with pytest.raises(InvalidOption, match="at most 2,000,000 characters"):
        kept_text("x" * (MAX_CHARACTERS + 1))
