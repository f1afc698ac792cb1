"""A mark or a mean that belongs to another pupil or class is found; what is not said plainly is not judged."""

from inkwright.agent.owned_numbers import misplaced_numbers, told_shares
from tests.each import each
from tests.school.test_answers import SCHOOL


@each(
    "message, wrong",
    [
        ("Amy Chan got 15 and Ben Lee got 5.", ["15", "5"]),
        ("Amy Chan: 15 out of 20\nBen Lee: 15", ["15"]),
        ("欧阳晓峰得了 90 分。", ["90"]),
        ("Amy Chan got 5 out of 20 and Ben Lee 15; the mean of Quiz 1 is 10.", []),
        ("Amy Chan scored 5 in Quiz 1 and 90 in the Final exam, 1A has 2 pupils.", []),
        ("Ben Lee got 10 points more than Amy Chan.", []),
        ("Amy Chan and Ben Lee got 5 and 15.", []),
        ("The best mark is 15, by Ben Lee. Amy Chan got 5 on 12 March.", []),
        ("1B's mean in Quiz 1 was 10.", ["10"]),
        ("1A 的平均分是 12 分。", ["12"]),
        ("The mean of 1A is twelve.", ["12"]),
        ("1A 的平均分是十二分。", ["12"]),
        ("1A's mean in Quiz 1 is 10, and 1B's mean is 12.", []),
        ("The mean of 1A is 2 below that of 1B.", []),
        ("1A's mean is 50% of the maximum, and the median of 1A is 10.", []),
        ("Ben Lee got 15 % in Quiz 1.", ["15%"]),
        ("Amy Chan got 5 % in Quiz 1 and 90 points in the exam.", ["5%"]),
        ("欧阳晓峰没有成绩，Amy Wong 的成绩是百分之十二。", ["12%"]),
        ("Amy Chan got 5 of 20, that is 25 %, and 90 % in the Final exam.", []),
        ("Ben Lee got 5 % more than Amy Chan.", []),
    ],
)
def test_numbers_of_somebody_else_are_found(message: str, wrong: list[str]) -> None:
    assert misplaced_numbers(message, SCHOOL) == wrong


def test_a_number_that_the_person_asked_about_is_not_judged() -> None:
    assert misplaced_numbers("Amy Chan got 15.", SCHOOL, "Did Amy get 15?") == []


@each(
    "message, shares",
    [
        ("Amy Chan got 5 of 20 points, that is 25 %, not 24 %.", ["25"]),
        ("歐陽曉峰沒有成績；Ben Lee 得了 75%。", ["75"]),
        ("The mean of 1A is 50 % of the maximum, the highest mark 75 %.", ["50", "75"]),
        ("Ben Lee got 25 %.", []),
        ("Nothing else.", []),
    ],
)
def test_a_share_of_the_maximum_follows_from_the_mark(message: str, shares: list[str]) -> None:
    assert sorted(told_shares(message, SCHOOL)) == shares
    assert told_shares(message, None) == []
