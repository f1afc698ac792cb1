"""The lexer for damaged JSON: skips space and comments, reads strings with lost quotes and unquoted words."""

import re
from dataclasses import dataclass
from typing import Final, Literal

from inkwright.parsing.json_escapes import certain_part, fix_backslashes, unescape
from inkwright.parsing.json_invisibles import SPACES

StringRole = Literal["key", "member", "element", "tuple", "argument"]

DOUBLE: Final = '"“”„＂'
SINGLE: Final = "'‘’"
OPENERS: Final = DOUBLE + SINGLE + "`"

_QUOTED: Final = (
    r"""(?:"[^"\n]{0,120}"|'[^'\n]{0,120}'|[“”][^“”\n]{0,120}["“”]|[‘’][^‘’\n]{0,120}[‘’]|`[^`\n]{0,120}`)"""
)
_COLON: Final = r"\s{0,40}[:：]"
_COMMENT: Final = r"//|/\*|<!--"
_VALUE: Final = r"""[\[{"'“‘`\-+.\d｛［(]|\\["']|true\b|false\b|null\b|True\b|False\b|None\b|NaN\b|undefined\b|…"""
_GAP: Final = r"(?:\s|\\[nrt])*+"
_NEXT_KEY: Final = (
    rf"(?:[\"']?{_QUOTED}{_GAP}(?:[:：]|=|[\[{{｛［,，}}｝\]］\"'“‘\d])|\\[\"'][^\"'\n]{{0,120}}\\[\"']"
    rf"|-?[\w$][\w$.-]{{0,60}}(?:\s{{0,40}}(?:[:：]|=>?(?!=)|\Z)|[\"”']\s{{0,20}}[:：]\s{{0,20}}(?:{_VALUE}))|{_QUOTED}\s*\Z|[\"'“‘][^\"'“”‘’\n]{{0,120}}\Z)"
)
_BARE_ITEM: Final = r"\w[\w.%-]{0,40}(?:\s{0,20}[,，\]］]|\([\"'])"
_HASH_COMMENT: Final = rf"[^\S\n]+\#(?:[^\n\"']*+\n|[^\n]*+\n\s*(?:[}}\]]|{_QUOTED}\s*:))"
# A closing bracket is certain at the end of a line or before more structure; a word after it makes it doubtful.
_CERTAIN_END: Final = r"[}｝\]］][^\S\n]*(?:[,，;；}｝\]］)`<]|\Z|\n|//|/\*|\\n)"

