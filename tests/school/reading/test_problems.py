"""A problem says where it is and what it is, in both languages."""

from inkwright.school.reading.problems import FileRefused, ImportProblem


def test_the_place_of_a_problem_names_part_row_and_column() -> None:
    problem = ImportProblem("mark_over_maximum", row=5, column="测验", part="1A", value="61")
    assert (problem.place("en"), problem.place("zh")) == ("1A, row 5, 测验", "1A，第 5 行，测验")
    assert "61" in problem.message("en")
    assert FileRefused("empty_file").problem.place("en") == ""


def test_a_table_without_classes_says_how_to_give_one() -> None:
    assert "--class" in ImportProblem("missing_class", row=1, is_whole=True).message("en")
    assert ImportProblem("missing_class", row=5).message("en") == "the class is missing"
