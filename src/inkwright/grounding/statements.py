"""Statements that are true because the text says them, or false because one of their terms was changed."""

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from inkwright.artifacts.quizzes.specs import TrueFalse
from inkwright.grounding.candidates import DIFFICULTY, Candidate, Ground, point_of
from inkwright.grounding.clozes import EXACT, asked_terms, is_defined, is_limit, score_of
from inkwright.grounding.mentions import Marked
from inkwright.grounding.sorts import Mention

_TRUE: Final = 0.8
_DOUBT: Final = 0.5
_LIKENESS: Final = 0.25
_DENIES = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|hardly|without|cannot)\b|n['’]t\b|不|没|无|非|未", re.I
)


def statements(ground: Ground, random: Random) -> Iterator[Candidate]:
    """Each sentence as it stands, and with each of its terms changed for another that makes it false."""
    for at, marked in ground.askable:
        terms = [term for term in asked_terms(ground, marked) if not is_limit(marked.sentence.text, term)]
        if terms:
            best = max(score_of(ground, term) for term in terms)
            yield _statement(ground, marked, marked.sentence.text, best * _TRUE, is_true=True)
        for term in _changeable(ground, marked, terms):
            for other in ground.stock.others(at, term, random, 1):
                said = _changed(marked.sentence.text, term, other.text)
                # What is said of one thing may hold for another one as well; of a person or a date it hardly does.
                trust = 1.0 if term.sort in EXACT or is_defined(ground, marked, term) else _DOUBT
                worth = trust * (score_of(ground, term) + _LIKENESS * other.likeness)
                yield _statement(ground, marked, said, worth, is_true=False)


def _changeable(ground: Ground, marked: Marked, terms: Sequence[Mention]) -> list[Mention]:
    """Not what is denied, nor a room, nor what the text is about: it may be so elsewhere, and the text does not say."""
    if _DENIES.search(marked.sentence.text):
        return []
    title = ground.material.title.lower()
    return [term for term in terms if term.shape != "room" and term.key not in title]


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
