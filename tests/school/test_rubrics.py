"""Rubrics come in both languages, and the one that fits best is found."""

from inkwright.school.rubrics import RubricWish, built_in_rubrics


def test_both_languages_have_the_same_rubrics_with_the_same_points() -> None:
    assert [each.total for each in built_in_rubrics("en")] == [each.total for each in built_in_rubrics("zh")]


def test_a_rubric_for_any_subject_fits_and_an_exact_one_is_closer() -> None:
    essay, problem, *_ = built_in_rubrics("en")
    wish = RubricWish("Mathematics", "problem solving")
    assert (wish.fits(essay), wish.fits(problem)) == (False, True)
    assert wish.closeness(problem) == 2
    assert RubricWish("history", "essay").fits(essay)
