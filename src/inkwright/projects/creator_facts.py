"""Facts about a creator: short lines that are kept across conversations."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from inkwright.errors import InvalidOption
from inkwright.i18n import Reason

MAX_FACTS: Final = 100
MAX_FACT: Final = 300
_SHOWN: Final = 4_000


@dataclass(frozen=True, slots=True)
class CreatorFact:
    """A fact about a creator. `said` are the words of the person from which it was taken; empty if they wrote it."""

    id: str
    owner: str
    text: str
    created: datetime
    said: str = ""


def valid_fact(written: str) -> str:
    """Return a fact in its stored form: one line. InvalidOption if it is empty or too long."""
    visible = "".join(" " if unicodedata.category(each)[0] in "CZ" else each for each in written)
    fact = " ".join(unicodedata.normalize("NFC", visible).split())
    if not fact or len(fact) > MAX_FACT or not any(map(str.isalnum, fact)):
        raise InvalidOption(option="fact", value=written[:40], allowed=Reason("memory.rule", most=MAX_FACT))
    return fact


def fact_key(fact: str) -> str:
    """Return a key that ignores case; facts with the same key are the same."""
    return fact.casefold()


def memory_lines(facts: Sequence[CreatorFact]) -> tuple[list[str], int]:
    """Return the newest facts that fit into the instructions of a model, oldest first, and how many do not."""
    shown: list[str] = []
    left = _SHOWN
    for fact in sorted(facts, key=lambda each: each.id, reverse=True):
        left -= len(fact.text)
        if left < 0:
            break
        shown.append(fact.text)
    return shown[::-1], len(facts) - len(shown)
