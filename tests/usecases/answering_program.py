"""A program that answers what a turn waits for, and is killed at one moment of it: its own hand is surest."""

import asyncio
import dataclasses
import os
import signal
import sys
from pathlib import Path
from typing import Any

from inkwright.agent.services import TurnServices
from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.llm.models import Model
from inkwright.llm.scripted import ScriptedModel
from inkwright.usecases.store import Store, open_store
from inkwright.usecases.turns import answer_ask
from tests.agent.turn_services import NOTE_TOOL, OWNER
from tests.store.turn_writer import settings_of, vault_of

BLUE = Answer(status="answered", answers=(QuestionAnswer(id="1", value="Blue"),))


class Deadly:
    """A keeper or a model that kills the program when something was asked of it: before it is done, or after."""

    def __init__(self, inside: Any, name: str, moment: str) -> None:
        self._inside = inside
        self._deadly = name
        self._moment = moment

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inside, name)
        if name != self._deadly:
            return found

        async def done(*arguments: Any, **named: Any) -> None:
            if self._moment == "after":
                await found(*arguments, **named)
            os.kill(os.getpid(), signal.SIGKILL)

        return done


def services_of(store: Store, model: Model) -> TurnServices:
    """Services of a turn that makes notes."""
    return dataclasses.replace(
        store.turn_services(model, [NOTE_TOOL], lambda _number, _event: None), vault=vault_of(store)
    )


async def _main(home: Path, database: str, ask_id: str, place: str) -> None:
    moment, _, name = place.partition(" ")
    async with open_store(settings_of(home, database)) as store:
        services = services_of(store, Deadly(ScriptedModel([]), name, moment))
        asks, conversations = Deadly(services.asks, name, moment), Deadly(services.conversations, name, moment)
        services = dataclasses.replace(services, asks=asks, conversations=conversations)
        if moment == "older":
            # As a program left it that wrote the answer down before the turn knew of it.
            await Deadly(services.asks, "answer", "after").answer(ask_id, BLUE, owner=OWNER)
        await answer_ask(services, ask_id, BLUE, owner=OWNER)


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4]))
