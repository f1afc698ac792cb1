"""Notes for a chapter: the passages of the sources that its title and searches name, each with its place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.research.citations.folding import folded
from inkwright.research.citations.passages import tokens_of_text

_WINDOW: Final = 700
_STEP: Final = 500
_MAX_OF_SOURCE: Final = 3


@dataclass(frozen=True, slots=True)
class SourceNote:
    """A passage of a source: its number, where the passage begins, and the words."""

    source: int
    start: int
    text: str


def notes_for(wanted: Sequence[str], sources: Mapping[int, str], limit: int) -> list[SourceNote]:
    """Return the passages that have most of the wanted words, in the order of the sources; at most `limit`."""
    words = tokens_of_text(folded(" ".join(wanted)))
    scored = [
        (len(words & tokens_of_text(folded(note.text))), note)
        for number in sources
        for note in _windows(number, sources)
    ]
    kept: list[SourceNote] = []
    counts: dict[int, int] = {}
    for score, note in sorted(scored, key=lambda pair: (-pair[0], pair[1].source, pair[1].start)):
        is_near = any(other.source == note.source and abs(other.start - note.start) < _WINDOW for other in kept)
        if score and not is_near and counts.get(note.source, 0) < _MAX_OF_SOURCE and len(kept) < limit:
            kept.append(note)
            counts[note.source] = counts.get(note.source, 0) + 1
    return sorted(kept, key=lambda note: (note.source, note.start))


def _windows(number: int, sources: Mapping[int, str]) -> list[SourceNote]:
    written = sources[number]
    return [
        SourceNote(number, start, written[start : start + _WINDOW])
        for start in range(0, max(1, len(written) - (_WINDOW - _STEP)), _STEP)
    ]
