"""The route of a turn: what the router is shown of the turn, and which of its guesses count."""

import asyncio
import json
from typing import Any

from inkwright import Brain, ScriptedModel
from inkwright.agent.services import PriorContext
from inkwright.agent.turn_routing import find_route, router_answers
from inkwright.conversation.turns import RouterResult, TurnState
from tests.agent.turn_services import OWNER, Stores

_TURN = TurnState(id="turn_1", conversation_id="conv_1", owner=OWNER, message="Make it shorter.")
_GUESS = {
    "intent": "content_create", "confidence": 0.9, "expected_mode": "artifact", "candidate_tools": ["make_note"],
    "model_tier": "standard", "strategy": "direct_generate",
}  # fmt: skip


def routed(talk: str = "", **guess: Any) -> tuple[RouterResult, ScriptedModel]:
    model = ScriptedModel([json.dumps({**_GUESS, **guess})])
    services = Stores().turn_services(model)
    return asyncio.run(find_route(_TURN, services, PriorContext(talk=talk), Brain)), model


def test_the_router_sees_the_message_and_the_conversation_before_it() -> None:
    route, model = routed("User: Make a note about rain.")
    assert (route.expected_mode, route.candidate_tools) == ("artifact", ("make_note",))
    seen = model.calls[0].messages[-1]["content"]
    assert "Make it shorter." in seen
    assert "Make a note about rain." in seen


def test_an_artifact_that_does_not_exist_is_not_refined() -> None:
    assert routed(refines="art_of_another")[0].refines is None


def test_a_turn_without_answers_has_none_for_the_router() -> None:
    assert router_answers(_TURN) == []
