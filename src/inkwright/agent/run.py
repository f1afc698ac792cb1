"""Run one turn: take a message of the person to exactly one outcome."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

from inkwright.agent.library_choice import with_library_tools
from inkwright.agent.runner import TurnRunner
from inkwright.agent.school_turns import names_of_turn_kept, with_school
from inkwright.agent.services import PriorContext, TurnServices
from inkwright.agent.streaming import EventSink
from inkwright.agent.tasks import finish_despite_cancel, registered_task
from inkwright.conversation.events import TurnStarted, Warned
from inkwright.conversation.fencing import FencingToken, fenced
from inkwright.conversation.turns import LEASE_SECONDS, Failed, Outcome, TurnState
from inkwright.errors import StoreError, TurnLost
from inkwright.i18n import script_of, text

MAX_CRASHES: Final = 5
"""A turn whose process died so often without another reply of a model in between is not run again. A death hits all
turns of its process, so a few of them say nothing about one turn.
"""

_RENEW_SECONDS: Final = 5.0
_NO_CONTEXT: Final = PriorContext()


async def run_turn(
    turn: TurnState, services: TurnServices, prior: PriorContext = _NO_CONTEXT, *, note: Warned | None = None
) -> Outcome:
    """Run the turn from its present state; `note` is shown first.

    Every event is stored, then shown; the last one holds the outcome. A cancelled turn ends in `Failed` too, and then
    the cancellation continues. If another process has taken the turn over, TurnLost is raised at the next write.
    """
    token = FencingToken(turn.id, turn.epoch)
    with registered_task(turn.id, turn.owner) as task, fenced(token), script_of(turn.message):
        sink = EventSink(services.journal, turn.id, services.show, on_lost=task.cancel)
        try:
            return await _run_with_events(turn, services, prior, sink, note)
        except asyncio.CancelledError as cancelled:
            if sink.is_lost:
                raise TurnLost(id=turn.id) from cancelled
            raise


async def _run_with_events(
    turn: TurnState, services: TurnServices, prior: PriorContext, sink: EventSink, note: Warned | None
) -> Outcome:
    services = await with_school(services, turn.owner)
    async with sink:
        with names_of_turn_kept(services):
            sink.emit(TurnStarted(turn_id=turn.id, conversation_id=turn.conversation_id))
            if note is not None:
                sink.emit(note)
            runner = TurnRunner(turn, await with_library_tools(turn, services), sink, prior)
            async with _lease_renewed(runner, sink):
                outcome = await _run_to_outcome(runner, services.limits.seconds - turn.spent.seconds)
            await finish_despite_cancel(_finish(runner, outcome))
    return outcome


async def _finish(runner: TurnRunner, outcome: Outcome) -> None:
    async with runner.services.work.one():
        await runner.finish(outcome)


async def end_turn(turn: TurnState, services: TurnServices) -> Outcome:
    """End a turn as cancelled that was taken over from another process; what it made is kept."""
    with registered_task(turn.id, turn.owner), fenced(FencingToken(turn.id, turn.epoch)):
        async with EventSink(services.journal, turn.id, services.show) as sink:
            sink.emit(TurnStarted(turn_id=turn.id, conversation_id=turn.conversation_id))
            runner = TurnRunner(turn, services, sink, _NO_CONTEXT)
            outcome = await _stopped(runner)
            await runner.finish(outcome)
    return outcome


def lease_until(services: TurnServices) -> float:
    """Return until when a turn that starts or continues now counts as running in a living process."""
    return services.clock.now().timestamp() + LEASE_SECONDS


async def _stopped(runner: TurnRunner) -> Failed:
    """Return the failure of a turn that was stopped. Words of a chat that the person has seen stay, unchecked."""
    has_words = runner.reply_stream.keep()
    said = text(runner.language, "turn.cancelled_words" if has_words else "turn.cancelled")
    failed = await runner.give_up("cancelled", said)
    return failed.with_unchecked_words() if has_words else failed


async def _run_to_outcome(runner: TurnRunner, seconds: float) -> Outcome:
    """Return the outcome. An unexpected error also ends the turn in a failure, and is raised again: it is a bug."""
    if runner.has_crashed(MAX_CRASHES):
        # What it does may be what ends the process: it would end this one too.
        return await runner.give_up("crashed", text(runner.language, "turn.crashed", count=MAX_CRASHES))
    clock = asyncio.timeout(max(seconds, 0))
    try:
        async with clock, runner.services.work.one():
            return await runner.run()
    except asyncio.CancelledError:
        await finish_despite_cancel(runner.finish(await _stopped(runner)))
        raise
    except TurnLost:
        raise
    except Exception as problem:
        if isinstance(problem, TimeoutError) and clock.expired():
            return await runner.give_up("timed_out", text(runner.language, "turn.timed_out"), retryable=True)
        await runner.finish(await runner.give_up("internal", text(runner.language, "turn.internal")))
        raise


@contextlib.asynccontextmanager
async def _lease_renewed(runner: TurnRunner, sink: EventSink) -> AsyncIterator[None]:
    """Renew the lease of the turn from time to time. A turn whose lease expired can be resumed elsewhere.

    If the database refuses a renewal, the next one may succeed; the turn continues. A turn that was resumed elsewhere
    stops here.
    """

    async def renew() -> None:
        while True:
            await asyncio.sleep(_RENEW_SECONDS)
            try:
                await runner.save(held_until=lease_until(runner.services))
            except TurnLost:
                sink.lose()
                return
            except StoreError:
                continue

    renewing = asyncio.create_task(renew())
    try:
        yield
    finally:
        renewing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await renewing
