"""English names: where they stand, and whether they are of a person, a place or an organisation."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from inkwright.grounding.english import Token, parts_of
from inkwright.grounding.english_words import DETERMINERS, MONTHS_AND_DAYS
from inkwright.grounding.sorts import Sort

_TITLES: Final = frozenset(
    "king queen emperor empress president general professor saint sir lady lord prince princess captain doctor pope "
    "admiral duke minister explorer physicist chemist biologist scientist astronomer engineer inventor mathematician "
    "philosopher writer poet painter farmer doctor geographer historian sailor priest".split()
)
_DEEDS: Final = frozenset(
    "wrote discovered invented said argued married noticed published proposed showed proved believed died painted "
    "studied observed designed built founded ruled explored sailed described calculated measured suggested developed "
    "ordered decided realised realized thought knew taught worked lived became opened led introduced claimed".split()
)
_PLACES: Final = frozenset(
    "river lake mount mountain mountains sea ocean island islands city valley desert street bay gulf peninsula county "
    "canal republic states kingdom coast strait basin plateau hills falls park forest province delta continent".split()
)
_ORGANISATIONS: Final = frozenset(
    "university college institute company society committee party union army church bank museum school council club "
    "agency ministry academy parliament senate court association corporation league library observatory".split()
)
_EVENTS: Final = frozenset(
    "war revolution battle treaty act age empire dynasty festival games movement crisis plague fire reform law "
    "theory principle effect period era exhibition convention conference congress prize agreement constitution".split()
)
_KNOWN_PLACES: Final = frozenset(
    "europe asia africa america australia antarctica china india japan korea france germany italy spain portugal "
    "england britain scotland ireland wales russia egypt greece rome paris london athens beijing shanghai tokyo berlin "
    "vienna mexico brazil canada chile peru turkey iran iraq israel norway sweden finland denmark iceland poland "
    "hungary switzerland austria netherlands belgium vietnam thailand indonesia kenya nigeria mediterranean atlantic "
    "pacific "
    "york venice florence amsterdam constantinople alexandria carthage babylon".split()
)
# What may stand within a name.
_WITHIN: Final = frozenset(
    [(), ("of",), ("of", "the"), ("van",), ("van", "der"), ("von",), ("de",), ("de", "la"), ("da",), ("del",), ("ibn",)]
)
_WITHIN_A_PLACE: Final = frozenset("in at near into across throughout outside inside".split())
_IN: Final = frozenset("in at near from to into across throughout around outside inside through toward towards".split())


def name_sorts(sentences: Iterable[Sequence[Token]]) -> Mapping[str, Sort]:
    """What each name of the text is, by what stands around it; where nothing tells, it is only a name."""
    votes: dict[str, Counter[Sort]] = {}
    for tokens in sentences:
        for first, last in runs_of(tokens):
            name = name_of(tokens, first, last)
            votes.setdefault(name, Counter()).update([_vote(tokens, first, last)])
    found = {name: _elected(name, counted) for name, counted in votes.items()}
    # "Fleming" is who "Alexander Fleming" is.
    persons = [name.split() for name, sort in found.items() if sort == "person"]
    whole: dict[str, Sort] = {words[-1]: "person" for words in persons if len(words) > 1 and "of" not in words}
    return {name: whole.get(name, sort) for name, sort in found.items()}


def runs_of(tokens: Sequence[Token]) -> Iterable[tuple[int, int]]:
    """The first and the last token of each run of names; "of" and "the" may stand within one."""
    at = 0
    while at < len(tokens):
        if tokens[at].kind != "name" or tokens[at].text.lower() in MONTHS_AND_DAYS:
            at += 1
            continue
        last = at
        while (behind := _next_name(tokens, last)) is not None:
            last = behind
        yield at, last
        at = last + 1


def name_of(tokens: Sequence[Token], first: int, last: int) -> str:
    """The name as it is written."""
    return " ".join(token.text for token in tokens[first : last + 1])


def _next_name(tokens: Sequence[Token], last: int) -> int | None:
    for ahead in (1, 2, 3):
        words = tuple(token.text for token in tokens[last + 1 : last + ahead])
        at = last + ahead
        if words in _WITHIN and at < len(tokens) and tokens[at].kind == "name":
            return at if tokens[at].text.lower() not in MONTHS_AND_DAYS else None
    return None


def _vote(tokens: Sequence[Token], first: int, last: int) -> Sort:
    words = {token.text.lower() for token in tokens[first : last + 1]}
    before = tokens[first - 1].text.lower() if first else ""
    behind = tokens[last + 1].text.lower() if last + 1 < len(tokens) else ""
    if words & _EVENTS:
        return "name"
    if words & _ORGANISATIONS:
        return "organisation"
    if words & _PLACES:
        return "place"
    born = " ".join(token.text for token in tokens[last + 1 : last + 3])
    if before in _TITLES or words & _TITLES or behind in _DEEDS or born in ("was born", "had been"):
        return "person"
    if words & _KNOWN_PLACES:
        return "place"
    if before in _WITHIN_A_PLACE and tokens[first].text.lower() not in DETERMINERS:
        return "place"
    if last > first and not parts_of(tokens[last].text.lower()) and not words & {"of", "the"} and before != "the":
        return "person"
    return "place" if before in _IN and tokens[first].text.lower() not in DETERMINERS else "name"


def _elected(name: str, votes: Counter[Sort]) -> Sort:
    told: Counter[Sort] = Counter({sort: count for sort, count in votes.items() if sort != "name"})
    if not told or re.fullmatch("[A-Z]{2,5}s?", name):
        return "name"
    [(sort, _)] = told.most_common(1)
    return sort
