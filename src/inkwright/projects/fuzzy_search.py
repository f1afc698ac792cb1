"""The places in a text that are similar to a passage, in linear time.

Myers' bit-parallel search (1999): one row of the edit distance is one integer, updated for each character of the text.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

MIN_SIMILARITY: Final = 0.85
MAX_WANTED: Final = 4_000
"""A longer passage must be quoted without mistakes."""


def similar_spans(text: str, wanted: str) -> Iterator[tuple[int, int]]:
    """Yield the places whose edit distance to the passage is at most 15% of its length, each once."""
    most = len(wanted) * 15 // 100
    if not 0 < len(wanted) <= MAX_WANTED or not most:
        return
    matches = [(end, distance) for end, distance in enumerate(_distances(text, wanted), 1) if distance <= most]
    for place in _places(matches, len(wanted)):
        best = min(distance for _, distance in place)
        ends = [end for end, distance in place if distance == best]
        # Ends that are further apart than one passage allows are several passages in a text that repeats itself.
        for some in [ends] if ends[-1] - ends[0] <= 2 * best else [ends[:1], ends[-1:]]:
            spans = [(start, end) for end in some for start in _starts(text, wanted, end, best)]
            yield min(spans, key=lambda span: _roughness(text, wanted, *span))


def _places(matches: list[tuple[int, int]], length: int) -> Iterator[list[tuple[int, int]]]:
    """Yield the matches of each place: ends that are less than half a passage apart belong together."""
    place: list[tuple[int, int]] = []
    for match in matches:
        if place and match[0] - place[-1][0] > length // 2:
            yield place
            place = []
        place.append(match)
    if place:
        yield place


def _starts(text: str, wanted: str, end: int, distance: int) -> Iterator[int]:
    """Yield where passages with this distance begin that end here."""
    before = text[max(0, end - len(wanted) - distance) : end][::-1]
    anchored = _distances(before, wanted[::-1], is_anchored=True)
    yield from (end - length for length, found in enumerate(anchored, 1) if found == distance)


def _roughness(text: str, wanted: str, start: int, end: int) -> tuple[int, int]:
    """Order spans of one distance: those whose ends are like the ends of the passage, then those of its length."""
    edges = _difference(text[start], wanted[0]) + _difference(text[end - 1], wanted[-1])
    return edges, abs(end - start - len(wanted))


def _difference(one: str, other: str) -> int:
    if one == other:
        return 0
    return 1 if (one.isalnum(), one.isspace()) == (other.isalnum(), other.isspace()) else 2


def _distances(text: str, wanted: str, *, is_anchored: bool = False) -> Iterator[int]:
    """Yield, after each character, the least distance of the passage to a part of the text that ends there.

    `is_anchored`: the part is the whole text up to there.
    """
    masks: dict[str, int] = defaultdict(int)
    for index, character in enumerate(wanted):
        masks[character] |= 1 << index
    every, last = (1 << len(wanted)) - 1, 1 << (len(wanted) - 1)
    plus, minus, distance = every, 0, len(wanted)
    for character in text:
        match = masks.get(character, 0)
        diagonal = ((((match & plus) + plus) ^ plus) | match | minus) & every
        up = minus | (~(diagonal | plus) & every)
        down = plus & diagonal
        if up & last:
            distance += 1
        elif down & last:
            distance -= 1
        up = (up << 1 | is_anchored) & every
        down = (down << 1) & every
        plus = down | (~(diagonal | up) & every)
        minus = up & diagonal
        yield distance
