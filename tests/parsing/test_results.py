"""Results inside the program and in the public interface say the same."""

import pytest

from inkwright.parsing.results import Parsed, ParserResult, Rejected, reject, result_dict


@pytest.mark.parametrize(
    ("result", "public"),
    [
        (Parsed({"a": 1}), {"status": "success", "content": {"a": 1}}),
        (Parsed([], partial=True), {"status": "success", "content": [], "partial": True}),
        (Rejected("empty", "Say more."), {"status": "error", "feedback": "Say more.", "reason": "empty"}),
        (
            Rejected("schema", "Wrong.", "{}"),
            {"status": "error", "feedback": "Wrong.", "reason": "schema", "example": "{}"},
        ),
    ],
)
def test_a_result_becomes_a_dict_without_empty_fields(result: Parsed[object] | Rejected, public: ParserResult) -> None:
    assert result_dict(result) == public


def test_feedback_is_in_the_language_of_the_reply() -> None:
    english, chinese = (reject(reply, "empty", "json.empty", example="[]") for reply in ("Sure.", "好的。"))
    assert (english.reason, english.example) == ("empty", "[]")
    assert english.feedback.isascii()
    assert not chinese.feedback.isascii()