# What may follow the closing quote of a string. The group `doubtful` is a bracket that may belong to the string.
_AFTER: Final[dict[StringRole, re.Pattern[str]]] = {
    "key": re.compile(rf"{_GAP}(?:[:：]|=>?(?!=)|(?={_VALUE})|[,，}}｝]|\Z)"),
    "member": re.compile(
        rf"{_GAP}(?:\Z|{_CERTAIN_END}|(?P<doubtful>[}}｝\]］])|{_COMMENT}|\+\s*[\"'`]"
        rf"|[,，、;；]{_GAP}(?:\Z|[}}｝\]］,，]|{_COMMENT}|\#|\.\.\.|…|[{{｛]|{_NEXT_KEY}))"
        rf"|{_GAP}(?<=[\s\"'”’`nrt]){_QUOTED}{_GAP}[:：]"
        rf"|\s+{_QUOTED}\s*(?:[}}｝\"'“‘]|[,，]\s*(?:[}}｝]|{_QUOTED}\s*[:：]))"
        rf"|[^\S\n]*\n\s*(?:\#|[\w$][\w$.-]{{0,60}}{_COLON})|{_HASH_COMMENT}"
    ),
    "element": re.compile(
        rf"{_GAP}(?:\Z|{_CERTAIN_END}|(?P<doubtful>[}}｝\]］])|{_COMMENT}|\+\s*[\"'`]"
        rf"|[,，、;；]{_GAP}(?:\Z|[}}｝\]］,，)]|{_COMMENT}|\#|{_VALUE}|{_BARE_ITEM}|[\w.+-]{{1,40}}\Z))"
        rf"|\s+(?:[\"'“‘{{\[｛［]|-?\d)|[^\S\n]*\n\s*\#|{_HASH_COMMENT}"
    ),
    "tuple": re.compile(rf"\s*(?:\Z|\)|,{_GAP}(?:\)|{_VALUE}))|\s+[\"']"),
    "argument": re.compile(r"\s*[),]"),
}
# A key that lost its comma and its opening quote, after a string that is closed: `"5" name": "Tom"`.
_KEY_AFTER_STRING = re.compile(
    rf"(?<=\S[\"”'])[^\S\n]{{1,20}}[A-Za-z_$][\w$-]{{0,60}}[\"”']?\s{{0,20}}[:：]\s{{0,20}}(?:{_VALUE})"
)
# A run of white space matches only from its start, so that a search stays linear.
_SEPARATOR: Final = r"(?:[,，]|(?<!\s)(?=[^\S\n]*+\n))"
_NEXT_MEMBER = re.compile(rf"{_SEPARATOR}{_GAP}{_QUOTED}{_COLON}")
_NEXT_ELEMENT = re.compile(rf"{_SEPARATOR}{_GAP}[\"'“‘]")
# A quote that should open a phrase inside a string, but appears where a string would end: `"x", b": 1`.
_ENDS_HERE = re.compile(r"\S[\"'”’`]\s{0,40}[,，:：;}\]]|[\w.!?。！？)）][\"”](?<![0-9].)[^\w\"'”]")
_ENDS_FIRST = re.compile(r"[^\s\d\"'”][\"'”][\"'“]")
_OPENS_PHRASE = re.compile(r"[\s(\[{=（：:,，]\S\w")
# What a quote inside a string looks like from both sides: `say "hi`, `hi" now`.
_LOOKS_OPENING = re.compile(r"[\s(\[{=（：:,，][\"'“”‘’`][^\s\"'“”‘’`]")
_LOOKS_CLOSING = re.compile(r"[^\s(\[{=（\"'“”‘’`\\][\"'“”‘’`](?:\s|[.,;:!?)\]}。，；：！？）])")
_IN_WORD = re.compile(r"\w[\"'“”‘’`]\w")
_ENUMERATED = re.compile(r"(\w+)[^\"\n]{0,40}\"\s+\1\b")  # `"item 1" item 2`
_POSSESSIVE = re.compile(r"\w'\s+[a-z]")
_INCHES = re.compile(r"(?<![A-Za-z_])\d[\"”](?!\s{0,40}[,，:：;}\]])")
_BEFORE_COLON = re.compile(r"\s{0,20}[:：]")
_ANY_BRACKET = re.compile(r"[{}\[\]]")
_UNICODE_ESCAPE = re.compile(r"\\u[0-9a-fA-F]{4}\Z")
_CLEAN = re.compile(r'"([^"\\“”]*+)"')
_FIRST_BRACKET = re.compile(r"[{\[]")
_APOSTROPHE = re.compile(r"\w'\s+[a-z]")
_KEY_WITH_COLON = re.compile(r"[\"'“‘]([\w$.-]{1,60})\s{0,20}[:：]\s{0,20}(?=[\"'“‘\[{])")
_UNCLOSED_KEY = re.compile(r"[\w .-]{1,60}(?=[:：])")
_COMMA = re.compile("[,，]")
_FENCE_OPENING = re.compile(r"(?P<marks>`{3,})[ \t]*(?P<tag>[\w+#.-]*)[^\n`]*\n")
_LOOK_AFTER_END: Final = 200
LIST_MEMBER: Final = re.compile(rf"{_QUOTED}{_COLON}")
_MAX_REJECTED: Final = 2_000


