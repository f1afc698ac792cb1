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
    options = [f"{gas}, which is one of the gases in the air around us" for gas in ("Oxygen", "Argon", "Chlorine")]
    question = {**EVERY_TYPE["questions"][0], "explanation": "", "options": options}
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


def choice(stem: str, options: list[str], points: int = 2) -> dict[str, object]:
    return {
        "questionType": "SINGLE_CHOICE",
        "question": stem,
        "options": options,
        "correctAnswer": "A",
        "points": points,
    }


def paper(questions: list[dict[str, object]], language: str) -> list[str]:
    quiz = quiz_from_value({"title": "T", "language": language, "questions": questions})
    return [each.text for each in docx.Document(io.BytesIO(export_quiz(quiz, "docx").content)).paragraphs]


TRUE: dict[str, object] = {"questionType": "TRUE_FALSE", "question": "牛轭湖是由冰川形成的。", "correctAnswer": "false"}


def test_a_chinese_paper_has_numbered_sections_brackets_and_short_options_in_one_row() -> None:
    rivers = ["长江", "尼罗河", "亚马孙河", "黄河"]
    lines = paper([choice("最长的河是（　　）", rivers), choice("最短的是哪条？", rivers), TRUE], "zh")
    assert "一、单项选择题（每题 2 分，共 4 分）" in lines
    assert "二、判断题（共 1 分）" in lines
    assert lines.count("A. 长江\tB. 尼罗河\tC. 亚马孙河\tD. 黄河") == 2
    assert "1. 最长的河是（　　）" in lines
    assert "2. 最短的是哪条？ （　　）" in lines
    assert "3. 牛轭湖是由冰川形成的。 （　　）" in lines
    assert not any("☐" in line for line in lines)


def test_an_english_paper_counts_marks_and_keeps_its_boxes() -> None:
    true = {**TRUE, "question": "Deltas form at the mouth."}
    lines = paper([choice("The longest is", ["Nile", "Rhine", "Amazon", "Volga"], points=1), true, true], "en")
    assert "Part A. Multiple choice (1 mark)" in lines
    assert "Part B. True or false (1 mark each, 2 in total)" in lines
    assert "☐ A. Nile\t☐ B. Rhine\t☐ C. Amazon\t☐ D. Volga" in lines
    assert "☐ True\t☐ False" in lines


def test_questions_of_mixed_types_keep_their_places_and_have_no_sections() -> None:
    one = choice("A?", ["x", "y"])
    lines = paper([one, {**TRUE, "question": "B."}, one], "en")
    assert [line for line in lines if line[:2] in ("1.", "2.", "3.")] == [
        "1. A? (2 marks)",
        "2. B. (1 mark)",
        "3. A? (2 marks)",
    ]
    assert not any(line.startswith("Part") for line in lines)


@pytest.mark.parametrize(
    ("kind", "points", "lines"),
    [("SHORT_ANSWER", 1, 1), ("SHORT_ANSWER", 5, 10), ("LONG_ANSWER", 1, 8), ("LONG_ANSWER", 3, 6)],
)
def test_an_answer_of_many_points_has_more_lines(kind: str, points: int, lines: int) -> None:
    asked = {"questionType": kind, "question": "Why?", "correctAnswer": "So.", "points": points}
    made = export_quiz(quiz_from_value({"title": "T", "questions": [asked]}), "docx").content
    shown = [each.style.name for each in docx.Document(io.BytesIO(made)).paragraphs if each.style]
    assert shown.count("Answer Line") == lines
