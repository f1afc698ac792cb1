"""Pupils and tests are found by their names, or by parts of them."""

from inkwright.school.pupil_names import mentioned_pupils, mentioned_tests, without_names
from inkwright.school.records import Pupil, Test
from tests.each import each

PUPILS = [
    Pupil("S01", "Amy Chan", ("1A",)),
    Pupil("S02", "Amy Wong", ("1B",)),
    Pupil("S03", "Will Au", ("1B",)),
    Pupil("S04", "王小明", ("1B",)),
    Pupil("S05", "欧阳晓峰", ("1B",)),
]
TESTS = [
    Test("Algebra Quiz", 20),
    Test("Geometry Quiz", 20),
    Test("测验1", 10),
    Test("期中考试", 100),
    Test("Test 10", 10),
]


@each(
    "text, meant, candidates",
    [
        ("Amy Chan", ["S01"], []),
        ("amy chan and 王小明", ["S01", "S04"], []),
        ("What did Amy get", [], ["S01", "S02"]),
        ("Wong", ["S02"], []),
        ("小明考了多少", ["S04"], []),
        ("欧阳", ["S05"], []),
        ("S03", ["S03"], []),
        ("will they pass", [], []),
        ("nobody", [], []),
    ],
)
def test_pupils_are_found_by_name_part_or_number(text: str, meant: list[str], candidates: list[str]) -> None:
    found = mentioned_pupils(text, PUPILS)
    assert ([each.number for each in found.meant], [each.number for each in found.candidates]) == (meant, candidates)


@each(
    "text, meant, candidates, unknown",
    [
        ("the algebra quiz", ["Algebra Quiz"], 0, ""),
        ("the quiz", [], 2, ""),
        ("测验1", ["测验1"], 0, ""),
        ("期中", ["期中考试"], 0, ""),
        ("期末", [], 0, "期末"),
        ("Test 1", [], 0, "Test 1"),
        ("all tests", [], 0, ""),
        ("the last test", ["Test 10"], 0, ""),
        ("the mean", [], 0, ""),
    ],
)
def test_tests_are_found_by_name_or_type(text: str, meant: list[str], candidates: int, unknown: str) -> None:
    found = mentioned_tests(text, TESTS)
    assert ([each.name for each in found.meant], len(found.candidates), found.unknown) == (meant, candidates, unknown)


def test_words_inside_names_are_no_longer_there_without_the_names() -> None:
    assert "quiz" not in without_names("Algebra Quiz mean", ["Algebra Quiz"])
