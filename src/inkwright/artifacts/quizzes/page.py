"""A quiz as one HTML page that marks itself: nothing is fetched or sent, and nothing in a quiz becomes markup."""

import base64
import hashlib
import html
import itertools
import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Final

from inkwright.artifacts.quizzes.answer_texts import answer_lines
from inkwright.artifacts.quizzes.formulas import pieces
from inkwright.artifacts.quizzes.notes import Note, Notes
from inkwright.artifacts.quizzes.page_texts import PageTexts
from inkwright.artifacts.quizzes.shuffling import right_items, shown_items, shown_partners
from inkwright.artifacts.quizzes.specs import (
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
    asked,
    letter,
)
from inkwright.i18n import text

_SHORT: Final = 40


def write_page(quiz: Quiz) -> tuple[bytes, list[Note]]:
    """The page, and what it does not show."""
    page = _Page(quiz)
    return page.written().encode(), page.notes.all()


def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _digest(code: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(code.encode()).digest()).decode() + "'"


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


class _Page:
    def __init__(self, quiz: Quiz) -> None:
        self._quiz = quiz
        self._language = quiz.language
        self.notes = Notes()
        self.notes.add("no_labels")
        self.notes.add("key_inside")
        self._words = PageTexts(_texts(as_json(quiz)))
        if not self._words.are_all_read:
            self.notes.add("tex_shown")
        self._asked = [*asked(quiz)]

    def _say(self, key: str, **fields: object) -> str:
        return text(self._language, f"quiz.page.{key}", **fields)

    def written(self) -> str:
        style, script = _asset("page.css"), _asset("page.js") + _asset("scrolling.js")
        allowed = f"script-src {_digest(script)}; style-src {_digest(style)}"
        policy = f"default-src 'none'; {allowed}; form-action 'none'; base-uri 'none'"
        tongue = "zh-CN" if self._language == "zh" else "en"
        title = html.escape(self._quiz.title)
        parts = [
            f'<!DOCTYPE html>\n<html lang="{tongue}">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>",
            f'<main data-formula="{self._say("formula")}" data-code="{self._say("code")}">\n<h1>{title}</h1>',
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
        """What the page marks by. `<` is written so that no text can close the element."""
        names = ("right", "wrong", "partly", "score", "own", "moved")
        key = {
            "points": sum(question.points for _, question, _ in self._asked),
            "questions": [_marked(question) for _, question, _ in self._asked],
            "say": {name: _template(self._language, name) for name in names},
        }
        return json.dumps(key, ensure_ascii=False).replace("<", "\\u003c").replace(">", "\\u003e")

    def _boxes(self) -> Iterator[str]:
        told: Composite | None = None
        for at, (number, question, parent) in enumerate(self._asked):
            if parent is not None and parent is not told:
                told = parent
                yield f'<div class="text"><p class="stem">{self._words.html(parent.question)}</p></div>'
            worth = text(self._language, "quiz.print.points", points=f"{question.points:g}")
            yield f'<fieldset class="question" data-at="{at}"><legend>{number} {html.escape(worth)}</legend>'
            yield self._stem(question)
            yield from self._inputs(question, at)
            yield f'<p class="act"><button type="button" data-check="1">{self._say("check")}</button></p>'
            yield f'<template class="answer">{self._answer(question)}{self._why(question, parent)}</template>'
            yield from self._feedback(question)
            yield '<div class="told" role="status"></div></fieldset>'

    def _feedback(self, question: PartQuestion) -> Iterator[str]:
        """What is told about a choice, beside the value that the choice has."""
        for at, told in enumerate(getattr(question, "option_feedback", ())):
            value = ("true", "false")[at % 2] if isinstance(question, TrueFalse) else letter(at)
            if told:
                yield f'<template class="feedback" data-value="{value}"><div>{self._words.html(told)}</div></template>'

    def _stem(self, question: PartQuestion) -> str:
        if not isinstance(question, FillInBlank):
            return f'<p class="stem">{self._words.html(question.question)}</p>'
        labels = (self._say("blank", number=number) for number in itertools.count(1))
        written = self._words.html(
            question.question, lambda: f'<input type="text" class="blank" aria-label="{next(labels)}">'
        )
        return f'<p class="stem">{written}</p>'

    def _inputs(self, question: PartQuestion, at: int) -> Iterator[str]:
        match question:
            case SingleChoice() | MultipleChoice():
                kind = "radio" if isinstance(question, SingleChoice) else "checkbox"
                for place, option in enumerate(question.options):
                    yield self._option(kind, at, letter(place), f"{letter(place)}. {option}")
            case TrueFalse():
                yield self._option("radio", at, "true", text(self._language, "quiz.true"))
                yield self._option("radio", at, "false", text(self._language, "quiz.false"))
            case ShortAnswer():
                yield f'<input type="text" aria-label="{self._say("your_answer")}">'
            case LongAnswer():
                yield f'<textarea aria-label="{self._say("your_answer")}"></textarea>'
            case Matching():
                yield from self._pairs(question, at)
            case Ordering():
                yield from self._items(question)

    def _option(self, kind: str, at: int, value: str, words: str) -> str:
        box = f'<input type="{kind}" name="q{at}" value="{value}">'
        return f'<label class="option">{box}<span>{self._words.html(words)}</span></label>'

    def _pairs(self, question: Matching, at: int) -> Iterator[str]:
        # A list of choices shows no formulas, so the partners stand above with their letters.
        partners = shown_partners(question)
        shown = "\n".join(f"{letter(place)}. {each}" for place, each in enumerate(partners))
        yield f'<p class="stem">{self._words.html(shown)}</p>'
        choices = "".join(
            f'<option value="{letter(place)}">{_choice(letter(place), each)}</option>'
            for place, each in enumerate(partners)
        )
        for place, left in enumerate(question.options):
            name = f"q{at}p{place}"
            yield (
                f'<div class="pair"><label for="{name}">{place + 1}. {self._words.html(left)}</label>'
                f'<select id="{name}"><option value="">–</option>{choices}</select></div>'
            )

    def _items(self, question: Ordering) -> Iterator[str]:
        right = right_items(question)
        yield '<ol class="items">'
        for item in shown_items(question):
            value = right.index(item) if item in right else -1
            buttons = "".join(
                f'<button type="button" data-move="{way}" aria-label="{self._say(way)}">{sign}</button>'
                for way, sign in (("up", "↑"), ("down", "↓"))
            )
            yield f'<li data-value="{value}"><span>{self._words.html(item)}</span>{buttons}</li>'
        yield "</ol>"

    def _answer(self, question: PartQuestion) -> str:
        lines = "\n".join(answer_lines(question, self._language))
        return f"<div>{self._say('answer')} {self._words.html(lines)}</div>" if lines else ""

    def _why(self, question: PartQuestion, parent: Composite | None) -> str:
        """The explanation; that of a composite question comes with its last part, when all is answered."""
        is_last = parent is not None and question is parent.sub_questions[-1]
        why = (question.explanation, parent.explanation if parent is not None and is_last else "")
        return "".join(f"<div>{self._words.html(each)}</div>" for each in why if each)


def _choice(name: str, partner: str) -> str:
    """A partner in a list of choices: its letter, and its words where they are short and hold no formula."""
    is_short = len(partner) <= _SHORT and not any(piece.is_formula for piece in pieces(partner))
    return html.escape(f"{name}. {partner}") if is_short else name


def _template(language: Any, name: str) -> str:
    """A message whose fields the page fills in."""
    fields = {each: f"{{{each}}}" for each in ("points", "of", "done", "all", "item", "place")}
    return text(language, f"quiz.page.{name}", **fields)


def _marked(question: PartQuestion) -> dict[str, Any]:
    """How the page marks a question."""
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
            partners = shown_partners(question)
            return {
                **found,
                "kind": "pairs",
                "right": [letter(partners.index(each)) for each in question.correct_answer],
            }
        case Ordering():
            return {**found, "kind": "order", "right": [str(at) for at in range(len(question.options))]}
        case LongAnswer():
            return {**found, "kind": "long"}
