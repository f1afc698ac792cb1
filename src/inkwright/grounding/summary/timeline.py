"""The dated events of a text: whole sentences that say when something happened, in the order of their dates."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from inkwright.grounding.language.dates import dates_in
from inkwright.grounding.source import Sentence
from inkwright.grounding.statements import Statement

# The date says when: it opens the sentence, or follows a preposition. "The War of 1812" is a name.
_BEFORE = re.compile(
    r"(?:^|[,;] |\b)(?:in|by|on|around|about|since|during|from|until|as early as)(?: the)?"
    r"(?: years?| (?:early|mid|late)| spring of| summer of| autumn of| fall of| winter of"
    r"| beginning of(?: the)?| end of(?: the)?)?\s*$"
    r"|^\s*$|(?:^|[，；]|[于在自从到至])\s*$",
    re.IGNORECASE,
)
# The date belongs to a clause inside the sentence.
_SUBORDINATE = re.compile(
    r"\b(?:which|who|whom|whose|that|where|when|while|because|although|since|after|before)\b|[(（]", re.I
)


@dataclass(frozen=True, slots=True)
class DatedEvent:
    """A date, and the sentence that reports what happened."""

    when: str
    value: float
    sentence: Sentence


def dated_events(statements: Sequence[Statement]) -> list[DatedEvent]:
    """Return the dated events in chronological order; events of one date keep the order of the text."""
    found = [event for statement in statements if (event := _event(statement))]
    return sorted(found, key=lambda event: event.value)


def _event(statement: Statement) -> DatedEvent | None:
    """Return the event of a single sentence with a single date."""
    sentence = statement.first.sentence
    dates = dates_in(sentence.text)
    if len(statement.sentences) > 1 or len(dates) != 1:
        return None
    before = sentence.text[: dates[0].start]
    if not _BEFORE.search(before) or _SUBORDINATE.search(before):
        return None
    return DatedEvent(dates[0].text, dates[0].value, sentence)
