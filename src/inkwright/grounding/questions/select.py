"""Select the questions of a quiz: spread over the text, close to the topic, none revealing another's answer."""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from inkwright.artifacts.quizzes.compare import fold_text
from inkwright.artifacts.quizzes.lint import lint_question
from inkwright.artifacts.quizzes.model import MAX_QUESTIONS, Matching, Question, SingleChoice, TrueFalse, letter
from inkwright.grounding.language.english import FUNCTION_WORDS
from inkwright.grounding.questions.candidates import QuestionCandidate, QuestionSource, truncate
from inkwright.grounding.questions.cloze import blank_questions, choice_questions, range_questions, true_false_questions
from inkwright.grounding.questions.matching import (
    choose_the_term_questions,
    matching_questions,
    name_the_term_questions,
)
from inkwright.grounding.questions.open_questions import list_questions, meaning_questions
from inkwright.grounding.questions.ordering import ordering_questions
from inkwright.grounding.questions.tables import table_questions
from inkwright.grounding.source import Chooser, GroundedItem, Material, Sentence, SourceLocation
from inkwright.grounding.suitability import tells_or_talks
from inkwright.i18n import Reason

_WORD = re.compile(r"[a-z0-9]{2,}")
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]+")


def topic_relevance(topic: str, sentences: Sequence[Sentence]) -> dict[SourceLocation, float]:
    """Return the relevance of each location (0 to 1) with its heading. Chinese is compared by character pairs."""
    topic_keys = _topic_keys(topic)
    if not topic_keys:
        return {}
    found = {}
    for sentence in sentences:
        shared = topic_keys & _topic_keys(f"{sentence.location.section} {sentence.text}")
        found[sentence.location] = len(shared) / len(topic_keys)
    return found


def _topic_keys(text: str) -> set[str]:
    words = {word.rstrip("s") for word in _WORD.findall(text.lower()) if word not in FUNCTION_WORDS}
    runs = _HAN.findall(text)
    return words | {run[index : index + 2] for run in runs for index in range(max(1, len(run) - 1))}


QUESTION_TYPES: Final = (
    "SINGLE_CHOICE", "TRUE_FALSE", "FILL_IN_BLANK", "SHORT_ANSWER", "LONG_ANSWER", "MATCHING", "ORDERING",
)  # fmt: skip
"""The types of questions that can be made from a text without inventing content."""

_MIX: Final = (
    "FILL_IN_BLANK", "TRUE_FALSE", "SINGLE_CHOICE", "LONG_ANSWER", "MATCHING",
    "FILL_IN_BLANK", "TRUE_FALSE", "ORDERING", "SINGLE_CHOICE", "LONG_ANSWER",
)  # fmt: skip
_LARGE_TYPES: Final = frozenset(["MATCHING", "ORDERING"])
_MAX_OFFERED: Final = 3
_MAX_OFFER_CHARACTERS: Final = 200
_JITTER: Final = 0.5
_SAME_SECTION_PENALTY: Final = 0.45
_TOPIC_BONUS: Final = 6.0
_MAX_MORE_TRUE: Final = 1
_MIN_SHARED_WORDS: Final = 2


@dataclass(frozen=True, slots=True)
class QuestionOptions:
    """The number of questions, their types (a mix if empty), the topic, and a seed for the random selection."""

    count: int
    types: tuple[str, ...] = ()
    topic: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class QuestionSelection:
    """The selected questions in order, and a message if there are fewer than requested."""

    questions: tuple[GroundedItem[Question], ...]
    shortfall: Reason | None = None


def _ignore_question(question: GroundedItem[Question]) -> None:
    del question


async def select_questions(
    material: Material,
    options: QuestionOptions,
    choose: Chooser,
    on_selected: Callable[[GroundedItem[Question]], None] = _ignore_question,
) -> QuestionSelection:
    """Select questions whose answers are in the text; call `on_selected` with each of them as soon as it is chosen."""
    selector = await asyncio.to_thread(lambda: _Selector(QuestionSource(material), options))
    count = min(options.count, MAX_QUESTIONS)
    while len(selector.taken) < count and (offered := selector.offer()):
        why = selector.ground.message("why", topic=truncate(options.topic or material.title, 80))
        chosen = (
            await choose(why, tuple(_candidate_sentence(candidate) for candidate in offered))
            if len(offered) > 1
            else None
        )
        is_chosen = chosen is not None and 0 <= chosen < len(offered)
        on_selected(selector.take(offered[chosen if chosen is not None and is_chosen else 0], by_model=is_chosen))
    return QuestionSelection(tuple(selector.taken), selector.shortfall())


def _candidate_sentence(candidate: QuestionCandidate) -> str:
    """Return the sentence that the question is about, as shown to the model."""
    return truncate(" ".join(candidate.question.question.splitlines()[-1:]), _MAX_OFFER_CHARACTERS)


