"""Quotes with their locations, for speaker notes, cards and answer keys."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from inkwright.grounding.source import Sentence, SourceLocation
from inkwright.i18n import Language, text

_WITHOUT_LINES: Final = (
    *(".doc", ".docx", ".odt", ".rtf", ".pdf", ".ppt", ".pptx", ".odp", ".xls", ".xlsx", ".ods"),
    *(".epub", ".htm", ".html", ".ipynb"),
)
"""The ends of names of files whose readers see no lines, or other ones than the text that was taken from them."""
MAX_QUOTED_CHARACTERS: Final = 9_000
"""The maximum length of a quotation; further sentences are left out."""


def location_text(locations: Sequence[SourceLocation], language: Language) -> str:
    """Describe locations in one file: the lines; the headings, if a reader of the file does not see these lines."""
    first, last = min(location.line for location in locations), max(location.line for location in locations)
    name = locations[0].source
    if name.lower().endswith(_WITHOUT_LINES):
        sections = dict.fromkeys(location.section for location in locations if location.section)
        headings = text(language, "grounded.and").join(f"“{each}”" for each in sections)
        return text(language, "grounded.under", name=name, headings=headings) if sections else name
    if first == last:
        return text(language, "grounded.place", name=name, line=first)
    return text(language, "grounded.places", name=name, first=first, last=last)


def quote_sentences(sentences: Sequence[Sentence], language: Language) -> str:
    """Quote the sentences literally, one line per paragraph, each followed by a line with its location."""
    lines: list[str] = []
    remaining = MAX_QUOTED_CHARACTERS
    for paragraph in paragraphs(sentences):
        kept = []
        for sentence in paragraph:
            remaining -= len(sentence.text) + 3
            kept += [sentence] if remaining >= 0 else []
        if kept:
            gap = "" if language == "zh" else " "
            # Each sentence has its own quotation marks, because text between them may be missing.
            quotes = gap.join(f"“{sentence.text}”" for sentence in kept)
            location = location_text([sentence.location for sentence in kept], language)
            lines += [quotes, text(language, "grounded.source", place=location)]
            remaining -= len(location) + 20
    return "\n".join(lines)


def quote_items(items: Sequence[Sentence], language: Language) -> str:
    """Quote the items of a list literally, one per line, followed by their location."""
    kept, remaining = [], MAX_QUOTED_CHARACTERS
    for item in items:
        remaining -= len(item.text) + 5
        kept += [item] if remaining >= 0 else []
    if not kept:
        return ""
    location = text(language, "grounded.source", place=location_text([item.location for item in kept], language))
    return "\n".join([*(f"“{item.text}”" for item in kept), location])


def paragraphs(sentences: Sequence[Sentence]) -> list[list[Sentence]]:
    """Group the sentences by paragraph."""
    grouped = groupby(sentences, key=lambda each: (each.location.source, each.paragraph))
    return [list(paragraph) for _, paragraph in grouped]
