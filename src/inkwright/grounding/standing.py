"""Which sentences can be asked about: those that are whole, and understood without what stands around them."""

import re
from typing import Final

from inkwright.grounding.clauses import asks, leans, points_back
from inkwright.grounding.english_words import OPENING_REFERENCES
from inkwright.grounding.mentions import Marked
from inkwright.i18n import Language

_FEWEST_WORDS: Final = 6
_MOST_WORDS: Final = 40
_FEWEST_SIGNS: Final = 11
_MOST_SIGNS: Final = 100
_ENDED = re.compile(r"[.!。！][”’\"')）]?$")
_UNASKABLE = re.compile(r"_{2,}|\$|\\|https?:|[{}<>|]|…|\.\.\.")
_SPEAKER = re.compile(r"\b(?:I|we|our|us|my|me)\b|我们|咱们|我(?!国)|本文|笔者")
_PERSON = re.compile(r"\b(?:he|she|his|her|him|himself|herself)\b|他们?|她们?", re.IGNORECASE)
_THING = re.compile(
    r"\b(?:it|its|they|their|them|itself|themselves)\b|它们?|其(?=[\u3400-\u9fff])(?!他|余|中|次|实)", re.IGNORECASE
)
_RELATIVE = re.compile(
    r"\b(?:this|these|those|such) (?!as\b)\w+|这(?:一|个|种|些|时|里|样|次|项|场|位|座|条)|那(?:一|个|种|些|时|里|次)|"
    r"该|此(?!外)|上述|前者|后者|同样|另一",
    re.IGNORECASE,
)
_OPENING_HAN = re.compile(
    "一部分|另一部分|有的|有些|一些|多数|大多|之后|随后|另外|此外|还|也|都|并|而|但|因|所以|因此|其|不过|同时|最后"
)
_OPENING_POINTER = re.compile(
    r"(?:before|after|since|until|during|because of|despite|unlike|like|by|with|for|from|besides|without|under|at|to) "
    r"(?:that|this|it|them|then|these|those|such|all this)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"[,;:，；：]|\b(?:and|but|or|because|when|that|which|who|while|so|if|until|before|after|as|where)\b"
)
_PAIRS: Final = ("“”", "()", "（）", "《》", "「」")


def stands_alone(marked: Marked, language: Language) -> bool:
    """Whether the sentence is whole, neither a scrap nor endless, and names all that it speaks of."""
    text = marked.sentence.text
    if not _has_right_size(text, language) or not _ENDED.search(text) or asks(text) or _UNASKABLE.search(text):
        return False
    if leans(text) or points_back(text) or _SPEAKER.search(text) or _opens_leaning(text, language):
        return False
    if any(text.count(pair[0]) != text.count(pair[1]) for pair in _PAIRS) or text.count('"') % 2:
        return False
    return _names_whom_it_means(marked)


def _has_right_size(text: str, language: Language) -> bool:
    if language == "zh":
        return _FEWEST_SIGNS <= len(text) <= _MOST_SIGNS
    return _FEWEST_WORDS <= len(text.split()) <= _MOST_WORDS


def _opens_leaning(text: str, language: Language) -> bool:
    if language == "zh":
        return _OPENING_HAN.match(text) is not None
    first = re.match(r"[A-Za-z']+", text)
    if _OPENING_POINTER.match(text):
        return True
    return first is None or (first[0].lower() in OPENING_REFERENCES and first[0].lower() not in ("by", "with", "for"))


def _names_whom_it_means(marked: Marked) -> bool:
    """Whether each "he" or "it" follows a name within the sentence."""
    text = marked.sentence.text
    if _RELATIVE.search(text):
        return False
    person, thing = _PERSON.search(text), _THING.search(text)
    persons = [each.end for each in marked.mentions if each.sort in ("person", "name", "concept")]
    things = [each.end for each in marked.mentions if each.sort not in ("year", "date", "number")]
    if person and not any(end <= person.start() for end in persons):
        return False
    if not thing:
        return True
    before = [end for end in things if end <= thing.start()]
    # "The enzyme binds it": what it binds was named before.
    is_owner = thing[0].lower() in ("its", "their", "itself", "themselves") or not thing[0].isascii()
    return bool(before) and (is_owner or _CLAUSE.search(text, before[0], thing.start()) is not None)
