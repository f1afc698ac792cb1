"""Policies: at least as strict as ours, or not."""

import pytest

from inkwright.artifacts.interactive.assembling import POLICY
from inkwright.artifacts.interactive.policies import is_strict


@pytest.mark.parametrize(
    "policy",
    [
        POLICY,
        POLICY.upper().replace("'NONE'", "'none'"),
        "default-src 'none'; form-action 'none'; base-uri 'none'",
        f"{POLICY}; frame-src 'none'; upgrade-insecure-requests",
        POLICY.replace("img-src data: blob:", "img-src data:"),
        POLICY.replace("script-src 'unsafe-inline'", "script-src 'sha256-pd3YoZDHX0y='"),
    ],
)
def test_what_allows_nothing_more_than_ours_is_strict(policy: str) -> None:
    assert is_strict(policy)


@pytest.mark.parametrize(
    "policy",
    [
        "",
        "default-src *",
        "script-src 'unsafe-inline'; form-action 'none'; base-uri 'none'",
        POLICY.replace("base-uri 'none'", ""),
        POLICY.replace("form-action 'none'", "form-action *"),
        POLICY.replace("connect-src 'none'", "connect-src https:"),
        POLICY.replace("script-src 'unsafe-inline'", "script-src 'unsafe-inline' 'unsafe-eval'"),
        f"connect-src *; {POLICY}",
        f"{POLICY}; script-src-elem https://example.org",
        f"{POLICY}; worker-src blob:",
    ],
)
def test_what_allows_more_is_not(policy: str) -> None:
    assert not is_strict(policy)
