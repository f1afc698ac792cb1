"""One question changes, and every other one is the same JSON."""

import pytest

from inkwright.artifacts.quizzes.edit import insert_question, replace_question
from inkwright.artifacts.quizzes.load import question_from_value
from inkwright.artifacts.quizzes.model import Quiz, as_json
from inkwright.errors import InvalidOption
from tests.artifacts.quizzes.sample_quizzes import every_type

NEW = question_from_value({"questionType": "SHORT_ANSWER", "question": "New?", "correctAnswer": "yes"})


def test_a_replaced_question_takes_over_id_and_order_and_no_other_changes() -> None:
    before, after = as_json(every_type())["questions"], as_json(replace_question(every_type(), 3, NEW))["questions"]
    assert after[2] == {**as_json(NEW), "id": "q3", "order": 3}
    assert after[:2] + after[3:] == before[:2] + before[3:]


@pytest.mark.parametrize("number", [1, 4, 10])
def test_an_inserted_question_only_renumbers_later_ones(number: int) -> None:
    before, after = as_json(every_type())["questions"], as_json(insert_question(every_type(), number, NEW))["questions"]
    assert after[number - 1] == {**as_json(NEW), "id": "q10", "order": number}
    others = after[: number - 1] + after[number:]
    assert [{**each, "order": 0} for each in others] == [{**each, "order": 0} for each in before]
    assert [each["order"] for each in after] == [*range(1, 11)]


def test_the_parts_of_a_new_composite_question_get_their_own_ids() -> None:
    part = {"questionType": "TRUE_FALSE", "question": "So?", "correctAnswer": "true"}
    new = question_from_value({"questionType": "COMPOSITE", "question": "Text", "subQuestions": [part]})
    written = as_json(replace_question(every_type(), 2, new))["questions"][1]
    assert (written["id"], written["subQuestions"][0]["id"]) == ("q2", "q2.1")


@pytest.mark.parametrize("number", [0, 11, -1])
def test_a_number_out_of_range_is_rejected(number: int) -> None:
    for edit in (replace_question, insert_question):
        with pytest.raises(InvalidOption):
            edit(every_type(), number, NEW)


def test_the_given_quiz_is_not_changed() -> None:
    quiz = every_type()
    replace_question(quiz, 1, NEW)
    assert quiz == every_type()
    assert isinstance(quiz, Quiz)
