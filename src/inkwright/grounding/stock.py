"""What else could stand in the place of a term: other terms of the text of the same sort that would make it false."""

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from random import Random
from typing import Final, NamedTuple

from inkwright.grounding.chinese_words import PLACE_ENDS
from inkwright.grounding.countries import COUNTRIES, WIDE_PLACES
from inkwright.grounding.mentions import Marked
from inkwright.grounding.numbers import value_of
from inkwright.grounding.sorts import Mention

_NEAR: Final = 20
_LOOKED_AT: Final = 30
_NOUNS: Final = ("concept", "act", "quality")
_NAMED: Final = ("person", "place", "organisation")
_ARTICLES: Final = ("", "A ", "An ", "The ")
_VOWELS: Final = tuple("aeiou")
_TOO_NEAR: Final = 0.15
_MOST_SENTENCES: Final = 4
_SIDE_BY_SIDE = re.compile(r"\s?(?:、|和|与|及|或|，|,|,? ?\b(?:and|or)\b)\s?(?:the |an? )?", re.IGNORECASE)
_CALLED = re.compile(
    r"史称|又称|又名|也叫|也称|即|称为|被称|叫做|叫作|简称|本名|原名|俗称|别名|[（(]|"
    r"\b(?:known as|called|also named|that is|in other words|or simply)\b"
)
_EVERYWHERE: Final = 0.3


@dataclass
class Entry:
    """A term as it may be put elsewhere: its form, with which articles it stands, and in which sentences."""

    text: str
    mention: Mention
    slots: set[str] = field(default_factory=set)
    sentences: list[int] = field(default_factory=list)

    @property
    def key(self) -> str:
        """What all forms of the term share."""
        return self.mention.key


class Other(NamedTuple):
    """A term that fits in the place of another, and how like it is to that."""

    text: str
    likeness: float


