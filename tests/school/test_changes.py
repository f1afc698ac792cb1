"""Which tests are compared, and what a question about a change asks for."""

from inkwright.school.changes import MeanChange, asked_change, compared_tests, mean_change
from tests.each import each
from tests.school.test_answers import SCHOOL

QUIZ, FINAL = SCHOOL.data.tests


def test_the_change_is_that_of_the_pupils_who_took_both_tests() -> None:
    assert mean_change(SCHOOL, SCHOOL.members("1A"), QUIZ, FINAL) == MeanChange(1, 0.25, 0.9)
    assert mean_change(SCHOOL, SCHOOL.members("2A"), QUIZ, FINAL) is None


def test_a_test_that_is_named_is_compared_with_the_one_before_it() -> None:
    assert compared_tests([FINAL], [QUIZ, FINAL]) == (QUIZ, FINAL)
    assert compared_tests([QUIZ], [QUIZ, FINAL]) == (QUIZ, FINAL)
    assert compared_tests([], [QUIZ, FINAL]) == (QUIZ, FINAL)
    assert compared_tests([], [QUIZ]) is None


@each(
    "text, expected",
    [
        ("which class improved most?", (False, True)),
        ("哪个班退步最多", (True, True)),
        ("哪个班的谁退步最多", (True, False)),
        ("who dropped most in 1a?", (True, False)),
        ("how is amy?", None),
    ],
)
def test_a_question_is_about_pupils_or_classes(text: str, expected: tuple[bool, bool] | None) -> None:
    found = asked_change(text)
    assert (found and (found.is_fall, found.is_of_classes)) == expected
