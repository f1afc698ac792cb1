"""Search by meaning and by words: what makes the vectors, and how the two orders become one."""

from collections.abc import Sequence
from typing import Final, Protocol

_SMOOTHING: Final = 60
"""The usual constant of reciprocal rank fusion: how little the very first ranks differ."""


class Embedder(Protocol):
    """Turns texts into vectors; vectors of different names cannot be compared."""

    @property
    def name(self) -> str:
        """Say which model it is."""
        ...

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector for each text; ServiceFailed if that is not possible now."""
        ...


def fuse_ranks(orders: Sequence[Sequence[int]]) -> list[tuple[int, float]]:
    """Return the items of several orders with their scores, best first, by reciprocal rank fusion."""
    scores: dict[int, float] = {}
    for order in orders:
        for rank, item in enumerate(order, 1):
            scores[item] = scores.get(item, 0.0) + 1 / (_SMOOTHING + rank)
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
