"""What an answer is worth: whole or nothing, but blanks and partners one by one; writing is forgiving."""

import json
from pathlib import Path

import pytest

from inkwright.artifacts.quizzes.export import export_quiz
from inkwright.artifacts.quizzes.grade import is_auto_graded, score_answer
from inkwright.artifacts.quizzes.load import quiz_from_value
from inkwright.artifacts.quizzes.model import FillInBlank, Matching, Ordering, ShortAnswer, numbered_questions
from inkwright.artifacts.quizzes.present import presented_items, presented_partners
from tests.artifacts.quizzes.answer_cases import TYPED
from tests.artifacts.quizzes.quiz_browser import CHROMIUM, Browser
from tests.artifacts.quizzes.sample_quizzes import every_type

QUESTIONS = {number: question for number, question, _ in numbered_questions(every_type())}


@pytest.mark.parametrize(
    ("number", "given", "share"),
    [
        ("1", ["B"], 1),
        ("1", ["A"], 0),
        ("1", [], 0),
        ("2", ["C", "A"], 1),
        ("2", ["A"], 0),
        ("2", ["A", "B", "C"], 0),
        ("3", ["true"], 1),
        ("3", ["false"], 0),
        ("4", [" PARIS. ", "ｋristiania"], 1),
        ("4", ["Paris", "Rome"], 0.5),
        ("4", ["Paris"], 0.5),
        ("5", ["1,024"], 1),
        ("5", ["1025"], 0),
        ("6", ["anything"], 0),
        ("7", ["red", "blue"], 1),
        ("7", ["red", "green"], 0.5),
        ("8", ["Atom", "Cell", "Frog"], 1),
        ("8", ["Cell", "Atom", "Frog"], 0),
    ],
)
def test_an_answer_is_marked(number: str, given: list[str], share: float) -> None:
    assert score_answer(QUESTIONS[number], given) == share


@pytest.mark.parametrize(("given", "right", "is_right"), TYPED)
def test_what_is_typed_is_right_whatever_its_width_and_case_unless_that_means_something(
    given: str, right: list[str], is_right: bool
) -> None:
    assert score_answer(ShortAnswer(question="Q?", correct_answer=right), [given]) == is_right
    assert score_answer(FillInBlank(question="It is ____.", correct_answer=[right]), [given]) == is_right


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
def test_the_page_takes_the_same_typed_answers_for_right(tmp_path: Path) -> None:
    questions = [{"questionType": "SHORT_ANSWER", "question": f"Number {at}?", "correctAnswer": right}
              for at, (_, right, _) in enumerate(TYPED)]  # fmt: skip
    page = tmp_path / "page.html"
    page.write_bytes(export_quiz(quiz_from_value({"title": "T", "questions": questions}), "html").content)
    typed = json.dumps([given for given, _, _ in TYPED])
    script = f"""
        document.querySelectorAll("input[type=text]").forEach((input, at) => {{ input.value = {typed}[at]; }});
        document.querySelector("button.main").click();
        [...document.querySelectorAll(".question .told strong")].map((told) => told.className === "good")
    """
    browser = Browser(tmp_path / "profile")
    try:
        browser.open(page)
        marked = browser.value(script)
    finally:
        browser.close()
    assert [*zip(typed_cases(), marked, strict=True)] == [*zip(typed_cases(), (each[2] for each in TYPED), strict=True)]


def typed_cases() -> list[str]:
    """Each case in words, so that one that fails is named."""
    return [f"{given} for {right}" for given, right, _ in TYPED]


@pytest.mark.parametrize(("given", "share"), [(["CO", "102"], 1), (["Co", "102"], 0.5), (["CO", "10²"], 0.5)])
def test_a_partner_is_the_one_that_was_chosen_and_none_that_looks_like_it(given: list[str], share: float) -> None:
    pairs = Matching(question="Match.", options=["a", "b"], correct_answer=["CO", "102"], distractors=["Co", "10²"])
    assert score_answer(pairs, given) == share


def test_only_a_long_answer_needs_a_person() -> None:
    assert [number for number, question in QUESTIONS.items() if not is_auto_graded(question)] == ["6"]


def test_what_is_shown_does_not_tell_the_answer_and_is_the_same_every_time() -> None:
    order = Ordering(question="Order.", options=["a", "b", "c"], correct_answer=["A", "B", "C"])
    assert presented_items(order) != ["a", "b", "c"]
    assert sorted(presented_items(order)) == ["a", "b", "c"]
    assert presented_items(order) == presented_items(order)
    pairs = Matching(question="Match.", options=["1", "2", "3"], correct_answer=["x", "y", "x"], distractors=["z"])
    assert sorted(presented_partners(pairs)) == ["x", "y", "z"]
