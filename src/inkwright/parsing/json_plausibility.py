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
_MEMBER_FOLLOWS = re.compile(r"[\s}\]]*[,，]\s*(?:\"[^\"\n]{1,80}\"|'[^'\n]{1,80}'|“[^”\n]{1,80}”)\s*[:：]")
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
    if not reading.is_list:
        return _is_plausible_object(reading, around)
    if reading.state == "refused":
        return reading.size > 0 and "word" not in reading.repairs and (around.is_whole or _begins_a_line(around))
    return isinstance(reading.value, list) and _is_plausible_list(reading, reading.value, around)


def _is_plausible_object(reading: Reading, around: Surroundings) -> bool:
    if reading.state == "complete" and not reading.repairs:
        return bool(reading.value) or around.is_whole or _stands_alone(around)
    if reading.size == 0:
        return reading.state != "complete" and (around.is_whole or _begins_a_line(around))
    if "word_key" not in reading.repairs:
        return True
    return reading.state != "refused" and _is_plausible_without_quotes(reading, around)


def _is_plausible_without_quotes(reading: Reading, around: Surroundings) -> bool:
    """Bare keys are JavaScript or YAML-like; with bare words as values they may be CSS, code or prose."""
    has_words, has_semicolons = "word" in reading.repairs, "semicolon" in reading.repairs
    if has_words and has_semicolons:
        return False
    if around.is_whole:
        return True
    if has_words and around.is_code:
        return False
    if has_words or around.is_code:
        return bool(_INTRODUCED.search(around.before)) or _begins_a_line(around)
    return not _CODE_BEFORE.search(around.before)


def _is_plausible_list(reading: Reading, value: list[object], around: Surroundings) -> bool:
    has_words = "word" in reading.repairs
    if any(isinstance(item, dict | list) or (isinstance(item, str) and not has_words) for item in value):
        return not has_words or around.is_whole or _begins_a_line(around)
    if around.is_whole:
        return not has_words or len(value) >= 2
    if has_words or reading.state != "complete":
        return False
    return _stands_alone(around) or (len(value) >= 2 and bool(_INTRODUCED.search(around.before)))


def _stands_alone(around: Surroundings) -> bool:
    return _begins_a_line(around) and bool(_OWN_LINE_AFTER.match(around.after))


def _begins_a_line(around: Surroundings) -> bool:
    return bool(_OWN_LINE_BEFORE.search(around.before))


def is_left_over(behind: str) -> bool:
    """Whether the text behind a value shows that the value went on: with a member, or by closing a bracket too many.

    Closing brackets alone are superfluous and dropped; a member or an element before them is part of the value.
    """
    if not _GOES_ON.match(behind) or _ONLY_CLOSERS.match(behind):
        return False
    if _MEMBER_FOLLOWS.match(behind):
        return True
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
