"""Identifiers: a kind and a UUIDv7, such as `turn_018f…`. They cannot be guessed, and sort by time."""

import re
import secrets
import time
from collections.abc import Callable
from typing import Protocol

_KIND = re.compile(r"[a-z][a-z0-9]{0,15}")


class Ids(Protocol):
    """Creates identifiers."""

    def new(self, kind: str) -> str:
        """Return a new identifier such as `turn_018f…`; it sorts after all earlier ones of this object."""
        ...


def is_id_prefix(id_: str, written: str) -> bool:
    """Whether what a person wrote is the beginning of this id, with or without its kind."""
    whole = id_ if "_" in written else id_.partition("_")[2]
    return bool(written) and whole.startswith(written)


def is_id_part(id_: str, written: str) -> bool:
    """Whether what a person wrote is the beginning or the end of this id."""
    return is_id_prefix(id_, written) or (bool(written) and id_.endswith(written))


class TimedIds:
    """UUIDv7 (RFC 9562) with a counter in `rand_a`, which keeps the order within a millisecond."""

    def __init__(
        self,
        milliseconds: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        random_bits: Callable[[int], int] = secrets.randbits,
    ) -> None:
        self._milliseconds = milliseconds
        self._random_bits = random_bits
        self._last = -1
        self._counter = 0

    def new(self, kind: str) -> str:
        if not _KIND.fullmatch(kind):
            raise ValueError(f"{kind!r} is not a kind of identifier")
        return f"{kind}_{self._uuid7():032x}"

    def _uuid7(self) -> int:
        moment, counter = self._tick()
        return (moment << 80) | (0x7 << 76) | (counter << 64) | (0b10 << 62) | self._random_bits(62)

    def _tick(self) -> tuple[int, int]:
        moment = max(self._milliseconds(), self._last)
        self._counter = self._counter + 1 if moment == self._last else self._random_bits(8)
        if self._counter > 0xFFF:
            moment, self._counter = moment + 1, 0
        self._last = moment
        return moment, self._counter
