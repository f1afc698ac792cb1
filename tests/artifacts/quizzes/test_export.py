"""Every form is opened by a program that did not write it, and nothing in a quiz becomes markup or a formula there."""

import csv
import html.parser
import io
import json
import re
import sqlite3
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pypdfium2
import pytest

from inkwright.artifacts.documents.docx.docx_checks import check_docx
from inkwright.artifacts.documents.pdf.pdf_checks import check_pdf
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.quizzes.export import QUIZ_FILE_EXTENSIONS, QUIZ_FORMATS, QuizFormat, export_quiz
from inkwright.artifacts.quizzes.load import quiz_from_value, read_quiz
from inkwright.artifacts.quizzes.model import Quiz
from inkwright.errors import InvalidOption
from inkwright.i18n import LANGUAGES
from tests.artifacts.quizzes.sample_quizzes import EVERY_TYPE, every_type
from tests.artifacts.quizzes.test_lint import FAULTS

QTI = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
EVIL = '=cmd|"/c calc"!A1 </script><script>alert(1)</script><img src=x onerror=alert(2)>{{7*7}} ]]> &amp; $x<y$ 水'


def hostile() -> Quiz:
    """Every text of every field is an attack."""
    fields: dict[str, Any] = {"explanation": EVIL, "knowledgePoint": EVIL, "tags": [EVIL.replace(",", "")]}
    choice = {"options": [EVIL, f"{EVIL}2"], "optionFeedback": [EVIL, EVIL]}
    asked: list[dict[str, Any]] = [
        {"questionType": "SINGLE_CHOICE", **choice, "correctAnswer": "A"},
        {"questionType": "MULTIPLE_CHOICE", **choice, "correctAnswer": ["A"]},
        {"questionType": "TRUE_FALSE", "correctAnswer": "true", "optionFeedback": [EVIL, EVIL]},
        {"questionType": "FILL_IN_BLANK", "correctAnswer": [[EVIL, "b"], EVIL]},
        {"questionType": "SHORT_ANSWER", "correctAnswer": [EVIL, "b"]},
        {"questionType": "LONG_ANSWER", "correctAnswer": EVIL},
        {"questionType": "MATCHING", "options": [EVIL, "b"], "correctAnswer": [EVIL, "c"], "distractors": [f"{EVIL}3"]},
        {"questionType": "ORDERING", "options": [EVIL, "b"], "correctAnswer": ["B", "A"]},
    ]
    questions = [
        {**each, **fields, "id": f"{EVIL}{at}", "question": f"{EVIL} ____ ____ {at}"} for at, each in enumerate(asked)
    ]
    whole = {"questionType": "COMPOSITE", **fields, "question": EVIL, "id": "w"}
    parts = [{**each, "id": f"p{at}"} for at, each in enumerate(questions)]
    return quiz_from_value({"title": f"T {EVIL}", "questions": [*questions, {**whole, "subQuestions": parts}]})


class Page(html.parser.HTMLParser):
    """The elements of a page and their attributes, and the words in them."""

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


def parts_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return {name: package.read(name) for name in package.namelist()}


@pytest.mark.parametrize("quiz", [every_type(), hostile()], ids=["every type", "hostile"])
@pytest.mark.parametrize("form", QUIZ_FORMATS)
def test_every_form_is_made_and_its_notes_are_told_in_both_languages(form: QuizFormat, quiz: Quiz) -> None:
    made = export_quiz(quiz, form)
    assert made.content
    assert export_quiz(quiz, form).content == made.content or form in ("xlsx", "anki")
    assert all(note.told(language) for note in made.notes for language in LANGUAGES)


@pytest.mark.parametrize("form", ["json", "markdown", "xlsx"])
def test_a_hostile_quiz_comes_back_word_for_word(form: QuizFormat) -> None:
    assert read_quiz(export_quiz(hostile(), form).content, f"q{QUIZ_FILE_EXTENSIONS[form]}").quiz == hostile()


def test_no_cell_of_a_spreadsheet_is_a_formula() -> None:
    book = openpyxl.load_workbook(io.BytesIO(export_quiz(hostile(), "xlsx").content))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert {cell.data_type for cell in cells} == {"s"}
    assert all(cell.quotePrefix for cell in cells if str(cell.value).startswith(("=", "+", "-", "@")))


