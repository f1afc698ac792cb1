"""Writes a quiz as one self-grading HTML page. It loads nothing, sends nothing, and escapes all texts."""

import base64
import hashlib
import html
import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any, Final

from inkwright.artifacts.math.delimiters import BLANK, MathSpan, split_math
from inkwright.artifacts.math.mathml import TexFormula, convert_to_mathml
from inkwright.artifacts.quizzes.losses import ConversionLoss, LossLog
from inkwright.artifacts.quizzes.model import (
    Composite,
    FillInBlank,
    LongAnswer,
    Matching,
    MultipleChoice,
    Ordering,
    PartQuestion,
    Quiz,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
    alternatives,
    as_json,
    letter,
    numbered_questions,
)
from inkwright.artifacts.quizzes.present import answer_lines, items_in_order, presented_items, presented_partners
from inkwright.artifacts.quizzes.text.fenced_code import split_fences
from inkwright.artifacts.webpages.framing import frame_page
from inkwright.i18n import text

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


_MAX_CHOICE_WIDTH: Final = 40


def write_html(quiz: Quiz) -> tuple[bytes, list[ConversionLoss]]:
    """Return the page, and what it does not show."""
    page = _QuizPage(quiz)
    return frame_page(page.written()).encode(), page.notes.all()


def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _digest(code: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(code.encode()).digest()).decode() + "'"


def _all_texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _all_texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _all_texts(each)


class _QuizPage:
    def __init__(self, quiz: Quiz) -> None:
        self._quiz = quiz
        self._language = quiz.language
        self.notes = LossLog()
        self.notes.add("no_labels")
        self.notes.add("key_inside")
        self._words = QuizHtmlTexts(_all_texts(as_json(quiz)))
        if not self._words.are_all_read:
            self.notes.add("tex_shown")
        self._questions = [*numbered_questions(quiz)]
        self._points = sum(question.points for _, question, _ in self._questions)

    def _say(self, key: str, **fields: object) -> str:
        return text(self._language, f"quiz.page.{key}", **fields)

    def written(self) -> str:
        style, script = _asset("page.css"), _asset("page.js") + _asset("scrolling.js")
        allowed = f"script-src {_digest(script)}; style-src {_digest(style)}"
        policy = f"default-src 'none'; {allowed}; form-action 'none'; base-uri 'none'"
        language_tag = "zh-CN" if self._language == "zh" else "en"
        title = html.escape(self._quiz.title)
        parts = [
            f'<!DOCTYPE html>\n<html lang="{language_tag}">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>",
            f'<main data-formula="{self._say("formula")}" data-code="{self._say("code")}">\n<h1>{title}</h1>',
            f'<p class="total">{html.escape(text(self._language, "quiz.total", points=f"{self._points:g}"))}</p>',
            '<div id="quiz">',
            *self._boxes(),
            f'<button class="main" type="button" data-all="1">{self._say("check_all")}</button>',
            f'<button type="button" data-again="1">{self._say("again")}</button>',
            '<p id="score" role="status" tabindex="-1"></p>\n<p id="spoken" role="status" class="told"></p>\n</div>',
            f"<noscript><p>{self._say('no_script')}</p></noscript>\n</main>",
            f'<script type="application/json" id="key">{self._key()}</script>',
            f"<script>{script}</script>\n</body>\n</html>\n",
        ]
        return "\n".join(parts)

    def _key(self) -> str:
        """Return the grading rules of the page. `<` is escaped so that no text can close the element."""
        names = ("right", "wrong", "partly", "score", "own", "moved")
        key = {
            "points": self._points,
            "questions": [_grading_rules(question) for _, question, _ in self._questions],
            "say": {name: _message_template(self._language, name) for name in names},
        }
        return json.dumps(key, ensure_ascii=False).replace("<", "\\u003c").replace(">", "\\u003e")

    def _boxes(self) -> Iterator[str]:
        shown: Composite | None = None
        for index, (number, question, parent) in enumerate(self._questions):
            if parent is not None and parent is not shown:
                shown = parent
                yield f'<div class="text"><p class="stem">{self._words.html(parent.question)}</p></div>'
            points = text(self._language, "quiz.print.points", points=f"{question.points:g}")
            yield f'<fieldset class="question" data-at="{index}"><legend>{number} {html.escape(points)}</legend>'
            yield self._stem(question)
            yield from self._inputs(question, index)
            yield f'<p class="act"><button type="button" data-check="1">{self._say("check")}</button></p>'
            yield f'<template class="answer">{self._answer(question)}{self._explanation(question, parent)}</template>'
            yield from self._feedback(question)
            yield '<div class="told" role="status"></div></fieldset>'

    def _feedback(self, question: PartQuestion) -> Iterator[str]:
        """Yield the feedback for each choice with the value of the choice."""
        for index, remark in enumerate(getattr(question, "option_feedback", ())):
            value = ("true", "false")[index % 2] if isinstance(question, TrueFalse) else letter(index)
            if remark:
                inner = self._words.html(remark)
                yield f'<template class="feedback" data-value="{value}"><div>{inner}</div></template>'

    def _stem(self, question: PartQuestion) -> str:
        if not isinstance(question, FillInBlank):
            return f'<p class="stem">{self._words.html(question.question)}</p>'
        labels = (self._say("blank", number=number) for number in itertools.count(1))
        written = self._words.html(
            question.question, lambda: f'<input type="text" class="blank" aria-label="{next(labels)}">'
        )
        return f'<p class="stem">{written}</p>'

    def _inputs(self, question: PartQuestion, index: int) -> Iterator[str]:
        match question:
            case SingleChoice() | MultipleChoice():
                kind = "radio" if isinstance(question, SingleChoice) else "checkbox"
                for number, option in enumerate(question.options):
                    yield self._option(kind, index, letter(number), f"{letter(number)}. {option}")
            case TrueFalse():
                yield self._option("radio", index, "true", text(self._language, "quiz.true"))
                yield self._option("radio", index, "false", text(self._language, "quiz.false"))
            case ShortAnswer():
                yield f'<input type="text" aria-label="{self._say("your_answer")}">'
            case LongAnswer():
                yield f'<textarea aria-label="{self._say("your_answer")}"></textarea>'
            case Matching():
                yield from self._pairs(question, index)
            case Ordering():
                yield from self._items(question)

    def _option(self, kind: str, index: int, value: str, words: str) -> str:
        box = f'<input type="{kind}" name="q{index}" value="{value}">'
        return f'<label class="option">{box}<span>{self._words.html(words)}</span></label>'

    def _pairs(self, question: Matching, index: int) -> Iterator[str]:
        # A select box shows no formulas, so the partners are listed above with their letters.
        partners = presented_partners(question)
        shown = "\n".join(f"{letter(number)}. {each}" for number, each in enumerate(partners))
        yield f'<p class="stem">{self._words.html(shown)}</p>'
        choices = "".join(
            f'<option value="{letter(number)}">{choice_label(letter(number), each)}</option>'
            for number, each in enumerate(partners)
        )
        for number, left in enumerate(question.options):
            name = f"q{index}p{number}"
            yield (
                f'<div class="pair"><label for="{name}">{number + 1}. {self._words.html(left)}</label>'
                f'<select id="{name}"><option value="">–</option>{choices}</select></div>'
            )

    def _items(self, question: Ordering) -> Iterator[str]:
        right = items_in_order(question)
        yield '<ol class="items">'
        for item in presented_items(question):
            value = right.index(item) if item in right else -1
            buttons = "".join(
                f'<button type="button" data-move="{direction}" aria-label="{self._say(direction)}">{sign}</button>'
                for direction, sign in (("up", "↑"), ("down", "↓"))
            )
            yield f'<li data-value="{value}"><span>{self._words.html(item)}</span>{buttons}</li>'
        yield "</ol>"

    def _answer(self, question: PartQuestion) -> str:
        lines = "\n".join(answer_lines(question, self._language))
        return f"<div>{self._say('answer')} {self._words.html(lines)}</div>" if lines else ""

    def _explanation(self, question: PartQuestion, parent: Composite | None) -> str:
        """Return the explanation. That of a composite question comes with its last part."""
        is_last = parent is not None and question is parent.sub_questions[-1]
        texts = (question.explanation, parent.explanation if parent is not None and is_last else "")
        return "".join(f"<div>{self._words.html(each)}</div>" for each in texts if each)


