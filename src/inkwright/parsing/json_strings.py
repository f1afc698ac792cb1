"""Strings in damaged JSON: where one that may hold unescaped quotes, or lost its own, really ends.

A quote ends a string only if what follows it is structure: after a key a colon; after a value a comma that is
followed by the next member, or a closing bracket. Every look ahead is bounded, so reading stays linear.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal

from inkwright.parsing.backslashes import mend, unescape

Role = Literal["key", "member", "element", "tuple", "argument"]

DOUBLE: Final = '"“”„＂'
SINGLE: Final = "'‘’"
OPENERS: Final = DOUBLE + SINGLE + "`"

_QUOTED: Final = (
    r"""(?:"[^"\n]{0,120}"|'[^'\n]{0,120}'|[“”][^“”\n]{0,120}["“”]|[‘’][^‘’\n]{0,120}[‘’]|`[^`\n]{0,120}`)"""
)
_COLON: Final = r"\s{0,40}[:：]"
_COMMENT: Final = r"//|/\*|<!--"
_VALUE: Final = r"""[\[{"'“‘`\-+.\d｛［(\\]|true\b|false\b|null\b|True\b|False\b|None\b|NaN\b|undefined\b|…"""
_GAP: Final = r"(?:\s|\\[nrt])*+"
_NEXT_KEY: Final = (
    rf"(?:{_QUOTED}{_GAP}(?:[:：]|=|[\[{{｛［,，}}｝\]］\"'“‘\d])|\\[\"'][^\"'\n]{{0,120}}\\[\"']"
    rf"|-?[\w$][\w$.-]{{0,60}}\s{{0,40}}(?:[:：]|=>?(?!=)|\Z)|{_QUOTED}\s*\Z|[\"'“‘][^\"'“”‘’\n]{{0,120}}\Z)"
)
_BARE_ITEM: Final = r"\w[\w.%-]{0,40}(?:\s{0,20}[,，\]］]|\([\"'])"
_HASH_COMMENT: Final = r"[^\S\n]+\#[^\n\"']*+\n"
# A closing bracket is sure where the line ends, or goes on as structure; a word behind it makes it doubtful.
_SURE_END: Final = r"[}｝\]］][^\S\n]*(?:[,，;；}｝\]］)`<]|\Z|\n|//|/\*|\\n)"

# What may follow the closing quote of a string; the group `doubtful` is the bracket that may belong to the string.
_AFTER: Final[dict[Role, re.Pattern[str]]] = {
    "key": re.compile(rf"{_GAP}(?:[:：]|=>?(?!=)|(?={_VALUE})|[,，}}｝]|\Z)"),
    "member": re.compile(
        rf"{_GAP}(?:\Z|{_SURE_END}|(?P<doubtful>[}}｝\]］])|{_COMMENT}|\+\s*[\"'`]"
        rf"|[,，;；]{_GAP}(?:\Z|[}}｝\]］,，]|{_COMMENT}|\#|\.\.\.|…|[{{｛]|{_NEXT_KEY}))"
        rf"|{_GAP}(?<=[\s\"'”’`nrt]){_QUOTED}{_GAP}[:：]"
        rf"|[^\S\n]*\n\s*(?:\#|[\w$][\w$.-]{{0,60}}{_COLON})|{_HASH_COMMENT}"
    ),
    "element": re.compile(
        rf"{_GAP}(?:\Z|{_SURE_END}|(?P<doubtful>[}}｝\]］])|{_COMMENT}|\+\s*[\"'`]"
        rf"|[,，;；]{_GAP}(?:\Z|[}}｝\]］,，)]|{_COMMENT}|\#|{_VALUE}|{_BARE_ITEM}))"
        rf"|\s+(?:[\"'“‘{{\[｛［]|-?\d)|[^\S\n]*\n\s*\#|{_HASH_COMMENT}"
    ),
    "tuple": re.compile(rf"\s*(?:\Z|\)|,{_GAP}(?:\)|{_VALUE}))|\s+[\"']"),
    "argument": re.compile(r"\s*[),]"),
}
# A run of white space is entered at its beginning alone, so that a search stays linear.
_SEPARATION: Final = r"(?:[,，]|(?<!\s)(?=[^\S\n]*+\n))"
_NEXT_MEMBER = re.compile(rf"{_SEPARATION}{_GAP}{_QUOTED}{_COLON}")
_NEXT_ELEMENT = re.compile(rf"{_SEPARATION}{_GAP}[\"'“‘]")
# A quote that should open a phrase inside a string, but stands where a string would end: `"x", b": 1`.
_ENDS_HERE = re.compile(r"\S[\"'”’`]\s{0,40}[,，:：;}\]]|[\w.!?。！？)）][\"”](?<![0-9].)[^\w\"'”]")
_ENDS_FIRST = re.compile(r"[^\s\d\"'”][\"'”][\"'“]")
_OPENS_PHRASE = re.compile(r"[\s(\[{=（：:,，]\S\w")
_ANY_BRACKET = re.compile(r"[{}\[\]]")
_CLEAN = re.compile(r'"([^"\\“”]*+)"')
_FIRST_BRACKET = re.compile(r"[{\[]")
_APOSTROPHE = re.compile(r"\w'\s+[a-z]")
_UNCLOSED_KEY = re.compile(r"[\w .-]{1,60}(?=[:：])")
_LOOK_BEHIND_END: Final = 200
LIST_MEMBER: Final = re.compile(rf"{_QUOTED}{_COLON}")
_MAX_REJECTED: Final = 20_000


@dataclass(frozen=True, slots=True)
class String:
    """A string that was read. `open`: the text ended inside it. `mended`: its end is our conclusion.

    `doubtful`: another reading is as good, as in `"a": "b": "c"`.
    `looked_at`: how far the text was searched for the end.
    """

    value: str
    end: int
    open: bool = False
    mended: bool = False
    doubtful: bool = False
    looked_at: int = 0


def read_string(text: str, start: int, role: Role) -> String:
    """Read the string that opens at `start` (a quote, a triple quote or an escaped quote)."""
    quote = text[start]
    if quote == "\\":
        return _escaped_quotes(text, start)
    if text.startswith(quote * 3, start) and quote in "\"'":
        return _triple(text, start)
    return _plain(text, start, role)


def _plain(text: str, start: int, role: Role) -> String:
    clean = _CLEAN.match(text, start)
    if clean and (after := _AFTER[role].match(text, clean.end())) and not after.lastgroup:
        return String(_value(clean[1]), clean.end(), looked_at=clean.end())
    return _Search(text, start, role).run()


class _Search:
    """The search for the end of one string, quote by quote."""

    def __init__(self, text: str, start: int, role: Role) -> None:
        self._text = text
        self._quote = text[start]
        self._start = start + 1
        self._role = role
        self._inner = 0
        self._curly = 0
        self._doubtful = False
        self._opened_phrase = False
        self._bracket_sought = self._start
        self._has_bracket = False

    def run(self) -> String:
        for closer in _CLOSERS[self._quote].finditer(self._text, self._start):
            if self._is_content(closer[0]):
                continue
            if self._closes(closer.start()):
                return self._closed(closer.start())
            self._reject(closer.start())
            if self._inner > _MAX_REJECTED:
                break
        return self._never_closed()

    def _is_content(self, mark: str) -> bool:
        """An escape, or a curly quote that has its partner inside a string in straight quotes."""
        if mark[0] == "\\":
            return True
        if self._quote != '"' or mark not in "“”" or (mark == "”" and self._curly == 0):
            return False
        self._curly += 1 if mark == "“" else -1
        return True

    def _closes(self, end: int) -> bool:
        after = _AFTER[self._role].match(self._text, end + 1)
        if after is None or (self._quote == "'" and _APOSTROPHE.match(self._text, end - 1) and self._role == "element"):
            return False
        return not (after.lastgroup and self._opened_bracket(end))

    def _opened_bracket(self, end: int) -> bool:
        """Whether the string has an opening bracket before `end`; no character is looked at twice."""
        if not self._has_bracket:
            self._has_bracket = _FIRST_BRACKET.search(self._text, self._bracket_sought, end) is not None
            self._bracket_sought = end
        return self._has_bracket

    def _reject(self, end: int) -> None:
        """A quote that is content. Inner quotes come in pairs: every other one opens a phrase."""
        if self._inner % 2 == 0:
            self._doubtful = self._doubtful or _ENDS_HERE.match(self._text, end - 1) is not None
        if self._inner == 0:
            self._opened_phrase = _OPENS_PHRASE.match(self._text, end - 1) is not None
            self._doubtful = self._doubtful or _ENDS_FIRST.match(self._text, end - 1) is not None
        self._inner += 1

    def _closed(self, end: int) -> String:
        if self._inner % 2 == 0:
            return self._string(end, end + 1, end + 1)
        doubled = self._doubled_quote(end)
        if doubled is not None:
            return doubled
        lost = self._lost_quote(end)
        if lost is not None:
            return self._string(lost, lost, end)
        self._doubtful = self._doubtful or self._opened_phrase or self._has_any_bracket(end)
        return self._string(end, end + 1, end + 1)

    def _doubled_quote(self, end: int) -> String | None:
        """`""word"` and `"word""`: a quote that was typed twice is one quote; behind a digit it means inches."""
        body = self._text[self._start : end] if self._inner == 1 else ""
        if body[:1] == self._quote:
            return String(_value(body[1:]), end + 1, mended=True, looked_at=end + 1)
        if body[-1:] == self._quote and not body[-2:-1].isdigit():
            return String(_value(body[:-1]), end + 1, mended=True, looked_at=end + 1)
        return None

    def _has_any_bracket(self, end: int) -> bool:
        return _ANY_BRACKET.search(self._text, self._start, end) is not None

    def _never_closed(self) -> String:
        lost = self._lost_quote(len(self._text))
        if lost is not None:
            return self._string(lost, lost, len(self._text))
        body = _without_half_escape(self._text[self._start :])
        return String(_value(body), len(self._text), open=True, looked_at=len(self._text))

    def _lost_quote(self, end: int) -> int | None:
        """Where a string without a closing quote ends: before the next member, if there is one in between."""
        if self._role == "key":
            key = _UNCLOSED_KEY.match(self._text, self._start, end)
            return key.end() if key else None
        following_item = _NEXT_MEMBER if self._role == "member" else _NEXT_ELEMENT
        following = following_item.search(self._text, self._start, end + _LOOK_BEHIND_END)
        if following is None or following.start() >= end:
            return None
        return self._start + len(self._text[self._start : following.start()].rstrip())

    def _is_doubtful_end(self, stop: int) -> bool:
        """A lost quote may have stood before brackets; and one that is only of the wrong kind is not lost."""
        return self._has_any_bracket(stop) or self._text[stop - 1] in OPENERS

    def _string(self, stop: int, end: int, looked_at: int) -> String:
        is_lost = stop == end
        return String(
            _value(self._text[self._start : stop]),
            end,
            mended=is_lost or self._inner > 0,
            doubtful=self._doubtful or (is_lost and self._is_doubtful_end(stop)),
            looked_at=looked_at,
        )


def _closing_pattern(quote: str) -> re.Pattern[str]:
    if quote == '"':
        marks = '"“”'
    elif quote in DOUBLE:
        marks = DOUBLE
    elif quote in "‘’":
        marks = SINGLE
    else:
        marks = quote
    return re.compile(rf"\\[\s\S]|[{marks}]")


_CLOSERS: Final = {quote: _closing_pattern(quote) for quote in OPENERS}


def _value(body: str) -> str:
    return body if body.isascii() and "\\" not in body else unescape(mend(body))


def _triple(text: str, start: int) -> String:
    marks = text[start : start + 3]
    end = text.find(marks, start + 3)
    if end < 0:
        return String(_value(text[start + 3 :]), len(text), open=True, looked_at=len(text))
    return String(_value(text[start + 3 : end]), end + 3, looked_at=end + 3)


def _escaped_quotes(text: str, start: int) -> String:
    """A string between `\\"` and `\\"`: one level of escaping too many."""
    marks = text[start : start + 2]
    end = text.find(marks, start + 2)
    if end < 0:
        return String(_value(_without_half_escape(text[start + 2 :])), len(text), open=True, looked_at=len(text))
    return String(_value(text[start + 2 : end]), end + 2, mended=True, looked_at=end + 2)


def _without_half_escape(body: str) -> str:
    """A body that was cut inside an escape ends before it."""
    half = re.search(r"(?:\A|[^\\])(?:\\\\)*(\\(?:u[0-9a-fA-F]{0,3})?)\Z", body[-64:])
    return body[: len(body) - len(half[1])] if half else body