class Stock:
    """All terms of a text, by their sort and shape, in the order in which they come."""

    def __init__(self, sentences: tuple[Marked, ...], weights: dict[str, float], title: str) -> None:
        self._sentences = sentences
        self.weights = weights
        self._title = title.lower()
        self._shelves: dict[tuple[str, str], list[Entry]] = {}
        self._counts = Counter(word for marked in sentences for word in marked.words)
        self._kin: dict[str, set[str]] = {}
        self._where: dict[str, set[int]] = {}
        self._subjects: Counter[str] = Counter()
        entries: dict[tuple[str, str], Entry] = {}
        for at, marked in enumerate(sentences):
            for mention in marked.mentions:
                self._where.setdefault(mention.key, set()).add(at)
                if marked.sentence.text[: mention.start] in _ARTICLES:
                    self._subjects[mention.key] += 1
                if mention.is_open:
                    self._put(entries, at, mention)
            for one, other in _kindred(marked):
                self._kin.setdefault(one, set()).add(other)
                self._kin.setdefault(other, set()).add(one)

    def others(self, at: int, mention: Mention, random: Random, most: int = 3) -> list[Other]:
        """Terms that fit where `mention` stands in the sentence number `at` and make it say what the text does not."""
        shelf = self._shelves.get(_shelf(mention), [])
        middle = bisect_left(shelf, at, key=lambda entry: entry.sentences[0])
        near = shelf[max(0, middle - _NEAR) : middle + _NEAR]
        keywords, named = self._keywords(at, mention), self._named(at, mention)
        ranked = sorted(
            (entry for entry in near if self._fits(at, mention, entry, keywords, named)),
            key=lambda entry: -self._likeness(mention, entry) - random.random(),
        )
        taken: list[Entry] = []
        for entry in ranked:
            if len(taken) < most and all(self._can_stand_beside(entry, other) for other in taken):
                taken.append(entry)
        return [Other(_in_place(entry.text, mention), self._likeness(mention, entry)) for entry in taken]

    def is_subject(self, key: str) -> bool:
        """Whether some sentence is about it and another one names it."""
        return self._subjects[key] > 0 and len(self._where[key]) > 1

    def opposites(self, at: int, mention: Mention, random: Random, most: int) -> list[str]:
        """What the text lists beside a subject and tells apart from it: each of them opens sentences of its own."""
        kin = [key for key in sorted(self._kin.get(mention.key, ())) if self.is_subject(key)]
        shelf = [entry for entry in self._shelves.get(_shelf(mention), []) if entry.key in kin]
        said, keywords = self._sentences[at].sentence.text.lower(), self._keywords(at, mention)
        found = [
            _in_place(entry.text, mention)
            for entry in shelf
            if not _overlap(entry.key, mention.key)
            and entry.text.lower() not in said
            and _fits_the_article(mention, entry)
            and all(len(keywords & self._sentences[other].words) < 2 for other in entry.sentences if other != at)
        ]
        return random.sample(found, most) if len(found) >= most else []

    def _keywords(self, at: int, mention: Mention) -> set[str]:
        """What else the sentence says, without the term and without what is said everywhere."""
        common = max(3, _EVERYWHERE * len(self._sentences))
        parts = set(mention.key.split())
        return {word for word in self._sentences[at].words - parts - {mention.key} if self._counts[word] <= common}

    def _can_stand_beside(self, one: Entry, other: Entry) -> bool:
        return differ(one.mention, other.mention) and one.key not in self._kin.get(other.key, ())

    def _put(self, entries: dict[tuple[str, str], Entry], at: int, mention: Mention) -> None:
        name = (mention.key, mention.shape)
        if name not in entries:
            entries[name] = Entry(_as_within(mention), mention)
            self._shelves.setdefault(_shelf(mention), []).append(entries[name])
        entries[name].slots.add(mention.slot)
        entries[name].sentences.append(at)

    def _named(self, at: int, mention: Mention) -> set[str]:
        """What else the sentence names."""
        others = {other.key for other in self._sentences[at].mentions if other.sort not in ("year", "date", "number")}
        return others & self._keywords(at, mention)

    def _fits(self, at: int, mention: Mention, entry: Entry, keywords: set[str], named: set[str]) -> bool:
        if not differ(mention, entry.mention) or not _fits_the_article(mention, entry):
            return False
        # Who is named beside another may have done the same, and where both are named, one may lie in the other.
        if mention.sort in _NAMED and not self._where[mention.key].isdisjoint(self._where[entry.key]):
            return False
        if mention.sort == "place" and not _are_of_a_class(mention.text, entry.text):
            return False
        # What is in Cairo is in Egypt: a place of which the whole text speaks holds the others.
        is_wide = not WIDE_PLACES.isdisjoint((entry.key, mention.key)) or len(entry.sentences) > _MOST_SENTENCES
        if mention.sort == "place" and is_wide:
            return False
        # What the whole text is about has a part in nearly all that it says.
        if entry.key in self._kin.get(mention.key, ()) or (mention.sort in _NOUNS and entry.key in self._title):
            return False
        said = self._sentences[at]
        folded = said.sentence.text.lower()
        if entry.text.lower() in folded or any(_overlap(entry.key, other.key) for other in said.mentions):
            return False
        bound = 1 if len(keywords) <= 2 else max(2, math.ceil(len(keywords) * 0.34))
        elsewhere = [self._sentences[other].words for other in entry.sentences[:_LOOKED_AT] if other != at]
        if any(len(keywords & words) >= bound for words in elsewhere):
            return False
        # Two things that are named together elsewhere may belong together here as well.
        is_noun = mention.sort in _NOUNS
        return not (is_noun and named and any(2 * len(named & words) >= len(named) for words in elsewhere))

    def _likeness(self, mention: Mention, entry: Entry) -> float:
        other = entry.mention
        likeness = 2.0 * (other.sort == mention.sort) + 2.0 * (_ending(other.key) == _ending(mention.key))
        likeness += (len(other.key.split()) == len(mention.key.split())) + 0.5 * (mention.slot in entry.slots)
        likeness -= min(2.0, abs(len(other.text) - len(mention.text)) / 4)
        likeness += min(1.0, self.weights.get(entry.key, 0.0) / 4)
        if mention.sort == "number":
            likeness += 3.0 * (mention.unit == other.unit) - _apart(mention.text, other.text)
        return likeness


