"""JSON quizzes, also with the mistakes of people and models."""

import pytest

from inkwright.artifacts.quizzes.formats.json.read import read_json
from inkwright.errors import UnreadableQuiz


def test_broken_json_is_repaired_and_its_first_error_remembered() -> None:
    parsed = read_json(b'{"title": "T",\n "questions": [],}', "en")
    assert parsed.value == {"title": "T", "questions": []}
    assert parsed.explain_failure is not None
    assert "line 2" in parsed.explain_failure()


def test_good_json_has_no_error_to_explain() -> None:
    parsed = read_json('\ufeff{"title": "雨"}'.encode(), None)
    assert parsed.value == {"title": "雨"}
    assert parsed.explain_failure is not None
    assert parsed.explain_failure() == ""


@pytest.mark.parametrize("content", [b"just words", b"", b"\xff"])
def test_other_bytes_are_rejected(content: bytes) -> None:
    with pytest.raises(UnreadableQuiz):
        read_json(content, "en")
