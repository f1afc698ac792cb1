"""Quiz texts to and from HTML: powers, table rows, list items, code lines and formulas keep their meaning.

lxml reads the HTML; this module turns its elements into plain text. Decision 023 says what lxml does not do here.
"""

import html
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from inkwright.artifacts.math.delimiters import split_math, use_dollar_delimiters
from inkwright.artifacts.math.superscripts import TextPart, join_parts, script_text


def text_to_html(text: str) -> str:
    """Return the text escaped, its lines broken with `<br>`, its formulas in `\\(…\\)` or `\\[…\\]`."""
    written = []
    for piece in split_math(text):
        shown = html.escape(piece.text, quote=True)
        if piece.is_formula:
            shown = f"\\[{shown}\\]" if piece.is_display else f"\\({shown}\\)"
        written.append(shown)
    return "".join(written).replace("\n", "<br>")


_INVISIBLE_TAGS: Final = frozenset("script style head title template annotation annotation-xml rp".split())
_MEDIA_TAGS: Final = frozenset("img audio video object embed iframe svg canvas".split())
_IGNORED_TAGS: Final = frozenset(
    "p p-end div br span body html wbr tbody thead tfoot colgroup col rp math semantics annotation mrow mi mn mo mtext "
    "mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd mstyle mfenced mpadded".split()
)
_CONVERTED_TAGS: Final = frozenset("sup sub table tr td th ul ol li ruby rt q dl dt dd".split())
_BLOCK_TAGS: Final = frozenset(
    "div ul ol dl dt dd h1 h2 h3 h4 h5 h6 blockquote hr caption figure figcaption section article header footer "
    "center address details summary option".split()
)
_SURROUNDING_SIGNS: Final = {"rt": ("(", ")"), "q": ("“", "”")}
_SCRIPT_SIGNS: Final = {"sup": "^", "sub": "_"}
_SCRIPT_STYLES: Final = {"super": "sup", "sub": "sub"}
_TAG: Final = r"/?[A-Za-z][A-Za-z0-9-]*+[^<>]*+>"
_STRAY_SIGN = re.compile(rf"<(?!{_TAG}|!--)")
_ANY_TAG = re.compile(f"<{_TAG}")
_BREAK_END = re.compile(r"</br\b", re.IGNORECASE)
_PARAGRAPH_END = re.compile(r"</p\s*+>", re.IGNORECASE)
_LIST_START = re.compile(r"\s*(\d{1,4})")
_SCRIPT_STYLE = re.compile(r"vertical-align\s*+:\s*+(super|sub)\b", re.IGNORECASE)
_EMPHASIS_STYLE = re.compile(r"underline|line-through|font-weight\s*+:\s*+[b6-9]", re.IGNORECASE)
_BLANK_LINES = re.compile(r"\n{3,}")
_MAX_SCRIPT_DEPTH: Final = 3
"""Powers of powers: deeper ones are written in brackets."""

_MAX_DEPTH: Final = 250
"""libxml2 stops reading at 256 nested elements. Markup this deep is read without its tags, so that no word is lost."""


class HtmlText(NamedTuple):
    """The plain text of some HTML, and the keys of the losses."""

    words: str
    notes: frozenset[str]


class _Tag(NamedTuple):
    name: str
    attributes: Mapping[str, str]
    is_end: bool


def html_to_text(markup: str) -> HtmlText:
    """Return the words of HTML with formulas in `$…$`, and the losses where there was more than words.

    Any text is accepted. Markup needs lxml, which the extra `office` installs.
    """
    collector = _TextCollector()
    prepared = _prepare(markup, collector.notes)
    if "<" not in prepared:
        collector.add_text(html.unescape(prepared))
    elif not _walk(prepared, collector):
        collector = _TextCollector()
        collector.notes.add("formatting")
        collector.add_text(html.unescape(_ANY_TAG.sub("", prepared)))
    written = join_parts(collector.parts)
    # Paragraphs end and begin with a line each. Inkwright's own texts have no paragraphs.
    written = _BLANK_LINES.sub("\n\n", written) if collector.has_paragraphs else written
    return HtmlText(use_dollar_delimiters(written).strip(), frozenset(collector.notes))


def _prepare(markup: str, notes: set[str]) -> str:
    """Return the markup so that lxml loses no words: everything except tags and comments is escaped.

    Entities are escaped too. `&#10;` and `&nbsp;` are not line ends and spaces of the source, so they are decoded after
    those are collapsed.
    """
    markup = markup.replace("\x00", "")
    # Everything after a comment that never ends would be lost.
    comments_end = markup.rfind("-->") + 1
    rest = markup[comments_end:].replace("<!--", "&lt;!--")
    written = f"{markup[:comments_end]}{rest}".replace("&", "&amp;")
    written = _BREAK_END.sub("<br", _STRAY_SIGN.sub("&lt;", written))
    # A list or a table inside a paragraph ends it. The end tag that follows still ends a line, but libxml2 drops it.
    written = _PARAGRAPH_END.sub("</p><p-end/>", written)
    for name, sign in _SCRIPT_SIGNS.items():
        written = _write_unclosed(written, name, sign, notes)
    return written


