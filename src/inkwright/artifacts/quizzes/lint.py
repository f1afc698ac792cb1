"""What is wrong with a quiz: errors that make a question wrong, and warnings about what helps guessing.

One pass over the questions, in linear time.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from pydantic import ValidationError

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Severity, finding
from inkwright.artifacts.quizzes.coercing import folded
from inkwright.artifacts.quizzes.formulas import is_balanced
from inkwright.artifacts.quizzes.question_lint import of_the_question
from inkwright.artifacts.quizzes.reading import read_quiz
from inkwright.artifacts.quizzes.specs import Composite, PartQuestion, Question, Quiz, SingleChoice, index_of, letter
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, text

_MANY: Final = 8
"""From so many single choices on, where the right ones stand and how long they are tells something."""

_SKEWED: Final = 0.6
_LONGEST: Final = 0.75


def check_quiz(draft: Draft, language: Language) -> list[Finding]:
    """All that is wrong with the file of a quiz; an empty list where it may be believed. Any bytes may be given."""
    try:
        quiz = read_quiz(draft.main, draft.name).quiz
    except (InvalidOption, ValidationError) as problem:
        place = text(language, "finding.place.file", name=draft.name)
        told = str(problem.fields["allowed"]) if isinstance(problem, InvalidOption) else str(problem)
        return [finding(language, "quiz.unreadable", place=place, problem=told)]
    return lint(quiz, language)


def lint(quiz: Quiz, language: Language) -> list[Finding]:
    """All that is wrong with a quiz; places are such as `questions[3].options[1]`, counted from 0."""
    return [*_Lint(quiz, language).findings()]


def lint_question(question: Question, language: Language, place: str = "question") -> list[Finding]:
    """What is wrong with one question, whatever stands beside it."""
    found = [finding(language, f"quiz.{each.key}", place=f"{place}{each.place}", severity=each.severity, **each.fields)
             for each in of_the_question(question)]  # fmt: skip
    for at, part in enumerate(question.sub_questions if isinstance(question, Composite) else ()):
        found += lint_question(part, language, f"{place}.subQuestions[{at}]")
    return found


class _Lint:
    def __init__(self, quiz: Quiz, language: Language) -> None:
        self._quiz = quiz
        self._language = language

    def findings(self) -> Iterator[Finding]:
        if not is_balanced(self._quiz.title):
            yield self._found("dollars", "title", "warning")
        stems: dict[str, str] = {}
        ids: dict[str, str] = {}
        for at, question in enumerate(self._quiz.questions):
            place = f"questions[{at}]"
            yield from lint_question(question, self._language, place)
            yield from self._twice(question, place, stems, ids)
            for inner, part in enumerate(question.sub_questions if isinstance(question, Composite) else ()):
                # Parts of different texts may ask the same: only those of one text stand beside each other.
                yield from self._twice(part, f"{place}.subQuestions[{inner}]", {}, ids)
            if isinstance(question, Composite):
                yield from self._same_parts(question, place)
        yield from self._of_all(self._single_choices())

    def _twice(
        self, question: Question | PartQuestion, place: str, stems: dict[str, str], ids: dict[str, str]
    ) -> Iterator[Finding]:
        # The same words with other options, such as "Which is right?", are another question.
        options = "\n".join(sorted(map(folded, getattr(question, "options", ()))))
        same = f"{folded(question.question)}\n{options}"
        if question.question and (first := stems.setdefault(same, place)) != place:
            yield self._found("same_question", f"{place}.question", "error", other=first)
        if question.id and (first := ids.setdefault(question.id, place)) != place:
            yield self._found("same_id", f"{place}.id", "error", other=first, id=question.id)

    def _same_parts(self, question: Composite, place: str) -> Iterator[Finding]:
        stems: dict[str, str] = {}
        for inner, part in enumerate(question.sub_questions):
            yield from self._twice(part, f"{place}.subQuestions[{inner}]", stems, {})

    def _single_choices(self) -> list[tuple[SingleChoice, int]]:
        found = []
        for question in self._quiz.questions:
            for each in question.sub_questions if isinstance(question, Composite) else (question,):
                if isinstance(each, SingleChoice):
                    right = index_of(each.correct_answer, len(each.options))
                    if right is not None and len(each.options) > 1:
                        found.append((each, right))
        return found

    def _of_all(self, choices: list[tuple[SingleChoice, int]]) -> Iterator[Finding]:
        """What a guesser learns from all of them together."""
        if len(choices) < _MANY:
            return
        [(place, count)] = Counter(right for _, right in choices).most_common(1)
        # With two options each, one of the places holds more than half by chance.
        fair = len(choices) / sum(len(each.options) for each, _ in choices)
        if count / len(choices) > max(_SKEWED, fair + 0.25):
            fields = {"letter": letter(place), "count": count, "all": len(choices)}
            yield self._found("skewed", "questions", "warning", **fields)
        longest = sum(_is_longest(each, right) for each, right in choices)
        if longest / len(choices) > _LONGEST:
            yield self._found("longest", "questions", "warning", count=longest, all=len(choices))

    def _found(self, key: str, place: str, severity: Severity, **fields: object) -> Finding:
        return finding(self._language, f"quiz.{key}", place=place, severity=severity, **fields)


def _is_longest(question: SingleChoice, right: int) -> bool:
    lengths = [len(option) for option in question.options]
    return all(lengths[right] > length for at, length in enumerate(lengths) if at != right)
