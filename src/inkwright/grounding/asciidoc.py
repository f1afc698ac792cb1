"""Markup of AsciiDoc in a plain text: its headings become those of Markdown, and what is not prose goes."""

import re
from typing import Final

_HEADING = re.compile(r"^(={1,6}) (?=[^\"'\n])(\S[^\n]{0,200}?)(?: =+)?$", re.M)
_LEAST_HEADINGS: Final = 2
_BLOCK = re.compile(r"^(-{4,}|\.{4,}|\+{4,}|/{4,})\n(?:(?!\1$)[^\n]*\n){0,2000}?\1$", re.M)
_LINES = re.compile(
    r"^(?:\[[^\n]{0,300}\]|//[^\n]{0,1000}|:[\w-]+:[^\n]{0,300}|\.(?=[^\s.])[^\n]{0,200}"
    r"|(?:image|include|video|ifdef|ifndef|endif|toc)::[^\n]{0,500})$",
    re.M,
)
_INDEX_TERM = re.compile(r"(?:\(\(\([^()\n]{0,300}\)\)\)){1,20}(?P<space>[ \t]*\n?)")
_DELIMITER = re.compile(r"^(?:={4,}|\*{4,}|_{4,})[ \t]*$", re.M)
_DESCRIBED = re.compile(r"^([^\s:|*#=-][^\n:]{0,80})::[ \t]*\n?(?=[^\n])", re.M)
_LINK = re.compile(r"(?:https?://|link:)[^\s\[\]]{1,500}\[([^\[\]\n]{0,300})\]")
_REFERENCE = re.compile(r"<<[^<>\n]{1,200}>>|xref:[^\s\[\]]{1,200}\[[^\[\]\n]{0,200}\]")


def is_asciidoc(text: str) -> bool:
    """Whether the text has headings of AsciiDoc. A line such as `=== "Tab"` belongs to Markdown."""
    return sum(1 for _, _ in zip(range(_LEAST_HEADINGS), _HEADING.finditer(text), strict=False)) == _LEAST_HEADINGS


def as_markdown(text: str, removed: str) -> str:
    """Return the text with the same lines. `removed` stays where a reference was."""
    text = _DELIMITER.sub("", _LINES.sub("", _BLOCK.sub(_line_ends, text)))
    text = _REFERENCE.sub(removed, _LINK.sub(r"\1", _INDEX_TERM.sub(_space_or_line_end, text)))
    text = _DESCRIBED.sub(_described, text)
    return _HEADING.sub(lambda found: f"{'#' * len(found[1])} {found[2]}", text)


def _line_ends(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


def _space_or_line_end(found: re.Match[str]) -> str:
    """Return what keeps the words around index terms apart."""
    return _line_ends(found) or found["space"][:1]


def _described(found: re.Match[str]) -> str:
    """Return an item of a description list as that of a plain list; its text may begin on the next line."""
    return _line_ends(found) + f"- {found[1]}: "
