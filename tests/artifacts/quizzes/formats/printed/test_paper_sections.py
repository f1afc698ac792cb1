"""The sections of a printed quiz."""

from inkwright.artifacts.quizzes.formats.printed.paper_sections import paper_sections
from inkwright.artifacts.quizzes.load import quiz_from_value
from tests.artifacts.quizzes.sample_quizzes import every_type


def test_every_type_of_question_is_a_section_with_its_marks() -> None:
    sections = paper_sections(every_type())
    assert len(sections) == 9
    assert sections[0].heading == "Part A. Multiple choice (2.5 marks)"
    assert sections[-1].heading == "Part I. Questions with parts (4 marks)"
    assert [number for section in sections for number, _ in section.questions] == [*range(1, 10)]


def test_a_quiz_of_one_type_has_no_heading() -> None:
    one = {"questionType": "SHORT_ANSWER", "question": "Why?", "correctAnswer": "So."}
    [section] = paper_sections(quiz_from_value({"title": "T", "questions": [one, one]}))
    assert (section.heading, section.has_equal_points) == ("", False)
