"""The terms by which the library finds text in Chinese and English; both databases index and compare only these.

English words are indexed in their dictionary forms. A run of Chinese characters is indexed by its pairs of neighbours
and its last character: so every word of two characters is found, a longer one is a phrase of pairs, and one character
is the beginning of a pair. Words are told apart in the query only, where the dictionary of the segmenter helps.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from inkwright.grounding.language import chinese, english
from inkwright.grounding.language.traditional import simplified

_HAN_RANGES: Final = "\u3400-\u9fff\uf900-\ufaff"
_WORD: Final = re.compile(f"(?P<han>[{_HAN_RANGES}]+)|(?P<other>[^\\W_{_HAN_RANGES}]+)")
_MAX_TERM: Final = 40
_MAX_QUERY: Final = 400
_MAX_QUERY_WORDS: Final = 24


class QueryWord(NamedTuple):
    """A word of a query. It matches any of its forms, each a phrase of terms; a prefix matches what begins with it."""

    forms: tuple[tuple[str, ...], ...]
    is_prefix: bool = False


def index_terms(text: str) -> str:
    """Return the terms of a text in order, with spaces between them."""
    return " ".join(_terms(text))


def query_words(query: str) -> tuple[QueryWord, ...]:
    """Return the words of a query that say what it is about; all its words if none does."""
    written = query[:_MAX_QUERY]
    found = [*_words(written)]
    telling = [word for word in found if word.is_telling] or found
    long = [word for word in telling if len(word.text) > 1 or not word.is_han] or telling
    return tuple(dict.fromkeys(_query_word(word) for word in long[:_MAX_QUERY_WORDS]))


def matches(text: str, words: Sequence[QueryWord]) -> list[tuple[int, int]]:
    """Return where the words of a query are in a text, in order and without overlaps."""
    wanted = {form[0] for word in words for form in word.forms if not word.is_prefix and len(form) == 1}
    phrases = {_joined(form) for word in words for form in word.forms if _is_han(form[0])}
    found: list[tuple[int, int]] = []
    for match in _WORD.finditer(text):
        if match["other"] and not wanted.isdisjoint(_forms(match[0])):
            found.append(match.span())
        elif match["han"]:
            found += _phrases_in(match[0], match.start(), phrases)
    return found


class _Word(NamedTuple):
    text: str
    is_han: bool
    is_telling: bool


def _words(written: str) -> Iterator[_Word]:
    for match in _WORD.finditer(written):
        if match["other"]:
            yield _Word(match[0], False, match[0].lower() not in english.QUESTION_WORDS)
        else:
            yield from _chinese_words(simplified(match[0]))


def _chinese_words(run: str) -> Iterator[_Word]:
    """Yield the words of a run. Single characters in a row are perhaps a name that the dictionary lacks."""
    single = ""
    for word in chinese.words_of(run):
        if len(word.text) == 1 and word.text not in chinese.QUESTION_WORDS:
            single += word.text
            continue
        if single:
            yield _Word(single, True, True)
            single = ""
        yield _Word(word.text, True, word.text not in chinese.QUESTION_WORDS)
    if single:
        yield _Word(single, True, True)


def _query_word(word: _Word) -> QueryWord:
    if not word.is_han:
        return QueryWord(tuple((form,) for form in sorted(_forms(word.text))))
    if len(word.text) == 1:
        return QueryWord(((word.text,),), is_prefix=True)
    return QueryWord((tuple(a + b for a, b in pairwise(word.text)),))


def _terms(text: str) -> Iterator[str]:
    for match in _WORD.finditer(text):
        if match["other"]:
            yield from sorted(_forms(match[0]))
        else:
            run = simplified(match[0])
            yield from (a + b for a, b in pairwise(run))
            yield run[-1]


def _forms(word: str) -> frozenset[str]:
    """Return the forms under which a word that is not Chinese is found."""
    plain = "".join(filter(str.isalnum, unicodedata.normalize("NFKC", word[:_MAX_TERM]).casefold()))
    if plain.isascii() and plain.isalpha():
        return frozenset(form for form in english.base_forms(plain) if form.isalnum()) or frozenset({plain})
    # "Zürich" is also found by "Zurich".
    return frozenset({plain, _without_accents(plain)}) if plain else frozenset()


def _without_accents(word: str) -> str:
    """Return a Latin word without its accents, and any other word as it is."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", word) if not unicodedata.combining(each))
    return plain if plain.isascii() and plain else word


def _joined(form: tuple[str, ...]) -> str:
    """Return the Chinese word of a phrase of pairs."""
    return form[0][0] + "".join(term[-1] for term in form) if len(form[0]) > 1 else form[0]


def _is_han(term: str) -> bool:
    match = _WORD.match(term)
    return match is not None and match["han"] is not None


def _phrases_in(run: str, offset: int, phrases: set[str]) -> Iterator[tuple[int, int]]:
    plain, position = simplified(run), 0
    by_length = sorted({len(phrase) for phrase in phrases}, reverse=True)
    while position < len(plain):
        left = len(plain) - position
        length = next((n for n in by_length if n <= left and plain[position : position + n] in phrases), 0)
        if length:
            yield offset + position, offset + position + length
        position += length or 1