def test_no_cell_of_a_csv_begins_like_a_formula_and_that_is_told() -> None:
    made = export_quiz(hostile(), "csv")
    assert made.content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(made.content.decode("utf-8-sig"))))
    assert [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t"))] == []
    assert "quoted" in {note.key for note in made.notes}
    assert len(rows) == 1 + 9 + 8


def test_the_page_holds_no_markup_of_the_quiz_and_fetches_nothing() -> None:
    content = export_quiz(hostile(), "html").content
    page = Page(content)
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
    page = Page(export_quiz(every_type(), "html").content)
    found = re.search(
        r'<script type="application/json" id="key">(.*?)</script>', export_quiz(every_type(), "html").content.decode()
    )
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


def test_the_page_speaks_the_language_of_the_quiz() -> None:
    quiz = quiz_from_value(
        {"title": "测验", "questions": [{"questionType": "TRUE_FALSE", "question": "对吗", "correctAnswer": "对"}]}
    )
    content = export_quiz(quiz, "html").content.decode()
    assert '<html lang="zh-CN">' in content
    assert "全部检查并显示得分" in content


@pytest.mark.parametrize("quiz", [every_type(), hostile()], ids=["every type", "hostile"])
def test_a_qti_package_names_every_file_and_every_response_is_declared(quiz: Quiz) -> None:
    parts = parts_of(export_quiz(quiz, "qti").content)
    manifest = ET.fromstring(parts["imsmanifest.xml"])
    named = {element.get("href") for element in manifest.iter() if element.tag.endswith("}file")}
    assert named == set(parts) - {"imsmanifest.xml"}
    test = ET.fromstring(parts["test.xml"])
    assert {element.get("href") for element in test.iter(f"{QTI}assessmentItemRef")} == named - {"test.xml"}
    for name in sorted(named - {"test.xml", None}, key=str):
        item = ET.fromstring(parts[str(name)])
        declared = {element.get("identifier") for element in item.iter(f"{QTI}responseDeclaration")}
        used = {element.get("responseIdentifier") for element in item.iter()} - {None}
        assert declared == used
        choices = {element.get("identifier") for element in item.iter() if element.tag.endswith("Choice")}
        kinds = {element.get("baseType") for element in item.iter(f"{QTI}responseDeclaration")}
        right = {each.text for each in item.iterfind(f"{QTI}responseDeclaration/{QTI}correctResponse/{QTI}value")}
        assert right <= choices or kinds & {"string", "directedPair"}


def test_a_moodle_file_is_xml_whose_texts_are_escaped() -> None:
    root = ET.fromstring(export_quiz(hostile(), "moodle").content)
    shown = [each.findtext("text") or "" for each in root.iter() if each.get("format") == "html"]
    assert [text for text in shown if "<script" in text or "<img" in text] == []


@pytest.mark.parametrize(
    "attack",
    [
        '<!DOCTYPE q [<!ENTITY a "b">]><quiz><question type="essay"/></quiz>',
        '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><quiz>&b;</quiz>',
        '<!doctype quiz SYSTEM "file:///etc/hostname"><quiz/>',
        "<quiz>" * 100_000,
        "<quiz><question type='essay'><questiontext><text>&undefined;</text></questiontext></question></quiz>",
        "not xml",
        "<quiz/>",
    ],
    ids=["entity", "bomb", "file", "deep", "undefined", "words", "empty"],
)
def test_an_xml_bomb_and_other_bad_xml_is_refused(attack: str) -> None:
    with pytest.raises(InvalidOption):
        read_quiz(attack.encode(), "quiz.xml")


def test_a_workbook_that_is_a_bomb_or_no_workbook_is_refused() -> None:
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("xl/workbook.xml", b"0" * (300 * 1024 * 1024))
    for content in (b"", b"PK\x03\x04", b"words", bomb.getvalue()):
        with pytest.raises(InvalidOption):
            read_quiz(content, "quiz.xlsx")


def test_a_workbook_of_a_teacher_is_read() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["题目", "选项A", "选项B", "答案", "分值", "备注"])
    sheet.append(["哪个是气体？", "铁", "氩", "B", 2, "易错"])
    sheet.append(["2 + 3 = ?", None, None, 5, 1.5, None])
    sheet.append(["太阳绕地球转。", None, None, "错", 1, None])
    sheet.append(["中国首都是____。", None, None, "北京", 1, None])
    file = io.BytesIO()
    book.save(file)
    read = read_quiz(file.getvalue(), "第一单元.xlsx")
    assert [(each.question_type, each.points) for each in read.quiz.questions] == [
        ("SINGLE_CHOICE", 2),
        ("SHORT_ANSWER", 1.5),
        ("TRUE_FALSE", 1),
        ("FILL_IN_BLANK", 1),
    ]
    assert (read.quiz.title, read.quiz.language) == ("第一单元", "zh")
    assert [note.key for note in read.notes] == ["columns"]


