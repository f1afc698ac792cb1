"""A quiz that a person writes: forgiving in form, exact about what is wrong and where."""

from typing import Any

import pytest

from inkwright.artifacts.quizzes.markdown_writing import write_markdown
from inkwright.artifacts.quizzes.reading import read_quiz
from inkwright.artifacts.quizzes.specs import as_json
from inkwright.errors import InvalidOption, UnreadableQuiz
from inkwright.i18n import error_text
from tests.artifacts.quizzes.made_quizzes import every_type

_PLACE = ("id", "order", "points")


def read(source: str) -> dict[str, Any]:
    return as_json(read_quiz(source.encode(), "my quiz.md").quiz)


def first(source: str) -> dict[str, Any]:
    """The first question, without what its place gives it."""
    [question] = read(f"# T\n\n{source}")["questions"]
    return {key: value for key, value in question.items() if key not in _PLACE}


def test_boxes_tell_single_from_multiple_choice() -> None:
    one = first("## Which is a gas?\n- [ ] Iron\n- [x] Argon\n")
    assert one == {
        "questionType": "SINGLE_CHOICE",
        "question": "Which is a gas?",
        "options": ["Iron", "Argon"],
        "correctAnswer": "B",
    }
    two = first("## Which are gases?\n* [X] Neon\n* [ ] Iron\n* [x] Argon\n")
    assert (two["questionType"], two["correctAnswer"]) == ("MULTIPLE_CHOICE", ["A", "C"])


def test_a_list_of_numbers_with_letters_as_in_a_school_book() -> None:
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


@pytest.mark.parametrize(
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
def test_the_type_is_told_by_how_it_is_written(source: str, kind: str, answer: object) -> None:
    question = first(source)
    assert (question["questionType"], question["correctAnswer"]) == (kind, answer)


def test_options_on_one_line_are_parted_only_where_their_letters_go_on() -> None:
    assert first("## Which?\nA. red  B. green  C. blue\nD. none\nAnswer: D")["options"] == [
        "red",
        "green",
        "blue",
        "none",
    ]
    assert first("## Which?\nA. vitamin B. complex\nB. zinc\nAnswer: B")["options"] == ["vitamin B. complex", "zinc"]


def test_a_small_letter_that_is_not_the_next_one_is_words() -> None:
    assert first("## What is it,\ne. g. in French?\nAnswer: it")["question"] == "What is it,\ne. g. in French?"


def test_tasks_with_letters_stay_with_a_question_that_has_nothing_to_choose_from() -> None:
    question = first("## Look at the graph.\n(a) Find the slope.\n(b) Find the zero.\nType: long\nAnswer: 2 and 3")
    assert question["question"] == "Look at the graph.\n(a) Find the slope.\n(b) Find the zero."


def test_headings_of_sections_are_left_out_and_that_is_told() -> None:
    read_in = read_quiz("一、选择题（每题 2 分）\n\n1. 哪个？\nA. 甲\nB. 乙\n答案：A\n".encode(), "测验.md")
    assert [question.question for question in read_in.quiz.questions] == ["哪个？"]
    assert [note.told("zh") for note in read_in.notes] == ["大题标题没有保留。"]


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


def test_a_backslash_keeps_a_line_words() -> None:
    question = first("## Read:\n\\- no option\n\\Answer: no answer\n\\\\alpha stays\nAnswer: it")
    assert question["question"] == "Read:\n- no option\nAnswer: no answer\n\\\\alpha stays"


@pytest.mark.parametrize(
    ("source", "line", "told"),
    [
        ("", 1, "There is no question"),
        ("# T\n\nHello\n\n## Q?\nAnswer: a", 3, "before the first question"),
        ("## Q?\n\nno answer here", 1, "has no answer"),
        ("---\ntitle: T\n---\n## Q?\nAnswer: a\n## R?", 6, "has no answer"),
        ("## Q?\nA. x\nC. y\nAnswer: A", 3, "B comes next"),
        ("## Q?\n- [x] a\n- b", 3, "a box"),
        ("## Q?\n- a\n- [x] b", 3, "a box"),
        ("## Q?\n- [x] a\n- [ ] b\nAnswer: A", 1, "Answer line too"),
        ("## Q?\nType: riddle\nAnswer: a", 2, "is no type"),
        ("## Q?\nAnswer: a\nDifficulty: tricky", 3, "is no difficulty"),
        ("## Q?\nAnswer: a\nPoints: many", 3, "no number of points"),
        ("## Q?\nAnswer: a\nWhy: b\nWhy: c", 4, "given twice"),
        ("## Q?\nAnswer: a\nand then this", 3, "behind the options"),
        ("### Q?\nAnswer: a", 1, "part of a composite"),
        ("## Q?\nType: short\nAnswer: a\n### R?\nAnswer: b", 4, "part of a composite"),
        ("## Q?\nType: short\n- [x] a\n- [ ] b\nAnswer: a", 1, "none to choose from"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(source: str, line: int, told: str) -> None:
    with pytest.raises(InvalidOption) as refused:
        read(source)
    assert refused.value.fields["value"] == f"line {line}"
    assert told in str(refused.value.fields["allowed"])


def test_what_is_wrong_is_told_in_chinese_where_the_quiz_is() -> None:
    with pytest.raises(InvalidOption) as refused:
        read("## 题目\n\n没有答案")
    assert refused.value.fields["value"] == "第 1 行"


def test_what_is_wrong_is_told_in_the_language_of_who_reads_it() -> None:
    with pytest.raises(UnreadableQuiz) as refused:
        read_quiz(b"## Q?\n\nno answer", "quiz.md", "zh")
    assert error_text("zh", refused.value)[0] == "无法读取测验：第 1 行。"


def test_a_quiz_is_written_as_a_person_would() -> None:
    written = write_markdown(every_type())
    assert (
        "## 1. Which of these is a noble gas?\n\nType: single choice\n- [ ] Oxygen\n  > It reacts: $O_2$.\n" in written
    )
    assert "Answer: Paris\nAnswer: Oslo | Kristiania\n" in written
    assert "### 9.1. What sat there?" in written
