"""A false statement about a whole class is found; what is not plain, or may be meant otherwise, is not judged."""

from inkwright.agent.group_claims import GroupClaims, group_refusal
from inkwright.school.records import Pupil, Result, SchoolClass, SchoolData, Test
from inkwright.school.school import School
from tests.each import each

_MARKS = {"1A": (10, 15, 5, 18, None), "1B": (14, 12, 13), "初二(3)班": (4, 6)}
_PUPILS = [(f"{name}-{place}", name, mark) for name, marks in _MARKS.items() for place, mark in enumerate(marks)]
SCHOOL = School(
    SchoolData(
        tuple(SchoolClass(name, name) for name in _MARKS),
        tuple(Pupil(number, f"Pupil {number}", (name,)) for number, name, _ in _PUPILS),
        (Test("Quiz 1", 20, "Fractions"),),
        tuple(Result(number, "Quiz 1", mark) for number, _, mark in _PUPILS if mark is not None),
    )
)


@each(
    "message",
    [
        "1A has 4 pupils.",
        "All 4 pupils of 1A were there.",
        "There are four pupils in 1A.",
        "Everyone in 1A passed Quiz 1.",
        "Nobody passed Quiz 1 in 1B; well.",
        "In 1A, 3 pupils passed Quiz 1.",
        "In 1A, none of the pupils failed.",
        "The mean of 1A in Quiz 1 is 12.5.",
        "1B: the median of Quiz 1 is 14.",
        "1A's lowest mark in Quiz 1 is 10.",
        "The pass rate of 1A in Quiz 1 was 60%.",
        "The mean of 1B in Quiz 1 is 13 %.",
        "初二(3)班共有 3 名学生。",
        "初二(3)班共有三名學生。",
        "初二(3)班全班都及格了。",
        "1A 沒有人不及格。",
        "初二(3)班有 2 人及格。",
        "1B 的平均分是十二分。",
    ],
)
def test_what_is_false_for_every_class_and_test_that_may_be_meant_is_found(message: str) -> None:
    assert GroupClaims(message, SCHOOL).false_ones() == [message.split("; ")[0] + ";" * ("; " in message)]


@each(
    "message",
    [
        "1A has 5 pupils, and four of them have a mark in Quiz 1.",
        "In Quiz 1, 1A had 4 marks: 1A has 2 pupils who failed.",
        "Everyone in 1B passed Quiz 1. All 3 pupils of 1B passed.",
        "Nobody in 初二(3)班 passed Quiz 1.",
        "In 1A, 2 of 5 pupils passed Quiz 1, so the pass rate is 50 %.",
        "Not everyone in 1A passed, and if all pupils in 1A passed next time, that would be good.",
        "Everyone else in 1A passed. All pupils in 1A with more than 10 passed.",
        "Did everyone in 1A pass? Has everyone in 1A passed?",
        "The mean of 1A in Quiz 1 is 12, the median 12.5; the mean is 1 below that of 1B.",
        "The mean of 1A is 60 % of the maximum. The second highest mark in 1A is 15.",
        "Everyone in 1A passed at 25 %. All pupils in 1A passed through the same door.",
        "The average mark of Fractions in 1A is 40 %; the average time in 1A was 5 minutes.",
        "The mean of 1A and 1B is 12.43.",
        "初二(3)班共有 2 名学生，全班都不及格，没有人及格。",
        "1B 全班都及格了，平均分是 13 分。",
        "1A 并非全班都及格，3 人不及格（缺考 1 人）。",
        "Everyone passed their driving test.",
    ],
)
def test_what_is_true_or_may_be_meant_otherwise_is_not_refused(message: str) -> None:
    assert GroupClaims(message, SCHOOL).false_ones() == []


def test_another_pass_mark_of_the_question_is_not_judged() -> None:
    assert GroupClaims("Everyone in 1A passed Quiz 1.", SCHOOL, "Who in 1A would pass at 25 %?").false_ones() == []


def test_the_refusal_names_the_sentence() -> None:
    assert "1A has 4 pupils." in group_refusal(["1A has 4 pupils."])
