"""`run_turn`: one message of a person, carried to exactly one outcome.

route → model ⇄ tools → final result → proof → outcome. At most one more run is made when the proof fails.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

from inkwright.agent.carrying import Carrier, Earlier
from inkwright.agent.desk import Desk
from inkwright.agent.running import registered, to_its_end
from inkwright.agent.voice import Voice
from inkwright.conversation.events import TurnStarted, Warned
from inkwright.conversation.outcomes import Outcome
from inkwright.conversation.turns import TurnState
from inkwright.errors import StoreError
from inkwright.i18n import text

HELD_SECONDS: Final = 60.0
"""For so long the process of a running turn is believed to live without saying so again."""

_RENEW_SECONDS: Final = 20.0
_NOTHING: Final = Earlier()


async def run_turn(turn: TurnState, desk: Desk, earlier: Earlier = _NOTHING, *, note: Warned | None = None) -> Outcome:
    """Carry the turn on from where it stands; `note` is said first.

    Every event is kept, then shown; the last one holds the outcome. A cancelled turn ends in `Failed` as well, and
    then the cancellation goes on.
    """
    with registered(turn.id, turn.owner):
        async with Voice(desk.journal, turn.id, desk.show) as voice:
            voice.say(TurnStarted(turn_id=turn.id, conversation_id=turn.conversation_id))
            if note is not None:
                voice.say(note)
            carrier = Carrier(turn, desk, voice, earlier)
            async with _held(carrier):
                outcome = await _ended(carrier, desk.limits.seconds - turn.spent.seconds)
            await to_its_end(carrier.finish(outcome))
    return outcome


def held_from_now(desk: Desk) -> float:
    """Until when a turn that begins, or goes on, now is believed to be carried by a living process."""
    return desk.clock.now().timestamp() + HELD_SECONDS


async def _ended(carrier: Carrier, seconds: float) -> Outcome:
    """The outcome. What was not foreseen ends the turn in a failure too, and is raised: it is a mistake of ours."""
    clock = asyncio.timeout(max(seconds, 0))
    try:
        async with clock:
            return await carrier.carried()
    except asyncio.CancelledError:
        gave_up = await carrier.gave_up("cancelled", text(carrier.language, "turn.cancelled"))
        await to_its_end(carrier.finish(gave_up))
        raise
    except Exception as problem:
        if isinstance(problem, TimeoutError) and clock.expired():
            return await carrier.gave_up("timed_out", text(carrier.language, "turn.timed_out"), retryable=True)
        await carrier.finish(await carrier.gave_up("internal", text(carrier.language, "turn.internal")))
        raise


@contextlib.asynccontextmanager
async def _held(carrier: Carrier) -> AsyncIterator[None]:
    """Say now and then that the turn is still carried. One that nobody carries any more can be resumed.

    A database that does not take it now may take it the next time; the turn does not end for that.
    """

    async def renew() -> None:
        while True:
            await asyncio.sleep(_RENEW_SECONDS)
            with contextlib.suppress(StoreError):
                await carrier.save(held_until=held_from_now(carrier.desk))

    renewing = asyncio.create_task(renew())
    try:
        yield
    finally:
        renewing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await renewing
