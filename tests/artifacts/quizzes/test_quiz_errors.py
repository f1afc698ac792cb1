"""Validation errors: where they are, and what is allowed there."""

import json

import pytest

from inkwright.artifacts.quizzes.load import read_quiz
from inkwright.errors import UnreadableQuiz
from inkwright.i18n import Language


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ('{"title": "x", "questions": [}', "它不是有效的 JSON：从第 1 行第 30 个字符起无法读下去。"),
        (
            '{"title": "x",\n "questions": [{"questionType": "RIDDLE",}]}',
            "它不是有效的 JSON：从第 2 行第 42 个字符起无法读下去。",
        ),
        ('{"title": "x", "questions": []}', "它还不是一份合格的测验：questions：里面没有题目。"),
        ('"words"', "它还不是一份合格的测验：测验是带有 title 和 questions 的对象，或者题目的列表。"),
        ('{"questions": ["Q?"]}', "它还不是一份合格的测验：第 1 题：题目应写成花括号里的各个字段"),
        ('{"questions": [{"question": "Q?"}]}', "它还不是一份合格的测验：第 1 题：缺少题型（questionType）"),
        (
            '[{"questionType": "SHORT_ANSWER", "question": "Q?", "correctAnswer": {}}]',
            "它还不是一份合格的测验：第 1 题，correctAnswer：应为文字，而不是 {}",
        ),
    ],
)
def test_errors_in_json_are_in_chinese_for_chinese_readers(source: str, told: str) -> None:
    with pytest.raises(UnreadableQuiz) as refused:
        read_quiz(source.encode(), "quiz.json", "zh")
    assert refused.value.fields["allowed"] == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            [
                "question 2, points: it must be at least 0, not -3",
                "question 3.1, options[2]: it must be text, not {}",
            ],
        ),
        ("zh", ["第 2 题，points：不能小于 0，现在是 -3", "第 3.1 题，options[2]：应为文字，而不是 {}"]),
    ],
)
def test_errors_name_the_question_by_its_number_from_1(language: Language, told: list[str]) -> None:
    part = {"questionType": "SINGLE_CHOICE", "question": "Q?", "options": ["a", {}]}
    given = [
        {"questionType": "LONG_ANSWER", "question": "Q?"},
        {"questionType": "LONG_ANSWER", "question": "R?", "points": -3},
        {"questionType": "COMPOSITE", "question": "S?", "subQuestions": [part]},
    ]
    with pytest.raises(UnreadableQuiz) as refused:
        read_quiz(json.dumps(given).encode(), "quiz.json", language)
    assert [each for each in told if each not in str(refused.value.fields["allowed"])] == []


def test_an_unknown_field_is_reported_with_the_known_ones() -> None:
    given = [{"questionType": "TRUE_FALSE", "question": "Q?", "answer": "true"}]
    with pytest.raises(UnreadableQuiz) as refused:
        read_quiz(json.dumps(given).encode(), "quiz.json", "en")
    assert "question 1, answer: unknown field" in str(refused.value.fields["allowed"])
    assert "correctAnswer" in str(refused.value.fields["allowed"])
