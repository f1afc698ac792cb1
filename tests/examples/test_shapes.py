"""What an example may say, and what is refused before it is played."""

import pytest
from pydantic import ValidationError

from inkwright.examples.shapes import ScriptedReply, ScriptedTurn

ROUTE = {"intent": "content_create", "confidence": 0.9, "expected_mode": "artifact"}


@pytest.mark.parametrize(
    "reply",
    [{}, {"note": "nothing is said"}, {"says": "a", "answer": "b"}, {"deliver": "a", "calls": [{"tool": "t"}]}],
)
def test_a_reply_says_exactly_one_thing(reply: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ScriptedReply.model_validate(reply)


def test_a_reply_that_is_cut_off_may_have_said_something_before() -> None:
    assert ScriptedReply(fails="cut", says="Once upon").fails == "cut"


def test_the_agent_is_not_the_model_that_routes() -> None:
    with pytest.raises(ValidationError, match="the fast model routes"):
        ScriptedTurn.model_validate({"message": "x", "route": {**ROUTE, "model_tier": "fast"}, "does": [{"says": "y"}]})
