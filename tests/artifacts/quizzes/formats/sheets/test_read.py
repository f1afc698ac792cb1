"""Workbooks of teachers: headers, merged cells and several sheets, and errors with row and column."""

import datetime as dt
import io
import zipfile

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkwright.artifacts.quizzes.load import LoadedQuiz, read_quiz
from inkwright.errors import InvalidOption, UnreadableQuiz
from inkwright.i18n import Language
from tests.artifacts.quizzes.formats.sheets.sample_sheets import HEAD, Rows, book_of, questions, read, refused, saved


def test_percentages_and_dates_are_read_as_displayed() -> None:
    rows: Rows = [["Question", "Answer"], ["Half?", 0.5], ["When?", dt.date(2024, 1, 2)]]
    found = questions(*rows, formats={"B2": "0%"})
    assert [each["correctAnswer"] for each in found] == ["50%", "2024-01-02"]


def test_the_header_is_found_below_a_title_and_empty_rows() -> None:
    rows: Rows = [
        ["高一测验"],
        [],
        ["班级：", "姓名："],
        HEAD,
        [],
        ["甲", "x", "y", None, None, "B"],
        [],
        ["乙", "x", "y", None, None, "A"],
    ]
    found = read(*rows, merged=["A1:F1"])
    assert (found.quiz.title, [each.question for each in found.quiz.questions]) == ("高一测验", ["甲", "乙"])
    assert [note.message("zh") for note in found.notes] == ["列名上方的内容没有读取：班级：, 姓名：。"]


def test_a_header_of_two_rows_is_read_as_one() -> None:
    rows: Rows = [["题目", "选项", None, None, "答案"], [None, "A", "B", "C"], ["甲", "x", "y", "z", "C"]]
    found = questions(*rows, merged=["A1:A2", "B1:D1", "E1:E2"])
    assert [(each["options"], each["correctAnswer"]) for each in found] == [(["x", "y", "z"], "C")]


def test_a_merged_cell_applies_to_each_row_and_is_reported() -> None:
    rows: Rows = [
        ["题型", "题目", "答案", "分值"],
        ["简答题", "甲", "x", 2],
        [None, "乙", "true", None],
        ["判断题", "丙", "对", 1],
    ]
    found = read(*rows, merged=["A2:A3", "D2:D3"])
    assert [(each.question_type, each.points) for each in found.quiz.questions] == [
        ("SHORT_ANSWER", 2),
        ("SHORT_ANSWER", 2),
        ("TRUE_FALSE", 1),
    ]
    assert [tuple(note) for note in found.notes] == [("merged", ("2",))]


def test_a_heading_between_questions_is_reported_as_lost() -> None:
    found = read(["题目", "答案"], ["一、简答题（每题2分）"], ["甲", "x"], merged=["A2:B2"])
    assert [each.question for each in found.quiz.questions] == ["甲"]
    assert [note.key for note in found.notes] == ["sections"]


def test_a_cover_sheet_is_skipped() -> None:
    cover = [["Question bank"], ["Question"], ["Ask the office."]]
    found = read_quiz(book_of(Cover=cover, Empty=[], Bank=[["Question", "Answer"], ["Q?", "x"]]), "quiz.xlsx")
    assert [each.question for each in found.quiz.questions] == ["Q?"]
    assert found.notes == ()


def test_of_several_sheets_with_questions_the_first_is_read_and_named() -> None:
    table = [["Question", "Answer"], ["Q?", "x"]]
    found = read_quiz(book_of(Cover=[["Hello"]], One=table, Two=table), "quiz.xlsx")
    assert [note.message("en") for note in found.notes] == ["Only one sheet was read: One."]


def test_a_column_of_questions_alone_is_enough() -> None:
    assert [each["questionType"] for each in questions(["题目"], ["谈谈水。"])] == ["LONG_ANSWER"]


