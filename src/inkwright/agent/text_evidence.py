"""Whether texts that a turn has read say what a sentence tells of them: its numbers, next to what it gives them to."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from inkwright.agent.said_numbers import numbers_of, plain, said_numbers
from inkwright.grounding.language.traditional import simplified

_MAX_TEXT: Final = 400_000
_MAX_WINDOWS: Final = 4_000
_QUOTE: Final = re.compile(r"[“\"„「『«]([^“”\"「」『』«»\n]{6,})[”\"“」』»]")
_CLAUSE_END: Final = re.compile(r"[、;。]|[,:](?!\d)")
_WINDOW_END: Final = re.compile(r"\n|(?<=[。！？!?])|(?<=\.)\s")
_WORD: Final = re.compile(r"[^\W_]+")
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_SPACES: Final = re.compile(r"\s+")


def is_in_texts(sentence: str, texts: Sequence[str], message: str = "") -> bool:
    """Return whether the texts hold the numbers and quotations of a `plain` sentence. A number must be where the texts
    speak of the same thing: in the line that has most in common with the words before it. What is in the message of
    the person, such as the question, needs no proof.
    """
    asked = plain(message)
    in_message = numbers_of(asked)
    read = [simplified(plain(each[:_MAX_TEXT].replace("\\n", "\n"))) for each in texts]
    said = simplified(sentence)
    squeezed = [_SPACES.sub("", each) for each in (*read, simplified(asked))]
    quotes = (_SPACES.sub("", found[1]) for found in _QUOTE.finditer(said))
    if not all(any(quote in each for each in squeezed) for quote in quotes):
        return False
    windows = [(numbers, _tokens(window)) for window in _windows(read) if (numbers := numbers_of(window))]
    last = 0
    for number in sorted(said_numbers(said), key=lambda each: each.start):
        holding = [tokens for numbers, tokens in windows if numbers & number.forms]
        start = max((end.end() for end in _CLAUSE_END.finditer(said, 0, number.start)), default=0)
        near, clause = _tokens(said[max(last, start) : number.start]), _tokens(said[start : number.start])
        last = number.end
        if number.forms & in_message and not any(near & tokens for tokens in holding):
            continue
        if not holding or not _is_nearest(near, clause, holding, [tokens for _, tokens in windows]):
            return False
    return True


def _windows(texts: Sequence[str]) -> Iterator[str]:
    found = (window for text in texts for window in _WINDOW_END.split(text) if window.strip())
    for count, window in enumerate(found):
        if count == _MAX_WINDOWS:
            return
        yield window


def _tokens(text: str) -> frozenset[str]:
    """Return the words of a text; where words have no spaces, its pairs of characters."""
    tokens: set[str] = set()
    for found in _WORD.finditer(text):
        word = found[0]
        if _CJK.search(word):
            tokens.update(word[place : place + 2] for place in range(len(word) - 1))
        else:
            tokens.add(word)
    return frozenset(tokens)


def _is_nearest(
    near: frozenset[str], clause: frozenset[str], holding: Sequence[frozenset[str]], every: Sequence[frozenset[str]]
) -> bool:
    """Return whether a line with the number is as near to the words before it as any line with numbers.

    The words right before the number decide if a line has any of them, else those of the whole clause.
    """
    for words in (near, clause):
        best = max(len(words & tokens) for tokens in every)
        if best:
            if max(len(words & tokens) for tokens in holding) == best:
                return True
        elif words is clause:
            return True
    return False
