"""What a number is counted by, a day or a year, and things that a number or letter tells apart: Line 2, 二号线."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from inkwright.research.citations.contexts import Item, ordered_tokens, sentence_bounds, tokens_of_text
from inkwright.research.citations.numerals import han_value

_PERIODS: Final = {
    "hour": re.compile(r"\b(?:hourly|(?:per|an|every|each) hour)\b|每小时|时薪", re.I),
    "day": re.compile(r"\b(?:daily|(?:per|a|every|each) day)\b|每天|每日|日(?:均|产|薪|客流)", re.I),
    "week": re.compile(r"\b(?:weekly|(?:per|a|every|each) week)\b|每周|每星期|周(?:均|薪)", re.I),
    "month": re.compile(
        r"\b(?:monthly|(?:per|a|every|each) month)\b|每个?月|月(?:均|收入|薪|工资|租|费|产|支出)", re.I
    ),
    "year": re.compile(
        r"\b(?:annual(?:ly)?|yearly|(?:per|a|every|each) year)\b|每年|(?<!\d)年(?:均|收入|薪|工资|租金|费用|产量|支出)",
        re.I,
    ),
}
_LABELLED = re.compile(
    r"(?P<han>[一二三四五六七八九十]{1,3}|\d{1,3})(?P<kind>号[线楼馆院机炉井站]|[班组队](?!员))"
    r"|\b(?P<word>Line|Group|Phase|Unit|Stage|Block|Room|Hall|Plant|Team|Class|Zone|Site|Model|Building|Gate|Lane)s? "
    r"(?P<name>\d{1,3}|[A-Z])\b"
)
_CUT = re.compile(r"[，,；;。]|\b(?:and|or)\b|或|和")
_CLAUSE = re.compile(r"[，,；;]")
_FULL_STOP = re.compile(r"\.\s|[。！？\n]")
_LOOK: Final = 40
_SENTENCE: Final = 200
_AFTER: Final = 24
_TELLING: Final = 3


def period_near(text: str, start: int, end: int) -> frozenset[str]:
    """Return the periods that the clause around a number is counted by."""
    before = _CUT.split(text[max(0, start - _LOOK) : start])[-1]
    after = _CUT.split(text[end : end + _AFTER], maxsplit=1)[0]
    return frozenset(name for name, pattern in _PERIODS.items() if pattern.search(before) or pattern.search(after))


def shared_period(text: str, item: Item) -> frozenset[str]:
    """Return the period of a number without a noun: that of the numbers before it in its sentence."""
    if item.noun or item.family:
        return frozenset()
    before = _FULL_STOP.split(text[max(0, item.start - _SENTENCE) : item.start])[-1]
    return frozenset(name for name, pattern in _PERIODS.items() if pattern.search(before))


def labels_in(text: str) -> frozenset[tuple[str, str]]:
    """Return the labelled things of a text: what they are, and their number or letter."""
    found = set()
    for match in _LABELLED.finditer(text):
        if match["word"]:
            found.add((match["word"].lower(), match["name"]))
        else:
            number = match["han"] if match["han"].isdigit() else str(int(han_value(match["han"])))
            found.add((match["kind"], number))
    return frozenset(found)


def names_another_label(claim: str, source: str) -> bool:
    """Whether the sentence of the source that says the same says it of another thing of this kind."""
    claimed = labels_in(claim)
    if len(claimed) != 1:
        return False
    ((kind, _),) = claimed
    words = frozenset(ordered_tokens(_LABELLED.sub(" ", claim)))
    clauses = [(len(words & tokens_of_text(clause)), labels) for clause, labels in _labelled_clauses(source)]
    best = max((count for count, _ in clauses), default=0)
    if best < _TELLING or 2 * best < len(words):
        return False
    alike = [labels for count, labels in clauses if 3 * count > 2 * best]
    return not any(claimed & labels for labels in alike) and any(own == kind for labels in alike for own, _ in labels)


def is_of_another_label(claim: str, item: Item, source: str, matching: Sequence[Item]) -> bool:
    """Whether the claim gives a number to "Line 2", and the source gives it to "Line 1"."""
    claimed = labels_in(_FULL_STOP.split(claim[max(0, item.start - _SENTENCE) : item.start])[-1])
    if len(claimed) != 1 or not matching:
        return False
    ((kind, _),) = claimed
    for each in matching:
        before = _FULL_STOP.split(source[max(0, each.start - _SENTENCE) : each.start])[-1]
        last = list(_LABELLED.finditer(before))[-1:]
        labels = labels_in(last[0][0]) if last else frozenset()
        if not labels or labels & claimed or all(own != kind for own, _ in labels):
            return False
    return True


def _labelled_clauses(source: str) -> Iterator[tuple[str, frozenset[tuple[str, str]]]]:
    """Yield each clause without its labels, with them, or with those of the clause before it in its sentence."""
    for start, end in sentence_bounds(source):
        labels = frozenset[tuple[str, str]]()
        for clause in _CLAUSE.split(source[start:end]):
            labels = labels_in(clause) or labels
            yield _LABELLED.sub(" ", clause), labels
