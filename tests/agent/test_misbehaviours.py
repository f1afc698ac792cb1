"""Twenty golden requests times every misbehaviour: each turn ends as promised, nothing is claimed that is not so."""

import asyncio
from collections.abc import Sequence

import pytest

from inkwright.conversation.events import AskOpened, Event, TextAppended, TextEnded, TextRetracted, TurnFinished
from inkwright.conversation.turns import Answered, Asked, Delivered, Failed, Outcome
from tests.agent.golden_requests import REQUESTS, Golden
from tests.agent.golden_turns import announced, is_false_claim, played, text_of
from tests.agent.misbehaviours import MISBEHAVIOURS, WHENS, When
from tests.agent.turn_services import OWNER, Stores
from tests.each import each

pytestmark = pytest.mark.no_cover
"""Measuring coverage more than doubles the time of these many turns; the other tests of the agent are measured."""

MAY_TALK = {"asks_in_prose", "asks_in_plain_text"}
"""In a chat a model may put a question at the end of what it says."""


def check_promises(
    golden: Golden, outcome: Outcome, events: Sequence[Event], stores: Stores, *, in_prose: bool = False
) -> None:
    """What holds of every turn, however the model behaved. `in_prose`: it asks instead of working, whatever it is told,
    so its question is put to the person once.
    """
    turn = golden.turns[-1]
    assert isinstance(events[-1], TurnFinished)
    assert events[-1].outcome == outcome
    assert in_prose or not isinstance(outcome, Asked)
    ids = announced(events)
    made = outcome.artifacts if isinstance(outcome, Delivered | Failed) else ()
    assert len(ids) == len(set(ids)) <= len(turn.kinds), "nothing is made twice"
    assert {artifact.id for artifact in made} <= set(ids), "what is delivered was verified and announced"
    for artifact_id in ids:
        assert asyncio.run(stores.vault.get(artifact_id, owner=OWNER)) is not None
    assert sum(isinstance(event, AskOpened) for event in events) <= max(turn.asks, in_prose), (
        "nobody is asked more than needed"
    )
    shown = text_of(events)
    ended = {event.text_id for event in events if isinstance(event, TextEnded | TextRetracted)}
    assert {event.text_id for event in events if isinstance(event, TextAppended)} <= ended, "no text is left open"
    assert not is_false_claim(golden, outcome, events), f"a false claim stands: {shown}"


@each("golden", REQUESTS)
def test_a_model_that_behaves_gets_each_request_done(golden: Golden) -> None:
    outcome, events, stores = played(golden, None, "first")
    turn = golden.turns[-1]
    check_promises(golden, outcome, events, stores)
    assert outcome.kind == turn.ends
    assert tuple(artifact.artifact_kind for artifact in getattr(outcome, "artifacts", ())) == turn.kinds
    assert sum(isinstance(event, AskOpened) for event in events) == turn.asks


PAIRS = [(golden, wrong) for golden in REQUESTS for wrong in MISBEHAVIOURS]
SOME = [
    (golden, wrong, WHENS[(row // 3 + column) % len(WHENS)])
    for row, golden in enumerate(REQUESTS)
    for column, wrong in enumerate(MISBEHAVIOURS)
    if (row + column) % 3 == 0
]
"""Every misbehaviour in a third of the requests, and with each of them every moment; `make soak` tries them all."""


@each("golden, wrong, when", SOME)
def test_whatever_a_model_does_the_turn_ends_as_promised(golden: Golden, wrong: str, when: When) -> None:
    assert_promise_kept(golden, wrong, when)


@pytest.mark.soak
@each("when", WHENS)
@each("golden, wrong", PAIRS)
def test_whatever_a_model_does_and_whenever_the_turn_ends_as_promised(golden: Golden, wrong: str, when: When) -> None:
    assert_promise_kept(golden, wrong, when)


def assert_promise_kept(golden: Golden, wrong: str, when: When) -> None:
    outcome, events, stores = played(golden, wrong, when)
    check_promises(golden, outcome, events, stores, in_prose=wrong in MAY_TALK and when == "always")
    turn = golden.turns[-1]
    if when != "always" and turn.kinds and not (wrong in MAY_TALK and turn.intent == "chat_qa"):
        assert outcome.kind == "delivered", f"one slip is corrected ({when})"
        assert tuple(artifact.artifact_kind for artifact in outcome.artifacts) == turn.kinds
    if when == "always" and turn.kinds:
        assert isinstance(outcome, Failed | Answered | Asked)
