"""Options that say the same in other words."""

from inkwright.artifacts.quizzes.same_meaning import same_meanings
from tests.each import each


@each(
    "options",
    [
        ["salt and water", "water and salt", "sugar"],
        ["The north wind blows", "A north wind blows", "No wind blows"],
        ["Two", "2", "3"],
        ["It is because of the rain", "It is due to the rain"],
        ["海陆热力性质的差异", "海洋与陆地热力性质的差异", "地球公转"],
        ["温度和压强", "压强与温度", "体积"],
    ],
)
def test_options_that_say_the_same_are_found(options: list[str]) -> None:
    assert [*same_meanings("Which is the cause?", options)] == [(1, 0)]


@each(
    "question, options",
    [
        ("Which order is right?", ["lightning and thunder", "thunder and lightning"]),
        ("Which sentence is correct?", ["He bought a red car", "He bought the red car"]),
        ("What?", ["氧化铁", "四氧化三铁"]),
        ("What?", ["left atrium", "left upper atrium"]),
        ("What?", ["Paris and Rome", "Paris and London"]),
        ("What?", ["a", "the"]),
        ("What?", ["2 and 3", "3 and 2"]),
    ],
)
def test_options_that_differ_are_not_found(question: str, options: list[str]) -> None:
    assert [*same_meanings(question, options)] == []
