"""Stop a turn that runs in this process: it ends in `Failed`, with what was made so far."""

import asyncio

from inkwright.agent.running import running_task
from inkwright.errors import NotFound


async def cancel_turn(turn_id: str, *, owner: str) -> None:
    """Stop it, and wait until it has said so."""
    task = running_task(turn_id, owner)
    if task is None:
        raise NotFound(what_kind="running turn", id=turn_id)
    task.cancel()
    await asyncio.wait([task])
