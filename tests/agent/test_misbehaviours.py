"""Twenty golden requests times every misbehaviour: each turn ends as promised, nothing is claimed that is not so."""

import asyncio
from collections.abc import Sequence

import pytest

from inkwright.agent.desk import Desk, Limits
from inkwright.artifacts.kinds import CHECKERS
from inkwright.artifacts.memory import MemoryVault
from inkwright.clock import SystemClock
from inkwright.conversation.events import (
    AskOpened,
    Data,
    Event,
    TextEnded,
    TextGrew,
    TextRetracted,
    TurnFinished,
    Warned,
)
from inkwright.conversation.outcomes import Answered, Asked, Delivered, Failed, Outcome
from inkwright.ids import TimedIds
from inkwright.llm.models import Model
from inkwright.tools.registry import all_tools
from inkwright.usecases.answer_ask import answer_ask
from inkwright.usecases.send_message import send_message
from tests.agent.desks import OWNER, Stores
from tests.agent.golden_requests import REQUESTS, Golden, Turn
from tests.agent.misbehaviours import CLAIM, MISBEHAVIOURS, WHENS, Misbehaving, When

CONVERSATION = "conv_golden"
LIMITS = Limits(model_calls=14)
NOTES = ("Note: a file was expected here", "注意：这里本应做出文件")
MAY_TALK = {"asks_in_prose", "asks_in_plain_text"}
"""In a chat a model may put a question at the end of what it says."""


def stores_of_all() -> Stores:
    return Stores(vault=MemoryVault(CHECKERS, ids=TimedIds(), clock=SystemClock()))


def desk_of(stores: Stores, model: Model) -> Desk:
    return stores.desk(model, LIMITS, tools=list(all_tools().values()))


async def carried(stores: Stores, turn: Turn, model: Model) -> Outcome:
    """The turn, with the answers of the person in it."""
    desk = desk_of(stores, model)
    outcome = await send_message(desk, turn.message, owner=OWNER, conversation_id=CONVERSATION)
    while isinstance(outcome, Asked) and turn.person is not None:
        ask = await stores.asks.get(outcome.ask_id, owner=OWNER)
        assert ask is not None
        outcome = await answer_ask(desk, ask.id, turn.person(ask), owner=OWNER)
    return outcome


def played(golden: Golden, wrong: str | None, when: When) -> tuple[Outcome, list[Event], Stores]:
    stores = stores_of_all()

    async def go() -> tuple[Outcome, list[Event]]:
        for turn in golden.turns[:-1]:
            await carried(stores, turn, Misbehaving(turn, lambda _, right: right, "first").model())
        before = len(stores.shown)
        last = golden.turns[-1]
        misbehaving = Misbehaving(last, MISBEHAVIOURS[wrong] if wrong else lambda _, right: right, when)
        outcome = await carried(stores, last, misbehaving.model())
        return outcome, stores.shown[before:]

    outcome, events = asyncio.run(go())
    return outcome, events, stores


def text_of(events: Sequence[Event]) -> str:
    """What stands on the screen at the end."""
    taken = {event.text_id for event in events if isinstance(event, TextRetracted)}
    return "".join(event.text for event in events if isinstance(event, TextGrew) and event.text_id not in taken)


def announced(events: Sequence[Event]) -> list[str]:
    return [str(event.id) for event in events if isinstance(event, Data) and event.name == "file-ready"]


def check_promises(golden: Golden, outcome: Outcome, events: Sequence[Event], stores: Stores) -> None:
    """What holds of every turn, however the model behaved."""
    turn = golden.turns[-1]
    assert isinstance(events[-1], TurnFinished)
    assert events[-1].outcome == outcome
    assert not isinstance(outcome, Asked)
    ids = announced(events)
    made = outcome.artifacts if isinstance(outcome, Delivered | Failed) else ()
    assert len(ids) == len(set(ids)) <= len(turn.kinds), "nothing is made twice"
    assert {artifact.id for artifact in made} <= set(ids), "what is delivered was verified and announced"
    for artifact_id in ids:
        assert asyncio.run(stores.vault.get(artifact_id, owner=OWNER)) is not None
    assert sum(isinstance(event, AskOpened) for event in events) <= turn.asks, "nobody is asked more than needed"
    shown = text_of(events)
    ended = {event.text_id for event in events if isinstance(event, TextEnded | TextRetracted)}
    assert {event.text_id for event in events if isinstance(event, TextGrew)} <= ended, "no text is left open"
    if CLAIM in shown and turn.kinds:
        is_noted = any(isinstance(event, Warned) for event in events) and any(note in shown for note in NOTES)
        assert is_noted or len(made) == len(turn.kinds), f"a false claim stands: {shown}"


@pytest.mark.parametrize("golden", REQUESTS, ids=lambda golden: golden.name)
def test_a_model_that_behaves_gets_each_request_done(golden: Golden) -> None:
    outcome, events, stores = played(golden, None, "first")
    turn = golden.turns[-1]
    check_promises(golden, outcome, events, stores)
    assert outcome.kind == turn.ends
    assert tuple(artifact.artifact_kind for artifact in getattr(outcome, "artifacts", ())) == turn.kinds
    assert sum(isinstance(event, AskOpened) for event in events) == turn.asks


@pytest.mark.parametrize("wrong", MISBEHAVIOURS)
@pytest.mark.parametrize("golden", REQUESTS, ids=lambda golden: golden.name)
def test_whatever_a_model_does_the_turn_ends_as_promised(golden: Golden, wrong: str) -> None:
    for when in WHENS:
        outcome, events, stores = played(golden, wrong, when)
        check_promises(golden, outcome, events, stores)
        turn = golden.turns[-1]
        if when != "always" and turn.kinds and not (wrong in MAY_TALK and turn.intent == "chat_qa"):
            assert outcome.kind == "delivered", f"one slip is mended ({when})"
            assert tuple(artifact.artifact_kind for artifact in outcome.artifacts) == turn.kinds
        if when == "always" and turn.kinds:
            assert isinstance(outcome, Failed | Answered)
