"""Questions from what the text defines: terms to be matched with their meanings, and meanings to be named."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Final

from inkwright.artifacts.quizzes.specs import Matching, ShortAnswer
from inkwright.grounding.candidates import DIFFICULTY, Candidate, Ground, point_of
from inkwright.grounding.definitions import Definition

FEWEST: Final = 3
MOST: Final = 6
_WORTH: Final = 3.5


def matchings(ground: Ground, random: Random) -> Iterator[Candidate]:
    """Sets of definitions of which none mentions the term of another; each definition is in one of them."""
    left = _distinct(ground.definitions.values())
    while len(left) >= FEWEST:
        # Two sets of four are better than one of six and two that nobody can use.
        size = len(left) if len(left) <= 5 else 4
        taken, left = left[:size], left[size:]
        yield _matching(ground, random.sample(taken, len(taken)))


def named(ground: Ground) -> Iterator[Candidate]:
    """For each definition the question which term it is."""
    for definition in _distinct(ground.definitions.values()):
        place = definition.sentence.place
        question = ShortAnswer(
            question=ground.said("named", meaning=definition.meaning),
            correct_answer=definition.term,
            explanation=ground.explained([place]),
            difficulty=DIFFICULTY["SHORT_ANSWER"],
            knowledge_point=point_of(place),
        )
        yield Candidate(question, (place,), _WORTH, frozenset([definition.term.lower()]), frozenset())


def _distinct(definitions: Iterable[Definition]) -> list[Definition]:
    kept: list[Definition] = []
    for found in definitions:
        if all(_are_apart(found, other) and _are_apart(other, found) for other in kept):
            kept.append(found)
    return kept


def _are_apart(one: Definition, other: Definition) -> bool:
    term = one.term.lower()
    return term not in other.meaning.lower() and term not in other.term.lower() and one.meaning != other.meaning


def _matching(ground: Ground, definitions: Sequence[Definition]) -> Candidate:
    places = tuple(definition.sentence.place for definition in definitions)
    sections = {place.section for place in places}
    question = Matching(
        question=ground.said("matching"),
        options=[definition.term for definition in definitions],
        correct_answer=[definition.meaning for definition in definitions],
        explanation=ground.explained(sorted(places, key=lambda place: place.line)),
        difficulty=DIFFICULTY["MATCHING"],
        knowledge_point=point_of(places[0]) if len(sections) == 1 else "",
    )
    answers = frozenset(definition.term.lower() for definition in definitions)
    words = frozenset(word for marked in ground.sentences if marked.sentence.place in places for word in marked.words)
    return Candidate(question, places, _WORTH, answers, words)
