"""The words around a number, and whether the sentence and the source use them for the same thing."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import log
from typing import Final, NamedTuple

from inkwright.grounding.language.english import FUNCTION_WORDS
from inkwright.research.citations.folding import HAN
from inkwright.research.citations.units import UNIT_WORDS

_SENTENCE = re.compile(r"[。！？!?；;\n]|(?<!\b[A-Z])(?<!\b[DMS]r)(?<!\bSt)\.(?=[\"”]?\s+[\"“]?[A-Z]|\s*$)")
_BOUNDARY = re.compile(
    r"[，、：:—]|,(?!\d{3})|\b(?:and|but|while|whereas|against|versus|than|to|or|compared with|since|when|after"
    r"|before|because|"
    r"which|until)\b|而(?!且)|但|较|比(?!例|率|赛|重)|(?:降|升|提高|增加|增|减少|下降|上升|缩短|延长"
    r"|恢复)?[到至](?!今|少)"
    "|(?<=[元人个名家所座件条项次枚米里吨岁年%])(?:以及|和|及|与)"
)
_SUBORDINATE = re.compile(r"\b(?:since|until|when|after|before|because|which|who)\b")
_RANGE = re.compile(
    r"\s?(?:and|(?:%|°C|[a-z]{1,10})?\s?(?:to|until|through|[-–—~～])|[%元人个家天年小时米]{0,2}(?:[至到]|至同年))\s?[$€£-]?"
)
_NAME = re.compile(r"\b[A-Z][a-z]{2,}")
_WORD = re.compile(rf"[A-Za-z][A-Za-z'-]*|[{HAN}]+")
_STEM: Final = 5
_MARK: Final = "#"
_YEAR_MARK: Final = "#year "
_MONTH_MARK: Final = "#month "
_TOPIC: Final = 3
_ELLIPTICAL: Final = 4
_OPENING: Final = 8
_NEIGHBOURS: Final = 12
_MAX_SENTENCE: Final = 1_500
_LARGE: Final = 1_000.0
_ALIKE: Final = 20.0
"""Counts of unknown things that differ more than this are not taken for each other: an age and an audience."""
_PASSIVE_MARKS: Final = str.maketrans("受遭", "被被")
"""受淹 and 遭淹 say the same as 被淹."""
_EMPTY_HAN: Final = frozenset("的了为是在有和与其中并将达于由从以及共约也都这那该个")
_CONTEXT_FREE: Final = (
    FUNCTION_WORDS
    | UNIT_WORDS
    | frozenset("percent per cent million billion thousand points year years said says total".split())
) - frozenset("first second third last next early late".split())
_CLAUSE_MARGIN: Final = 2.5
_DATE_MARGIN: Final = 3.2
_OTHER_SENTENCE_MARGIN: Final = 6.5
_SENTENCE_WEIGHT: Final = 0.35
_NEAR_SENTENCES: Final = 3


class Item(NamedTuple):
    """A number or date of a text: where it is, its family, what it counts, and its value."""

    start: int
    end: int
    family: str
    noun: str
    value: object

    def rivals(self, other: "Item") -> bool:
        """Whether one may be taken for the other."""
        if self.family != other.family:
            families = {self.family, other.family}
            return "" in families and (families == {"", "volume"} or any("money" in family for family in families))
        if self.family == "":
            is_open = (not self.noun and _is_specific(self.value)) or (not other.noun and _is_specific(other.value))
            return self.noun == other.noun != "" or (is_open and _is_near(self.value, other.value))
        return self.family != "time" or _is_near(self.value, other.value)


def _is_specific(value: object) -> bool:
    return isinstance(value, float) and (value >= _LARGE or not value.is_integer())


def _is_near(one: object, other: object) -> bool:
    if not isinstance(one, float) or not isinstance(other, float):
        return True
    low, high = sorted((abs(one), abs(other)))
    return high <= _ALIKE * low


class Surroundings(NamedTuple):
    """The words near a number: those of its clause, of these the ones before it, and those of its sentence.

    `opening` are the words from the start of the clause, in order: the first ones often say what the number is about.
    """

    clause: frozenset[str]
    before: frozenset[str]
    sentence: frozenset[str]
    opening: tuple[str, ...]
    place: int

    def label(self, topic: frozenset[str] = frozenset()) -> frozenset[str]:
        """Return the first word that is not of the topic; a Chinese word is two or three characters long."""
        words = [token for token in self.opening if token not in topic]
        return frozenset(words[: 1 if words and words[0].isascii() else 2])

    @property
    def words(self) -> frozenset[str]:
        """The words of its clause without the other numbers and dates."""
        return frozenset(_words(self.clause))

    def subject(self) -> frozenset[str]:
        """Return what the number is about: the label, and in Chinese all words before the number."""
        label = self.label()
        return label if all(token.isascii() for token in label) else label | self.before


def _has_mark(tokens: frozenset[str]) -> bool:
    return any(token.startswith(_MARK) for token in tokens)


def _is_dated(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether both have a year, or both have a month."""
    return any(
        any(token.startswith(mark) for token in one) and any(token.startswith(mark) for token in other)
        for mark in (_YEAR_MARK, _MONTH_MARK)
    )


