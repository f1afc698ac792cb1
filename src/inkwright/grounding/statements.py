"""Statements that are true because the text says them, or false because one of their values or names was changed."""

from collections.abc import Iterator
from random import Random
from typing import Final

from inkwright.artifacts.quizzes.specs import TrueFalse
from inkwright.grounding.candidates import DIFFICULTY, Candidate, Ground, point_of
from inkwright.grounding.clozes import others_of
from inkwright.grounding.mentions import Marked
from inkwright.grounding.slots import asked_terms, score_of
from inkwright.grounding.sorts import Mention

_TRUE: Final = 0.8
_PLAIN: Final = 1.0


def statements(ground: Ground, random: Random) -> Iterator[Candidate]:
    """Each sentence as it stands, and with each of its terms changed for another that makes it false."""
    for at, marked in ground.askable:
        terms = list(asked_terms(ground, marked))
        best = max((score_of(ground, marked, term) for term in terms), default=_PLAIN)
        if terms or ground.speaks_of_its_matter(marked):
            yield _statement(ground, marked, marked.sentence.text, best * _TRUE, is_true=True)
        for term in terms:
            for other in others_of(ground, at, term, random, 1):
                said = _changed(marked.sentence.text, term, other)
                yield _statement(ground, marked, said, score_of(ground, marked, term), is_true=False)


def _changed(text: str, mention: Mention, other: str) -> str:
    return text[: mention.start] + other + text[mention.end :]


def _statement(ground: Ground, marked: Marked, said: str, score: float, *, is_true: bool) -> Candidate:
    place = marked.sentence.place
    question = TrueFalse(
        question=ground.said("statement", sentence=said),
        correct_answer="true" if is_true else "false",
        explanation=ground.explained([place]),
        difficulty=DIFFICULTY["TRUE_FALSE"],
        knowledge_point=point_of(place),
    )
    return Candidate(question, (place,), score, frozenset(), marked.words)
