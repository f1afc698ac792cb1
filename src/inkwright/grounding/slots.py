"""Which terms of a sentence can be taken out of it: those that only the text can give back, and only once."""

import re
from collections.abc import Iterator
from typing import Final

from inkwright.grounding.candidates import Ground
from inkwright.grounding.countries import WIDE_PLACES
from inkwright.grounding.english_words import MONTHS_AND_DAYS
from inkwright.grounding.mentions import Marked
from inkwright.grounding.sorts import Mention

EXACT: Final = ("year", "date", "number", "person", "place", "organisation")
"""Sorts whose terms nobody can say otherwise."""
VALUES: Final = ("year", "date", "number")
"""Sorts of which other values are counted out, not found."""
DATES: Final = ("year", "date")
SCORES: Final = {
    "year": 3.0, "date": 2.5, "number": 2.6, "person": 3.2, "place": 2.6, "organisation": 2.6, "name": 2.2,
}  # fmt: skip
_DEFINED: Final = 3.4
_SUBJECT: Final = 2.0
_LIMIT = re.compile(
    r"(?:than|as (?:many|much|few|little|long|high|old) as|at least|at most|up to|over|under|above|below|"
    r"almost|nearly|within|only|by|since|until|before|after|(?:超过|不足|不到|至少|最多|至多|不少于|不超过|不低于)[^\d，。；]{0,4}|近|将近|接近|多达|高达|满)\s*$",
    re.IGNORECASE,
)
_LIMIT_BEHIND = re.compile(r"\s*(?:or more|or less|or so|以上|以下|以内|多|余)|.{0,3}(?:以上|以下|以内)")
_DENIES = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|hardly|without|cannot)\b|n['’]t\b|"
    "不(?!断|久|仅|但|同|少)|没|无(?!论)|(?<!除)非(?!常)|未(?!来)|禁止|避免",
    re.IGNORECASE,
)
_DENIES_SUBJECT = re.compile(r"不是|并非|不等于|不属于|\b(?:is|are|was|were|do|does|did|can) ?not\b", re.I)
_CLAUSE_END = re.compile("[,;:，；：]")
_LISTED = re.compile(r"[、和与及]|\w, [^,]+,? (?:and|or) ")
_PART_OF_NUMBER = re.compile(r"\s?(?:分之|成|折|to |至|到|[-–~～])|[ -](?:and a half|quarters?|thirds?|fifths?|halves)")
_NUMBERED_NAME = re.compile(r" [IVX]+\b(?!\.)")
_HER = re.compile(r"\b(?:she|her|herself)\b|她", re.IGNORECASE)
_HAN = re.compile("[\u3400-\u9fff]")
_MUCH: Final = 45
_MUCH_HAN: Final = 14
_STEM: Final = 5


def asked_terms(ground: Ground, marked: Marked) -> Iterator[Mention]:
    """The values, names and defined terms of a sentence that can be asked for."""
    for mention in marked.mentions:
        is_sort = mention.sort in EXACT or mention.sort == "name" or is_defined(ground, marked, mention)
        is_sort = is_sort or is_subject(ground, marked, mention)
        is_sort = is_sort and (mention.sort in VALUES or not _is_given_away(ground, marked, mention))
        if mention.is_open and is_sort and _is_alone(marked, mention) and is_told(marked.sentence.text, mention):
            yield mention


def _is_given_away(ground: Ground, marked: Marked, mention: Mention) -> bool:
    """Whether the title says it, anybody would guess it, or "she" says that it is a woman."""
    is_titled = mention.key in ground.material.title.lower() and not is_defined(ground, marked, mention)
    is_titled = is_titled or mention.key in WIDE_PLACES
    return is_titled or (mention.sort == "person" and _HER.search(marked.sentence.text) is not None)


def is_defined(ground: Ground, marked: Marked, mention: Mention) -> bool:
    """Whether the sentence says what this term is."""
    definition = ground.definitions.get(marked.sentence)
    return definition is not None and definition.term.lower() == mention.text.lower()


def is_subject(ground: Ground, marked: Marked, mention: Mention) -> bool:
    """Whether the whole sentence is about it, says much of it, and the text speaks of it elsewhere as well."""
    text = marked.sentence.text
    is_noun = mention.sort not in (*EXACT, "name") and text[: mention.start] in ("", "A ", "An ", "The ")
    says_much = len(text) - mention.end >= (_MUCH_HAN if ground.language == "zh" else _MUCH)
    is_whole = not text.startswith((" of ", "的"), mention.end)
    return is_noun and says_much and is_whole and ground.stock.is_subject(mention.key)


def is_told(text: str, mention: Mention) -> bool:
    """Whether it is said outright: not denied, not added in brackets, and no number that the sentence counts out."""
    start = max((found.end() for found in _CLAUSE_END.finditer(text, 0, mention.start)), default=0)
    behind = _CLAUSE_END.search(text, mention.end)
    # What is said of a subject may well be that it lacks something; it is another matter that something else is meant.
    is_head = mention.start <= len("The ") and mention.sort not in EXACT
    denies = _DENIES_SUBJECT if is_head else _DENIES
    if denies.search(text, start, behind.start() if behind else len(text)):
        return False
    before = text[: mention.start]
    if _NUMBERED_NAME.match(text, mention.end):
        return False
    if before.count("(") + before.count("（") > before.count(")") + before.count("）"):
        return False
    if mention.sort != "number":
        return True
    is_small = len(mention.text) == 1 or mention.shape == "words"
    is_counted_out = is_small and _LISTED.search(text) is not None
    is_part = mention.unit in MONTHS_AND_DAYS or _PART_OF_NUMBER.match(text, mention.end) is not None
    is_known = re.search(r"\b(?:the|these|those|all|both) $", before, re.IGNORECASE) is not None
    return not is_known and not is_counted_out and not is_part and before[-1:] not in ("“", '"', "'", "‘")


def _is_alone(marked: Marked, mention: Mention) -> bool:
    """Whether no other word of the sentence is the same one, or half of it."""
    text = marked.sentence.text.lower()
    if text.count(mention.text.lower()) != 1 or len(marked.mentions_of(mention.key)) != 1:
        return False
    if mention.sort in VALUES:
        return True
    rest = text[: mention.start] + " " + text[mention.end :]
    if _HAN.search(mention.text):
        # Its last sign says of what class it is, and may be said of others: drones and workers are both bees.
        return mention.sort in EXACT or not set(mention.text[:-1]) & set(rest)
    return not any(word[:_STEM] in rest for word in mention.text.lower().split() if len(word) >= _STEM - 1)


def score_of(ground: Ground, marked: Marked, mention: Mention) -> float:
    """How much the term is worth asking for."""
    if is_defined(ground, marked, mention):
        return _DEFINED
    if mention.sort not in SCORES:
        return _SUBJECT
    return SCORES[mention.sort] - (1.2 if mention.shape == "words" else 0.0)


def is_limit(text: str, mention: Mention) -> bool:
    """Whether the number bounds another one: more than five is also more than four."""
    if mention.sort not in VALUES:
        return False
    return bool(_LIMIT.search(text[: mention.start]) or _LIMIT_BEHIND.match(text, mention.end))
