"""Small words that turn a sentence round: east for west, the whole for its part, another place, another agent."""

import re
from typing import Final

from inkwright.research.citations.contexts import Item, ordered_tokens
from inkwright.research.citations.folding import HAN

_PAIRS: Final = (
    "东西 南北 东南 东北 西南 西北 上下 左右 前后 内外 公私 公民 男女 新旧 新老 春秋 夏冬 早晚 买卖 进出 父母 兄弟 "
    "姐妹 升降 增减 强弱 长短 快慢 正副 初高 首末"
).split()
_CONTRASTS: Final = tuple((pair[at], pair[1 - at]) for pair in _PAIRS for at in (0, 1))
_AT = re.compile(r"\b(?P<verb>[a-z]{3,}) (?:in|at) (?P<place>[A-ZÀ-Þ][\wÀ-ÿ-]+)")
_BY = re.compile(
    rf"由(?P<agent>[{HAN}]{{2,9}}?)(?P<verb>设计|主持|创作|执导|撰写|建造|创办|发起|编写|负责|捐赠|发明|领导|主编)"
)
_PERSON: Final = 3
_PART = re.compile(r" of (?:the|its|their|his|her|these|those)\b(?! \d)")
_WHOLE_BEFORE = re.compile(r"\b\w+ (?:out )?of (?:the |its |their |his |her |these |those )?$")

_HEDGE_BEFORE: Final = (
    r"(?: (?:about|around|some|roughly|nearly|almost|over|only|just|the|his|her|its|their)){0,3}[ $€£]{0,3}"
)
_LED_BY = re.compile(rf"\b(?P<word>[a-z]{{4,}}){_HEDGE_BEFORE}$")
_OPPOSED = re.compile(
    r"\b(?:against|versus|unlike|compared (?:with|to)|than|instead of|rather than)(?: [a-z]+){0,2}[ $€£]{0,3}$"
)


def contrasts_with_source(claim: str, source: str) -> bool:
    """Whether the claim differs from its source in one word of a pair, in the place of a verb, or in its agent."""
    return _turns_a_word(claim, source) or _is_at_another_place(claim, source) or _is_by_another(claim, source)


def _turns_a_word(claim: str, source: str) -> bool:
    """Whether "城西区" is in the claim alone, and "城东区" in the source alone."""
    words = re.findall(f"(?=([{HAN}]{{3}}))", claim)
    return any(
        word[1] == one and word not in source and f"{word[0]}{other}{word[2]}" in source
        for word in words
        for one, other in _CONTRASTS
    )


def _is_at_another_place(claim: str, source: str) -> bool:
    """Whether the claim says "born in A", and the source says "born in B" only."""
    for found in _AT.finditer(claim):
        places = {other["place"] for other in _AT.finditer(source) if other["verb"] == found["verb"]}
        if places and found["place"] not in places and not {found["verb"], f"{found['verb']}s"} & _COMMON:
            return True
    return False


_COMMON: Final = frozenset("was were is are and that held found made used seen based said one many".split())


def _is_by_another(claim: str, source: str) -> bool:
    """Whether the claim says 由甲主持, and each 由…主持 of the source is of somebody else."""
    for found in _BY.finditer(claim):
        agents = re.findall(rf"由([^，。；、]{{2,20}}?)(?={found['verb']})", source)
        if agents and not any(found["agent"][-_PERSON:] in agent for agent in agents):
            return True
    return False


def is_part_for_whole(claim: str, item: Item, source: str, matching: list[Item]) -> bool:
    """Whether the claim says "eleven of her books" of the eleven of which the source names a part."""
    return (
        bool(_PART.match(claim, item.end))
        and bool(matching)
        and all(_WHOLE_BEFORE.search(source[max(0, each.start - 40) : each.start]) for each in matching)
    )


def is_of_the_other_side(claim: str, item: Item, source: str, matching: list[Item], others: list[Item]) -> bool:
    """Whether "Roos commanded 18,000" takes the number of the other side: "Roos commanded 6,500 against 18,000"."""
    led = _LED_BY.search(claim[max(0, item.start - _NEAR) : item.start])
    if not led or not matching:
        return False
    word = re.compile(rf"\b{led['word']}{_HEDGE_BEFORE}$")
    told = [
        other
        for other in others
        if other.family == matching[0].family and word.search(source[max(0, other.start - _NEAR) : other.start])
    ]
    return bool(told) and all(
        _OPPOSED.search(source[max(0, each.start - _NEAR) : each.start])
        and any(0 < each.start - other.start < _NEAR for other in told)
        for each in matching
    )


def has_other_predicate(claim: str, item: Item, source: str, matching: list[Item], others: list[Item]) -> bool:
    """Whether what a Chinese claim says after a number is what the source says after another number of the sentence."""
    if claim.isascii():
        return _is_listed_beside(claim, item, source, matching, others)
    said = _predicate(claim, item)
    if len(said) < _FEWEST or any(said & _predicate(source, each) for each in matching):
        return False
    return any(
        len(said & _predicate(source, other)) >= _FEWEST
        for other in others
        for each in matching
        if other.family == each.family and abs(other.start - each.start) < _NEAR
    )


_FEWEST: Final = 2
_NEAR: Final = 60
_LISTED: Final = 120


def _is_listed_beside(claim: str, item: Item, source: str, matching: list[Item], others: list[Item]) -> bool:
    """Whether a list such as "61 percent agree, 27 percent do not, and 12 percent were unsure" gives it to another."""
    for each in matching:
        near = [other for other in others if other.family == each.family and abs(other.start - each.start) < _NEAR]
        first = min([each, *near], key=lambda item: item.start)
        said = _predicate(claim, item) - frozenset(ordered_tokens(source[max(0, first.start - _LISTED) : first.start]))
        if not said or said & _predicate(source, each) or not any(said <= _predicate(source, other) for other in near):
            return False
    return bool(matching)


def _predicate(text: str, item: Item) -> frozenset[str]:
    return frozenset(ordered_tokens(re.split("[，。；、]|[,.;](?= |$)", text[item.end : item.end + _NEAR])[0]))
