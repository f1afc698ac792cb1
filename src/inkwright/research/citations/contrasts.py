"""A cited sentence changed so that it says something else: names exchanged, an order or direction turned, or denied.

A reader who approves a sentence and its contrast does not see what the sentence depends on.
"""

import re
from itertools import combinations
from typing import Final

from inkwright.grounding.language.english import FUNCTION_WORDS
from inkwright.research.citations.folding import is_chinese
from inkwright.research.citations.names import NameFound, names_in

_PAIRS: Final = (
    "before=after earlier=later more=fewer higher=lower larger=smaller longer=shorter increased=decreased rose=fell "
    "grew=shrank risen=fallen increase=decrease rise=fall gained=lost best=worst most=least accepted=rejected "
    "supported=opposed approved=rejected highest=lowest largest=smallest because=although all=none always=never",
    "之前=之后 以前=以后 早于=晚于 高于=低于 多于=少于 超过=不足 增加=减少 增长=下降 上升=下降 提高=降低 "
    "上涨=下跌 改善=恶化 扩大=缩小 支持=反对 赞成=反对 批准=否决 同意=拒绝 最高=最低 最多=最少 因为=尽管 所有=没有",
)
_OPPOSITES: Final = {
    first: second
    for pairs in _PAIRS
    for one, other in (pair.split("=") for pair in pairs.split())
    for first, second in ((one, other), (other, one))
}
_TURNED: Final = re.compile(
    "|".join(rf"\b{word}\b" if word.isascii() else word for word in sorted(_OPPOSITES, key=len, reverse=True))
)
_AUXILIARY: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|could|may|might|will|would|should|must|did|does|do)\b(?P<denied> not\b)?"
)
_LISTED: Final = re.compile(r"\s?(?:and|or|&|,|，|、|和|与|及|同)\s?(?:the )?")


def contrast_of(sentence: str) -> str:
    """Return a sentence that is false where this one is true."""
    return _with_names_exchanged(sentence) or _with_opposite(sentence) or _denied(sentence)


def _with_names_exchanged(sentence: str) -> str:
    names = [name for name in names_in(sentence) if name.end - name.start > 1]
    for first, second in combinations(names, 2):
        if _may_exchange(first, second, sentence):
            between = sentence[first.end : second.start]
            return f"{sentence[: first.start]}{second.text}{between}{first.text}{sentence[second.end :]}"
    return ""


def _may_exchange(first: NameFound, second: NameFound, sentence: str) -> bool:
    """Whether two names do different things: "Ann and Bo", or a person and the town that she comes from, may not."""
    is_apart = first.end < second.start and not _LISTED.fullmatch(sentence[first.end : second.start])
    is_alike = first.is_person == second.is_person and first.text.isascii() == second.text.isascii()
    return is_apart and is_alike and not first.original and first.text != second.text


def _with_opposite(sentence: str) -> str:
    found = _TURNED.search(sentence)
    return f"{sentence[: found.start()]}{_OPPOSITES[found[0]]}{sentence[found.end() :]}" if found else ""


def _denied(sentence: str) -> str:
    if is_chinese(sentence):
        return f"并非{sentence}"
    if found := _AUXILIARY.search(sentence):
        end = found.start("denied") if found["denied"] else found.end()
        return f"{sentence[:end]}{'' if found['denied'] else ' not'}{sentence[found.end() :]}"
    first, _, rest = sentence.partition(" ")
    opening = first.lower() if first.lower() in FUNCTION_WORDS else first
    return f"It is not true that {opening} {rest}"
