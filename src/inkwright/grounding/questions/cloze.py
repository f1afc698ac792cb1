"""Cloze, single-choice and true-or-false questions: one term of a sentence is left out or replaced."""

import re
from collections.abc import Iterator
from random import Random
from typing import Final

from inkwright.artifacts.quizzes.model import FillInBlank, SingleChoice, TrueFalse, letter
from inkwright.grounding.definitions import Definition
from inkwright.grounding.questions.candidates import (
    BLANK,
    DATE_KINDS,
    DIFFICULTY,
    EXACT_KINDS,
    VALUE_KINDS,
    QuestionCandidate,
    QuestionSource,
    gap_score,
    gap_terms,
    is_defined,
    is_limit,
    question_topic,
)
from inkwright.grounding.questions.distractors import are_different_terms, value_distractors
from inkwright.grounding.source import Mention
from inkwright.grounding.terms import AnnotatedSentence

_DISTRACTORS: Final = 3
_LINK = re.compile(r" \w+|[：:]|[”]?，?是?指的?|[”]?，?是")
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")


def choice_questions(ground: QuestionSource, random: Random) -> Iterator[QuestionCandidate]:
    """Sentences whose missing term is to be chosen."""
    for at, marked in ground.askable:
        for mention in gap_terms(ground, marked):
            others = distractors_for(ground, at, mention, random, _DISTRACTORS)
            if len(others) == _DISTRACTORS:
                yield _choice_question(ground, marked, mention, others, random)


def distractors_for(ground: QuestionSource, at: int, mention: Mention, random: Random, most: int) -> list[str]:
    """What else could stand there and is wrong: values or names of the same sort, or other terms that are defined.

    What is offered to choose from stands in the text; a statement is made false by any value that is not its own, so
    that a year of another age does not give it away. A common noun has no others: what is said of one thing holds for
    many another, and the text need not say so.
    """
    marked = ground.sentences[at]
    # Of two dates one is read by the other: one of them alone is not simply wrong.
    if mention.sort in DATE_KINDS and sum(each.sort in DATE_KINDS for each in marked.mentions) > 1:
        return []
    if mention.sort in VALUE_KINDS:
        is_bare_number = mention.sort == "number" and mention.shape == "digits" and not mention.unit
        if is_bare_number or is_limit(marked.sentence.text, mention):
            return []
        if most == 1:
            return value_distractors(mention, marked.sentence.text, random, most)
    if is_defined(ground, marked, mention):
        return _defined_elsewhere(ground, marked, mention, random, most)
    if mention.sort not in EXACT_KINDS:
        return ground.stock.opposites(at, mention, random, most)
    return [other.text for other in ground.stock.others(at, mention, random, most)]


def _defined_elsewhere(
    ground: QuestionSource, marked: AnnotatedSentence, mention: Mention, random: Random, most: int
) -> list[str]:
    """Other terms that the text defines, in sentences that begin alike: what one of them is, none of the others is."""
    opening = marked.sentence.text[: mention.start]
    said = marked.sentence.text.lower()
    own = ground.definitions[marked.sentence]
    found = [
        definition
        for definition in ground.definitions.values()
        if definition.sentence.text.startswith(opening + definition.term)
        and _definition_link(definition) == _definition_link(own)
        and definition.term.lower() not in said
        and mention.text.lower() not in definition.sentence.text.lower()
        and definition.term.endswith("s") == mention.text.endswith("s")
        and are_different_terms(mention, mention._replace(text=definition.term, key=definition.term.lower()))
    ]
    ranked = sorted(found, key=lambda definition: (not _share_ending(definition, own), random.random()))
    return [definition.term for definition in ranked[:most]] if len(found) >= most else []


def _share_ending(one: Definition, other: Definition) -> bool:
    """Whether both say of the same class of things what one of them is: "the system of examinations"."""
    return one.meaning[-2:] == other.meaning[-2:] or one.meaning.split()[:2] == other.meaning.split()[:2]


def _definition_link(definition: Definition) -> str:
    """How the sentence joins the term and its meaning: what is "a device" is no step of a list."""
    behind = definition.sentence.text.partition(definition.term)[2]
    found = _LINK.match(behind)
    return found[0] if found else ""


