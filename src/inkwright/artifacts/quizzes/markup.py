"""The plain texts of a quiz as HTML and back. Learning systems and flashcards read formulas in `\\(…\\)`."""

import html
import re
from html.parser import HTMLParser
from typing import Final

from inkwright.artifacts.quizzes.formulas import pieces

_TEX_FORMULA = re.compile(r"\\\((.+?)\\\)|\\\[(.+?)\\\]", re.DOTALL)
_BLOCKS: Final = frozenset({"p", "div", "li", "tr", "ul", "ol", "table", "h1", "h2", "h3", "h4", "pre", "blockquote"})
_UNSEEN: Final = frozenset({"script", "style", "head", "title", "template"})
_HARMLESS: Final = frozenset({"p", "div", "br", "span", "body", "html"})
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


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.has_dropped = False
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _UNSEEN:
            self._hidden += 1
        if tag == "br" or tag in _BLOCKS:
            self.parts.append("\n" if tag == "br" or self.parts else "")
        if tag == "img":
            self.parts.append(dict(attrs).get("alt") or "")
        self.has_dropped = self.has_dropped or tag not in _HARMLESS

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNSEEN and self._hidden:
            self._hidden -= 1
        if tag in _BLOCKS:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(data.replace("\r", "").replace("\n", " "))


def from_html(markup: str) -> tuple[str, bool]:
    """The words of HTML, formulas in `$…$`; and whether more than words was dropped, such as pictures and bold."""
    reader = _Words()
    reader.feed(markup)
    reader.close()
    written = _MANY_LINES.sub("\n\n", "".join(reader.parts)) if "<p" in markup or "<div" in markup else None
    return with_dollars(written if written is not None else "".join(reader.parts)).strip(), reader.has_dropped


def with_dollars(text: str) -> str:
    """The text with its formulas in `$…$`."""

    def dollars(found: re.Match[str]) -> str:
        return f"${found[1]}$" if found[1] is not None else f"$${found[2]}$$"

    return _TEX_FORMULA.sub(dollars, text)
