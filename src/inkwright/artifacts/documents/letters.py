"""The parts of a letter: the head above the text, the salutation, the closing and the signature."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from inkwright.artifacts.documents.source import DocumentSpec
from inkwright.artifacts.pandoc import Node, div, node_text, paragraph_node, text_inlines

LETTER_PART: Final = "letter"
"""The class of a block that is a part of a letter; its attribute `part` names which."""

_LONGEST_PART: Final = 80
_CHINESE_WISH = re.compile(
    r"敬[礼禮]|(?:工作|身[体體]|[学學][习習])?(?:[顺順]利|安好|健康|愉快|[进進]步)|[时時教夏秋冬春]安"
)


class LetterHead(NamedTuple):
    """The lines above the text."""

    sender: tuple[str, ...]
    date: str
    recipient: tuple[str, ...]


def letter_head(spec: DocumentSpec) -> LetterHead:
    """Return the lines above the title. A Chinese letter has none: it begins with its recipient, below the title, and
    ends with its sender and its date.
    """
    sender = _lines(spec, "sender")
    if spec.language != "en":
        return LetterHead((), "", ())
    return LetterHead(
        (spec.author, *sender) if spec.author and sender else sender, spec.date, _lines(spec, "recipient")
    )


def _lines(spec: DocumentSpec, name: str) -> tuple[str, ...]:
    given = spec.fields.get(name, ())
    return tuple(line for line in ([given] if isinstance(given, str) else given) if line.strip())


def letter_blocks(spec: DocumentSpec, blocks: Sequence[Node]) -> list[Node]:
    """Mark the salutation and the closing, and add the signature; in a Chinese letter the recipient too."""
    made, salutation = [*blocks], ""
    if made and _is_short(made[0]) and node_text(made[0]).endswith((",", "，", ":", "：")):
        salutation = node_text(made[0])
        made[0] = _part("salutation", made[0])
    if len(made) > 1 and _is_short(made[-1]):
        words = node_text(made[-1])
        if spec.language == "en" and not words.endswith((".", "!", "?")):
            made[-1] = _part("closing", made[-1])
        elif spec.language != "en" and _CHINESE_WISH.search(words):
            made[-1] = _part("wish", made[-1])
    return [*_chinese_recipient(spec, salutation), *made, *_signature(spec)]


def _chinese_recipient(spec: DocumentSpec, salutation: str) -> list[Node]:
    """Return the lines of the recipient of a Chinese letter: its salutation, unless there is one already."""
    if spec.language == "en":
        return []
    lines = [line.rstrip("：: ") for line in _lines(spec, "recipient")]
    lines = [line for line in lines if line and line not in salutation]
    if lines and not salutation:
        lines[-1] += "："
    return [_part("salutation", paragraph_node(text_inlines(line))) for line in lines]


def _signature(spec: DocumentSpec) -> list[Node]:
    if spec.language == "en":
        return [_part("signature", paragraph_node(text_inlines(spec.author)))] if spec.author else []
    lines = [line for line in (spec.author, *_lines(spec, "sender")) if line]
    signed = [_part("signature", paragraph_node(text_inlines(lines[0])))] if lines else []
    below = [*lines[1:], *([spec.date] if spec.date else [])]
    return signed + [_part("signature-date", paragraph_node(text_inlines(line))) for line in below]


def _is_short(node: Node) -> bool:
    return node["t"] in ("Para", "Plain") and len(node_text(node)) <= _LONGEST_PART


def _part(name: str, node: Node) -> Node:
    return div([node], [LETTER_PART], part=name)
