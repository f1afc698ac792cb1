"""A dossier without a model: sentences of the sources about a topic, word by word, each with its place."""

import re
from collections.abc import Mapping
from typing import Final

from inkwright.i18n import Language, text
from inkwright.research.citations.folding import folded
from inkwright.research.citations.passages import sentence_bounds, tokens_of_text

_MAX_OF_SOURCE: Final = 6
_MIN_SENTENCE: Final = 12
_MAX_SENTENCE: Final = 400
_MIN_UNFINISHED: Final = 40
_COMPLETE: Final = re.compile(r"[.!?;。！？；…][\"”’」』)）]?$")


def dossier_chapters(
    topic: str, sources: Mapping[int, str], titles: Mapping[int, str], language: Language
) -> list[tuple[str, str]]:
    """Return a chapter for each source that says something about the topic: its quotes, with their positions."""
    words = tokens_of_text(folded(topic))
    told: set[str] = set()
    chapters = [(text(language, "research.dossier.heading"), text(language, "research.dossier.note"))]
    for number, written in sources.items():
        quotes = _quotes(words, written, told)
        if quotes:
            lines = [f"> {quote} [{number}]\n>\n> ({_place(start, language)})" for start, quote in quotes]
            chapters.append((titles[number], "\n\n".join(lines)))
    return chapters


def _place(start: int, language: Language) -> str:
    return text(language, "research.dossier.place", start=f"{start + 1:,}")


def _is_sentence(written: str) -> bool:
    """Whether this is a sentence or a long part of one: no heading, no row of a table, no short line."""
    is_complete = _COMPLETE.search(written) is not None or len(written) >= _MIN_UNFINISHED
    return is_complete and _MIN_SENTENCE <= len(written) <= _MAX_SENTENCE and written[0] not in "#|"


def _quotes(words: frozenset[str], written: str, told: set[str]) -> list[tuple[int, str]]:
    """Return the best sentences of a source, each only if no source has told it yet."""
    scored = []
    for start, end in sentence_bounds(written):
        raw = written[start:end]
        sentence = " ".join(raw.split())
        score = len(words & tokens_of_text(folded(sentence)))
        if score and _is_sentence(sentence) and sentence not in told:
            told.add(sentence)
            scored.append((score, start + len(raw) - len(raw.lstrip()), sentence))
    best = sorted(scored, key=lambda each: (-each[0], each[1]))[:_MAX_OF_SOURCE]
    return sorted((start, sentence) for _, start, sentence in best)
