"""Questions from definitions: match terms with their meanings, choose the term, or name it."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Final

from inkwright.artifacts.quizzes.model import Matching, ShortAnswer, SingleChoice, letter
from inkwright.grounding.definitions import Definition
from inkwright.grounding.questions.candidates import DIFFICULTY, QuestionCandidate, QuestionSource, question_topic
from inkwright.grounding.questions.distractors import stem_of

MIN_PAIRS: Final = 3
MAX_PAIRS: Final = 6
_SCORE: Final = 3.5
_DISTRACTORS: Final = 3
_STEM: Final = 5


def matching_questions(source: QuestionSource, random: Random) -> Iterator[QuestionCandidate]:
    """Yield sets of definitions that do not mention each other's terms; each definition is used once."""
    left = distinct_definitions(source.definitions.values())
    while len(left) >= MIN_PAIRS:
        # Two sets of four are better than one of six and two leftovers.
        size = len(left) if len(left) <= 5 else 4
        taken, left = left[:size], left[size:]
        yield _matching_question(source, random.sample(taken, len(taken)))


def choose_the_term_questions(source: QuestionSource, random: Random) -> Iterator[QuestionCandidate]:
    """Yield a question for each definition, whose options are terms that the text defines otherwise."""
    distinct = distinct_definitions(source.definitions.values())
    for definition in distinct:
        same_sort = [each for each in distinct if each is not definition and _are_neighbours(each, definition)]
        others = [each.term for each in same_sort if _is_alike(each.term, definition.term)]
        is_placed = stem_of(definition.term) in source.place(definition.sentence.location).lower()
        if len(others) < _DISTRACTORS or _is_told(definition) or is_placed:
            continue
        options = random.sample([definition.term, *random.sample(others, _DISTRACTORS)], _DISTRACTORS + 1)
        location = definition.sentence.location
        question = SingleChoice(
            question=source.message("named", place=source.place(location), meaning=definition.meaning),
            options=options,
            correct_answer=letter(options.index(definition.term)),
            explanation=source.quoted([location]),
            difficulty=DIFFICULTY["SINGLE_CHOICE"],
            knowledge_point=question_topic(location),
        )
        yield QuestionCandidate(question, (location,), _SCORE, frozenset([definition.term.lower()]), frozenset())


def _are_neighbours(one: Definition, other: Definition) -> bool:
    """Whether both are under one heading: terms of other sections may be of another sort."""
    return one.sentence.location.section == other.sentence.location.section


def _is_told(definition: Definition) -> bool:
    """Whether the meaning repeats a word of the term: "groups (clusters)" tells of "cluster sampling"."""
    meaning = definition.meaning.lower()
    return any(word[:_STEM] in meaning for word in definition.term.lower().split() if len(word) >= _STEM)


def _is_alike(one: str, other: str) -> bool:
    """Whether two terms are written alike: number, length and capitals, so that neither stands out."""
    is_same = one.endswith("s") == other.endswith("s") and one[:1].isupper() == other[:1].isupper()
    return is_same and abs(len(one.split()) - len(other.split())) <= 1


def name_the_term_questions(source: QuestionSource) -> Iterator[QuestionCandidate]:
    """Yield a question for each definition that asks for its term."""
    for definition in distinct_definitions(source.definitions.values()):
        location = definition.sentence.location
        if stem_of(definition.term) in source.place(location).lower():
            continue
        question = ShortAnswer(
            question=source.message("named", place=source.place(location), meaning=definition.meaning),
            correct_answer=definition.term,
            explanation=source.quoted([location]),
            difficulty=DIFFICULTY["SHORT_ANSWER"],
            knowledge_point=question_topic(location),
        )
        yield QuestionCandidate(question, (location,), _SCORE, frozenset([definition.term.lower()]), frozenset())


def distinct_definitions(definitions: Iterable[Definition]) -> list[Definition]:
    """Return the definitions that do not mention each other's terms."""
    kept: list[Definition] = []
    for found in definitions:
        if all(_are_distinct(found, other) and _are_distinct(other, found) for other in kept):
            kept.append(found)
    return kept


def _are_distinct(one: Definition, other: Definition) -> bool:
    term = one.term.lower()
    stems = [{word[:_STEM] for word in each.term.lower().split()} for each in (one, other)]
    # "Random sample" and "random sampling" have the same meaning.
    if term.isascii() and stems[0] == stems[1]:
        return False
    return term not in other.meaning.lower() and term not in other.term.lower() and one.meaning != other.meaning


def _matching_question(source: QuestionSource, definitions: Sequence[Definition]) -> QuestionCandidate:
    locations = tuple(definition.sentence.location for definition in definitions)
    sections = {location.section for location in locations}
    question = Matching(
        question=source.message("matching", place=source.place(locations[0]) if len(sections) == 1 else ""),
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
