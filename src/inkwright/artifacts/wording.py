"""Words as slides can hold them: tidy, visible, and cut where a reader would cut."""

import re
import unicodedata
from typing import Final

# XML cannot hold most of these at all; in a slide the rest would be odd boxes.
_UNWRITABLE = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_UNSEEN: Final = frozenset({"Cc", "Cf", "Zl", "Zp", "Zs"})
_SENTENCE_END = re.compile(r"[。！？；!?;]+[”’」』）)]*|\.(?=\s)")
_PAUSE = re.compile(r"[，、,：:]|\s")


def is_blank(text: str) -> bool:
    """Whether a reader sees nothing: spaces, controls and zero-width characters are nothing."""
    return all(unicodedata.category(char) in _UNSEEN for char in text)


def one_line(text: str) -> str:
    """The text on one line, without what cannot be written in a slide."""
    return " ".join(_UNWRITABLE.sub("", text).split())


def many_lines(text: str) -> str:
    """The text with its lines, each of them tidy, without empty ones around it."""
    return "\n".join(one_line(line) for line in text.splitlines()).strip("\n")


def columns(text: str) -> int:
    """How wide the text is in columns: a Chinese character takes two."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def cut(text: str, most: int) -> list[str]:
    """The text in parts of at most `most` characters, cut behind sentences, else at pauses, else anywhere."""
    parts, start = [], 0
    while len(text) - start > most:
        end = _last(_SENTENCE_END, text, start, most) or _last(_PAUSE, text, start, most) or start + most
        parts.append(text[start:end].strip())
        start = end
    return [part for part in [*parts, text[start:].strip()] if not is_blank(part)]


def _last(pattern: re.Pattern[str], text: str, start: int, most: int) -> int | None:
    """Where the last match ends that leaves a part worth having."""
    ends = [match.end() for match in pattern.finditer(text, start, start + most) if match.end() - start > most // 3]
    return ends[-1] if ends else None
