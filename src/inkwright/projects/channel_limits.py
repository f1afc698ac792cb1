"""The limits of a channel, checked on a text: its length as the platform counts it, and its hashtags."""

import re
from dataclasses import dataclass
from typing import Final, Literal

from inkwright.projects.blocks import BlockConstraints, LengthCounting

_LINK: Final = re.compile(r"https?://[^\s<>\"，。！？；、）】》]{1,2000}", re.ASCII)
_LINK_LENGTH: Final = 23
_NARROW: Final = ((0, 0x10FF), (0x2000, 0x200D), (0x2010, 0x201F), (0x2032, 0x2037))
"""The characters that count once; all others count as two."""
_HASHTAG: Final = re.compile(r"(?<![A-Za-z0-9/&_])[#＃]([^\s#＃,.!?;:'\"，。！？；：、（）()【】《》“”]{1,200})")


@dataclass(frozen=True, slots=True)
class LimitProblem:
    """A limit that a text exceeds: it has `count`, and may have `most`."""

    kind: Literal["length", "hashtags"]
    count: int
    most: int


def length_of(text: str, counting: LengthCounting) -> int:
    """Return the length of a text as a platform counts it."""
    if counting == "characters":
        return len(text)
    plain, links = _LINK.subn("", text)
    return links * _LINK_LENGTH + sum(1 if _is_narrow(ord(letter)) else 2 for letter in plain)


def hashtags_in(text: str) -> list[str]:
    """Return the hashtags of a text, `#river` and `#河流#` alike. A number, a heading and a part of a link are none."""
    without_links = _LINK.sub(" ", text)
    return [tag for tag in _HASHTAG.findall(without_links) if not tag.isdecimal()]


def limit_problems(text: str, limits: BlockConstraints) -> list[LimitProblem]:
    """Return the limits that a text exceeds."""
    length, hashtags = length_of(text, limits.counting), len(hashtags_in(text))
    problems = []
    if limits.max_length and length > limits.max_length:
        problems.append(LimitProblem("length", length, limits.max_length))
    if limits.max_hashtags is not None and hashtags > limits.max_hashtags:
        problems.append(LimitProblem("hashtags", hashtags, limits.max_hashtags))
    return problems


def _is_narrow(code: int) -> bool:
    return any(first <= code <= last for first, last in _NARROW)
