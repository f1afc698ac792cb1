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


def matching_questions(source: QuestionSource, random: Random) -> Iterator[QuestionCandidate]:
    """Yield sets of definitions that do not mention each other's terms; each definition is used once."""
    left = _distinct(source.definitions.values())
    while len(left) >= MIN_PAIRS:
        # Two sets of four are better than one of six and two leftovers.
        size = len(left) if len(left) <= 5 else 4
        taken, left = left[:size], left[size:]
        yield _matching_question(source, random.sample(taken, len(taken)))


def name_the_term_questions(source: QuestionSource) -> Iterator[QuestionCandidate]:
    """Yield a question for each definition that asks for its term."""
    for definition in _distinct(source.definitions.values()):
        location = definition.sentence.location
        question = ShortAnswer(
            question=source.message("named", meaning=definition.meaning),
            correct_answer=definition.term,
            explanation=source.quoted([location]),
            difficulty=DIFFICULTY["SHORT_ANSWER"],
            knowledge_point=question_topic(location),
        )
        yield QuestionCandidate(question, (location,), _SCORE, frozenset([definition.term.lower()]), frozenset())


def _distinct(definitions: Iterable[Definition]) -> list[Definition]:
    kept: list[Definition] = []
    for found in definitions:
        if all(_are_distinct(found, other) and _are_distinct(other, found) for other in kept):
            kept.append(found)
    return kept


def _are_distinct(one: Definition, other: Definition) -> bool:
    term = one.term.lower()
    return term not in other.meaning.lower() and term not in other.term.lower() and one.meaning != other.meaning


def _matching_question(source: QuestionSource, definitions: Sequence[Definition]) -> QuestionCandidate:
    locations = tuple(definition.sentence.location for definition in definitions)
    sections = {location.section for location in locations}
    question = Matching(
        question=source.message("matching"),
        options=[definition.term for definition in definitions],
        correct_answer=[definition.meaning for definition in definitions],
        explanation=source.quoted(sorted(locations, key=lambda location: location.line)),
        difficulty=DIFFICULTY["MATCHING"],
        knowledge_point=question_topic(locations[0]) if len(sections) == 1 else "",
    )
    answers = frozenset(definition.term.lower() for definition in definitions)
    words = frozenset(
        word for annotated in source.sentences if annotated.sentence.location in locations for word in annotated.words
    )
    return QuestionCandidate(question, locations, _SCORE, answers, words)
