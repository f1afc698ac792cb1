"""Keep the collector of unused objects from stalling every stream of the service for a third of a second."""

import contextlib
import gc
from collections.abc import Iterator
from typing import Final

_THRESHOLDS: Final = (5_000, 20, 50)
"""Objects that live for a turn are many, and few of them are in cycles: all are looked through more rarely."""


@contextlib.contextmanager
def collecting_rarely() -> Iterator[None]:
    """Leave out what is loaded now, which is in use until the end, and look through the rest more rarely."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
