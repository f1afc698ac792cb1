"""Repair what is damaged between the strings of a JSON text, all at once: the fast way for long texts.

Strings and what is between them are taken apart. What is between them is fixed with a few patterns, and the whole is
parsed strictly again: where the damage is of another kind, that fails, and the text is left to the repair parser.
"""

import re
from typing import Final

from inkwright.parsing.json_strict import StrictValue, parse_strict

_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*+)"')
_CURLY = re.compile("“[^“”\n]*+”")
_SINGLE_CURLY = re.compile("‘[^‘’\n]*+’")
_BACKTICKS = re.compile("`[^`\n]*+`")
_STRAIGHT: Final = str.maketrans("“”‘’`", '"""""')

# In the text between strings, a quote stands for a whole string.
_ASCII_MARKS: Final = str.maketrans("：，、；;｛｝［］", ":,,,,{}[]")
_LITERALS: Final = (("True", "true"), ("False", "false"), ("None", "null"), ("NaN", "null"), ("undefined", "null"))
_TUPLE = re.compile(r"\(([^()\[\]{}]*,[^()\[\]{}]*)\)")
_CALL = re.compile(r"(?<=[:,\[] )(?:new )?[A-Za-z_][\w.]{0,60}\(\"\)")
_JOINT = re.compile(r'(?<=")\s*\+\s*(?=")')
_DOUBTFUL = re.compile(r"\n\n|[\[{［｛(]\s*+[,，、;；]")
_MARK_IN_STRING = re.compile(r"[\[\]{}｛｝［］“”„＂`]")
_MISSING_VALUE = re.compile(r":(\s*+)(?=[,}])")
_EXTRA_COMMA = re.compile(r",(\s*+)(?=,)")
_LAST_COMMA = re.compile(r",(\s*+)(?=[}\]])")
_MISSING_COMMA = re.compile(r'(?<=["\]}])(\s++)(?=["\[{\d-])|(?<=\w)(\s++)(?=["\d-])')
_MISSING_COLON = re.compile(r'(?:(?<=[{,] ")|(?<=[{,]"))(\s++)(?=["\[{\d-])')
_JOINED: Final = "\x01"


def parse_structure(text: str) -> StrictValue | None:
    """Return the value, if the text is one object or list whose strings are intact."""
    quoted = _with_straight_quotes(text)
    if quoted is None or _JOINED in quoted:
        return None
    parts = _STRING.split(quoted)
    outside = '"'.join(parts[::2])
    if _DOUBTFUL.search(outside) or _MARK_IN_STRING.search(" ".join(parts[1::2])):
        return None
    marks = _fixed_marks(outside)
    # With unusual quotes or colons, a comma that is missing too leaves more than one reading.
    may_miss_marks = quoted is text and "=" not in outside
    readings = (_with_commas(marks), _with_colons(marks)) if may_miss_marks else (marks,)
    for reading in dict.fromkeys(readings):
        value = _parsed(reading, parts)
        if value is not None:
            return StrictValue(value.value, len(text))
    return None


def _with_straight_quotes(text: str) -> str | None:
    """Return the text with straight quotes, if all of its strings have quotes of one kind."""
    if '"' in text:
        return text
    if "“" in text or "”" in text:
        return _straightened(text, _CURLY, "“", "”", "„＂")
    if "‘" in text or "’" in text:
        return _straightened(text, _SINGLE_CURLY, "‘", "’", "'`")
    return _straightened(text, _BACKTICKS, "`", "`", "'") if "``" not in text else None


def _straightened(text: str, string: re.Pattern[str], opening: str, closing: str, others: str) -> str | None:
    count = len(string.findall(text))
    marks = text.count(opening) + (text.count(closing) if closing != opening else 0)
    is_certain = 2 * count == marks and not any(mark in text for mark in others)
    return text.translate(_STRAIGHT) if is_certain else None


def _fixed_marks(outside: str) -> str:
    """Fix what has one meaning wherever it is between strings."""
    fixed = outside.translate(_ASCII_MARKS) if not outside.isascii() or ";" in outside else outside
    for written, meant in _LITERALS:
        fixed = fixed.replace(written, meant)
    if "=" in fixed:
        fixed = fixed.replace("=>", ":").replace("=", ":")
    if "(" in fixed:
        fixed = _TUPLE.sub(r"[\1]", _CALL.sub('"', fixed))
    if "+" in fixed:
        fixed = _JOINT.sub(_JOINED, fixed)
    fixed = _EXTRA_COMMA.sub(r",\1null", _MISSING_VALUE.sub(r":\1null", fixed))
    return _LAST_COMMA.sub(r"\1", fixed)


def _with_commas(outside: str) -> str:
    return _MISSING_COMMA.sub(r",\1\2", outside)


def _with_colons(outside: str) -> str:
    return _MISSING_COMMA.sub(r",\1\2", _MISSING_COLON.sub(": ", outside))


def _parsed(outside: str, parts: list[str]) -> StrictValue | None:
    around = outside.split('"')
    if len(around) != len(parts) // 2 + 1:
        return None
    whole = [""] * len(parts)
    whole[::2], whole[1::2] = around, parts[1::2]
    return parse_strict('"'.join(whole).replace(f'"{_JOINED}"', ""))
