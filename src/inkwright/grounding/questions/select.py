"""Selects the questions of a quiz: spread over the text, close to the topic, none revealing another's answer."""

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
from inkwright.grounding.questions.cloze import blank_questions, choice_questions, true_false_questions
from inkwright.grounding.questions.matching import matching_questions, name_the_term_questions
from inkwright.grounding.questions.ordering import ordering_questions
from inkwright.grounding.source import Chooser, GroundedItem, Material, Sentence, SourceLocation

_WORD = re.compile(r"[a-z0-9]{2,}")
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]+")


def topic_relevance(topic: str, sentences: Sequence[Sentence]) -> dict[SourceLocation, float]:
    """From 0 to 1 for each place; its heading counts as well. Of Chinese, pairs of signs are counted."""
    wanted = _topic_keys(topic)
    if not wanted:
        return {}
    found = {}
    for sentence in sentences:
        shared = wanted & _topic_keys(f"{sentence.place.section} {sentence.text}")
        found[sentence.place] = len(shared) / len(wanted)
    return found


def _topic_keys(text: str) -> set[str]:
    words = {word.rstrip("s") for word in _WORD.findall(text.lower()) if word not in FUNCTION_WORDS}
    runs = _HAN.findall(text)
    return words | {run[at : at + 2] for run in runs for at in range(max(1, len(run) - 1))}


QUESTION_TYPES: Final = ("SINGLE_CHOICE", "TRUE_FALSE", "FILL_IN_BLANK", "SHORT_ANSWER", "MATCHING", "ORDERING")
"""The types of questions that can be made of a text without inventing a word."""

_MIX: Final = (
    "SINGLE_CHOICE", "TRUE_FALSE", "SINGLE_CHOICE", "FILL_IN_BLANK", "MATCHING",
    "SINGLE_CHOICE", "TRUE_FALSE", "ORDERING", "SINGLE_CHOICE", "FILL_IN_BLANK",
)  # fmt: skip
_LARGE: Final = frozenset(["MATCHING", "ORDERING"])
_MAX_OFFERED: Final = 3
_MAX_OFFER: Final = 200
_JITTER: Final = 0.5
_SAME_SECTION: Final = 0.45
_TOPIC: Final = 6.0
_TRUE_MORE: Final = 3
_SHARED: Final = 2


@dataclass(frozen=True, slots=True)
class QuestionOptions:
    """How many questions, of which types (none: a mix), about what, and a seed: another one draws other questions."""

    count: int
    types: tuple[str, ...] = ()
    topic: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class QuestionSelection:
    """The questions in their order, and why there are fewer than were asked for, or nothing."""

    questions: tuple[GroundedItem[Question], ...]
    shortfall: str = ""


def _ignore_question(question: GroundedItem[Question]) -> None:
    del question


async def select_questions(
    material: Material,
    wish: QuestionOptions,
    choose: Chooser,
    found: Callable[[GroundedItem[Question]], None] = _ignore_question,
) -> QuestionSelection:
    """Questions whose answers stand in the text; each is told to `found` as soon as it is taken."""
    quiz = await asyncio.to_thread(lambda: _Selector(QuestionSource(material), wish))
    count = min(wish.count, MAX_QUESTIONS)
    while len(quiz.taken) < count and (offered := quiz.offer()):
        why = quiz.ground.said("why", topic=truncate(wish.topic or material.title, 80))
        chosen = (
            await choose(why, tuple(_candidate_sentence(candidate) for candidate in offered))
            if len(offered) > 1
            else None
        )
        is_chosen = chosen is not None and 0 <= chosen < len(offered)
        found(quiz.take(offered[chosen if chosen is not None and is_chosen else 0], by_model=is_chosen))
    return QuestionSelection(tuple(quiz.taken), quiz.shortfall())


def _candidate_sentence(candidate: QuestionCandidate) -> str:
    """The sentence that is asked about, as the model sees it."""
    return truncate(" ".join(candidate.question.question.splitlines()[-1:]), _MAX_OFFER)


