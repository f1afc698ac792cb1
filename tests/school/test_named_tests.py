"""Tests are found by their names, or by subject, type and number."""

from inkwright.school.named_tests import mentioned_tests
from inkwright.school.records import Test
from tests.each import each

TESTS = [
    Test("Algebra Quiz", 20),
    Test("Geometry Quiz", 20),
    Test("测验1", 10),
    Test("期中考试", 100),
    Test("Test 10", 10),
]
SUBJECTS = [
    Test("Maths Quiz 1", 20),
    Test("Maths Quiz 2", 20),
    Test("English Quiz 1", 20),
    Test("语文月考一", 100),
    Test("语文月考二", 100),
]


@each(
    "text, meant, candidates, unknown",
    [
        ("the algebra quiz", ["Algebra Quiz"], 0, ""),
        ("in geometry", ["Geometry Quiz"], 0, ""),
        ("the quiz", [], 2, ""),
        ("测验1", ["测验1"], 0, ""),
        ("期中", ["期中考试"], 0, ""),
        ("期末", [], 0, "期末"),
        ("Test 1", ["测验1"], 0, ""),
        ("Test 100", [], 0, "Test 100"),
        ("all tests", [], 0, ""),
        ("the last test", ["Test 10"], 0, ""),
        ("the mean", [], 0, ""),
    ],
)
def test_tests_are_found_by_name_or_type(text: str, meant: list[str], candidates: int, unknown: str) -> None:
    found = mentioned_tests(text, TESTS)
    assert ([each.name for each in found.meant], len(found.candidates), found.unknown) == (meant, candidates, unknown)


@each(
    "text, meant, candidates, unknown",
    [
        ("the first maths quiz", ["Maths Quiz 1"], 0, ""),
        ("math quiz two", ["Maths Quiz 2"], 0, ""),
        ("Quiz 1", [], 2, ""),
        ("maths quiz 1 and 2", ["Maths Quiz 1", "Maths Quiz 2"], 0, ""),
        ("Quiz 3", [], 0, "Quiz 3"),
        ("in maths", ["Maths Quiz 1", "Maths Quiz 2"], 0, ""),
        ("the Physics mark", [], 0, "Physics"),
        ("please answer in English", [], 0, ""),
        ("第二次语文月考", ["语文月考二"], 0, ""),
        ("月考2", ["语文月考二"], 0, ""),
        ("物理成绩", [], 0, "物理"),
        ("月考一共几次", [], 2, ""),
    ],
)
def test_subject_type_and_number_in_any_words_name_a_test(
    text: str, meant: list[str], candidates: int, unknown: str
) -> None:
    found = mentioned_tests(text, SUBJECTS)
    assert ([each.name for each in found.meant], len(found.candidates), found.unknown) == (meant, candidates, unknown)


def test_a_name_is_not_found_in_the_name_of_a_later_test() -> None:
    tests = [Test("月考", 100), Test("期中", 100)]
    assert mentioned_tests("月考二的平均分", tests).unknown == "月考二"