def _kindred(marked: Marked) -> Iterator[tuple[str, str]]:
    """Terms of which what is said of one may hold for the other: named side by side, or one and the same."""
    text = marked.sentence.text
    for one, other in pairwise(marked.mentions):
        if _SIDE_BY_SIDE.fullmatch(text, one.end, other.start):
            yield one.key, other.key
    if _CALLED.search(text):
        yield from ((one.key, other.key) for one, other in combinations(marked.mentions, 2) if one.sort == other.sort)


def _shelf(mention: Mention) -> tuple[str, str]:
    is_noun = mention.sort in _NOUNS and mention.shape in ("one", "plural")
    return ("noun" if is_noun else mention.sort, mention.shape)


def _as_within(mention: Mention) -> str:
    """A noun that opened its sentence loses its capital."""
    is_noun = mention.sort in _NOUNS and mention.start == 0
    is_word = mention.text[1:2].islower() or " " in mention.text
    return mention.text[0].lower() + mention.text[1:] if is_noun and is_word else mention.text


def _in_place(text: str, mention: Mention) -> str:
    return text[0].upper() + text[1:] if mention.start == 0 else text


def _are_of_a_class(one: str, other: str) -> bool:
    """Whether two places are both seas, both countries or both cities, as far as their names tell."""
    if (one.lower() in COUNTRIES) != (other.lower() in COUNTRIES):
        return False
    if one.isascii():
        words = one.split(), other.split()
        return len(words[0]) == len(words[1]) and (len(words[0]) == 1 or bool({*words[0]} & {*words[1]}))
    if one[-1] in PLACE_ENDS or other[-1] in PLACE_ENDS:
        return one[-1] == other[-1]
    return len(one) == len(other)


def _overlap(one: str, other: str) -> bool:
    return one in other or other in one


def differ(one: Mention, other: Mention) -> bool:
    """Whether two terms are not the same thing in other words, as far as their letters tell."""
    if one.sort in ("number", "year", "date"):
        values = value_of(one.text), value_of(other.text)
        if values[0] is None or values[1] is None:
            return one.key != other.key
        # About 300 is also about 280.
        is_near = one.sort == "number" and abs(values[0] - values[1]) < _TOO_NEAR * max(abs(values[0]), abs(values[1]))
        return values[0] != values[1] and not is_near
    if _overlap(one.key, other.key):
        return False
    if one.key.isascii():
        stems = [{word[:5] for word in key.split() if len(word) > 4} for key in (one.key, other.key)]
        return not stems[0] or not (stems[0] <= stems[1] or (bool(stems[1]) and stems[1] <= stems[0]))
    shared = len(set(one.key) & set(other.key))
    is_short = min(len(one.key), len(other.key)) < 3
    return one.sort not in _NOUNS or shared == 0 or (shared == 1 and not is_short)


def _fits_the_article(mention: Mention, entry: Entry) -> bool:
    if mention.sort in ("person", "place", "organisation", "name"):
        return mention.slot in entry.slots or not mention.key.isascii()
    if not mention.shape or mention.shape == "plural":
        return True
    if mention.slot in ("a", "an"):
        starts = [word.lower().startswith(_VOWELS) for word in (mention.text, entry.text)]
        return entry.slots != {""} and starts[0] == starts[1]
    return mention.slot == "the" or "" in entry.slots if mention.shape == "one" else True


def _ending(key: str) -> str:
    return key.split()[-1] if " " in key else key[-1]


def _apart(one: str, other: str) -> float:
    """How far two numbers are from each other, in powers of ten."""
    values = value_of(one), value_of(other)
    if values[0] is None or values[1] is None:
        return 0.0
    return min(4.0, abs(math.log10(1 + abs(values[0])) - math.log10(1 + abs(values[1]))))
