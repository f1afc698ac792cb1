"""Printed quizzes: documents with or without the key, and reports of missing glyphs."""

import io

import docx
import pypdfium2
import pytest

from inkwright.artifacts.documents.docx.docx_checks import check_docx
from inkwright.artifacts.documents.pdf.pdf_checks import check_pdf
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.quizzes.export import export_quiz
from inkwright.artifacts.quizzes.formats.printed.write import unprintable_losses
from inkwright.artifacts.quizzes.load import quiz_from_value
from inkwright.artifacts.quizzes.losses import ConversionLoss
from tests.artifacts.quizzes.exported_files import document_words
from tests.artifacts.quizzes.sample_quizzes import EVERY_TYPE, every_type

SMILE = {
    "title": "T",
    "questions": [
        {
            "questionType": "SHORT_ANSWER",
            "question": "Smile 🧪 and $a+b ⟂ c$",
            "correctAnswer": "1",
            "explanation": "🐸",
        }
    ],
}


def test_a_character_without_a_glyph_is_reported_for_a_pdf() -> None:
    [told] = [note for note in export_quiz(quiz_from_value(SMILE), "pdf").notes if note.key == "no_glyph"]
    assert "🧪" in told.message("en")
    assert "🧪" in told.message("zh")


def test_characters_only_in_the_key_are_reported_only_with_the_key() -> None:
    quiz = quiz_from_value(SMILE)
    assert unprintable_losses(quiz, with_key=False) == [ConversionLoss("no_glyph", ("🧪",))]
    assert unprintable_losses(quiz, with_key=True) == [ConversionLoss("no_glyph", ("🧪", "🐸"))]


def test_word_documents_report_no_missing_glyphs() -> None:
    assert "no_glyph" not in [note.key for note in export_quiz(quiz_from_value(SMILE), "docx").notes]


@pytest.mark.parametrize("with_key", [False, True])
def test_the_printed_quiz_passes_the_document_checks_and_shows_the_key_on_request(with_key: bool) -> None:
    for form, check in (("docx", check_docx), ("pdf", check_pdf)):
        content = export_quiz(every_type(), form, with_key=with_key).content
        assert check(Draft(form, f"quiz.{form}", "T", {f"quiz.{form}": content})) == []
        words = document_words(form, content)
        assert ("Answer key" in words) is with_key
        assert ("Kristiania" in words) is with_key
        assert "Which of these is a noble gas?" in words


@pytest.mark.parametrize("form", ["docx", "pdf"])
def test_the_key_holds_the_feedback_for_options(form: str) -> None:
    words = document_words(form, export_quiz(every_type(), form, with_key=True).content)
    assert [each in words for each in ("A. It reacts:", "True: Yes.", "False: Think of tea.")] == [True] * 3
    without = export_quiz(every_type(), form)
    assert "It reacts" not in document_words(form, without.content)
    assert "no_key" in [note.key for note in without.notes]


def test_code_is_printed_with_its_indentation() -> None:
    stem = "What is printed?\n\n```python\nfor i in range(3):\n    print(i)  # *no* markup\n```"
    plain = "Indented:\n    two\n        four"
    given = [{**EVERY_TYPE["questions"][0], "question": each, "explanation": stem} for each in (stem, plain)]
    quiz = quiz_from_value({"title": "T", "language": "en", "questions": given})
    document = docx.Document(io.BytesIO(export_quiz(quiz, "docx", with_key=True).content))
    lines = "\n".join(each.text for each in document.paragraphs).replace("\xa0", " ").split("\n")
    assert lines.count("    print(i)  # *no* markup") == 3
    assert [each for each in lines if each.startswith("        four ")]
    content = export_quiz(quiz, "pdf", with_key=True).content
    assert check_pdf(Draft("pdf", "quiz.pdf", "T", {"quiz.pdf": content})) == []


def test_the_key_has_its_own_page_and_questions_stay_with_their_options() -> None:
    question = {**EVERY_TYPE["questions"][0], "explanation": ""}
    quiz = quiz_from_value({"title": "T", "language": "en", "questions": [question] * 12})
    pages = [
        page.get_textpage().get_text_range()
        for page in pypdfium2.PdfDocument(export_quiz(quiz, "pdf", with_key=True).content)
    ]
    assert [("Which of these" in page, "Answer key" in page) for page in pages] == [*[(True, False)] * 2, (False, True)]
    assert all(page.count("Which of these") == page.count("Argon") for page in pages[:-1])
    paragraphs = docx.Document(io.BytesIO(export_quiz(quiz, "docx", with_key=True).content)).paragraphs
    [key] = [each for each in paragraphs if each.text == "Answer key"]
    assert key.paragraph_format.page_break_before
    first = next(at for at, each in enumerate(paragraphs) if "Which of these" in each.text)
    assert [each.paragraph_format.keep_with_next for each in paragraphs[first : first + 4]] == [True, True, True, None]


def test_paper_shows_that_several_options_may_be_right() -> None:
    words = document_words("docx", export_quiz(every_type(), "docx").content)
    assert words.count("several may be correct") == 1


def test_text_that_looks_like_markup_is_printed_unchanged() -> None:
    written = "**not bold** [8] (1) <b> \\(x\\) # 1. - ~~a~~ `c` \"q\" 'a' -- | ^2^ @x {y}"
    quiz = quiz_from_value(
        {"title": "T", "questions": [{"questionType": "SHORT_ANSWER", "question": written, "correctAnswer": "a"}]}
    )
    assert written in document_words("docx", export_quiz(quiz, "docx").content)


def test_no_line_on_paper_ends_in_a_break_that_would_stretch_it() -> None:
    lines = {"questionType": "LONG_ANSWER", "question": "第一行\n    第二行\n\n第三行", "correctAnswer": "甲\n乙"}
    order = {
        "questionType": "ORDERING",
        "question": "排序",
        "options": ["小", "中", "大"],
        "correctAnswer": ["A", "B", "C"],
    }
    quiz = quiz_from_value({"title": "题", "questions": [lines, order]})
    document = docx.Document(io.BytesIO(export_quiz(quiz, "docx", with_key=True).content))
    written = [paragraph.text for paragraph in document.paragraphs]
    assert [text for text in written if "\n" in text] == []
    assert {"\xa0" * 4 + "第二行", "乙"} <= set(written)
