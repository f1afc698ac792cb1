"""Questions from definitions: terms with their meanings, and the name of a term."""

from random import Random

from inkwright.artifacts.quizzes.model import Matching, ShortAnswer, SingleChoice
from inkwright.grounding.questions.candidates import QuestionSource
from inkwright.grounding.questions.matching import (
    choose_the_term_questions,
    matching_questions,
    name_the_term_questions,
)
from tests.grounding.quiz_texts import read

HEART = (
    "# Heart\n\nThe *septum* is a wall of muscle in the heart. The **aorta** is a wide tube for fresh blood. "
    "A valve is a flap of skin for one direction.\n"
)
MEANINGS = {
    "septum": "a wall of muscle in the heart",
    "aorta": "a wide tube for fresh blood",
    "valve": "a flap of skin for one direction",
}


def test_terms_are_matched_with_their_meanings() -> None:
    [candidate] = matching_questions(QuestionSource(read(HEART)), Random(0))
    assert isinstance(candidate.question, Matching)
    assert dict(zip(candidate.question.options, candidate.question.correct_answer, strict=True)) == MEANINGS
    assert candidate.answers == set(MEANINGS)
    assert {location.line for location in candidate.locations} == {3}


def test_fewer_than_three_definitions_are_not_matched() -> None:
    two = HEART.partition(" A valve")[0]
    assert list(matching_questions(QuestionSource(read(two)), Random(0))) == []


def test_each_definition_asks_for_its_term() -> None:
    found = [candidate.question for candidate in name_the_term_questions(QuestionSource(read(HEART)))]
    assert [question.correct_answer for question in found if isinstance(question, ShortAnswer)] == [*MEANINGS]
    assert all(meaning in question.question for question, meaning in zip(found, MEANINGS.values(), strict=True))


def test_a_definition_that_mentions_another_term_is_left_out() -> None:
    text = f"{HEART.rstrip()} A stent is a small net inside the aorta.\n"
    found = [candidate.question for candidate in name_the_term_questions(QuestionSource(read(text)))]
    assert [question.correct_answer for question in found if isinstance(question, ShortAnswer)] == [*MEANINGS]


def test_a_term_is_chosen_among_terms_that_are_defined_otherwise() -> None:
    text = f"{HEART.rstrip()} A vein is a thin tube for used blood.\n"
    found = [candidate.question for candidate in choose_the_term_questions(QuestionSource(read(text)), Random(0))]
    assert len(found) == 4
    for question in found:
        assert isinstance(question, SingleChoice)
        assert sorted(question.options) == ["aorta", "septum", "valve", "vein"]
        assert MEANINGS.get(question.options[ord(question.correct_answer) - ord("A")], "a thin") in question.question
    assert list(choose_the_term_questions(QuestionSource(read(HEART)), Random(0))) == []