class _Selector:
    """The questions that are taken, and those that can still be."""

    def __init__(self, ground: QuestionSource, wish: QuestionOptions) -> None:
        self.ground = ground
        self.taken: list[GroundedItem[Question]] = []
        self._wish = wish
        self._random = Random(wish.seed)  # noqa: S311 - nothing secret is drawn
        self._left = self._candidates()
        self._used: list[QuestionCandidate] = []
        self._sections: Counter[str] = Counter()
        self._answers: Counter[str] = Counter()
        self._positions: list[int] = []
        self._reserved = self._reserve()

    def offer(self) -> list[QuestionCandidate]:
        """The best that can be taken now, of the type whose turn it is, from different sentences."""
        if self._used:
            self._left = [candidate for candidate in self._left if not _conflicts(candidate, self._used[-1])]
        left = [candidate for candidate in self._left if not self._is_one_true_too_many(candidate)]
        kept = {place for candidate in self._reserved for place in candidate.places}
        free = [each for each in left if each.question.question_type in _LARGE or kept.isdisjoint(each.places)]
        kind = self._turn_of(free) or self._turn_of(left)
        fitting = [candidate for candidate in free or left if candidate.question.question_type == kind]
        if kind in _LARGE:
            self._reserved = [candidate for candidate in self._reserved if candidate.question.question_type != kind]
        offered: list[QuestionCandidate] = []
        for candidate in sorted(fitting, key=self._rank):
            if len(offered) < _MAX_OFFERED and all(candidate.places != other.places for other in offered):
                offered.append(candidate)
        return offered

    def _turn_of(self, left: Sequence[QuestionCandidate]) -> str | None:
        """The type whose turn it is, or the next one that there is something of."""
        turn = self._wish.types or _MIX
        kinds = [turn[(len(self.taken) + ahead) % len(turn)] for ahead in range(len(turn))]
        there = {candidate.question.question_type for candidate in left}
        return next((kind for kind in kinds if kind in there), None)

    def _is_one_true_too_many(self, candidate: QuestionCandidate) -> bool:
        """Whether who answers "true" without reading would be right too often."""
        is_true = isinstance(candidate.question, TrueFalse) and candidate.question.correct_answer == "true"
        return is_true and self._answers["true"] - self._answers["false"] >= _TRUE_MORE

    def take(self, candidate: QuestionCandidate, *, by_model: bool) -> GroundedItem[Question]:
        """The question as it stands in the quiz."""
        number = len(self.taken) + 1
        question = self._placed(candidate.question)
        question = question.model_copy(update={"id": f"q{number}", "order": number})
        self._used.append(candidate)
        self._sections.update({place.section for place in candidate.places})
        if isinstance(question, TrueFalse):
            self._answers[question.correct_answer] += 1
        self.taken.append(GroundedItem(question, candidate.places[0], by_model))
        return self.taken[-1]

    def shortfall(self) -> str:
        """Why there are fewer than were asked for."""
        if len(self.taken) >= min(self._wish.count, MAX_QUESTIONS):
            return ""
        unknown = [kind for kind in self._wish.types if kind not in QUESTION_TYPES]
        if unknown and not self.taken:
            return self.ground.said("no_such_type", types=", ".join(unknown))
        return self.ground.said("shortfall", count=len(self.taken), asked=self._wish.count)

    def _reserve(self) -> list[QuestionCandidate]:
        """The first of each large question whose turn will come: its sentences are not to be used up before."""
        turn = self._wish.types or _MIX
        coming = {turn[at % len(turn)] for at in range(self._wish.count)} & _LARGE
        first = {candidate.question.question_type: candidate for candidate in reversed(self._left)}
        return [first[kind] for kind in sorted(coming) if kind in first]

    def _candidates(self) -> list[QuestionCandidate]:
        found = [
            candidate
            for kind in (self._wish.types or tuple(dict.fromkeys(_MIX)))
            for candidate in self._of_kind(kind)
            if all(found.severity != "error" for found in lint_question(candidate.question))
        ]
        self._jitter = {id(candidate): self._random.random() * _JITTER for candidate in found}
        self._near = topic_relevance(self._wish.topic, [marked.sentence for marked in self.ground.sentences])
        return found

    def _of_kind(self, kind: str) -> Iterator[QuestionCandidate]:
        match kind:
            case "SINGLE_CHOICE":
                yield from choice_questions(self.ground, self._random)
            case "TRUE_FALSE":
                yield from true_false_questions(self.ground, self._random)
            case "FILL_IN_BLANK":
                yield from blank_questions(self.ground)
            case "SHORT_ANSWER":
                yield from name_the_term_questions(self.ground)
            case "MATCHING":
                yield from matching_questions(self.ground, self._random)
            case "ORDERING":
                yield from ordering_questions(self.ground, self._random)

    def _rank(self, candidate: QuestionCandidate) -> float:
        score = candidate.score + self._jitter[id(candidate)]
        score += _TOPIC * max(self._near.get(place, 0.0) for place in candidate.places)
        score -= _SAME_SECTION * max(self._sections[place.section] for place in candidate.places)
        if isinstance(candidate.question, TrueFalse):
            other = "false" if candidate.question.correct_answer == "true" else "true"
            score -= 2.0 * max(0, self._answers[candidate.question.correct_answer] - self._answers[other])
        return -score

    def _placed(self, question: Question) -> Question:
        """The right option stands at each place about as often."""
        if not isinstance(question, SingleChoice):
            return question
        if not self._positions:
            self._positions = self._random.sample(range(len(question.options)), len(question.options))
        options = list(question.options)
        answer = options.pop(ord(question.correct_answer) - ord("A"))
        at = self._positions.pop()
        options.insert(at, answer)
        return question.model_copy(update={"options": options, "correct_answer": letter(at)})


def _conflicts(candidate: QuestionCandidate, taken: QuestionCandidate) -> bool:
    """Whether it asks about the same again, or one of the two says what the other asks for."""
    return (
        not set(candidate.places).isdisjoint(taken.places)
        or not candidate.answers.isdisjoint(taken.answers)
        or _gives_away(candidate, taken)
        or _gives_away(taken, candidate)
    )


def _gives_away(asking: QuestionCandidate, telling: QuestionCandidate) -> bool:
    """Whether one question shows, with some of the words around it, what the other asks for."""
    # Who matches sees all the terms anyway.
    if isinstance(asking.question, Matching) or not asking.answers or len(asking.words & telling.words) < _SHARED:
        return False
    told = fold_text(_question_text(telling.question))
    return any(answer in told for answer in asking.answers)


def _question_text(question: Question) -> str:
    parts: Sequence[str] = getattr(question, "options", ())
    return "\n".join([question.question, *parts])
