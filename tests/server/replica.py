"""A replica for tests: it continues the turns of dead ones, and begins some itself. It is there to be killed.

`python -m tests.server.replica HOME DATABASE COUNT`: each turn calls a tool one to five times and then answers. Each
reply that the model has given is a line in HOME/replies.txt: the turn, and how many tool results it had seen.
"""

import asyncio
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from inkwright.agent.router import CHAT_ROUTE
from inkwright.application import Inkwright
from inkwright.llm.models import Abilities, PieceListener, Reply, Request, TextPiece, ToolCall, Usage, ignore_piece
from inkwright.llm.scripted import NOTHING_FALSE
from tests.store.turn_writer import settings_of

OWNER = "me"


def tool_calls(turn: int) -> int:
    """How often a turn calls the tool."""
    return 1 + turn % 5


class SlowModel:
    """A model that takes its time, so that most kills hit a turn in the middle."""

    name = "slow"
    abilities = Abilities()

    def __init__(self, home: Path, seconds: float) -> None:
        self._file = home / "replies.txt"
        self._seconds = seconds

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        if request.schema is not None:
            return Reply(NOTHING_FALSE, Usage(1, 1))
        await asyncio.sleep(self._seconds)
        seen = sum(message["role"] == "tool" for message in request.messages)
        (turn,) = set(re.findall(r"turn number (\d+)", str(request.messages)))
        with self._file.open("a") as file:
            file.write(f"{turn}/{seen}\n")
        if seen < tool_calls(int(turn)):
            return Reply("", Usage(1, 1), (ToolCall(f"{turn}-{seen}", "list_attachments", "{}"),), "calls")
        hear(TextPiece(f"Turn {turn} is over."))
        return Reply(f"Turn {turn} is over.", Usage(1, 1))


async def main(home: Path, url: str, turns: Iterable[int], seconds: float = 0.3) -> None:
    """Begin these turns, and continue all that are left, until it is cancelled. A reply takes so many seconds."""
    model = SlowModel(home, seconds)
    async with Inkwright.open(settings=settings_of(home, url), model=model) as inkwright:
        owner = inkwright.as_owner(OWNER)
        for number in turns:
            await owner.send(f"This is turn number {number}.", route=CHAT_ROUTE)
        await inkwright.continue_turns()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], range(int(sys.argv[3]))))
