"""Whether something that reads as JSON was meant as JSON, or is prose and code that happens to have brackets."""

import re
from dataclasses import dataclass

from inkwright.parsing.json_reader import Reading

_OWN_LINE_BEFORE = re.compile(r"(?:\A|\n)[ \t>]*\Z")
_OWN_LINE_AFTER = re.compile(r"[ \t;,.。]*(?:\n|\Z)")
_INTRODUCED = re.compile(r"(?:[:：=(>]|\bis|\bare|是|为|了)\s*\Z")
_CODE_BEFORE = re.compile(r"(?:[\w)]|=>|\breturn|\\\w+(?:\{[^{}]*\})*)\s*\Z")
_TOKEN = re.compile(r"\"[^\"\n]*\"|[{}\[\]]|\n\n")
_CONTENT = re.compile(r"[\"':\w]")
_GOES_ON = re.compile(r"\s*[,，:：;\"'“”}\]｝］]")
_ONLY_CLOSERS = re.compile(r"[\s}\]｝］);,，.。`]*\Z")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The text around a bracket: up to 80 characters before it and 200 behind it."""

    before: str
    after: str
    is_whole: bool
    is_code: bool


def is_plausible(reading: Reading, around: Surroundings) -> bool:
    """Whether a reading counts as a candidate."""
    if isinstance(reading.value, list):
        return _is_plausible_list(reading, around)
    return _is_plausible_object(reading, around)


def _is_plausible_object(reading: Reading, around: Surroundings) -> bool:
    if not reading.repairs and reading.state == "complete":
        return bool(reading.value) or around.is_whole or _stands_alone(around)
    if reading.size == 0:
        return reading.state != "complete" and (around.is_whole or _stands_alone_so_far(around))
    if reading.state == "refused":
        return "word_key" not in reading.repairs
    words = {"word_key", "word"} <= reading.repairs
    if around.is_whole:
        return not (words and "semicolon" in reading.repairs)
    if "word_key" not in reading.repairs:
        return True
    if around.is_code or words:
        return bool(_INTRODUCED.search(around.before) or _OWN_LINE_BEFORE.search(around.before)) and not (
            words and ("semicolon" in reading.repairs or around.is_code)
        )
    return not _CODE_BEFORE.search(around.before)


def _is_plausible_list(reading: Reading, around: Surroundings) -> bool:
    value = reading.value
    if not isinstance(value, list):
        return False
    speaks = any(isinstance(item, dict | list) for item in value) or (
        "word" not in reading.repairs and any(isinstance(item, str) for item in value)
    )
    if reading.state == "refused":
        return reading.size > 1 and speaks
    if around.is_whole and not ("word" in reading.repairs and len(value) < 2):
        return True
    if speaks:
        return True
    if "word" in reading.repairs:
        return False
    if _stands_alone(around):
        return reading.state == "complete"
    return len(value) >= 2 and bool(_INTRODUCED.search(around.before)) and reading.state == "complete"


def _stands_alone(around: Surroundings) -> bool:
    return _stands_alone_so_far(around) and bool(_OWN_LINE_AFTER.match(around.after))


def _stands_alone_so_far(around: Surroundings) -> bool:
    return bool(_OWN_LINE_BEFORE.search(around.before))


def is_left_over(behind: str) -> bool:
    """Whether the text behind a value shows that the value went on: it closes a bracket that it did not open.

    Closing brackets alone are superfluous and dropped; a member or an element before them is part of the value.
    """
    if not _GOES_ON.match(behind) or _ONLY_CLOSERS.match(behind):
        return False
    depth = 0
    for token in _TOKEN.finditer(behind):
        if token[0] in "{[":
            depth += 1
        elif token[0] in "}]":
            depth -= 1
            if depth < 0 and _CONTENT.search(behind, 0, token.start()):
                return True
            depth = max(depth, 0)
        elif token[0] == "\n\n" and depth == 0:
            return False
    return False
