"""Hypothesis in two sizes: few examples in `make test`, many in `make soak`; the seed is fixed and printed."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("few", max_examples=60, deadline=None, derandomize=True, print_blob=True)
settings.register_profile(
    "soak", max_examples=5_000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("soak" if os.environ.get("INKWRIGHT_TEST_PROFILE") == "soak" else "few")
