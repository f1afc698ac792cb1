"""`Chain`: models in order of preference; a failed call is retried or passed to the next model."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from inkwright.clock import Clock, SystemClock
from inkwright.errors import InvalidOption, ModelError, ModelRefused, ModelUnavailable, NoModelLeft, ReplyMalformed
from inkwright.llm.call_log import Call, CallLog, NoCallLog
from inkwright.llm.models import Abilities, Model, PieceListener, Reply, Request, StartedOver, Usage, ignore_piece

MAX_WAIT: Final = 20.0
"""Whoever asks to wait longer than this many seconds is passed over."""

COOLDOWN: Final = 60.0
"""For so many seconds a member that failed is not asked first again."""


class Chain:
    """A model made of models. Each try at one member is one call; `tries` counts them.

    A listener hears `StartedOver` before the reply begins anew, so that no text is shown twice. Calls that failed
    and were made good by another go to `call_log`; the last one is told by whoever asked.
    """

    def __init__(
        self,
        members: Sequence[Model],
        *,
        tries: int = 3,
        call_log: CallLog | None = None,
        clock: Clock | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        if not members or tries < 1:
            raise InvalidOption(option="members", value=len(members), allowed="A chain needs a member and a try.")
        self.members = tuple(members)
        self._tries = tries
        self._call_log = call_log or NoCallLog()
        self._clock = clock or SystemClock()
        self._sleep = sleep
        self._rests_until: dict[int, float] = {}

    @property
    def name(self) -> str:
        """All names, in order."""
        return " → ".join(member.name for member in self.members)

    @property
    def abilities(self) -> Abilities:
        """Those of the member that would be asked now."""
        return self._in_order()[0].abilities

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        failures: list[ModelError] = []
        for member in self._in_order():
            if failures:
                hear(StartedOver(member.name, failures[-1].code))
            try:
                return await self._asked(member, request, hear)
            except (ModelUnavailable, ModelRefused, ReplyMalformed) as failure:
                failures.append(failure)
        if len(self.members) == 1:
            raise failures[0]
        told = "; ".join(f"{failure.fields['model']}: {failure.fields['problem']}" for failure in failures)
        raise NoModelLeft(failures=tuple(failures), model=self.name, problem=told) from failures[-1]

    async def _asked(self, member: Model, request: Request, hear: PieceListener) -> Reply:
        """One member, until it answers or its tries are used up."""
        for number in range(1, self._tries + 1):
            start = self._clock.elapsed()
            try:
                return await member.reply(request, hear)
            except ModelUnavailable as failure:
                wait = _retry_delay(number, failure.retry_after)
                if number == self._tries or wait > MAX_WAIT:
                    self._rests_until[id(member)] = self._clock.elapsed() + COOLDOWN
                    self._record_unless_last(member, request, failure, start)
                    raise
                self._record(member, request, failure, start)
                await self._sleep(wait)
                hear(StartedOver(member.name, failure.code))
            except (ModelRefused, ReplyMalformed) as failure:
                self._record_unless_last(member, request, failure, start)
                raise
        raise AssertionError("every try returns or raises")

    def _in_order(self) -> list[Model]:
        """The members, those that rest after a failure behind the others."""
        now = self._clock.elapsed()
        return sorted(self.members, key=lambda member: self._rests_until.get(id(member), 0) > now)

    def _record_unless_last(self, member: Model, request: Request, failure: ModelError, start: float) -> None:
        if len(self.members) > 1:
            self._record(member, request, failure, start)

    def _record(self, member: Model, request: Request, failure: ModelError, start: float) -> None:
        seconds = self._clock.elapsed() - start
        self._call_log.record(
            Call("chain", member.name, request.messages, "", Usage(), seconds, way="transport", error=failure.code)
        )


def _retry_delay(number: int, asked_for: float | None) -> float:
    """Seconds before the next try: what its side asks for, else growing and a little uneven."""
    if asked_for is not None:
        return asked_for
    return float(min(2 ** (number - 1), 8)) * random.uniform(0.75, 1.25)  # noqa: S311
