"""Repair what is damaged between the strings of a JSON text, all at once: the fast way for long texts.

Strings and what is between them are taken apart. What is between them is fixed with a few patterns, and the whole is
parsed strictly again: where the damage is of another kind, that fails, and the text is left to the repair parser.
"""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from inkwright.parsing.json_brackets import with_missing_brackets, with_right_brackets
from inkwright.parsing.json_quotes import with_missing_quotes, with_straight_quotes
from inkwright.parsing.json_runs import Repair
from inkwright.parsing.json_strict import StrictValue, parse_strict
from inkwright.parsing.json_words import read_word

_JOINED: Final = "\x01"
_STRAY_QUOTE = re.compile(r'"(?:["\w]|(?<=[^\W\d_rRbBuUfF]")|(?<=\w\w\w"))')
_STRING = re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"')
_HAS_WHOLE_STRINGS = re.compile(r'[^"\\]*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"[^"\\]*+)*+')
# A line break in a string is kept, unless what is around it looks like members.
_LINE_OF_MEMBERS = re.compile(r"[,:{}\[\]]\s*+\n|\n\s*+(?:[\w$-]{0,60}\s*+[:\]}]|[{\[]|\Z)")
_UNUSUAL_COMMA = re.compile(r"[，、；;]|,\s*+,")

# In the text between strings, a quote represents a whole string.
_JSON_SCALAR: Final = r"(?:-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?|true|false|null)"
_BARE = re.compile(
    r"([{,])\s*+([^\W\d][\w$-]{0,60}+)(?=\s*+:)"
    rf'|([:,\[])\s*+(?!["\[\]{{}}(,:]|{_JSON_SCALAR}\s*+[,\]}}])'
    r'([^\s",;\[\]{}，、；｛｝［］“”`][^",;\[\]{}\n，、；｛｝［］“”`]*+)(?=[,\]}])'
)
_MAX_WORD: Final = 4_000
_PLAIN_WORDS = re.compile(
    r"(?!(?i:true|false|null)|(?i:none|nan|undefined|infinity|inf)\b)[A-Za-z]\w{0,60}(?: \w{1,60}){0,8}"
)
_ASCII_MARKS: Final = str.maketrans("：，、；;｛｝［］", ":,,,,{}[]")
_TUPLE = re.compile(r"\(([^(),\[\]{}]*+,[^()\[\]{}]*+)\)")
_CALL = re.compile(r"(?<=[:,\[] )(?:new )?[A-Za-z_][\w.]{0,60}\(\"\)")
_COMMENT = re.compile(r"(?<=[\s,\[\]{}])(?://[^\n\"'\[\]{}]*+(?=\n)|/\*[^*\"'\[\]{}]*+\*/|<!--[^\"'\[\]{}<>-]*+-->)")
_CALL_IN_WORD = re.compile(r"\w\(")
_PREFIX = re.compile(r"(?<=[:,\[] )[rRbBuUfF]{1,2}(?=\")")
_PREFIXES: Final = tuple(f'{letter}"' for letter in "rRbBuUfF")
_JOINT = re.compile(r'(?<=")\s*\+\s*(?="(?!\s*:))')
_COMMENT_MARKS: Final = (", #", "\n#")
_OTHER_DAMAGE: Final = ("...", "…", _JOINED)
_UNUSUAL_QUOTES: Final = "“”‘’`"
_DOUBTFUL_MARKS: Final = ("\n\n", "#", "/", "..", "…")
_FIRST_COMMA = re.compile(r"[\[{［｛(]\s*+[,，、;；]")
_UNUSUAL_COMMAS = re.compile(r"[，、;；]\s*+[,，、;；]|,\s*+[，、;；]")
_MARK_IN_STRING = re.compile(r"[\[\]{}｛｝［］“”„＂`]")
_MISSING_VALUE = re.compile(r":(\s*+)(?=[,}])")
_EXTRA_COMMA = re.compile(r",(\s*+)(?=,)")
_LAST_COMMA = re.compile(r",(\s*+)(?=[}\]])")
_MISSING_COMMA = re.compile(r'(["\]}\w])(\s++)(?=["\[{\d-])')
_NUMBER_BEFORE_BRACKET = re.compile(r"\w\s++[\[{]")
_MISSING_COLON = re.compile(r'([{,]\s*+")(\s++)(?=["\[{\d])')


