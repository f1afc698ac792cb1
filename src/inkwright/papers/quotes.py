"""The sentences of a document that a paper file may quote."""

import re
from typing import Final

from inkwright.grounding.cleaning import REMOVED
from inkwright.grounding.sentences import heading_text, joined, lines_of, sentences_in, strip_list_mark, strip_markup

__all__ = ["MAX_QUOTES", "headings_of", "joined", "quotes_of"]

MAX_QUOTES: Final = 60
_MAX_QUOTE: Final = 300
_MIN_QUOTE: Final = 25
_MIN_HAN_QUOTE: Final = 10
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")


def headings_of(document: str) -> list[str]:
    """Return the headings, marked by `#` or underlined by `===`, without markup."""
    headings = (heading_text(line.text) for line in lines_of(document) if line.is_heading)
    return [heading for heading in headings if re.search(r"\w", heading)]


def quotes_of(document: str) -> list[str]:
    """Return complete sentences of reasonable length in the order of the document, each once."""
    sentences = (sentence for passage in _passages(document) for _, sentence in sentences_in(passage))
    whole = (sentence for sentence in sentences if _is_quotable(sentence))
    return list(dict.fromkeys(whole))[:MAX_QUOTES]


def _passages(document: str) -> list[str]:
    """Return paragraphs and list items, each on one line; headings, tables and code are left out."""
    passages: list[list[str]] = []
    is_open = False
    for line in lines_of(document):
        if line.is_rule or line.is_heading or line.is_table:
            is_open = False
        elif is_open and not line.mark:
            passages[-1].append(strip_markup(line.text))
        else:
            passages.append([strip_markup(strip_list_mark(line.text))])
            is_open = True
    return [joined([piece for piece in passage if piece]) for passage in passages]


def _is_quotable(sentence: str) -> bool:
    is_long_enough = len(sentence) >= _MIN_QUOTE or len(_HAN.findall(sentence)) >= _MIN_HAN_QUOTE
    return is_long_enough and len(sentence) <= _MAX_QUOTE and REMOVED not in sentence
