"""Which tests a question compares, and numbers in words."""

from inkwright.school.comparing import extreme_test, shares_of_tests, with_digits
from inkwright.school.records import Pupil, Result, SchoolClass, SchoolData, Test
from inkwright.school.school import School
from tests.each import each


@each(
    "question, expected",
    [
        ("超过八成五的有谁", "超过85%的有谁"),
        ("七成就算及格", "70%就算及格"),
        ("百分之六十以上", "60%以上"),
        ("三分之二以下", "66.67%以下"),
        ("九十分以上的", "90分以上的"),
        ("一百二十分", "120分"),
        ("高一成绩", "高一成绩"),
        ("小测一分数", "小测一分数"),
        ("十分好", "十分好"),
    ],
)
def test_marks_and_shares_in_words_are_read(question: str, expected: str) -> None:
    assert with_digits(question) == expected


@each(
    "question, expected",
    [
        ("哪次考得最差", "worst"),
        ("四次考试里哪一次成绩最好", "best"),
        ("which of the four tests went worst", "worst"),
        ("what was their best test", "best"),
        ("哪个班考得最好", None),
        ("who did worst", None),
    ],
)
def test_a_question_for_the_best_or_worst_test_is_told_from_one_for_people(question: str, expected: str | None) -> None:
    assert extreme_test(question) == expected


def test_tests_with_other_maxima_are_compared_by_share() -> None:
    tests = (Test("Short", 10), Test("Long", 100), Test("Empty", 10))
    results = (Result("1", "Short", 5), Result("1", "Long", 40))
    school = School(SchoolData((SchoolClass("a", "1A"),), (Pupil("1", "Amy", ("a",)),), tests, results))
    assert [tuple(each) for each in shares_of_tests(school, school.data.pupils, tests)] == [
        (tests[0], 0.5),
        (tests[1], 0.4),
    ]
