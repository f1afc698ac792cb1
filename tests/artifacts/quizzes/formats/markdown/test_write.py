"""Markdown is written so that every text is read back unchanged."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inkwright.artifacts.quizzes.formats.markdown.write import write_markdown
from inkwright.artifacts.quizzes.load import quiz_from_value, read_quiz
from inkwright.artifacts.quizzes.model import LETTERS, Quiz
from tests.artifacts.quizzes.sample_quizzes import every_type

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
MARKS = """题目（2分）|x (3 points)|[2 pts]|```|```py|~~~|````|   ```|```a```|- item|- [x] a|A. x|a) x|① a
参考答案：|答案|**答案**|## Answers|# Answers|Answer key:|Answers: 1. B 2. A|1-5 BACDA|1. B
第1题：x|第2题|Q1. x|Q2|*B. x|* A. x|√A. x
Ａ．x|（Ａ）x|ａ．x|\\```|\\\\- x|\\|\\\\|> x|x（  ）|x。____|____|---
Ans. x|Ans: x|Answer:|Answer: B|1.|（1）x|\u30001. x|1）x
# x|##|### x|**1.** x|一、选择题|a -> b|→
Type: long|解析：x|true|对|B|A, B|  x|x #|x ##||words|Points: 3|【答案】B|x\ty"""
ANY_LINE = st.sampled_from([mark for line in MARKS.split("\n") for mark in line.split("|")] + ["a | b", "||"])
LINE = ANY_LINE.map(str.strip).filter(bool)
TEXT = st.lists(ANY_LINE, min_size=1, max_size=5).map("\n".join).filter(str.strip)
ANSWER = LINE | st.lists(LINE, min_size=2, max_size=3)
POINTS = st.sampled_from([1, 2, 0.5, 0, 0.1234567, 123.4567, 1e-7])


@st.composite
def questions(draw: st.DrawFn) -> dict[str, Any]:
    options = draw(st.lists(LINE, min_size=2, max_size=4, unique=True))
    letters = [*LETTERS[: len(options)]]
    kinds: dict[str, dict[str, Any]] = {
        "SINGLE_CHOICE": {"options": options, "correctAnswer": letters[-1], "optionFeedback": options},
        "MULTIPLE_CHOICE": {"options": options, "correctAnswer": letters[1:]},
        "TRUE_FALSE": {"correctAnswer": "false"},
        "FILL_IN_BLANK": {"correctAnswer": draw(st.lists(ANSWER, min_size=1, max_size=3))},
        "SHORT_ANSWER": {"correctAnswer": draw(ANSWER)},
        "LONG_ANSWER": {"correctAnswer": draw(TEXT)},
        "MATCHING": {"options": options, "correctAnswer": options[::-1], "distractors": [draw(LINE)]},
        "ORDERING": {"options": options, "correctAnswer": letters[::-1]},
    }
    kind = draw(st.sampled_from(sorted(kinds)))
    given_fields = {"question": draw(TEXT), "explanation": draw(st.just("") | TEXT), "points": draw(POINTS)}
    return {"questionType": kind, **given_fields, **kinds[kind]}


@st.composite
def composites(draw: st.DrawFn) -> dict[str, Any]:
    parts = draw(st.lists(questions(), min_size=1, max_size=2))
    return {"questionType": "COMPOSITE", "question": draw(TEXT), "subQuestions": parts}


def comes_back(quiz: Quiz) -> bool:
    return read_quiz(write_markdown(quiz).encode(), "quiz.md").quiz == quiz


@settings(max_examples=60, deadline=None, suppress_health_check=SLOW)
@given(title=LINE, asked=st.lists(questions() | composites(), min_size=1, max_size=3))
def test_lines_that_look_like_marks_are_read_back_unchanged(title: str, asked: list[dict[str, Any]]) -> None:
    assert comes_back(quiz_from_value({"title": title, "language": "en", "questions": asked}))


@pytest.mark.parametrize(
    "question",
    [
        {"question": "题目（2分）", "points": 1},
        {"question": "题目（2分）", "points": 3},
        {"question": "x [1 pt]"},
        {"question": "x", "points": 123.4567},
        {"question": "```\n- a\n\n    A. b\n```\nWhat?"},
        {"question": "Which?\n```\n- a"},
        {"question": "Which?\n参考答案：\n1. B"},
    ],
)
def test_points_and_fences_are_read_back(question: dict[str, Any]) -> None:
    given_question = {"questionType": "SHORT_ANSWER", "correctAnswer": "it", **question}
    assert comes_back(quiz_from_value({"title": "T #", "language": "en", "questions": [given_question]}))


def test_a_fence_is_written_unchanged() -> None:
    question = {"questionType": "SHORT_ANSWER", "question": "Read:\n```\n- a\nA. b\n```", "correctAnswer": "it"}
    written = write_markdown(quiz_from_value({"title": "T", "questions": [question]}))
    assert "## 1. Read:\n```\n- a\nA. b\n```\n" in written


def test_a_quiz_is_written_as_a_person_would() -> None:
    written = write_markdown(every_type())
    assert (
        "## 1. Which of these is a noble gas?\n\nType: single choice\n- [ ] Oxygen\n  > It reacts: $O_2$.\n" in written
    )
    assert "Answer: Paris\nAnswer: Oslo | Kristiania\n" in written
    assert "### 9.1. What sat there?" in written
