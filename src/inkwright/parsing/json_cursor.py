"""A place in damaged JSON: what stands there, and what is passed over (white space, comments, ellipses)."""

import re
import string
from typing import Final

from inkwright.parsing.json_strings import OPENERS

_TRIVIA = re.compile(
    r"(?:[\s\ufeff\u200b]++|//[^\n]*+|\#[^\n]*+"
    r"|(?:\.{3,}+|…++)[^\n,，\]}\"'{\[]*+|(?:\\[nrt])++)++"
)
_ANYTHING = re.compile(r".*", re.DOTALL)
_LONG_COMMENTS: Final = {"/*": "*/", "<!--": "-->"}
_NEVER_TRIVIA: Final = frozenset('"{}[],:' + string.ascii_letters + string.digits)
_COLOR = re.compile(r"#[0-9a-fA-F]{3,8}\b")
_ELLIPSIS = re.compile(r"\.{3}|…")


class EndOfText(Exception):
    """The text ended where something was still to come."""


class Cursor:
    """A text and a place in it that only moves on."""

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._at = start
        self._saw_comment = False
        self._blank_line_end = -1

    def _at_quote(self) -> bool:
        mark = self._text[self._at]
        return mark in OPENERS or (mark == "\\" and self._text[self._at + 1 : self._at + 2] in ('"', "'"))

    def _peek(self) -> str:
        if self._at >= len(self._text):
            raise EndOfText
        return self._text[self._at]

    def _skip(self, *, before_value: bool = False) -> bool:
        """Pass over white space and comments; tells whether an ellipsis was among them."""
        if self._text[self._at : self._at + 1] in _NEVER_TRIVIA:
            return False
        if before_value and _COLOR.match(self._text, self._at + self._spaces()):
            self._at += self._spaces()
            return False
        has_ellipsis = has_blank_line = False
        while trivia := _TRIVIA.match(self._text, self._at) or self._long_comment():
            is_blank = trivia[0].isspace()
            self._saw_comment = self._saw_comment or not is_blank
            has_blank_line = has_blank_line or "\n\n" in trivia[0]
            has_ellipsis = has_ellipsis or (not is_blank and _ELLIPSIS.search(trivia[0]) is not None)
            self._at = trivia.end()
        self._blank_line_end = self._at if has_blank_line else self._blank_line_end
        return has_ellipsis

    def _is_after_blank_line(self) -> bool:
        return self._blank_line_end == self._at

    def _long_comment(self) -> re.Match[str] | None:
        """A comment of several lines. One that never ends is the end of the text."""
        for opening, closing in _LONG_COMMENTS.items():
            if self._text.startswith(opening, self._at):
                end = self._text.find(closing, self._at)
                if end < 0:
                    self._at = len(self._text)
                    raise EndOfText
                return _ANYTHING.match(self._text, self._at, end + len(closing))
        return None

    def _spaces(self) -> int:
        return 1 if self._text[self._at : self._at + 1] == " " else 0
