"""Quiz texts to and from HTML: powers, table rows, list items, code lines and formulas keep their meaning."""

import html
import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from inkwright.artifacts.math.delimiters import split_math
from inkwright.artifacts.quizzes.text.superscripts import TextPart, join_parts, script_text

# A formula holds no other one, so each is looked at once.
_TEX_FORMULA = re.compile(r"\\\(((?:(?!\\[()]).)++)\\\)|\\\[((?:(?!\\[\[\]]).)++)\\\]", re.DOTALL)


def text_to_html(text: str) -> str:
    """The text escaped, its lines broken with `<br>`, its formulas in `\\(…\\)` or `\\[…\\]`."""
    written = []
    for piece in split_math(text):
        shown = html.escape(piece.text, quote=True)
        if piece.is_formula:
            shown = f"\\[{shown}\\]" if piece.is_display else f"\\({shown}\\)"
        written.append(shown)
    return "".join(written).replace("\n", "<br>")


def use_dollar_delimiters(text: str) -> str:
    """The text with its formulas in `$…$`."""

    def dollars(found: re.Match[str]) -> str:
        return f"${found[1]}$" if found[1] is not None else f"$${found[2]}$$"

    return _TEX_FORMULA.sub(dollars, text)


_INVISIBLE_TAGS: Final = frozenset("script style head title template annotation annotation-xml rp".split())
_MEDIA_TAGS: Final = frozenset("img audio video object embed iframe svg canvas".split())
_IGNORED_TAGS: Final = frozenset(
    "p div br span body html wbr tbody thead tfoot colgroup col rp math semantics annotation mrow mi mn mo mtext "
    "mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd mstyle mfenced mpadded".split()
)
_CONVERTED_TAGS: Final = frozenset("sup sub table tr td th ul ol li ruby rt q dl dt dd".split())
_BLOCK_TAGS: Final = frozenset(
    "div ul ol dl dt dd h1 h2 h3 h4 h5 h6 blockquote hr caption figure figcaption section article header footer "
    "center address details summary option".split()
)
_SURROUNDING_SIGNS: Final = {"rt": ("(", ")"), "q": ("“", "”")}
_TAG = re.compile(r"<(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9-]*+)(?P<attributes>[^<>]*+)>")
_ALT = re.compile(r"\balt(?:text)?\s*+=\s*+(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_LIST_START = re.compile(r"\bstart\s*+=\s*+[\"']?(\d{1,4})", re.IGNORECASE)
_SCRIPT_STYLE = re.compile(r"vertical-align\s*+:\s*+(super|sub)\b", re.IGNORECASE)
_EMPHASIS_STYLE = re.compile(r"underline|line-through|font-weight\s*+:\s*+[b6-9]", re.IGNORECASE)
_PARAGRAPH = re.compile(r"<(?:p|div)\b", re.IGNORECASE)
_FIRST_LINE_END = re.compile(r"(<pre\b[^<>]*+>)\r?\n", re.IGNORECASE)
_BLANK_LINES = re.compile(r"\n{3,}")
_MAX_DEPTH: Final = 3
"""Powers of powers: those deeper are written in brackets."""


class HtmlText(NamedTuple):
    """The words, and the keys of the notes about what became of the rest."""

    words: str
    notes: frozenset[str]


class _Tag(NamedTuple):
    name: str
    attributes: str
    is_end: bool


def html_to_text(markup: str) -> HtmlText:
    """The words of HTML, formulas in `$…$`; and notes where more than words was there."""
    reader = _TextCollector()
    reader.read(_FIRST_LINE_END.sub(r"\1", _strip_comments(markup)))
    written = join_parts(reader.all_parts())
    # Paragraphs end and begin with a line each; our own texts have no paragraphs.
    written = _BLANK_LINES.sub("\n\n", written) if _PARAGRAPH.search(markup) else written
    return HtmlText(use_dollar_delimiters(written).strip(), frozenset(reader.notes))


class _TextCollector:
    """Gathers the words of HTML; every part of it is looked at once."""

    def __init__(self) -> None:
        self.notes: set[str] = set()
        self._parts: list[TextPart] = []
        self._frames: list[tuple[str, list[TextPart]]] = []
        self._too_deep = 0
        self._hidden = 0
        self._verbatim = 0
        self._cells: list[int] = []
        self._items: list[int | None] = []
        self._spans: list[str] = []
        self._is_new_item = False
        self._is_behind_paragraph = False
        self._has_hidden_math = False

    def all_parts(self) -> list[TextPart]:
        """What was gathered; what was raised and never closed stands behind its sign."""
        while self._frames:
            sign, outer = self._frames.pop()
            self._parts = [*outer, sign, *self._parts]
        return self._parts

    def read(self, markup: str) -> None:
        start = 0
        for found in _TAG.finditer(markup):
            self._text(markup[start : found.start()])
            self._tag(_Tag(found["name"].lower(), found["attributes"], bool(found["end"])))
            start = found.end()
        self._text(markup[start:])

    def _tag(self, tag: _Tag) -> None:
        if tag.name in _INVISIBLE_TAGS:
            self._hidden = max(self._hidden + (-1 if tag.is_end else 1), 0)
        tag = self._span(tag) if tag.name == "span" else tag
        if tag.name in _MEDIA_TAGS:
            self.notes.add("files")
        elif tag.name in _CONVERTED_TAGS:
            self.notes.add("reshaped")
        elif tag.name not in _IGNORED_TAGS:
            self.notes.add("formatting")
        if tag.name in _HANDLERS:
            _HANDLERS[tag.name](self, tag)
        elif tag.name in _BLOCK_TAGS:
            self._fresh_line()

    def _span(self, tag: _Tag) -> _Tag:
        """The span, or the superscript that its style makes of it."""
        if tag.is_end:
            return _Tag(self._spans.pop() if self._spans else "span", "", is_end=True)
        if _EMPHASIS_STYLE.search(tag.attributes):
            self.notes.add("formatting")
        style = _SCRIPT_STYLE.search(tag.attributes)
        name = {"super": "sup", "sub": "sub"}[style[1].lower()] if style else "span"
        self._spans.append(name)
        return tag._replace(name=name)

    def _text(self, written: str) -> None:
        if self._hidden or not written:
            return
        shown = written.replace("\r", "")
        if not self._verbatim:
            shown = _collapse_lines(shown)
            if "\n" in written or not shown.strip(" "):
                shown = shown.lstrip(" ") if self._is_fresh() else shown
        if shown:
            self._put(html.unescape(shown))

    def _put(self, part: TextPart) -> None:
        self._is_new_item = self._is_behind_paragraph = False
        self._parts.append(part)

    def _is_fresh(self) -> bool:
        last = self._parts[-1] if self._parts else "\n"
        return isinstance(last, str) and last.endswith("\n")

    def _is_in_cell(self) -> bool:
        return bool(self._cells) and self._cells[-1] > 0

    def _trim(self) -> None:
        while self._parts and isinstance(last := self._parts[-1], str) and not last.strip(" "):
            self._parts.pop()

    def _fresh_line(self) -> None:
        """A cell is on one line, and an item begins behind its mark."""
        if self._is_new_item or self._is_fresh():
            return
        if not self._is_in_cell():
            self._trim()
            self._put("\n")
        elif not str(self._parts[-1]).endswith(" "):
            self._put(" ")

    def break_(self, _: _Tag) -> None:
        self._put(" " if self._is_in_cell() else "\n")

    def paragraph(self, tag: _Tag) -> None:
        is_second = self._is_behind_paragraph and not tag.is_end and not self._is_in_cell()
        self._fresh_line()
        if is_second:
            self._put("\n")
        self._is_behind_paragraph = tag.is_end

    def code(self, tag: _Tag) -> None:
        if tag.name == "pre":
            self._fresh_line()
        self._verbatim = max(self._verbatim + (-1 if tag.is_end else 1), 0)

    def raise_(self, tag: _Tag) -> None:
        sign = "^" if tag.name == "sup" else "_"
        if not tag.is_end and len(self._frames) >= _MAX_DEPTH:
            self._too_deep += 1
            self._put(f"{sign}(")
        elif not tag.is_end:
            self._frames.append((sign, self._parts))
            self._parts = []
        elif self._too_deep:
            self._too_deep -= 1
            self._put(")")
        elif self._frames and self._frames[-1][0] == sign:
            inner, (_, self._parts) = self._parts, self._frames.pop()
            part = script_text(sign, inner)
            if part.words or part.tex:
                self._put(part)

    def table(self, tag: _Tag) -> None:
        if tag.is_end and self._cells:
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
            last = self._parts[-1] if self._parts else ""
            self._put("| " if isinstance(last, str) and last.endswith((" ", "\n")) else " | ")
        self._cells[-1] += 1

    def list(self, tag: _Tag) -> None:
        self._fresh_line()
        if tag.is_end:
            self._items[-1:] = []
            return
        first = _LIST_START.search(tag.attributes)
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
        if alt := _ALT.search(tag.attributes):
            self._put(html.unescape(alt[1] or alt[2] or ""))

    def math(self, tag: _Tag) -> None:
        if tag.is_end:
            self._hidden -= self._has_hidden_math
            self._has_hidden_math = False
            return
        told = _ALT.search(tag.attributes)
        tex = html.unescape(told[1] or told[2] or "").strip(" $") if told else ""
        if tex and not self._has_hidden_math:
            self._put(f"${tex}$")
            self._has_hidden_math = True
            self._hidden += 1
        elif not tex:
            self.notes.add("mathml")

    def math_leaf(self, tag: _Tag) -> None:
        if tag.is_end and not self._hidden:
            self._put(" ")

    def around(self, tag: _Tag) -> None:
        self._put(_SURROUNDING_SIGNS[tag.name][tag.is_end])


_HANDLERS: Final[Mapping[str, Callable[[_TextCollector, _Tag], None]]] = {
    "br": _TextCollector.break_,
    "p": _TextCollector.paragraph,
    "pre": _TextCollector.code,
    "code": _TextCollector.code,
    "sup": _TextCollector.raise_,
    "sub": _TextCollector.raise_,
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
    """Lines of the source are blanks in HTML, with the blanks around them."""
    first, *rest = written.split("\n")
    if not rest:
        return written
    inner = [line.strip() for line in rest[:-1]]
    return " ".join([first.rstrip(), *filter(None, inner), rest[-1].lstrip()])


def _strip_comments(markup: str) -> str:
    kept, start = [], 0
    while (at := markup.find("<!--", start)) >= 0 and (end := markup.find("-->", at)) >= 0:
        kept.append(markup[start:at])
        start = end + 3
    return "".join([*kept, markup[start:]])
