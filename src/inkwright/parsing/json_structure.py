"""Repair what is damaged between the strings of a JSON text, all at once: the fast way for long texts.

Strings and what is between them are taken apart. What is between them is fixed with a few patterns, and the whole is
parsed strictly again: where the damage is of another kind, that fails, and the text is left to the repair parser.
"""

import re
from typing import Final

from inkwright.parsing.json_strict import StrictValue, parse_strict

_JOINED: Final = "\x01"
_STRING = re.compile(r'"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"')
_HAS_WHOLE_STRINGS = re.compile(r'[^"\\]*+(?:"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"[^"\\]*+)*+')
_PLAIN: Final = r"[^\"\\\n\[\]{}:：]"
_NEXT_KEY: Final = r",\s*+\"[\w$ -]{1,60}\"\s*+:"
# Each of these puts quotes where they are missing. Inside of a string that is intact they would leave bare words, so
# that the text is not valid afterwards.
_UNCLOSED_VALUE = re.compile(rf'(:\s*+"{_PLAIN}*[^\s,"\'’”`\\\[\]{{}}:：])(?={_NEXT_KEY})')
_UNOPENED_KEY = re.compile(r'([{,]\s*+)([A-Za-z_$][\w$-]{0,60})(?="\s*+:)')
_UNCLOSED_KEY = re.compile(r'((?:\{|[\d\]}a-z],)\s*+"[\w$.-]{1,60})(?=\s{0,20}:\s{0,20}["\[{])')
_PHRASE_IN_VALUE = re.compile(r'(: "[^"\\\n\[\]{}:,]* )"(\w[^"\\\n\[\]{}:,]*)"( [^"\\\n\[\]{}:,]*"(?=\s*+[,}]))')
_BARE_VALUE = re.compile(
    r'(": )(?!(?i:true|false|null)|(?i:none|nan|undefined|infinity|inf)\b)'
    r"([A-Za-z]\w{0,60}(?: \w{1,60}){0,8}|[0-9]{4}-[0-9]{2}-[0-9]{2})(?=[,}])"
)
_CURLY = re.compile("“[^“”\n]*+”")
_SINGLE_CURLY = re.compile("‘[^‘’\n]*+’")
_BACKTICKS = re.compile("`[^`\n]*+`")
_UNUSUAL_COMMA = re.compile(r"[，、；;]|,\s*+,")

# In the text between strings, a quote represents a whole string.
_ASCII_MARKS: Final = str.maketrans("：，、；;｛｝［］", ":,,,,{}[]")
_LITERALS: Final = (("True", "true"), ("False", "false"), ("None", "null"), ("NaN", "null"), ("undefined", "null"))
_TUPLE = re.compile(r"\(([^(),\[\]{}]*+,[^()\[\]{}]*+)\)")
_CALL = re.compile(r"(?<=[:,\[] )(?:new )?[A-Za-z_][\w.]{0,60}\(\"\)")
_JOINT = re.compile(r'(?<=")\s*\+\s*(?="(?!\s*:))')
_OTHER_DAMAGE: Final = ("{'", ", '", "\n'", ", #", "\n#", "...", "…", _JOINED)
_DOUBTFUL_MARKS: Final = ("\n\n", "#", "/", "..", "…")
_FIRST_COMMA = re.compile(r"[\[{［｛(]\s*+[,，、;；]")
_UNUSUAL_COMMAS = re.compile(r"[，、;；]\s*+[,，、;；]|,\s*+[，、;；]")
_MARK_IN_STRING = re.compile(r"[\[\]{}｛｝［］“”„＂`]")
_UNCLOSED_LIST = re.compile(r'(\[[^\[\]{}:]*["\d])(?=\s*+,\s*+"\s*+:)')
_UNCLOSED_OBJECT = re.compile(r'(:\s*+(?:"|-?[\d.]++|true|false|null|\[[^\[\]{}:]*\]))(?=\s*+,\s*+\{)')
_MISSING_VALUE = re.compile(r":(\s*+)(?=[,}])")
_EXTRA_COMMA = re.compile(r",(\s*+)(?=,)")
_LAST_COMMA = re.compile(r",(\s*+)(?=[}\]])")
_MISSING_COMMA = re.compile(r'(["\]}\w])(\s++)(?=["\[{\d-])')
_BRACKET = re.compile(r"([\[\]{}])")
_DOUBTFUL_STARTS: Final = frozenset("[]}")
_CLOSER: Final = {"[": "]", "{": "}"}
_NUMBER_BEFORE_BRACKET = re.compile(r"\w\s++[\[{]")
_MISSING_COLON = re.compile(r'([{,]\s*+")(\s++)(?=["\[{\d])')


def parse_structure(text: str) -> StrictValue | None:
    """Return the value, if the text is one object or list with damage that has one meaning wherever it is."""
    if any(mark in text for mark in _OTHER_DAMAGE):
        return None
    quoted = _with_straight_quotes(text)
    if quoted is None or '"' not in quoted:
        return None
    is_usual = quoted is text
    value = _between_strings(quoted, is_usual=is_usual)
    if value is None:
        repaired = _with_missing_quotes(quoted)
        value = _between_strings(repaired, is_usual=is_usual) if repaired != quoted else None
    return StrictValue(value.value, len(text)) if value else None