@dataclass(frozen=True, slots=True)
class StringToken:
    """A string. `open`: the text ended inside it. `repaired`: its end was inferred.

    `doubtful`: another reading is equally good, as in `"a": "b": "c"`. `searched_to`: how far its end was searched for.
    """

    value: str
    end: int
    open: bool = False
    repaired: bool = False
    doubtful: bool = False
    searched_to: int = 0


def read_string(text: str, start: int, role: StringRole) -> StringToken:
    """Read the string that opens at `start` (a quote, a triple quote or an escaped quote)."""
    quote = text[start]
    if quote == "\\":
        return _read_escaped(text, start)
    if text.startswith(quote * 3, start) and quote in "\"'`":
        return _read_fence(text, start) if quote == "`" else _read_triple(text, start)
    return _read_plain(text, start, role)


def _read_plain(text: str, start: int, role: StringRole) -> StringToken:
    if role == "key" and (unclosed := _unclosed_key(text, start)):
        return unclosed
    clean = _CLEAN.match(text, start)
    if clean and (after := _AFTER[role].match(text, clean.end())) and not after.lastgroup:
        return StringToken(_string_value(clean[1]), clean.end(), searched_to=clean.end())
    return _StringEndSearch(text, start, role).run()


def _unclosed_key(text: str, start: int) -> StringToken | None:
    """Read `"level: "5"` as a key without its closing quote, unless a key with a colon inside is closed later."""
    key = _KEY_WITH_COLON.match(text, start)
    if key is None or _CLOSED_KEY[text[start]].match(text, start + 1):
        return None
    return StringToken(key[1], key.end(1), repaired=True, searched_to=key.end())


