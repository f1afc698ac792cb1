"""A turn runs with every store in memory."""

import asyncio

from inkwright.agent.router import CHAT_ROUTE
from inkwright.conversation.turns import Answered
from inkwright.testing import ScriptedModel, memory_services
from inkwright.usecases.turns import send_message
from tests.agent.turn_services import CHECKED


def test_a_message_is_answered_and_its_events_are_shown() -> None:
    shown: list[str] = []
    services = memory_services(ScriptedModel(["It rains."]), show=lambda _, event: shown.append(event.kind))
    outcome = asyncio.run(send_message(services, "How is the weather?", CHAT_ROUTE, owner="me"))
    assert outcome == Answered(message="It rains.", receipt=CHECKED)
    assert (shown[0], shown[-1]) == ("turn_started", "turn_finished")