def choice_label(name: str, partner: str) -> str:
    """Return the label of a partner in a select box: its letter, and its text if it is short and has no formula."""
    is_short = len(partner) <= _MAX_CHOICE_WIDTH and not any(piece.is_formula for piece in split_math(partner))
    return html.escape(f"{name}. {partner}") if is_short else name


def _message_template(language: Any, name: str) -> str:
    """Return a message whose fields the page fills in."""
    fields = {each: f"{{{each}}}" for each in ("points", "of", "done", "all", "item", "place")}
    return text(language, f"quiz.page.{name}", **fields)


def _grading_rules(question: PartQuestion) -> dict[str, Any]:
    """Return how the page grades a question."""
    found: dict[str, Any] = {"points": question.points}
    match question:
        case SingleChoice() | MultipleChoice():
            right = [question.correct_answer] if isinstance(question, SingleChoice) else question.correct_answer
            return {**found, "kind": "choice", "right": right}
        case TrueFalse():
            return {**found, "kind": "choice", "right": [question.correct_answer]}
        case ShortAnswer():
            return {**found, "kind": "words", "right": [alternatives(question.correct_answer)]}
        case FillInBlank():
            return {**found, "kind": "words", "right": [alternatives(each) for each in question.correct_answer]}
        case Matching():
            partners = presented_partners(question)
            return {
                **found,
                "kind": "pairs",
                "right": [letter(partners.index(each)) for each in question.correct_answer],
            }
        case Ordering():
            return {**found, "kind": "order", "right": [str(index) for index in range(len(question.options))]}
        case LongAnswer():
            return {**found, "kind": "long"}
