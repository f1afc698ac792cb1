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
"""The maximum width of an event title, in columns."""

_CLAUSE_SEPARATOR = re.compile(r"[;；]\s*|,\s+(?:and|but|while)\s+|，(?=(?:公元|前|西元)?\s?\d{3,4}\s?年)")
_BEFORE = re.compile(
    r"(?:(?:It was |But |And |Then |Later,? )?(?:in|by|on|around|about|since|during|from|as early as|as late as)"
    r"(?: the)?(?: year| years| spring of| summer of| autumn of| winter of| beginning of the| end of the)?|"
    r"(?:到了?|于|在|自|从|直到|大约|约)?)\s*$",
    re.I,
)
_AFTER = re.compile(r"(?:起(?=[，,]))?[,，、:：\s]*")
# The date continues after its number: without it the rest would not be a sentence.
_DATE_CONTINUES = re.compile("[底初末春夏秋冬起]|前后|左右|以[来后前]|之[后前]|的")
_AT_THE_END = re.compile(
    r"(?:[,，]\s*+|(?<![\s,，])\s++)?+(?:in|by|on|around|about|during|from|since|at)(?: the)?(?: year)?\s*+$", re.I
)
_MARKS = re.compile(r"(?<![\s。．.；;，,、：:])[\s。．.；;，,、：:]++$")
_OPEN = re.compile(r"[(（]\s*$")


@dataclass(frozen=True, slots=True)
class DatedEvent:
    """An event, its date, and the sentence that reports it."""

    when: str
    title: str
    value: float
    sentence: Sentence


def dated_events(sentences: Sequence[Sentence]) -> list[DatedEvent]:
    """Return the dated events in chronological order; events of one date keep the order of the text."""
    found = [event for sentence in sentences for event in _events(sentence)]
    return sorted(found, key=lambda event: event.value)


def _events(sentence: Sentence) -> Iterator[DatedEvent]:
    if not is_usable(sentence.text):
        return
    for part in _dated_parts(one_line(sentence.text)):
        date = dates_in(part)[0]
        if title := _title(part, date):
            yield DatedEvent(date.text, title, date.value, sentence)


def _dated_parts(sentence_text: str) -> list[str]:
    """Return the sentence, or its parts if each of them has its own date."""
    cuts = [0]
    for separator in _CLAUSE_SEPARATOR.finditer(sentence_text):
        if dates_in(sentence_text[cuts[-1] : separator.start()]) and dates_in(sentence_text[separator.end() :]):
            cuts.append(separator.end())
    parts = [sentence_text[start:end] for start, end in zip(cuts, [*cuts[1:], len(sentence_text)], strict=True)]
    return [part for part in parts if dates_in(part)]


def _title(part: str, date: DateMention) -> str | None:
    """Return the event without its date, if the date is at the beginning or the end."""
    before, after = part[: date.start], part[date.end :]
    if _BEFORE.fullmatch(before) and not _DATE_CONTINUES.match(re.sub("^起(?=，)", "", after)):
        rest = after[match.end() :] if (match := _AFTER.match(after)) else after
    elif not _MARKS.sub("", after) and (tail := _AT_THE_END.search(before)):
        rest = before[: tail.start()]
    else:
        rest = part
    rest = as_sentence_start(_MARKS.sub("", rest.strip()))
    if column_width(rest) < 4 or not is_usable(rest):
        rest = _MARKS.sub("", part)
    # A conjunction may be left over from the part that was cut off.
    rest = re.sub(r"[,，]?\s+(?:and|but|while)$", "", rest)
    return shorten(rest, MAX_TITLE) or (rest if column_width(rest) <= 2 * MAX_TITLE else None)
