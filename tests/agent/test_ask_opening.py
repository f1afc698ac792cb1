"""Questions of a turn are stored before they are shown."""

import asyncio

from inkwright import ScriptedModel
from inkwright.agent.ask_opening import open_asks
from inkwright.agent.streaming import EventSink
from inkwright.conversation.asks import OpenAsk
from tests.agent.turn_services import Stores
from tests.conversation.samples import ASK


def test_a_question_that_is_opened_twice_is_stored_once() -> None:
    async def go() -> list[object]:
        stores = Stores()
        services = stores.turn_services(ScriptedModel([]))
        async with EventSink(stores.journal, ASK.turn_id, services.show) as sink:
            for _ in range(2):
                await open_asks([OpenAsk(ask=ASK)], ASK.turn_id, services, sink)
        return [await stores.asks.get(ASK.id, owner=owner) for owner in (ASK.owner, "another")]

    assert asyncio.run(go()) == [ASK, None]
