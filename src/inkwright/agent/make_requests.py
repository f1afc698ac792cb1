"""What a person asks to be made, read by rule: the message, its files, and the counts and kinds it names."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import Final, TypeVar

from inkwright.artifacts.text import one_line
from inkwright.grounding.read import read_material
from inkwright.grounding.source import Material, Source
from inkwright.parsing.chinese_variants import simplify_requests

T = TypeVar("T")

MAX_COUNT: Final = 50
_MAX_CHARACTERS: Final = 2_000
_MAX_TITLE: Final = 80
_NUMBER_WORDS: Final = "one two three four five six seven eight nine ten eleven twelve".split()
_CHINESE_DIGITS: Final = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}


@dataclass(frozen=True)
class MakeRequest:
    """A message and the files from which its deliverable is made. Without files a model has to write it. `pictures`
    are the names of the ones that the files may show.
    """

    message: str
    sources: tuple[Source, ...] = ()
    pictures: Collection[str] = ()

    @property
    def note(self) -> str:
        """All files as one text."""
        return "\n\n".join(source.text for source in self.sources)

    @cached_property
    def material(self) -> Material:
        """The files, split into sections and sentences."""
        return read_material(self.sources)

    @property
    def title(self) -> str:
        """The title of the files; without files, the words of the request."""
        if not self.sources:
            return one_line(self.message)[:_MAX_TITLE]
        return (self.material.title or PurePosixPath(self.sources[0].name).stem)[:_MAX_TITLE]

    def count(self, units: str, chinese_units: str) -> int | None:
        """Return how many units the message asks for, such as `slides?` or `页`; None where it does not say."""
        return count_in(self.message, units, chinese_units)

    def first_kind(self, patterns: Mapping[T, re.Pattern[str]]) -> T | None:
        """Return the first kind whose pattern the message matches."""
        return next(iter(self.kinds(patterns)), None)

    def kinds(self, patterns: Mapping[T, re.Pattern[str]]) -> tuple[T, ...]:
        """Return the kinds whose patterns the message matches."""
        return tuple(
            kind
            for kind, pattern in patterns.items()
            if pattern.search(simplify_requests(self.message[:_MAX_CHARACTERS]))
        )


def count_in(message: str, units: str, chinese_units: str) -> int | None:
    """Return the number before a unit, written in digits or words of either language, and at most `MAX_COUNT`."""
    between = r"\s*(?:[\w-]+\s+){0,2}?"
    examined = simplify_requests(message[:_MAX_CHARACTERS])
    digits = rf"(?<![\d.])(\d{{1,3}})(?![\d.%])(?:{between}(?:{units})|\s*(?:{chinese_units}))"
    if match := re.search(digits, examined, re.I):
        return max(1, min(int(match[1]), MAX_COUNT))
    if match := re.search(rf"([一二两三四五六七八九十]{{1,3}})(?:{chinese_units})", examined):
        return min(_chinese_number(match[1]), MAX_COUNT)
    if match := re.search(rf"\b({'|'.join(_NUMBER_WORDS)}){between}(?:{units})\b", examined, re.I):
        return _NUMBER_WORDS.index(match[1].lower()) + 1
    return None


def _chinese_number(written: str) -> int:
    tens, ten, ones = written.partition("十")
    return (_CHINESE_DIGITS.get(tens, 1) * 10 if ten else 0) + _CHINESE_DIGITS.get(ones if ten else tens, 0) or 1
