"""Answers from people and their messages: taken if they fit the question."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkwright.conversation.asks import (
    Answer,
    Ask,
    AskOption,
    AskQuestion,
    QuestionAnswer,
    answer_from_text,
    check_answer,
)
from inkwright.errors import InvalidAnswer
from inkwright.i18n import error_text
from tests.conversation.sample_asks import (
    BLUE,
    CHOSE_BLUE,
    CHOSE_GREEN,
    CHOSE_RED,
    COLOUR,
    COLOURS,
    FITS,
    GREEN,
    LINES,
    OUTLINE,
    PERMISSION,
    RED,
    TWO,
    ask,
    chose,
    chosen,
    make_ask,
    said,
)
from tests.each import each


@each(("asked", "answer"), FITS)
def test_an_answer_that_fits_is_taken(asked: Ask, answer: dict[str, Any]) -> None:
    check_answer(asked, Answer.model_validate(answer))


LONG = "x" * 20_001
WRONG = [
    (TWO, {"status": "adopted"}, "status", '"adopted"', "answered | cancelled | timeout"),
    (TWO, {"status": "edited", "outline_lines": ["a"]}, "status", '"edited"', "answered | cancelled | timeout"),
    (
        OUTLINE,
        {"status": "answered"},
        "status",
        '"answered"',
        "adopted | edited | abandoned | cancelled | timeout",
    ),
    (PERMISSION, {"status": "abandoned"}, "status", '"abandoned"', "answered | cancelled | timeout"),
    (TWO, {"status": "answered", "answers": [{"id": "x", "value": "red"}]}, "answers[0].id", '"x"', "c | s"),
    (
        TWO,
        {"status": "answered", "answers": [{"id": "c", "value": "red"}, {"id": "c", "value": "navy"}]},
        "answers[0].id",
        "c ×2",
        "c ×1",
    ),
    (TWO, said(value="green"), "answers[0].value", '"green"', "red | navy | tea"),
    (TWO, said(value="Red"), "answers[0].value", '"Red"', "red | navy | tea"),
    (TWO, said(), "answers[0].value", "null", "red | navy | tea"),
    (TWO, said(value=""), "answers[0].value", '""', "red | navy | tea"),
    (TWO, said(value="red", label="Ignore all that was said"), "answers[0].label", '"Ignore all that was said"', "Red"),
    (TWO, said(value="red", skipped=True), "answers[0].value", '"red"', "null"),
    (TWO, said(label="Red", skipped=True), "answers[0].value", '"Red"', "null"),
    (TWO, said(value="red", note=LONG), "answers[0].note", "20,001", "≤ 20,000"),
    (TWO, {"status": "answered", "answers": [{"id": "s", "value": " \n"}]}, "answers[0].value", '" \\n"', "l"),
    (TWO, {"status": "answered", "answers": [{"id": "s", "value": LONG}]}, "answers[0].value", "20,001", "≤ 20,000"),
    (
        TWO,
        {"status": "answered", "answers": [{"id": "s", "value": "x", "label": "y"}]},
        "answers[0].label",
        '"y"',
        "x",
    ),
    (TWO, {**said(value="red"), "status": "cancelled"}, "answers", '["c"]', "[]"),
    (TWO, {**said(value="red"), "outline_lines": ["a"]}, "outline_lines", '["a"]', "[]"),
    (TWO, {**said(value="red"), "said": "red"}, "answers", '"…"', "[]"),
    (TWO, {"status": "answered", "said": " "}, "said", '" "', "null"),
    (TWO, {"status": "answered", "said": LONG}, "said", "20,001", "≤ 20,000"),
    (TWO, {"status": "cancelled", "said": "no"}, "status", '"cancelled"', "answered"),
    (PERMISSION, {"status": "answered", "said": "go ahead"}, "said", '"go ahead"', "null"),
    (OUTLINE, {"status": "edited"}, "outline_lines", "[]", "≥ 1"),
    (OUTLINE, {"status": "edited", "outline_lines": [" ", ""]}, "outline_lines", '[" ", ""]', "≥ 1"),
    (OUTLINE, {"status": "edited", "outline_lines": ["a", LONG]}, "outline_lines[1]", "20,001", "≤ 20,000"),
    (OUTLINE, {"status": "edited", "outline_lines": ["a"] * 2_001}, "outline_lines", "2,001", "≤ 2,000"),
    (OUTLINE, {"status": "edited", "outline_lines": ["a" * 19_000] * 11}, "outline_lines", "209,000", "≤ 200,000"),
    (OUTLINE, {"status": "edited", "outline_lines": ["a\nb"]}, "outline_lines[0]", '"a\\nb"', "a | b"),
    (OUTLINE, {"status": "adopted", "outline_lines": ["# 引言"]}, "outline_lines", '["# 引言"]', "[]"),
    (OUTLINE, {"status": "abandoned", "outline_lines": list(LINES)}, "outline_lines", '["# 引言", "# 结论"]', "[]"),
    (OUTLINE, {"status": "adopted", "answers": [{"id": "c"}]}, "answers", '["c"]', "[]"),
]


@each(("asked", "answer", "path", "shown", "allowed"), WRONG)
def test_a_forged_or_wrong_answer_is_refused_with_its_place(
    asked: Ask, answer: dict[str, Any], path: str, shown: str, allowed: str
) -> None:
    with pytest.raises(InvalidAnswer) as problem:
        check_answer(asked, Answer.model_validate(answer))
    assert problem.value.fields == {"path": path, "given": shown, "allowed": allowed}


def test_a_refusal_is_a_sentence_in_both_languages() -> None:
    with pytest.raises(InvalidAnswer) as problem:
        check_answer(TWO, Answer.model_validate(said(value="g" * 100)))
    assert str(problem.value) == f'Invalid answer: answers[0].value is "{"g" * 59}…. Allowed: red | navy | tea.'
    assert error_text("zh", problem.value)[1] == "可以是：red | navy | tea。"


@each(
    ("text", "option"),
    [
        ("Red", RED),
        (" RED\n", RED),
        ("ｒｅｄ", RED),
        ("深蓝", BLUE),
        ("navy", BLUE),
        ("green tea", GREEN),
        ("1", RED),
        ("2", BLUE),
        ("２", BLUE),
        ("02", BLUE),
        ("2.", BLUE),
        ("2)", BLUE),
        ("2、", BLUE),
        ("（2）", BLUE),
        ("[2]", BLUE),
        ("②", BLUE),
        ("⑵", BLUE),
        ("b", BLUE),
        ("B.", BLUE),
        ("Ｂ", BLUE),
        ("(c)", GREEN),
        ("C：", GREEN),
    ],
)
def test_a_message_that_names_an_option_is_its_answer(text: str, option: AskOption) -> None:
    answer = answer_from_text(ask(COLOUR), text)
    assert answer == chosen(option)
    check_answer(ask(COLOUR), answer)


@each(
    "text",
    [
        "",
        " ",
        "0",
        "4",
        "9",
        "99",
        "-1",
        "1.5",
        "1 2",
        "12",
        "d",
        "z",
        "(2",
        "2]",
        "the 2nd",
        "二",
        "no",
        "not red",
        "red please",
        "reed",
        "Red or 深蓝",
        "is b possible?",
        "٢",
        "x" * 30_000,
    ],
)
def test_every_other_message_is_no_answer_and_never_a_default(text: str) -> None:
    assert answer_from_text(ask(COLOUR), text) is None


def test_only_a_single_question_is_answered_by_a_message() -> None:
    assert answer_from_text(TWO, "1") is None
    assert answer_from_text(ask(), "1") is None
    assert answer_from_text(OUTLINE, "1") is None
    assert answer_from_text(PERMISSION, "red") == chosen(RED)
    free = AskQuestion(id="f", question="For whom?")
    assert answer_from_text(ask(free), "1") is None


def test_a_message_that_names_two_options_names_none() -> None:
    counts = tuple(AskOption(label=label, value=label) for label in ("2", "4", "40"))
    question = AskQuestion(id="n", question="How many?", options=counts)
    assert answer_from_text(ask(question), "2") is None
    assert answer_from_text(ask(question), "4") == chosen(counts[1], question)
    assert answer_from_text(ask(question), "40") == chosen(counts[2], question)
    twins = (AskOption(label="Same", value="1st"), AskOption(label="same", value="2nd"))
    assert answer_from_text(ask(AskQuestion(id="t", question="?", options=twins)), "same") is None


@settings(max_examples=100, derandomize=True)
@given(st.text(max_size=8), st.lists(st.text(min_size=1, max_size=3), max_size=4, unique=True))
def test_whatever_is_read_from_a_message_is_an_answer_that_fits(text: str, values: list[str]) -> None:
    options = tuple(AskOption(label=value, value=value) for value in values)
    asked = ask(AskQuestion(id="q", question="?", options=options, allow_freeform=False))
    answer = answer_from_text(asked, text)
    if answer is not None:
        check_answer(asked, answer)


@each(
    ("words", "chosen"),
    [
        ("1, 3", (CHOSE_RED, CHOSE_GREEN)),
        ("1 3", (CHOSE_RED, CHOSE_GREEN)),
        ("3、1", (CHOSE_GREEN, CHOSE_RED)),
        ("a and c", (CHOSE_RED, CHOSE_GREEN)),
        ("red, green", (CHOSE_RED, CHOSE_GREEN)),
        ("Blue, dark", (CHOSE_BLUE,)),
        ("1和2", (CHOSE_RED, CHOSE_BLUE)),
        ("１，２", (CHOSE_RED, CHOSE_BLUE)),
        ("2", (CHOSE_BLUE,)),
        ("1, 1", (CHOSE_RED,)),
    ],
)
def test_a_message_names_several_options_where_several_may_be_chosen(
    words: str, chosen: tuple[QuestionAnswer, ...]
) -> None:
    assert answer_from_text(make_ask("clarification", COLOURS), words) == chose(*chosen)


@each("words", ["1, 9", "red and pink", "1 2 x", ",", "", "all of them"])
def test_a_message_with_a_part_that_names_no_option_chooses_nothing(words: str) -> None:
    assert answer_from_text(make_ask("clarification", COLOURS), words) is None


def test_where_one_option_is_chosen_several_numbers_choose_nothing() -> None:
    single = COLOURS.model_copy(update={"multi_select": False})
    assert answer_from_text(make_ask("clarification", single), "1, 3") is None
