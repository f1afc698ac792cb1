"""The clock interface. No other module reads the system time, so that tests can set it."""

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """The time of day (`now`), and a counter for measuring (`elapsed`)."""

    def now(self) -> datetime:
        """Return the current time in UTC."""
        ...

    def elapsed(self) -> float:
        """Return the seconds since a fixed point in the past; they never decrease."""
        ...


class SystemClock:
    """The clock of the machine."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def elapsed(self) -> float:
        return time.monotonic()
