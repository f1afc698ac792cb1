"""Cloze, single-choice and true-or-false questions: one term of a sentence is left out or replaced."""

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from inkwright.artifacts.quizzes.model import FillInBlank, SingleChoice, TrueFalse, letter
from inkwright.grounding.definitions import Definition
from inkwright.grounding.language.names import COUNTRIES
from inkwright.grounding.questions.candidates import (
    BLANK,
    DATE_KINDS,
    DIFFICULTY,
    EXACT_KINDS,
    SCORES,
    VALUE_KINDS,
    AskableSentence,
    QuestionCandidate,
    QuestionSource,
    gap_score,
    gap_terms,
    is_defined,
    is_defined_closely,
    is_limit,
    is_stated,
    is_subject,
    question_topic,
)
from inkwright.grounding.questions.distractors import are_different_terms, stem_of, value_distractors
from inkwright.grounding.questions.teachability import teachability
from inkwright.grounding.source import Mention
from inkwright.grounding.terms import AnnotatedSentence

_DISTRACTOR_COUNT: Final = 3
_LINK = re.compile(r" \w+|[：:]|[”]?，?是?指的?|[”]?，?是")
_NAMED = re.compile(
    r"\w[^,.]{0,60}(?:, [^,.]{0,60}){0,4},? and [^,.]{1,60} (?:are|were|form)(?: the)? $"
    r"|.{1,40}[、和与].{1,40}是$"
)
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")


def choice_questions(source: QuestionSource, random: Random) -> Iterator[QuestionCandidate]:
    """Yield sentences with a gap and options to choose from."""
    for askable in source.askable:
        for mention in gap_terms(source, askable.annotated):
            others = distractors_for(source, askable.index, mention, random, _DISTRACTOR_COUNT)
            if len(others) == _DISTRACTOR_COUNT and _is_new(askable, mention.text):
                yield _choice_question(source, askable, mention, others, random)


def distractors_for(source: QuestionSource, index: int, mention: Mention, random: Random, count: int) -> list[str]:
    """Return terms that fit in the gap and make the sentence false: values, countries or terms.

    Options of a choice come from the text. A statement is made false by a computed value, so that an unlikely year does
    not reveal the answer. The distractors of a term are other terms that the text marks or defines.
    """
    annotated = source.sentences[index]
    # Two dates explain each other: replacing one of them is not simply wrong.
    if mention.kind in DATE_KINDS and sum(each.kind in DATE_KINDS for each in annotated.mentions) > 1:
        return []
    if mention.kind in VALUE_KINDS:
        is_bare_number = mention.kind == "number" and mention.shape == "digits" and not mention.unit
        if is_bare_number or is_limit(annotated.sentence.text, mention):
            return []
        if count == 1:
            # How many there are cannot be wrong where they are named, and the text must not say the value elsewhere.
            if _NAMED.match(annotated.sentence.text[: mention.start]):
                return []
            return value_distractors(mention, source.full_text, random, count)
    if is_defined(source, annotated, mention) and count > 1:
        return _defined_elsewhere(source, annotated, mention, random, count)
    # What is true of a noun may also be true of another: a statement is not made false in this way.
    is_noun = mention.kind not in (*EXACT_KINDS, "name")
    if mention.kind not in VALUE_KINDS and not (is_noun and count > 1) and mention.key not in COUNTRIES:
        return []
    return [other.text for other in source.term_index.others(index, mention, random, count)]


def _defined_elsewhere(
    source: QuestionSource, annotated: AnnotatedSentence, mention: Mention, random: Random, count: int
) -> list[str]:
    """Return other terms that the text defines in sentences of the same pattern: their meanings exclude each other."""
    opening = annotated.sentence.text[: mention.start]
    statement = annotated.sentence.text.lower()
    own = source.definitions[annotated.sentence]
    found = [
        definition
        for definition in source.definitions.values()
        if definition.sentence.text.startswith(opening + definition.term)
        and _definition_link(definition) == _definition_link(own)
        and definition.term.lower() not in statement
        and mention.text.lower() not in definition.sentence.text.lower()
        and definition.term.endswith("s") == mention.text.endswith("s")
        and are_different_terms(mention, mention._replace(text=definition.term, key=definition.term.lower()))
    ]
    ranked = sorted(found, key=lambda definition: (not _share_ending(definition, own), random.random()))
    return [definition.term for definition in ranked[:count]] if len(found) >= count else []


def _share_ending(one: Definition, other: Definition) -> bool:
    """Whether both definitions describe the same class, as in "the system of examinations"."""
    return one.meaning[-2:] == other.meaning[-2:] or one.meaning.split()[:2] == other.meaning.split()[:2]


def _definition_link(definition: Definition) -> str:
    """Return the words that link the term and its meaning; definitions with different links are of different kinds."""
    following = definition.sentence.text.partition(definition.term)[2]
    found = _LINK.match(following)
    return found[0] if found else ""


def blank_questions(source: QuestionSource) -> Iterator[QuestionCandidate]:
    """Yield sentences with a gap to fill in: a number or a name that has only one correct wording."""
    for askable in source.askable:
        annotated = askable.annotated
        for mention in gap_terms(source, annotated):
            is_small = mention.text in ("两", "二", "two") or (
                mention.shape == "words" and is_limit(annotated.sentence.text, mention)
            )
            is_exact = mention.kind in EXACT_KINDS and not is_small and mention.shape != "century"
            is_term = is_defined_closely(source, annotated, mention) or is_subject(source, annotated, mention)
            place = source.place(annotated.sentence.location)
            if (is_exact or is_term) and _is_new(askable, mention.text, place):
                yield _blank_question(source, askable, mention)


