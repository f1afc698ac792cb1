"""Rows: the column names and words that people use in sheets."""

import pytest

from inkwright.artifacts.quizzes.model import as_json
from tests.artifacts.quizzes.formats.sheets.sample_sheets import HEAD, questions, read
from tests.each import each


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
def test_option_columns_are_recognised_by_their_usual_names(options: tuple[str, ...]) -> None:
    found = read(["题目", *options, "正确答案"], ["中国首都？", "上海", "北京", "广州", "B"])
    assert [as_json(each)["options"] for each in found.quiz.questions] == [["上海", "北京", "广州"]]
    assert [as_json(each)["correctAnswer"] for each in found.quiz.questions] == ["B"]
    assert found.notes == ()


@each(
    "key",
    ["Answer", "Correct Answer", "correct answers", "Right answer", "Key", "答案", "正确答案", "标准答案", "参考答案",
     "答 案", "答案*", "正确答案（填字母）"],
)  # fmt: skip
def test_the_answer_column_is_recognised_by_its_usual_names(key: str) -> None:
    assert questions(["Question", "A", "B", key], ["Q?", "x", "y", "B"])[0]["correctAnswer"] == "B"


def test_a_single_letter_column_is_not_an_option() -> None:
    found = read(["question", "answer", "B"], ["Q?", "x", "remark"])
    assert [(note.key, note.questions) for note in found.notes] == [("columns", ("B",))]


def test_columns_that_are_not_read_are_named() -> None:
    found = read(["序号", *HEAD, "出题人"], [1, "Q?", "x", "y", None, None, "A", "张老师"])
    assert [note.message("zh") for note in found.notes] == ["这些列的名称不认识，没有读取：序号, 出题人。"]


def test_a_second_column_with_the_same_meaning_is_reported() -> None:
    found = read(["题目", "答案", "标准答案"], ["Q?", "x", "y"])
    assert as_json(found.quiz.questions[0])["correctAnswer"] == "x"
    assert [note.questions for note in found.notes] == [("标准答案",)]


@pytest.mark.parametrize("cell", ["A. red\nB. blue\nC. green", "red\nblue\ngreen", "A.red  B.blue  C.green",
                                  "red | blue | green", "red；blue；green"])  # fmt: skip
def test_all_options_may_be_in_one_cell(cell: str) -> None:
    found = questions(["题目", "选项", "答案"], ["Q?", cell, "B"])[0]
    assert (found["options"], found["correctAnswer"]) == (["red", "blue", "green"], "B")


@each(
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


def test_an_answer_that_is_both_a_text_and_a_number_is_read_as_the_text_and_reported() -> None:
    found = read(["Question", "Option 1", "Option 2", "Answer"], ["1 + 1?", 2, 4, 2])
    assert as_json(found.quiz.questions[0])["correctAnswer"] == "A"
    assert [tuple(note) for note in found.notes] == [("number_or_text", ("1",))]


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
def test_a_choice_is_single_or_multiple_by_its_type_or_its_answer(word: str, answer: str, kind: str) -> None:
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
def test_the_answers_of_several_blanks_may_be_on_one_line(answer: str) -> None:
    found = questions(["题目", "答案"], ["水是____味____的。", answer])[0]
    assert (found["questionType"], found["correctAnswer"]) == ("FILL_IN_BLANK", ["无", "透明"])
