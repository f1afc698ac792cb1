"""Run a turn to its end while its questions are answered."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from inkwright.agent.services import TurnServices
from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.turns import Asked, Outcome
from inkwright.usecases.turns import answer_ask

AnswerAsk = Callable[[Ask], Awaitable[Answer | None]]
"""Returns the answer to an ask; None leaves it open."""
RunStep = Callable[[Awaitable[Outcome]], Awaitable[Outcome]]
"""Runs a turn until it ends or asks."""


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """Where a turn ended: its outcome, and the ask that is still open."""

    outcome: Outcome
    open_ask: Ask | None = None


async def _await_outcome(step: Awaitable[Outcome]) -> Outcome:
    return await step


async def run_answering(
    services: TurnServices,
    first_step: Awaitable[Outcome],
    answer: AnswerAsk,
    *,
    owner: str,
    run_step: RunStep = _await_outcome,
) -> TurnEnd:
    """Run the first step of a turn and, for as long as it asks and gets an answer, the steps after it.

    `run_step` runs each step; pass one to show progress or to allow cancelling.
    """
    outcome = await run_step(first_step)
    while isinstance(outcome, Asked):
        ask = await services.asks.get(outcome.ask_id, owner=owner)
        given = await answer(ask) if ask else None
        if ask is None or given is None:
            return TurnEnd(outcome, ask)
        outcome = await run_step(answer_ask(services, ask.id, given, owner=owner))
    return TurnEnd(outcome)
