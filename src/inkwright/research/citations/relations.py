"""The words that relate the parts of a statement, in English and Chinese: negation, cause, order, degree, scope, doubt.

Each relation has two patterns. `stated` is narrow: words with which a sentence states it beyond doubt. `shown` is wide:
everything with which a source may show it in other words. A relation that a sentence states and its source does not
even show was added by the writer.
"""

import re
from functools import lru_cache
from typing import Final, Literal, NamedTuple

Relation = Literal["negation", "cause", "before", "after", "rise", "fall", "all", "only", "doubt"]


class _Words(NamedTuple):
    stated: re.Pattern[str]
    shown: re.Pattern[str]


def _words(stated: str, stated_han: str, shown: str, shown_han: str) -> _Words:
    return _Words(
        re.compile(rf"\b(?:{stated})\b|{stated_han}", re.IGNORECASE),
        re.compile(rf"\b(?:{shown})\b|{shown_han}", re.IGNORECASE),
    )


_RANGE: Final = r"|\d[^.;]{0,40}\bto\b[^.;]{0,20}\d"
"""From one number to another: a rise or a fall without a word for it."""
_RELATIONS: Final[dict[Relation, _Words]] = {
    "negation": _words(
        r"not|never|none|nobody|neither|nor|cannot|without|fail(?:s|ed)|refus(?:e|es|ed)|reject\w*|den(?:y|ies|ied)|\w+n't",
        "没有|未(?!来|必)|不(?!同|仅|但|过|断|久|止|只|少|足|到|得)|拒绝|并非|无法|从未",
        r"not|no|never|none|nobody|nothing|neither|nor|cannot|without|hardly|barely|rarely|nil|lack\w*|unable|fail\w*"
        r"|refus\w+|reject\w*|declin(?:e[sd]?|ing) to|den(?:y|ies|ied)|turn\w* (?:\w+ ){0,3}down|in vain|impossible"
        r"|against|oppos\w+|except|excluding|short of|far from|otherwise|instead|rather than|insignificant|\w+n't"
        r"|un(?:changed|affected|answered|certain|likely)",
        "[未没无](?!论)|不(?!同|仅|但|过|断|久|止|只)|非(?!常|洲|遗)|否|拒|反对|缺|免|难以|停止|仍差|尚",
    ),
    "cause": _words(
        r"because|due to|owing to|thanks to|caus(?:e|es|ed|ing)|therefore|as a result|resulted in|led to|leads to"
        r"|attribut\w+|blam\w+|reason",
        "因为|由于|所以|导致|造成|原因|归因|因此|因而|引起",
        r"because|since|due to|owing to|thanks to|caus\w+|therefore|hence|thus|so|as|as a result|result\w* (?:in|from)"
        r"|led to|leads? to|reasons?|driven by|attribut\w+|credit\w*|blam\w+|put(?:s|ting)? (?:\w+ )?down to|owed? to"
        r"|explain\w*|what persuaded|behind|responsible for|on (?:the )?grounds|contribut\w+|ma[dk]es?|after|by",
        "因|由于|所以|致|使|令|造成|归功|得益|引起|从而|起作用|为此|才|让|后|之下|源于|凭",
    ),
    "before": _words(
        "before|earlier than|prior to|already|previously",
        "之前|以前|此前|已经|早于|先于",
        r"before|earlier|previous\w*|prior|until|already|beforehand|first|yet|once|originally|initial\w*|used to|long"
        r"|had|by",
        "前|先|早|已|原|本来|曾|初|以来|从前|过去",
    ),
    "after": _words(
        "after|afterwards|later|subsequently|followed",
        "之后|以后|随后|此后",
        r"after\w*|later|then|since|follow\w*|subsequent\w*|next|when|once|now|within|from|upon|in the wake|second|new"
        r"|until|by|has|have",
        "后|随|接着|才|再|继|次|起|直到|如今|现在|之下|转而|以来",
    ),
    "rise": _words(
        r"increas\w+|rose|risen|grew|grown|improv\w+|higher|more|larger|longer|greater|gone up|went up",
        "增加|增长|上升|提高|上涨|改善|高于|多于|超过|扩大",
        r"increas\w+|ris(?:e[sn]?|ing)|rose|gr[eo]w\w*|up|gain\w*|climb\w*|improv\w+|higher|high|more|most|larg\w+|long\w*"
        r"|great\w*|doubl\w+|tripl\w+|expand\w*|rais\w+|better|above|over|exceed\w*|surplus|fast\w*|added|extra|jump\w*"
        rf"|quadrupl\w+|times|best|strong\w*|spread|peak{_RANGE}",
        "增|升|涨|高|多|长|扩|改善|提|翻|超|大|强|快|盈|上|倍|余|好转|明显|旺|重",
    ),
    "fall": _words(
        r"decreas\w+|declin\w+|fell|fallen|dropped|reduc\w+|lower|less|fewer|smaller|shorter|shrank|lost",
        "减少|下降|降低|下跌|低于|少于|缩小|减轻|亏损",
        r"decreas\w+|declin\w+|fall\w*|fell|drop\w*|down|reduc\w+|low\w*|less|few\w*|small\w*|short\w*|shr[aiu]nk\w*|cut\w*"
        r"|los[eist]\w*|loss\w*|halv\w+|below|under|worse\w*|weak\w*|thinn\w+|retreat\w*|narrow\w*|cheap\w*|half|off|miss\w*"
        rf"|deficit|only|slow\w*{_RANGE}",
        "减|降|跌|低|少|短|缩|下|亏|弱|差|小|损|失|慢|半|只|仅|不足|不到",
    ),
    "all": _words(
        "all|every|each|both|any|entire|entirely|wholly|completely|fully|always",
        "全部|所有|每个|完全|遍及|任何|一律|全都|彻底",
        r"all|every\w*|each|both|any|entire\w*|wholly|completely|fully|always|whole|total\w*|nationwide|unanimous\w*|never"
        "|no|none|nobody|neither|altogether",
        "全|都|均|所有|每|完全|一律|遍|任何|悉数|一致|彻底|各|总|无一|皆",
    ),
    "only": _words(
        "only|solely|exclusively|alone",
        "唯一|仅有|只有",
        "only|just|solely|exclusively|alone|except|but|barely|no more than|until|merely|single",
        "只|仅|唯|单|才|不过|除",
    ),
    "doubt": _words(
        r"(?-i:may)|might|could|if|planned|plans? to|expected|intends? to|proposed|hopes? to|promised",
        "可能(?!性)|或许|如果|打算|预计|拟|有望|希望",
        r"(?-i:may)|might|could|would|should|possib\w+|likely|perhaps|probab\w+|plan\w*|expect\w*|hop(?:e|es|ed|ing)|intend\w*"
        r"|propos\w+|if|whether|suggest\w*|estimat\w*|think\w*|thought|believ\w+|opinion|view|seem\w*|appear\w*|warn\w*"
        r"|caution\w*|fear\w*|claim\w*|argu\w+|promis\w+|recommend\w*|want\w*|aim\w*|due to|to be",
        "可能|许|拟|计划|预计|打算|希望|推测|估计|如果|若|有望|建议|主张|认为|看来|看法|提醒|担心|觉得|想|提出|看好|怀疑",
    ),
}  # fmt: skip


@lru_cache(maxsize=2_048)
def relations_stated(text: str) -> frozenset[Relation]:
    """Return the relations that a folded text states."""
    return frozenset(name for name, words in _RELATIONS.items() if words.stated.search(text))


@lru_cache(maxsize=2_048)
def relations_shown(text: str) -> frozenset[Relation]:
    """Return the relations that a folded text may show."""
    return frozenset(name for name, words in _RELATIONS.items() if words.shown.search(text))
