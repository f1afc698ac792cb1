"""What rose or fell by a number, and what happened on a date, compared with the clause of the source in Chinese."""

import re
from collections.abc import Sequence
from typing import Final

from inkwright.research.citations.contexts import Item, ordered_tokens, sentence_bounds, tokens_of_text
from inkwright.research.citations.folding import HAN

_CHANGE = re.compile(
    rf"(?P<head>[{HAN}]{{2,3}}?)(?:分别|仅|只|已)?(?:同比|环比|比[^，。；,;]{{1,16}}?)?(?:大幅|小幅|略微?)?"
    r"(?:增长|增加|提高|上升|上涨|下降|减少|降低|下跌|下滑)(?:了|约|近|至|到){0,2}$"
)
_SENTENCE = re.compile(r"[。！？!?；;\n]|\.(?=\s[A-Z]|\s*$)")
_CLAUSE = re.compile(r"[，,、]")
_PLACE = re.compile(rf"在([{HAN}]{{2}})")
_FROM_TO = re.compile(
    r"\bfrom (?P<one>[\w.,%-]{1,20}(?<![.,])) to (?P<other>[\w.,%-]{1,20}(?<![.,]))"
    rf"|[从由](?P<first>[{HAN}\d.%]{{1,8}}?)[{HAN}]{{0,4}}[到至](?P<second>[{HAN}\d.%]{{1,8}}?)(?=[，。,;；]|$)"
)
_FROM_TO_FRAME: Final = r"(?:\bfrom |[从由]){}(?: to |[一-鿿]{{0,4}}[到至]){}"
_PRONOUN = re.compile(r"(?:it|its|he|she|his|her|they|their|this|these|that|both|the)\b|[它其他她该这此两]", re.I)
_FEWEST: Final = 2
_MOST: Final = 0.5
_LOOK: Final = 48
_AFTER: Final = 40
_MOST_SHARED: Final = 0.8


def changes_another(claim: str, item: Item, source: str, matching: Sequence[Item], others: Sequence[Item]) -> bool:
    """Whether the claim says that one thing rose or fell by a number, and the source gives the number to another.

    The thing is in no sentence of the source with this number, but in one with another number of its family.
    """
    found = _CHANGE.search(_CLAUSE.split(claim[max(0, item.start - _LOOK) : item.start])[-1])
    if not found:
        return False
    head = found["head"]
    if any(head in _sentence(source, each) for each in matching):
        return False
    return any(head in _sentence(source, each) for each in others if each.family == item.family)


def happened_another_time(claim: str, item: Item, source: str, matching: Sequence[Item]) -> bool:
    """Whether the claim gives a date to what the source tells right before the clause with this date."""
    said = tokens_of_text(_CLAUSE.split(claim[item.end : item.end + _AFTER])[0])
    return len(said) > 1 and bool(matching) and all(_is_told_before(said, source, each) for each in matching)


def is_in_another_place(claim: str, item: Item, source: str, matching: Sequence[Item]) -> bool:
    """Whether the claim puts a number in one place, and the clauses of the source with it into another one."""
    claimed = _PLACE.search(_CLAUSE.split(claim[max(0, item.start - _LOOK) : item.start])[-1])
    if not claimed or claimed[1] not in source:
        return False
    given = [_PLACE.search(_CLAUSE.split(_before(source, each))[-1]) for each in matching]
    return bool(given) and all(place is not None and place[1] != claimed[1] for place in given)


def reverses_a_change(claim: str, source: str) -> bool:
    """Whether the claim says "from A to B" of what the source only says "from B to A"."""
    for change in _FROM_TO.finditer(claim):
        one, other = change["one"] or change["first"], change["other"] or change["second"]
        backward = re.compile(_FROM_TO_FRAME.format(re.escape(other), re.escape(one)))
        forward = re.compile(_FROM_TO_FRAME.format(re.escape(one), re.escape(other)))
        if one != other and backward.search(source) and not forward.search(source):
            return True
    return False


def is_unrelated(said: frozenset[str], source: str, matching: Sequence[Item]) -> bool:
    """Whether no sentence with the number or date has a word of its clause, and another sentence has most of them."""
    if len(said) < _FEWEST or not matching:
        return False
    held: list[tuple[int, int]] = []
    bounds = sentence_bounds(source)
    for index, (start, end) in enumerate(bounds):
        if any(start <= each.start < end for each in matching):
            is_continued = index > 0 and _PRONOUN.match(source[start:end].lstrip())
            held.append((bounds[index - 1][0] if is_continued else start, end))
    if any(tokens_of_text(source[start:end]) & said for start, end in held):
        return False
    return any(len(tokens_of_text(source[start:end]) & said) >= _MOST * len(said) for start, end in bounds)


def _is_told_before(said: frozenset[str], source: str, date: Item) -> bool:
    sentence = _before(source, date)
    clauses = _CLAUSE.split(sentence)
    own = ordered_tokens(_CLAUSE.split(_SENTENCE.split(source[date.end : date.end + _AFTER])[0])[0])
    if len(clauses) < 2 or not own or said & frozenset([*own, *ordered_tokens(clauses[-1])]):
        return False
    return len(said & tokens_of_text(clauses[-2])) >= _MOST_SHARED * len(said)


def _before(source: str, item: Item) -> str:
    return _SENTENCE.split(source[max(0, item.start - 3 * _LOOK) : item.start])[-1]


def _sentence(source: str, item: Item) -> str:
    return _before(source, item) + _SENTENCE.split(source[item.start : item.start + 2 * _LOOK])[0]
