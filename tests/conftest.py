"""What holds for all tests: few examples of hypothesis in `make test`, many in `make soak`; long tests go first.

A shell starts what it runs in the background with Ctrl+C ignored, and every child inherits that: here it is heard.
"""

import gc
import os
import signal

import pytest
from hypothesis import HealthCheck, settings

# Here and nowhere deeper: one server for all tests of a process, not one for each folder of them.
from tests.store.databases import empty_url, postgres, url

__all__ = ["empty_url", "postgres", "url"]

_SOAK_SECONDS = 4 * 3_600
_LONG = frozenset(
    f"test_{name}.py"
    for name in ("tutorial", "guide", "doubling", "installation", "model_install", "project_run", "schema", "trust")
)
"""The files with tests of many seconds each."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Large counts take longer than what a test may take at most. Long tests go first: a worker that had one of them
    left at the end would let the others wait.
    """
    items.sort(key=lambda item: item.path.name not in _LONG)
    for item in items:
        if item.get_closest_marker("soak") is not None:
            item.add_marker(pytest.mark.timeout(_SOAK_SECONDS))


def pytest_collection_finish() -> None:
    """What is loaded by now stays: looking through all of it for unused objects took half a second each time."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    gc.unfreeze()


signal.signal(signal.SIGINT, signal.default_int_handler)
settings.register_profile("few", max_examples=60, deadline=None, derandomize=True, print_blob=True)
settings.register_profile(
    "soak", max_examples=5_000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("soak" if os.environ.get("INKWRIGHT_TEST_PROFILE") == "soak" else "few")
