"""Read runs of undamaged members and elements in damaged JSON with one pattern each: the fast part of the repair."""

import re
from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from inkwright.parsing.json_words import word_value

Repair = Literal[
    "bracket", "bracket_form", "call", "colon", "comma", "comment", "headless", "joined", "literal", "quote",
    "quote_form", "semicolon", "separator", "unclosed", "value", "word", "word_key",
]  # fmt: skip

_DOUBLE: Final = r'"([^"\\“”]*+)"'
_SINGLE: Final = r"'([^'\\‘’]*+)'"
_NUMBER: Final = r"(-?(?:0|[1-9][0-9]{0,17}))(\.[0-9]{1,17}(?:[eE][+-]?[0-9]{1,2})?|[eE][+-]?[0-9]{1,2})?"
_LITERAL: Final = "(true|false|null|True|False|None|NaN)"
_WORD: Final = r"(?<=[ \t:：,，、\[［])((?!(?:true|false|null){2})[^\W\d]\w{0,60}+)(?=\s*+[,，、;\]］}｝])"
_SCALAR: Final = rf"(?:{_DOUBLE}|{_SINGLE}|{_NUMBER}|{_LITERAL}|{_WORD})"
_QUOTED_KEY: Final = r"(?:\"[^\"\\\n]{0,120}\"|'[^'\\\n]{0,120}')\s*+[:：]"
_BARE_KEY: Final = r"[A-Za-z_$][\w$]{0,60}\s*+[:：]"
# A closing bracket is certain at the end of a line or before more structure.
_AFTER_CLOSING: Final = r"[^\S\n]*+(?:[,，;；}｝\]］)`<]|\Z|\n|//|/\*)"

_MEMBER_END: Final = (
    rf"\s*+(?:([,，;])\s*+(?={_QUOTED_KEY}|{_BARE_KEY})|(?<=\s)(?={_QUOTED_KEY})|(?=[}}｝]{_AFTER_CLOSING}))"
)
_MEMBER: Final = {
    '"': re.compile(rf'"([^"\\\n“”]{{0,120}}+)"\s*+([:：])\s*+{_SCALAR}{_MEMBER_END}'),
    "'": re.compile(rf"'([^'\\\n‘’]{{0,120}}+)'\s*+([:：])\s*+{_SCALAR}{_MEMBER_END}"),
}
_BARE_MEMBER = re.compile(rf"([A-Za-z_$][\w$]{{0,60}}+)\s*+([:：])\s*+{_SCALAR}{_MEMBER_END}")
_NEXT_VALUE: Final = r"(?=[\"'\[{0-9-]|(?:true|false|null|True|False|None)\b)"
_ELEMENT = re.compile(
    rf"{_SCALAR}\s*+(?:([,，、])(?:\s*+{_NEXT_VALUE}|[^\S\n]*+(?=\w[\w.%-]{{0,40}}\s{{0,20}}[,，\]］]))|(?<=\s)(?=[\"{{\[]|-?[0-9])|(?=[\]］]{_AFTER_CLOSING}))"
)
_KEY = re.compile(
    r"(?:\"(?P<double>[^\"\\\n“”]{0,120}+)\"|'(?P<single>[^'\\\n‘’]{0,120}+)')\s*+(?P<colon>[:：])\s*+(?=[\[{\"'])"
)
_OPENING_KEY = re.compile(
    r"(?:\"(?P<double>[^\"\\\n“”]{0,120}+)\"|'(?P<single>[^'\\\n‘’]{0,120}+)'|(?P<bare>[A-Za-z_$][\w$]{0,60}+))"
    r"\s*+(?P<colon>[:：])\s*+(?=[\[{])"
)
_AFTER_NESTED = re.compile(_MEMBER_END)
_CLOSERS: Final = "}｝]］"
_JSON_LITERALS: Final[dict[str | None, object]] = {"true": True, "false": False, "null": None}

ReadNested = Callable[[int], tuple[object, int] | None]


class CleanRun(NamedTuple):
    """The position after the values that were read, their number, and whether a separator follows the last one."""

    end: int
    size: int
    separated: bool


def read_members(
    text: str, position: int, items: dict[str, object], repairs: set[Repair], read_nested: ReadNested
) -> CleanRun:
    """Read members into `items`, as many as follow each other without doubt.

    `read_nested` returns the valid object or list at a position, and the position after it.
    """
    match = _MEMBER.get(text[position], _BARE_MEMBER).match
    size = 0
    separated = True
    while separated:
        member = match(text, position)
        if member is None:
            run = _nested_member(text, position, items, repairs, read_nested)
            if run is None:
                break
            position, _, separated = run
        else:
            key, colon, double, single, number, fraction, literal, word, mark = member.groups()
            if double is not None:
                items[key] = double
            else:
                items[key] = _scalar(single, number, fraction, literal or word, repairs)
            position = member.end()
            if colon != ":":
                repairs.add("colon")
            if mark != ",":
                separated = _note_separator(text, position, mark, repairs)
        size += 1
    return CleanRun(position, size, separated)


def _nested_member(
    text: str, position: int, items: dict[str, object], repairs: set[Repair], read_nested: ReadNested
) -> CleanRun | None:
    opening = _OPENING_KEY.match(text, position)
    nested = read_nested(opening.end()) if opening else None
    if opening is None or nested is None:
        return None
    double, single, bare, colon = opening.groups()
    key = double if double is not None else single if single is not None else bare
    items[key], end = nested
    if colon != ":":
        repairs.add("colon")
    after = _AFTER_NESTED.match(text, end)
    if after is None:
        return CleanRun(end, 1, False)
    if after[1] == ",":
        return CleanRun(after.end(), 1, True)
    return CleanRun(after.end(), 1, _note_separator(text, after.end(), after[1], repairs))


def read_elements(text: str, position: int, items: list[object], repairs: set[Repair]) -> CleanRun:
    """Read scalar elements into `items`, as many as follow each other without doubt."""
    match, append = _ELEMENT.match, items.append
    size = 0
    separated = True
    while separated and (element := match(text, position)):
        double, single, number, fraction, literal, word, mark = element.groups()
        append(double if double is not None else _scalar(single, number, fraction, literal or word, repairs))
        position = element.end()
        size += 1
        if mark != ",":
            separated = _note_separator(text, position, mark, repairs)
    return CleanRun(position, size, separated)


def read_key(text: str, position: int, repairs: set[Repair]) -> tuple[str, int] | None:
    """Return a quoted key, and the position of its value, which is not a number or a word."""
    found = _KEY.match(text, position)
    if found is None:
        return None
    double, single, colon = found.groups()
    if colon != ":":
        repairs.add("colon")
    if double is None:
        repairs.add("quote_form")
    return single if double is None else double, found.end()


def _scalar(
    single: str | None, number: str | None, fraction: str | None, word: str | None, repairs: set[Repair]
) -> object:
    if number is not None:
        return float(number + fraction) if fraction else int(number)
    if single is not None:
        repairs.add("quote_form")
        return single
    if word in _JSON_LITERALS:
        return _JSON_LITERALS[word]
    value = word_value(word or "")
    repairs.add("word" if isinstance(value, str) else "literal")
    return value


def _note_separator(text: str, position: int, mark: str | None, repairs: set[Repair]) -> bool:
    """Whether the values are separated: by an unusual mark, or by space alone. Otherwise the container ends."""
    if mark is None and text[position] in _CLOSERS:
        return False
    repairs.add("comma" if mark is None else "semicolon" if mark == ";" else "separator")
    return True
