"""The self-marking page in a real browser: it marks, needs no mouse, shows no script of a quiz, fits a phone."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.interactive.browser import Browser as PageBrowser
from inkwright.artifacts.interactive.judging import judge_pages
from inkwright.artifacts.interactive.static_checks import check_page
from inkwright.artifacts.quizzes.exports import export_quiz
from inkwright.artifacts.quizzes.reading import quiz_of
from inkwright.artifacts.quizzes.specs import Quiz
from tests.artifacts.quizzes.browsers import CHROMIUM, Browser
from tests.artifacts.quizzes.made_quizzes import every_type
from tests.artifacts.quizzes.test_exports import hostile

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")

RIGHT = """
const pick = (at, values) => document.querySelectorAll(`[data-at="${at}"] input`).forEach((input) => {
  if (values.includes(input.value)) input.click();
});
const type = (at, words) => document.querySelectorAll(`[data-at="${at}"] input[type=text]`).forEach((input, i) => {
  input.value = words[i];
});
pick(0, ["B"]); pick(1, ["A", "C"]); pick(2, ["true"]); type(3, [" paris ", "ＯＳＬＯ"]); type(4, ["1,024"]);
document.querySelectorAll('[data-at="6"] select').forEach((select, i) => {
  const key = JSON.parse(document.getElementById("key").textContent).questions[6];
  select.value = key.right[i];
});
document.querySelector('[data-at="7"] li:first-child [data-move=down]').click();
document.querySelector('[data-at="7"] li:nth-child(2) [data-move=down]').click();
type(8, ["A frog."]); pick(9, ["false"]);
document.querySelector("button.main").click();
document.getElementById("score").textContent
"""


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    opened = Browser(tmp_path / "profile")
    yield opened
    opened.close()


def show(browser: Browser, folder: Path, quiz: Quiz) -> None:
    page = folder / "page.html"
    page.write_bytes(export_quiz(quiz, "html").content)
    browser.open(page)


def test_the_right_answers_get_all_points_that_a_program_can_give(browser: Browser, tmp_path: Path) -> None:
    show(browser, tmp_path, every_type())
    assert browser.value(RIGHT) == "13.5 of 14.5 points (10 of 10 questions)"
    own = "const own = document.querySelector('.own input'); own.value = '1'; own.dispatchEvent(new Event('input'));"
    assert browser.value(f"{own} document.getElementById('score').textContent") == (
        "14.5 of 14.5 points (10 of 10 questions)"
    )
    assert browser.problems() == []


def test_no_answer_gets_no_point_and_the_key_is_shown(browser: Browser, tmp_path: Path) -> None:
    show(browser, tmp_path, every_type())
    browser.value("document.querySelector('button.main').click()")
    assert browser.value("document.getElementById('score').textContent").startswith("0 of 14.5")
    assert "B. Argon" in browser.value("document.querySelector('[data-at=\"0\"] .told').textContent")
    assert browser.value("document.querySelectorAll('.told math').length") >= 1


def test_a_question_is_answered_and_checked_with_the_keyboard_alone(browser: Browser, tmp_path: Path) -> None:
    asked = {"questionType": "SINGLE_CHOICE", "question": "Q?", "options": ["a", "b"], "correctAnswer": "B"}
    order = {"questionType": "ORDERING", "question": "O?", "options": ["x", "y"], "correctAnswer": ["B", "A"]}
    show(browser, tmp_path, quiz_of({"title": "T", "questions": [asked, order]}))
    browser.press("Tab", 9)
    browser.press(" ", 32, " ")
    browser.press("ArrowDown", 40)
    browser.press("Tab", 9)
    browser.press("Enter", 13, "\r")
    assert browser.value("document.querySelector('[data-at=\"0\"] .told strong').textContent") == "Right."
    for _ in range(2):
        browser.press("Tab", 9)
    browser.press("Enter", 13, "\r")
    assert browser.value("[...document.querySelectorAll('li span')].map((each) => each.textContent).join()") == "y,x"


def test_a_hostile_quiz_runs_nothing_and_asks_for_nothing(browser: Browser, tmp_path: Path) -> None:
    show(browser, tmp_path, hostile())
    browser.value("document.querySelector('button.main').click()")
    assert browser.value("document.querySelectorAll('img, iframe, a').length") == 0
    assert browser.problems() == []


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_screen(browser: Browser, tmp_path: Path, width: int) -> None:
    show(browser, tmp_path, hostile())
    browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=False)
    browser.value("document.querySelector('button.main').click()")
    assert browser.value("document.documentElement.scrollWidth") <= width


def test_the_page_passes_the_checks_of_interactive_pages() -> None:
    content = export_quiz(every_type(), "html").content
    draft = Draft("html", "quiz.html", "Quiz", {"quiz.html": content})
    assert check_page(draft, "en") == []
    judge = PageBrowser(Path(str(CHROMIUM)), seconds=240, answer_seconds=8)
    [found] = asyncio.run(judge_pages([draft], "en", browser=judge))
    assert [each for each in found if each.severity == "error"] == []


def test_the_first_of_an_order_cannot_go_up_and_keeps_the_focus(browser: Browser, tmp_path: Path) -> None:
    order = {"questionType": "ORDERING", "question": "O?", "options": ["x", "y"], "correctAnswer": ["B", "A"]}
    show(browser, tmp_path, quiz_of({"title": "T", "questions": [order]}))
    off = "[...document.querySelectorAll('[data-move]')].map((each) => each.disabled).join()"
    assert browser.value(off) == "true,false,false,true"
    browser.value("document.querySelector('li:last-child [data-move=up]').click()")
    assert browser.value(off) == "true,false,false,true"
    assert browser.value("document.activeElement.dataset.move + document.activeElement.closest('li').innerText[0]") == (
        "downy"
    )
