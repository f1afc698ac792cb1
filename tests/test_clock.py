"""The system clock."""

from datetime import UTC

from inkwright.clock import Clock, SystemClock


def test_now_is_in_utc_and_elapsed_never_runs_backwards() -> None:
    clock: Clock = SystemClock()
    assert clock.now().tzinfo is UTC
    first = clock.elapsed()
    assert clock.elapsed() >= first
