"""How much a sentence is worth asking about: a fact to keep, not news, an opinion or one of many figures."""

import re
from typing import Final

from inkwright.grounding.language.traditional import simplified
from inkwright.grounding.terms import AnnotatedSentence
from inkwright.i18n import Language

MIN_TEACHABILITY: Final = -0.9
"""A sentence below it is not asked about."""

_MANY_WORDS: Final = 32
_MANY_CHARACTERS: Final = 75
_MANY_NUMBERS: Final = 3
_NAMES: Final = ("person", "place", "organisation", "name")
_OPINION = re.compile(
    r"最[^，。]{1,10}之一|(?:令人|让人)|[很非]常?(?:美|好看|好听|伟大|可爱|有趣)"
    r"|\bone of the (?:most|best|greatest)\b"
    r"|\b(?:perfect|beautiful|remarkabl[ey]|surprising(?:ly)?|interesting(?:ly)?|amazing|awesome|unfortunately|fine"
    r"|all about|clearly|obviously|of course)\b",
    re.IGNORECASE,
)
# Reports of a day, and what somebody said about it.
_REPORT = re.compile(
    r"报道|记者|[日月]讯|透露|日前|近日|最近|据.{1,8}称|撰文"
    r"|\b(?:recently|reported(?:ly)?|last (?:week|month|year)|yesterday|told|announced that|spokes\w+)\b",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"(?:some|many|most|several|a few|few|various|numerous)\b(?! of)|(?:有些|有的|许多|很多|一些|某些|不少)",
    re.IGNORECASE,
)
_PAST = re.compile(r"\b(?:was|were|had|did)\b|(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bbeen )\b\w{2,}ed\b")
# Remarks of a text about itself.
_OF_TEXT = re.compile(r"(?:The|This) (?:recipe|text|list|guide|table|article|exercise|experiment|picture)\b")


def is_opinion(text: str) -> bool:
    """Whether the sentence praises or judges."""
    return _OPINION.search(simplified(text)) is not None


def teachability(annotated: AnnotatedSentence, language: Language) -> float:
    """Return how much the sentence is worth asking about; a plain statement has about 0."""
    text = simplified(annotated.sentence.text)
    kinds = [mention.kind for mention in annotated.mentions]
    is_dated = "year" in kinds or "date" in kinds
    is_long = len(text) > _MANY_CHARACTERS if language == "zh" else len(text.split()) > _MANY_WORDS
    score = 0.6 if language == "en" and not _PAST.search(text) else 0.0
    score += 0.5 if is_dated and any(kind in _NAMES for kind in kinds) else 0.0
    score -= 1.0 if is_long else 0.0
    score -= 1.0 if kinds.count("number") >= _MANY_NUMBERS else 0.0
    score -= 0.8 if _VAGUE.match(text) else 0.0
    score -= 2.0 if _REPORT.search(text) or _OF_TEXT.match(text) else 0.0
    return score - (1.0 if language == "en" and _PAST.search(text) and not is_dated and "number" not in kinds else 0.0)
