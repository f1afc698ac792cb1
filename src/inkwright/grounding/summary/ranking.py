"""Rank sentences: the ones that contain key terms, are self-contained, and are short come first."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from inkwright.artifacts.text import column_width, is_placeholder_text
from inkwright.grounding.context_dependence import depends_on_previous, is_question
from inkwright.grounding.definitions import Definition
from inkwright.grounding.source import Material, Sentence
from inkwright.grounding.terms import Term

MAX_KEY_TERMS: Final = 300
"""The maximum number of key terms of a text."""

_FIRST_BONUS: Final = 2.0
_SHORT_LINE: Final = 96
_LONG_LINE: Final = 190
_DEPENDENT_FACTOR: Final = 0.45
_QUESTION_FACTOR: Final = 0.2
_LONG_FACTOR: Final = 0.6
_DEFINITION_BONUS: Final = 3.0
_NUMBER_KINDS: Final = frozenset({"number", "year", "date"})
_NAME_KINDS: Final = frozenset({"name", "person", "place", "organisation"})
_FENCE = re.compile(r"(?<!\S):{3,}(?!\S)")
_LETTER = re.compile(r"[^\W\d_]")
# The weight of each further term of a sentence, relative to the one before it.
_NEXT_TERM_FACTOR: Final = 0.6


class KeyTerm(NamedTuple):
    """A key term as written in the text, and its weight."""

    text: str
    weight: float


def rank_material(material: Material, terms: Sequence[Term], definitions: Sequence[Definition]) -> "Ranking":
    """Rank by what the text is about: terms it defines or mentions repeatedly, but not numbers."""
    explained = {found.term.casefold(): found.term for found in definitions}
    keys = {name: KeyTerm(term, _DEFINITION_BONUS) for name, term in explained.items()}
    for term in terms:
        name = term.text.casefold()
        is_said_often = len(term.sentences) > 1 or term.kind in _NAME_KINDS
        if name in explained:
            keys[name] = KeyTerm(term.text, term.weight + _DEFINITION_BONUS)
        elif term.kind not in _NUMBER_KINDS and is_said_often:
            keys[name] = KeyTerm(term.text, term.weight)
    full_text = " ".join(sentence.text for sentence in material.sentences)
    return Ranking(sorted(keys.values(), key=lambda key: -key.weight)[:MAX_KEY_TERMS], full_text)


class Ranking:
    """The key terms of a text, used to score its sentences."""

    def __init__(self, keys: Sequence[KeyTerm], full_text: str) -> None:
        self.keys = tuple(key for key in keys if key.text)
        self._named = [(key, key.text.casefold(), _word_pattern(key.text.casefold())) for key in self.keys]
        self._full_text = full_text.casefold()
        self._found: dict[str, list[KeyTerm]] = {}
        self._counts: dict[str, int] = {}

    def terms_in(self, text: str) -> list[KeyTerm]:
        """Return the key terms in a text, heaviest first."""
        if text not in self._found:
            folded = text.casefold()
            self._found[text] = [key for key, name, word in self._named if name in folded and word.search(folded)]
        return self._found[text]

    def count(self, name: str) -> int:
        """Return how often the whole text contains a name, at least 1."""
        if name not in self._counts:
            self._counts[name] = max(self._full_text.count(name), 1)
        return self._counts[name]

    def score(self, sentence: Sentence, *, is_first: bool = False) -> float:
        """Return how informative a sentence is on its own."""
        weights = (
            term.weight * _NEXT_TERM_FACTOR**index for index, term in enumerate(self.terms_in(sentence.text)[:4])
        )
        width = column_width(sentence.text)
        score = 0.1 + sum(weights)
        score += _FIRST_BONUS if is_first else 0.0
        score *= _DEPENDENT_FACTOR if depends_on_previous(sentence.text) else 1.0
        score *= _QUESTION_FACTOR if is_question(sentence.text) else 1.0
        return score * (1.0 if width <= _SHORT_LINE else _LONG_FACTOR if width > _LONG_LINE else 0.85)


def _word_pattern(name: str) -> re.Pattern[str]:
    edges = (r"(?<![a-z0-9])", r"(?:s|es)?(?![a-z0-9])") if name.isascii() else ("", "")
    return re.compile(f"{edges[0]}{re.escape(name)}{edges[1]}")


def is_usable(text: str) -> bool:
    """Whether the text is finished: it has letters and is not a placeholder."""
    return _LETTER.search(text) is not None and not is_placeholder_text(text) and _FENCE.search(text) is None