def range_questions(source: QuestionSource) -> Iterator[QuestionCandidate]:
    """Yield sentences with two gaps: the ends of a range."""
    for askable in source.askable:
        text = askable.annotated.sentence.text
        ranges = [each for each in askable.annotated.mentions if each.kind == "number" and each.shape == "range"]
        if len(ranges) != 1 or not is_stated(text, ranges[0]):
            continue
        ends = [*_DIGITS.finditer(text, ranges[0].start, ranges[0].end)]
        if len(ends) == 2 and ends[0][0] != ends[1][0] and all(_is_new(askable, end[0]) for end in ends):
            yield _range_question(source, askable, ends)


def _range_question(
    source: QuestionSource, askable: AskableSentence, ends: Sequence[re.Match[str]]
) -> QuestionCandidate:
    annotated = askable.annotated
    text, location = annotated.sentence.text, annotated.sentence.location
    gapped = f"{text[: ends[0].start()]}{BLANK}{text[ends[0].end() : ends[1].start()]}{BLANK}{text[ends[1].end() :]}"
    question = FillInBlank(
        question=source.stem("blank", askable, gapped),
        correct_answer=[end[0] for end in ends],
        explanation=source.quoted([location]),
        difficulty=DIFFICULTY["FILL_IN_BLANK"],
        knowledge_point=question_topic(location),
    )
    score = SCORES["number"] + teachability(annotated, source.language)
    return QuestionCandidate(
        question, (location,), score, frozenset(end[0] for end in ends), askable.words, askable.shown
    )


def _is_new(askable: AskableSentence, answer: str, place: str = "") -> bool:
    """Whether the sentences around it and the place do not tell the answer."""
    shown = [each.sentence.text for each in (*askable.lead, *askable.tail)]
    is_shown = any(answer.lower() in text.lower() for text in shown)
    return not is_shown and stem_of(answer) not in place.lower()


def _choice_question(
    source: QuestionSource, askable: AskableSentence, mention: Mention, others: list[str], random: Random
) -> QuestionCandidate:
    annotated = askable.annotated
    options = [mention.text, *others]
    mixed = random.sample(options, len(options))
    location = annotated.sentence.location
    question = SingleChoice(
        question=source.stem("choice", askable, _with_blank(annotated.sentence.text, mention.start, mention.end)),
        options=mixed,
        correct_answer=letter(mixed.index(mention.text)),
        explanation=source.quoted([location]),
        difficulty=DIFFICULTY["SINGLE_CHOICE"],
        knowledge_point=question_topic(location),
    )
    score, answers = gap_score(source, annotated, mention), frozenset([mention.key])
    return QuestionCandidate(question, (location,), score, answers, askable.words, askable.shown)


def _blank_question(source: QuestionSource, askable: AskableSentence, mention: Mention) -> QuestionCandidate:
    """Build a question; only the digits of a number are asked for, its unit remains."""
    annotated = askable.annotated
    start, end = mention.start, mention.end
    if mention.kind in ("number", "year") and (digits := _DIGITS.search(annotated.sentence.text, start, end)):
        start, end = digits.span()
    location = annotated.sentence.location
    question = FillInBlank(
        question=source.stem("blank", askable, _with_blank(annotated.sentence.text, start, end)),
        correct_answer=[annotated.sentence.text[start:end]],
        explanation=source.quoted([location]),
        difficulty=DIFFICULTY["FILL_IN_BLANK"],
        knowledge_point=question_topic(location),
    )
    score, answers = gap_score(source, annotated, mention), frozenset([mention.key])
    return QuestionCandidate(question, (location,), score, answers, askable.words, askable.shown)


def _with_blank(text: str, start: int, end: int) -> str:
    return f"{text[:start]}{BLANK}{text[end:]}"


_TRUE_FACTOR: Final = 0.8
_PLAIN_SCORE: Final = 1.0


def true_false_questions(source: QuestionSource, random: Random) -> Iterator[QuestionCandidate]:
    """Yield each sentence unchanged, and with each of its terms replaced by one that makes it false."""
    for askable in source.askable:
        annotated = askable.annotated
        if askable.lead or askable.tail:
            continue  # It would be unclear which of the sentences is judged.
        terms = list(gap_terms(source, annotated))
        best = max((gap_score(source, annotated, term) for term in terms), default=_PLAIN_SCORE)
        if terms or source.is_on_topic(annotated):
            yield _true_false_question(source, askable, annotated.sentence.text, best * _TRUE_FACTOR, is_true=True)
        for term in terms:
            for other in distractors_for(source, askable.index, term, random, 1):
                statement = _with_replacement(annotated.sentence.text, term, other)
                yield _true_false_question(
                    source, askable, statement, gap_score(source, annotated, term), is_true=False
                )


def _with_replacement(text: str, mention: Mention, other: str) -> str:
    return text[: mention.start] + other + text[mention.end :]


def _true_false_question(
    source: QuestionSource, askable: AskableSentence, statement: str, score: float, *, is_true: bool
) -> QuestionCandidate:
    location = askable.annotated.sentence.location
    question = TrueFalse(
        question=source.stem("statement", askable, statement),
        correct_answer="true" if is_true else "false",
        explanation=source.quoted([location]),
        difficulty=DIFFICULTY["TRUE_FALSE"],
        knowledge_point=question_topic(location),
    )
    return QuestionCandidate(question, (location,), score, frozenset(), askable.words)
