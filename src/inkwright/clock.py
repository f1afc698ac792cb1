"""The time, injected: nothing else in Inkwright asks the system what time it is."""

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """What time it is, for people (`now`) and for measuring (`elapsed`)."""

    def now(self) -> datetime:
        """The present moment, in UTC."""
        ...

    def elapsed(self) -> float:
        """Seconds from some fixed point in the past; never runs backwards."""
        ...


class SystemClock:
    """The clock of the machine."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def elapsed(self) -> float:
        return time.monotonic()
