"""Which sentences say most: those that hold the terms of the text, stand by themselves, and are short."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from inkwright.artifacts.leftovers import is_leftover
from inkwright.artifacts.wording import columns
from inkwright.grounding.clauses import LONG, SHORT, asks, leans
from inkwright.grounding.definitions import Definition
from inkwright.grounding.material import Material, Sentence
from inkwright.grounding.terms import Term

MOST_KEYS: Final = 300
"""So many key terms a text has at most, however long it is."""

_FIRST: Final = 2.0
_LEANING: Final = 0.45
_ASKING: Final = 0.2
_LONG: Final = 0.6
_EXPLAINED: Final = 3.0
_COUNTED: Final = frozenset({"number", "year", "date"})
_PROPER: Final = frozenset({"name", "person", "place", "organisation"})
_FENCE = re.compile(r"(?<!\S):{3,}(?!\S)")
_LETTER = re.compile(r"[^\W\d_]")
# How much the next best term of a sentence adds.
_NEXT: Final = 0.6


class Key(NamedTuple):
    """A key term of the text, as it is written there, and how much it matters."""

    text: str
    weight: float


def ranking_of(material: Material, terms: Sequence[Term], definitions: Sequence[Definition]) -> "Ranking":
    """The ranking by what a text is about: what it explains, and what it names more than once. Numbers are not it."""
    explained = {found.term.casefold(): found.term for found in definitions}
    keys = {name: Key(term, _EXPLAINED) for name, term in explained.items()}
    for term in terms:
        name = term.text.casefold()
        is_said_often = len(term.sentences) > 1 or term.sort in _PROPER
        if name in explained:
            keys[name] = Key(term.text, term.weight + _EXPLAINED)
        elif term.sort not in _COUNTED and is_said_often:
            keys[name] = Key(term.text, term.weight)
    said = " ".join(sentence.text for sentence in material.sentences)
    return Ranking(sorted(keys.values(), key=lambda key: -key.weight)[:MOST_KEYS], said)


class Ranking:
    """The key terms of a text, to weigh its sentences by. `said` is all of it."""

    def __init__(self, keys: Sequence[Key], said: str) -> None:
        self.keys = tuple(key for key in keys if key.text)
        self._named = [(key, key.text.casefold(), _as_a_word(key.text.casefold())) for key in self.keys]
        self._said = said.casefold()
        self._found: dict[str, list[Key]] = {}
        self._counts: dict[str, int] = {}

    def terms_in(self, text: str) -> list[Key]:
        """The terms that the text names, those with the greatest weight first."""
        if text not in self._found:
            folded = text.casefold()
            self._found[text] = [key for key, name, word in self._named if name in folded and word.search(folded)]
        return self._found[text]

    def count(self, name: str) -> int:
        """How often the whole text says this; at least once."""
        if name not in self._counts:
            self._counts[name] = max(self._said.count(name), 1)
        return self._counts[name]

    def score(self, sentence: Sentence, *, is_first: bool = False) -> float:
        """How much a sentence says, for one that is shown alone."""
        weights = (term.weight * _NEXT**at for at, term in enumerate(self.terms_in(sentence.text)[:4]))
        wide = columns(sentence.text)
        score = 0.1 + sum(weights)
        score += _FIRST if is_first else 0.0
        score *= _LEANING if leans(sentence.text) else 1.0
        score *= _ASKING if asks(sentence.text) else 1.0
        return score * (1.0 if wide <= SHORT else _LONG if wide > LONG else 0.85)


def _as_a_word(name: str) -> re.Pattern[str]:
    edges = (r"(?<![a-z0-9])", r"(?:s|es)?(?![a-z0-9])") if name.isascii() else ("", "")
    return re.compile(f"{edges[0]}{re.escape(name)}{edges[1]}")


def is_usable(text: str) -> bool:
    """Whether it says something that is finished: no scrap of signs, and nothing that still waits to be written."""
    return _LETTER.search(text) is not None and not is_leftover(text) and _FENCE.search(text) is None
