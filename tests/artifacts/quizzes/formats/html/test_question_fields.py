"""The page that grades itself and the sheet that is handed in ask the same questions with the same fields."""

import pytest
from lxml import html

from inkwright.artifacts.quizzes.formats.html.question_fields import QuizHtmlTexts
from inkwright.artifacts.quizzes.formats.html.sheet import write_sheet
from inkwright.artifacts.quizzes.formats.html.write import write_html
from inkwright.artifacts.quizzes.load import quiz_from_value
from inkwright.artifacts.quizzes.model import Quiz
from inkwright.artifacts.webpages.framing import page_in
from tests.artifacts.quizzes.sample_quizzes import every_type, hostile


def _fields(written: str) -> list[tuple[str, str, list[str]]]:
    """The heading of each question, its first text, and the kinds of its fields."""
    return [
        (
            box.findtext("legend"),
            box.find("p").text_content(),
            [field.get("type", field.tag) for field in box.iter("input", "select", "textarea")],
        )
        for box in html.fromstring(written).iter("fieldset")
    ]


@pytest.mark.parametrize("quiz", [every_type(), hostile()])
def test_the_page_and_the_sheet_ask_the_same(quiz: Quiz) -> None:
    shown = _fields(page_in(write_html(quiz)[0].decode()))
    asked = _fields(f"<form>{write_sheet(quiz, 'seed')}</form>")
    assert [each[:2] for each in shown] == [each[:2] for each in asked]
    assert [each[2] for each in shown if each[2]] == [
        kinds for _, _, fields in asked if (kinds := [kind for kind in fields if kind != "hidden"])
    ]


def test_the_sheet_names_every_field_after_its_question() -> None:
    quiz = quiz_from_value(
        {"title": "T", "questions": [{"questionType": "SHORT_ANSWER", "question": "Q?", "correctAnswer": "a"}] * 2}
    )
    [form] = html.fragments_fromstring(f"<form>{write_sheet(quiz, 'seed')}</form>")
    assert form.xpath(".//input/@name") == ["q0", "q1"]


def test_a_text_is_escaped_and_its_formulas_and_code_are_marked() -> None:
    words = "Is $x < 2$ in `<b>`?"
    written = QuizHtmlTexts([words]).html(words)
    assert "<math" in written
    assert "&lt;b&gt;" in written
    assert "<b>" not in written
