"""Whether a request in a reply is quoted, from what the turn is about: the message of the person, and what it wants.

A request to the person is about their own task. Without a word of that, in a text that goes on and does not speak to
them, it belongs to the text.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from inkwright.grounding.language.english import QUESTION_WORDS
from inkwright.grounding.language.traditional import simplified
from inkwright.parsing.quotation import speaks_to_person

_OWN_NAMES: Final = re.compile(
    r"response_type|ui_request|outline_(?:edit|lines|text)|allow_freeform|DOGENT_|\bquestions[\"']?\s*:", re.IGNORECASE
)
"""Names of the format itself: who writes one speaks of such messages, or brings one."""

_DATA: Final = re.compile(r"(?<![a-z])(?:json|yaml|clarification)(?![a-z])", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_]+")
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_FUNCTION_CHARACTERS: Final = frozenset("什么哪个一多少几是的给谁用要不有吗呢我你您这那在和")
_MIN_WORD: Final = 4
_STEM: Final = 5
_PROSE_WIDTH: Final = 20
_MAX_TEXT: Final = 20_000


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a turn is about: the message of the person, and whether it makes files, so that a text is no answer."""

    message: str
    makes_files: bool = False

    def quotes(self, before: str, after: str, payloads: Sequence[Mapping[str, Any]]) -> bool:
        """Return whether the words between which a request stands quote it."""
        if not self.message or speaks_to_person(before, after):
            return False
        if _OWN_NAMES.search(self.message):
            return not self.makes_files or bool(after.strip("`~ \t\r\n"))
        if self.makes_files or self._is_about(payloads):
            return False
        return bool(_DATA.search(self.message)) or before.lstrip().startswith("#") or _is_prose(after)

    def _is_about(self, payloads: Sequence[Mapping[str, Any]]) -> bool:
        """Return whether requests have a word in common with the message."""
        asked = " ".join(words for payload in payloads for words in _texts(payload))
        return bool(_words(asked) & _words(self.message[:_MAX_TEXT]))


def _texts(value: Any) -> Iterator[str]:
    """Yield the words of a request that the person would read."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            if name not in ("response_type", "type", "id", "value"):
                yield from _texts(inner)
    elif isinstance(value, Sequence):
        for inner in value:
            yield from _texts(inner)


def _words(text: str) -> frozenset[str]:
    """Return the beginnings of the words that mean something; in Chinese and Japanese pairs of characters."""
    words: set[str] = set()
    for found in _WORD.finditer(simplified(text[:_MAX_TEXT]).casefold()):
        word = found[0]
        if _CJK.search(word):
            pairs = (word[place : place + 2] for place in range(len(word) - 1))
            words.update(pair for pair in pairs if not _FUNCTION_CHARACTERS.issuperset(pair))
        elif len(word) >= _MIN_WORD and word not in QUESTION_WORDS:
            words.add(word[:_STEM])
    return frozenset(words)


def _is_prose(after: str) -> bool:
    """Return whether a text goes on with more than a short word of thanks."""
    line = after.strip("`~ \t\r\n")[: 2 * _PROSE_WIDTH].partition("\n")[0]
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line) >= _PROSE_WIDTH
