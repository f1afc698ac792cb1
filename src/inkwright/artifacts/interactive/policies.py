"""The Content-Security-Policy of a page: is it at least as strict as ours?"""

from collections.abc import Mapping
from typing import Final

from inkwright.artifacts.interactive.assembling import POLICY

_WITHOUT_FALLBACK: Final = ("default-src", "form-action", "base-uri")
_HARMLESS: Final = frozenset({"upgrade-insecure-requests", "block-all-mixed-content", "sandbox"})


def is_strict(policy: str) -> bool:
    """Whether a policy allows nothing that ours does not. What it leaves unsaid falls back to `default-src`."""
    ours, given = _directives(POLICY), _directives(policy)
    if any(name not in given for name in _WITHOUT_FALLBACK):
        return False
    return all(
        name in _HARMLESS or sources <= ours.get(name, frozenset()) | {"'none'"} for name, sources in given.items()
    )


def _directives(policy: str) -> Mapping[str, frozenset[str]]:
    """Of two directives with one name the first counts, as in a browser."""
    found: dict[str, frozenset[str]] = {}
    for directive in policy.split(";"):
        name, *sources = directive.lower().split() or [""]
        if name:
            found.setdefault(name, frozenset(sources))
    return found