class _Selector:
    """The selected questions and the remaining candidates."""

    def __init__(self, source: QuestionSource, options: QuestionOptions) -> None:
        self.ground = source
        self.taken: list[GroundedItem[Question]] = []
        self._options = options
        self._random = Random(options.seed)  # noqa: S311 - nothing secret is drawn
        self._left = self._without_costly(self._candidates())
        self._used: list[QuestionCandidate] = []
        self._sections: Counter[str] = Counter()
        self._answers: Counter[str] = Counter()
        self._positions: list[int] = []
        self._reserved = self._reserve()

    def offer(self) -> list[QuestionCandidate]:
        """Return the best candidates of the next type, each from a different sentence."""
        if self._used:
            self._left = [candidate for candidate in self._left if not _conflicts(candidate, self._used[-1])]
        left = [candidate for candidate in self._left if not self._is_one_true_too_many(candidate)]
        reserved = {location for candidate in self._reserved for location in candidate.locations}
        free = [
            each for each in left if each.question.question_type in _LARGE_TYPES or reserved.isdisjoint(each.locations)
        ]
        kind = self._next_type(free) or self._next_type(left)
        fitting = self._sparing([each for each in free or left if each.question.question_type == kind], left)
        if kind in _LARGE_TYPES:
            self._reserved = [candidate for candidate in self._reserved if candidate.question.question_type != kind]
        offered: list[QuestionCandidate] = []
        for candidate in sorted(fitting, key=self._rank):
            if len(offered) < _MAX_OFFERED and all(candidate.locations != other.locations for other in offered):
                offered.append(candidate)
        return offered

    def _sparing(
        self, fitting: Sequence[QuestionCandidate], left: Sequence[QuestionCandidate]
    ) -> Sequence[QuestionCandidate]:
        """Return the candidates of a type; of statements, where sentences are scarce, the ones that no gap needs."""
        if not all(isinstance(candidate.question, TrueFalse) for candidate in fitting):
            return fitting
        gaps = (each for each in left if each.question.question_type not in ("TRUE_FALSE", *_LARGE_TYPES))
        needed = {location for candidate in gaps for location in candidate.locations}
        spare = [candidate for candidate in fitting if needed.isdisjoint(candidate.locations)]
        is_scarce = len(needed) <= self._options.count - len(self.taken)
        return spare if spare and is_scarce else fitting

    def _next_type(self, left: Sequence[QuestionCandidate]) -> str | None:
        """Return the type whose turn it is; if it has no candidates left, or had its turn instead of another one, the
        type that is furthest behind its share; of several, a statement last, which is easy to guess.
        """
        turn = self._options.types or _MIX
        available = {candidate.question.question_type for candidate in left}
        had = Counter(str(each.item.question_type) for each in self.taken)
        passed = [turn[index % len(turn)] for index in range(len(self.taken) + 1)]
        if passed[-1] in available and had[passed[-1]] < passed.count(passed[-1]):
            return passed[-1]
        kinds = [kind for kind in dict.fromkeys(turn) if kind in available]
        return min(kinds, key=lambda kind: ((had[kind] + 1) / turn.count(kind), kind == "TRUE_FALSE"), default=None)

    def _is_one_true_too_many(self, candidate: QuestionCandidate) -> bool:
        """Whether answering "true" without reading would be right too often."""
        is_true = isinstance(candidate.question, TrueFalse) and candidate.question.correct_answer == "true"
        return is_true and self._answers["true"] - self._answers["false"] >= _MAX_MORE_TRUE

    def take(self, candidate: QuestionCandidate, *, by_model: bool) -> GroundedItem[Question]:
        """Add the question to the quiz."""
        number = len(self.taken) + 1
        question = self._with_answer_moved(candidate.question)
        question = question.model_copy(update={"id": f"q{number}", "order": number})
        self._used.append(candidate)
        self._sections.update({location.section for location in candidate.locations})
        if isinstance(question, TrueFalse):
            self._answers[question.correct_answer] += 1
        self.taken.append(GroundedItem(question, candidate.locations[0], by_model))
        return self.taken[-1]

    def shortfall(self) -> Reason | None:
        """Return why there are fewer questions than requested, if there are."""
        if len(self.taken) >= min(self._options.count, MAX_QUESTIONS):
            return None
        unknown = [kind for kind in self._options.types if kind not in QUESTION_TYPES]
        if unknown and not self.taken:
            return Reason("grounding.no_such_type", types=", ".join(unknown))
        is_unsuitable = tells_or_talks(self.ground.material)
        if not self.taken:
            return Reason("grounded.lacks.explanation" if is_unsuitable else "grounded.lacks.facts")
        key = "grounding.tells_or_talks" if is_unsuitable else "grounding.shortfall"
        return Reason(key, count=len(self.taken), asked=self._options.count)

    def _reserve(self) -> list[QuestionCandidate]:
        """Return the first candidate of each large type that will be used, so that its sentences stay available."""
        turn = self._options.types or _MIX
        coming = {turn[index % len(turn)] for index in range(self._options.count)} & _LARGE_TYPES
        first = {candidate.question.question_type: candidate for candidate in reversed(self._left)}
        return [first[kind] for kind in sorted(coming) if kind in first]

    def _candidates(self) -> list[QuestionCandidate]:
        found = [
            candidate
            for kind in (self._options.types or tuple(dict.fromkeys(_MIX)))
            for candidate in self._of_kind(kind)
            if all(found.severity != "error" for found in lint_question(candidate.question))
        ]
        self._jitter = {id(candidate): self._random.random() * _JITTER for candidate in found}
        self._relevance = topic_relevance(
            self._options.topic, [annotated.sentence for annotated in self.ground.sentences]
        )
        return found

    def _without_costly(self, found: list[QuestionCandidate]) -> list[QuestionCandidate]:
        """Return the candidates without large ones that would take the sentences of several missing questions."""
        if self._options.types:
            return found
        small = [each for each in found if each.question.question_type not in (*_LARGE_TYPES, "LONG_ANSWER")]
        sentences = {location for each in small for location in each.locations}
        count = self._options.count

        def is_costly(candidate: QuestionCandidate) -> bool:
            left = len(sentences.difference(candidate.locations)) + 1
            return min(count, left) < min(count, len(sentences))

        return [each for each in found if each.question.question_type not in _LARGE_TYPES or not is_costly(each)]

    def _of_kind(self, kind: str) -> Iterator[QuestionCandidate]:
        match kind:
            case "SINGLE_CHOICE":
                yield from choice_questions(self.ground, self._random)
                yield from choose_the_term_questions(self.ground, self._random)
                yield from table_questions(self.ground, self._random)
            case "TRUE_FALSE":
                yield from true_false_questions(self.ground, self._random)
            case "FILL_IN_BLANK":
                yield from blank_questions(self.ground)
                yield from range_questions(self.ground)
            case "SHORT_ANSWER":
                yield from name_the_term_questions(self.ground)
            case "LONG_ANSWER":
                yield from meaning_questions(self.ground)
                yield from list_questions(self.ground)
            case "MATCHING":
                yield from matching_questions(self.ground, self._random)
            case "ORDERING":
                yield from ordering_questions(self.ground, self._random)

    def _rank(self, candidate: QuestionCandidate) -> float:
        score = candidate.score + self._jitter[id(candidate)]
        score += _TOPIC_BONUS * max(self._relevance.get(location, 0.0) for location in candidate.locations)
        score -= _SAME_SECTION_PENALTY * max(self._sections[location.section] for location in candidate.locations)
        if isinstance(candidate.question, TrueFalse):
            other = "false" if candidate.question.correct_answer == "true" else "true"
            score -= 2.0 * max(0, self._answers[candidate.question.correct_answer] - self._answers[other])
        return -score

    def _with_answer_moved(self, question: Question) -> Question:
        """Return the question with its correct option moved, so that each position is correct about equally often."""
        if not isinstance(question, SingleChoice):
            return question
        if not self._positions:
            self._positions = self._random.sample(range(len(question.options)), len(question.options))
        options = list(question.options)
        answer = options.pop(ord(question.correct_answer) - ord("A"))
        index = self._positions.pop()
        options.insert(index, answer)
        return question.model_copy(update={"options": options, "correct_answer": letter(index)})


def _conflicts(candidate: QuestionCandidate, taken: QuestionCandidate) -> bool:
    """Whether both questions ask for the same, or one reveals the answer of the other."""
    return (
        not {*candidate.locations, *candidate.shown}.isdisjoint(taken.locations)
        or not taken.shown.isdisjoint(candidate.locations)
        or not candidate.answers.isdisjoint(taken.answers)
        or _gives_away(candidate, taken)
        or _gives_away(taken, candidate)
    )


def _gives_away(candidate: QuestionCandidate, other: QuestionCandidate) -> bool:
    """Whether `other` shows what `candidate` asks for, together with some words of its context."""
    # A matching question shows all its terms anyway.
    if (
        isinstance(candidate.question, Matching)
        or not candidate.answers
        or len(candidate.words & other.words) < _MIN_SHARED_WORDS
    ):
        return False
    shown = fold_text(_question_text(other.question))
    return any(answer in shown for answer in candidate.answers)


def _question_text(question: Question) -> str:
    parts: Sequence[str] = getattr(question, "options", ())
    return "\n".join([question.question, *parts])