def test_a_missing_header_is_reported_with_the_rows_that_were_searched() -> None:
    problem = refused(book_of(one=[["x"]] * 10 + [["Question", "Answer"], ["Q?", "x"]]), language="zh")
    assert problem.fields["allowed"] == "工作表的前 10 行里要有一行列名，其中要有“题目”（question）一列。"


def test_a_formula_without_a_result_is_reported_and_never_run() -> None:
    found = read(["序号", "题目", "答案"], ["=ROW()", "甲？", "=1+1"])
    assert [tuple(note) for note in found.notes] == [("formulas", ("C2",)), ("columns", ("序号",))]


def test_a_sheet_with_too_many_rows_is_rejected() -> None:
    book = openpyxl.Workbook()
    book.worksheets[0].append(["Question"])
    book.worksheets[0].cell(20_001, 1).value = "late"
    assert refused(saved(book)).fields["allowed"] == "The file has more than 20000 rows."


def test_columns_far_to_the_right_are_reported() -> None:
    found = read(["Question", "Answer", *[None] * 90, "Points"], ["Q?", "x", *[None] * 90, 5])
    assert (found.quiz.questions[0].points, [note.questions for note in found.notes]) == (1, [("Points",)])


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            'This is not a valid quiz: row 3, column “分值”: it must be a number, not "many"; '
            "row 5, column “难度”: it must be one of easy, medium, hard, not \"odd\"; "
            "row 6: “谜语” is not a question type; use one of single, multiple, true/false, fill, short, long, "
            "matching, ordering, composite",
        ),
        (
            "zh",
            "它还不是一份合格的测验：第 3 行，“分值”列：应为数，而不是 \"many\"；"
            "第 5 行，“难度”列：只能是 easy, medium, hard 之一，而不是 \"odd\"；"
            "第 6 行：没有“谜语”这种题型；可以写单选题、多选题、判断题、填空题、简答题、论述题、连线题、排序题、综合题",
        ),
    ],
)  # fmt: skip
def test_errors_in_a_sheet_name_row_and_column(language: Language, told: str) -> None:
    rows: Rows = [["题型", "题目", "答案", "分值", "难度"], ["简答", "甲", "x", 1], ["简答", "乙", "x", "many"], [],
            ["简答", "丙", "x", 1, "odd"], ["谜语", "丁", "x"]]  # fmt: skip
    assert refused(book_of(one=rows), language=language).fields["allowed"] == told


def test_a_choice_without_options_names_its_row() -> None:
    rows: Rows = [["题型", "题目", "答案"], ["选择题", "甲", "A"]]
    told = "它还不是一份合格的测验：第 2 行，选项（A、B、C……各列）：缺少这一项"
    assert refused(book_of(one=rows), language="zh").fields["allowed"] == told


def test_a_part_without_its_question_names_its_row() -> None:
    rows: Rows = [["id", "part of", "question", "answer"], ["1", None, "Q?", "x"], [None, "2", "R?", "x"]]
    problem = refused(book_of(one=rows), language="zh")
    assert (problem.fields["value"], problem.fields["allowed"]) == ("第 3 行", "有一行属于“2”，但上面没有这个编号。")


@settings(max_examples=60, deadline=None)
@given(
    rows=st.lists(
        st.lists(
            st.sampled_from(
                [
                    "题目",
                    "A",
                    "B",
                    "选项",
                    "答案",
                    "题型",
                    "选择题",
                    "AB",
                    "x;y",
                    "一、选择题",
                    "分值",
                    "2分",
                    None,
                    0.5,
                    True,
                ]
            ),
            max_size=7,
        ),
        max_size=8,
    )
)
def test_any_table_is_a_quiz_or_rejected(rows: list[list[object]]) -> None:
    try:
        found: object = read(*rows)
    except UnreadableQuiz as problem:
        found = problem
    assert isinstance(found, LoadedQuiz | UnreadableQuiz)


def test_a_zip_bomb_or_a_file_that_is_not_a_workbook_is_rejected() -> None:
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
