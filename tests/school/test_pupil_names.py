"""Pupils are found by their names, or by parts of them."""

from inkwright.school.pupil_names import mentioned_pupils, without_names
from inkwright.school.records import Pupil
from tests.each import each

PUPILS = [
    Pupil("S01", "Amy Chan", ("1A",)),
    Pupil("S02", "Amy Wong", ("1B",)),
    Pupil("S03", "Will Au", ("1B",)),
    Pupil("S04", "王小明", ("1B",)),
    Pupil("S05", "欧阳晓峰", ("1B",)),
]


@each(
    "text, meant, candidates",
    [
        ("Amy Chan", ["S01"], []),
        ("amy chan and 王小明", ["S01", "S04"], []),
        ("What did Amy get", [], ["S01", "S02"]),
        ("Wong", ["S02"], []),
        ("Wong Amy", ["S02"], []),
        ("小明考了多少", ["S04"], []),
        ("欧阳", ["S05"], []),
        ("S03", ["S03"], []),
        ("will they pass", [], []),
        ("王同学", ["S04"], []),
        ("nobody", [], []),
    ],
)
def test_pupils_are_found_by_name_part_or_number(text: str, meant: list[str], candidates: list[str]) -> None:
    found = mentioned_pupils(text, PUPILS)
    assert ([each.number for each in found.meant], [each.number for each in found.candidates]) == (meant, candidates)


def test_words_inside_names_are_no_longer_there_without_the_names() -> None:
    assert "quiz" not in without_names("Algebra Quiz mean", ["Algebra Quiz"])


def test_a_chinese_name_before_a_test_is_unknown_if_no_pupil_has_it() -> None:
    assert mentioned_pupils("张伟英语期中多少分", PUPILS).unknown == "张伟"
    assert mentioned_pupils("期中数学多少分", PUPILS).unknown == ""
