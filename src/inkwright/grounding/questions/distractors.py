"""Distractors: other values and other terms of the text that would make a sentence false."""

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from random import Random
from typing import Final, NamedTuple

from inkwright.grounding.language.chinese import PLACE_ENDINGS
from inkwright.grounding.language.english import MONTHS_AND_DAYS
from inkwright.grounding.language.names import CONTINENTS_AND_REGIONS, COUNTRIES
from inkwright.grounding.language.numbers import number_value
from inkwright.grounding.source import Mention
from inkwright.grounding.terms import AnnotatedSentence

_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_YEAR = re.compile(r"\d{1,4}(?!.*\d)")
_FOUR_DIGITS = re.compile(r"(?<!\d)\d{4}(?!\d)")
_DAY = re.compile(r"(?<!\d)\d{1,2}(?=日| [A-Z])|(?<=[a-z] )\d{1,2}(?!\d)")
_HAN_NUMBER = re.compile("(?<![一二两三四五六七八九十百千零])[一二两三四五六七八九十百千零]++$")
_HAN_DIGITS: Final = "零一二三四五六七八九"
_HAN_SCALES: Final = {"十": 10, "百": 100, "千": 1_000}
_WORDS: Final = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12, "fifteen": 15, "sixteen": 16, "eighteen": 18, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "ninety": 90,
}  # fmt: skip
_FRACTIONS: Final = ("a quarter", "a third", "half", "three quarters", "五分之一", "四分之一", "三分之一", "四分之三")
_FACTORS: Final = (0.5, 0.6, 0.7, 1.3, 1.5, 1.8, 2.2)
_MIN_DIFFERENCE: Final = 0.15
_SMALL_NUMBER: Final = 10
_HIGHEST_DAY: Final = 28
# Distractor years of recent events are close; those of older events are farther apart.
_OFFSETS: Final = ((1900, (3, 5, 7, 8, 11, 14)), (1500, (6, 9, 12, 15, 18, 24)), (0, (10, 15, 20, 30, 40, 50)))
_EXACT_SINCE: Final = 1_000
_LATEST_YEAR: Final = 2_000
_NEAR_YEARS: Final = 25
_WHOLE_YEAR = re.compile(r"\d{3,4}")
_DIGITS_OR_MONTH = re.compile(r"\d+|" + "|".join(sorted(MONTHS_AND_DAYS)), re.I)


def value_distractors(mention: Mention, text: str, random: Random, count: int) -> list[str]:
    """Return `count` other values that are nowhere in the text, or none if there are too few."""
    found = list(dict.fromkeys(_other_values(mention)))
    free = [other for other in found if not re.search(rf"(?<![\d,.]){re.escape(other)}(?![\d,])", text)]
    return random.sample(free, count) if len(free) >= count else []


def _other_values(mention: Mention) -> Iterator[str]:
    if mention.kind == "year":
        yield from _replaced(mention.text, _YEAR, lambda year: _years(int(year)))
    elif mention.kind == "date" and mention.shape == "day":
        pattern = _FOUR_DIGITS if _FOUR_DIGITS.search(mention.text) else _DAY
        yield from _replaced(mention.text, pattern, _years_of if pattern is _FOUR_DIGITS else _days)
    elif mention.kind == "number" and mention.shape == "fraction":
        yield from (
            other for other in _FRACTIONS if other.isascii() == mention.text.isascii() and other != mention.text
        )
    elif mention.kind == "number" and mention.shape == "words":
        yield from _in_words(mention.text)
    elif mention.kind == "number" and mention.shape != "range":
        is_share = mention.shape == "%"
        if _DIGITS.search(mention.text):
            yield from _replaced(mention.text, _DIGITS, lambda digits: _other_numbers(digits, is_share=is_share))
        else:
            yield from _in_words(mention.text, is_share=is_share)


def _replaced(text: str, pattern: re.Pattern[str], others: Callable[[str], Iterable[str]]) -> Iterator[str]:
    if (found := pattern.search(text)) is not None:
        for other in others(found[0]):
            yield text[: found.start()] + other + text[found.end() :]


def _years_of(year: str) -> Iterator[str]:
    yield from _years(int(year))