class _StringEndSearch:
    """Searches for the end of one string, quote by quote."""

    __slots__ = (
        "_bracket_searched_to", "_curly", "_doubled", "_doubtful_from", "_has_bracket", "_inner", "_last_rejected",
        "_may_miss_quote", "_opened_phrase", "_phrases", "_quote", "_role", "_start", "_text",
    )  # fmt: skip

    def __init__(self, text: str, start: int, role: StringRole) -> None:
        self._text = text
        self._quote = text[start]
        self._start = start + 1
        self._role = role
        self._inner = 0
        self._curly = 0
        self._doubtful_from: int | None = None
        self._may_miss_quote: bool | None = None
        self._phrases = 0
        self._doubled = 0
        self._opened_phrase = False
        self._last_rejected = -1
        self._bracket_searched_to = self._start
        self._has_bracket = False

    def run(self) -> StringToken:
        for closer in _CLOSERS[self._quote].finditer(self._text, self._start):
            if self._is_content(closer[0]):
                continue
            if self._closes(closer.start()):
                return self._closed(closer.start())
            self._reject(closer.start())
            if self._is_hopeless():
                return StringToken("", closer.end(), doubtful=True, searched_to=closer.end())
        return self._never_closed()

    def _is_hopeless(self) -> bool:
        """Whether no later quote can make the string certain: it is doubtful, and no missing quote explains it."""
        if self._doubtful_from is None or self._inner < 2 or self._doubled > 0:
            return self._inner > _MAX_REJECTED
        if self._may_miss_quote is None:
            self._may_miss_quote = self._missing_quote(self._doubtful_from) is not None
        return not self._may_miss_quote or self._inner > _MAX_REJECTED

    def _is_content(self, mark: str) -> bool:
        """Whether the mark is content: an escape, or one of a pair of curly quotes inside straight quotes."""
        if mark[0] == "\\":
            return True
        if self._quote != '"' or mark not in "“”" or (mark == "”" and self._curly == 0):
            return False
        self._curly += 1 if mark == "“" else -1
        return True

    def _closes(self, end: int) -> bool:
        if self._role == "key" and end == self._start and self._text[end + 1 : end + 2].isalnum():
            return False
        after = _AFTER[self._role].match(self._text, end + 1)
        if after is None and self._inner == 0 and self._role == "member":
            return _KEY_AFTER_STRING.match(self._text, end + 1) is not None
        if after is None or (self._quote == "'" and _APOSTROPHE.match(self._text, end - 1) and self._role == "element"):
            return False
        return not (after.lastgroup and self._opened_bracket(end))

    def _opened_bracket(self, end: int) -> bool:
        """Whether the string has an opening bracket before `end`. No character is examined twice."""
        if not self._has_bracket:
            self._has_bracket = _FIRST_BRACKET.search(self._text, self._bracket_searched_to, end) is not None
            self._bracket_searched_to = end
        return self._has_bracket

    def _reject(self, end: int) -> None:
        """Treat a quote as content. Inner quotes come in pairs: every other one opens a phrase."""
        self._doubled += self._last_rejected == end - 1
        self._last_rejected = end
        if self._inner % 2 == 0 and self._phrases == 0:
            self._doubt(end, _ENDS_HERE.match(self._text, end - 1) and not self._closes_nothing(end))
        elif self._role == "member":
            self._doubt(end, _BEFORE_COLON.match(self._text, end + 1))
        if self._inner == 0:
            self._opened_phrase = _OPENS_PHRASE.match(self._text, end - 1) is not None
            self._doubt(end, _ENDS_FIRST.match(self._text, end - 1))
        self._count_phrase(end)
        self._inner += 1

    def _doubt(self, position: int, reason: object) -> None:
        if reason and self._doubtful_from is None:
            self._doubtful_from = position

    def _count_phrase(self, end: int) -> None:
        """Follow the quotes that open and close phrases; one that closes nothing is doubtful."""
        if end > self._start and _LOOKS_OPENING.match(self._text, end - 1):
            self._phrases += 1
        elif self._phrases > 0:
            self._phrases -= 1
        elif end > self._start and _LOOKS_CLOSING.match(self._text, end - 1):
            self._doubt(end, not self._closes_nothing(end))
        elif not self._means_inches(end):
            self._phrases += 1

    def _means_inches(self, end: int) -> bool:
        is_escape = _UNICODE_ESCAPE.search(self._text, max(self._start, end - 6), end) is not None
        is_next_item = self._role == "element" and _ENUMERATED.match(self._text, self._start, end + 40) is not None
        return not is_escape and not is_next_item and _INCHES.match(self._text, end - 1) is not None

    def _closes_nothing(self, end: int) -> bool:
        """Whether the quote means inches, a possessive, or the end of a phrase that a German quote opened."""
        if self._means_inches(end) or (self._quote == "'" and _POSSESSIVE.match(self._text, end - 1)):
            return True
        return self._text.find("„", self._start, end) >= 0

    def _closed(self, end: int) -> StringToken:
        if self._doubled > 1 and self._inner == 2 * self._doubled:
            value = _string_value(self._text[self._start : end].replace(self._quote * 2, self._quote))
            return StringToken(value, end + 1, repaired=True, searched_to=end + 1)
        if self._inner % 2 == 0:
            self._doubt(end, self._phrases)
            return self._string(end, end + 1, end + 1)
        doubled = self._doubled_quote(end)
        if doubled is not None:
            return doubled
        missing_at = self._missing_quote(end)
        if missing_at is not None:
            return self._string(missing_at, missing_at, end)
        self._doubt(
            end, self._inner == 1 and self._last_rejected == end - 1 and "'" not in self._text[self._start : end]
        )
        self._doubt(end, self._opened_phrase or self._has_any_bracket(end))
        may_be_word = self._role != "element" or self._quote != '"'
        is_in_word = may_be_word and _IN_WORD.match(self._text, self._last_rejected - 1) is not None
        self._doubt(end, self._inner == 1 and not is_in_word and not self._closes_nothing(self._last_rejected))
        return self._string(end, end + 1, end + 1)

    def _doubled_quote(self, end: int) -> StringToken | None:
        """Read `""word"` and `"word""`: a doubled quote is one quote; after a digit it means inches."""
        if self._inner != 1:
            return None
        body = self._text[self._start : end]
        if self._last_rejected == self._start:
            return StringToken(_string_value(body[1:]), end + 1, repaired=True, searched_to=end + 1)
        if self._last_rejected == end - 1 and body.count('\\"') % 2 == 0 and not _ends_with_digit(body[:-1]):
            return StringToken(_string_value(body[:-1]), end + 1, repaired=True, searched_to=end + 1)
        return None

    def _has_any_bracket(self, end: int) -> bool:
        return _ANY_BRACKET.search(self._text, self._start, end) is not None

    def _never_closed(self) -> StringToken:
        missing_at = self._missing_quote(len(self._text))
        if missing_at is not None:
            return self._string(missing_at, missing_at, len(self._text))
        rest = self._text[self._start :]
        body = certain_part(rest)
        body = _without_half_escape(rest) if body is None else body
        return StringToken(_string_value(body), len(self._text), open=True, searched_to=len(self._text))

    def _missing_quote(self, end: int) -> int | None:
        """Return where a string without a closing quote ends: before the next member, if there is one."""
        if self._role == "key":
            key = _UNCLOSED_KEY.match(self._text, self._start, end)
            return self._start + len(key[0].rstrip()) if key else None
        following_item = _NEXT_MEMBER if self._role == "member" else _NEXT_ELEMENT
        following = following_item.search(self._text, self._start, end + _LOOK_AFTER_END)
        if following is None or following.start() >= end:
            return None
        return self._start + len(self._text[self._start : following.start()].rstrip())

    def _is_doubtful_end(self, stop: int) -> bool:
        """Whether the quote may have been before brackets, or is not missing but of the wrong kind."""
        if self._has_any_bracket(stop) or self._text[stop - 1] in OPENERS:
            return True
        return self._role == "element" and _COMMA.search(self._text, self._start, stop) is not None

    def _is_doubtful(self, stop: int) -> bool:
        return self._doubtful_from is not None and self._doubtful_from <= stop

    def _string(self, stop: int, end: int, searched_to: int) -> StringToken:
        is_missing = stop == end
        return StringToken(
            _string_value(self._text[self._start : stop]),
            end,
            repaired=is_missing or self._inner > 0,
            doubtful=self._is_doubtful(stop) or (is_missing and self._is_doubtful_end(stop)),
            searched_to=searched_to,
        )