def test_gift_of_others_is_read() -> None:
    source = """// a comment
$CATEGORY: $course$/top/Gases

::Noble:: Which is noble? {
  =Argon # Right!
  ~Iron
  ~%-50%Oxygen
}

Mahatma Gandhi's birthday is {=2 October} in India.

::TF::The sun is cold.{F#It is not}

Match.{=a -> 1 =b -> 2}

[markdown]Write about *rain*. {}
"""
    quiz = read_quiz(source.encode(), "x.gift").quiz
    assert quiz.title == "Gases"
    assert [(each.question_type, each.question, getattr(each, "correct_answer", None)) for each in quiz.questions] == [
        ("SINGLE_CHOICE", "Which is noble?", "A"),
        ("FILL_IN_BLANK", "Mahatma Gandhi's birthday is _____ in India.", ["2 October"]),
        ("TRUE_FALSE", "The sun is cold.", "false"),
        ("MATCHING", "Match.", ["1", "2"]),
        ("LONG_ANSWER", "Write about *rain*.", ""),
    ]


def test_numbers_of_moodle_become_short_answers_and_that_is_told() -> None:
    gift = read_quiz(b"When? {#1822:5}\n\nPi? {#=3.14:0.01 =%50%3:0.5#rough}\n\nHot? {TRUE #no#yes}\n", "x.gift")
    assert [(each.question_type, getattr(each, "correct_answer", None)) for each in gift.quiz.questions] == [
        ("SHORT_ANSWER", "1822"),
        ("SHORT_ANSWER", "3.14"),
        ("TRUE_FALSE", "true"),
    ]
    xml = (
        b'<quiz><question type="numerical"><questiontext><text>When?</text></questiontext>'
        b'<answer fraction="100"><text>1822</text><tolerance>5</tolerance></answer></question></quiz>'
    )
    moodle = read_quiz(xml, "x.xml")
    assert [getattr(each, "correct_answer", None) for each in moodle.quiz.questions] == ["1822"]
    assert [note.key for note in (*gift.notes, *moodle.notes)] == ["numeric", "partly_right", "numeric"]


@pytest.mark.parametrize("source", ["", "// only a comment", "What? {=a", "What? {#one}", "What? {a}"])
def test_gift_that_cannot_be_read_is_refused(source: str) -> None:
    with pytest.raises(InvalidOption):
        read_quiz(source.encode(), "x.gift")


def test_an_anki_deck_opens_as_the_database_it_is(tmp_path: Path) -> None:
    parts = parts_of(export_quiz(every_type(), "anki").content)
    file = tmp_path / "collection.anki2"
    file.write_bytes(parts["collection.anki2"])
    with sqlite3.connect(file) as base:
        notes = base.execute("select flds, tags from notes").fetchall()
        cards = base.execute("select count(*) from cards").fetchone()
    base.close()
    assert (len(notes), cards) == (10, (10,))
    front, back = notes[0][0].split("\x1f")
    assert "A. Oxygen" in front
    assert back.startswith("B. Argon")
    assert "knowledge:noble_gases" in notes[0][1]


@pytest.mark.parametrize("with_key", [False, True])
def test_the_printed_quiz_passes_the_checks_of_documents_and_shows_the_key_where_asked(with_key: bool) -> None:
    for form, check in (("docx", check_docx), ("pdf", check_pdf)):
        content = export_quiz(every_type(), form, with_key=with_key).content  # type: ignore[arg-type]
        assert check(Draft(form, f"quiz.{form}", "T", {f"quiz.{form}": content}), "en") == []
        words = _words_of(form, content)
        assert ("Answer key" in words) is with_key
        assert ("Kristiania" in words) is with_key
        assert "Which of these is a noble gas?" in words