def _years(year: int) -> Iterator[str]:
    offsets = next(offsets for since, offsets in _OFFSETS if year >= since)
    round_to = next(unit for unit in ((10, 1) if year >= _EXACT_SINCE else (100, 50, 10, 1)) if year % unit == 0)
    for offset in offsets:
        step = offset if round_to == 1 else max(round_to, round_to * round(offset / 10))
        if year - step > 0:
            yield str(year - step)
        if year + step <= _LATEST_YEAR or year + step <= year:
            yield str(year + step)


def _days(day: str) -> Iterator[str]:
    for other in range(1, _HIGHEST_DAY + 1):
        if abs(other - int(day)) > 3:
            yield str(other)


def _other_numbers(digits: str, *, is_share: bool) -> Iterator[str]:
    """Yield numbers near the given one, in the same notation."""
    whole, _, decimals = digits.replace(",", "").partition(".")
    if not decimals:
        for number in _numbers(int(whole), is_share=is_share):
            yield f"{number:,}" if "," in digits else str(number)
        return
    value = float(f"{whole}.{decimals}")
    for factor in _FACTORS:
        if not (is_share and value * factor >= 100):
            yield f"{value * factor:.{len(decimals)}f}"


def _numbers(value: int, *, is_share: bool) -> Iterator[int]:
    if value < 2:
        return
    if value <= _SMALL_NUMBER:
        near: Iterable[int] = range(max(2, value - 4), value + 7)
    else:
        unit = _rounding_step(value)
        near = (unit * round(value * factor / unit) for factor in _FACTORS)
    for number in near:
        is_share_of_all = is_share and value < 100 <= number
        if number > 1 and abs(number - value) >= _MIN_DIFFERENCE * max(number, value) and not is_share_of_all:
            yield number


def _rounding_step(value: int) -> int:
    """Return the step by which a number is rounded: 500 for 2,500, 5 for 365."""
    unit = 1
    while value % (unit * 10) == 0:
        unit *= 10
    if value % (unit * 5) == 0 and unit * 5 < value:
        return unit * 5
    return unit // 2 if unit >= _SMALL_NUMBER and value // unit < 4 else unit


def _in_words(text: str, *, is_share: bool = False) -> Iterator[str]:
    if (han := _HAN_NUMBER.search(text)) is not None:
        value = _han_value(han[0])
        for number in _numbers(value, is_share=is_share) if value else ():
            # Before a measure word, two is written differently.
            if number > 2:
                yield text[: han.start()] + _han_text(number)
        return
    first, _, rest = text.partition(" ")
    value = _WORDS.get(first.lower(), 0)
    for word, number in _WORDS.items():
        is_near = value / 2.2 <= number <= max(2.2 * value, value + 3)
        if value and is_near and abs(number - value) >= _MIN_DIFFERENCE * max(number, value):
            other = word.capitalize() if first[0].isupper() else word
            yield f"{other} {rest}" if rest else other


def _han_value(text: str) -> int:
    """Return the value of Chinese numerals, or 0 for anything else, such as "seven or eight"."""
    total, digit, last = 0, 0, 10_000
    for character in text:
        if character in _HAN_SCALES:
            if _HAN_SCALES[character] >= last:
                return 0
            last = _HAN_SCALES[character]
            total += (digit or 1) * last
            digit = 0
        elif character != "零" and digit:
            return 0
        else:
            digit = 2 if character == "两" else _HAN_DIGITS.index(character)
    return total + digit


def _han_text(number: int) -> str:
    written = ""
    for character, scale in (("千", 1_000), ("百", 100), ("十", 10), ("", 1)):
        digit, number = divmod(number, scale)
        if digit:
            written += _HAN_DIGITS[digit] + character
        elif written and number and not written.endswith("零"):
            written += "零"
    if written.startswith("二千"):
        return "两" + written[1:]
    return written[1:] if written.startswith("一十") else written


