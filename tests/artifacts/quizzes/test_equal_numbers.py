"""Options that are the same number."""

from inkwright.artifacts.quizzes.equal_numbers import equal_numbers
from tests.each import each

SAME = [["0.5", "50 %"], ["½", "0.5"], ["2/4", "1/2"], ["$\\frac{1}{2}$", "50％"], ["²⁄₄", "0.5"], ["−0.25", "-25%"]]
SAME += [["1 km", "1000 m"], ["0.5 h", "30 min"], ["1 千米", "1000 米"]]
OTHER = [
    ["0.5", "0.50"],
    ["0.5", "5"],
    ["50", "50%"],
    ["1/0", "2/0"],
    ["half", "0.5"],
    ["3 m", "3 cm"],
    ["1000 m", "1000 g"],
]


@each("options", SAME)
def test_the_same_value_in_another_notation_is_found(options: list[str]) -> None:
    assert [*equal_numbers(options)] == [(1, 0)]


@each("options", OTHER)
def test_different_values_and_accuracies_are_different_options(options: list[str]) -> None:
    assert [*equal_numbers(options)] == []
