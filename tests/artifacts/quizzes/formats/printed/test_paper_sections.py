"""The sections of a printed quiz."""

import pytest

from inkwright.artifacts.quizzes.formats.printed.paper_sections import paper_sections
from inkwright.artifacts.quizzes.load import quiz_from_value
from tests.artifacts.quizzes.sample_quizzes import every_type


def test_every_type_of_question_is_a_section_with_its_marks() -> None:
    questions = [each.model_copy(update={"id": ""}) for each in every_type().questions for _ in range(2)]
    sections = paper_sections(every_type().model_copy(update={"questions": questions}))
    assert len(sections) == 9
    assert sections[0].heading == "Part A. Multiple choice (2.5 marks each, 5 in total)"
    assert sections[-1].heading == "Part I. Questions with parts (8 marks)"
    assert [number for section in sections for number, _ in section.questions] == [*range(1, 19)]


def test_a_paper_with_one_question_of_each_type_has_no_sections() -> None:
    [section] = paper_sections(every_type())
    assert (section.heading, len(section.questions), section.has_equal_points) == ("", 9, False)


@pytest.mark.parametrize(("choices", "count"), [(1, 1), (2, 1), (3, 3), (8, 3)])
def test_a_section_may_have_one_question_where_others_have_more(choices: int, count: int) -> None:
    choice = {"questionType": "TRUE_FALSE", "question": "A?", "correctAnswer": "true"}
    asked = [
        {"questionType": kind, "question": "Why?", "correctAnswer": "So."} for kind in ("SHORT_ANSWER", "LONG_ANSWER")
    ]
    made = paper_sections(quiz_from_value({"title": "T", "questions": [*[choice] * choices, *asked]}))
    assert len(made) == count


def test_a_quiz_of_one_type_has_no_heading() -> None:
    one = {"questionType": "SHORT_ANSWER", "question": "Why?", "correctAnswer": "So."}
    [section] = paper_sections(quiz_from_value({"title": "T", "questions": [one, one]}))
    assert (section.heading, section.has_equal_points) == ("", False)
