"""English names of people, places and organisations, and the countries and continents of both languages."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from inkwright.grounding.language.english import DETERMINERS, MONTHS_AND_DAYS, EnglishToken, parts_of_speech
from inkwright.grounding.source import TermKind

COUNTRIES: Final = frozenset(
    "argentina austria bangladesh belgium bolivia brazil bulgaria canada chile china colombia croatia cuba cyprus "
    "denmark ecuador egypt england ethiopia finland france germany ghana greece hungary iceland india indonesia "
    "iran iraq ireland israel italy jamaica japan jordan kenya korea lebanon libya luxembourg malaysia malta "
    "mexico mongolia morocco nepal netherlands nigeria norway pakistan panama paraguay persia peru philippines "
    "poland portugal prussia romania russia scotland serbia singapore slovakia slovenia somalia spain sudan sweden "
    "switzerland syria tanzania thailand tunisia turkey uganda ukraine uruguay venezuela vietnam wales zambia "
    "zimbabwe "
    "中国 日本 韩国 朝鲜 蒙古 越南 泰国 缅甸 印度 印度尼西亚 马来西亚 新加坡 菲律宾 伊朗 伊拉克 以色列 土耳其 "
    "沙特阿拉伯 埃及 南非 肯尼亚 尼日利亚 埃塞俄比亚 英国 法国 德国 意大利 西班牙 葡萄牙 荷兰 比利时 瑞士 奥地利 "
    "希腊 俄罗斯 苏联 乌克兰 波兰 瑞典 挪威 芬兰 丹麦 冰岛 匈牙利 美国 加拿大 墨西哥 巴西 阿根廷 智利 秘鲁 古巴 "
    "澳大利亚 新西兰 波斯".split()
)

CONTINENTS_AND_REGIONS: Final = frozenset(
    "africa asia europe america australia world earth britain "
    "非洲 亚洲 欧洲 美洲 中国 我国 世界 地球 全国 国内 国外".split()
)
"""Regions that contain other places: what is true of a place in one of them may also be true of the region."""


_TITLES: Final = frozenset(
    "king queen emperor empress president general professor saint sir lady lord prince princess captain doctor pope "
    "admiral duke minister explorer physicist chemist biologist scientist astronomer engineer inventor mathematician "
    "philosopher writer poet painter farmer doctor geographer historian sailor priest".split()
)
_PERSON_VERBS: Final = frozenset(
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
# The words that may appear inside a name.
_NAME_CONNECTORS: Final = frozenset(
    [(), ("of",), ("of", "the"), ("van",), ("van", "der"), ("von",), ("de",), ("de", "la"), ("da",), ("del",), ("ibn",)]
)
_PLACE_PREPOSITIONS: Final = frozenset("in at near into across throughout outside inside".split())
_DIRECTION_PREPOSITIONS: Final = frozenset(
    "in at near from to into across throughout around outside inside through toward towards".split()
)


def name_kinds(sentences: Iterable[Sequence[EnglishToken]]) -> Mapping[str, TermKind]:
    """Return the kind of each name, judged by its context; "name" if the context does not show the kind."""
    votes: dict[str, Counter[TermKind]] = {}
    for tokens in sentences:
        for first, last in name_runs(tokens):
            name = name_text(tokens, first, last)
            votes.setdefault(name, Counter()).update([_kind_vote(tokens, first, last)])
    found = {name: _kind_from_votes(name, counted) for name, counted in votes.items()}
    # "Fleming" refers to the person "Alexander Fleming".
    persons = [name.split() for name, kind in found.items() if kind == "person"]
    whole: dict[str, TermKind] = {words[-1]: "person" for words in persons if len(words) > 1 and "of" not in words}
    return {name: whole.get(name, kind) for name, kind in found.items()}


def name_runs(tokens: Sequence[EnglishToken]) -> Iterable[tuple[int, int]]:
    """Yield the first and last token index of each run of names; "of" and "the" may appear inside a run."""
    index = 0
    while index < len(tokens):
        if tokens[index].kind != "name" or tokens[index].text.lower() in MONTHS_AND_DAYS:
            index += 1
            continue
        last = index
        while (following := _next_name(tokens, last)) is not None:
            last = following
        yield index, last
        index = last + 1


def name_text(tokens: Sequence[EnglishToken], first: int, last: int) -> str:
    """Return the name as written."""
    return " ".join(token.text for token in tokens[first : last + 1])


def _next_name(tokens: Sequence[EnglishToken], last: int) -> int | None:
    for distance in (1, 2, 3):
        words = tuple(token.text for token in tokens[last + 1 : last + distance])
        index = last + distance
        if words in _NAME_CONNECTORS and index < len(tokens) and tokens[index].kind == "name":
            return index if tokens[index].text.lower() not in MONTHS_AND_DAYS else None
    return None


def _kind_vote(tokens: Sequence[EnglishToken], first: int, last: int) -> TermKind:
    words = {token.text.lower() for token in tokens[first : last + 1]}
    before = tokens[first - 1].text.lower() if first else ""
    following = tokens[last + 1].text.lower() if last + 1 < len(tokens) else ""
    if words & _EVENTS:
        return "name"
    if words & _ORGANISATIONS:
        return "organisation"
    if words & _PLACES:
        return "place"
    born = " ".join(token.text for token in tokens[last + 1 : last + 3])
    if before in _TITLES or words & _TITLES or following in _PERSON_VERBS or born in ("was born", "had been"):
        return "person"
    if words & _KNOWN_PLACES:
        return "place"
    if before in _PLACE_PREPOSITIONS and tokens[first].text.lower() not in DETERMINERS:
        return "place"
    if (
        last > first
        and not parts_of_speech(tokens[last].text.lower())
        and not words & {"of", "the"}
        and before != "the"
    ):
        return "person"
    return "place" if before in _DIRECTION_PREPOSITIONS and tokens[first].text.lower() not in DETERMINERS else "name"


def _kind_from_votes(name: str, votes: Counter[TermKind]) -> TermKind:
    informative: Counter[TermKind] = Counter({kind: count for kind, count in votes.items() if kind != "name"})
    if not informative or re.fullmatch("[A-Z]{2,5}s?", name):
        return "name"
    [(kind, _)] = informative.most_common(1)
    return kind
