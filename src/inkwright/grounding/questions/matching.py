"""Questions from definitions: match terms with their meanings, or name the term."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Final

from inkwright.artifacts.quizzes.model import Matching, ShortAnswer
from inkwright.grounding.definitions import Definition
from inkwright.grounding.questions.candidates import DIFFICULTY, QuestionCandidate, QuestionSource, question_topic

MIN_PAIRS: Final = 3
MAX_PAIRS: Final = 6
_SCORE: Final = 3.5


def matching_questions(ground: QuestionSource, random: Random) -> Iterator[QuestionCandidate]:
    """Sets of definitions of which none mentions the term of another; each definition is in one of them."""
    left = _distinct(ground.definitions.values())
    while len(left) >= MIN_PAIRS:
        # Two sets of four are better than one of six and two that nobody can use.
        size = len(left) if len(left) <= 5 else 4
        taken, left = left[:size], left[size:]
        yield _matching_question(ground, random.sample(taken, len(taken)))


def name_the_term_questions(ground: QuestionSource) -> Iterator[QuestionCandidate]:
    """For each definition the question which term it is."""
    for definition in _distinct(ground.definitions.values()):
        place = definition.sentence.place
        question = ShortAnswer(
            question=ground.said("named", meaning=definition.meaning),
            correct_answer=definition.term,
            explanation=ground.explained([place]),
            difficulty=DIFFICULTY["SHORT_ANSWER"],
            knowledge_point=question_topic(place),
        )
        yield QuestionCandidate(question, (place,), _SCORE, frozenset([definition.term.lower()]), frozenset())


def _distinct(definitions: Iterable[Definition]) -> list[Definition]:
    kept: list[Definition] = []
    for found in definitions:
        if all(_are_distinct(found, other) and _are_distinct(other, found) for other in kept):
            kept.append(found)
    return kept


def _are_distinct(one: Definition, other: Definition) -> bool:
    term = one.term.lower()
    return term not in other.meaning.lower() and term not in other.term.lower() and one.meaning != other.meaning


def _matching_question(ground: QuestionSource, definitions: Sequence[Definition]) -> QuestionCandidate:
    places = tuple(definition.sentence.place for definition in definitions)
    sections = {place.section for place in places}
    question = Matching(
        question=ground.said("matching"),
        options=[definition.term for definition in definitions],
        correct_answer=[definition.meaning for definition in definitions],
        explanation=ground.explained(sorted(places, key=lambda place: place.line)),
        difficulty=DIFFICULTY["MATCHING"],
        knowledge_point=question_topic(places[0]) if len(sections) == 1 else "",
    )
    answers = frozenset(definition.term.lower() for definition in definitions)
    words = frozenset(word for marked in ground.sentences if marked.sentence.place in places for word in marked.words)
    return QuestionCandidate(question, places, _SCORE, answers, words)
