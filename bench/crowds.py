"""Many turns at once in this process, each spoken at the pace of a model: the gaps that people see, and the memory."""

import asyncio
import json
import random
import statistics
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Final

from inkwright.conversation.events import Event, TextAppended
from inkwright.conversation.turns import RouterResult
from inkwright.llm.models import Abilities, CallPiece, PieceListener, Reply, Request, ToolCall, Usage, ignore_piece
from inkwright.settings import load_settings
from inkwright.usecases.store import Store, open_store
from inkwright.usecases.turns import send_message

TURNS: Final = 100
TOKENS_PER_SECOND: Final = 15
ROUTE: Final = RouterResult(intent="chat", confidence=1, expected_mode="answer")


class Paced:
    """A model that answers token by token, for so many seconds."""

    name = "paced"
    abilities = Abilities()

    def __init__(self, seconds: float, chance: random.Random) -> None:
        self._tokens = int(seconds * TOKENS_PER_SECOND)
        self._start = chance.uniform(0, 1 / TOKENS_PER_SECOND)

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        words = [f"word{number} " for number in range(self._tokens)]
        pieces = ['{"message": "', *words, 'end"}']
        begun = time.perf_counter() + self._start
        for number, piece in enumerate(pieces):
            # By the clock and not by the last piece: a slow program must not slow its model down.
            await asyncio.sleep(max(0.0, begun + number / TOKENS_PER_SECOND - time.perf_counter()))
            hear(CallPiece(0, "answer", piece))
        return Reply("", Usage(10, self._tokens), (ToolCall("c", "answer", "".join(pieces)),), "calls", self.name)


async def _turn(store: Store, seconds: float, seed: int) -> list[float]:
    """The gaps between the pieces that the person saw."""
    seen: list[float] = []

    def show(_number: int, event: Event) -> None:
        if isinstance(event, TextAppended):
            seen.append(time.perf_counter())

    model = Paced(seconds, random.Random(seed))
    outcome = await send_message(store.turn_services(model, [], show), f"Talk {seed}.", ROUTE, owner="me")
    assert outcome.kind == "answered", outcome
    return [later - earlier for earlier, later in pairwise(seen)]


async def _crowd(home: Path, seconds: float) -> list[float]:
    async with open_store(load_settings(flags={}, environ={}, folder=home, home=home)) as store:
        gaps = await asyncio.gather(*(_turn(store, seconds, seed) for seed in range(TURNS)))
    return [gap for each in gaps for gap in each]


def _memory_mb() -> float:
    """The most that this process ever held."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1000


def main(home: Path, seconds: float) -> None:
    """Print one line of JSON."""
    shares = statistics.quantiles(asyncio.run(_crowd(home, seconds)), n=100)
    found = {
        "turns": TURNS,
        "tokens_per_second": TOKENS_PER_SECOND,
        "seconds": seconds,
        "gap_95_ms": 1000 * shares[94],
        "gap_99_ms": 1000 * shares[98],
        "memory_mb": _memory_mb(),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]))
