"""The limits of a channel, checked on a text: its length as the platform counts it, and its hashtags."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final, Literal

from inkwright.projects.blocks import BlockConstraints, LengthCounting

_LINK: Final = re.compile(r"https?://[^\s<>\"，。！？；、）】》]{1,2000}", re.ASCII)
_LINK_LENGTH: Final = 23
_PICTURE: Final = (
    r"(?:[\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]\ufe0f?|\S\ufe0f)[\U0001f3fb-\U0001f3ff]?"
)
_EMOJI: Final = re.compile(
    f"[\U0001f1e6-\U0001f1ff]{{2}}|[0-9#*]\ufe0f?\u20e3|{_PICTURE}(?:\u200d{_PICTURE})*[\U000e0020-\U000e007f]*"
)
"""One emoji, however many code points it has: a flag, a key, or pictures that are joined."""
_EMOJI_LENGTH: Final = 2
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
    plain, links = _LINK.subn("", unicodedata.normalize("NFC", text).replace("\r\n", "\n"))
    plain, emoji = _EMOJI.subn("", plain)
    letters = sum(1 if _is_narrow(ord(letter)) else 2 for letter in plain)
    return links * _LINK_LENGTH + emoji * _EMOJI_LENGTH + letters


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
