"""A clock that moves only when a test sets it."""

from datetime import UTC, datetime, timedelta


class FixedClock:
    """Moves when `seconds` is changed."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def now(self) -> datetime:
        return datetime(2026, 1, 2, tzinfo=UTC) + timedelta(seconds=self.seconds)

    def elapsed(self) -> float:
        return self.seconds
