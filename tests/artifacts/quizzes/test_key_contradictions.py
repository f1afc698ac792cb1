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