def _ends_with_digit(body: str) -> bool:
    return body[-1:].isdigit() and not _UNICODE_ESCAPE.search(body, max(0, len(body) - 6))


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
_CLOSED_KEY: Final = {
    quote: re.compile(rf"[^{marks}\n]{{0,200}}[{marks}]\s{{0,20}}[:：]")
    for quote, marks in (('"', '"'), ("'", "'"), ("“", "“”"), ("‘", "‘’"))
}


def _string_value(body: str) -> str:
    return body if body.isascii() and "\\" not in body else unescape(fix_backslashes(body))


def _read_triple(text: str, start: int) -> StringToken:
    marks = text[start : start + 3]
    end = text.find(marks, start + 3)
    if end < 0:
        return StringToken(_string_value(text[start + 3 :]), len(text), open=True, searched_to=len(text))
    return StringToken(_string_value(text[start + 3 : end]), end + 3, searched_to=end + 3)


def _read_fence(text: str, start: int) -> StringToken:
    """Read a fenced block that is a value: its lines are the string. A block of JSON may also mean the value inside."""
    opening = _FENCE_OPENING.match(text, start)
    if opening is None:
        return _read_plain(text, start, "argument")
    closing = re.compile(rf"(?:\n[ \t]*|(?<=\n)[ \t]*){opening['marks']}(?!`)").search(text, opening.end() - 1)
    if closing is None:
        return StringToken(text[opening.end() :], len(text), open=True, repaired=True, searched_to=len(text))
    body = text[opening.end() : closing.start()]
    doubtful = opening["tag"].lower() in ("json", "json5", "jsonc") or body.lstrip()[:1] in ("{", "[")
    return StringToken(body, closing.end(), repaired=True, doubtful=doubtful, searched_to=closing.end())


