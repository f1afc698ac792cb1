"""Data errors say in both languages what is missing and what may be used instead."""

from typing import get_args

from inkwright.apps.run_errors import MAX_SUGGESTIONS, DataErrorType, data_missing, error_message
from inkwright.i18n import has_message


def test_every_type_has_a_message() -> None:
    assert [each for each in get_args(DataErrorType) if not has_message(f"apps.error.{each}")] == []


def test_an_error_is_json_with_few_suggestions() -> None:
    error = data_missing("unknown_class", "9Z" * 500, [str(number) for number in range(50)]).error
    shown = error.as_json("zh")
    assert set(shown) == {"errorType", "message", "entity", "suggestions", "step"}
    assert (len(shown["suggestions"]), len(shown["entity"])) == (MAX_SUGGESTIONS, 200)


def test_a_stored_error_is_said_in_the_language_of_the_reader() -> None:
    stored = data_missing("unknown_class", "9Z").error.as_json("en")
    assert (stored["message"], error_message(stored, "zh")) == ("No class is called “9Z”.", "没有名为“9Z”的班级。")
