"""`Chain`: models in order of preference; a failed call is retried or passed to the next model."""

import asyncio
import dataclasses
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from inkwright.clock import Clock, SystemClock
from inkwright.errors import (
    InvalidOption,
    ModelError,
    ModelRefused,
    ModelTimedOut,
    ModelUnavailable,
    NoModelLeft,
    ReplyMalformed,
)
from inkwright.i18n import Reason
from inkwright.llm.models import Abilities, Model, PieceListener, Reply, Request, StartedOver, ignore_piece
from inkwright.llm.waiting import WAITS

MAX_WAIT: Final = 20.0
"""A model that asks for a longer wait, in seconds, is skipped."""

COOLDOWN: Final = 60.0
"""Seconds during which a failed member is asked last."""


class Chain:
    """Several models that act as one. `tries` is the number of calls to each member; one that took too long is not
    asked again for the same reply. `seconds` limits one reply over all tries and members.

    `StartedOver` is sent to the listener before a reply starts again, so that no text is shown twice. Each member logs
    its own calls, if it is a `LoggedModel`.
    """

    def __init__(
        self,
        members: Sequence[Model],
        *,
        tries: int = 3,
        seconds: float | None = None,
        clock: Clock | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        if not members or tries < 1:
            raise InvalidOption(option="members", value=len(members), allowed=Reason("reason.llm.chain_empty"))
        self.members = tuple(members)
        self._tries = tries
        self._seconds = seconds
        self._clock = clock or SystemClock()
        self._sleep = sleep
        self._rests_until: dict[int, float] = {}

    @property
    def name(self) -> str:
        """The names of all members, in order."""
        return " → ".join(member.name for member in self.members)

    @property
    def abilities(self) -> Abilities:
        """The abilities of the member that would be asked first now. If one member is hosted, requests may leave."""
        leaves = any(member.abilities.leaves_machine for member in self.members)
        return dataclasses.replace(self._in_order()[0].abilities, leaves_machine=leaves)

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        clock = asyncio.timeout(self._seconds)
        try:
            async with clock:
                return await self._first_reply(request, hear)
        except TimeoutError:
            if not clock.expired():
                raise
        raise ModelTimedOut(model=self.name, problem=Reason("reason.llm.total_timeout", seconds=f"{self._seconds:g}"))

    async def _first_reply(self, request: Request, hear: PieceListener) -> Reply:
        failures: list[ModelError] = []
        for member in self._in_order():
            if failures:
                hear(StartedOver(member.name, failures[-1].code))
            try:
                return await self._ask(member, request, hear)
            except (ModelUnavailable, ModelRefused, ReplyMalformed) as failure:
                failures.append(failure)
        if len(self.members) == 1:
            raise failures[0]
        raise NoModelLeft(failures=tuple(failures), model=self.name, problem=_joined(failures)) from failures[-1]

    async def _ask(self, member: Model, request: Request, hear: PieceListener) -> Reply:
        """Ask one member until it answers or its tries are used up."""
        for attempt in range(1, self._tries + 1):
            try:
                with WAITS.waiting(member.name, attempt, self._tries):
                    return await member.reply(request, hear)
            except ModelUnavailable as failure:
                wait = _retry_delay(attempt, failure.retry_after)
                if attempt == self._tries or wait > MAX_WAIT or isinstance(failure, ModelTimedOut):
                    self._rests_until[id(member)] = self._clock.elapsed() + COOLDOWN
                    raise
                await self._sleep(wait)
                hear(StartedOver(member.name, failure.code))
        raise AssertionError("every try returns or raises")

    def _in_order(self) -> list[Model]:
        """Return the members, recently failed ones last."""
        now = self._clock.elapsed()
        return sorted(self.members, key=lambda member: self._rests_until.get(id(member), 0) > now)


def _joined(failures: Sequence[ModelError]) -> Reason:
    """Return the problems of all members as one reason."""
    *others, joined = [Reason("reason.llm.member", **failure.fields) for failure in failures]
    for reason in reversed(others):
        joined = Reason("reason.joined", first=reason, rest=joined)
    return joined


def _retry_delay(attempt: int, requested: float | None) -> float:
    """Return the seconds before the next try: as requested by the server, else growing, with some jitter."""
    if requested is not None:
        return requested
    return float(min(2 ** (attempt - 1), 8)) * random.uniform(0.75, 1.25)  # noqa: S311
