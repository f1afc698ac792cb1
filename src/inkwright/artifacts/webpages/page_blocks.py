"""The text of a page as blocks for the checks of prose, and its tables as rows, in linear time."""

import html
import re
from dataclasses import dataclass, field
from typing import Final

from inkwright.artifacts.prose.prose_blocks import MAX_BLOCKS, BlockKind, ProseBlock
from inkwright.artifacts.text import is_blank

_TAG: Final = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*+)[^>]*+>?|<!--(?:[^-]|-(?!->))*+(?:-->)?|<[!?/][^>]*+>?")
_SPACE: Final = re.compile(r"\s+")
_SKIPPED: Final = frozenset(
    {"script", "style", "svg", "math", "template", "noscript", "textarea", "select", "button", "title", "head", "nav"}
)
_FIGURES: Final = frozenset({"img", "canvas", "pre", "svg", "math", "video", "table", "blockquote", "ul", "ol", "dl"})
_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_KINDS: Final[dict[str, BlockKind]] = {"p": "paragraph", "pre": "figure", "blockquote": "figure"}
_BLOCKS: Final = frozenset(
    "address article aside body caption dd details div dl dt fieldset figcaption figure footer form header hr label "
    "legend li main ol option p section summary table tbody td th thead tr ul blockquote pre h1 h2 h3 h4 h5 h6".split()
)
_MAX_ROWS: Final = 400
_BREAK: Final = "\0"
"""Stands for a line break that the page sets: those of its source are spaces."""


@dataclass(slots=True)
class PageBlocks:
    """The blocks of a page, and its tables. Text outside paragraphs is an item: it need not be a sentence."""

    blocks: list[ProseBlock] = field(default_factory=list)
    tables: list[list[list[str]]] = field(default_factory=list)


class _Reader:
    def __init__(self) -> None:
        self.found = PageBlocks()
        self._words: list[str] = []
        self._kind: BlockKind = "item"
        self._level = 0
        self._quoted = 0

    def add(self, text: str) -> None:
        self._words.append(text)

    def tag(self, name: str, *, is_end: bool) -> None:
        if name == "br":
            self._words.append(_BREAK)
            return
        if name not in _BLOCKS and name not in _FIGURES:
            return
        text = self._flush()
        if name in _FIGURES and not is_end:
            self.found.blocks.append(ProseBlock("", "figure"))
        self._quoted = max(0, self._quoted + (-1 if is_end else 1)) if name == "blockquote" else self._quoted
        self._table(name, text, is_end=is_end)
        self._level = 0 if is_end else _HEADINGS.get(name, 0)
        self._kind = "item" if is_end else _KINDS.get(name, "item")

    def _table(self, name: str, text: str, *, is_end: bool) -> None:
        tables = self.found.tables
        if name == "table" and not is_end:
            tables.append([])
        elif name == "tr" and not is_end and tables:
            tables[-1].append([])
        elif name in ("td", "th") and is_end and tables and tables[-1]:
            tables[-1][-1].append(text)

    def _flush(self) -> str:
        text = "\n".join(_SPACE.sub(" ", line).strip() for line in "".join(self._words).split(_BREAK)).strip()
        self._words = []
        if not is_blank(text) and len(self.found.blocks) < MAX_BLOCKS:
            kind: BlockKind = "heading" if self._level else "figure" if self._quoted else self._kind
            self.found.blocks.append(ProseBlock(text, kind, self._level))
        return text

    def end(self) -> PageBlocks:
        self._flush()
        self.found.tables = [rows for rows in self.found.tables if len(rows) <= _MAX_ROWS]
        return self.found


def page_blocks(source: str) -> PageBlocks:
    """Return the blocks of the markup of a page. What a script writes is not in it."""
    reader, position, skipped = _Reader(), 0, ""
    for tag in _TAG.finditer(source):
        if not skipped:
            reader.add(html.unescape(source[position : tag.start()]))
        position = tag.end()
        name, is_end = (tag[2] or "").lower(), bool(tag[1])
        if skipped:
            skipped = "" if is_end and name == skipped else skipped
        elif name in _SKIPPED and not is_end:
            reader.tag(name, is_end=False)
            skipped = name
        elif name:
            reader.tag(name, is_end=is_end)
    return reader.end()
