"""The dated events of a text, in the order of their dates."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.artifacts.text import column_width, one_line
from inkwright.grounding.clauses import as_sentence_start, shorten
from inkwright.grounding.language.dates import DateMention, dates_in
from inkwright.grounding.source import Sentence
from inkwright.grounding.summary.ranking import is_usable

MAX_TITLE: Final = 120
"""So many columns may the title of an event have."""

_CLAUSE_SEPARATOR = re.compile(r"[;；]\s*|,\s+(?:and|but|while)\s+|，(?=(?:公元|前|西元)?\s?\d{3,4}\s?年)")
_BEFORE = re.compile(
    r"(?:(?:It was |But |And |Then |Later,? )?(?:in|by|on|around|about|since|during|from|as early as|as late as)"
    r"(?: the)?(?: year| years| spring of| summer of| autumn of| winter of| beginning of the| end of the)?|"
    r"(?:到了?|于|在|自|从|直到|大约|约)?)\s*$",
    re.I,
)
_AFTER = re.compile(r"(?:起(?=[，,]))?[,，、:：\s]*")
# The moment goes on behind its number: without it the rest would not be a sentence.
_DATE_CONTINUES = re.compile("[底初末春夏秋冬起]|前后|左右|以[来后前]|之[后前]|的")
_AT_THE_END = re.compile(r"[,，]?\s*(?:in|by|on|around|about|during|from|since|at)(?: the)?(?: year)?\s*$", re.I)
_MARKS = re.compile(r"[\s。．.；;，,、：:]+$")
_OPEN = re.compile(r"[(（]\s*$")


@dataclass(frozen=True, slots=True)
class DatedEvent:
    """What happened, when, and the sentence that says it."""

    when: str
    title: str
    value: float
    sentence: Sentence


def dated_events(sentences: Sequence[Sentence]) -> list[DatedEvent]:
    """The dated events of the sentences, by their dates; those of one date as they are told."""
    found = [event for sentence in sentences for event in _events(sentence)]
    return sorted(found, key=lambda event: event.value)


def _events(sentence: Sentence) -> Iterator[DatedEvent]:
    if not is_usable(sentence.text):
        return
    for part in _dated_parts(one_line(sentence.text)):
        moment = dates_in(part)[0]
        if title := _title(part, moment):
            yield DatedEvent(moment.text, title, moment.value, sentence)


def _dated_parts(said: str) -> list[str]:
    """The sentence, or its parts where each of them has a date of its own."""
    cuts = [0]
    for seam in _CLAUSE_SEPARATOR.finditer(said):
        if dates_in(said[cuts[-1] : seam.start()]) and dates_in(said[seam.end() :]):
            cuts.append(seam.end())
    parts = [said[start:end] for start, end in zip(cuts, [*cuts[1:], len(said)], strict=True)]
    return [part for part in parts if dates_in(part)]


def _title(part: str, moment: DateMention) -> str | None:
    """What is said of the moment, without the moment where it stands at the head or at the end."""
    before, behind = part[: moment.start], part[moment.end :]
    if _BEFORE.fullmatch(before) and not _DATE_CONTINUES.match(re.sub("^起(?=，)", "", behind)):
        rest = behind[match.end() :] if (match := _AFTER.match(behind)) else behind
    elif not _MARKS.sub("", behind) and (tail := _AT_THE_END.search(before)):
        rest = before[: tail.start()]
    else:
        rest = part
    rest = as_sentence_start(_MARKS.sub("", rest.strip()))
    if column_width(rest) < 4 or not is_usable(rest):
        rest = _MARKS.sub("", part)
    # A seam of the sentence that was cut off stays behind as a word alone.
    rest = re.sub(r"[,，]?\s+(?:and|but|while)$", "", rest)
    return shorten(rest, MAX_TITLE) or (rest if column_width(rest) <= 2 * MAX_TITLE else None)
