"""Reads Markdown quizzes for tests."""

from typing import Any

from inkwright.artifacts.quizzes.load import read_quiz
from inkwright.artifacts.quizzes.model import as_json

_PLACE = ("id", "order", "points")


def read(source: str) -> dict[str, Any]:
    return as_json(read_quiz(source.encode(), "my quiz.md").quiz)


def first(source: str) -> dict[str, Any]:
    """The first question, without what its place gives it."""
    [question] = read(f"# T\n\n{source}")["questions"]
    return {key: value for key, value in question.items() if key not in _PLACE}
