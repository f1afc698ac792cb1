"""One question: its type, its options and its answer."""

import pytest

from tests.artifacts.quizzes.formats.markdown.sample_markdown import first
from tests.each import each


@each(
    ("answer", "right"),
    [
        ("(B)", "B"),
        ("（B）", "B"),
        ("【B】", "B"),
        ("**B**", "B"),
        ("option B", "B"),
        ("选B", "B"),
        ("故选：B", "B"),
        ("B。", "B"),
        ("Ｂ", "B"),
        ("B. zinc", "B"),
        ("B（zinc）", "B"),
        ("zinc.", "B"),
        ("A and B", ["A", "B"]),
        ("Both A and C", ["A", "C"]),
        ("A和B", ["A", "B"]),
        ("A与C", ["A", "C"]),
        ("A/B", ["A", "B"]),
        ("B, C.", ["B", "C"]),
        ("(A)(C)", ["A", "C"]),
        ("ＡＣ", ["A", "C"]),
        ("iron, gold", ["A", "C"]),
        ("A. iron; C. gold", ["A", "C"]),
    ],
)
def test_an_answer_names_its_options_as_people_write_them(answer: str, right: object) -> None:
    question = first(f"## Which?\nA. iron\nB. zinc\nC. gold\nAnswer: {answer}")
    assert question["correctAnswer"] == right
    assert question["questionType"] == ("SINGLE_CHOICE" if isinstance(right, str) else "MULTIPLE_CHOICE")


def test_a_sign_names_the_option_with_the_same_meaning() -> None:
    assert first("1. 光速大于声速。\nA. 对\nB. 错\n答案：×")["correctAnswer"] == "B"


@pytest.mark.parametrize(
    ("stem", "answer", "statement", "truth"),
    [
        ("力是维持物体运动的原因。（    ）", "×", "力是维持物体运动的原因。", "false"),
        ("力是维持物体运动的原因。（　　）", "错误", "力是维持物体运动的原因。", "false"),
        ("牛顿第一定律也叫惯性定律（　　）。", "√", "牛顿第一定律也叫惯性定律。", "true"),
        ("地球绕太阳转。（ ）", "是", "地球绕太阳转。", "true"),
        ("光速大于声速。____", "正确", "光速大于声速。", "true"),
        ("光速大于声速____", "对", "光速大于声速", "true"),
        ("光速大于声速。（2分）（　　）", "Ｔ", "光速大于声速。", "true"),
        ("The moon is a star. (   )", "F", "The moon is a star.", "false"),
        ("The sun is a star. ____", "True", "The sun is a star.", "true"),
        ("The sun is cold. ____", "wrong", "The sun is cold.", "false"),
    ],
)
def test_a_statement_with_empty_brackets_at_its_end_is_true_or_false(
    stem: str, answer: str, statement: str, truth: str
) -> None:
    question = first(f"1. {stem}\n答案：{answer}")
    assert (question["questionType"], question["question"], question["correctAnswer"]) == (
        "TRUE_FALSE",
        statement,
        truth,
    )


@pytest.mark.parametrize(
    ("stem", "answer"),
    [
        ("他____学生。", "是"),
        ("“错”的反义词是（    ）。", "对"),
        ("他的说法____。", "正确"),
        ("The value of 1 < 2 is ____.", "True"),
        ("He answered ____.", "yes"),
        ("水____是____。（  ）", "对"),
        ("（　　）", "对"),
    ],
)
def test_a_word_that_fills_a_blank_is_not_a_verdict(stem: str, answer: str) -> None:
    question = first(f"1. {stem}\n答案：{answer}")
    assert (question["questionType"], question["question"], question["correctAnswer"]) == (
        "FILL_IN_BLANK",
        stem,
        [answer],
    )
