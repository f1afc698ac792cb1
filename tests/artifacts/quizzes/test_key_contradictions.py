"""Keys that contradict the feedback or the explanation."""

from typing import Any

from inkwright.artifacts.quizzes.key_contradictions import contradictions
from inkwright.artifacts.quizzes.model import MultipleChoice, SingleChoice, TrueFalse
from tests.each import each


def single(**fields: Any) -> SingleChoice:
    return SingleChoice(question="Q?", options=["a", "b", "c"], correct_answer="B", **fields)


@each("explanation", ["So the answer is C.", "The correct answer is (A).", "答案是C。", "由此可得，故选 A。"])
def test_an_explanation_that_names_another_option_contradicts_the_key(explanation: str) -> None:
    assert [*contradictions(single(explanation=explanation))] == [".explanation"]


@each(
    "explanation",
    [
        "The answer is B.",
        "答案：B。",
        "The answer is A river that floods.",
        "Option A is wrong, and C is too.",
        "One may think that the answer is C, but the answer is B.",
        "",
    ],
)
def test_an_honest_explanation_contradicts_nothing(explanation: str) -> None:
    assert [*contradictions(single(explanation=explanation))] == []


def test_feedback_that_judges_an_option_differently_contradicts_the_key() -> None:
    assert [*contradictions(single(option_feedback=["Correct!", "Wrong. It is a.", "No, never."]))] == [
        ".optionFeedback[0]",
        ".optionFeedback[1]",
    ]
    assert [*contradictions(single(option_feedback=["错误，因为……", "不对。", "正确！"]))] == [
        ".optionFeedback[1]",
        ".optionFeedback[2]",
    ]
    fine = ["No river is longer.", "Correct usage needs care.", "Right angles have 90°."]
    assert [*contradictions(single(option_feedback=fine))] == []


def test_a_statement_is_not_both_true_and_false() -> None:
    question = TrueFalse(question="Q.", correct_answer="true", explanation="This statement is false.")
    assert [*contradictions(question)] == [".explanation"]
    question = TrueFalse(question="Q.", correct_answer="false", explanation="该说法错误。")
    assert [*contradictions(question)] == []


def test_several_letters_are_compared_as_a_set() -> None:
    several = MultipleChoice(question="Q?", options=["a", "b", "c"], correct_answer=["A", "C"], explanation="故选 CA。")
    assert [*contradictions(several)] == []


def femur(explanation: str, answer: str = "B") -> list[str]:
    question = SingleChoice(
        question="Which is the longest bone of the human body?",
        options=["Femur", "Tibia", "Ulna"],
        correct_answer=answer,
        explanation=explanation,
    )
    return [*contradictions(question)]


def test_an_explanation_that_answers_with_a_wrong_option_contradicts_the_key() -> None:
    assert femur("The femur, or thigh bone, is the longest bone; it is a quarter of the height.") == [".explanation"]
    assert femur("The longest bone of the body is the femur.") == [".explanation"]
    assert femur("The longest bone of the body is the femur.", "A") == []


@each(
    "explanation",
    [
        "The femur is not the longest bone.",
        "The tibia is the longest bone; the femur is in the thigh.",
        "Unlike the femur, this bone of the body is the longest.",
        "The femur is in the thigh.",
    ],
)
def test_an_explanation_may_mention_wrong_options(explanation: str) -> None:
    assert femur(explanation) == []


def test_a_result_that_equals_a_wrong_option_contradicts_the_key() -> None:
    def product(explanation: str) -> list[str]:
        options = ["7", "12", "14"]
        question = SingleChoice(question="3 × 4?", options=options, correct_answer="C", explanation=explanation)
        return [*contradictions(question)]

    assert product("3 × 4 = 12") == [".explanation"]
    assert product("3 × 4 = 12, and 12 + 2 = 14") == []
