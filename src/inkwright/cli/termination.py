"""SIGTERM and SIGHUP: the program stops as with Ctrl+C, and a chat ends too."""

import signal
from types import FrameType
from typing import Final

_SIGNALS: Final = (signal.SIGTERM, signal.SIGHUP)
_RECEIVED: list[int] = []


def stop_on_signals() -> None:
    """Stop on these signals, unless the caller ignores them, as `nohup` does."""
    for number in _SIGNALS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)


def must_end() -> bool:
    """Whether the program received a signal to end, so that nothing more is asked of the user."""
    return bool(_RECEIVED)


def _stop(number: int, _frame: FrameType | None) -> None:
    """Do what Ctrl+C does at this moment: each part of the program knows how to stop its own work."""
    _RECEIVED.append(number)
    signal.raise_signal(signal.SIGINT)
