"""Writes a quiz as the fields of a form that students fill in, and what they handed in. The form holds no key."""

import html
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import Final

from inkwright.artifacts.quizzes.answer_sheet import (
    GradedSheet,
    field_name,
    given_lines,
    offered_items,
    offered_partners,
    right_answer,
)
from inkwright.artifacts.quizzes.formats.html.question_fields import QuestionFields, QuizHtmlTexts
from inkwright.artifacts.quizzes.model import (
    Composite,
    LongAnswer,
    Matching,
    MultipleChoice,
    Ordering,
    PartQuestion,
    Quiz,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
    letter,
    numbered_questions,
)
from inkwright.i18n import text

_AS_TYPED: Final = ' autocomplete="off" autocapitalize="off"'


def sheet_style() -> str:
    """Return the style of the form."""
    return files(__package__).joinpath("page.css").read_text(encoding="utf-8")


def sheet_script() -> str:
    """Return the script of the form: it moves items, and keeps answers in the browser until they are handed in."""
    return files(__package__).joinpath("sheet.js").read_text(encoding="utf-8")


def write_sheet(quiz: Quiz, seed: str) -> str:
    """Return the questions as fields of a form. It waits for other programs: call it in a thread."""
    return "".join(_SheetWriter(quiz, seed).boxes())


def write_graded_sheet(quiz: Quiz, sheet: GradedSheet, *, with_key: bool) -> str:
    """Return what was handed in; the right answers and explanations too if they may be shown."""
    return "".join(_GradedWriter(quiz, sheet).boxes(with_key=with_key))


class _SheetWriter(QuestionFields):
    def __init__(self, quiz: Quiz, seed: str) -> None:
        self._seed = seed
        super().__init__(quiz)

    def _shown_texts(self) -> Iterator[str]:
        for _, question, parent in self._questions:
            if parent is not None:
                yield parent.question
            yield question.question
            match question:
                case SingleChoice() | MultipleChoice():
                    yield from question.options
                case Matching():
                    yield from [*question.options, *offered_partners(question, self._seed)]
                case Ordering():
                    yield from offered_items(question, self._seed)

    def boxes(self) -> Iterator[str]:
        return self._boxes("data-question")

    def _box(self, question: PartQuestion, index: int, parent: Composite | None) -> Iterator[str]:
        yield self._stem(question, f' name="{field_name(index)}"', more=_AS_TYPED)
        yield from self._inputs(question, index)
        yield "</fieldset>"

    def _inputs(self, question: PartQuestion, index: int) -> Iterator[str]:
        label, name = self._say("your_answer"), f'name="{field_name(index)}"'
        match question:
            case SingleChoice() | MultipleChoice() | TrueFalse():
                yield from self._choices(question, index)
            case ShortAnswer():
                yield f'<input type="text" {name} aria-label="{label}"{_AS_TYPED}>'
            case LongAnswer():
                yield f'<textarea {name} aria-label="{label}"></textarea>'
            case Matching():
                yield from self._pairs(question, index, offered_partners(question, self._seed), f" {name}")
            case Ordering():
                yield from self._items(question, index)

    def _items(self, question: Ordering, index: int) -> Iterator[str]:
        yield f'<ol class="items" data-moved="{self._say("moved", item="{item}", place="{place}")}">'
        for number, item in enumerate(offered_items(question, self._seed)):
            hidden = f'<input type="hidden" name="{field_name(index)}" value="{letter(number)}">'
            yield f"<li>{hidden}<span>{self._words.html(item)}</span>{self._movers()}</li>"
        yield '</ol><p class="told" role="status"></p>'


class _GradedWriter:
    def __init__(self, quiz: Quiz, sheet: GradedSheet) -> None:
        self._language = quiz.language
        self._questions = [*numbered_questions(quiz)]
        self._sheet = sheet
        self._words = QuizHtmlTexts(self._shown_texts())

    def _shown_texts(self) -> Iterator[str]:
        for (_, question, parent), graded in zip(self._questions, self._sheet.answers, strict=False):
            yield question.question
            yield from given_lines(question, graded.given)
            yield from right_answer(question)
            yield question.explanation
            if parent is not None:
                yield parent.explanation

    def boxes(self, *, with_key: bool) -> Iterator[str]:
        for (number, question, _), graded in zip(self._questions, self._sheet.answers, strict=False):
            verdict, style = self._verdict(graded.points, question.points)
            points = "–" if graded.points is None else f"{graded.points:g}"
            marks = text(
                self._language, "quiz.sheet.marks", number=number, points=points, possible=f"{question.points:g}"
            )
            yield f'<section class="question"><h2 class="marks">{html.escape(marks)}</h2>'
            yield f'<p class="stem">{self._words.html(question.question)}</p>'
            yield f'<p><strong class="{style}">{html.escape(verdict)}</strong></p>'
            yield self._line("your_answer", self._named(given_lines(question, graded.given)))
            if with_key:
                yield self._line("answer", self._named(right_answer(question)))
                if question.explanation:
                    yield f"<p>{self._words.html(question.explanation)}</p>"
            yield "</section>"

    def _named(self, lines: Iterable[str]) -> list[str]:
        truth = {value: text(self._language, f"quiz.{value}") for value in ("true", "false")}
        return [truth.get(each, each) for each in lines]

    def _verdict(self, points: float | None, possible: float) -> tuple[str, str]:
        if points is None:
            return text(self._language, "quiz.sheet.ungraded"), ""
        kind = "right" if points >= possible else "partly" if points > 0 else "wrong"
        return text(self._language, f"quiz.page.{kind}"), "good" if kind == "right" else "bad"

    def _line(self, key: str, lines: list[str]) -> str:
        label = html.escape(text(self._language, f"quiz.page.{key}").rstrip(":："))
        shown = self._words.html("\n".join(lines)) if lines else html.escape(text(self._language, "quiz.sheet.nothing"))
        colon = "：" if self._language == "zh" else ": "
        return f'<p class="stem">{label}{colon}{shown}</p>'
