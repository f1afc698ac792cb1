"""Chinese words with their parts of speech, and the runs of them that name something."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from inkwright.grounding.chinese_words import (
    COMMON_PLACES,
    DEEDS,
    EMPTY_WORDS,
    KNOWN_PLACES,
    OPENERS,
    PEOPLE,
    PLACE_ENDS,
    ROOMS,
    SUFFIXES,
    SURNAMES,
    TRANSCRIBING,
    VERBS,
)
from inkwright.grounding.countries import COUNTRIES
from inkwright.grounding.sorts import Sort

if TYPE_CHECKING:
    from rjieba import Jieba

_HAN_WORD = re.compile("[\u3400-\u9fff\uf900-\ufaff]{2,}")
_RARE: Final = 1_120
_MOST_SIGNS: Final = 8
_MOST_WORDS: Final = 3
_PLAIN: Final = ("n", "nz", "ng", "l", "j", "an")
_NAMES: Final = ("nr", "ns", "nt", "nrt", "nrfg")
_NOUNS: Final = (*_PLAIN, *_NAMES)
_BEFORE_NOUN: Final = ("b", "n", "nz", "j", "ns")


class Word(NamedTuple):
    """A word of a sentence and its part of speech."""

    start: int
    text: str
    tag: str

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)


@lru_cache(maxsize=1)
def _segmenter() -> "Jieba":
    from rjieba import Jieba  # noqa: PLC0415 - builds a dictionary of half a million words

    return Jieba()


def words_of(sentence: str) -> list[Word]:
    """The words of a sentence in their order."""
    words: list[Word] = []
    at = 0
    for text, tag in _segmenter().tag(sentence):
        words.append(Word(at, text, "v" if text in VERBS else tag))
        at += len(text)
    return words


def is_known(word: str) -> bool:
    """Whether the dictionary has it: what it has not may be cut out of the middle of something."""
    return _segmenter().has_word(word)


def phrases_of(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """The first and the last word of each longest run of words that can name one thing; a name is a run of its own."""
    at = 0
    while at < len(words):
        last = at
        while last + 1 < len(words) and _can_join(words[last], words[last + 1]):
            last += 1
        signs = words[last].end - words[at].start
        if _can_begin(words[at]) and words[last].tag in _NOUNS and last - at < _MOST_WORDS and signs <= _MOST_SIGNS:
            yield at, last
        at = last + 1


def acting_names(words: Sequence[Word]) -> Iterator[str]:
    """The words marked as names of persons that do something in the sentence: a verb or an adverb follows."""
    for word, behind in pairwise(words):
        is_deed = behind.tag in ("v", "p", "d", "f", "t", "vn", "zg") and behind.text not in ("是", "是指", "有", "为")
        if word.tag in ("nr", "nrt", "nrfg") and is_deed:
            yield word.text


def names_a_person(sentence: str) -> bool:
    """Whether some word of it is the name of a person."""
    return any(word.tag in ("nr", "nrt", "nrfg") and _is_persons(word.text) for word in words_of(sentence))


def class_of(text: str) -> str:
    """Whether a noun is said of people or of rooms and buildings, as far as its last sign tells."""
    if text[-1] in PEOPLE:
        return "people"
    return "room" if text[-1] in ROOMS else "thing"


def sort_of(words: Sequence[Word], acting: frozenset[str]) -> Sort:
    """Of what sort a run is; a person is who acts somewhere in the text."""
    tag = words[-1].tag
    text = "".join(word.text for word in words)
    if len(words) == 1 and text in acting and _is_persons(text):
        return "person"
    if len(text) > 2 and text[-1] in PLACE_ENDS and tag in ("ns", "nr", "nz"):
        return "place"
    # A dictionary calls many a word a place that hardly ever is one.
    is_place = text in KNOWN_PLACES | COUNTRIES or (text[-1] in PLACE_ENDS and text[0] not in "太很最更新旧多少好坏")
    if tag == "ns" and len(words) == 1 and text not in COMMON_PLACES and is_place:
        return "place"
    if re.search("(?:大学|学院|公司|委员会|研究所|银行|协会|博物馆|实验室)$", text):
        return "organisation"
    return "act" if text[-2:] in VERBS or text.endswith(DEEDS) else "concept"


def _is_persons(text: str) -> bool:
    is_chinese = 2 <= len(text) <= 4 and text[0] in SURNAMES
    # A dictionary has many a common word among its surnames: names are rarer.
    is_rare = _segmenter().suggest_freq(text) <= _RARE
    if len(text) == 3 and _segmenter().suggest_freq(text[1:]) > _RARE:
        return False  # A common word with something before it that may also be a surname.
    return is_rare and text not in EMPTY_WORDS and (is_chinese or (len(text) > 1 and set(text) <= TRANSCRIBING))


def _can_begin(word: Word) -> bool:
    is_word = _HAN_WORD.fullmatch(word.text) is not None or (word.tag == "eng" and len(word.text) > 1)
    says_something = word.text not in EMPTY_WORDS and not _is_piece(word.text)
    return is_word and says_something and (word.tag in _NOUNS or word.tag in ("b", "eng"))


def _is_piece(text: str) -> bool:
    """Whether it is cut out of a sentence: what begins with a preposition or a verb, or ends in "above" or "in"."""
    if len(text) < 3:
        return text[0] in "和与及把被指对在从使将让由倒加切煮炒洗太" or text[-1] in "上里内后前中"
    return text[0] in OPENERS or text[-1] in "上中下里内后前时得的了着过" or text[:2] in VERBS


def _can_join(word: Word, behind: Word) -> bool:
    """Whether two words beside each other are one term: nouns are, names and verbs are not."""
    if not _can_begin(word) or word.tag not in _BEFORE_NOUN or behind.tag not in _PLAIN:
        return False
    if len(behind.text) == 1:
        return behind.text in SUFFIXES
    return _HAN_WORD.fullmatch(behind.text) is not None and not _is_piece(behind.text)
