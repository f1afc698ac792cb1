"""Writes a quiz as one self-grading HTML page. It loads nothing, sends nothing, and escapes all texts."""

import base64
import hashlib
import html
import json
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any

from inkwright.artifacts.quizzes.formats.html.question_fields import QuestionFields
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
)
from inkwright.artifacts.quizzes.present import answer_lines, items_in_order, presented_items, presented_partners
from inkwright.artifacts.webpages.framing import frame_page
from inkwright.i18n import text


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


class _QuizPage(QuestionFields):
    def __init__(self, quiz: Quiz) -> None:
        super().__init__(quiz)
        self.notes = LossLog()
        self.notes.add("no_labels")
        self.notes.add("key_inside")
        if not self._words.are_all_read:
            self.notes.add("tex_shown")
        self._points = sum(question.points for _, question, _ in self._questions)

    def _shown_texts(self) -> Iterable[str]:
        return _all_texts(as_json(self._quiz))

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
            *self._boxes("data-at"),
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

    def _box(self, question: PartQuestion, index: int, parent: Composite | None) -> Iterator[str]:
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

    def _inputs(self, question: PartQuestion, index: int) -> Iterator[str]:
        match question:
            case SingleChoice() | MultipleChoice() | TrueFalse():
                yield from self._choices(question, index)
            case ShortAnswer():
                yield f'<input type="text" aria-label="{self._say("your_answer")}">'
            case LongAnswer():
                yield f'<textarea aria-label="{self._say("your_answer")}"></textarea>'
            case Matching():
                yield from self._pairs(question, index, presented_partners(question))
            case Ordering():
                yield from self._items(question)

    def _items(self, question: Ordering) -> Iterator[str]:
        right = items_in_order(question)
        yield '<ol class="items">'
        for item in presented_items(question):
            value = right.index(item) if item in right else -1
            yield f'<li data-value="{value}"><span>{self._words.html(item)}</span>{self._movers()}</li>'
        yield "</ol>"

    def _answer(self, question: PartQuestion) -> str:
        lines = "\n".join(answer_lines(question, self._language))
        return f"<div>{self._say('answer')} {self._words.html(lines)}</div>" if lines else ""

    def _explanation(self, question: PartQuestion, parent: Composite | None) -> str:
        """Return the explanation. That of a composite question comes with its last part."""
        is_last = parent is not None and question is parent.sub_questions[-1]
        texts = (question.explanation, parent.explanation if parent is not None and is_last else "")
        return "".join(f"<div>{self._words.html(each)}</div>" for each in texts if each)


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
