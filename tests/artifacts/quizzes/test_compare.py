"""Typed answers: which differences count, in Python and in the page."""

import json
from pathlib import Path

import pytest

from inkwright.artifacts.quizzes.export import export_quiz
from inkwright.artifacts.quizzes.grade import score_answer
from inkwright.artifacts.quizzes.load import quiz_from_value
from inkwright.artifacts.quizzes.model import FillInBlank, ShortAnswer
from inkwright.artifacts.webpages.framing import page_in
from tests.artifacts.quizzes.answer_cases import TYPED
from tests.artifacts.quizzes.quiz_browser import CHROMIUM, Browser
from tests.each import each


@each(("given", "right", "is_right"), TYPED)
def test_typed_answers_may_differ_in_width_and_in_meaningless_case(
    given: str, right: list[str], is_right: bool
) -> None:
    assert score_answer(ShortAnswer(question="Q?", correct_answer=right), [given]) == is_right
    assert score_answer(FillInBlank(question="It is ____.", correct_answer=[right]), [given]) == is_right


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
def test_the_page_accepts_the_same_typed_answers(tmp_path: Path) -> None:
    questions = [{"questionType": "SHORT_ANSWER", "question": f"Number {at}?", "correctAnswer": right}
              for at, (_, right, _) in enumerate(TYPED)]  # fmt: skip
    page = tmp_path / "page.html"
    made = export_quiz(quiz_from_value({"title": "T", "questions": questions}), "html").content.decode()
    page.write_text(page_in(made), encoding="utf-8")
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
