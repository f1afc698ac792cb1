"""Fields of a message: filled in, with the singular or the plural of the words after a number."""

import pytest

from inkwright.plurals import fill_in

QUESTIONS = "{count} {count:question|questions} in {name!r}"


@pytest.mark.parametrize(
    ("count", "filled"),
    [
        (0, "0 questions in 'a'"),
        (1, "1 question in 'a'"),
        (2, "2 questions in 'a'"),
        (11, "11 questions in 'a'"),
        (21, "21 questions in 'a'"),
        ("1", "1 question in 'a'"),
        ("1,000", "1,000 questions in 'a'"),
    ],
)
def test_the_form_follows_the_number(count: object, filled: str) -> None:
    assert fill_in(QUESTIONS, {"count": count, "name": "a"}) == filled


def test_a_form_may_be_several_words_or_none() -> None:
    message = "{count} {count:file is|files are} missing{count:|, one by one}"
    assert fill_in(message, {"count": 1}) == "1 file is missing"
    assert fill_in(message, {"count": 3}) == "3 files are missing, one by one"


def test_all_else_is_as_in_str_format() -> None:
    fields = {"n": 3.14159, "name": "{n}"}
    message = "{{x}} {n:.2f} {name} {name!r:>6}"
    assert fill_in(message, fields) == message.format(**fields)


def test_a_value_with_bars_and_braces_stays_as_it_is() -> None:
    assert fill_in("{said}", {"said": "{a|b} | {said}"}) == "{a|b} | {said}"


def test_a_missing_field_is_an_error() -> None:
    with pytest.raises(KeyError):
        fill_in("{count:a|b}", {})
