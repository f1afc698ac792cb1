"""A name that gets marks and that no pupil has is found; labels, topics and other words are not."""

from inkwright.agent.attributed_names import unknown_pupils, unknown_refusal
from tests.each import each
from tests.school.test_answers import SCHOOL

ROWS = "| Name | Quiz 1 |\n|---|---|\n| Amy Chan | 5 |\n| Ben Lee | 15 |\n"


@each(
    "message, names",
    [
        ("Peter Smith got 15 points.", ["Peter Smith"]),
        ("The best in Quiz 1 is Peter Smith with 15 points.", ["Peter Smith"]),
        ("最高分是赵大海，15 分。", ["赵大海"]),
        ("成績最好的是黃曉明，得了 15 分。", ["黄晓明"]),
        ("小测里，刘洋得了 15 分。", ["刘洋"]),
        (f"{ROWS}| Zoe Park | 12 |\n| Class Mean | 10 |", ["Zoe Park"]),
        ("- Amy Chan: 5\n- **Ben Lee**: 15\n- Zoe Park: 12\n- Next Steps: 2 quizzes", ["Zoe Park"]),
        ("Amy Chan got 5 points, the best is Ben Lee with 15, Chan Amy got 5.", []),
        ("最高分是高达 15 分，最好的是方程，15 分，欧阳晓峰得了 15 分。", []),
        ("Khan Academy has 5 exercises. Ask Mr Smith for 15 of them.", []),
        (f"{ROWS}| Mean | 10 |\n| Standard Deviation | 7.07 |", []),
        ("- Part One: 5 points\n- Next Week: 10 points", []),
        ("The best source is World Atlas (5 points).", []),
    ],
)
def test_a_name_with_marks_that_no_pupil_has_is_found(message: str, names: list[str]) -> None:
    assert unknown_pupils(message, SCHOOL, ["World Atlas"]) == names
    assert unknown_pupils(message, None) == []


def test_the_refusal_names_the_names() -> None:
    assert "Zoe Park" in unknown_refusal(["Zoe Park"])
