"""A golden request played by a model that misbehaves, and what came of it."""

import asyncio
from collections.abc import Sequence

from inkwright.agent.services import TurnLimits, TurnServices
from inkwright.artifacts.verification import CHECKERS
from inkwright.clock import SystemClock
from inkwright.conversation.events import Data, Event, TextAppended, TextRetracted, Warned
from inkwright.conversation.turns import Asked, Delivered, Failed, Outcome
from inkwright.i18n import LANGUAGES, text
from inkwright.ids import TimedIds
from inkwright.llm.models import Model
from inkwright.testing.memory_vault import MemoryVault
from inkwright.tools.registry import all_tools
from inkwright.usecases.turns import answer_ask, send_message
from tests.agent.golden_requests import Golden, Turn
from tests.agent.misbehaviours import CLAIM, MISBEHAVIOURS, Misbehaving, When
from tests.agent.turn_services import OWNER, Stores

CONVERSATION = "conv_golden"
LIMITS = TurnLimits(model_calls=14)
NOTES = tuple(text(language, "receipt.nothing") for language in LANGUAGES)


def stores_of_all() -> Stores:
    return Stores(vault=MemoryVault(CHECKERS, ids=TimedIds(), clock=SystemClock()))


def services_of(stores: Stores, model: Model) -> TurnServices:
    return stores.turn_services(model, LIMITS, tools=list(all_tools().values()))


async def run(stores: Stores, turn: Turn, model: Model) -> Outcome:
    """The turn, with the answers of the person in it."""
    services = services_of(stores, model)
    outcome = await send_message(services, turn.message, owner=OWNER, conversation_id=CONVERSATION)
    while isinstance(outcome, Asked) and turn.person is not None:
        ask = await stores.asks.get(outcome.ask_id, owner=OWNER)
        assert ask is not None
        outcome = await answer_ask(services, ask.id, turn.person(ask), owner=OWNER)
    return outcome


def played(golden: Golden, wrong: str | None, when: When) -> tuple[Outcome, list[Event], Stores]:
    stores = stores_of_all()

    async def go() -> tuple[Outcome, list[Event]]:
        for turn in golden.turns[:-1]:
            await run(stores, turn, Misbehaving(turn, lambda _, right: right, "first").model())
        before = len(stores.shown)
        last = golden.turns[-1]
        misbehaving = Misbehaving(last, MISBEHAVIOURS[wrong] if wrong else lambda _, right: right, when)
        outcome = await run(stores, last, misbehaving.model())
        return outcome, stores.shown[before:]

    outcome, events = asyncio.run(go())
    return outcome, events, stores


def text_of(events: Sequence[Event]) -> str:
    """What the screen shows at the end."""
    taken = {event.text_id for event in events if isinstance(event, TextRetracted)}
    return "".join(event.text for event in events if isinstance(event, TextAppended) and event.text_id not in taken)


def announced(events: Sequence[Event]) -> list[str]:
    names = ("file-ready", "interactive-content", "quiz-complete")
    return [str(event.id) for event in events if isinstance(event, Data) and event.name in names]


def is_false_claim(golden: Golden, outcome: Outcome, events: Sequence[Event]) -> bool:
    """Whether something is called ready that is not, without a warning."""
    shown, kinds = text_of(events), golden.turns[-1].kinds
    made = outcome.artifacts if isinstance(outcome, Delivered | Failed) else ()
    is_noted = any(isinstance(event, Warned) for event in events) and any(note in shown for note in NOTES)
    return CLAIM in shown and not is_noted and len(made) < max(1, len(kinds))
