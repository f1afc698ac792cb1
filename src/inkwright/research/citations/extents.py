"""How many a sentence means, and how far it goes: "all" for "most", "will" for "plans to", the main one of two."""

import re
from typing import Final

from inkwright.research.citations.contexts import ordered_tokens, sentence_bounds, tokens_of_text

_EXTENTS: Final = tuple(
    (level, re.compile(pattern, re.I))
    for level, pattern in (
        (
            5,
            r"\b(?:all|every|each|everyone|everybody|both)\b(?! (?:over|the same|in all))"
            r"|所有|全部|全体|一律|(?<![首成古国京旧建])都(?![市城会督])|均(?![线值匀等])|每[个位名家所]",
        ),
        (4, r"\b(?:most|majority|mostly)\b(?! (?:important|common|recent|of all))|大?多数|大部分|多半|绝大"),
        (2, r"\b(?:some|several|a few|part|a number)\b(?! \d)|(?<!大)部分|有些|一些|若干|有的"),
        (1, r"\b(?:(?<!a )few|minority|hardly any)\b|少数|个别|极少"),
    )
)
_CLAUSE: Final = re.compile(r"[,，;；。:：]|\b(?:but|while|whereas|although|though)\b|但|而")
_PLANNED: Final = re.compile(
    r"\b(?:plan(?:s|ned)?|intend(?:s|ed)?|aim(?:s|ed)?|hope(?:s|d)?|expect(?:s|ed)?|propose[sd]?|want(?:s|ed)?) to\b"
    r"|\bis (?:expected|planned|due|to)\b|\bwould\b|\bwill\b"
    r"|计划|打算|预计|预期|拟|力争|希望|有望|将(?!军|近)|目标"
)
_FUTURE: Final = re.compile(
    r"\b(?:plan|intend|aim|hope|expect|propos|want|wish|target|goal|will|would|should|due|is to|are to|by 2\d{3})"
    r"|计划|打算|预计|预期|拟|力争|希望|有望|将|目标",
    re.I,
)
_MAIN: Final = re.compile(
    r"\b(?:main|chief|principal|primary|leading|most important|largest|biggest|greatest|highest)\b"
    r"|主要|首要|最大|最重要|最高"
)
_STAYING: Final = re.compile(
    r"\b(?:remain\w*|stay\w*|still|is|was|are|were|become|became|be)\b|仍|依然|是|为|成为", re.I
)
_FIGURE: Final = re.compile(r"\d[\d.,]*\d|\d")
_MOST: Final = 0.6
_HALF: Final = 0.5
_MOST_PLANNED: Final = 0.75
_FEWEST: Final = 2


def widens_an_extent(claim: str, source: str) -> bool:
    """Whether the claim names all or most, where each sentence of the source about it names fewer."""
    said = _level(claim)
    if said < 2:
        return False
    words = tokens_of_text(_plain(claim))
    told = [clause for clause in _clauses(source) if _is_about(words, clause)]
    levels = [level for clause in told if (level := _level(clause))]
    return bool(levels) and max(levels) < said


def _plain(text: str) -> str:
    for _, pattern in _EXTENTS:
        text = pattern.sub(" ", text)
    return text


def _clauses(source: str) -> list[str]:
    return [
        clause
        for start, end in sentence_bounds(source)
        for clause in _CLAUSE.split(source[start:end])
        if clause.strip()
    ]


def _level(text: str) -> int:
    """Return the widest extent that a text names, 0 if it names none."""
    return next((level for level, pattern in _EXTENTS if pattern.search(text)), 0)


def _is_about(words: frozenset[str], clause: str) -> bool:
    own = tokens_of_text(_plain(clause))
    shared = len(words & own)
    return shared >= _FEWEST and shared >= _MOST * min(len(words), len(own))


def states_a_plan_as_done(claim: str, source: str) -> bool:
    """Whether the claim reports as done what each sentence of the source about it only plans or expects."""
    if _FUTURE.search(claim):
        return False
    words = _words(claim)
    about = [source[start:end] for start, end in sentence_bounds(source)]
    about = [each for each in about if len(words & _words(each)) >= max(_FEWEST, _HALF * len(words))]
    return bool(about) and all(_is_only_planned(each, words) for each in about)


def _words(text: str) -> frozenset[str]:
    return tokens_of_text(text) | frozenset(_FIGURE.findall(text))


def _is_only_planned(sentence: str, words: frozenset[str]) -> bool:
    planned = _PLANNED.search(sentence)
    if planned is None:
        return False
    after = _words(_CLAUSE.split(sentence[planned.end() :])[0])
    return bool(after) and len(after & words) >= _MOST_PLANNED * len(after)


def names_another_main(claim: str, source: str) -> bool:
    """Whether the claim calls one thing the main one, and the only such clause of the source names another one."""
    called = _MAIN.search(claim)
    if called is None:
        return False
    named = ordered_tokens(claim[called.end() :])[:1]
    told = [clause for clause in _clauses(source) if (found := _MAIN.search(clause)) and found[0] == called[0]]
    told = [clause for clause in told if named and named[0] in tokens_of_text(clause)]
    if len(told) != 1:
        return False
    found = _MAIN.search(told[0])
    subject = frozenset(ordered_tokens(told[0][: found.start()])) if found else frozenset[str]()
    own = frozenset(ordered_tokens(claim[: called.start()]))
    is_known = bool(own & tokens_of_text(source))
    return bool(subject) and is_known and not subject & own and bool(_STAYING.search(told[0]))
