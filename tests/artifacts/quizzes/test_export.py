"""Export: every format is written, and nothing in a quiz becomes markup or a formula."""

import json
import re
import sqlite3
from pathlib import Path

import pytest

from inkwright.artifacts.quizzes.export import export_quiz
from inkwright.artifacts.quizzes.formats.registry import quiz_format, writable_formats
from inkwright.artifacts.quizzes.load import quiz_from_value, read_quiz
from inkwright.artifacts.quizzes.model import Quiz
from inkwright.artifacts.webpages.framing import frame_page, page_in
from inkwright.errors import InvalidOption
from inkwright.i18n import LANGUAGES
from tests.artifacts.quizzes.exported_files import Page, document_words, parts_of
from tests.artifacts.quizzes.sample_quizzes import EVERY_TYPE, every_type, hostile
from tests.artifacts.quizzes.test_lint import FAULTS
from tests.each import each

FORMAT_NAMES = [each.name for each in writable_formats()]
QTI = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"


@each("quiz", [every_type(), hostile()])
@each("form", FORMAT_NAMES)
def test_every_format_is_written_and_its_losses_have_messages_in_both_languages(form: str, quiz: Quiz) -> None:
    made = export_quiz(quiz, form)
    assert made.content
    assert export_quiz(quiz, form).content == made.content or form in ("xlsx", "anki")
    assert all(note.message(language) for note in made.notes for language in LANGUAGES)


@pytest.mark.parametrize("form", ["json", "markdown", "xlsx"])
def test_a_hostile_quiz_is_read_back_word_for_word(form: str) -> None:
    assert read_quiz(export_quiz(hostile(), form).content, f"q{quiz_format(form).extension}").quiz == hostile()


def test_the_page_holds_no_markup_of_the_quiz_and_fetches_nothing() -> None:
    file = export_quiz(hostile(), "html").content.decode()
    assert file == frame_page(page_in(file))
    page = Page(page_in(file).encode())
    names = [name for name, _ in page.elements]
    assert names.count("script") == 2
    assert "img" not in names
    assert [attributes for _, attributes in page.elements if {"src", "href", "style"} & set(attributes)] == []
    assert [key for _, attributes in page.elements for key in attributes if key.startswith("on")] == []
    [policy] = [each["content"] for name, each in page.elements if name == "meta" and "http-equiv" in each]
    assert policy is not None
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert "{{7*7}}" in page.words


def test_the_page_knows_the_key_and_every_control_has_a_name() -> None:
    content = page_in(export_quiz(every_type(), "html").content.decode())
    page = Page(content.encode())
    found = re.search(r'<script type="application/json" id="key">(.*?)</script>', content)
    assert found
    key = json.loads(found[1])
    assert [each["kind"] for each in key["questions"]] == [
        "choice", "choice", "choice", "words", "words", "long", "pairs", "order", "words", "choice",
    ]  # fmt: skip
    assert key["points"] == sum(question.points for question in every_type().questions)
    typed = [
        each for name, each in page.elements if name in ("input", "textarea") and each.get("type") in ("text", None)
    ]
    assert all("aria-label" in each for each in typed)
    assert ("math", {}) in [(name, {}) for name, _ in page.elements]


def test_the_page_is_in_the_language_of_the_quiz() -> None:
    quiz = quiz_from_value(
        {"title": "测验", "questions": [{"questionType": "TRUE_FALSE", "question": "对吗", "correctAnswer": "对"}]}
    )
    content = export_quiz(quiz, "html").content.decode()
    assert '<html lang="zh-CN">' in content
    assert "全部检查并显示得分" in content


@pytest.mark.parametrize("form", ["docx", "pdf", "html", "anki"])
def test_the_explanation_of_a_composite_question_is_exported(form: str, tmp_path: Path) -> None:
    made = export_quiz(every_type(), form, with_key=True if form in ("docx", "pdf") else None).content
    if form == "anki":
        (tmp_path / "deck").write_bytes(parts_of(made)["collection.anki2"])
        with sqlite3.connect(tmp_path / "deck") as base:
            words = " ".join(row[0] for row in base.execute("select flds from notes"))
        base.close()
    else:
        words = made.decode() if form == "html" else document_words(form, made)
    assert "Read it twice." in words


@pytest.mark.parametrize("form", [form for form in FORMAT_NAMES if form not in ("docx", "pdf")])
def test_a_quiz_with_lint_errors_is_still_exported(form: str) -> None:
    for _, questions, *_ in FAULTS:
        assert export_quiz(quiz_from_value({"title": "T", "questions": questions}), form).content


def test_only_printed_formats_take_a_key() -> None:
    with pytest.raises(InvalidOption):
        export_quiz(every_type(), "gift", with_key=True)


def test_fifty_questions_are_written_in_all_formats() -> None:
    questions = [{**EVERY_TYPE["questions"][at % 9], "id": f"n{at}"} for at in range(50)]
    quiz = quiz_from_value({"title": "Fifty", "questions": questions})
    assert all(export_quiz(quiz, form).content for form in FORMAT_NAMES)
