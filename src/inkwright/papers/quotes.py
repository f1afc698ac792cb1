"""The sentences of a document that a file about it may quote."""

import re
from typing import Final

MOST_QUOTES: Final = 60
_LONGEST: Final = 300
_SHORTEST: Final = 25
_SHORTEST_HAN: Final = 10

_DRESS = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+|[-*+•][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,3}[.)、][ \t]*|>[ \t]*)")
_EMPHASIS = re.compile(r"\*\*|__|`|(?<!\w)[*_]|[*_](?!\w)")
_ENDS = re.compile(r"(?<=[.!?])[\"'”’)]?\s+(?=[A-Z0-9\"'“‘(])|(?<=[。！？])")
_FENCE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.MULTILINE | re.DOTALL)
_HAN = re.compile("[\u3400-\u9fff]")


def headings_of(document: str) -> list[str]:
    """What stands behind a `#`, without its dress."""
    lines = (line for line in _FENCE.sub("", document).splitlines() if line.lstrip().startswith("#"))
    return [found for line in lines if (found := _plain(line))]


def quotes_of(document: str) -> list[str]:
    """Whole sentences, in the document's order and each once: neither scraps nor endless ones."""
    sentences = [
        sentence.strip() for passage in _passages(document) for sentence in _ENDS.split(passage) if sentence.strip()
    ]
    whole = [sentence for sentence in sentences if _is_long_enough(sentence) and len(sentence) <= _LONGEST]
    return list(dict.fromkeys(whole))[:MOST_QUOTES]


def _passages(document: str) -> list[str]:
    """Paragraphs and items of lists, each on one line; headings and code are left out."""
    passages: list[str] = []
    is_open = False
    for line in _FENCE.sub("\n", document).splitlines():
        plain = _plain(line)
        if not plain or line.lstrip().startswith(("#", "|")):
            is_open = False
        elif is_open and not _DRESS.match(line):
            passages[-1] += ("" if _HAN.search(passages[-1][-1:] + plain[:1]) else " ") + plain
        else:
            passages.append(plain)
            is_open = True
    return passages


def _plain(line: str) -> str:
    return _EMPHASIS.sub("", _DRESS.sub("", line)).strip()


def _is_long_enough(sentence: str) -> bool:
    return len(sentence) >= _SHORTEST or len(_HAN.findall(sentence)) >= _SHORTEST_HAN
