"""Round trips: a format loses nothing that it can hold, with formulas, Chinese and every escape."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings

from inkwright.artifacts.quizzes.export import export_quiz
from inkwright.artifacts.quizzes.formats.registry import quiz_format
from inkwright.artifacts.quizzes.lint import lint
from inkwright.artifacts.quizzes.load import read_quiz
from inkwright.artifacts.quizzes.model import Quiz
from tests.artifacts.quizzes.sample_quizzes import ALL, every_type, quizzes

GIFT = ("SINGLE_CHOICE", "MULTIPLE_CHOICE", "TRUE_FALSE", "ONE_BLANK", "SHORT_ANSWER", "ESSAY", "PAIRS")
MOODLE = ("SINGLE_CHOICE", "MULTIPLE_CHOICE", "TRUE_FALSE", "FILL_IN_BLANK", "SHORT_ANSWER", "LONG_ANSWER", "MATCHING",
          "IN_ORDER")  # fmt: skip
FEW, MANY = 40, 300
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large, HealthCheck.large_base_example]


def back(quiz: Quiz, form: str) -> Quiz:
    """The quiz after it went out and came in again."""
    return read_quiz(export_quiz(quiz, form).content, f"quiz{quiz_format(form).extension}").quiz


def check_json(quiz: Quiz) -> None:
    assert back(quiz, "json") == quiz


def check_markdown(quiz: Quiz) -> None:
    assert back(quiz, "markdown") == quiz


def check_gift(quiz: Quiz) -> None:
    assert back(quiz, "gift") == quiz


def check_moodle(quiz: Quiz) -> None:
    assert back(quiz, "moodle") == quiz


def check_xlsx(quiz: Quiz) -> None:
    assert back(quiz, "xlsx") == quiz


TRIPS: list[tuple[Callable[[Quiz], None], tuple[str, ...], bool]] = [
    (check_json, ALL, True),
    (check_markdown, ALL, True),
    (check_gift, GIFT, False),
    (check_moodle, MOODLE, True),
    (check_xlsx, ALL, True),
]


def run(check: Callable[[Quiz], None], kinds: tuple[str, ...], has_points: bool, count: int) -> None:
    strategy = quizzes(kinds, has_points=has_points)
    sized = settings(max_examples=count, deadline=None, suppress_health_check=SLOW)
    sized(given(quiz=strategy)(check))()


@pytest.mark.parametrize(("check", "kinds", "has_points"), TRIPS, ids=lambda each: getattr(each, "__name__", ""))
def test_a_quiz_is_read_back_unchanged(check: Callable[[Quiz], None], kinds: tuple[str, ...], has_points: bool) -> None:
    run(check, kinds, has_points, FEW)


@pytest.mark.soak
@pytest.mark.parametrize(("check", "kinds", "has_points"), TRIPS, ids=lambda each: getattr(each, "__name__", ""))
def test_hundreds_of_quizzes_are_read_back(
    check: Callable[[Quiz], None], kinds: tuple[str, ...], has_points: bool
) -> None:
    run(check, kinds, has_points, MANY)


@pytest.mark.parametrize("form", ["json", "markdown", "xlsx"])
def test_every_type_is_read_back_from_the_lossless_formats(form: str) -> None:
    assert back(every_type(), form) == every_type()
    assert lint(every_type()) == []


def test_losses_in_gift_are_reported_question_by_question() -> None:
    assert [*export_quiz(every_type(), "gift").notes] == [
        ("no_points", ("1", "4", "9.2")),
        ("blanks_as_pairs", ("4",)),
        ("no_model_answer", ("6",)),
        ("no_distractors", ("7",)),
        ("order_as_pairs", ("8",)),
        ("no_explanation", ("9",)),
        ("parts_apart", ("9",)),
    ]


def test_losses_in_moodle_are_reported_question_by_question() -> None:
    assert [*export_quiz(every_type(), "moodle").notes] == [("shown_order", ("8",)), ("parts_apart", ("9",))]
