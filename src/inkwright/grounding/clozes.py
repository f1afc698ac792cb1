"""A sentence of the text with one term taken out: to be chosen among terms of the same sort, or to be written."""

import re
from collections.abc import Iterator
from random import Random
from typing import Final

from inkwright.artifacts.quizzes.specs import FillInBlank, SingleChoice, letter
from inkwright.grounding.candidates import BLANK, DIFFICULTY, Candidate, Ground, point_of
from inkwright.grounding.mentions import Marked
from inkwright.grounding.sorts import Mention
from inkwright.grounding.stock import Other

_DISTRACTORS: Final = 3
_DEFINED: Final = 1.5
_LIKENESS: Final = 0.25
EXACT: Final = ("year", "date", "number", "person", "place", "organisation")
"""Sorts whose terms nobody can say otherwise."""
_SCORES: Final = {
    "year": 3.0, "date": 2.5, "number": 2.6, "person": 3.2, "place": 2.6, "organisation": 2.6, "name": 2.2,
}  # fmt: skip
_LIMIT = re.compile(
    r"(?:than|as (?:many|much|few|little|long|high|old) as|at least|at most|up to|over|under|above|below|"
    r"almost|nearly|within|(?:超过|不足|不到|至少|最多|至多|不少于|不超过|不低于)[^\d，。；]{0,4}|近|将近|接近|多达|高达|满)\s*$",
    re.IGNORECASE,
)
_LIMIT_BEHIND = re.compile(r"\s*(?:or more|or less|以上|以下|以内|多|余)")
_IS = re.compile(r"\b(?:is|are|was|were|be|become|becomes|became)(?: (?:an?|the|one|kind|sort|type|of))* $")
_IS_HAN = re.compile("是|指|叫|称")
_HAN = re.compile("[\u3400-\u9fff]")
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")


def choices(ground: Ground, random: Random) -> Iterator[Candidate]:
    """Sentences whose missing term is to be chosen."""
    for at, marked in ground.askable:
        for mention in asked_terms(ground, marked):
            if not is_limit(marked.sentence.text, mention):
                others = ground.stock.others(at, mention, random, _DISTRACTORS)
                if is_defined(ground, marked, mention):
                    others = _defined_elsewhere(ground, marked, mention, random) or others
                if len(others) == _DISTRACTORS:
                    yield _choice(ground, marked, mention, others, random)


def _defined_elsewhere(ground: Ground, marked: Marked, mention: Mention, random: Random) -> list[Other]:
    """Other terms that the text defines, in sentences that begin alike: what one of them is, none of the others is."""
    opening = marked.sentence.text[: mention.start]
    found = [
        Other(definition.term, _DEFINED)
        for definition in ground.definitions.values()
        if definition.sentence.text.startswith(opening + definition.term)
        and _are_apart(definition.term.lower(), marked.sentence.text.lower(), mention.text.lower())
    ]
    return random.sample(found, _DISTRACTORS) if len(found) >= _DISTRACTORS else []


def _are_apart(term: str, text: str, other: str) -> bool:
    return term not in text and other not in term and term.endswith("s") == other.endswith("s")


def blanks(ground: Ground) -> Iterator[Candidate]:
    """Sentences whose missing term is to be written: a number or a name, which nobody can say otherwise."""
    for _, marked in ground.askable:
        for mention in asked_terms(ground, marked):
            is_exact = mention.sort in EXACT and mention.text not in ("两", "二", "two")
            if is_exact or is_defined(ground, marked, mention):
                yield _blank(ground, marked, mention)


def is_defined(ground: Ground, marked: Marked, mention: Mention) -> bool:
    """Whether the sentence says what this term is."""
    definition = ground.definitions.get(marked.sentence)
    return definition is not None and definition.term.lower() == mention.text.lower()


def asked_terms(ground: Ground, marked: Marked) -> Iterator[Mention]:
    """The terms of a sentence that say something of their own, and stand in it only once."""
    text = marked.sentence.text
    for mention in marked.mentions:
        is_once = text.lower().count(mention.text.lower()) == 1 and len(marked.mentions_of(mention.key)) == 1
        if mention.is_open and is_once and score_of(ground, mention) > 0 and not _is_class(text, mention):
            yield mention


def _is_class(text: str, mention: Mention) -> bool:
    """Whether the term only says of what class something is: "a heart is a muscle" may also be "an organ"."""
    if mention.sort in EXACT:
        return False
    if not text.isascii() and _HAN.search(mention.text):
        return bool(_IS_HAN.search(text[: mention.start])) and text[mention.start - 1] == "的"
    return _IS.search(text[: mention.start]) is not None


def score_of(ground: Ground, mention: Mention) -> float:
    """How much the term is worth asking for; 0 where it could be anything. What the whole text is about is too easy."""
    weight = ground.stock.weights.get(mention.key, 0.0)
    if mention.sort in _SCORES:
        return _SCORES[mention.sort] - (1.2 if mention.shape == "words" else 0.0)
    is_said_once = weight <= 1.0 or (weight <= 1.3 and ground.language == "en" and " " not in mention.key)
    if is_said_once:
        return 0.0
    return max(0.5, min(3.0, weight) - (2.0 if mention.key in ground.material.title.lower() else 0.0))


def is_limit(text: str, mention: Mention) -> bool:
    """Whether the number bounds another one: more than five is also more than four."""
    if mention.sort not in ("number", "year", "date"):
        return False
    return bool(_LIMIT.search(text[: mention.start]) or _LIMIT_BEHIND.match(text, mention.end))


def _choice(ground: Ground, marked: Marked, mention: Mention, others: list[Other], random: Random) -> Candidate:
    options = [mention.text, *(other.text for other in others)]
    mixed = random.sample(options, len(options))
    place = marked.sentence.place
    question = SingleChoice(
        question=ground.said("choice", sentence=_without(marked.sentence.text, mention.start, mention.end)),
        options=mixed,
        correct_answer=letter(mixed.index(mention.text)),
        explanation=ground.explained([place]),
        difficulty=DIFFICULTY["SINGLE_CHOICE"],
        knowledge_point=point_of(place),
    )
    likeness = sum(other.likeness for other in others) / len(others)
    worth = (
        score_of(ground, mention) + _LIKENESS * likeness + (_DEFINED if is_defined(ground, marked, mention) else 0.0)
    )
    return Candidate(question, (place,), worth, frozenset([mention.key]), marked.words)


def _blank(ground: Ground, marked: Marked, mention: Mention) -> Candidate:
    """Of a number only the digits are asked for: its unit stays where it is."""
    start, end = mention.start, mention.end
    if mention.sort in ("number", "year") and (digits := _DIGITS.search(mention.text)):
        start, end = mention.start + digits.start(), mention.start + digits.end()
    place = marked.sentence.place
    question = FillInBlank(
        question=ground.said("blank", sentence=_without(marked.sentence.text, start, end)),
        correct_answer=[marked.sentence.text[start:end]],
        explanation=ground.explained([place]),
        difficulty=DIFFICULTY["FILL_IN_BLANK"],
        knowledge_point=point_of(place),
    )
    worth = score_of(ground, mention) + (_DEFINED if is_defined(ground, marked, mention) else 0.0)
    return Candidate(question, (place,), worth, frozenset([mention.key]), marked.words)


def _without(text: str, start: int, end: int) -> str:
    return f"{text[:start]}{BLANK}{text[end:]}"
