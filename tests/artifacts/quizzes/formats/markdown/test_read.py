"""Quizzes in Markdown: many notations are read, and errors are exact."""

import pytest

from inkwright.artifacts.quizzes.load import read_quiz
from inkwright.errors import InvalidOption, UnreadableQuiz
from inkwright.i18n import error_text
from tests.artifacts.quizzes.formats.markdown.sample_markdown import first, read
from tests.each import each


def test_the_number_of_checked_boxes_decides_between_single_and_multiple_choice() -> None:
    one = first("## Which is a gas?\n- [ ] Iron\n- [x] Argon\n")
    assert one == {
        "questionType": "SINGLE_CHOICE",
        "question": "Which is a gas?",
        "options": ["Iron", "Argon"],
        "correctAnswer": "B",
    }
    two = first("## Which are gases?\n* [X] Neon\n* [ ] Iron\n* [x] Argon\n")
    assert (two["questionType"], two["correctAnswer"]) == ("MULTIPLE_CHOICE", ["A", "C"])


def test_numbered_questions_with_lettered_options_are_read() -> None:
    quiz = read(
        "1. 下列哪种是气体？（2分）\nA、铁\nB、氩气\n答案：B\n解析：它是稀有气体。\n\n2、太阳绕地球转。\n答案：错\n"
    )
    assert quiz == {
        "title": "my quiz",
        "language": "zh",
        "questions": [
            {
                "id": "q1",
                "order": 1,
                "questionType": "SINGLE_CHOICE",
                "question": "下列哪种是气体？",
                "explanation": "它是稀有气体。",
                "points": 2,
                "options": ["铁", "氩气"],
                "correctAnswer": "B",
            },
            {
                "id": "q2",
                "order": 2,
                "questionType": "TRUE_FALSE",
                "question": "太阳绕地球转。",
                "points": 1,
                "correctAnswer": "false",
            },
        ],
    }


@each(
    ("source", "kind", "answer"),
    [
        ("## To ____ and ____.\nAnswer: a | b\nAnswer: c", "FILL_IN_BLANK", [["a", "b"], "c"]),
        ("## What?\nAnswer: a || b | c", "SHORT_ANSWER", ["a | b", "c"]),
        ("## What?\n**Answer:** it", "SHORT_ANSWER", "it"),
        ("## Discuss.\nType: essay\nAnswer: one\n  two\n  \\\n  three", "LONG_ANSWER", "one\ntwo\n\nthree"),
        ("## Match.\n- a -> 1\n- b → 2\n- -> 3", "MATCHING", ["1", "2"]),
        ("## Order.\nType: order\n1. first\n2. second", "ORDERING", ["A", "B"]),
        ("## Order.\n题型：排序\n- b\n- a\n答案：B, A", "ORDERING", ["B", "A"]),
        ("## 3.14 is pi.\nAnswer: true", "TRUE_FALSE", "true"),
        ("## Which?\nA. x\nB. y\nC. z\nAnswer: AC", "MULTIPLE_CHOICE", ["A", "C"]),
        ("## Which?\nA. x\nB. y\nAnswer: y", "SINGLE_CHOICE", "B"),
        ("1. Which?\n   a) x\n   b) y\n   Answer: b", "SINGLE_CHOICE", "B"),
        ("1. Which?\n(a) x\n(b) y\n(c) z\nAnswer: a, c", "MULTIPLE_CHOICE", ["A", "C"]),
        ("1. 哪个？\nA．甲  B．乙\n【答案】B\n【解析】略", "SINGLE_CHOICE", "B"),
        ("1. 哪个？\nA.甲 B.乙 C.丙\n答案：C", "SINGLE_CHOICE", "C"),
        ("**1. Which?**\nA) x\nB) y\n**Answer: A**", "SINGLE_CHOICE", "A"),
        ("**1.** Which?\nA) x\nB) y\nAnswer: A", "SINGLE_CHOICE", "A"),
        ("## Question 1\nWhich?\nA) x\nB) y\nAnswer: A", "SINGLE_CHOICE", "A"),
        ("## How many moons has the Earth?\nAnswer: 1", "SHORT_ANSWER", "1"),
    ],
)
def test_the_type_is_inferred_from_the_notation(source: str, kind: str, answer: object) -> None:
    question = first(source)
    assert (question["questionType"], question["correctAnswer"]) == (kind, answer)


def test_the_heading_of_a_section_gives_points_to_each_of_its_questions() -> None:
    source = """# 卷
一、选择题（每小题 3 分，共 6 分）
1. 水是（ ）
A. 液体
B. 固体
答案：A
2. 冰是（5分）
A. 液体
B. 固体
答案：B
二、判断题
3. 水会结冰。（ ）
答案：√
"""
    assert [each["points"] for each in read(source)["questions"]] == [3, 5, 1]


