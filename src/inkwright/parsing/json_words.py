"""Unquoted words in damaged JSON: numbers, literals of several languages, and strings without quotes."""

import re
import unicodedata
from typing import Final, Literal, NamedTuple

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
_WORD = re.compile(r"(?:[^,，、;；{}\[\]｛｝［］\n\"“”`]|、(?!\s*[\"“'‘\d{\[]))*+")
_MAX_WORD: Final = 4_000
_WORD_STOP = re.compile(
    r"\\[nrt](?=\s|[\"'}\],\\]|\Z)|\s(?://|/\*|\#)|/\*|<!--|\s+(?=[\w$][\w$.-]{0,60}\s{0,20}[:：](?!//))|\s+(?=['‘])"
)
_KNOWN: Final = r"(?:true|false|null|None|True|False|NaN|undefined|[+-]?\.?\d[\w.]*(?:(?<=[eE])[+-]\d+)?)"
_KNOWN_SEQUENCE = re.compile(rf"({_KNOWN})(?:\s+{_KNOWN}){{1,3}}(?:\s*\Z|\s+{_KNOWN}\b)")
_HALF_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?[eE][+-]?")
_RUN_TOGETHER = re.compile(r"(?:true|false|null){2,}")
_FIRST_NUMBER = re.compile(r"[+-]?\d[\d.]*(?=\s+[+-]?\d)")
_KEY_FOLLOWS = re.compile(r"[\"“][^\"“”\n]{0,120}[\"”]\s{0,20}[:：]")
_STRAY_QUOTE = re.compile(r"[\"”'](?=\s{0,40}(?:[,，}\]｝］]|\Z))")
_QUOTES_AFTER: Final = ("'", '"', "“", "‘")


class WordToken(NamedTuple):
    """An unquoted word and its value. `quoted_end`: only its opening quote is missing.

    `problem`: why it has no certain value. `run_end` is where the characters end that words may have; words that start
    before it have the same one.
    """

    word: str
    value: object
    end: int
    run_end: int
    quoted_end: bool = False
    problem: WordProblem | None = None


def read_word(text: str, start: int, *, in_list: bool = False, run_end: int = 0) -> WordToken:
    """Read the word at `start`. Between the items of a list, `、` is a comma. `run_end` is that of the word before."""
    number = _PLAIN_NUMBER.match(text, start)
    if number:
        return WordToken(number[0], word_value(number[0]), number.end(), run_end)
    if run_end <= start:
        run = _WORD.match(text, start)
        run_end = run.end() if run else start
    written = text[start : min(run_end, start + _MAX_WORD)]
    written = _before_unopened_bracket(_before_stop(written.split("、", 1)[0] if in_list else written))
    word = written.strip()
    if not word or word[0] in ":：":
        return WordToken("", "", start, run_end, problem="value")
    value = word_value(word)
    end = start + len(written)
    stray = _STRAY_QUOTE.match(text, end)
    if stray or word[-1] in "'’":
        return _without_stray_quote(word, stray.end() if stray else end, run_end)
    return WordToken(word, value, end, run_end, problem=_problem(text, written, end, is_text=isinstance(value, str)))


def _without_stray_quote(word: str, end: int, run_end: int) -> WordToken:
    """Return a string that lost its opening quote. `5"` and `5'` may be numbers, `the dogs'` may be the whole text."""
    bare = word.rstrip("'’")
    is_certain = bare != "" and isinstance(word_value(bare), str) and not word.endswith(("s'", "s’"))
    value = unescape(fix_backslashes(bare))
    return WordToken(bare, value, end, run_end, quoted_end=True, problem=None if is_certain else "quote")


def _before_stop(word: str) -> str:
    """Return the word up to a comment, the next key, or the next number or literal."""
    known = _KNOWN_SEQUENCE.match(word)
    if known:
        return known[1]
    stop = _WORD_STOP.search(word)
    if stop:
        word = word[: stop.start()]
    number = _FIRST_NUMBER.match(word)
    return number[0] if number else word


def _before_unopened_bracket(word: str) -> str:
    """Return the word up to an unmatched closing parenthesis: `two (2)` is complete, `2)` ends before it."""
    depth = 0
    for index, mark in enumerate(word if ")" in word else ""):
        depth += {"(": 1, ")": -1}.get(mark, 0)
        if depth < 0:
            return word[:index]
    return word


def _problem(text: str, written: str, end: int, *, is_text: bool) -> WordProblem | None:
    """Return why a word is not certain: it is almost a number, something other than a key follows it directly, or it is
    a mark, such as the dash of a list, before a string.
    """
    following = text[end : end + 1]
    has_quote = following in ('"', "“") and not written[-1].isspace()
    if not is_text:
        return "quote" if has_quote and not _KEY_FOLLOWS.match(text, end) else None
    word = written.strip()
    if _RUN_TOGETHER.fullmatch(word) or _HALF_NUMBER.fullmatch(word):
        return "value"
    if word[-1] == "." and not isinstance(word_value(word.rstrip(".") or word), str):
        return "value"
    if following and following in "{[｛［":
        return "value"
    if text[end : end + 20].lstrip(" \t")[:1] in _QUOTES_AFTER and not any(letter.isalnum() for letter in word):
        return "value"
    return "quote" if has_quote else None


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
