"""Split long texts into excerpts that a model can read at once."""

from typing import Any, Final

EXCERPT_LENGTH: Final = 12_000
"""The length of an excerpt, in characters."""


def excerpt(text: str, start: int, length: int = EXCERPT_LENGTH) -> dict[str, Any]:
    """Return the excerpt that starts at a character, and where the next one starts; None if this is the last."""
    end = min(start + length, len(text))
    return {
        "text": text[start:end],
        "start": start,
        "next_start": end if start < end < len(text) else None,
        "characters": len(text),
    }