def _write_unclosed(markup: str, name: str, sign: str, notes: set[str]) -> str:
    """Replace `<sup>` or `<sub>` by its sign where nothing closes it: it would raise all the words that follow."""
    if f"<{name}" not in (lowered := markup.lower()):
        return markup
    last_end = lowered.rfind(f"</{name}") + 1
    rest, count = re.subn(rf"<{name}\b[^<>]*+>", sign, markup[last_end:], flags=re.IGNORECASE)
    notes.update({"reshaped"} if count else ())
    return markup[:last_end] + rest


@cache
def _parser() -> Any:
    from lxml import etree  # noqa: PLC0415 - slow to import

    return etree.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True, recover=True)


def _walk(markup: str, collector: "_TextCollector") -> bool:
    """Give the collector each element and text in their order. False if the elements are nested too deep."""
    from lxml import etree  # noqa: PLC0415 - slow to import

    root = etree.fromstring(f"<html><body>{markup}".encode("utf-8", "replace"), _parser())
    depth = 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        is_end = event == "end"
        depth += -1 if is_end else 1
        if depth > _MAX_DEPTH:
            return False
        collector.add_tag(_Tag(element.tag, element.attrib, is_end))
        collector.add_text((element.tail if is_end else element.text) or "")
    return True


class _TextCollector:
    """Collects the words of HTML; each element and text is looked at once."""

    def __init__(self) -> None:
        self.notes: set[str] = set()
        self.parts: list[TextPart] = []
        self.has_paragraphs = False
        self._frames: list[tuple[str, list[TextPart]]] = []
        self._too_deep = 0
        self._hidden = 0
        self._verbatim = 0
        self._cells: list[int] = []
        self._items: list[int | None] = []
        self._is_new_item = False
        self._is_after_paragraph = False
        self._is_pre_start = False
        self._hidden_math: list[bool] = []

    def add_tag(self, tag: _Tag) -> None:
        """Take the start or the end of an element."""
        self._is_pre_start = tag.name == "pre" and not tag.is_end
        if tag.name in _INVISIBLE_TAGS:
            self._hidden += -1 if tag.is_end else 1
        tag = self._span(tag) if tag.name == "span" else tag
        if tag.name in _MEDIA_TAGS:
            self.notes.add("files")
        elif tag.name in _CONVERTED_TAGS:
            self.notes.add("reshaped")
        elif tag.name not in _IGNORED_TAGS:
            self.notes.add("formatting")
        self.has_paragraphs = self.has_paragraphs or tag.name in ("p", "div")
        if tag.name in _HANDLERS:
            _HANDLERS[tag.name](self, tag)
        elif tag.name in _BLOCK_TAGS:
            self._fresh_line()

    def add_text(self, written: str) -> None:
        """Take the text before the next tag, its entities not yet decoded."""
        if self._hidden or not written:
            return
        shown = written.replace("\r", "")
        if not self._verbatim:
            shown = _collapse_lines(shown)
            if "\n" in written or not shown.strip(" "):
                shown = shown.lstrip(" ") if self._is_fresh() else shown
        elif self._is_pre_start:
            shown = shown.removeprefix("\n")
        if shown:
            self._put(html.unescape(shown))

    def _span(self, tag: _Tag) -> _Tag:
        """Return the span, or the superscript or subscript that its style makes it."""
        written = tag.attributes.get("style", "")
        if _EMPHASIS_STYLE.search(written):
            self.notes.add("formatting")
        style = _SCRIPT_STYLE.search(written)
        return tag._replace(name=_SCRIPT_STYLES[style[1].lower()]) if style else tag

    def _put(self, part: TextPart) -> None:
        self._is_new_item = self._is_after_paragraph = False
        self.parts.append(part)

    def _is_fresh(self) -> bool:
        last = self.parts[-1] if self.parts else "\n"
        return isinstance(last, str) and last.endswith("\n")

    def _is_in_cell(self) -> bool:
        return bool(self._cells) and self._cells[-1] > 0

    def _trim(self) -> None:
        while self.parts and isinstance(last := self.parts[-1], str) and not last.strip(" "):
            self.parts.pop()

    def _fresh_line(self) -> None:
        """Begin a line. A cell stays on one line, and an item begins after its number."""
        if self._is_new_item or self._is_fresh():
            return
        if not self._is_in_cell():
            self._trim()
            self._put("\n")
        elif not str(self.parts[-1]).endswith(" "):
            self._put(" ")

    def line_break(self, tag: _Tag) -> None:
        if not tag.is_end:
            self._put(" " if self._is_in_cell() else "\n")

    def paragraph(self, tag: _Tag) -> None:
        is_second = self._is_after_paragraph and not tag.is_end and not self._is_in_cell()
        self._fresh_line()
        if is_second:
            self._put("\n")
        self._is_after_paragraph = tag.is_end

    def paragraph_end(self, tag: _Tag) -> None:
        self.paragraph(tag._replace(is_end=True))

    def code(self, tag: _Tag) -> None:
        if tag.name == "pre":
            self._fresh_line()
        self._verbatim += -1 if tag.is_end else 1

    def script(self, tag: _Tag) -> None:
        sign = _SCRIPT_SIGNS[tag.name]
        if not tag.is_end and len(self._frames) >= _MAX_SCRIPT_DEPTH:
            self._too_deep += 1
            self._put(f"{sign}(")
        elif not tag.is_end:
            self._frames.append((sign, self.parts))
            self.parts = []
        elif self._too_deep:
            self._too_deep -= 1
            self._put(")")
        else:
            inner, (sign, self.parts) = self.parts, self._frames.pop()
            part = script_text(sign, inner)
            if part.words or part.tex:
                self._put(part)

    def table(self, tag: _Tag) -> None:
        if tag.is_end:
            self._cells.pop()
        self._fresh_line()
        if not tag.is_end:
            self._cells.append(0)

    def row(self, _: _Tag) -> None:
        if self._cells:
            self._cells[-1] = 0
        self._fresh_line()

    def cell(self, tag: _Tag) -> None:
        if tag.is_end:
            return
        if not self._cells:
            self._cells.append(0)
        if self._is_in_cell():
            self._trim()
            last = self.parts[-1] if self.parts else ""
            self._put("| " if isinstance(last, str) and last.endswith((" ", "\n")) else " | ")
        self._cells[-1] += 1

    def list(self, tag: _Tag) -> None:
        self._fresh_line()
        if tag.is_end:
            self._items.pop()
            return
        first = _LIST_START.match(tag.attributes.get("start", ""))
        self._items.append((int(first[1]) if first else 1) if tag.name == "ol" else None)

    def item(self, tag: _Tag) -> None:
        self._is_new_item = False
        self._fresh_line()
        if tag.is_end:
            return
        number = self._items[-1] if self._items else None
        if number is not None:
            self._items[-1] = number + 1
            self._put(f"{number}. ")
        self._is_new_item = True

    def picture(self, tag: _Tag) -> None:
        if not tag.is_end and "alt" in tag.attributes:
            self._put(html.unescape(tag.attributes["alt"]))

    def math(self, tag: _Tag) -> None:
        """Take the TeX in `alttext` or `alt` for the whole formula, where there is some."""
        if tag.is_end:
            self._hidden -= self._hidden_math.pop()
            return
        tex = html.unescape(tag.attributes.get("alttext") or tag.attributes.get("alt", "")).strip(" $")
        is_hidden = bool(tex) and not any(self._hidden_math)
        if is_hidden:
            self._put(f"${tex}$")
        elif not tex:
            self.notes.add("mathml")
        self._hidden += is_hidden
        self._hidden_math.append(is_hidden)

    def math_leaf(self, tag: _Tag) -> None:
        if tag.is_end and not self._hidden:
            self._put(" ")

    def around(self, tag: _Tag) -> None:
        self._put(_SURROUNDING_SIGNS[tag.name][tag.is_end])


_HANDLERS: Final[Mapping[str, Callable[[_TextCollector, _Tag], None]]] = {
    "br": _TextCollector.line_break,
    "p": _TextCollector.paragraph,
    "p-end": _TextCollector.paragraph_end,
    "pre": _TextCollector.code,
    "code": _TextCollector.code,
    "sup": _TextCollector.script,
    "sub": _TextCollector.script,
    "table": _TextCollector.table,
    "tr": _TextCollector.row,
    "td": _TextCollector.cell,
    "th": _TextCollector.cell,
    "ul": _TextCollector.list,
    "ol": _TextCollector.list,
    "li": _TextCollector.item,
    "img": _TextCollector.picture,
    "math": _TextCollector.math,
    **dict.fromkeys(("mi", "mn", "mo", "mtext"), _TextCollector.math_leaf),
    **dict.fromkeys(_SURROUNDING_SIGNS, _TextCollector.around),
}


def _collapse_lines(written: str) -> str:
    """Replace the line ends of the source, and the spaces around them, by one space each."""
    first, *rest = written.split("\n")
    if not rest:
        return written
    inner = [line.strip() for line in rest[:-1]]
    return " ".join([first.rstrip(), *filter(None, inner), rest[-1].lstrip()])
