"""The self-grading page in a real browser: it grades, needs no mouse, runs no script of a quiz, and fits a phone."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.quizzes.export import export_quiz
from inkwright.artifacts.quizzes.load import quiz_from_value
from inkwright.artifacts.quizzes.model import Quiz
from inkwright.artifacts.webpages.browser import run_page_checks, shared_browser
from inkwright.artifacts.webpages.framing import page_in
from inkwright.artifacts.webpages.static_checks import check_page
from tests.artifacts.quizzes.quiz_browser import CHROMIUM, Browser
from tests.artifacts.quizzes.sample_quizzes import every_type, hostile

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


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One for all tests: each of them opens a tab of its own."""
    opened = Browser(tmp_path_factory.mktemp("browser") / "profile")
    yield opened
    opened.close()


def show(browser: Browser, folder: Path, quiz: Quiz) -> None:
    page = folder / "page.html"
    page.write_text(page_in(export_quiz(quiz, "html").content.decode()), encoding="utf-8")
    browser.open(page)


def test_the_right_answers_get_all_points_that_a_program_can_give(browser: Browser, tmp_path: Path) -> None:
    show(browser, tmp_path, every_type())
    assert browser.value(RIGHT) == "Score: 13.5 of 14.5 (answered: 10 of 10)"
    own = "const own = document.querySelector('.own input'); own.value = '1'; own.dispatchEvent(new Event('input'));"
    assert browser.value(f"{own} document.getElementById('score').textContent") == (
        "Score: 14.5 of 14.5 (answered: 10 of 10)"
    )
    assert browser.problems() == []


def test_an_empty_answer_earns_nothing_and_shows_the_key(browser: Browser, tmp_path: Path) -> None:
    show(browser, tmp_path, every_type())
    browser.value("document.querySelector('button.main').click()")
    assert browser.value("document.getElementById('score').textContent").startswith("Score: 0 of 14.5")
    assert "B. Argon" in browser.value("document.querySelector('[data-at=\"0\"] .told').textContent")
    assert browser.value("document.querySelectorAll('.told math').length") >= 1


def test_a_question_can_be_answered_and_checked_with_the_keyboard(browser: Browser, tmp_path: Path) -> None:
    asked = {"questionType": "SINGLE_CHOICE", "question": "Q?", "options": ["a", "b"], "correctAnswer": "B"}
    order = {"questionType": "ORDERING", "question": "O?", "options": ["x", "y"], "correctAnswer": ["B", "A"]}
    show(browser, tmp_path, quiz_from_value({"title": "T", "questions": [asked, order]}))
    browser.press("Tab", 9)
    browser.press(" ", 32, " ")
    browser.press("ArrowDown", 40)
    browser.press("Tab", 9)
    browser.press("Enter", 13, "\r")
    assert browser.value("document.querySelector('[data-at=\"0\"] .told strong').textContent") == "Correct."
    for _ in range(2):
        browser.press("Tab", 9)
    browser.press("Enter", 13, "\r")
    assert browser.value("[...document.querySelectorAll('li span')].map((each) => each.textContent).join()") == "y,x"


def test_a_hostile_quiz_runs_nothing_and_requests_nothing(browser: Browser, tmp_path: Path) -> None:
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


LONG = "(a+b)^5 = a^5+5a^4b+10a^3b^2+10a^2b^3+5ab^4+b^5"
WIDE: dict[str, Any] = {
    "title": "T",
    "questions": [
        {
            "questionType": "SHORT_ANSWER", "question": f"Expand\n$${LONG}$$\nnow. $${LONG}$$",
            "correctAnswer": f"${LONG}$",
        },
        {
            "questionType": "SINGLE_CHOICE", "question": f"In ${LONG}$?", "options": [f"${LONG}$", "b"],
            "correctAnswer": "A",
        },
        {
            "questionType": "MATCHING", "question": "M", "options": [f"${LONG}$", "y"],
            "correctAnswer": ["a", f"${LONG}$"],
        },
        {"questionType": "ORDERING", "question": "O", "options": [f"${LONG}$", "y"], "correctAnswer": ["B", "A"]},
    ],
}  # fmt: skip


def narrow(browser: Browser) -> None:
    browser.ask("Emulation.setDeviceMetricsOverride", width=390, height=800, deviceScaleFactor=1, mobile=False)
    browser.value("dispatchEvent(new Event('resize')); document.querySelector('button.main').click()")


def test_a_wide_formula_scrolls_in_its_own_box(browser: Browser, tmp_path: Path) -> None:
    show(browser, tmp_path, quiz_from_value(WIDE))
    narrow(browser)
    assert browser.value("document.documentElement.scrollWidth") <= 390
    boxes = "[...document.querySelectorAll('.formula')]"
    assert browser.value(f"{boxes}.every((box) => box.scrollWidth > box.clientWidth && box.tabIndex === 0)") is True
    named = f"{boxes}.map((box) => box.closest('label') ? '' : box.getAttribute('aria-label')).join()"
    assert set(browser.value(named).split(",")) == {"Formula", ""}
    browser.ask("Emulation.setDeviceMetricsOverride", width=1280, height=800, deviceScaleFactor=1, mobile=False)
    browser.value("dispatchEvent(new Event('resize'))")
    assert browser.value("document.querySelector('.formula').hasAttribute('tabindex')") is False


def test_the_page_with_wide_formulas_passes_its_checks() -> None:
    draft = Draft("html", "quiz.html", "Quiz", {"quiz.html": export_quiz(quiz_from_value(WIDE), "html").content})
    judge = shared_browser()
    assert judge is not None
    [found] = asyncio.run(run_page_checks([draft], browser=judge))
    assert [each for each in found if each.severity == "error"] == []


