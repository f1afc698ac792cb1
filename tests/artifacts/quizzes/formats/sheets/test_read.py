"""Sheets as teachers write them: their columns, words and cells, and what is told where they cannot be read."""

import datetime as dt
import io
from collections.abc import Sequence
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkwright.artifacts.quizzes.formats.sheets.cells import cell_text, merged_cells
from inkwright.artifacts.quizzes.load import LoadedQuiz, read_quiz
from inkwright.artifacts.quizzes.model import as_json
from inkwright.errors import UnreadableQuiz
from inkwright.i18n import Language

Rows = Sequence[Sequence[object]]
HEAD = ["题目", "A", "B", "C", "D", "答案"]


def saved(book: openpyxl.Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def book_of(merged: Sequence[str] = (), formats: dict[str, str] | None = None, **sheets: Rows) -> bytes:
    """A workbook with these sheets; merged ranges and number formats are those of the first."""
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    for cells in merged:
        book.worksheets[0].merge_cells(cells)
    for cell, number_format in (formats or {}).items():
        book.worksheets[0][cell].number_format = number_format
    return saved(book)


def read(*rows: Sequence[object], **more: Any) -> LoadedQuiz:
    return read_quiz(book_of(one=rows, **more), "quiz.xlsx")


def questions(*rows: Sequence[object], **more: Any) -> list[dict[str, Any]]:
    return [as_json(each) for each in read(*rows, **more).quiz.questions]


def refused(content: bytes, name: str = "quiz.xlsx", language: Language = "en") -> UnreadableQuiz:
    with pytest.raises(UnreadableQuiz) as problem:
        read_quiz(content, name, language)
    return problem.value


@pytest.mark.parametrize(
    "options",
    [
        ("A", "B", "C"),
        ("Ａ", "B.", "(C)"),
        ("选项A", "选项B", "选项C"),
        ("选项1", "选项2", "选项3"),
        ("选项一", "选项二", "选项三"),
        ("A选项", "B选项", "C选项"),
        ("Option A", "Option B", "Option C"),
        ("Option 1", "Option 2", "Option 3"),
        ("Choice A", "Choice B", "Choice C"),
        ("选项A（必填）", "选项 B", "选项C："),
        ("Answer 1", "Answer 2", "Answer 3"),
    ],
    ids=lambda each: "|".join(each),
)
def test_the_options_are_known_by_the_names_that_people_give_their_columns(options: tuple[str, ...]) -> None:
    found = read(["题目", *options, "正确答案"], ["中国首都？", "上海", "北京", "广州", "B"])
    assert [as_json(each)["options"] for each in found.quiz.questions] == [["上海", "北京", "广州"]]
    assert [as_json(each)["correctAnswer"] for each in found.quiz.questions] == ["B"]
    assert found.notes == ()


@pytest.mark.parametrize(
    "key",
    ["Answer", "Correct Answer", "correct answers", "Right answer", "Key", "答案", "正确答案", "标准答案", "参考答案",
     "答 案", "答案*", "正确答案（填字母）"],
)  # fmt: skip
def test_the_key_is_known_by_the_names_that_people_give_its_column(key: str) -> None:
    assert questions(["Question", "A", "B", key], ["Q?", "x", "y", "B"])[0]["correctAnswer"] == "B"


def test_a_letter_alone_names_no_option() -> None:
    found = read(["question", "answer", "B"], ["Q?", "x", "remark"])
    assert [note.told("en") for note in found.notes] == ["Columns with unknown names were skipped: B."]


def test_columns_that_are_not_read_are_named() -> None:
    found = read(["序号", *HEAD, "出题人"], [1, "Q?", "x", "y", None, None, "A", "张老师"])
    assert [note.told("zh") for note in found.notes] == ["这些列的名称不认识，没有读取：序号, 出题人。"]


def test_the_second_of_two_columns_that_mean_the_same_is_told() -> None:
    found = read(["题目", "答案", "标准答案"], ["Q?", "x", "y"])
    assert as_json(found.quiz.questions[0])["correctAnswer"] == "x"
    assert [note.questions for note in found.notes] == [("标准答案",)]


@pytest.mark.parametrize("cell", ["A. red\nB. blue\nC. green", "red\nblue\ngreen", "A.red  B.blue  C.green",
                                  "red | blue | green", "red；blue；green"])  # fmt: skip
def test_options_may_all_stand_in_one_cell(cell: str) -> None:
    found = questions(["题目", "选项", "答案"], ["Q?", cell, "B"])[0]
    assert (found["options"], found["correctAnswer"]) == (["red", "blue", "green"], "B")


@pytest.mark.parametrize(
    ("answer", "kind", "right"),
    [
        ("New York", "SINGLE_CHOICE", "A"),
        ("boston", "SINGLE_CHOICE", "B"),
        ("b", "SINGLE_CHOICE", "B"),
        ("Ｂ", "SINGLE_CHOICE", "B"),
        ("B.", "SINGLE_CHOICE", "B"),
        ("选B", "SINGLE_CHOICE", "B"),
        ("B. Boston", "SINGLE_CHOICE", "B"),
        ("AC", "MULTIPLE_CHOICE", ["A", "C"]),
        ("a、c", "MULTIPLE_CHOICE", ["A", "C"]),
        ("Ａ，Ｃ", "MULTIPLE_CHOICE", ["A", "C"]),
        ("A C", "MULTIPLE_CHOICE", ["A", "C"]),
        ("New York; Rome, Italy", "SINGLE_CHOICE", "New York; Rome, Italy"),
        ("New York; Boston", "MULTIPLE_CHOICE", ["A", "B"]),
        ("NASA", "SINGLE_CHOICE", "NASA"),
    ],
)
def test_an_answer_is_the_option_that_it_names(answer: str, kind: str, right: object) -> None:
    found = questions(["Question", "A", "B", "C", "Answer"], ["Q?", "New York", "Boston", "Rome, Italy", answer])[0]
    assert (found["questionType"], found["correctAnswer"]) == (kind, right)


def test_numbers_name_options_that_have_numbers() -> None:
    head = ["Question", "Option 1", "Option 2", "Option 3", "Answer"]
    found = questions(head, ["Q?", "x", "y", "z", 2], ["R?", "x", "y", "z", "1,3"])
    assert [each["correctAnswer"] for each in found] == ["B", ["A", "C"]]


def test_an_answer_that_is_a_text_and_a_number_is_taken_for_the_text_and_told() -> None:
    found = read(["Question", "Option 1", "Option 2", "Answer"], ["1 + 1?", 2, 4, 2])
    assert as_json(found.quiz.questions[0])["correctAnswer"] == "A"
    assert [tuple(note) for note in found.notes] == [("number_or_text", ("1",))]


@pytest.mark.parametrize(
    ("value", "number_format", "told"),
    [
        (0.5, "0%", "50%"),
        (0.285, "0%", "29%"),
        (0.125, "0.0%", "12.5%"),
        (3.1, "0.00", "3.10"),
        (1234.5, '"¥"#,##0.00', "¥1,234.50"),
        (12, "[$€-407]0.0", "€12.0"),
        (-2, '0"分";-0"分"', "-2分"),
        (1.5, "# ?/?", "1 1/2"),
        (0.1 + 0.2, "General", "0.3"),
        (4.0, "General", "4"),
        (7, "000", "007"),
        (10**17, "General", "100000000000000000"),
        (12, "0.00E+00", "12"),
        (True, "General", "true"),
        (None, "0%", ""),
        (dt.datetime(2024, 1, 2), "yyyy-mm-dd", "2024-01-02"),
        (dt.datetime(2024, 1, 2), "mm-dd-yy", "2024-01-02"),
        (dt.datetime(2024, 1, 2), 'yyyy"年"m"月"d"日"', "2024年1月2日"),
        (dt.datetime(2024, 1, 2), "yyyy/m/d;@", "2024/1/2"),
        (dt.datetime(2024, 1, 2), "d/m", "2/1"),
        (dt.datetime(2024, 1, 2), "d-mmm-yy", "2024-01-02"),
        (dt.datetime(2024, 1, 2, 3, 4, 5), "yyyy-mm-dd h:mm:ss", "2024-01-02 3:04:05"),
        (dt.datetime(2024, 1, 2, 3, 4, 5), "dddd", "2024-01-02 03:04:05"),
        (dt.time(3, 4), "h:mm", "3:04"),
        (dt.time(3, 4), "h时mm分", "3时04分"),
    ],
)
def test_a_cell_is_read_as_the_sheet_shows_it(value: object, number_format: str, told: str) -> None:
    assert cell_text(value, number_format) == told


@given(
    value=st.one_of(st.floats(), st.integers(), st.datetimes(), st.dates(), st.times()),
    number_format=st.text('yYmMdDhHsS0#?.,%;@"\\[]$-/E+*_ 年A', max_size=20),
)
def test_any_number_format_shows_something(value: object, number_format: str) -> None:
    assert isinstance(cell_text(value, number_format), str)


def test_percentages_and_dates_stay_what_they_are_in_a_workbook() -> None:
    rows: Rows = [["Question", "Answer"], ["Half?", 0.5], ["When?", dt.date(2024, 1, 2)]]
    found = questions(*rows, formats={"B2": "0%"})
    assert [each["correctAnswer"] for each in found] == ["50%", "2024-01-02"]


@pytest.mark.parametrize(
    ("points", "number"),
    [
        ("2分", 2),
        ("５", 5),
        ("2 points", 2),
        ("1.5 分", 1.5),
        ("（3分）", 3),
        ("每题2分", 2),
        ("1 mark", 1),
        (2.5, 2.5),
    ],
)
def test_points_are_read_with_their_unit(points: object, number: float) -> None:
    assert read(["题目", "答案", "分值"], ["Q?", "x", points]).quiz.questions[0].points == number


@pytest.mark.parametrize(
    ("word", "difficulty"),
    [("较难", "hard"), ("很难", "hard"), ("易", "easy"), ("中等", "medium"), ("简单", "easy"), ("Difficult", "hard"),
     ("适中", "medium"), ("Very easy", "easy"), ("hard", "hard")],
)  # fmt: skip
def test_difficulties_are_read_in_words(word: str, difficulty: str) -> None:
    assert read(["题目", "答案", "难度"], ["Q?", "x", word]).quiz.questions[0].difficulty == difficulty


@pytest.mark.parametrize(
    ("word", "answer", "kind"),
    [
        ("选择题", "A", "SINGLE_CHOICE"),
        ("选择题", "AB", "MULTIPLE_CHOICE"),
        ("multiple choice", "B", "SINGLE_CHOICE"),
        ("Multiple-choice question", "A, B", "MULTIPLE_CHOICE"),
        ("单选", "A", "SINGLE_CHOICE"),
        ("单项选择题", "A", "SINGLE_CHOICE"),
        ("多选题", "A", "MULTIPLE_CHOICE"),
        ("不定项选择题", "A", "MULTIPLE_CHOICE"),
        ("MULTIPLE_CHOICE", "A", "MULTIPLE_CHOICE"),
    ],
)
def test_a_choice_is_single_or_multiple_as_it_is_said_or_by_its_answer(word: str, answer: str, kind: str) -> None:
    assert questions(["题型", *HEAD], [word, "Q?", "x", "y", "z", None, answer])[0]["questionType"] == kind


@pytest.mark.parametrize(
    ("word", "kind"),
    [("判断", "TRUE_FALSE"), ("True or False", "TRUE_FALSE"), ("填空", "FILL_IN_BLANK"),
     ("Fill-in-the-blank", "FILL_IN_BLANK"), ("简答题", "SHORT_ANSWER"),
     ("问答", "LONG_ANSWER"), ("Essay question", "LONG_ANSWER")],
)  # fmt: skip
def test_types_are_read_in_words(word: str, kind: str) -> None:
    assert questions(["题型", "题目", "答案"], [word, "It is ____.", "true"])[0]["questionType"] == kind


@pytest.mark.parametrize("answer", ["无\n透明", "无；透明", "无、透明", "无，透明"])
def test_the_answers_of_several_blanks_may_stand_on_one_line(answer: str) -> None:
    found = questions(["题目", "答案"], ["水是____味____的。", answer])[0]
    assert (found["questionType"], found["correctAnswer"]) == ("FILL_IN_BLANK", ["无", "透明"])


def test_the_head_is_found_under_a_title_and_blank_rows() -> None:
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
    assert [note.told("zh") for note in found.notes] == ["列名上方的内容没有读取：班级：, 姓名：。"]


def test_a_head_of_two_rows_is_read_as_one() -> None:
    rows: Rows = [["题目", "选项", None, None, "答案"], [None, "A", "B", "C"], ["甲", "x", "y", "z", "C"]]
    found = questions(*rows, merged=["A1:A2", "B1:D1", "E1:E2"])
    assert [(each["options"], each["correctAnswer"]) for each in found] == [(["x", "y", "z"], "C")]


def test_a_merged_cell_counts_for_each_of_its_rows_and_that_is_told() -> None:
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


def test_a_heading_between_questions_is_left_out_and_told() -> None:
    found = read(["题目", "答案"], ["一、简答题（每题2分）"], ["甲", "x"], merged=["A2:B2"])
    assert [each.question for each in found.quiz.questions] == ["甲"]
    assert [note.key for note in found.notes] == ["sections"]


def test_a_cover_is_passed_over() -> None:
    cover = [["Question bank"], ["Question"], ["Ask the office."]]
    found = read_quiz(book_of(Cover=cover, Empty=[], Bank=[["Question", "Answer"], ["Q?", "x"]]), "quiz.xlsx")
    assert [each.question for each in found.quiz.questions] == ["Q?"]
    assert found.notes == ()


def test_of_several_sheets_with_questions_the_first_is_read_and_named() -> None:
    table = [["Question", "Answer"], ["Q?", "x"]]
    found = read_quiz(book_of(Cover=[["Hello"]], One=table, Two=table), "quiz.xlsx")
    assert [note.told("en") for note in found.notes] == ["Only one sheet was read: One."]


def test_a_column_of_questions_alone_is_enough() -> None:
    assert [each["questionType"] for each in questions(["题目"], ["谈谈水。"])] == ["LONG_ANSWER"]


def test_no_head_in_the_first_rows_is_told_with_how_far_was_looked() -> None:
    problem = refused(book_of(one=[["x"]] * 10 + [["Question", "Answer"], ["Q?", "x"]]), language="zh")
    assert problem.fields["allowed"] == "工作表的前 10 行里要有一行列名，其中要有“题目”（question）一列。"


def test_a_formula_without_a_result_is_told_and_never_run() -> None:
    found = read(["序号", "题目", "答案"], ["=ROW()", "甲？", "=1+1"])
    assert [tuple(note) for note in found.notes] == [("formulas", ("C2",)), ("columns", ("序号",))]


def test_a_sheet_with_too_many_rows_is_refused() -> None:
    book = openpyxl.Workbook()
    book.worksheets[0].append(["Question"])
    book.worksheets[0].cell(20_001, 1).value = "late"
    assert refused(saved(book)).fields["allowed"] == "The file has more than 20000 rows."


def test_columns_far_to_the_right_are_told() -> None:
    found = read(["Question", "Answer", *[None] * 90, "Points"], ["Q?", "x", *[None] * 90, 5])
    assert (found.quiz.questions[0].points, [note.questions for note in found.notes]) == (1, [("Points",)])


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            'This is not a valid quiz: row 3, column “分值”: it must be a number, not "many"; '
            "row 5, column “难度”: it must be one of easy, medium, hard, not \"odd\"; "
            "row 6: “谜语” is no type of question; it is one of single, multiple, true/false, fill, short, long, "
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
def test_what_is_wrong_in_a_sheet_is_told_by_its_row_and_column(language: Language, told: str) -> None:
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
def test_any_table_is_a_quiz_or_refused(rows: list[list[object]]) -> None:
    try:
        found: object = read(*rows)
    except UnreadableQuiz as problem:
        found = problem
    assert isinstance(found, LoadedQuiz | UnreadableQuiz)


def test_merged_ranges_without_end_cost_no_more_than_a_large_sheet() -> None:
    assert len(merged_cells(b'<mergeCell ref="A1:B20000"/>' * 100_000, 20_000)) < 20_000
