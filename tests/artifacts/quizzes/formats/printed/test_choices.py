"""In how many columns the options of a printed question stand."""

from inkwright.artifacts.quizzes.formats.printed.choices import choice_columns


def test_options_stand_side_by_side_only_where_all_of_them_fit() -> None:
    assert choice_columns(["A. 长江", "B. 尼罗河", "C. 黄河", "D. 亚马孙河"]) == 4
    assert choice_columns(["A. $\\frac{1}{2}Q$", "B. $2Q$", "C. $Q^2$", "D. $4Q$"]) == 4
    assert choice_columns(["A. Fast water erodes more", "B. Slow water does"]) == 2
    assert choice_columns(["A. Rhine, which flows from the Alps to the North Sea", "B. Nile"]) == 1
    assert choice_columns(["A. x\ny", "B. z"]) == 1


def test_no_row_stays_almost_empty() -> None:
    assert choice_columns(["A. a", "B. b", "C. c", "D. d", "E. e"]) == 1
    assert choice_columns(["A. a", "B. b", "C. c", "D. d", "E. e", "F. f"]) == 3
