"""Continues the turns that dead processes left, and begins no more of them at once than this process keeps up with."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from inkwright.conversation.turns import TurnState
from inkwright.errors import InkwrightError, StoreError, TurnOver

_POLL_SECONDS: Final = 2.0
_MORE_SECONDS: Final = 0.2
"""When the next ones are continued, if there are more than began now."""

_FIRST: Final = 16
_MOST: Final = 128
_LATE_SECONDS: Final = 1.0
_LOGGER: Final = logging.getLogger("inkwright.application")


class TakeOverPace:
    """How many turns to continue at once: few at first, then twice as many after each round in which the process kept
    up, and few again after one in which it was late. A process that takes over more than it can carry renews no lease
    in time, and loses them all.
    """

    def __init__(self) -> None:
        self.count = _FIRST

    def adapt(self, late: float) -> None:
        """Note by how many seconds a pause took longer than it should have."""
        self.count = min(2 * self.count, _MOST) if late < _LATE_SECONDS else max(self.count // 4, 1)


async def continue_left_turns(
    find: Callable[[], Awaitable[Sequence[TurnState]]], resume: Callable[[TurnState], Awaitable[None]]
) -> None:
    """Continue the turns that are found, now and whenever there are new ones, until this is cancelled.

    One that cannot be continued, for want of a model, is tried again after the others.
    """
    pace, refused = TakeOverPace(), dict[str, str]()
    while True:
        waiting = 0
        try:
            left = sorted(await find(), key=lambda turn: turn.id in refused)
            await asyncio.gather(*(_continue(turn, resume, refused) for turn in left[: pace.count]))
            waiting = sum(turn.id not in refused for turn in left[pace.count :])
        except StoreError as problem:
            _LOGGER.warning("turns of dead processes: %s", problem.code)  # the database may be back next time
        if waiting:
            pace.adapt(await _late_after(_MORE_SECONDS))
        else:
            pace = TakeOverPace()
            await asyncio.sleep(_POLL_SECONDS)


async def _late_after(seconds: float) -> float:
    """Pause, and return by how much longer it took."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    await asyncio.sleep(seconds)
    return loop.time() - began - seconds


async def _continue(turn: TurnState, resume: Callable[[TurnState], Awaitable[None]], refused: dict[str, str]) -> None:
    try:
        await resume(turn)
    except TurnOver:
        return  # another process was first
    except StoreError as problem:
        _LOGGER.warning("turn %s cannot continue now: %s", turn.id, problem.code)
    except InkwrightError as problem:
        if refused.get(turn.id) != problem.code:
            _LOGGER.warning("turn %s cannot continue: %s", turn.id, problem.code)
            refused[turn.id] = problem.code