@pytest.mark.parametrize(
    ("source", "right"),
    [
        ("1. Which?\nA. x\n*B. y\nC. z", "B"),
        ("1. Which?\nA. x\n* B. y\n* C. z", ["B", "C"]),
        ("1. Which?\n- A. x\n* B. y\n- C. z", "B"),
        ("1. Which?\n*A. x\nB. y\nC. z\nAnswer: A", "A"),
        ("1. Which?\n* A. x\n* B. y\n* C. z\nAnswer: B", "B"),
    ],
)
def test_a_star_before_some_letters_marks_the_right_options(source: str, right: object) -> None:
    question = first(source)
    assert (question["options"], question["correctAnswer"]) == (["x", "y", "z"], right)


@pytest.mark.parametrize(
    "source",
    [
        "第1题：哪个？\nA. 甲\nB. 乙\n答案：B\n第2题 海有多深？\n答案：很深\n",
        "Question 1: 哪个？\nA. 甲\nB. 乙\nAns: B\nQ2. 海有多深？\nAns. 很深\n",
        "1. 哪个？\nA. 甲\nB. 乙\n答案：\nB\n\n2. 海有多深？\n答案：\n\n很深\n",
    ],
)
def test_other_words_for_number_and_answer_are_read(source: str) -> None:
    questions = read(source)["questions"]
    assert [(each["question"], each["correctAnswer"]) for each in questions] == [
        ("哪个？", "B"),
        ("海有多深？", "很深"),
    ]


def test_a_number_after_the_question_number_is_part_of_the_question() -> None:
    assert first("1. (2) + (3) = ?\nAnswer: 5")["question"] == "(2) + (3) = ?"


def test_lines_below_the_name_of_an_answer_are_the_answer() -> None:
    question = first("## 简述。\n答案：\n1. 甲\n2. 乙\n解析：\n- 丙\n- 丁")
    assert (question["correctAnswer"], question["explanation"]) == ("1. 甲\n2. 乙", "丙\n丁")


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        ("4. 排序\n题型：排序题\n① 春\n② 夏\n③ 秋", ["A", "B", "C"]),
        ("4. 排序\n题型：排序题\n1. 春\n2. 夏\n3. 秋\n答案：3，1，2", ["C", "A", "B"]),
        ("4. 排序\n① 春\n② 夏\n③ 秋\n题型：排序题\n答案：②①③", ["B", "A", "C"]),
        ("4. 排序\nType: ordering\n- 春\n- 夏\n- 秋\nAnswer: 夏 → 秋 → 春", ["B", "C", "A"]),
    ],
)
def test_items_of_an_ordering_may_have_numbers(source: str, answer: list[str]) -> None:
    question = first(source)
    assert (question["question"], question["options"], question["correctAnswer"]) == (
        "排序",
        ["春", "夏", "秋"],
        answer,
    )


def test_questions_continue_their_numbers_after_numbered_items() -> None:
    quiz = read(
        "1. 排序\n题型：排序题\n1. 春\n2. 夏\n3. 秋\n\n2. 下一个？\n答案：冬\n"
        "3. 再排\n题型：排序题\n1. 甲\n2. 乙\n3. 丙\n\n4. 完了？\n答案：是\n"
    )
    assert [each["question"] for each in quiz["questions"]] == ["排序", "下一个？", "再排", "完了？"]
    assert [len(each.get("options", [])) for each in quiz["questions"]] == [3, 0, 3, 0]


def test_circled_statements_stay_in_a_question_with_options() -> None:
    assert first("1. 正确的是\n①甲\n②乙\nA. ①\nB. ①②\n答案：B")["question"] == "正确的是\n①甲\n②乙"


@pytest.mark.parametrize("fence", ["```", "~~~~", "   ```python"])
def test_fenced_text_belongs_to_the_question_unchanged(fence: str) -> None:
    close = fence.replace("python", "")
    stem = f"Read:\n{fence}\n# comment\n- item\nA. x\n    2. y\n\n## z\nAnswer: no\n{close}\nWhat is it?"
    assert first(f"1. {stem}\nAnswer: code")["question"] == stem


def test_an_unclosed_fence_is_plain_text() -> None:
    quiz = read("## a\n```\nAnswer: x\n## b\nAnswer: y")
    assert [each["question"] for each in quiz["questions"]] == ["a\n```", "b"]


def test_text_above_the_first_question_is_reported_as_lost() -> None:
    source = "# T\n\nRead carefully.\n- No calculators\n\n```\nName: x\n```\n\n1. What?\nAnswer: it\n"
    read_in = read_quiz(source.encode(), "quiz.md")
    assert [question.question for question in read_in.quiz.questions] == ["What?"]
    assert [note.key for note in read_in.notes] == ["instructions"]


def test_semicolons_separate_the_answers_of_several_blanks() -> None:
    assert first("1. 约为____，方向____。\n答案：9.8；竖直向下")["correctAnswer"] == ["9.8", "竖直向下"]


def test_points_of_a_composite_question_are_words() -> None:
    question = first("## 材料（10分）\n### 谁？（2分）\n答案：他")
    assert (question["question"], question["subQuestions"][0]["points"]) == ("材料（10分）", 2)


def test_a_small_letter_out_of_order_is_plain_text() -> None:
    assert first("## What is it,\ne. g. in French?\nAnswer: it")["question"] == "What is it,\ne. g. in French?"


