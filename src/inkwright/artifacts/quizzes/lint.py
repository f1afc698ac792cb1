"""What is wrong with a quiz: errors that make a question wrong, and warnings about what helps guessing.

One pass over the questions, in linear time.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from pydantic import ValidationError

from inkwright.artifacts.documents.formulas import unreadable
from inkwright.artifacts.documents.pandoc import pandoc_path
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Severity, finding
from inkwright.artifacts.quizzes.comparing import as_asked, as_option
from inkwright.artifacts.quizzes.formulas import formulas_in, is_balanced
from inkwright.artifacts.quizzes.question_lint import of_the_question, texts_of
from inkwright.artifacts.quizzes.reading import read_quiz
from inkwright.artifacts.quizzes.specs import Composite, PartQuestion, Question, Quiz, SingleChoice, index_of, letter
from inkwright.errors import InvalidOption, TypesettingFailed
from inkwright.i18n import Language, text

_MANY: Final = 8
"""From so many single choices on, where the right ones stand and how long they are tells something."""

_SHOWN: Final = 60
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
    # Some of the forms draw formulas that no document of ours can hold, so that such a quiz is kept.
    return lint(quiz, language, formulas="warning")


def lint(quiz: Quiz, language: Language, *, formulas: Severity = "error") -> list[Finding]:
    """All that is wrong with a quiz; places are such as `questions[3].options[1]`, counted from 0.

    `formulas` is how bad one is that cannot be read. It waits for another program where there are formulas: who must
    not wait calls it in a thread.
    """
    return [*_Lint(quiz, language).findings(), *_of_the_formulas(quiz, language, formulas)]


def lint_question(question: Question, language: Language, place: str = "question") -> list[Finding]:
    """What is wrong with one question, whatever stands beside it. Its formulas are not read."""
    found = [finding(language, f"quiz.{each.key}", place=f"{place}{each.place}", severity=each.severity, **each.fields)
             for each in of_the_question(question)]  # fmt: skip
    for at, part in enumerate(question.sub_questions if isinstance(question, Composite) else ()):
        found += lint_question(part, language, f"{place}.subQuestions[{at}]")
    return found


def _of_the_formulas(quiz: Quiz, language: Language, severity: Severity) -> Iterator[Finding]:
    """One run of pandoc reads all of them; without it nobody knows."""
    placed = {
        f"{place}{inside}": [*formulas_in(said)] for place, each in _placed(quiz) for inside, said in texts_of(each)
    }
    if not any(placed.values()) or pandoc_path() is None:
        return
    try:
        bad = unreadable(dict.fromkeys(formula for inside in placed.values() for formula in inside))
    except TypesettingFailed:
        return
    for place, inside in placed.items():
        if wrong := next((formula for formula in inside if formula in bad), None):
            yield finding(language, "quiz.formula", place=place, severity=severity, formula=wrong[:_SHOWN])


def _placed(quiz: Quiz) -> Iterator[tuple[str, Question]]:
    for at, question in enumerate(quiz.questions):
        yield f"questions[{at}]", question
        for inner, part in enumerate(question.sub_questions if isinstance(question, Composite) else ()):
            yield f"questions[{at}].subQuestions[{inner}]", part


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
        options = "\n".join(sorted(map(as_option, getattr(question, "options", ()))))
        same = f"{as_asked(question.question)}\n{options}"
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
