"""Negations and directions: whether a sentence affirms what its source denies, or turns a rise into a fall."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from inkwright.grounding.language.chinese import words_of
from inkwright.research.citations.contexts import ordered_tokens, sentence_bounds, tokens_of_text

_CUE = re.compile(
    r"\bunless\b|\b(?:not|never|no|none|nobody|nothing|neither|nor|cannot|without|fails? to|failed to|refused to|denied"
    r"|denies"
    r"|[a-z]+n't)\b|并未|未予|未能|未曾|没有|没能|无法|不能|不会|不是|并非|并不|从未|不再|不必|拒绝|否认|未"
    r"|无(?!论)|不(?!足|到|同|少|仅|断|过|得|如|及|但|等)|没"
)
_CLAUSE_END = re.compile(r"[，。；：;:!?！？\n]|[,.](?!\d)|\b(?:but|although|though|because|while|who|which)\b|但|而")
_NOT_ONLY = re.compile(
    r"\b(?:not only|no more than|no fewer than|no less than|no longer than|no later than|no doubt|nothing left|not "
    r"yet)\b|不仅|不只|不但|不亚于"
)
_RISE: Final = (
    r"\b(?:rose|rises?|rising|risen|raised?|raises|grew|grow[ns]?|growing|growth|increas\w+|climb\w*|up|gain\w*"
    r"|higher|more(?! than (?:[\d$€£]|a |half|one|two|three))|jump\w*"
    r"|longer|lengthen\w*|expand\w*)\b|增长|提高|上升|增加|上涨|[增升涨][至到为]|提升|扩大|延长|新增|上调"
    r"|比[^，。；,;]{1,24}[多高长大贵重]出?了?约?$"
)
_FALL: Final = (
    r"\b(?:fell|falls?|falling|fallen|(?:fewer|less)(?! than (?:[\d$€£]|a |half|one|two|three))|decreas\w+"
    r"|dropp?\w*|declin\w+|down|lower\w*|shr[aiu]nk\w*|lost"
    r"|los[ei]\w*|reduc\w+"
    r"|cut|shorter|shorten\w*|narrow\w*|thinned)\b|下降|减少|降低|缩短|下跌|[减降跌][至到为]|缩小|萎缩|下滑|下调"
    r"|比[^，。；,;]{1,24}[少低短小轻]了?约?$"
)
_DIRECTIONS: Final = {"rise": re.compile(_RISE, re.I), "fall": re.compile(_FALL, re.I)}
_TO = re.compile(r"(?:\bto (?:about |around |nearly |over |just )?|[至到]了?约?)[$€£¥]?$")
_FROM = re.compile(
    r"(?:\bfrom (?:about |around |nearly |over |just )?|[由从](?:[12]\d{3}年的?|原来的?|此前的?|上年的?)?约?)[$€£¥]?$"
)
_OPPOSITES: Final = tuple(
    tuple(re.compile(side, re.I) for side in pair.split(" = "))
    for pair in (
        r"\b(?:vot(?:e[sd]?|ing)|argued|campaigned)\b[^.;,]{0,30} (?:for\b|to [a-z]{3})"
        r" = \b(?:vot(?:e[sd]?|ing)|argued|campaigned)\b[^.;,]{0,30} against\b",
        r"\b(?:accept|approv|adopt)\w*|\bvot(?:e[sd]?|ing)\b[^.;,]{0,30} (?:for\b|to [a-z]{3})"
        r" = \b(?:reject|refus|dismiss)\w*|\bturn\w*(?: \w+){0,3} down\b",
        r"\bwon\b = \blost\b",
        r"\b(?:upheld|confirmed) = \b(?:overturned|reversed|quashed)",
        r"\bprofits?\b = \bloss(?:es)?\b",
        r"\b(?:ban|banned|bans|prohibit\w*|forbid\w*|forbade)\b = \b(?:allow\w*|permit\w*)\b",
        r"\bhighest\b = \blowest\b",
        r"\blargest\b = \bsmallest\b",
        r"\boldest\b = \byoungest\b",
        r"\b(?:included|including)\b = \b(?:excluded|excluding)\b",
        r"\bpraised\b = \bcriticised|criticized\b",
        r"\bpublic\b = \bprivate\b",
        r"\babolished\b = \bintroduced\b",
        r"\b(?:wom[ae]n|girls?|females?)\b = \b(?:m[ae]n|boys?|males?)\b",
        r"\b(?:imports?|imported)\b = \b(?:exports?|exported)\b",
        r"\brural\b = \b(?:urban|city)\b",
        r"\beast(?:wards?|ern)?\b = \bwest(?:wards?|ern)?\b",
        r"\bnorth(?:wards?|ern)?\b = \bsouth(?:wards?|ern)?\b",
        r"\b(?:convicted|sentenced)\b = \b(?:acquitted|cleared)\b",
        r"\b(?:oldest|older)\b = \b(?:youngest|younger)\b",
        "女 = 男",
        "进口 = 出口",
        "农村|乡村 = 城市|城镇",
        "必修 = 选修",
        "赞成|支持 = 反对",
        "维持原判|维持.{0,4}原判 = 撤销|推翻|改判",
        "净?盈利|净利润 = 亏损",
        "最高 = 最低",
        "最多 = 最少",
        "最大 = 最小",
        "允许 = 禁止",
        "获批 = 被拒",
        "胜诉 = 败诉",
        "顺差 = 逆差",
        r"\bboth\b = \bneither\b",
        r"\bsupport\w* = \boppos\w*|\bagainst\b",
        r"\bupper\b = \blower\b",
        "严重|惨重|较重 = 轻微|较轻",
        r"\bonly\b = \bexcept\b",
        "开放|开馆|营业 = 闭馆|关闭|停业",
        "[强](?=[，。；]|$) = [弱](?=[，。；]|$|，)",
        "(?:高|大|快|好|多|长)(?=[，。；]|$) = (?:低|小|慢|差|少|短)(?=[，。；]|$)",
        "高于 = 低于",
        "超过 = 低于",
        "早于 = 晚于",
    )
)
_SAYING: Final = frozenset("say tell know think whether believ".split())
_WORDS = re.compile(r"[A-Za-z][A-Za-z'-]*|[一-鿿]+")
_FIGURE = re.compile(r"\d[\d.,]*\d")
_NEGATIVE = re.compile(
    r"\b(?:bann?|prohibit|forb[ia]d|reject|refus|declin|lack|avoid|prevent|stopp?|unable|impossible|hardly|rarely"
    r"|barely|fail)|禁|避免|防止|停止|拒|难以|缺|反对|免于|否决",
    re.I,
)
_SAME: Final = 3
_SHORT: Final = 2
"""Tokens of a sentence that says nothing else: "The species does not migrate"."""
_LOOK_HAN: Final = 12
_FOCUS: Final = 4
_LOOK: Final = 60


class Denial(NamedTuple):
    """The first words after a negation, in order and as a set, and all of its sentence, as tokens."""

    words: tuple[str, ...]
    focus: frozenset[str]
    sentence: frozenset[str]

    @property
    def first(self) -> str:
        """The first word after the negation."""
        return self.words[0]


@lru_cache(maxsize=128)
def denials_in(text: str) -> tuple[Denial, ...]:
    """Return what each negation of a text denies."""
    return tuple(_denials(text))


def _denials(text: str) -> Iterator[Denial]:
    for start, end in sentence_bounds(text):
        sentence = text[start:end]
        for cue in _CUE.finditer(sentence.lower()):
            if _NOT_ONLY.match(sentence.lower(), cue.start()):
                continue
            clause = _CLAUSE_END.split(sentence[cue.end() : cue.end() + _LOOK], maxsplit=1)[0]
            focus = [token for token in ordered_tokens(" ".join(_leading_words(clause))) if token not in _SAYING]
            if focus:
                yield Denial(tuple(focus), frozenset(focus), tokens_of_text(sentence))


def _leading_words(clause: str) -> list[str]:
    """Return the first few English words, or the first Chinese word of at least two characters."""
    kept: list[str] = []
    for word in _WORDS.findall(clause):
        if not word[0].isascii():
            words = [each.text for each in words_of(word[:_LOOK_HAN]) if len(each.text) > 1] or [word[:2]]
            return [*kept, words[0]]
        kept.append(word)
        if len(tokens_of_text(" ".join(kept))) >= _FOCUS:
            break
    return kept


@lru_cache(maxsize=128)
def affirmed_in(text: str) -> frozenset[str]:
    """Return the tokens of a text outside its negations."""
    rest: list[str] = []
    for start, end in sentence_bounds(text):
        sentence = text[start:end]
        place = 0
        for cue in _CUE.finditer(sentence.lower()):
            if cue.start() < place or _NOT_ONLY.match(sentence.lower(), cue.start()):
                continue
            rest.append(sentence[place : cue.start()])
            stop = _CLAUSE_END.search(sentence, cue.end())
            place = stop.start() if stop else len(sentence)
        rest.append(sentence[place:])
    return tokens_of_text(" \n ".join(rest))


def contradicts_source(claim: str, source: str) -> bool:
    """Whether the claim affirms what the source only denies, or denies what the source affirms in one sentence."""
    return _affirms_denied(claim, source) or _denies_affirmed(claim, source) or _is_opposite(claim, source)


def _affirms_denied(claim: str, source: str) -> bool:
    negative = {found[0].lower() for found in _NEGATIVE.finditer(claim)}
    if negative - {found[0].lower() for found in _NEGATIVE.finditer(source)}:
        return False
    affirmed = affirmed_in(claim)
    words = tokens_of_text(claim)
    for denial in denials_in(source):
        if not denial.focus & affirmed:
            continue
        if len(denial.sentence) <= _SHORT and denial.focus <= affirmed - affirmed_in(source):
            return True
        own = denial.focus - _known(denial, words, source)
        shared = own & affirmed
        is_same_matter = len(denial.sentence & words) >= 2
        first = next((word for word in denial.words if word in own), "")
        if (
            first in shared
            and is_same_matter
            and (2 * len(shared) >= len(own) or _is_alike(denial, words))
            and not _is_denied(shared, claim)
        ):
            return True
    return False


def _is_alike(denial: Denial, words: frozenset[str]) -> bool:
    """Whether the claim has most of what the sentence says before its negation: "won the prize but refused to"."""
    return len((denial.sentence - denial.focus) & words) >= 2


def _known(denial: Denial, words: frozenset[str], source: str) -> frozenset[str]:
    """Return what the source affirms in sentences that are at least as near to the claim as the denial is."""
    least = min(_SAME, len(denial.sentence & words - denial.focus))
    return frozenset[str]().union(
        *(
            affirmed_in(sentence)
            for sentence in _sentences(source)
            if len(tokens_of_text(sentence) & words - denial.focus) >= least
        )
    )


def _denies_affirmed(claim: str, source: str) -> bool:
    denied = [denial for denial in denials_in(claim) if denial.focus <= affirmed_in(source)]
    if not denied:
        return False
    refused = frozenset[str]().union(*(denial.focus for denial in denials_in(source)))
    affirming = [sentence for sentence in _sentences(source) if not _NEGATIVE.search(sentence)]
    return any(
        not denial.focus & refused and _is_stated(denial, tokens_of_text(sentence))
        for denial in denied
        for sentence in affirming
    )


def _sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_bounds(text)]


def _is_stated(denial: Denial, sentence: frozenset[str]) -> bool:
    """Whether a sentence of the source has what is denied, with enough of the same words."""
    is_telling = len(denial.focus) >= 2 or (not denial.first.isascii() and len(denial.sentence & sentence) >= _SAME)
    return denial.focus <= sentence and is_telling


def _is_opposite(claim: str, source: str) -> bool:
    """Whether the claim has one of two opposite words and the matching sentence of the source only the other one."""
    if _CUE.search(claim.lower()):
        return False
    words = tokens_of_text(claim) | _figures(claim)
    alike = [
        sentence for sentence in _sentences(source) if len((tokens_of_text(sentence) | _figures(sentence)) & words) >= 2
    ]
    clauses = [clause for sentence in alike for clause in _CLAUSE_END.split(sentence)]
    most = max((len(tokens_of_text(clause) & words) for clause in clauses), default=0)
    best = [clause for clause in clauses if len(tokens_of_text(clause) & words) == most >= 2]
    for pair in _OPPOSITES:
        for one, other in (pair, pair[::-1]):
            if one.search(claim) and not other.search(claim):
                told = alike if not one.search(source) else best
                if any(_is_affirmed(other, each) and not one.search(each) for each in told):
                    return True
    return False


def _is_affirmed(word: re.Pattern[str], sentence: str) -> bool:
    """Whether the sentence has the word in a clause without a negation."""
    for found in word.finditer(sentence):
        before, after = _CLAUSE_END.split(sentence[: found.start()])[-1], _CLAUSE_END.split(sentence[found.end() :])[0]
        if not _CUE.search(f"{before} {after}".lower()):
            return True
    return False


def _figures(text: str) -> frozenset[str]:
    return frozenset(_FIGURE.findall(text))


def _is_denied(tokens: frozenset[str], claim: str) -> bool:
    return any(tokens & denial.focus for denial in denials_in(claim))


def is_end_of_change(text: str, start: int) -> bool:
    """Whether the number at this place is what something changed to: 降至, fell to."""
    before = _CLAUSE_END.split(text[max(0, start - _LOOK) : start])[-1]
    return _TO.search(before) is not None and any(pattern.search(before) for pattern in _DIRECTIONS.values())


def is_start_of_change(text: str, start: int) -> bool:
    """Whether the number at this place is what something changed from."""
    return _FROM.search(text[max(0, start - _LOOK) : start]) is not None


def direction_near(text: str, start: int, end: int) -> frozenset[str]:
    """Return the directions that the words around a number give."""
    before = _CLAUSE_END.split(text[max(0, start - _LOOK) : start])[-1]
    after = _CLAUSE_END.split(text[end : end + _LOOK // 2], maxsplit=1)[0]
    return frozenset(name for name, pattern in _DIRECTIONS.items() if pattern.search(before) or pattern.search(after))
