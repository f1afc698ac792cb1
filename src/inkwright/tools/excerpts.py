"""Long texts in excerpts that a model can read at once."""

from typing import Any, Final

EXCERPT_LENGTH: Final = 12_000
"""So many characters of a text are given at once."""


def excerpt(text: str, start: int, length: int = EXCERPT_LENGTH) -> dict[str, Any]:
    """The part that begins at a character, and where the next one begins: None where this is the last."""
    end = min(start + length, len(text))
    return {
        "text": text[start:end],
        "start": start,
        "next_start": end if start < end < len(text) else None,
        "characters": len(text),
    }
