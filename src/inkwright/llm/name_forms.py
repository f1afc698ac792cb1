"""Find names in a text however they are written: in any case, with other signs between their parts, without accents, in
traditional characters, or escaped as in JSON and in addresses.
"""

import bisect
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple
from urllib.parse import unquote

_CJK: Final = "\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff"
_WORD: Final = re.compile(rf"[^\W_\d{_CJK}]+|\d+|[{_CJK}](?:[ ·•・]?[{_CJK}])*")
_IS_CJK: Final = re.compile(f"[{_CJK}]")
_GAP: Final = re.compile(r"[ ._'\"“”()（）\-*·•]{0,2}")
"""What may be between two words of a name."""
_ESCAPE: Final = re.compile(
    r"\\u[0-9a-fA-F]{4}|\\[nrtbf\"]|%[2-7][0-9a-fA-F]|%[cdCD][0-9a-fA-F]%[89abAB][0-9a-fA-F]"
    r"|%[eE][0-9a-fA-F](?:%[89abAB][0-9a-fA-F]){2}"
)
"""One character that is escaped, as in JSON or in an address."""
_SENTENCE_STARTS: Final = (".", "!", "?", ":", "\n", "。", "！", "？", "：", "-", "#", ">")
_LOWER_WORD: Final = re.compile(r"\s[a-z]")
_MIN_JOINED: Final = 6
"""Shorter names without a space between their parts are words of a language."""
_NEAR: Final = 10
_MIN_SMALL: Final = 3
"""A shorter part of a name in small letters is a word of some language."""


class FoundName(NamedTuple):
    """A name in a text: where it is, the name that was looked for, and how it is written there."""

    start: int
    end: int
    name: str
    written: str


class NameFinder:
    """Finds names. `parts` are found as words of their own; one of the `words` is a part of a name only with a capital
    letter, and one of the `sentence_words` not where a sentence begins with it.
    """

    def __init__(
        self,
        names: Iterable[str],
        parts: Iterable[str] = (),
        *,
        words: Collection[str] = (),
        sentence_words: Collection[str] = (),
        comparable: Callable[[str], str] = str,
    ) -> None:
        self._fold = _Folding(comparable)
        self._words = words
        self._sentence_words = sentence_words
        self._phrases: dict[tuple[str, ...], str] = {}
        self._runs: dict[str, str] = {}
        self._parts: dict[str, str] = {}
        for name in names:
            self._add(name)
        for part in parts:
            if _IS_CJK.search(part):
                self._runs.setdefault(self._folded(part), part)
            else:
                self._parts.setdefault(self._folded(part), part)
        self._longest: dict[str, int] = {}
        for phrase in self._phrases:
            self._longest[phrase[0]] = max(len(phrase), self._longest.get(phrase[0], 0))
        self._lengths = sorted({len(run) for run in self._runs}, reverse=True)

    def _folded(self, name: str) -> str:
        return unicodedata.normalize("NFC", name).translate(self._fold)

    def _add(self, name: str) -> None:
        found = _words(self._folded(name))
        if len(found) == 1 and _IS_CJK.search(found[0]):
            self._runs.setdefault(found[0], name)
        elif found:
            self._phrases.setdefault(found, name)
            if len(found) > 1 and all(word.isalpha() and not _IS_CJK.match(word) for word in found):
                self._add_orders(found, name)

    def _add_orders(self, words: tuple[str, ...], name: str) -> None:
        """Add the ways to write a name of several words: with the last or the first one moved, and joined."""
        is_long = sum(map(len, words)) >= _MIN_JOINED
        for order in (words, (*words[1:], words[0]), (words[-1], *words[:-1])):
            self._phrases.setdefault(order, name)
            if is_long:
                self._phrases.setdefault(("".join(order),), name)

    def find(self, text: str) -> Iterator[FoundName]:
        """Yield the names in a text, in its order; none overlaps another."""
        plain = _PlainText(text)
        folded = plain.text.translate(self._fold)
        end = 0
        matches = list(_WORD.finditer(folded))
        for index, match in enumerate(matches):
            if match.end() <= end:
                continue
            found = self._in_run(folded, match) if _IS_CJK.match(match[0]) else ()
            for start, stop, name in found or self._at_word(plain.text, folded, matches, index):
                if start >= end:
                    end = stop
                    yield FoundName(*plain.place(start, stop), name, plain.text[start:stop])

    def _at_word(
        self, text: str, folded: str, matches: list[re.Match[str]], index: int
    ) -> Iterator[tuple[int, int, str]]:
        first = matches[index]
        for length in range(self._longest.get(first[0], 0), 0, -1):
            words = matches[index : index + length]
            phrase = tuple(each[0] for each in words)
            if phrase in self._phrases and _is_whole(folded, words):
                yield first.start(), words[-1].end(), self._phrases[phrase]
                return
        part = self._parts.get(first[0])
        if part is not None and self._is_name(text, first):
            yield first.start(), first.end(), part

    def _is_name(self, text: str, found: re.Match[str]) -> bool:
        """Whether a part of a name is meant as one, and not as the word that is written the same."""
        written = text[found.start() : found.end()]
        if written.islower():
            return len(written) >= _MIN_SMALL and found[0] not in self._words
        if found[0] not in self._sentence_words or not _LOWER_WORD.match(text, found.end()):
            return True
        before = text[max(0, found.start() - _NEAR) : found.start()].rstrip(" \t*_")[-1:]
        return bool(before) and before not in _SENTENCE_STARTS

    def _in_run(self, folded: str, match: re.Match[str]) -> list[tuple[int, int, str]]:
        """Return the names within characters that are written without spaces between words."""
        places = [at for at in range(match.start(), match.end()) if _IS_CJK.match(folded[at])]
        run = "".join(folded[at] for at in places)
        found, at = [], 0
        while at < len(run):
            length = next((each for each in self._lengths if run[at : at + each] in self._runs), 0)
            if length:
                name = self._runs[run[at : at + length]]
                length = min(length, len(run) - at)
                found.append((places[at], places[at + length - 1] + 1, name))
            at += length or 1
        return found