def _is_measured(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether both have a number that is no date: "over two hours: 9.8%, less than one hour: 17.4%"."""
    return all(
        any(token.startswith(_MARK) and not token.startswith((_YEAR_MARK, _MONTH_MARK)) for token in tokens)
        for tokens in (one, other)
    )


def _words(tokens: frozenset[str]) -> list[str]:
    return [token for token in tokens if not token.startswith(_MARK)]


_UNKNOWN: Final = Surroundings(frozenset(), frozenset(), frozenset(), (), 0)


def ordered_tokens(text: str) -> list[str]:
    """Return the stems of English words and the character pairs of Chinese ones, in order."""
    found: list[str] = []
    for word in _WORD.findall(text):
        if word[0].isascii():
            plain = word.lower().removesuffix("'s").strip("'-")
            if plain not in _CONTEXT_FREE and len(plain) > 1:
                found.append(_stem(plain))
        else:
            pairs = (first + second for first, second in pairwise(word.translate(_PASSIVE_MARKS)))
            found += [pair for pair in pairs if not set(pair) & _EMPTY_HAN]
    return found


def _stem(word: str) -> str:
    if len(word) > _STEM:
        return word[:_STEM]
    return word.removesuffix("s") if len(word) > 3 else word


@lru_cache(maxsize=4_096)
def tokens_of_text(text: str) -> frozenset[str]:
    """Return the tokens of a text."""
    return frozenset(ordered_tokens(text))


def sentence_bounds(text: str) -> list[tuple[int, int]]:
    """Return where the sentences of a text begin and end; a semicolon ends one too. Very long ones are cut."""
    return list(_sentence_bounds(text))


@lru_cache(maxsize=256)
def _sentence_bounds(text: str) -> tuple[tuple[int, int], ...]:
    ends = [match.end() for match in _SENTENCE.finditer(text)]
    return tuple(
        (place, min(end, place + _MAX_SENTENCE))
        for start, end in zip([0, *ends], [*ends, len(text)], strict=True)
        for place in range(start, end, _MAX_SENTENCE)
    )


def surroundings_of(text: str, items: Sequence[Item], *, is_claim: bool = False) -> list[Surroundings]:
    """Return the surroundings of each item of a text. The clauses of a claim are short, those of a source are long."""
    bounds = sentence_bounds(text) or [(0, len(text))]
    starts = [start for start, _ in bounds]
    inside: dict[int, list[Item]] = {}
    for item in items:
        inside.setdefault(bisect_right(starts, item.start) - 1, []).append(item)
    found = []
    for item in items:
        place = bisect_right(starts, item.start) - 1
        clause = _claim_clause if is_claim else _clause
        near = _neighbours(item, inside[place])
        if is_claim and any(_is_range(text, item, other) for other in near if other is not item):
            # The words around "from 17.9 to 11.4" do not say which is which.
            found.append(_UNKNOWN._replace(place=place))
            continue
        found.append(_surroundings(text, item, place, clause(text, item, bounds[place], near), bounds[place], near))
    return found


def _neighbours(item: Item, items: list[Item]) -> list[Item]:
    if len(items) <= 2 * _NEIGHBOURS:
        return items
    index = items.index(item)
    return items[max(0, index - _NEIGHBOURS) : index + _NEIGHBOURS]


def _surroundings(
    text: str, item: Item, place: int, clause: tuple[int, int], bound: tuple[int, int], items: Sequence[Item]
) -> Surroundings:
    left, right = clause
    near = [other for other in items if left <= other.start < right and other.family not in (item.family, "ordinal")]
    marks = frozenset(mark for other in near for mark in _marks(other))
    before, after = (
        ordered_tokens(_without(text, left, item.start, near)),
        ordered_tokens(_without(text, item.end, right, near)),
    )
    opening = tuple(_chinese_opening(text[left : item.start]) or before or after)[:_OPENING]
    sentence = tokens_of_text(text[bound[0] : bound[1]])
    return Surroundings(frozenset([*before, *after]) | marks, frozenset(before), sentence, opening, place)


def _marks(item: Item) -> list[str]:
    """Return the tokens of a number or date near another one: of a date, its years and its month."""
    if item.family != "date":
        return [f"{_MARK}{item.value}"]
    *years, month, _ = str(item.value).split("-")
    return [f"{_YEAR_MARK}{year}" for year in years] + ([f"{_MONTH_MARK}{month}"] if month != "0" else [])


def _chinese_opening(before: str) -> list[str]:
    """Return the words of the last Chinese clause before a number."""
    tokens = ordered_tokens(_BOUNDARY.split(before)[-1])
    return tokens if tokens and not tokens[0].isascii() else []


def _without(text: str, start: int, end: int, items: Sequence[Item]) -> str:
    letters = list(text[start:end])
    for item in items:
        if start <= item.start < end:
            letters[item.start - start : item.end - start] = " " * (item.end - item.start)
    return "".join(letters)


def _clause(text: str, item: Item, bound: tuple[int, int], items: Sequence[Item]) -> tuple[int, int]:
    """Return where the clause of an item begins and ends: at the first boundary after each rival near it."""
    left, right = bound
    rivals = [other for other in items if other is not item and item.rivals(other) and not _is_range(text, item, other)]
    before = [other for other in rivals if other.end <= item.start]
    after = [other.start for other in rivals if other.start >= item.end]
    if before:
        last = max(before, key=lambda other: other.end)
        left = _first_boundary(text, last, item.start)[1]
    if after:
        right = _first_boundary(text, item, min(after))[0]
    return max([left, *_subordinate(text, left, item.start)]), right


def _subordinate(text: str, start: int, end: int) -> list[int]:
    """Return where subordinate clauses begin that have words of their own before the item."""
    cuts = (cut.end() for cut in _SUBORDINATE.finditer(text, start, end))
    return [cut for cut in cuts if ordered_tokens(text[cut:end])]


def _claim_clause(text: str, item: Item, bound: tuple[int, int], items: Sequence[Item]) -> tuple[int, int]:
    """Return where the clause of an item of a claim begins and ends: the other items of the sentence end it too."""
    left, right = bound
    others = [other for other in items if other is not item and not _is_range(text, item, other)]
    before = [other for other in others if other.end <= item.start]
    if before:
        last = max(before, key=lambda other: other.end)
        cuts = [cut.end() for cut in _BOUNDARY.finditer(text, last.end, item.start)]
        is_shared = len(before) == 1 and not item.rivals(last)
        left = cuts[-1] if cuts else (left if is_shared else last.end)
    after = [
        other.start
        for other in others
        if other.start >= item.end and (other.rivals(item) or "date" not in (item.family, other.family))
    ]
    return left, _first_boundary(text, item, min(after))[0] if after else right


def _first_boundary(text: str, item: Item, end: int) -> tuple[int, int]:
    """Return the first boundary after an item. The comma right after a date is none: the date opens its clause."""
    for cut in _BOUNDARY.finditer(text, item.end, end):
        is_opening = item.family == "date" and cut[0] in ",，" and not text[item.end : cut.start()].strip()
        if not is_opening:
            return cut.span()
    return end, item.end


def _is_range(text: str, one: Item, other: Item) -> bool:
    first, second = sorted((one, other))
    return one.family == other.family and _RANGE.fullmatch(text[first.end : second.start]) is not None


class SourceItems:
    """The items of a source with their surroundings, and how telling each word is among them."""

    def __init__(self, text: str, items: Sequence[Item]) -> None:
        self.items = items
        self._around = surroundings_of(text, items)
        self._names = frozenset(ordered_tokens(" ".join(_NAME.findall(text))))
        counted = Counter(token for around in self._around for token in around.clause)
        total = len(items) + 1
        # The first words of a text name its topic, which all of its numbers share.
        first = min((item.start for item in items if item.family != "date"), default=len(text))
        self._topic = frozenset(ordered_tokens(text[: min(first, _MAX_SENTENCE)])[:_TOPIC])
        self._weights = {token: log(1 + total / count) for token, count in counted.items()}

    def is_about_another(self, claim: Surroundings, matching: Sequence[int]) -> bool:
        """Whether the words of the claim belong to another item of the same family, not to the matching ones."""
        rivals = [
            index
            for index, item in enumerate(self.items)
            if index not in matching and any(item.rivals(self.items[held]) for held in matching)
        ]
        return any(all(self._is_nearer(claim, rival, index) for index in matching) for rival in rivals)

    def counts_another(self, noun: str, matching: Sequence[int]) -> bool:
        """Whether the claim counts what another item counts, and no matching item counts that."""
        nouns = {self.items[index].noun for index in matching}
        if not noun or noun in ("个", "人") or not all(nouns) or noun in nouns:
            return False
        is_counted = any(item.noun == noun for item in self.items)
        return is_counted and not any(noun in self._around[index].sentence for index in matching)

    def _is_nearer(self, claim: Surroundings, rival: int, index: int) -> bool:
        """Whether the rival's own words are in the claim, and the item, which has words of its own too, has none there.

        Where the claim has words of both, or the item shares all its words with the rival, nothing is known.
        """
        other, own = self._around[rival], self._around[index]
        ours, theirs = own.clause - other.clause, other.clause - own.clause - self._topic
        shared = claim.clause & ours
        if _has_mark(shared):
            return False
        if other.place == own.place and (
            _is_dated(claim.clause & theirs, ours) or _is_measured(claim.clause & theirs, ours)
        ):
            return True
        if not _words(ours):
            return False
        is_date = self.items[index].family == "date"
        labels = claim.label(self._topic) & theirs
        if (
            abs(other.place - own.place) <= _NEAR_SENTENCES
            and labels
            and self._is_parallel(labels, own, is_date=is_date)
        ):
            is_short = len(_words(other.clause)) <= _ELLIPTICAL
            return not shared & (own.label() if is_short else own.subject())
        margin = _DATE_MARGIN if is_date else _CLAUSE_MARGIN
        least = margin if other.place == own.place else _OTHER_SENTENCE_MARGIN
        elsewhere = _SENTENCE_WEIGHT * self._weigh((claim.clause & own.sentence) - other.sentence - own.clause)
        return not shared and self._weigh(claim.clause & theirs) - elsewhere > least

    def _weigh(self, tokens: frozenset[str]) -> float:
        return sum(self._weights.get(token, 1.0) for token in tokens)

    def _is_parallel(self, labels: frozenset[str], own: Surroundings, *, is_date: bool) -> bool:
        """Whether the item has a subject of the same sort as the label. If not, it shares the subject of its rival."""
        is_name = bool(labels & self._names)
        if is_name:
            return bool((own.before or own.clause) & self._names)
        return bool(own.clause) and not is_date
