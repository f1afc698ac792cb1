"""Unquoted words in damaged JSON: numbers, literals of several languages, and strings without quotes."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final, Literal

from inkwright.parsing.json_escapes import fix_backslashes, unescape
from inkwright.parsing.json_truncated import closed_word

WordProblem = Literal["quote", "value"]

_LITERALS: Final[dict[str, object]] = {
    "None": None,
    "undefined": None,
    "NaN": None,
    "nan": None,
    "Infinity": None,
    "inf": None,
}
_JSON_LITERALS: Final[dict[str, object]] = {"true": True, "false": False, "null": None}
_PYTHON_LITERALS: Final = ("True", "False", "None")
_NUMBER = re.compile(
    r"[+-]?(?:0[xX](?P<hex>[0-9a-fA-F]+)|(?P<int>0|[1-9][0-9_]*)|(?:(?:0|[1-9][0-9_]*)(?:\.[0-9_]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
)
_MAX_DIGITS: Final = 4_000

_PLAIN_NUMBER = re.compile(
    r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,18})?(?=[\s,\]}\\])(?!\s+[^\s\d,\]}\-\"'/\#{\[\w$])(?!\s+[A-Za-z%$])"
)
_WORD = re.compile(r"(?:[^,，、;；{}\[\]｛｝［］\n\"“”`]|、(?!\s*[\"“'‘\d{\[])){1,4000}")
_WORD_STOP = re.compile(
    r"\\[nrt](?=\s|[\"'}\],\\]|\Z)|\s(?://|/\*|\#)|/\*|<!--|\s+(?=[\w$][\w$.-]{0,60}\s{0,20}[:：](?!//))|\s+(?=['‘])"
)
_KNOWN: Final = r"(?:true|false|null|None|True|False|NaN|undefined|[+-]?\.?\d[\w.]*(?:(?<=[eE])[+-]\d+)?)"
_KNOWN_SEQUENCE = re.compile(rf"(?:{_KNOWN}\s+)+{_KNOWN}\s*")
_FIRST = re.compile(r"\S+")
_RUN_TOGETHER = re.compile(r"(?:true|false|null){2,}")
_FIRST_NUMBER = re.compile(r"[+-]?\d[\d.]*(?=\s+[+-]?\d)")
_STRAY_QUOTE = re.compile(r"[\"”'](?=\s{0,40}(?:[,，}\]｝］]|\Z))")


@dataclass(frozen=True, slots=True)
class WordToken:
    """An unquoted word. `quoted_end`: only its opening quote is missing. `problem`: why it has no certain value."""

    word: str
    end: int
    quoted_end: bool = False
    problem: WordProblem | None = None

    @property
    def value(self) -> object:
        """The value of the word; its escapes count if it has a quote at its end."""
        value = word_value(self.word)
        return unescape(fix_backslashes(value)) if self.quoted_end and isinstance(value, str) else value


def read_word(text: str, start: int, *, in_list: bool = False) -> WordToken:
    """Read the word at `start`. Between the items of a list, `、` is a comma."""
    number = _PLAIN_NUMBER.match(text, start)
    if number:
        return WordToken(number[0], number.end())
    match = _WORD.match(text, start)
    if match is None or match[0][0] in ":：":
        return WordToken("", start, problem="value")
    written = match[0].split("、", 1)[0] if in_list else match[0]
    word = _before_unopened_bracket(_before_stop(written))
    end = start + len(word)
    stray = _STRAY_QUOTE.match(text, end)
    problem = _problem(text, word, end, has_stray_quote=stray is not None)
    return WordToken(word.strip(), stray.end() if stray else end, stray is not None, problem)


def _before_stop(word: str) -> str:
    """Return the word up to a comment, the next key, or the next number or literal."""
    stop = _WORD_STOP.search(word)
    if stop:
        word = word[: stop.start()]
    first = _FIRST.match(word) if _KNOWN_SEQUENCE.fullmatch(word) else _FIRST_NUMBER.match(word)
    return first[0] if first else word


def _before_unopened_bracket(word: str) -> str:
    """Return the word up to an unmatched closing parenthesis: `two (2)` is complete, `2)` ends before it."""
    depth = 0
    for index, mark in enumerate(word if ")" in word else ""):
        depth += {"(": 1, ")": -1}.get(mark, 0)
        if depth < 0:
            return word[:index]
    return word


def _problem(text: str, word: str, end: int, *, has_stray_quote: bool) -> WordProblem | None:
    known = word.strip()
    if not known or _RUN_TOGETHER.fullmatch(known):
        return "value"
    value = word_value(known)
    if has_stray_quote:
        return None if isinstance(value, str) else "quote"
    if isinstance(value, str) and not isinstance(word_value(known.rstrip(".") or known), str):
        return "value"
    following = text[end : end + 1]
    if following and following in "{[｛［":
        return "value"
    return "quote" if isinstance(value, str) and following in ('"', "“") and not word[-1].isspace() else None


def word_value(word: str) -> object:
    """Return the value of an unquoted word; a word that is neither number nor literal is a string."""
    literal = word.lstrip("+-") if word[1:].isalpha() else word
    if literal in _LITERALS:
        return _LITERALS[literal]
    lower = word.lower()
    if lower in _JSON_LITERALS:
        return _JSON_LITERALS[lower]
    return _number(word)


def complete_word(word: str) -> str | None:
    """Return a word that was cut off, complete if it can only be a literal; None if it is a number, which may go on."""
    for literal in _PYTHON_LITERALS:
        if literal.startswith(word):
            return literal
    closed = closed_word(word)
    return word if closed is None else closed or None


def _number(word: str) -> object:
    word, written = unicodedata.normalize("NFKC", word) if not word.isascii() else word, word
    match = _NUMBER.fullmatch(word)
    if match is None or len(word) > _MAX_DIGITS:
        return written
    sign = -1 if word[0] == "-" else 1
    if match["hex"]:
        return sign * int(match["hex"], 16)
    digits = word.replace("_", "")
    if match["int"]:
        return int(digits)
    number = float(digits)
    return number if abs(number) != float("inf") else None
