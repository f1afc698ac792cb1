"""The endings of a run become final results."""

import pytest
from pydantic import ValidationError

from inkwright.agent.endings import ENDINGS, AskUser, Deliver, GiveAnswer
from inkwright.conversation.turns import ClarifyPayload, FinalResult


def test_each_ending_is_a_final_result() -> None:
    assert Deliver(message="Here.", artifacts=["art_1"]).result() == FinalResult(
        status="artifact_ready", message="Here.", artifacts=["art_1"]
    )
    assert GiveAnswer(message="Yes.").result() == FinalResult(status="answer_ready", message="Yes.")
    assert AskUser(question="Which?").result() == FinalResult(
        status="clarify_needed", message="Which?", clarify=ClarifyPayload(question="Which?")
    )


def test_a_delivery_without_an_artifact_is_not_an_ending() -> None:
    with pytest.raises(ValidationError):
        ENDINGS["deliver"].model_validate({"message": "Here.", "artifacts": []})
