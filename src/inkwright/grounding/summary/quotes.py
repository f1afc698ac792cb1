"""Quotes with their locations, for speaker notes, cards and answer keys."""

from collections.abc import Sequence
from typing import Final

from inkwright.grounding.source import Sentence, SourceLocation
from inkwright.grounding.summary.outline import paragraph_starts
from inkwright.i18n import Language, text

MAX_QUOTED_CHARACTERS: Final = 9_000
"""So many characters a quotation has at most; the sentences beyond them are left out."""


def location_text(places: Sequence[SourceLocation], language: Language) -> str:
    """The places, which are in one file, in words: the line, or the first and the last."""
    first, last = min(place.line for place in places), max(place.line for place in places)
    name = places[0].source
    if first == last:
        return text(language, "grounded.place", name=name, line=first)
    return text(language, "grounded.places", name=name, first=first, last=last)


def quote_sentences(sentences: Sequence[Sentence], language: Language) -> str:
    """The sentences word for word, a paragraph a line, each with a line behind it that names its place."""
    lines: list[str] = []
    room = MAX_QUOTED_CHARACTERS
    for paragraph in paragraphs(sentences):
        kept = []
        for sentence in paragraph:
            room -= len(sentence.text) + 3
            kept += [sentence] if room >= 0 else []
        if kept:
            gap = "" if language == "zh" else " "
            # Each in marks of its own: what stood between them may be missing.
            said = gap.join(f"“{sentence.text}”" for sentence in kept)
            place = location_text([sentence.place for sentence in kept], language)
            lines += [said, text(language, "grounded.source", place=place)]
            room -= len(place) + 20
    return "\n".join(lines)


def quote_items(items: Sequence[Sentence], language: Language) -> str:
    """The items of a list word for word, a line each, and their place."""
    kept, room = [], MAX_QUOTED_CHARACTERS
    for item in items:
        room -= len(item.text) + 5
        kept += [item] if room >= 0 else []
    if not kept:
        return ""
    place = text(language, "grounded.source", place=location_text([item.place for item in kept], language))
    return "\n".join([*(f"“{item.text}”" for item in kept), place])


def paragraphs(sentences: Sequence[Sentence]) -> list[list[Sentence]]:
    """The sentences by the paragraphs in which they stand."""
    found: list[list[Sentence]] = []
    starts = paragraph_starts(sentences)
    for at, sentence in enumerate(sentences):
        if at in starts:
            found.append([])
        found[-1].append(sentence)
    return found
