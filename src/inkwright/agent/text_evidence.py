"""What a turn has read, as proof: whether the texts say what a sentence tells of them, each number where it belongs."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
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
_Tokens = frozenset[str]


class TurnWords:
    """What a sentence may refer to besides the record: the message of the person, and texts that were read."""

    def __init__(self, message: str = "", texts: Sequence[str] = ()) -> None:
        self.message = plain(message)
        self._texts = texts

    @cached_property
    def message_numbers(self) -> frozenset[str]:
        """The numbers that the person wrote: they need no proof."""
        return numbers_of(self.message)

    @cached_property
    def text_numbers(self) -> frozenset[str]:
        """The numbers in the texts."""
        return frozenset[str]().union(*(numbers for numbers, _ in self._windows))

    def has_quote(self, words: str) -> bool:
        """Return whether the texts or the message hold these words."""
        return any(_SPACES.sub("", simplified(words)) in each for each in self._squeezed)

    def tells(self, sentence: str) -> bool:
        """Return whether the texts hold the numbers and quotations of a `plain` sentence. A number must be where the
        texts speak of the same thing: in the line that has most in common with the words before it.
        """
        said = simplified(sentence)
        if not all(self.has_quote(found[1]) for found in _QUOTE.finditer(said)):
            return False
        last = 0
        for number in sorted(said_numbers(said), key=lambda each: each.start):
            start = max((end.end() for end in _CLAUSE_END.finditer(said, 0, number.start)), default=0)
            near, clause = _tokens(said[max(last, start) : number.start]), _tokens(said[start : number.start])
            last = number.end
            if not self._gives(number.forms, near, clause):
                return False
        return True

    def _gives(self, forms: frozenset[str], near: _Tokens, clause: _Tokens) -> bool:
        """Return whether a line with the number is as near to the words before it as any line with numbers.

        The words right before the number decide if a line has any of them, else those of the whole clause.
        """
        holding = [tokens for numbers, tokens in self._windows if numbers & forms]
        if forms & self.message_numbers and not any(near & tokens for tokens in holding):
            return True
        best = 0
        for words in (near, clause):
            best = max((len(words & tokens) for _, tokens in self._windows), default=0)
            if best and max((len(words & tokens) for tokens in holding), default=0) == best:
                return True
        return bool(holding) and not best

    @cached_property
    def _read(self) -> list[str]:
        left, read = _MAX_TEXT, []
        for each in self._texts:
            read.append(simplified(plain(each[:left].replace("\\n", "\n"))))
            left -= min(left, len(each))
        return read

    @cached_property
    def _squeezed(self) -> list[str]:
        return [_SPACES.sub("", each) for each in (*self._read, simplified(self.message))]

    @cached_property
    def _windows(self) -> list[tuple[frozenset[str], _Tokens]]:
        """The lines and sentences with numbers: the numbers and the words of each."""
        found = ((numbers_of(window), window) for window in _parts(self._read))
        return [(numbers, _tokens(window)) for numbers, window in found if numbers]


def _parts(texts: Sequence[str]) -> Iterator[str]:
    found = (window for text in texts for window in _WINDOW_END.split(text) if window.strip())
    for count, window in enumerate(found):
        if count == _MAX_WINDOWS:
            return
        yield window


def _tokens(text: str) -> _Tokens:
    """Return the words of a text; where words have no spaces, its pairs of characters."""
    tokens: set[str] = set()
    for found in _WORD.finditer(text):
        word = found[0]
        if _CJK.search(word):
            tokens.update(word[place : place + 2] for place in range(len(word) - 1))
        else:
            tokens.add(word)
    return frozenset(tokens)
