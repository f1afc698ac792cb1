"""Statements that a source holds back: only possible, or found to have no effect, but certain in the claim."""

import re
from typing import Final

from inkwright.research.citations.contexts import ordered_tokens, sentence_bounds, tokens_of_text

_POSSIBLE = re.compile(
    r"\b(?:may|might)(?! (?:not|never|[0-9]))\b(?=\s[a-z])"
    r"|\bcould(?= (?:be|have|become|reach|rise|fall|grow|shrink|increase|decrease|reduce|lower|raise|lead|cause|help|"
    r"disappear|vanish|double|cost|take|improve|damage|threaten|affect|explain|contribute|result|lose|gain|replace)\b)"
    r"|(?<![不尽])可能(?!性)|也许|或许|疑似|有望|或将"
)
_HEDGED = re.compile(
    r"\b(?:may|might|could|can|would|possib\w+|potential\w*|perhaps|probab\w+|likely|suggest\w*|estimat\w+|expect\w*"
    r"|predict\w*|believ\w+|think\w*|thought|suspect\w*|hop(?:e|es|ed|ing)\b|warn\w*|caution\w*|speculat\w+|seem\w*"
    r"|appear\w*|fear\w*|apparent\w*|unclear|question\w*|whether|if)\b"
    r"|可能|也许|或许|大概|似乎|推测|估计|预计|预期|疑似|有望|怀疑|猜测|推断|假如|如果|警告|提醒|是否|或与|或将|或会|恐",
    re.I,
)
_ENDS = re.compile(r"[,;:，；：。](?!\d)|\b(?:if|but|although|because|unless|when|while)\b|但|如果|，而")
_NULL = re.compile(
    r"\b(?:no|nor any|without any|without|any) (?:statistically )?(?:(?:significant|clear|measurable|detectable) )?"
    r"(?:effect|change|difference|impact|influence|improvement|increase|decrease|reduction|rise|fall|gain)s?\b"
    r"|\b(?:did|does|do|has|have|had) not (?:significantly |clearly |really )?"
    r"(?:chang|differ|improv|affect|alter)\w*(?: significantly)?"
    r"|\b(?:remain|stay)(?:ed|s)? (?:unchanged|constant|stable|the same)\b|\bunchanged\b"
    r"|没有(?:明显|显著)?(?:变化|改变|影响|差异|区别|提高|下降|改善)|[未无](?:明显|显著|见)?(?:变化|改变|影响|差异|区别)|不变|持平",
    re.I,
)
_CHANGING = re.compile(
    r"\b(?:rose|risen|rise[sn]?|rising|grew|grown?|grow(?:s|ing)|increas\w+|climb\w+|improv\w+|gain\w+|better|worse\w*"
    r"|fell|fallen|falls?|falling|declin\w+|drop\w*|decreas\w+|reduc\w+|lower\w*|rais(?:e|es|ed|ing)|chang\w+|affect\w*"
    r"|shr[aiu]nk\w*|cut|higher|more|less|fewer)\b"
    r"|增长|增加|提高|上升|上涨|改善|下降|减少|降低|下跌|变化|影响|缩小|扩大",
    re.I,
)
_NOT: Final = re.compile(
    r"\b(?:not|cannot|no|never|nor|neither|without|unchanged|hardly|barely|same)\b|n't\b|[不未无没]", re.I
)
_CAUSING = re.compile(r"\b(?:caus(?:e|es|ed|ing)|leads? to|led to|results? in|resulted in)\b|导致|造成|引起|使得", re.I)
_LINKED = re.compile(r"\b(?:link(?:ed|s)?|associat\w+|correlat\w+|relat(?:ed|ion|ionship))\b|关联|相关|有关", re.I)
_MOST: Final = 0.6
_FEWEST: Final = 2


def drops_a_hedge(claim: str, source: str) -> bool:
    """Whether the claim states as a fact what the source only calls possible."""
    if _HEDGED.search(claim):
        return False
    words = tokens_of_text(claim)
    found = False
    for start, end in sentence_bounds(source):
        sentence = source[start:end]
        possible = _POSSIBLE.search(sentence)
        if possible is None:
            if _is_told(words, ordered_tokens(sentence), tokens_of_text(sentence)):
                return False
            continue
        said = ordered_tokens(_ENDS.split(sentence[possible.end() :].lstrip(), maxsplit=1)[0])
        if said and (said[0] in words or not said[0].isascii()) and _is_told(words, said, tokens_of_text(sentence)):
            found = True
    return found


def turns_a_link_into_a_cause(claim: str, source: str) -> bool:
    """Whether the claim names a cause, and each sentence of the source about both of them only a connection."""
    if not _CAUSING.search(claim) or _LINKED.search(claim) or _NOT.search(claim):
        return False
    words = tokens_of_text(_CAUSING.sub(" ", claim))
    about = [source[start:end] for start, end in sentence_bounds(source)]
    about = [each for each in about if len(words & tokens_of_text(each)) >= max(_FEWEST, _MOST * len(words))]
    return bool(about) and all(_is_only_linked(each) for each in about)


def _is_only_linked(sentence: str) -> bool:
    stated = _CAUSING.search(sentence)
    is_denied = stated is not None and _NOT.search(sentence[max(0, stated.start() - 60) : stated.start()]) is not None
    return _LINKED.search(sentence) is not None and (stated is None or is_denied)


def _is_told(words: frozenset[str], said: list[str], sentence: frozenset[str]) -> bool:
    """Whether the claim has most of what is said, and most of the claim is in the sentence."""
    shared = words.intersection(said)
    least = min(_FEWEST, len(set(said)))
    return len(shared) >= max(least, _MOST * min(len(set(said)), len(words))) and len(words & sentence) >= _MOST * len(
        words
    )


def changes_what_did_not(claim: str, source: str) -> bool:
    """Whether the claim says that something changed, and the source says of it that nothing did."""
    if _NOT.search(claim) or not _CHANGING.search(claim):
        return False
    about = tokens_of_text(_CHANGING.sub(" ", claim))
    held = [source[start:end] for start, end in sentence_bounds(source)]
    nulls = [_null_about(each, null) for each in held for null in _NULL.finditer(each)]
    affirmed = [each for each in held if _CHANGING.search(_NULL.sub(" ", each)) and not _NULL.search(each)]
    for null in nulls:
        shared = about & null
        if null and shared == null and not any(shared <= tokens_of_text(each) for each in affirmed):
            return True
    return False


def _null_about(sentence: str, null: re.Match[str]) -> frozenset[str]:
    """Return what does not change: the words after "no effect on", else those before "did not change"."""
    after = _ENDS.split(sentence[null.end() :].strip(" ."), maxsplit=1)[0]
    named = re.match(r"\s?(?:on|in|to|for|between|of)\s+(?P<what>(?:(?!\bwas\b|\bwere\b).){3,60})", after)
    if named:
        return tokens_of_text(named["what"])
    before = _ENDS.split(sentence[: null.start()])[-1]
    return tokens_of_text(before)
