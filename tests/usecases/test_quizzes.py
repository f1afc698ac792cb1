"""Quizzes are linted, converted and rendered by the format of their file names."""

import asyncio
import json

import pytest

from inkwright import InvalidOption
from inkwright.usecases.quizzes import convert_quiz, draft_quiz, lint_quiz, quiz_format_for, quiz_from_json

MARKDOWN = b"""# Rain

1. What falls from clouds?
   - [x] Rain
   - [ ] Stones
"""


def test_the_extension_selects_the_format() -> None:
    assert quiz_format_for("rain.gift") == "gift"
    with pytest.raises(InvalidOption, match=r"one of these extensions.*\.gift"):
        quiz_format_for("rain.xyz")


def test_a_quiz_in_markdown_becomes_json_and_is_linted() -> None:
    converted = asyncio.run(convert_quiz(MARKDOWN, "rain.md", "json", language="en"))
    (question,) = json.loads(converted.content)["questions"]
    assert (converted.questions, question["question"]) == (1, "What falls from clouds?")
    findings, _ = lint_quiz(MARKDOWN, "rain.md", "en")
    assert [each for each in findings if each.severity == "error"] == []


def test_a_quiz_is_recognised_in_json_and_drafted_as_a_page() -> None:
    converted = asyncio.run(convert_quiz(MARKDOWN, "rain.md", "json", language="en"))
    quiz = quiz_from_json(converted.content.decode(), "rain.json")
    assert quiz is not None
    draft, _ = draft_quiz(quiz, "html", "en")
    assert draft.kind == "html"
    assert quiz_from_json("[1]", "a.json") is None
