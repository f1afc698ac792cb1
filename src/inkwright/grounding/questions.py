"""Chooses the questions of a quiz from all that a text can be asked: spread over it, and none giving another away."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from inkwright.artifacts.quizzes.comparing import folded
from inkwright.artifacts.quizzes.lint import lint_question
from inkwright.artifacts.quizzes.specs import MAX_QUESTIONS, Matching, Question, SingleChoice, TrueFalse, letter
from inkwright.grounding.candidates import Candidate, Ground, shown
from inkwright.grounding.clozes import blanks, choices
from inkwright.grounding.matchings import matchings, named
from inkwright.grounding.material import Choose, Grounded, Material
from inkwright.grounding.nearness import nearness
from inkwright.grounding.orderings import orderings
from inkwright.grounding.statements import statements

KINDS: Final = ("SINGLE_CHOICE", "TRUE_FALSE", "FILL_IN_BLANK", "SHORT_ANSWER", "MATCHING", "ORDERING")
"""The types of questions that can be made of a text without inventing a word."""

_MIX: Final = (
    "SINGLE_CHOICE", "TRUE_FALSE", "SINGLE_CHOICE", "FILL_IN_BLANK", "MATCHING",
    "SINGLE_CHOICE", "TRUE_FALSE", "ORDERING", "SINGLE_CHOICE", "FILL_IN_BLANK",
)  # fmt: skip
_LARGE: Final = frozenset(["MATCHING", "ORDERING"])
_OFFERED: Final = 3
_LONGEST_OFFER: Final = 200
_JITTER: Final = 0.5
_SAME_SECTION: Final = 0.45
_TOPIC: Final = 6.0
_TRUE_MORE: Final = 3
_SHARED: Final = 2


@dataclass(frozen=True, slots=True)
class QuestionWish:
    """How many questions, of which types (none: a mix), about what, and a seed: another one draws other questions."""

    count: int
    types: tuple[str, ...] = ()
    topic: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """The questions in their order, and why there are fewer than were asked for, or nothing."""

    questions: tuple[Grounded[Question], ...]
    shortfall: str = ""


def _nobody_listens(question: Grounded[Question]) -> None:
    del question


async def questions_from(
    material: Material,
    wish: QuestionWish,
    choose: Choose,
    found: Callable[[Grounded[Question]], None] = _nobody_listens,
) -> Found:
    """Questions whose answers stand in the text; each is told to `found` as soon as it is taken."""
    quiz = await asyncio.to_thread(lambda: _Quiz(Ground(material), wish))
    count = min(wish.count, MAX_QUESTIONS)
    while len(quiz.taken) < count and (offered := quiz.offer()):
        why = quiz.ground.said("why", topic=shown(wish.topic or material.title, 80))
        chosen = await choose(why, tuple(_offer(candidate) for candidate in offered)) if len(offered) > 1 else None
        is_chosen = chosen is not None and 0 <= chosen < len(offered)
        found(quiz.take(offered[chosen if chosen is not None and is_chosen else 0], by_model=is_chosen))
    return Found(tuple(quiz.taken), quiz.shortfall())


def _offer(candidate: Candidate) -> str:
    """The sentence that is asked about, as the model sees it."""
    return shown(" ".join(candidate.question.question.splitlines()[-1:]), _LONGEST_OFFER)


class _Quiz:
    """The questions that are taken, and those that can still be."""

    def __init__(self, ground: Ground, wish: QuestionWish) -> None:
        self.ground = ground
        self.taken: list[Grounded[Question]] = []
        self._wish = wish
        self._random = Random(wish.seed)  # noqa: S311 - nothing secret is drawn
        self._left = self._candidates()
        self._used: list[Candidate] = []
        self._sections: Counter[str] = Counter()
        self._answers: Counter[str] = Counter()
        self._positions: list[int] = []
        self._reserved = self._reserve()

    def offer(self) -> list[Candidate]:
        """The best that can be taken now, of the type whose turn it is, from different sentences."""
        if self._used:
            self._left = [candidate for candidate in self._left if not _is_spoilt(candidate, self._used[-1])]
        left = [candidate for candidate in self._left if not self._is_one_true_too_many(candidate)]
        kept = {place for candidate in self._reserved for place in candidate.places}
        free = [each for each in left if each.question.question_type in _LARGE or kept.isdisjoint(each.places)]
        kind = self._turn_of(free) or self._turn_of(left)
        fitting = [candidate for candidate in free or left if candidate.question.question_type == kind]
        if kind in _LARGE:
            self._reserved = [candidate for candidate in self._reserved if candidate.question.question_type != kind]
        offered: list[Candidate] = []
        for candidate in sorted(fitting, key=self._rank):
            if len(offered) < _OFFERED and all(candidate.places != other.places for other in offered):
                offered.append(candidate)
        return offered

    def _turn_of(self, left: Sequence[Candidate]) -> str | None:
        """The type whose turn it is, or the next one that there is something of."""
        turn = self._wish.types or _MIX
        kinds = [turn[(len(self.taken) + ahead) % len(turn)] for ahead in range(len(turn))]
        there = {candidate.question.question_type for candidate in left}
        return next((kind for kind in kinds if kind in there), None)

    def _is_one_true_too_many(self, candidate: Candidate) -> bool:
        """Whether who answers "true" without reading would be right too often."""
        is_true = isinstance(candidate.question, TrueFalse) and candidate.question.correct_answer == "true"
        return is_true and self._answers["true"] - self._answers["false"] >= _TRUE_MORE

    def take(self, candidate: Candidate, *, by_model: bool) -> Grounded[Question]:
        """The question as it stands in the quiz."""
        number = len(self.taken) + 1
        question = self._placed(candidate.question)
        question = question.model_copy(update={"id": f"q{number}", "order": number})
        self._used.append(candidate)
        self._sections.update({place.section for place in candidate.places})
        if isinstance(question, TrueFalse):
            self._answers[question.correct_answer] += 1
        self.taken.append(Grounded(question, candidate.places[0], by_model))
        return self.taken[-1]

    def shortfall(self) -> str:
        """Why there are fewer than were asked for."""
        if len(self.taken) >= min(self._wish.count, MAX_QUESTIONS):
            return ""
        unknown = [kind for kind in self._wish.types if kind not in KINDS]
        if unknown and not self.taken:
            return self.ground.said("no_such_type", types=", ".join(unknown))
        return self.ground.said("shortfall", count=len(self.taken), asked=self._wish.count)

    def _reserve(self) -> list[Candidate]:
        """The first of each large question whose turn will come: its sentences are not to be used up before."""
        turn = self._wish.types or _MIX
        coming = {turn[at % len(turn)] for at in range(self._wish.count)} & _LARGE
        first = {candidate.question.question_type: candidate for candidate in reversed(self._left)}
        return [first[kind] for kind in sorted(coming) if kind in first]

    def _candidates(self) -> list[Candidate]:
        found = [
            candidate
            for kind in (self._wish.types or tuple(dict.fromkeys(_MIX)))
            for candidate in self._of_kind(kind)
            if all(found.severity != "error" for found in lint_question(candidate.question, self.ground.language))
        ]
        self._jitter = {id(candidate): self._random.random() * _JITTER for candidate in found}
        self._near = nearness(self._wish.topic, [marked.sentence for marked in self.ground.sentences])
        return found

    def _of_kind(self, kind: str) -> Iterator[Candidate]:
        match kind:
            case "SINGLE_CHOICE":
                yield from choices(self.ground, self._random)
            case "TRUE_FALSE":
                yield from statements(self.ground, self._random)
            case "FILL_IN_BLANK":
                yield from blanks(self.ground)
            case "SHORT_ANSWER":
                yield from named(self.ground)
            case "MATCHING":
                yield from matchings(self.ground, self._random)
            case "ORDERING":
                yield from orderings(self.ground, self._random)

    def _rank(self, candidate: Candidate) -> float:
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


def _is_spoilt(candidate: Candidate, taken: Candidate) -> bool:
    """Whether it asks about the same again, or one of the two says what the other asks for."""
    return (
        not set(candidate.places).isdisjoint(taken.places)
        or not candidate.answers.isdisjoint(taken.answers)
        or _gives_away(candidate, taken)
        or _gives_away(taken, candidate)
    )


def _gives_away(asking: Candidate, telling: Candidate) -> bool:
    """Whether one question shows, with some of the words around it, what the other asks for."""
    # Who matches sees all the terms anyway.
    if isinstance(asking.question, Matching) or not asking.answers or len(asking.words & telling.words) < _SHARED:
        return False
    told = folded(_texts(telling.question))
    return any(answer in told for answer in asking.answers)


def _texts(question: Question) -> str:
    parts: Sequence[str] = getattr(question, "options", ())
    return "\n".join([question.question, *parts])
