"""The plain texts of a quiz as HTML and back. Learning systems and flashcards read formulas in `\\(…\\)`."""

import html
import re
from typing import Final

from inkwright.artifacts.quizzes.formulas import pieces

# A formula holds no other one, so each is looked at once.
_TEX_FORMULA = re.compile(r"\\\(((?:(?!\\[()]).)++)\\\)|\\\[((?:(?!\\[\[\]]).)++)\\\]", re.DOTALL)
_BLOCKS: Final = frozenset({"p", "div", "li", "tr", "ul", "ol", "table", "h1", "h2", "h3", "h4", "pre", "blockquote"})
_UNSEEN: Final = frozenset({"script", "style", "head", "title", "template"})
_HARMLESS: Final = frozenset({"p", "div", "br", "span", "body", "html"})
_TAG = re.compile(r"<(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9]*+)(?P<attributes>[^<>]*+)>")
_ALT = re.compile(r"\balt\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_PARAGRAPH = re.compile(r"<(?:p|div)\b", re.IGNORECASE)
_MANY_LINES = re.compile(r"\n{3,}")


def as_html(text: str) -> str:
    """The text escaped, its lines broken with `<br>`, its formulas in `\\(…\\)` or `\\[…\\]`."""
    written = []
    for piece in pieces(text):
        shown = html.escape(piece.text, quote=True)
        if piece.is_formula:
            shown = f"\\[{shown}\\]" if piece.is_display else f"\\({shown}\\)"
        written.append(shown)
    return "".join(written).replace("\n", "<br>")


class _Words:
    """Gathers the words of HTML; every part of it is looked at once."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.has_dropped = False
        self._hidden = 0

    def read(self, markup: str) -> None:
        start = 0
        for tag in _TAG.finditer(markup):
            self._text(markup[start : tag.start()])
            self._tag(tag["name"].lower(), tag["attributes"], is_end=bool(tag["end"]))
            start = tag.end()
        self._text(markup[start:])

    def _tag(self, name: str, attributes: str, *, is_end: bool) -> None:
        if name in _UNSEEN:
            self._hidden = max(self._hidden + (-1 if is_end else 1), 0)
        if name in _BLOCKS or name == "br":
            self.parts.append("\n" if is_end or name == "br" or self.parts else "")
        if name == "img" and (alt := _ALT.search(attributes)):
            self.parts.append(html.unescape(alt[1] or alt[2] or ""))
        self.has_dropped = self.has_dropped or name not in _HARMLESS

    def _text(self, written: str) -> None:
        if not self._hidden:
            self.parts.append(html.unescape(written.replace("\r", "").replace("\n", " ")))


def from_html(markup: str) -> tuple[str, bool]:
    """The words of HTML, formulas in `$…$`; and whether more than words was dropped, such as pictures and bold."""
    reader = _Words()
    reader.read(_without_comments(markup))
    written = "".join(reader.parts)
    # Paragraphs end and begin with a line each; our own texts have no paragraphs.
    written = _MANY_LINES.sub("\n\n", written) if _PARAGRAPH.search(markup) else written
    return with_dollars(written).strip(), reader.has_dropped


def _without_comments(markup: str) -> str:
    kept, start = [], 0
    while (at := markup.find("<!--", start)) >= 0 and (end := markup.find("-->", at)) >= 0:
        kept.append(markup[start:at])
        start = end + 3
    return "".join([*kept, markup[start:]])


def with_dollars(text: str) -> str:
    """The text with its formulas in `$…$`."""

    def dollars(found: re.Match[str]) -> str:
        return f"${found[1]}$" if found[1] is not None else f"$${found[2]}$$"

    return _TEX_FORMULA.sub(dollars, text)
