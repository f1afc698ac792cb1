"""Numbers that an audience shall remember: one to a sentence that is clear without the others."""

import re
from typing import Final, NamedTuple

from inkwright.artifacts.wording import columns
from inkwright.grounding.clauses import asks, leans, points_back, whole
from inkwright.grounding.dates import moments_in
from inkwright.grounding.material import Sentence

_MOST: Final = 110
_LONGEST: Final = 16
_NUMBER = re.compile(r"\d[\d,.]*\d|\d")
_STRIKING = re.compile(
    r"\d(?:[\d,.]*\d)?\s?(?:%|percent\b|per cent\b|(?:million|billion|trillion)\b|times\b|"
    r"[千百]?[万亿萬億]+(?:平方千米|平方公里|千米|公里|[人吨噸元册种次米年])?|倍)"
)


class Figure(NamedTuple):
    """A number as it is written, and the sentence that says what it is."""

    number: str
    label: str
    sentence: Sentence


def figure_in(sentence: Sentence) -> Figure | None:
    """The striking number of a sentence, where it has one number and one only, and stands by itself."""
    said = whole(sentence.text)
    if leans(said) or asks(said) or points_back(said) or columns(said) > _MOST or moments_in(said):
        return None
    found = _STRIKING.findall(said)
    if len(found) != 1 or len(_NUMBER.findall(said)) != 1 or len(found[0]) > _LONGEST:
        return None
    return Figure(found[0], said, sentence)
