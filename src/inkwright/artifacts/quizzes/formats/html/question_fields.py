"""Questions as fields of an HTML form: what the page that grades itself and the sheet that is handed in share."""

import html
import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from inkwright.artifacts.math.delimiters import BLANK, MathSpan, split_math
from inkwright.artifacts.math.mathml import TexFormula, convert_to_mathml
from inkwright.artifacts.quizzes.answer_sheet import field_name
from inkwright.artifacts.quizzes.model import (
    Composite,
    FillInBlank,
    Matching,
    MultipleChoice,
    PartQuestion,
    Quiz,
    SingleChoice,
    TrueFalse,
    letter,
    numbered_questions,
)
from inkwright.artifacts.quizzes.text.fenced_code import split_fences
from inkwright.i18n import text

_MAX_CHOICE_WIDTH: Final = 40
_MAX_INLINE_WIDTH: Final = 9.0
"""Up to this width in ems, a formula fits anywhere on a phone and needs no scrolling box."""


class QuizHtmlTexts:
    """Turns texts into HTML. It gets all texts first, so that one run of pandoc converts all formulas."""

    def __init__(self, texts: Iterable[str]) -> None:
        formulas = [
            _tex_formula(piece)
            for each in texts
            if "$" in each
            for passage in split_fences(each)
            if not passage.is_code
            for piece in split_math(passage.text)
            if piece.is_formula
        ]
        self._formulas = convert_to_mathml(formulas)
        self.are_all_read = all(each in self._formulas for each in formulas)

    def html(self, words: str, blank: Callable[[], str] | None = None) -> str:
        """Return the text as HTML. `blank` returns the HTML of the next blank."""
        written: list[str] = []
        for passage in split_fences(words):
            if passage.is_code:
                written.append(f'<code class="block">{_escape_words(passage.text, blank)}</code>')
            else:
                written += self._line(passage.text, blank)
        return "".join(written)

    def _line(self, words: str, blank: Callable[[], str] | None) -> Iterator[str]:
        found = [*split_math(words)]
        for index, piece in enumerate(found):
            if piece.is_formula:
                yield self._formula(piece)
                continue
            # A formula on its own line needs no line break before or after it.
            follows = index > 0 and found[index - 1].is_display
            leads = index + 1 < len(found) and found[index + 1].is_display
            text = piece.text.lstrip(" ").removeprefix("\n") if follows else piece.text
            yield _escape_words(text.rstrip(" ").removesuffix("\n") if leads else text, blank)

    def _formula(self, piece: MathSpan) -> str:
        shown = self._formulas.get(_tex_formula(piece))
        if shown is None:
            return f"<code>{html.escape(piece.text)}</code>"
        if piece.is_display:
            return f'<span class="formula display">{shown.markup}</span>'
        # A line may break next to a box, even before a comma, so only wide formulas get one.
        return shown.markup if shown.width <= _MAX_INLINE_WIDTH else f'<span class="formula">{shown.markup}</span>'


def _tex_formula(piece: MathSpan) -> TexFormula:
    return TexFormula(piece.text, piece.is_display)


def _escape_words(words: str, blank: Callable[[], str] | None) -> str:
    if blank is None:
        return html.escape(words)
    written, start = [], 0
    for found in BLANK.finditer(words):
        written += [html.escape(words[start : found.start()]), blank()]
        start = found.end()
    return "".join([*written, html.escape(words[start:])])


class QuestionFields(ABC):
    """Writes the questions of a quiz as fields. A subclass adds the contents of the box of a question."""

    def __init__(self, quiz: Quiz) -> None:
        self._quiz = quiz
        self._language = quiz.language
        self._questions = [*numbered_questions(quiz)]
        self._words = QuizHtmlTexts(self._shown_texts())

    @abstractmethod
    def _shown_texts(self) -> Iterable[str]:
        """Return all texts that are shown."""

    @abstractmethod
    def _box(self, question: PartQuestion, index: int, parent: Composite | None) -> Iterator[str]:
        """Yield the contents of the box of a question, below its number."""

    def _say(self, key: str, **fields: object) -> str:
        return html.escape(text(self._language, f"quiz.page.{key}", **fields))

    def _boxes(self, mark: str) -> Iterator[str]:
        """Yield each question in a box that has its index in the attribute `mark`."""
        shown: Composite | None = None
        for index, (number, question, parent) in enumerate(self._questions):
            if parent is not None and parent is not shown:
                shown = parent
                yield f'<div class="text"><p class="stem">{self._words.html(parent.question)}</p></div>'
            points = html.escape(text(self._language, "quiz.print.points", points=f"{question.points:g}"))
            yield f'<fieldset class="question" {mark}="{index}"><legend>{number} {points}</legend>'
            yield from self._box(question, index, parent)

    def _stem(self, question: PartQuestion, attributes: str = "", *, more: str = "") -> str:
        """Return the text of a question; each blank is a field with `attributes`, its label and `more`."""
        if not isinstance(question, FillInBlank):
            return f'<p class="stem">{self._words.html(question.question)}</p>'
        labels = (self._say("blank", number=number) for number in itertools.count(1))
        written = self._words.html(
            question.question,
            lambda: f'<input type="text" class="blank"{attributes} aria-label="{next(labels)}"{more}>',
        )
        return f'<p class="stem">{written}</p>'

    def _choices(self, question: SingleChoice | MultipleChoice | TrueFalse, index: int) -> Iterator[str]:
        if isinstance(question, TrueFalse):
            for value in ("true", "false"):
                yield self._option("radio", index, value, text(self._language, f"quiz.{value}"))
            return
        kind = "radio" if isinstance(question, SingleChoice) else "checkbox"
        for number, option in enumerate(question.options):
            yield self._option(kind, index, letter(number), f"{letter(number)}. {option}")

    def _option(self, kind: str, index: int, value: str, words: str) -> str:
        box = f'<input type="{kind}" name="{field_name(index)}" value="{value}">'
        return f'<label class="option">{box}<span>{self._words.html(words)}</span></label>'

    def _pairs(self, question: Matching, index: int, partners: Sequence[str], attributes: str = "") -> Iterator[str]:
        # A select box shows no formulas, so the partners are listed above with their letters.
        shown = "\n".join(f"{letter(number)}. {each}" for number, each in enumerate(partners))
        yield f'<p class="stem">{self._words.html(shown)}</p>'
        choices = "".join(
            f'<option value="{letter(number)}">{_choice_label(letter(number), each)}</option>'
            for number, each in enumerate(partners)
        )
        for number, left in enumerate(question.options):
            name = f"{field_name(index)}p{number}"
            yield (
                f'<div class="pair"><label for="{name}">{number + 1}. {self._words.html(left)}</label>'
                f'<select id="{name}"{attributes}><option value="">–</option>{choices}</select></div>'
            )

    def _movers(self) -> str:
        """Return the buttons that move an item."""
        return "".join(
            f'<button type="button" data-move="{direction}" aria-label="{self._say(direction)}">{sign}</button>'
            for direction, sign in (("up", "↑"), ("down", "↓"))
        )


def _choice_label(name: str, partner: str) -> str:
    """Return the label of a partner in a select box: its letter, and its text if it is short and has no formula."""
    is_short = len(partner) <= _MAX_CHOICE_WIDTH and not any(piece.is_formula for piece in split_math(partner))
    return html.escape(f"{name}. {partner}") if is_short else name
