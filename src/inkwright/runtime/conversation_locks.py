"""One turn of a conversation at a time: who begins another waits until the first is over, or is refused."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final, Literal

from inkwright.agent.tasks import running_task
from inkwright.clock import Clock
from inkwright.conversation.protocols import Conversations
from inkwright.errors import TurnRunning

WhenBusy = Literal["wait", "refuse"]
"""What happens to a message while another turn of its conversation runs: it waits for its end, or TurnRunning."""

_BUSY_POLL_SECONDS: Final = 0.5


class ConversationLocks:
    """Holds a conversation while a turn begins. The running turn may be of this process or of another one."""

    def __init__(self, conversations: Conversations, clock: Clock) -> None:
        self._conversations = conversations
        self._clock = clock
        self._locks: dict[str, asyncio.Lock] = {}

    @contextlib.asynccontextmanager
    async def hold(self, conversation_id: str | None, owner: str, when_busy: WhenBusy) -> AsyncIterator[None]:
        """Hold a conversation, if there is one yet; another turn of it is over by then."""
        if conversation_id is None:
            yield
            return
        async with self._locks.setdefault(conversation_id, asyncio.Lock()):
            await self._wait_until_free(conversation_id, owner, when_busy)
            yield

    async def _wait_until_free(self, conversation_id: str, owner: str, when_busy: WhenBusy) -> None:
        while latest := await self._conversations.latest_turns(conversation_id, owner=owner, limit=1):
            turn = latest[0]
            task = running_task(turn.id, owner)
            is_held = turn.is_held(self._clock.now().timestamp())
            if turn.status != "running" or not (task or is_held):
                return
            if when_busy == "refuse":
                raise TurnRunning(id=turn.id)
            if task is not None:
                await asyncio.wait([task])
            else:
                await asyncio.sleep(_BUSY_POLL_SECONDS)