def _read_escaped(text: str, start: int) -> StringToken:
    """Read a string between `\\"` and `\\"`, which was escaped once too often."""
    marks = text[start : start + 2]
    end = text.find(marks, start + 2)
    if end < 0:
        return StringToken(
            _string_value(_without_half_escape(text[start + 2 :])), len(text), open=True, searched_to=len(text)
        )
    return StringToken(_string_value(text[start + 2 : end]), end + 2, repaired=True, searched_to=end + 2)


def _without_half_escape(body: str) -> str:
    """Remove an incomplete escape at the end."""
    half = re.search(r"(?:\A|[^\\])(?:\\\\)*(\\(?:u[0-9a-fA-F]{0,3})?)\Z", body[-64:])
    return body[: len(body) - len(half[1])] if half else body


_TRIVIA = re.compile(
    r"(?:\s++|//[^\n]*+|\#[^\n]*+"
    r"|(?:\.{3,}+|…++)[^\n,，\]}\"'{\[]*+|(?:\\[nrt])++)++"
)
_ANYTHING = re.compile(r".*", re.DOTALL)
_LONG_COMMENTS: Final = {"/*": "*/", "<!--": "-->"}
_MAY_BE_TRIVIA: Final = frozenset(SPACES + "/#.…\\<")
_COLOR = re.compile(r"#[0-9a-fA-F]{3,8}\b")
_ELLIPSIS = re.compile(r"\.{3}|…")


class EndOfText(Exception):
    """The text ended inside a value."""


class Cursor:
    """A text with a position that only moves forward."""

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._position = start
        self._saw_comment = False
        self._blank_line_end = -1

    def _at_quote(self) -> bool:
        mark = self._text[self._position]
        return mark in OPENERS or (mark == "\\" and self._text[self._position + 1 : self._position + 2] in ('"', "'"))

    def _peek(self) -> str:
        if self._position >= len(self._text):
            raise EndOfText
        return self._text[self._position]

    def _skip(self, *, before_value: bool = False) -> bool:
        """Skip white space and comments. Return whether there was an ellipsis."""
        text = self._text
        mark = text[self._position : self._position + 1]
        if mark == " ":
            mark = text[self._position + 1 : self._position + 2]
            self._position += bool(mark and mark not in _MAY_BE_TRIVIA)
        if mark and mark not in _MAY_BE_TRIVIA:
            return False
        if before_value and _COLOR.match(self._text, self._position + self._spaces()):
            self._position += self._spaces()
            return False
        has_ellipsis = has_blank_line = False
        while trivia := _TRIVIA.match(self._text, self._position) or self._long_comment():
            is_blank = trivia[0].isspace()
            self._saw_comment = self._saw_comment or not is_blank
            has_blank_line = has_blank_line or "\n\n" in trivia[0]
            has_ellipsis = has_ellipsis or (not is_blank and _ELLIPSIS.search(trivia[0]) is not None)
            self._position = trivia.end()
        self._blank_line_end = self._position if has_blank_line else self._blank_line_end
        return has_ellipsis

    def _is_after_blank_line(self) -> bool:
        return self._blank_line_end == self._position

    def _long_comment(self) -> re.Match[str] | None:
        """Match a comment of several lines. An unclosed one ends the text."""
        for opening, closing in (
            _LONG_COMMENTS.items() if self._text[self._position : self._position + 1] in "/<" else ()
        ):
            if self._text.startswith(opening, self._position):
                end = self._text.find(closing, self._position)
                if end < 0:
                    self._position = len(self._text)
                    raise EndOfText
                return _ANYTHING.match(self._text, self._position, end + len(closing))
        return None

    def _spaces(self) -> int:
        return 1 if self._text[self._position : self._position + 1] == " " else 0
