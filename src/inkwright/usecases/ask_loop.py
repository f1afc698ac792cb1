"""Run a turn to its end while its questions are answered."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from inkwright.agent.services import TurnServices
from inkwright.artifacts.vault import ArtifactReader
from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.turns import Asked, Outcome
from inkwright.usecases.deliveries import mark_delivered
from inkwright.usecases.store import LOCAL_OWNER
from inkwright.usecases.turns import answer_ask

AnswerAsk = Callable[[Ask], Awaitable[Answer | None]]
"""Returns the answer to an ask; None leaves it open."""
RunStep = Callable[[Awaitable[Outcome]], Awaitable[Outcome]]
"""Runs a turn until it ends or asks."""


class TurnDoor(Protocol):
    """Where turns run: in this process, or on a service."""

    @property
    def files(self) -> ArtifactReader:
        """Where the files that were made are read."""
        ...

    def file_url(self, artifact_id: str) -> str | None:
        """Return where a file is downloaded; None if turns run in this process."""
        ...

    async def find_ask(self, ask_id: str) -> Ask | None:
        """Return a question; None if it does not exist."""
        ...

    async def answer(self, ask_id: str, answer: Answer) -> Outcome:
        """Answer a question, and run its turn until it ends or asks again."""
        ...

    async def mark_delivered(self, turn_id: str) -> None:
        """Note that the files of a turn are where the person wants them."""
        ...


@dataclass(frozen=True, slots=True)
class LocalDoor:
    """Turns of the local owner in this process."""

    services: TurnServices

    @property
    def files(self) -> ArtifactReader:
        """The vault."""
        return self.services.vault

    def file_url(self, artifact_id: str) -> str | None:
        """Files of this process have no address."""
        return None

    async def find_ask(self, ask_id: str) -> Ask | None:
        """Return a question; None if it does not exist."""
        return await self.services.asks.get(ask_id, owner=LOCAL_OWNER)

    async def answer(self, ask_id: str, answer: Answer) -> Outcome:
        """Answer a question, and run its turn until it ends or asks again."""
        return await answer_ask(self.services, ask_id, answer, owner=LOCAL_OWNER)

    async def mark_delivered(self, turn_id: str) -> None:
        """Note that the files of a turn are where the person wants them."""
        await mark_delivered(self.services.conversations, turn_id, owner=LOCAL_OWNER)


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """Where a turn ended: its outcome, and the ask that is still open."""

    outcome: Outcome
    open_ask: Ask | None = None


async def _await_outcome(step: Awaitable[Outcome]) -> Outcome:
    return await step


async def run_answering(
    door: TurnDoor, first_step: Awaitable[Outcome], answer: AnswerAsk, *, run_step: RunStep = _await_outcome
) -> TurnEnd:
    """Run the first step of a turn and, for as long as it asks and gets an answer, the steps after it.

    `run_step` runs each step; pass one to show progress or to allow cancelling.
    """
    outcome = await run_step(first_step)
    while isinstance(outcome, Asked):
        ask = await door.find_ask(outcome.ask_id)
        given = await answer(ask) if ask else None
        if ask is None or given is None:
            return TurnEnd(outcome, ask)
        outcome = await run_step(door.answer(ask.id, given))
    return TurnEnd(outcome)
