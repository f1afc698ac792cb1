"""Answer keys at the end of a quiz: read if they are clear, and rejected if they are ambiguous."""

from typing import Any

import pytest

from inkwright.artifacts.quizzes.load import read_quiz
from inkwright.artifacts.quizzes.model import as_json
from inkwright.errors import InvalidOption
from tests.each import each

CHOICES = "".join(f"{number}. Q{number}?\nA. x\nB. y\nC. z\nD. w\n\n" for number in range(1, 6))
LINES = CHOICES.count("\n")


def questions(source: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = as_json(read_quiz(source.encode(), "my quiz.md", "en").quiz)["questions"]
    return found


def answers(source: str) -> list[Any]:
    return [each["correctAnswer"] for each in questions(source)]


@each(
    "key",
    [
        "参考答案：\n1-5 BACDA",
        "答案：1-3 BAC；4-5 DA",
        "# 参考答案\n一、选择题\n1～3：B A C\n\n4～5：ＤＡ",
        "答案\n1．B 2．A 3．C 4．D 5．A",
        "参考答案：1.B 2.A 3.C 4.D 5.A",
        "**参考答案**\n\n1B 2A 3C 4D 5A",
        "【参考答案】\n（1）B\n（2）A\n（3）C\n（4）D\n（5）A",
        "参考答案\n第1题：B\n第2题：A\n第3题 C\n第4题：D\n第5题：A",
        "## Answers\n1. B\n2. (A)\n3. option C\n4. w\n5. **A**",
        "Answer key: 1-b, 2-a, 3-c, 4-d, 5-a",
        "## Solutions\n1. B\n2. A\n3. C\n4. D\n5. A",
        "Answers\n- 1) B\n- 2) A\n- 3) C\n- 4) D\n- 5) A",
    ],
)
def test_a_key_answers_the_questions_by_their_numbers(key: str) -> None:
    assert answers(CHOICES + key) == ["B", "A", "C", "D", "A"]


def test_a_key_may_follow_questions_that_are_headings() -> None:
    assert answers("## Which?\nA. x\nB. y\n\n## 2. Who?\n\n## Answers\n1. B\n2. I\n") == ["B", "I"]


def test_a_key_answers_every_type_that_has_no_list() -> None:
    source = (
        "1．惯性定律（ ）\n2．约为____，方向____。\n3．简述。\n4．再述。\n\n"
        "参考答案：\n1. √\n2. 9.8；竖直向下\n3. 作用力 2. 反作用力\n4. 首先，\n其次。\n"
    )
    found = questions(source)
    assert [each["questionType"] for each in found] == ["TRUE_FALSE", "FILL_IN_BLANK", "SHORT_ANSWER", "LONG_ANSWER"]
    assert [each["correctAnswer"] for each in found] == [
        "true",
        ["9.8", "竖直向下"],
        "作用力 2. 反作用力",
        "首先，\n其次。",
    ]


def test_a_key_may_have_explanations() -> None:
    source = "1. a?\nA. x\nB. y\n2. b?\nA. x\nB. y\n\n答案与解析\n1. 【答案】B\n【解析】因为\n所以\n2. A 解析：略\n"
    found = questions(source)
    assert [(each["correctAnswer"], each["explanation"]) for each in found] == [("B", "因为\n所以"), ("A", "略")]


def test_numbers_that_restart_in_each_section_are_matched_by_order() -> None:
    source = "一、选择题\n1. a?\nA. x\nB. y\n二、判断题\n1. 是吗\n\n答案\n一、选择题\n1. A\n二、判断题\n1. ×\n"
    assert answers(source) == ["A", "false"]


def test_a_list_after_the_last_answer_is_not_a_key_if_all_questions_are_answered() -> None:
    assert answers("## a?\n答案：x\n\n## 简述\n答案：\n1. 甲\n2. 乙\n") == ["x", "1. 甲\n2. 乙"]


def test_a_question_may_have_a_name_like_a_key() -> None:
    assert answers("## Lock\nAnswer: iron\n\n## Key\nWhat is it made of?\nAnswer: brass\n") == ["iron", "brass"]


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("参考答案：\n1-5 BACD", LINES + 2),
        ("参考答案：\n见附页", LINES + 2),
        ("## Answers\n1. B\n2. A\n7. C", LINES + 4),
        ("Answers:\n1. B\n1. C\n2. A\n3. A\n4. A\n5. A", LINES + 2),
        ("## 答案\n| 1 | 2 |\n|---|---|\n| A | B |", LINES + 2),
        ("## Answers", LINES + 1),
    ],
)
def test_an_ambiguous_key_is_rejected_with_its_line(key: str, line: int) -> None:
    with pytest.raises(InvalidOption) as refused:
        questions(CHOICES + key)
    assert refused.value.fields["value"] == f"line {line}"
    assert "under each question" in str(refused.value.fields["allowed"])


def test_a_question_missing_from_the_key_is_reported_with_its_line() -> None:
    with pytest.raises(InvalidOption) as refused:
        questions(CHOICES + "Answer key:\n1. B\n2. A\n4. A\n5. B")
    assert (refused.value.fields["value"], "no answer" in str(refused.value.fields["allowed"])) == ("line 13", True)


def test_an_unknown_option_in_the_key_is_reported_with_its_line_in_the_key() -> None:
    with pytest.raises(InvalidOption) as refused:
        questions(CHOICES + "Answers:\n1. B\n2. A\n3. E\n4. A\n5. A")
    assert refused.value.fields["value"] == f"line {LINES + 4}"
