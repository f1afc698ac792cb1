"""Syntax highlighting of code, line by line."""

from typing import Any, Final

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Token
from pygments.util import ClassNotFound

from inkwright.cli.terminal.styled_text import StyledLine

_TOKEN_STYLES: Final[dict[Any, str]] = {
    Token: "",
    Token.Comment: "90",
    Token.Comment.Preproc: "36",
    Token.Keyword: "34",
    Token.Keyword.Type: "36",
    Token.Literal.Number: "34",
    Token.Literal.String: "33",
    Token.Name.Builtin: "36",
    Token.Name.Class: "32",
    Token.Name.Decorator: "90",
    Token.Name.Exception: "36",
    Token.Name.Function: "32",
    Token.Name.Attribute: "36",
    Token.Name.Tag: "94",
    Token.Name.Variable: "31",
    Token.Operator.Word: "35",
    Token.Generic.Deleted: "31",
    Token.Generic.Heading: "1",
    Token.Generic.Inserted: "32",
    Token.Generic.Subheading: "1",
    Token.Error: "",
}


class CodeHighlighter:
    """Colours code. A lexer is looked up once; code in an unknown language stays without colours."""

    def __init__(self, *, has_colour: bool) -> None:
        self._has_colour = has_colour
        self._lexers: dict[str, Lexer | None] = {}
        self._styles = dict(_TOKEN_STYLES)

    def lines(self, code: str, language: str) -> list[StyledLine]:
        """Return the lines of the code as styled runs."""
        lexer = self._lexer(language) if self._has_colour and language else None
        if lexer is None:
            return [[(line, "")] for line in code.split("\n")]
        lines: list[StyledLine] = [[]]
        for _, kind, written in lexer.get_tokens_unprocessed(code):
            style = self._style(kind)
            first, *more = written.split("\n") if "\n" in written else (written,)
            _append_run(lines[-1], first, style)
            lines.extend([(part, style)] if part else [] for part in more)
        return lines

    def _lexer(self, language: str) -> Lexer | None:
        if language not in self._lexers:
            try:
                self._lexers[language] = get_lexer_by_name(language)
            except ClassNotFound:
                self._lexers[language] = None
        return self._lexers[language]

    def _style(self, kind: Any) -> str:
        """Return the style of a token type; a type without a style inherits that of its parent."""
        style = self._styles.get(kind)
        if style is None:
            style = self._styles[kind] = self._style(kind.parent)
        return style


def _append_run(line: StyledLine, text: str, style: str) -> None:
    """Append text to the line; spaces and text of the same style extend the last run."""
    if not text:
        return
    if line and (line[-1][1] == style or text.isspace()):
        line[-1] = (line[-1][0] + text, line[-1][1])
    else:
        line.append((text, style))
