"""A sentence of the text with one term taken out: to be chosen among terms of the same sort, or to be written."""

import re
from collections.abc import Iterator
from random import Random
from typing import Final

from inkwright.artifacts.quizzes.specs import FillInBlank, SingleChoice, letter
from inkwright.grounding.candidates import BLANK, DIFFICULTY, Candidate, Ground, point_of
from inkwright.grounding.definitions import Definition
from inkwright.grounding.mentions import Marked
from inkwright.grounding.other_values import other_values
from inkwright.grounding.slots import DATES, EXACT, VALUES, asked_terms, is_defined, is_limit, score_of
from inkwright.grounding.sorts import Mention
from inkwright.grounding.stock import differ

_DISTRACTORS: Final = 3
_LINK = re.compile(r" \w+|[：:]|[”]?，?是?指的?|[”]?，?是")
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")


def choices(ground: Ground, random: Random) -> Iterator[Candidate]:
    """Sentences whose missing term is to be chosen."""
    for at, marked in ground.askable:
        for mention in asked_terms(ground, marked):
            others = others_of(ground, at, mention, random, _DISTRACTORS)
            if len(others) == _DISTRACTORS:
                yield _choice(ground, marked, mention, others, random)


def others_of(ground: Ground, at: int, mention: Mention, random: Random, most: int) -> list[str]:
    """What else could stand there and is wrong: values or names of the same sort, or other terms that are defined.

    What is offered to choose from stands in the text; a statement is made false by any value that is not its own, so
    that a year of another age does not give it away. A common noun has no others: what is said of one thing holds for
    many another, and the text need not say so.
    """
    marked = ground.sentences[at]
    # Of two dates one is read by the other: one of them alone is not simply wrong.
    if mention.sort in DATES and sum(each.sort in DATES for each in marked.mentions) > 1:
        return []
    if mention.sort in VALUES:
        is_bare_number = mention.sort == "number" and mention.shape == "digits" and not mention.unit
        if is_bare_number or is_limit(marked.sentence.text, mention):
            return []
        if most == 1:
            return other_values(mention, marked.sentence.text, random, most)
    if is_defined(ground, marked, mention):
        return _defined_elsewhere(ground, marked, mention, random, most)
    if mention.sort not in EXACT:
        return ground.stock.opposites(at, mention, random, most)
    return [other.text for other in ground.stock.others(at, mention, random, most)]


def _defined_elsewhere(ground: Ground, marked: Marked, mention: Mention, random: Random, most: int) -> list[str]:
    """Other terms that the text defines, in sentences that begin alike: what one of them is, none of the others is."""
    opening = marked.sentence.text[: mention.start]
    said = marked.sentence.text.lower()
    own = ground.definitions[marked.sentence]
    found = [
        definition
        for definition in ground.definitions.values()
        if definition.sentence.text.startswith(opening + definition.term)
        and _link_of(definition) == _link_of(own)
        and definition.term.lower() not in said
        and mention.text.lower() not in definition.sentence.text.lower()
        and definition.term.endswith("s") == mention.text.endswith("s")
        and differ(mention, mention._replace(text=definition.term, key=definition.term.lower()))
    ]
    ranked = sorted(found, key=lambda definition: (not _end_alike(definition, own), random.random()))
    return [definition.term for definition in ranked[:most]] if len(found) >= most else []


def _end_alike(one: Definition, other: Definition) -> bool:
    """Whether both say of the same class of things what one of them is: "the system of examinations"."""
    return one.meaning[-2:] == other.meaning[-2:] or one.meaning.split()[:2] == other.meaning.split()[:2]


def _link_of(definition: Definition) -> str:
    """How the sentence joins the term and its meaning: what is "a device" is no step of a list."""
    behind = definition.sentence.text.partition(definition.term)[2]
    found = _LINK.match(behind)
    return found[0] if found else ""


def blanks(ground: Ground) -> Iterator[Candidate]:
    """Sentences whose missing term is to be written: a number or a name, which nobody can say otherwise."""
    for _, marked in ground.askable:
        for mention in asked_terms(ground, marked):
            is_exact = mention.sort in EXACT and mention.text not in ("两", "二", "two") and mention.shape != "century"
            if is_exact or (mention.sort not in EXACT and _is_named(ground, marked, mention)):
                yield _blank(ground, marked, mention)


def _is_named(ground: Ground, marked: Marked, mention: Mention) -> bool:
    """Whether the sentence says what it is or does, or a date or another name tells of which name it speaks."""
    if mention.sort != "name":
        return is_defined(ground, marked, mention) or mention.key not in ground.material.title.lower()
    others = [other for other in marked.mentions if other != mention and other.sort in (*EXACT, "name")]
    return bool(others)


def _choice(ground: Ground, marked: Marked, mention: Mention, others: list[str], random: Random) -> Candidate:
    options = [mention.text, *others]
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
    return Candidate(question, (place,), score_of(ground, marked, mention), frozenset([mention.key]), marked.words)


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
    return Candidate(question, (place,), score_of(ground, marked, mention), frozenset([mention.key]), marked.words)


def _without(text: str, start: int, end: int) -> str:
    return f"{text[:start]}{BLANK}{text[end:]}"
