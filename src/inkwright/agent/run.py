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
    turn: TurnState, services: TurnServices, earlier: PriorContext = _NO_CONTEXT, *, note: Warned | None = None
) -> Outcome:
    """Carry the turn on from where it stands; `note` is said first.

    Every event is kept, then shown; the last one holds the outcome. A cancelled turn ends in `Failed` as well, and
    then the cancellation goes on.
    """
    with registered_task(turn.id, turn.owner):
        async with EventSink(services.journal, turn.id, services.show) as sink:
            sink.emit(TurnStarted(turn_id=turn.id, conversation_id=turn.conversation_id))
            if note is not None:
                sink.emit(note)
            runner = TurnRunner(turn, services, sink, earlier)
            async with _lease_renewed(runner):
                outcome = await _run_to_outcome(runner, services.limits.seconds - turn.spent.seconds)
            await finish_despite_cancel(runner.finish(outcome))
    return outcome


def lease_until(services: TurnServices) -> float:
    """Until when a turn that begins, or goes on, now is believed to be carried by a living process."""
    return services.clock.now().timestamp() + LEASE_SECONDS


async def _run_to_outcome(runner: TurnRunner, seconds: float) -> Outcome:
    """The outcome. What was not foreseen ends the turn in a failure too, and is raised: it is a mistake of ours."""
    clock = asyncio.timeout(max(seconds, 0))
    try:
        async with clock:
            return await runner.carried()
    except asyncio.CancelledError:
        gave_up = await runner.gave_up("cancelled", text(runner.language, "turn.cancelled"))
        await finish_despite_cancel(runner.finish(gave_up))
        raise
    except Exception as problem:
        if isinstance(problem, TimeoutError) and clock.expired():
            return await runner.gave_up("timed_out", text(runner.language, "turn.timed_out"), retryable=True)
        await runner.finish(await runner.gave_up("internal", text(runner.language, "turn.internal")))
        raise


@contextlib.asynccontextmanager
async def _lease_renewed(runner: TurnRunner) -> AsyncIterator[None]:
    """Say now and then that the turn is still carried. One that nobody carries any more can be resumed.

    A database that does not take it now may take it the next time; the turn does not end for that.
    """

    async def renew() -> None:
        while True:
            await asyncio.sleep(_RENEW_SECONDS)
            with contextlib.suppress(StoreError):
                await runner.save(held_until=lease_until(runner.services))

    renewing = asyncio.create_task(renew())
    try:
        yield
    finally:
        renewing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await renewing
