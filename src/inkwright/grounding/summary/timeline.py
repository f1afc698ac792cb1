"""The dated events of a text: whole sentences that say when something happened, in the order of their dates."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from inkwright.grounding.context_dependence import depends_on_previous, is_question, refers_back
from inkwright.grounding.language.dates import dates_in
from inkwright.grounding.self_contained import points_elsewhere
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
# A capital or a Chinese character, and one full stop at its end. After the stop of a short form comes a small letter.
_ONE_SENTENCE = re.compile(r"[A-Z\d\u4e00-\u9fff](?:[^.!?。！？]|[.](?=[\w,;)]| [a-z\d]))+[.。]")


@dataclass(frozen=True, slots=True)
class DatedEvent:
    """A date, and the sentence that reports what happened."""

    when: str
    value: float
    sentence: Sentence


def dated_events(statements: Sequence[Statement], items: Sequence[Sentence] = ()) -> list[DatedEvent]:
    """Return the dated events of statements and list items in chronological order.

    Events of one date keep the order of the text.
    """
    alone = [each.alone for each in statements if each.alone]
    whole = [item for item in items if _is_whole_item(item.text)]
    found = [event for sentence in (*alone, *whole) if (event := _event(sentence))]
    return sorted(found, key=lambda event: event.value)


def _is_whole_item(item: str) -> bool:
    """Whether an item of a list is one sentence that needs no other."""
    is_sentence = _ONE_SENTENCE.fullmatch(item) is not None and not is_question(item)
    return is_sentence and not (depends_on_previous(item) or refers_back(item) or points_elsewhere(item))


def _event(sentence: Sentence) -> DatedEvent | None:
    """Return the event of a sentence with a single date."""
    dates = dates_in(sentence.text)
    if len(dates) != 1:
        return None
    before = sentence.text[: dates[0].start]
    if not _BEFORE.search(before) or _SUBORDINATE.search(before):
        return None
    return DatedEvent(dates[0].text, dates[0].value, sentence)