class TextApart(NamedTuple):
    """The text between the strings, in which a quote represents a string, and the strings."""

    outside: str
    strings: list[str]
    has_bare_keys: bool = False
    has_words: bool = False


class RepairedStructure(NamedTuple):
    """A value, the position after it, and what was unusual: `word_key` for unquoted keys, `word` for such values."""

    value: Any
    end: int
    repairs: frozenset[Repair]


def parse_structure(text: str) -> RepairedStructure | None:
    """Return the value, if the text is one object or list with damage that has one meaning wherever it is."""
    # A single character is found many times faster than a pair that begins with a frequent one.
    if "#" in text and any(mark in text for mark in _COMMENT_MARKS):
        return None
    if any(mark in text for mark in _OTHER_DAMAGE):
        return None
    quoted = with_straight_quotes(text)
    if quoted is None or '"' not in quoted:
        return None
    is_usual = '"' in text or not any(mark in text for mark in _UNUSUAL_QUOTES)
    found = _between_strings(quoted, is_usual=is_usual)
    if found is None and is_usual and (repaired := with_missing_quotes(quoted)) != quoted:
        found = _between_strings(repaired, is_usual=True)
    return found._replace(end=len(text)) if found else None


def _between_strings(text: str, *, is_usual: bool) -> RepairedStructure | None:
    """Fix what is between the strings. With unusual quotes or colons, a missing comma leaves more than one reading."""
    if not _HAS_WHOLE_STRINGS.fullmatch(text):
        return None
    parts = _STRING.split(text)
    outside = '"'.join(parts[::2])
    if _STRAY_QUOTE.search(outside) or (not outside.isascii() and ("“" in outside or "”" in outside)):
        return None
    strings = parts[1::2]
    if "\n" in text:
        if any("\n" in each and _LINE_OF_MEMBERS.search(each) for each in strings):
            return None
        strings = [each.replace("\n", r"\n") for each in strings]
    apart = _with_words(_without_comments(outside), strings)
    if apart is None or _is_doubtful(apart.outside, is_usual=is_usual):
        return None
    if _MARK_IN_STRING.search(" ".join(apart.strings)):
        return None
    for readings in _readings(apart, is_usual=is_usual):
        values = [value for marks in readings if (value := _parsed(marks, apart.strings)) is not None]
        if values:
            return RepairedStructure(values[0].value, len(text), _repairs_in(apart)) if len(values) == 1 else None
    return None


def _repairs_in(apart: TextApart) -> frozenset[Repair]:
    """Return what decides whether the value may be prose or code; that it was repaired at all is a `comma`."""
    repairs: set[Repair] = {"comma"}
    if apart.has_bare_keys:
        repairs.add("word_key")
    if apart.has_words:
        repairs.add("word")
    if ";" in apart.outside or "；" in apart.outside:
        repairs.add("semicolon")
    return frozenset(repairs)


def _readings(apart: TextApart, *, is_usual: bool) -> Iterator[Sequence[str]]:
    """Yield the marks between the strings as they may be meant: the first group in which one alone is valid counts."""
    marks = _fixed_marks(apart.outside)
    if not is_usual or "=" in apart.outside or "(" in apart.outside:
        yield (marks,)
        return
    if _NUMBER_BEFORE_BRACKET.search(marks):
        return
    with_commas = _MISSING_COMMA.sub(r"\1,\2", marks)
    yield (with_commas,)
    with_colons = _MISSING_COLON.sub(r"\1: ", marks)
    if with_colons != marks:
        yield (_MISSING_COMMA.sub(r"\1,\2", with_colons),)
    if apart.has_bare_keys:
        return
    with_brackets = with_missing_brackets(with_commas)
    if with_brackets is not None:
        yield (with_brackets,)
        return
    yield with_right_brackets(with_commas)


