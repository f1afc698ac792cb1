"""Comparisons: which of two is more, larger or earlier, in words and by the numbers of the source."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from inkwright.research.citations.contexts import ordered_tokens, sentence_bounds, tokens_of_text
from inkwright.research.citations.quantities import Quantity

_MORE: Final = (
    "more larger bigger higher greater longer older faster stronger heavier taller better deeper warmer hotter richer "
    "wider earlier safer cheaper busier denser"
).split()
_LESS: Final = {
    "less": "more", "fewer": "more", "smaller": "larger", "lower": "higher", "shorter": "longer", "younger": "older",
    "slower": "faster", "weaker": "stronger", "lighter": "heavier", "worse": "better", "shallower": "deeper",
    "colder": "warmer", "cooler": "warmer", "poorer": "richer", "narrower": "wider", "later": "earlier",
    "quieter": "busier", "thinner": "denser",
}  # fmt: skip
_SAME: Final = {"bigger": "larger", "greater": "higher", "hotter": "warmer", "taller": "higher", "larger": "larger"}
_NUMERIC: Final = frozenset({"more", "larger", "higher", "longer", "older", "faster", "heavier", "warmer"})
_COMPARATIVE: Final = "|".join((*_MORE, *_LESS))
_THAN = re.compile(
    rf"(?P<left>[^.;:!?]{{0,90}}?)\b(?P<word>{_COMPARATIVE})\b(?P<what>(?: [a-z'-]+){{0,8}}?) than "
    r"(?P<right>[^,.;:!?]{2,60})",
    re.I,
)
_THAN_CHINESE = re.compile(
    r"(?P<left>[\u4e00-\u9fff]{2,16})(?:比(?P<right>[\u4e00-\u9fff]{2,12}?)[更还]?(?P<word>[高低多少大小长短快慢早晚强弱])"
    r"|(?P<verb>[高低多少大小长短快慢早晚强弱])于(?P<other>[\u4e00-\u9fff]{2,12}))"
)
_OPPOSITE: Final = dict(zip("低少小短慢晚弱", "高多大长快早强", strict=True))
_LONE = re.compile(
    rf"\b(?P<word>{_COMPARATIVE}|most|highest|largest|lowest|smallest|fewest|least)\b(?P<rest>[^.;:!?]{{0,90}})", re.I
)
_AMONG = re.compile(r"\b(?:in|among|for|with|at|on) (?:the )?(?P<who>[^,.;]{2,50})$")
_NOT: Final = re.compile(r"\b(?:not|no|never)\b|n't\b|[不未非没]")
_REJECTING: Final = re.compile(
    r"(?:rather than|instead of|and not|, not|而不是|而非)(?: by| from| because of| to| in| for| of)?"
    r"(?P<rejected>[^,.;，。；]{2,40})"
)
_BREAK: Final = re.compile(r"[,，;；]|\b(?:while|whereas|but)\b|而")
_NEAR: Final = 6
_FEWEST: Final = 2


class Comparison(NamedTuple):
    """One thing that is more of something than another: the tokens near the word on both sides."""

    left: frozenset[str]
    right: frozenset[str]
    quality: str
    is_more: bool


def reverses_a_comparison(claim: str, source: str) -> bool:
    """Whether the claim puts first the one that the source puts second, or the other way round."""
    stated = list(_comparisons(claim))
    given = _comparisons_of(source) if stated else ()
    for said in stated:
        verdicts = [verdict for each in given if (verdict := _agrees(said, each)) is not None]
        if verdicts and not any(verdicts):
            return True
    return False


@lru_cache(maxsize=64)
def _comparisons_of(source: str) -> tuple[Comparison, ...]:
    """Return all comparisons of a source, found once."""
    return tuple(each for start, end in sentence_bounds(source) for each in _comparisons(source[start:end]))


def _comparisons(sentence: str) -> Iterator[Comparison]:
    for found in _THAN.finditer(sentence) if " than " in sentence else ():
        word = found["word"].lower()
        quality = _LESS.get(word, word)
        left = ordered_tokens(f"{found['left']} {found['what']}")
        right = ordered_tokens(found["right"])[:_NEAR]
        yield Comparison(frozenset(left), frozenset(right), _SAME.get(quality, quality), word not in _LESS)
    for found in _THAN_CHINESE.finditer(sentence):
        word = found["word"] or found["verb"]
        lesser = tokens_of_text(found["right"] or found["other"])
        yield Comparison(tokens_of_text(found["left"]), lesser, _OPPOSITE.get(word, word), word not in _OPPOSITE)


def _agrees(said: Comparison, given: Comparison) -> bool | None:
    """Return whether both say the same of the same two things; None if they compare something else."""
    if said.quality != given.quality:
        return None
    same = _share(said.left - said.right, given.left - given.right) and _share(
        said.right - said.left, given.right - given.left
    )
    crossed = _share(said.left - said.right, given.right - given.left) and _share(
        said.right - said.left, given.left - given.right
    )
    if same == crossed:
        return None
    return (said.is_more == given.is_more) == same


def _share(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one & other)


def takes_the_rejected(claim: str, source: str) -> bool:
    """Whether the claim says of B what the source says of "A rather than B"."""
    words = tokens_of_text(claim)
    if _REJECTING.search(claim) or _NOT.search(claim):
        return False
    for start, end in sentence_bounds(source):
        sentence = source[start:end]
        for found in _REJECTING.finditer(sentence):
            rejected = frozenset(ordered_tokens(found["rejected"])[:2])
            preferred = frozenset(ordered_tokens(sentence[: found.start()])[-3:])
            others = tokens_of_text(sentence) - rejected
            if rejected and rejected <= words and not preferred <= words and len(others & words) >= _FEWEST:
                return True
    return False


def ranks_against_numbers(claim: str, source: str, numbers: Sequence[Quantity]) -> bool:
    """Whether the claim calls more, higher or larger what has the smaller of two numbers in the source."""
    ranked = None if re.search(r"\d", claim) else _ranked(claim)
    if ranked is None:
        return False
    words = tokens_of_text(claim)
    for start, end in sentence_bounds(source):
        sentence = tokens_of_text(source[start:end])
        if len(sentence & words) < _FEWEST:
            continue
        inside = [number for number in numbers if start <= number.start < end]
        for one, other in combinations(inside, 2):
            alike = [number for number in inside if number.family == one.family]
            if one.family != other.family or one.value == other.value or len(alike) != _FEWEST:
                continue
            first, second = _apart(source, (start, end), one, other)
            leads = _leads(ranked, first, second)
            if leads is not None:
                return ((one.value > other.value) == leads) != ranked.is_more
    return False


def _ranked(claim: str) -> Comparison | None:
    """Return what a claim without numbers ranks first: before "than", or after "more frequent in"."""
    for said in _comparisons(claim):
        return said if said.quality in _NUMERIC else None
    lone = _LONE.search(claim)
    among = _AMONG.search(claim.rstrip(" ."))
    if lone is None or among is None or among.start() < lone.start():
        return None
    word = lone["word"].lower()
    quality = _LESS.get(word, word)
    if _SAME.get(quality, quality) not in _NUMERIC:
        return None
    return Comparison(tokens_of_text(among["who"]), frozenset(), quality, word not in _LESS)


def _apart(
    source: str, bounds: tuple[int, int], one: Quantity, other: Quantity
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of each of two numbers that the other one does not have."""
    start, end = bounds
    between = source[one.end : other.start]
    cut = _BREAK.search(between)
    middle = one.end + (cut.start() if cut else len(between) // 2)
    first, second = source[start:middle], source[middle:end]
    if not cut:
        # "2.3 percent of the one group and 1.1 percent of the other": the words after each number.
        first, second = between, source[other.end : end]
    left, right = tokens_of_text(first), tokens_of_text(second)
    return left - right, right - left


def _leads(ranked: Comparison, first: frozenset[str], second: frozenset[str]) -> bool | None:
    """Return whether what is ranked is that of the first number; None if that is not known."""
    own, rest = ranked.left - ranked.right, ranked.right - ranked.left
    is_first = bool(own & first) and not own & second and not rest & first
    is_second = bool(own & second) and not own & first and not rest & second
    return is_first if is_first != is_second else None