_NEIGHBOURS: Final = 20
_MAX_COMPARED: Final = 30
_STEM: Final = 5
_NOUNS: Final = ("concept", "act", "quality")
_NAMED: Final = ("person", "place", "organisation")
_ARTICLES: Final = ("", "A ", "An ", "The ")
_VOWELS: Final = tuple("aeiou")
_MIN_NUMBER_DIFFERENCE: Final = 0.15
_MAX_TERM_SENTENCES: Final = 4
_NO_LETTER = re.compile(r"[\W_]")
_SIDE_BY_SIDE = re.compile(r"\s?(?:、|和|与|及|或|，|,|,? ?\b(?:and|or)\b)\s?(?:the |an? )?", re.IGNORECASE)
_ALIAS = re.compile(
    r"史称|又称|又名|也叫|也称|即|称为|被称|叫做|叫作|简称|本名|原名|俗称|别名|[（(]|"
    r"\b(?:known as|called|also named|that is|in other words|or simply)\b"
)
_MAX_MAGNITUDE: Final = 1.0
_COMMON_SHARE: Final = 0.3


@dataclass
class IndexedTerm:
    """A term that may replace another: its text, the articles it appears with, and the sentences it appears in."""

    text: str
    mention: Mention
    articles: set[str] = field(default_factory=set)
    sentences: list[int] = field(default_factory=list)

    @property
    def key(self) -> str:
        """The key that all forms of the term share."""
        return self.mention.key


class Alternative(NamedTuple):
    """A term that can replace another, and its similarity to it."""

    text: str
    similarity: float


class TermIndex:
    """All terms of a text by kind and shape, in the order of the text."""

    def __init__(
        self, sentences: tuple[AnnotatedSentence, ...], weights: dict[str, float], title: str, key_terms: frozenset[str]
    ) -> None:
        self._sentences = sentences
        self.weights = weights
        self._title = title.lower()
        self._key_terms = key_terms
        self._by_kind: dict[tuple[str, str], list[IndexedTerm]] = {}
        self._counts = Counter(word for annotated in sentences for word in annotated.words)
        self._related: dict[str, set[str]] = {}
        self._sentence_indices: dict[str, set[int]] = {}
        self._subjects: Counter[str] = Counter()
        entries: dict[tuple[str, str], IndexedTerm] = {}
        for index, annotated in enumerate(sentences):
            for mention in annotated.mentions:
                self._sentence_indices.setdefault(mention.key, set()).add(index)
                if annotated.sentence.text[: mention.start] in _ARTICLES:
                    self._subjects[mention.key] += 1
                if mention.is_open:
                    self._add(entries, index, mention)
            for one, other in _related_terms(annotated):
                self._related.setdefault(one, set()).add(other)
                self._related.setdefault(other, set()).add(one)

    def others(self, index: int, mention: Mention, random: Random, count: int = 3) -> list[Alternative]:
        """Return terms that fit in place of `mention` in sentence `index` and make it say what the text does not."""
        same_kind = self._by_kind.get(_index_key(mention), [])
        middle = bisect_left(same_kind, index, key=lambda entry: entry.sentences[0])
        near = same_kind[max(0, middle - _NEIGHBOURS) : middle + _NEIGHBOURS]
        keywords, named = self._keywords(index, mention), self._named(index, mention)
        ranked = sorted(
            (entry for entry in near if self._fits(index, mention, entry, keywords, named)),
            key=lambda entry: -self._similarity(mention, entry) - random.random(),
        )
        taken: list[IndexedTerm] = []
        for entry in ranked:
            if len(taken) < count and all(self._can_be_offered_with(entry, other) for other in taken):
                taken.append(entry)
        return [Alternative(_fit_capital(entry.text, mention), self._similarity(mention, entry)) for entry in taken]

    def is_subject(self, key: str) -> bool:
        """Whether some sentence is about the term and another one mentions it."""
        return self._subjects[key] > 0 and len(self._sentence_indices[key]) > 1

    def _keywords(self, index: int, mention: Mention) -> set[str]:
        """Return the other words of the sentence, without the term and without words that are frequent in the text."""
        common = max(3, _COMMON_SHARE * len(self._sentences))
        parts = set(mention.key.split())
        return {word for word in self._sentences[index].words - parts - {mention.key} if self._counts[word] <= common}

    def _can_be_offered_with(self, one: IndexedTerm, other: IndexedTerm) -> bool:
        return are_different_terms(one.mention, other.mention) and one.key not in self._related.get(other.key, ())

    def _add(self, entries: dict[tuple[str, str], IndexedTerm], index: int, mention: Mention) -> None:
        name = (mention.key, mention.shape)
        if name not in entries:
            entries[name] = IndexedTerm(_mid_sentence_form(mention), mention)
            self._by_kind.setdefault(_index_key(mention), []).append(entries[name])
        entries[name].articles.add(mention.article)
        entries[name].sentences.append(index)

    def _named(self, index: int, mention: Mention) -> set[str]:
        """Return the other terms of the sentence."""
        others = {
            other.key for other in self._sentences[index].mentions if other.kind not in ("year", "date", "number")
        }
        return others & self._keywords(index, mention)

    def _fits(self, index: int, mention: Mention, entry: IndexedTerm, keywords: set[str], named: set[str]) -> bool:
        if not are_different_terms(mention, entry.mention) or not _fits_the_article(mention, entry):
            return False
        if not _are_alike_in_size(mention, entry.text) or mention.unit != entry.mention.unit:
            return False
        if mention.kind in _NOUNS and self._key_terms.isdisjoint((entry.key, entry.text.lower())):
            return False
        # People named together may have done the same, and one of two places named together may contain the other.
        if mention.kind in _NAMED and not self._sentence_indices[mention.key].isdisjoint(
            self._sentence_indices[entry.key]
        ):
            return False
        if mention.kind == "place" and not _are_same_class(mention.text, entry.text):
            return False
        # What is in Cairo is also in Egypt: a place mentioned throughout the text may contain the others.
        is_wide = (
            not CONTINENTS_AND_REGIONS.isdisjoint((entry.key, mention.key))
            or len(entry.sentences) > _MAX_TERM_SENTENCES
        )
        if mention.kind == "place" and is_wide:
            return False
        # The topic of the whole text is involved in almost everything it says.
        if entry.key in self._related.get(mention.key, ()) or (mention.kind in _NOUNS and entry.key in self._title):
            return False
        annotated = self._sentences[index]
        folded = annotated.sentence.text.lower()
        if entry.text.lower() in folded or any(_overlap(entry.key, other.key) for other in annotated.mentions):
            return False
        threshold = 1 if len(keywords) <= 2 else max(2, math.ceil(len(keywords) * 0.34))
        elsewhere = [self._sentences[other].words for other in entry.sentences[:_MAX_COMPARED] if other != index]
        if any(len(keywords & words) >= threshold for words in elsewhere):
            return False
        return not _may_share(mention, named, elsewhere)

    def _similarity(self, mention: Mention, entry: IndexedTerm) -> float:
        other = entry.mention
        similarity = 2.0 * (other.kind == mention.kind) + 2.0 * (_ending(other.key) == _ending(mention.key))
        similarity += (len(other.key.split()) == len(mention.key.split())) + 0.5 * (mention.article in entry.articles)
        similarity -= min(2.0, abs(len(other.text) - len(mention.text)) / 4)
        similarity += min(1.0, self.weights.get(entry.key, 0.0) / 4)
        if mention.kind == "number":
            similarity += 3.0 * (mention.unit == other.unit) - _magnitude_difference(mention.text, other.text)
        return similarity


