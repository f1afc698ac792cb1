"""Keep the collector of unused objects from stalling every stream of the service for a third of a second."""

import gc
from typing import Final

_THRESHOLDS: Final = (5_000, 20, 50)
"""Objects that live for a turn are many, and few of them are in cycles: all are looked through more rarely."""


def collect_rarely() -> None:
    """Leave out what is loaded, which is never unused, and look through the rest more rarely."""
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