@pytest.mark.parametrize("form", ["docx", "pdf"])
def test_the_key_holds_what_is_told_about_single_options(form: QuizFormat) -> None:
    words = _words_of(form, export_quiz(every_type(), form, with_key=True).content)
    assert [each in words for each in ("A. It reacts:", "True: Yes.", "False: Think of tea.")] == [True] * 3
    without = export_quiz(every_type(), form)
    assert "It reacts" not in _words_of(form, without.content)
    assert "option feedback are left out" in " ".join(note.told("en") for note in without.notes)


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
    assert check_pdf(Draft("pdf", "quiz.pdf", "T", {"quiz.pdf": content}), "en") == []


def test_the_key_has_a_page_of_its_own_and_no_question_is_parted_from_its_options() -> None:
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


def test_paper_says_where_several_may_be_right() -> None:
    words = _words_of("docx", export_quiz(every_type(), "docx").content)
    assert words.count("several may be correct") == 1


@pytest.mark.parametrize("form", ["docx", "pdf", "html", "anki"])
def test_the_explanation_of_a_composite_question_comes_along(form: QuizFormat, tmp_path: Path) -> None:
    made = export_quiz(every_type(), form, with_key=True if form in ("docx", "pdf") else None).content
    if form == "anki":
        (tmp_path / "deck").write_bytes(parts_of(made)["collection.anki2"])
        with sqlite3.connect(tmp_path / "deck") as base:
            words = " ".join(row[0] for row in base.execute("select flds from notes"))
        base.close()
    else:
        words = made.decode() if form == "html" else _words_of(form, made)
    assert "Read it twice." in words


def test_formulas_that_qti_shows_as_tex_are_told_wherever_they_stand() -> None:
    asked = {"questionType": "SHORT_ANSWER", "question": "What?", "correctAnswer": "a"}
    with_reason, plain = {**asked, "explanation": "$x^2$"}, {**asked, "question": "$5 or $6?"}
    notes = export_quiz(quiz_from_value({"title": "T", "questions": [with_reason, plain]}), "qti").notes
    assert [note.questions for note in notes if note.key == "tex_shown"] == [("1",)]


def test_qti_marks_pairs_one_by_one() -> None:
    pairs = {"questionType": "MATCHING", "question": "Match.", "options": ["a", "b"], "correctAnswer": ["1", "2"]}
    item = parts_of(export_quiz(quiz_from_value({"title": "T", "questions": [pairs]}), "qti").content)["item-1.xml"]
    entries = [each for each in ET.fromstring(item).iter() if each.tag.endswith("mapEntry")]
    assert [each.get("mappedValue") for each in entries] == ["0.5", "0.5"]


def _words_of(form: str, content: bytes) -> str:
    if form == "docx":
        document = docx.Document(io.BytesIO(content))
        return "\n".join(paragraph.text for paragraph in document.paragraphs)
    pages = pypdfium2.PdfDocument(content)
    return "\n".join(page.get_textpage().get_text_range() for page in pages)


def test_what_looks_like_markup_is_printed_as_it_stands() -> None:
    written = "**not bold** [8] (1) <b> \\(x\\) # 1. - ~~a~~ `c` \"q\" 'a' -- | ^2^ @x {y}"
    quiz = quiz_from_value(
        {"title": "T", "questions": [{"questionType": "SHORT_ANSWER", "question": written, "correctAnswer": "a"}]}
    )
    assert written in _words_of("docx", export_quiz(quiz, "docx").content)


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


@pytest.mark.parametrize("form", [form for form in QUIZ_FORMATS if form not in ("docx", "pdf")])
def test_a_quiz_that_the_lint_would_refuse_is_still_written_out(form: QuizFormat) -> None:
    for _, questions, *_ in FAULTS:
        assert export_quiz(quiz_from_value({"title": "T", "questions": questions}), form).content


def test_only_printed_forms_know_a_key() -> None:
    with pytest.raises(InvalidOption):
        export_quiz(every_type(), "gift", with_key=True)


def test_fifty_questions_are_written_in_all_forms() -> None:
    questions = [{**EVERY_TYPE["questions"][at % 9], "id": f"n{at}"} for at in range(50)]
    quiz = quiz_from_value({"title": "Fifty", "questions": questions})
    assert all(export_quiz(quiz, form).content for form in QUIZ_FORMATS)
