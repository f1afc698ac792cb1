"""Run one turn: a message of the person, carried to exactly one outcome."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

from inkwright.agent.runner import PriorContext, TurnRunner
from inkwright.agent.services import TurnServices
from inkwright.agent.streaming import EventSink
from inkwright.agent.tasks import finish_despite_cancel, registered_task
from inkwright.conversation.events import TurnStarted, Warned
from inkwright.conversation.turns import Outcome, TurnState
from inkwright.errors import StoreError
from inkwright.i18n import text

LEASE_SECONDS: Final = 60.0
"""For so long the process of a running turn is believed to live without saying so again."""

_RENEW_SECONDS: Final = 20.0
_NO_CONTEXT: Final = PriorContext()


async def run_turn(
    turn: TurnState, desk: TurnServices, earlier: PriorContext = _NO_CONTEXT, *, note: Warned | None = None
) -> Outcome:
    """Carry the turn on from where it stands; `note` is said first.

    Every event is kept, then shown; the last one holds the outcome. A cancelled turn ends in `Failed` as well, and
    then the cancellation goes on.
    """
    with registered_task(turn.id, turn.owner):
        async with EventSink(desk.journal, turn.id, desk.show) as voice:
            voice.say(TurnStarted(turn_id=turn.id, conversation_id=turn.conversation_id))
            if note is not None:
                voice.say(note)
            carrier = TurnRunner(turn, desk, voice, earlier)
            async with _lease_renewed(carrier):
                outcome = await _run_to_outcome(carrier, desk.limits.seconds - turn.spent.seconds)
            await finish_despite_cancel(carrier.finish(outcome))
    return outcome


def lease_until(desk: TurnServices) -> float:
    """Until when a turn that begins, or goes on, now is believed to be carried by a living process."""
    return desk.clock.now().timestamp() + LEASE_SECONDS


async def _run_to_outcome(carrier: TurnRunner, seconds: float) -> Outcome:
    """The outcome. What was not foreseen ends the turn in a failure too, and is raised: it is a mistake of ours."""
    clock = asyncio.timeout(max(seconds, 0))
    try:
        async with clock:
            return await carrier.carried()
    except asyncio.CancelledError:
        gave_up = await carrier.gave_up("cancelled", text(carrier.language, "turn.cancelled"))
        await finish_despite_cancel(carrier.finish(gave_up))
        raise
    except Exception as problem:
        if isinstance(problem, TimeoutError) and clock.expired():
            return await carrier.gave_up("timed_out", text(carrier.language, "turn.timed_out"), retryable=True)
        await carrier.finish(await carrier.gave_up("internal", text(carrier.language, "turn.internal")))
        raise


@contextlib.asynccontextmanager
async def _lease_renewed(carrier: TurnRunner) -> AsyncIterator[None]:
    """Say now and then that the turn is still carried. One that nobody carries any more can be resumed.

    A database that does not take it now may take it the next time; the turn does not end for that.
    """

    async def renew() -> None:
        while True:
            await asyncio.sleep(_RENEW_SECONDS)
            with contextlib.suppress(StoreError):
                await carrier.save(held_until=lease_until(carrier.desk))

    renewing = asyncio.create_task(renew())
    try:
        yield
    finally:
        renewing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await renewing