def _without_comments(outside: str) -> str:
    """Return the text between strings without its comments. One that has quotes or brackets in it may hide a value."""
    has_comments = any(mark in outside for mark in ("//", "/*", "<!--"))
    return _COMMENT.sub("", outside) if has_comments and "(" not in outside else outside


def _with_words(outside: str, strings: list[str]) -> TextApart | None:
    """Take the unquoted keys and values out of the text between strings. None if one may mean something else."""
    has_bare_keys = has_words = False
    known: dict[str, str | None] = {}
    pieces: list[str] = []
    every: list[str] = []
    taken = end = 0
    for bare in _BARE.finditer(outside):
        key, mark, word = bare[2], bare[3], bare[4]
        if key is None and word not in known:
            known[word] = _word_json(word)
        written = f'"{key}"' if key is not None else known[word]
        if written is None or (mark in ("[", ",") and ":" in word):
            return None
        piece = outside[end : bare.start(4 if key is None else 2)]
        pieces.append(piece)
        following = taken + piece.count('"')
        every += strings[taken:following]
        taken, end = following, bare.end()
        if written[0] == '"':
            every.append(written[1:-1])
            written = '"'
            has_words = has_words or key is None
        pieces.append(written)
        has_bare_keys = has_bare_keys or key is not None
    if not pieces:
        return TextApart(outside, strings)
    return TextApart("".join(pieces) + outside[end:], every + strings[taken:], has_bare_keys, has_words)


def _word_json(word: str) -> str | None:
    """Return an unquoted value as JSON, or None if it is not certain."""
    if _PLAIN_WORDS.fullmatch(word):
        return f'"{word}"'
    if len(word) > _MAX_WORD or _CALL_IN_WORD.search(word):
        return None
    found = read_word(f"{word},", 0)
    is_certain = found.problem is None and not found.quoted_end and found.end == len(word)
    return json.dumps(found.value, ensure_ascii=False) if is_certain else None


def _is_doubtful(outside: str, *, is_usual: bool) -> bool:
    """Whether the text between strings has marks whose meaning depends on what is around them."""
    if any(mark in outside for mark in _DOUBTFUL_MARKS) or _FIRST_COMMA.search(outside):
        return True
    if "(" in outside and _UNUSUAL_COMMA.search(outside):
        return True
    has_unusual_commas = (not outside.isascii() or ";" in outside) and _UNUSUAL_COMMAS.search(outside) is not None
    return has_unusual_commas or (not is_usual and "、" in outside)


def _fixed_marks(outside: str) -> str:
    """Fix what has one meaning wherever it is between strings."""
    fixed = outside.translate(_ASCII_MARKS) if not outside.isascii() or ";" in outside else outside
    if "=" in fixed:
        fixed = fixed.replace("=>", ":").replace("=", ":")
    if "(" in fixed:
        fixed = _TUPLE.sub(r"[\1]", _CALL.sub('"', fixed))
    if "+" in fixed:
        fixed = _JOINT.sub(_JOINED, fixed)
    if any(prefix in fixed for prefix in _PREFIXES):
        fixed = _PREFIX.sub("", fixed)
    fixed = _EXTRA_COMMA.sub(r",\1null", _MISSING_VALUE.sub(r":\1null", fixed))
    return _LAST_COMMA.sub(r"\1", fixed)


def _parsed(outside: str, strings: list[str]) -> StrictValue | None:
    around = outside.split('"')
    if len(around) != len(strings) + 1:
        return None
    whole = [""] * (2 * len(strings) + 1)
    whole[::2], whole[1::2] = around, strings
    return parse_strict('"'.join(whole).replace(f'"{_JOINED}"', ""))
