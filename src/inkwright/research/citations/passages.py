"""The sentences of a text, and the words of a text in one form for comparison."""

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

from inkwright.grounding.language.english import FUNCTION_WORDS
from inkwright.research.citations.folding import HAN
from inkwright.research.citations.units import UNIT_WORDS

_SENTENCE = re.compile(r"[。！？!?；;\n]|(?<!\b[A-Z])(?<!\b[DMS]r)(?<!\bSt)\.(?=[\"”]?\s+[\"“]?[A-Z]|\s*$)")
_COMMA: Final = r"[，；：]|[,;:](?!\d)\s?|\s(?=(?:but|while|whereas)\b)|(?=而(?!且)|但)"
_CLAUSE = re.compile(_COMMA)
_JOINED_CLAUSE = re.compile(rf"{_COMMA}|\s(?=(?:and|or)\b)")
_WORD = re.compile(rf"[A-Za-z][A-Za-z'-]*|[{HAN}]+")
_STEM: Final = 5
_MAX_SENTENCE: Final = 1_500
_PASSIVE_MARKS: Final = str.maketrans("受遭", "被被")
"""受淹 and 遭淹 say the same as 被淹."""
_EMPTY_HAN: Final = frozenset("的了为是在有和与其中并将达于由从以及共约也都这那该个")
_CONTEXT_FREE: Final = (
    FUNCTION_WORDS
    | UNIT_WORDS
    | frozenset("percent per cent million billion thousand points year years said says total".split())
) - frozenset("first second third last next early late".split())


def ordered_tokens(text: str) -> list[str]:
    """Return the stems of English words and the character pairs of Chinese ones, in order."""
    found: list[str] = []
    for word in _WORD.findall(text):
        if word[0].isascii():
            plain = word.lower().removesuffix("'s").strip("'-")
            if plain not in _CONTEXT_FREE and len(plain) > 1:
                found.append(_stem(plain))
        else:
            pairs = (first + second for first, second in pairwise(word.translate(_PASSIVE_MARKS)))
            found += [pair for pair in pairs if not set(pair) & _EMPTY_HAN]
    return found


def _stem(word: str) -> str:
    if len(word) > _STEM:
        return word[:_STEM]
    return word.removesuffix("s") if len(word) > 3 else word


@lru_cache(maxsize=4_096)
def tokens_of_text(text: str) -> frozenset[str]:
    """Return the tokens of a text."""
    return frozenset(ordered_tokens(text))


def sentence_bounds(text: str) -> list[tuple[int, int]]:
    """Return where the sentences of a text begin and end; a semicolon ends one too. Very long ones are cut."""
    return list(_sentence_bounds(text))


@lru_cache(maxsize=256)
def _sentence_bounds(text: str) -> tuple[tuple[int, int], ...]:
    ends = [match.end() for match in _SENTENCE.finditer(text)]
    return tuple(
        (place, min(end, place + _MAX_SENTENCE))
        for start, end in zip([0, *ends], [*ends, len(text)], strict=True)
        for place in range(start, end, _MAX_SENTENCE)
    )


def clause_bounds(text: str, *, joined: bool = False) -> list[tuple[int, int]]:
    """Return where the clauses of a sentence begin and end: at a comma, a colon, or a word that joins clauses.

    With `joined`, "and" and "or" end no clause: they may join two words.
    """
    ends = [found.end() for found in (_CLAUSE if joined else _JOINED_CLAUSE).finditer(text)]
    return [(start, end) for start, end in zip([0, *ends], [*ends, len(text)], strict=True) if text[start:end].strip()]