def _may_share(mention: Mention, named: Set[str], elsewhere: Sequence[Set[str]]) -> bool:
    """Whether the same may be true of the other term, whose sentences name what this sentence names."""
    if mention.kind in ("year", "date"):
        # Who did something in one year may have done the like in another.
        return any(named & words for words in elsewhere)
    # Terms that are named together elsewhere may belong together here too.
    is_noun = mention.kind in _NOUNS
    return is_noun and bool(named) and any(2 * len(named & words) >= len(named) for words in elsewhere)


def _related_terms(annotated: AnnotatedSentence) -> Iterator[tuple[str, str]]:
    """Yield pairs of terms for which the same may be true: listed side by side, or two names for the same thing."""
    text = annotated.sentence.text
    for one, other in pairwise(annotated.mentions):
        if _SIDE_BY_SIDE.fullmatch(text, one.end, other.start):
            yield one.key, other.key
    if _ALIAS.search(text):
        yield from (
            (one.key, other.key) for one, other in combinations(annotated.mentions, 2) if one.kind == other.kind
        )


def _index_key(mention: Mention) -> tuple[str, str]:
    is_noun = mention.kind in _NOUNS and mention.shape in ("one", "plural")
    return ("noun" if is_noun else mention.kind, mention.shape)


def _mid_sentence_form(mention: Mention) -> str:
    """Return the term as written inside a sentence: a common noun that opens a sentence loses its capital."""
    is_noun = mention.kind in _NOUNS and mention.start == 0
    is_word = mention.text[1:2].islower() or " " in mention.text
    return mention.text[0].lower() + mention.text[1:] if is_noun and is_word else mention.text


