"""Hypothesis in two sizes: few examples in `make test`, many in `make soak`; the seed is fixed and printed.

Tests that drive a real terminal, a browser or an office are tried up to three times: how long those take is decided by
the machine. Whoever was tried again is counted in the last line.

A shell starts what it runs in the background with Ctrl+C ignored, and every child inherits that: here it is heard.
"""

import os
import signal
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

signal.signal(signal.SIGINT, signal.default_int_handler)
settings.register_profile("few", max_examples=60, deadline=None, derandomize=True, print_blob=True)
settings.register_profile(
    "soak", max_examples=5_000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("soak" if os.environ.get("INKWRIGHT_TEST_PROFILE") == "soak" else "few")

_FIXTURES: Final = frozenset({"browser", "office"})
_TERMINALS: Final = ("pexpect", "Chat", "chat_in_tmux", "Tmux", "real_terminals")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that may be retried. No others: a retry must not hide a race in our own code."""
    for item in items:
        drives_terminal = any(hasattr(getattr(item, "module", None), name) for name in _TERMINALS)
        if drives_terminal or not _FIXTURES.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.flaky(reruns=2))
