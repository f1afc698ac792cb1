"""The text that readers of a page see, without code, and what is wrong with it: markup left over, missing glyphs."""

import html
import re
from collections.abc import Iterator
from typing import Final

from inkwright.artifacts.findings import Finding, quoted_line
from inkwright.artifacts.leftover_markup import leftover_markup, meant_markup
from inkwright.artifacts.text import is_placeholder_text, one_line
from inkwright.artifacts.webpages.issues import LineNumbers, page_issue

_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*+)[^>]*+>?|<[!?/][^>]*+>?")
_COMMENT_END: Final = "-->"
_NOT_PROSE: Final = frozenset(
    {"script", "style", "pre", "code", "kbd", "samp", "textarea", "template", "svg", "math", "title", "noscript"}
)
# A page that brings a typeface or a typesetter of formulas shows these itself.
_OWN_TYPEFACE = re.compile(r"@font-face|katex|mathjax", re.I)
_NO_GLYPH = re.compile("[\ufffd\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff\U000f0000-\U0010ffff]")
_MAX_FINDINGS: Final = 5


def visible_texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield each piece of text between tags with its position, without scripts, styles and code."""
    start, skipped = 0, ""
    position = 0
    while (tag := _TAG.search(source, position)) is not None:
        if not skipped and tag.start() > start:
            yield start, html.unescape(source[start : tag.start()])
        position = tag.end()
        if tag[0].startswith("<!--"):
            end = source.find(_COMMENT_END, tag.start())
            position = end + len(_COMMENT_END) if end >= 0 else len(source)
        name = (tag[2] or "").lower()
        if not skipped and name in _NOT_PROSE and not tag[1]:
            skipped = name
        elif skipped and name == skipped and tag[1]:
            skipped = ""
        start = position
    if not skipped and start < len(source):
        yield start, html.unescape(source[start:])


def find_text_issues(source: str) -> Iterator[Finding]:
    """Yield the first few places where readers see markup or a box instead of a character."""
    lines = LineNumbers(source)
    shows_itself = _OWN_TYPEFACE.search(source) is not None
    found, texts = 0, [*visible_texts(source)]
    meant = meant_markup(" ".join(text for _, text in texts))
    for position, text in texts:
        markup = "" if shows_itself else leftover_markup(text, meant)
        lost = _NO_GLYPH.search(text)
        if markup:
            yield page_issue("leftover", lines.at(position), severity="warning", what=markup)
        if lost and (lost[0] == "\ufffd" or not shows_itself):
            yield page_issue("no_glyph", lines.at(position), severity="warning", what=f"U+{ord(lost[0]):04X}")
        gap = is_placeholder_text(one_line(text))
        if gap:
            yield page_issue("placeholder", lines.at(position), severity="warning", text=quoted_line(text))
        found += bool(markup) + bool(lost) + gap
        if found >= _MAX_FINDINGS:
            return