def test_lettered_tasks_stay_in_a_question_without_options() -> None:
    question = first("## Look at the graph.\n(a) Find the slope.\n(b) Find the zero.\nType: long\nAnswer: 2 and 3")
    assert question["question"] == "Look at the graph.\n(a) Find the slope.\n(b) Find the zero."


def test_section_headings_are_reported_as_lost() -> None:
    read_in = read_quiz("一、选择题（每题 2 分）\n\n1. 哪个？\nA. 甲\nB. 乙\n答案：A\n".encode(), "测验.md")
    assert [question.question for question in read_in.quiz.questions] == ["哪个？"]
    assert [note.message("zh") for note in read_in.notes] == ["大题标题没有保留。"]


def test_a_composite_question_has_its_parts_below() -> None:
    question = first("## Read this.\n\nA frog sat.\n\n### Who sat?\nAnswer: a frog\n### It flew.\nAnswer: no")
    assert question["question"] == "Read this.\n\nA frog sat."
    assert [(each["id"], each["questionType"]) for each in question["subQuestions"]] == [
        ("q1.1", "SHORT_ANSWER"),
        ("q1.2", "TRUE_FALSE"),
    ]


def test_fields_remarks_and_front_matter_are_read() -> None:
    quiz = read(
        "---\ntitle: Gases\nlanguage: en\n---\n\n## Which?\n- [x] Neon\n  > Yes,\n  > it is.\n- [ ] Iron\n"
        "Difficulty: Hard\nPoints: 2.5\nTags: a, b\nKnowledge point: shells\nId: gas-1\n"
    )
    [question] = quiz["questions"]
    assert quiz["title"] == "Gases"
    assert question == {
        "id": "gas-1",
        "order": 1,
        "questionType": "SINGLE_CHOICE",
        "question": "Which?",
        "difficulty": "hard",
        "knowledgePoint": "shells",
        "tags": ["a", "b"],
        "points": 2.5,
        "options": ["Neon", "Iron"],
        "correctAnswer": "A",
        "optionFeedback": ["Yes, it is.", ""],
    }


@each(
    ("source", "line", "told"),
    [
        ("", 1, "There are no questions"),
        ("# T\n\nWhich?\nA. x\nB. y\n\n## Q?\nAnswer: a", 4, "before the first question"),
        ("# T\n\n- Mars -> red\n\n## Q?\nAnswer: a", 3, "before the first question"),
        ("## Q?\nA. x\nB. y\n\nAnswer: D", 5, "among the options"),
        ("## Q?\nA. x\nB. y\nAnswer: A or B", 4, "among the options"),
        ("## Q?\nA. x\nB. y\nAnswer:\nthe last one", 4, "among the options"),
        ("## Q?\nType: ordering\nA. x\nB. y\nAnswer: B, Q", 5, "among the options"),
        ("## Q?\nA. x\n*B. y\nAnswer: A", 1, "also an Answer line"),
        ("## Q?\nAnswer:\nParis\n\nRome", 5, "after the options"),
        ("## Q?\n\nno answer here", 1, "has no answer"),
        ("---\ntitle: T\n---\n## Q?\nAnswer: a\n## R?", 6, "has no answer"),
        ("## Q?\nA. x\nC. y\nAnswer: A", 3, "the next letter is B"),
        ("## Q?\n- [x] a\n- b", 3, "a box"),
        ("## Q?\n- a\n- [x] b", 3, "a box"),
        ("## Q?\n- [x] a\n- [ ] b\nAnswer: A", 1, "also an Answer line"),
        ("## Q?\nType: riddle\nAnswer: a", 2, "is not a type"),
        ("## Q?\nAnswer: a\nDifficulty: tricky", 3, "is not a difficulty"),
        ("## Q?\nAnswer: a\nPoints: many", 3, "not a number of points"),
        ("## Q?\nAnswer: a\nWhy: b\nWhy: c", 4, "appears twice"),
        ("## Q?\nAnswer: a\nand then this", 3, "after the options"),
        ("### Q?\nAnswer: a", 1, "part of a composite"),
        ("## Q?\nType: short\nAnswer: a\n### R?\nAnswer: b", 4, "part of a composite"),
        ("## Q?\nType: short\n- [x] a\n- [ ] b\nAnswer: a", 1, "does not use them"),
    ],
)
def test_errors_name_their_line(source: str, line: int, told: str) -> None:
    with pytest.raises(InvalidOption) as refused:
        read(source)
    assert refused.value.fields["value"] == f"line {line}"
    assert told in str(refused.value.fields["allowed"])


def test_errors_are_in_chinese_for_a_chinese_quiz() -> None:
    with pytest.raises(InvalidOption) as refused:
        read("## 题目\n\n没有答案")
    assert refused.value.fields["value"] == "第 1 行"


def test_errors_are_in_the_language_of_the_reader() -> None:
    with pytest.raises(UnreadableQuiz) as refused:
        read_quiz(b"## Q?\n\nno answer", "quiz.md", "zh")
    assert error_text("zh", refused.value)[0] == "无法读取测验：第 1 行。"