def blank_questions(ground: QuestionSource) -> Iterator[QuestionCandidate]:
    """Sentences whose missing term is to be written: a number or a name, which nobody can say otherwise."""
    for _, marked in ground.askable:
        for mention in gap_terms(ground, marked):
            is_exact = (
                mention.sort in EXACT_KINDS and mention.text not in ("两", "二", "two") and mention.shape != "century"
            )
            if is_exact or (mention.sort not in EXACT_KINDS and _is_identified(ground, marked, mention)):
                yield _blank_question(ground, marked, mention)


def _is_identified(ground: QuestionSource, marked: AnnotatedSentence, mention: Mention) -> bool:
    """Whether the sentence says what it is or does, or a date or another name tells of which name it speaks."""
    if mention.sort != "name":
        return is_defined(ground, marked, mention) or mention.key not in ground.material.title.lower()
    others = [other for other in marked.mentions if other != mention and other.sort in (*EXACT_KINDS, "name")]
    return bool(others)


def _choice_question(
    ground: QuestionSource, marked: AnnotatedSentence, mention: Mention, others: list[str], random: Random
) -> QuestionCandidate:
    options = [mention.text, *others]
    mixed = random.sample(options, len(options))
    place = marked.sentence.place
    question = SingleChoice(
        question=ground.said("choice", sentence=_with_blank(marked.sentence.text, mention.start, mention.end)),
        options=mixed,
        correct_answer=letter(mixed.index(mention.text)),
        explanation=ground.explained([place]),
        difficulty=DIFFICULTY["SINGLE_CHOICE"],
        knowledge_point=question_topic(place),
    )
    return QuestionCandidate(
        question, (place,), gap_score(ground, marked, mention), frozenset([mention.key]), marked.words
    )


def _blank_question(ground: QuestionSource, marked: AnnotatedSentence, mention: Mention) -> QuestionCandidate:
    """Of a number only the digits are asked for: its unit stays where it is."""
    start, end = mention.start, mention.end
    if mention.sort in ("number", "year") and (digits := _DIGITS.search(mention.text)):
        start, end = mention.start + digits.start(), mention.start + digits.end()
    place = marked.sentence.place
    question = FillInBlank(
        question=ground.said("blank", sentence=_with_blank(marked.sentence.text, start, end)),
        correct_answer=[marked.sentence.text[start:end]],
        explanation=ground.explained([place]),
        difficulty=DIFFICULTY["FILL_IN_BLANK"],
        knowledge_point=question_topic(place),
    )
    return QuestionCandidate(
        question, (place,), gap_score(ground, marked, mention), frozenset([mention.key]), marked.words
    )


def _with_blank(text: str, start: int, end: int) -> str:
    return f"{text[:start]}{BLANK}{text[end:]}"


_TRUE_FACTOR: Final = 0.8
_PLAIN: Final = 1.0


def true_false_questions(ground: QuestionSource, random: Random) -> Iterator[QuestionCandidate]:
    """Each sentence as it stands, and with each of its terms changed for another that makes it false."""
    for at, marked in ground.askable:
        terms = list(gap_terms(ground, marked))
        best = max((gap_score(ground, marked, term) for term in terms), default=_PLAIN)
        if terms or ground.speaks_of_its_matter(marked):
            yield _true_false_question(ground, marked, marked.sentence.text, best * _TRUE_FACTOR, is_true=True)
        for term in terms:
            for other in distractors_for(ground, at, term, random, 1):
                said = _with_replacement(marked.sentence.text, term, other)
                yield _true_false_question(ground, marked, said, gap_score(ground, marked, term), is_true=False)


def _with_replacement(text: str, mention: Mention, other: str) -> str:
    return text[: mention.start] + other + text[mention.end :]


def _true_false_question(
    ground: QuestionSource, marked: AnnotatedSentence, said: str, score: float, *, is_true: bool
) -> QuestionCandidate:
    place = marked.sentence.place
    question = TrueFalse(
        question=ground.said("statement", sentence=said),
        correct_answer="true" if is_true else "false",
        explanation=ground.explained([place]),
        difficulty=DIFFICULTY["TRUE_FALSE"],
        knowledge_point=question_topic(place),
    )
    return QuestionCandidate(question, (place,), score, frozenset(), marked.words)
