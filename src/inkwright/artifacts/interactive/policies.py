"""The Content-Security-Policy of a page: is it at least as strict as ours?"""

from collections.abc import Mapping
from typing import Final

from inkwright.artifacts.interactive.assembling import POLICY

_WITHOUT_FALLBACK: Final = ("default-src", "form-action", "base-uri")
# A script or style that is named by its digest is held more strictly than one that may be any.
_DIGESTS: Final = ("'sha256-", "'sha384-", "'sha512-", "'nonce-")
_HARMLESS: Final = frozenset({"upgrade-insecure-requests", "block-all-mixed-content", "sandbox"})


def is_strict(policy: str) -> bool:
    """Whether a policy allows nothing that ours does not. What it leaves unsaid falls back to `default-src`."""
    ours, given = _directives(POLICY), _directives(policy)
    if any(name not in given for name in _WITHOUT_FALLBACK):
        return False
    return all(
        name in _HARMLESS or _plain(name, sources) <= ours.get(name, frozenset()) | {"'none'"}
        for name, sources in given.items()
    )


def _plain(name: str, sources: frozenset[str]) -> frozenset[str]:
    if name not in ("script-src", "style-src"):
        return sources
    return frozenset(source for source in sources if not source.startswith(_DIGESTS))


def _directives(policy: str) -> Mapping[str, frozenset[str]]:
    """Of two directives with one name the first counts, as in a browser."""
    found: dict[str, frozenset[str]] = {}
    for directive in policy.split(";"):
        name, *sources = directive.lower().split() or [""]
        if name:
            found.setdefault(name, frozenset(sources))
    return found
