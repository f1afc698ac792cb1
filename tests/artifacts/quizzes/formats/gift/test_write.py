"""GIFT that is read back as the same quiz."""

import pytest

from inkwright.artifacts.quizzes.load import quiz_from_value
from tests.artifacts.quizzes.test_round_trips import back


@pytest.mark.parametrize("answer", ["2*3", "*", "\\*", "a\\", "\\\\*x", "$a*b$"])
def test_a_literal_star_in_an_answer_is_read_back(answer: str) -> None:
    short = {"questionType": "SHORT_ANSWER", "question": "Q?", "correctAnswer": answer}
    blank = {"questionType": "FILL_IN_BLANK", "question": "It is ____.", "correctAnswer": [answer]}
    quiz = quiz_from_value({"title": "T", "language": "en", "questions": [short, blank]})
    assert back(quiz, "gift") == quiz
    assert back(quiz, "moodle") == quiz