def _with_missing_quotes(text: str) -> str:
    for pattern, fixed in (
        (_BARE_VALUE, r'\1"\2"'),
        (_UNCLOSED_VALUE, r'\1"'),
        (_UNOPENED_KEY, r'\1"\2'),
        (_PHRASE_IN_VALUE, r"\1\"\2\"\3"),
        (_UNCLOSED_KEY, r'\1"'),
    ):
        found = pattern.sub(fixed, text)
        if found != text:
            return found
    return text


def _between_strings(text: str, *, is_usual: bool) -> StrictValue | None:
    """Fix what is between the strings. With unusual quotes or colons, a missing comma leaves more than one reading."""
    if not _HAS_WHOLE_STRINGS.fullmatch(text):
        return None
    parts = _STRING.split(text)
    outside = '"'.join(parts[::2])
    if _is_doubtful(outside, is_usual=is_usual) or _MARK_IN_STRING.search(" ".join(parts[1::2])):
        return None
    marks = _fixed_marks(outside)
    if not is_usual or "=" in outside or "(" in outside:
        return _parsed(marks, parts)
    if _NUMBER_BEFORE_BRACKET.search(marks):
        return None
    marks = _with_commas(marks)
    value = _parsed(marks, parts) or _with_right_brackets(outside, marks, parts)
    if value is None and (with_colons := _MISSING_COLON.sub(r"\1: ", marks)) != marks:
        value = _parsed(_with_commas(with_colons), parts)
    return value


def _with_right_brackets(outside: str, marks: str, parts: list[str]) -> StrictValue | None:
    """Return the value with wrong closing brackets fixed, if only one of the two readings of them is valid.

    Such a bracket is of the wrong kind, or the one before it is missing. Where an opening one may be missing too, there
    are more readings.
    """
    if _UNCLOSED_LIST.search(outside) or _UNCLOSED_OBJECT.search(outside):
        return None
    pieces = _BRACKET.split(marks)
    fixed = [_fixed_brackets(pieces, adds=adds) for adds in (True, False)]
    values = [_parsed(each, parts) if each is not None else None for each in fixed]
    found = [value for value in values if value is not None]
    return found[0] if len(found) == 1 else None


def _fixed_brackets(pieces: list[str], *, adds: bool) -> str | None:
    """Return the text with its wrong closing brackets replaced, or with the missing ones before them added.

    `pieces` is the text split at its brackets. None if brackets are left open, or if what is closed is empty or starts
    with a list, which has more readings.
    """
    stack: list[int] = []
    fixed: list[str] | None = None
    for place in range(1, len(pieces), 2):
        mark = pieces[place]
        if mark in _CLOSER:
            stack.append(place)
        elif not stack:
            return None
        elif _CLOSER[pieces[opened := stack.pop()]] != mark:
            closed = [opened]
            while adds and stack and _CLOSER[pieces[closed[-1]]] != mark:
                closed.append(stack.pop())
            if adds and _CLOSER[pieces[closed[-1]]] != mark:
                return None
            if any(_is_doubtful_start(pieces, at) for at in closed):
                return None
            fixed = fixed or pieces.copy()
            fixed[place] = "".join([_CLOSER[pieces[at]] for at in closed])
    return None if stack or fixed is None else "".join(fixed)


def _is_doubtful_start(pieces: list[str], place: int) -> bool:
    """Whether what an opening bracket holds is empty or begins with a list."""
    following = pieces[place + 1].lstrip()[:1] or (pieces[place + 2] if place + 2 < len(pieces) else "")
    return following in _DOUBTFUL_STARTS


def _is_doubtful(outside: str, *, is_usual: bool) -> bool:
    """Whether the text between strings has marks whose meaning depends on what is around them."""
    if any(mark in outside for mark in _DOUBTFUL_MARKS) or _FIRST_COMMA.search(outside):
        return True
    if "(" in outside and _UNUSUAL_COMMA.search(outside):
        return True
    has_unusual_commas = (not outside.isascii() or ";" in outside) and _UNUSUAL_COMMAS.search(outside) is not None
    return has_unusual_commas or (not is_usual and "、" in outside)


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
    return text.replace(opening, '"').replace(closing, '"') if is_certain else None


def _fixed_marks(outside: str) -> str:
    """Fix what has one meaning wherever it is between strings."""
    fixed = outside.translate(_ASCII_MARKS) if not outside.isascii() or ";" in outside else outside
    for written, meant in _LITERALS:
        fixed = fixed.replace(written, meant)
    if "=" in fixed:
        fixed = fixed.replace("=>", ":").replace("=", ":")
    else:
        fixed = _UNCLOSED_OBJECT.sub(r"\1}", _UNCLOSED_LIST.sub(r"\1]", fixed))
    if "(" in fixed:
        fixed = _TUPLE.sub(r"[\1]", _CALL.sub('"', fixed))
    if "+" in fixed:
        fixed = _JOINT.sub(_JOINED, fixed)
    fixed = _EXTRA_COMMA.sub(r",\1null", _MISSING_VALUE.sub(r":\1null", fixed))
    return _LAST_COMMA.sub(r"\1", fixed)


def _with_commas(outside: str) -> str:
    return _MISSING_COMMA.sub(r"\1,\2", outside)


def _parsed(outside: str, parts: list[str]) -> StrictValue | None:
    around = outside.split('"')
    if len(around) != len(parts) // 2 + 1:
        return None
    whole = [""] * len(parts)
    whole[::2], whole[1::2] = around, parts[1::2]
    return parse_strict('"'.join(whole).replace(f'"{_JOINED}"', ""))
