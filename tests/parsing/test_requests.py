"""Structured messages: several choices, one template for all types, and their text without JSON."""

from typing import Any

from inkwright.parsing.requests import Question, message_text, validate_envelope
from inkwright.parsing.results import Parsed, Rejected
from tests.each import each

QUESTION = {"id": "q", "question": "Which?", "options": [{"label": "A", "value": "a"}]}


def read(payload: dict[str, Any]) -> dict[str, Any]:
    found = validate_envelope("", payload, None, [])
    assert isinstance(found, Parsed), found
    return {name: value for name, value in found.value.items() if name != "coercions"}


def test_one_template_for_all_types_is_valid_for_each() -> None:
    template: dict[str, Any] = {
        "title": "T",
        "content": "Text.",
        "questions": [],
        "outline_lines": [],
        "preface": "",
        "reason": None,
    }
    asked = read({**template, "response_type": "clarification", "questions": [QUESTION]})
    assert (asked["preface"], len(asked["questions"])) == ("Text.", 1)
    outline = read({**template, "response_type": "outline_edit", "outline_lines": ["# A"], "outline": []})
    assert (outline["preface"], outline["outline_lines"]) == ("Text.", ["# A"])
    assert read({**template, "response_type": "normal"}) == {
        "response_type": "normal",
        "title": "T",
        "content": "Text.",
    }
    failed = validate_envelope("", {**template, "response_type": "error"}, None, [])
    assert isinstance(failed, Rejected)
    assert failed.reason == "model_error"


def test_a_question_says_that_several_may_be_chosen_and_otherwise_nothing() -> None:
    several = read({"response_type": "clarification", "title": "T", "questions": [{**QUESTION, "multiSelect": True}]})
    assert several["questions"][0]["multi_select"] is True
    assert "multi_select" not in Question.model_validate(QUESTION).model_dump()


@each(
    ("payload", "words"),
    [
        (
            {"response_type": "clarification", "title": "T", "questions": [QUESTION, {"prompt": "And?"}]},
            "T\n\nWhich?\n- A\n\nAnd?",
        ),
        ({"type": "outline_edit", "payload": {"title": "T", "outline_text": "# A\n# B"}}, "T\n\n# A\n# B"),
        ({"response_type": "error", "error": {"reason": "No."}}, "No."),
        ({"questions": 3, "title": None, "outline_lines": [1, "a"]}, "1\na"),
        ({}, ""),
    ],
)
def test_the_text_of_a_message_valid_or_not_has_no_json(payload: dict[str, Any], words: str) -> None:
    assert message_text(payload) == words