class _Folding(dict[int, str]):
    """How each character is compared: narrow, without its accent, in lower case. Every one stays one character."""

    def __init__(self, comparable: Callable[[str], str]) -> None:
        super().__init__({0x2019: "'", 0x2018: "'"})
        self._comparable = comparable

    def __missing__(self, code: int) -> str:
        char = chr(code)
        plain = unicodedata.normalize("NFKD", char) if not _IS_CJK.match(char) else char
        plain = self._comparable(plain[:1]).casefold()
        self[code] = plain if len(plain) == 1 else char
        return self[code]


class _PlainText:
    """A text without escapes, and where its characters are in the text as it was written."""

    def __init__(self, text: str) -> None:
        self._starts: list[int] = []
        self._pieces: list[tuple[int, int, bool]] = []
        self._parts: list[str] = []
        self._length = 0
        end = 0
        for found in _ESCAPE.finditer(text) if "\\" in text or "%" in text else ():
            self._add(text[end : found.start()], (end, found.start()), is_plain=True)
            self._add(_unescaped(found[0]), found.span(), is_plain=False)
            end = found.end()
        self._add(text[end:], (end, len(text)), is_plain=True)
        self.text = "".join(self._parts)

    def _add(self, piece: str, span: tuple[int, int], *, is_plain: bool) -> None:
        if piece:
            self._starts.append(self._length)
            self._pieces.append((*span, is_plain))
            self._parts.append(piece)
            self._length += len(piece)

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return where a part of the plain text is in the written one."""
        return self._written(start)[0], self._written(end - 1)[1]

    def _written(self, at: int) -> tuple[int, int]:
        """Return where one character of the plain text is in the written one."""
        index = bisect.bisect_right(self._starts, at) - 1
        start, end, is_plain = self._pieces[index]
        within = start + at - self._starts[index]
        return (within, within + 1) if is_plain else (start, end)


def _unescaped(written: str) -> str:
    if written.startswith("%"):
        return unquote(written)
    if written.startswith("\\u"):
        return chr(int(written[2:], 16))
    return '"' if written.endswith('"') else "\n"


def _words(folded: str) -> tuple[str, ...]:
    return tuple(re.sub("[ ·•・]", "", word) if _IS_CJK.match(word) else word for word in _WORD.findall(folded))


def _is_whole(folded: str, words: Sequence[re.Match[str]]) -> bool:
    """Whether the words belong together; a number, or a name with one, must not be a part of a longer one."""
    if not all(_GAP.fullmatch(folded, one.end(), other.start()) for one, other in pairwise(words)):
        return False
    start, end = words[0].start(), words[-1].end()
    is_inside = _is_alphanumeric(folded[start - 1 : start]) or _is_alphanumeric(folded[end : end + 1])
    return not (is_inside and any(word[0].isdigit() for word in words))


def _is_alphanumeric(char: str) -> bool:
    return char.isascii() and char.isalnum()