def _fit_capital(text: str, mention: Mention) -> str:
    return text[0].upper() + text[1:] if mention.start == 0 else text


def _are_same_class(one: str, other: str) -> bool:
    """Whether two places are of the same kind (seas, countries, cities), judging by their names."""
    if one.isascii():
        return one.lower() in COUNTRIES and other.lower() in COUNTRIES
    if one[-1] in PLACE_ENDINGS or other[-1] in PLACE_ENDINGS:
        return one[-1] == other[-1]
    return len(one) == len(other)


def _overlap(one: str, other: str) -> bool:
    return one in other or other in one


def stem_of(term: str) -> str:
    """Return the beginning of a term that its forms share, in lower case."""
    return term.lower()[:_STEM] if term.isascii() and term.isalpha() else term.lower()


def are_different_terms(one: Mention, other: Mention) -> bool:
    """Whether two terms denote different things, judging by their spelling."""
    if one.kind in ("number", "year", "date"):
        values = number_value(one.text), number_value(other.text)
        if _overlap(_NO_LETTER.sub("", one.key), _NO_LETTER.sub("", other.key)) and one.kind != "number":
            return False
        if values[0] is None or values[1] is None:
            return one.key.replace("两", "二") != other.key.replace("两", "二")
        # About 300 may also be about 280.
        is_near = one.kind == "number" and abs(values[0] - values[1]) < _MIN_NUMBER_DIFFERENCE * max(
            abs(values[0]), abs(values[1])
        )
        return values[0] != values[1] and not is_near
    if _overlap(one.key, other.key) or (one.kind in _NAMED and {*one.key.split()} & {*other.key.split()}):
        return False
    if one.key.isascii():
        stems = [{word[:5] for word in key.split() if len(word) > 4} for key in (one.key, other.key)]
        return not stems[0] or not (stems[0] <= stems[1] or (bool(stems[1]) and stems[1] <= stems[0]))
    shared = len(set(one.key) & set(other.key))
    is_short = min(len(one.key), len(other.key)) < 3
    return one.kind not in _NOUNS or shared == 0 or (shared == 1 and not is_short)


def _are_alike_in_size(mention: Mention, other: str) -> bool:
    """Whether a value is near enough to another one to be taken for it."""
    if mention.kind == "number":
        return _magnitude_difference(mention.text, other) <= _MAX_MAGNITUDE
    return mention.kind not in ("year", "date") or _are_alike_in_time(mention.text, other)


def _are_alike_in_time(one: str, other: str) -> bool:
    """Whether two dates are written alike and are about equally long ago: among 2003 to 2021, 1946 stands out."""
    if _DIGITS_OR_MONTH.sub("9", one) != _DIGITS_OR_MONTH.sub("9", other):
        return False
    years = _WHOLE_YEAR.search(one), _WHOLE_YEAR.search(other)
    if years[0] is None or years[1] is None:
        return years[0] is None and years[1] is None
    past = int(years[0][0])
    return abs(past - int(years[1][0])) <= max(_NEAR_YEARS, (_LATEST_YEAR - past) // 2)


def _fits_the_article(mention: Mention, entry: IndexedTerm) -> bool:
    if mention.kind in ("person", "place", "organisation", "name"):
        return mention.article in entry.articles or not mention.key.isascii()
    if not mention.shape or mention.shape == "plural":
        return True
    if mention.article in ("a", "an"):
        starts = [word.lower().startswith(_VOWELS) for word in (mention.text, entry.text)]
        return entry.articles != {""} and starts[0] == starts[1]
    return mention.article == "the" or "" in entry.articles if mention.shape == "one" else True


def _ending(key: str) -> str:
    return key.split()[-1] if " " in key else key[-1]


def _magnitude_difference(one: str, other: str) -> float:
    """Return the difference between two numbers in powers of ten."""
    values = number_value(one), number_value(other)
    if values[0] is None or values[1] is None:
        return 0.0
    return min(4.0, abs(math.log10(1 + abs(values[0])) - math.log10(1 + abs(values[1]))))