def test_an_option_is_chosen_by_a_click_on_its_wide_formula(browser: Browser, tmp_path: Path) -> None:
    show(browser, tmp_path, quiz_from_value(WIDE))
    narrow(browser)
    browser.value("document.querySelector('label .formula').click()")
    assert browser.value("document.querySelector('[data-at=\"1\"] input').checked") is True


def test_a_display_formula_has_its_own_line(browser: Browser, tmp_path: Path) -> None:
    asked = {"questionType": "SHORT_ANSWER", "question": "Before $$\\sum_{i=1}^n i$$ behind", "correctAnswer": "1"}
    show(browser, tmp_path, quiz_from_value({"title": "T", "questions": [asked]}))
    sizes = (
        "(() => { const box = document.querySelector('.display'); return [box.clientWidth, box.parentNode.clientWidth]"
    )
    own, whole = browser.value(f"{sizes}; }})()")
    assert own == whole
    assert browser.value("document.querySelectorAll('.display munderover').length") == 1


def test_a_short_formula_stays_with_the_comma_after_it(browser: Browser, tmp_path: Path) -> None:
    asked = {"questionType": "SHORT_ANSWER", "question": "设 $x=1$，$y=\\frac{a+b}{c+d}$。", "correctAnswer": "1"}
    show(browser, tmp_path, quiz_from_value({"title": "T", "questions": [asked]}))
    assert browser.value("document.querySelectorAll('.formula').length") == 0
    assert browser.value("document.querySelectorAll('.stem math').length") == 2


@pytest.mark.parametrize("fence", ["```python\n{}\n```", "{}"])
def test_code_keeps_its_indentation(browser: Browser, tmp_path: Path, fence: str) -> None:
    code = "for i in range(3):\n    if i:\n        print(i)"
    asked = {"questionType": "SHORT_ANSWER", "question": f"What?\n{fence.format(code)}\nSay.", "correctAnswer": "1"}
    show(browser, tmp_path, quiz_from_value({"title": "T", "questions": [asked]}))
    assert code in browser.value("document.querySelector('.stem').innerText")
    assert "```" not in browser.value("document.body.innerText")


def test_a_blank_in_code_can_be_filled_in(browser: Browser, tmp_path: Path) -> None:
    asked = {
        "questionType": "FILL_IN_BLANK",
        "question": "```\nfor ____ in x:\n```\nand ____",
        "correctAnswer": ["i", "j"],
    }
    show(browser, tmp_path, quiz_from_value({"title": "T", "questions": [asked]}))
    labels = "[...document.querySelectorAll('input.blank')].map((each) => each.getAttribute('aria-label')).join()"
    assert browser.value(labels) == "Blank 1,Blank 2"
    assert browser.value("document.querySelectorAll('code.block input').length") == 1


def test_chemical_reactions_boxes_and_cases_are_displayed(browser: Browser, tmp_path: Path) -> None:
    formulas = r"$\ce{H2O}$ $\boxed{x}$ $\begin{cases}x+y=1\\y=2\end{cases}$ $90\degree$"
    asked = {"questionType": "SHORT_ANSWER", "question": formulas, "correctAnswer": "1"}
    show(browser, tmp_path, quiz_from_value({"title": "T", "questions": [asked]}))
    assert browser.value("document.querySelectorAll('.stem math').length") == 4
    assert browser.value("getComputedStyle(document.querySelector('menclose')).borderTopWidth") == "1px"
    assert browser.value("getComputedStyle(document.querySelector('mtd')).textAlign") == "left"


def test_the_page_passes_the_checks_of_interactive_pages() -> None:
    content = export_quiz(every_type(), "html").content
    draft = Draft("html", "quiz.html", "Quiz", {"quiz.html": content})
    assert check_page(draft) == []
    judge = shared_browser()
    assert judge is not None
    [found] = asyncio.run(run_page_checks([draft], browser=judge))
    assert [each for each in found if each.severity == "error"] == []


def test_the_first_item_cannot_move_up_and_keeps_the_focus(browser: Browser, tmp_path: Path) -> None:
    order = {"questionType": "ORDERING", "question": "O?", "options": ["x", "y"], "correctAnswer": ["B", "A"]}
    show(browser, tmp_path, quiz_from_value({"title": "T", "questions": [order]}))
    off = "[...document.querySelectorAll('[data-move]')].map((each) => each.disabled).join()"
    assert browser.value(off) == "true,false,false,true"
    browser.value("document.querySelector('li:last-child [data-move=up]').click()")
    assert browser.value(off) == "true,false,false,true"
    assert browser.value("document.activeElement.dataset.move + document.activeElement.closest('li').innerText[0]") == (
        "downy"
    )


def test_the_options_show_what_was_right_wrong_and_missed(browser: Browser, tmp_path: Path) -> None:
    options = ["2", "4", "7", "9"]
    question = {
        "questionType": "MULTIPLE_CHOICE",
        "question": "Prime?",
        "options": options,
        "correctAnswer": ["A", "C"],
        "points": 4,
    }
    show(browser, tmp_path, quiz_from_value({"title": "T", "language": "en", "questions": [question, question]}))
    browser.value("""document.querySelectorAll("input").forEach((box) => { box.checked = "AB".includes(box.value); });
        document.querySelector("[data-check]").click()""")
    marks = "Array.from(document.querySelectorAll('.question:nth-of-type(1) label'), (each) => each.className)"
    assert browser.value(marks) == ["option right", "option wrong", "option missed", "option"]
    assert browser.value("document.querySelector('.total').textContent") == "Total: 8 marks"
    browser.value("document.querySelector('[data-again]').click()")
    assert browser.value(marks) == ["option"] * 4
