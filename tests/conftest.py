"""Hypothesis in two sizes: few examples in `make test`, many in `make soak`; the seed is fixed and printed.

Tests that drive other programs (terminals, browsers, offices, the embedded model) are tried up to three times: how long
those take is decided by the machine. Whoever was tried again is counted in the last line.
"""

import os
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("few", max_examples=60, deadline=None, derandomize=True, print_blob=True)
settings.register_profile(
    "soak", max_examples=5_000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("soak" if os.environ.get("INKWRIGHT_TEST_PROFILE") == "soak" else "few")

_ROOT: Final = Path(__file__).parent
_OTHER_PROGRAMS: Final = (
    "cli",
    "artifacts/interactive",
    "artifacts/pages",
    "artifacts/documents",
    "artifacts/slides/test_rendered.py",
    "llm",
    "store",
    "test_guide.py",
    "usecases",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that may be tried again."""
    for item in items:
        place = item.path.relative_to(_ROOT).as_posix()
        if place.startswith(_OTHER_PROGRAMS):
            item.add_marker(pytest.mark.flaky(reruns=2))
