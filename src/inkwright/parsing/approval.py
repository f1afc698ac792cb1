"""Parse a reviewer's verdict: approval must be clear, without negation, doubt, condition or demand (ruling 42)."""

import re
from typing import Final

from inkwright.parsing.approval_words import (
    APPROVES,
    DEMANDS,
    DOUBTS,
    HARMLESS,
    MENTIONS_APPROVAL,
    PLAIN_WORDS,
    REFUSES,
)
from inkwright.parsing.fences import fenced_spans
from inkwright.parsing.replies import answer_text, reply_layers
from inkwright.parsing.results import Parsed, ParserResult, reject, result_dict

_EXAMPLE: Final = "[APPROVED] / [NOT APPROVED]"
_SENTENCE = re.compile(r"[^\n.!?。！？]+[.!?。！？]*")
_QUOTED_LINE = re.compile(r"^[ \t]*>[^\n]*", re.MULTILINE)
_QUOTATION = re.compile(
    r"\"[^\"\n]{0,400}+\"|“[^“”\n]{0,400}+”|«[^«»\n]{0,400}+»|「[^「」\n]{0,400}+」|『[^『』\n]{0,400}+』|‘[^‘’\n]{0,400}+’"
)
_AROUND_WORD: Final = " \t\r\n*_#.!。！[]【】()（）\"“”「」『』«»`'✅✔👍"
_MAX_WORD: Final = 40
_MAX_LENGTH: Final = 20_000


def approval_parser(raw_reply: str | None) -> ParserResult:
    """Return the verdict of a reviewer: `{"approved": bool, "comment": str}`; an error without a clear verdict.

    A sentence must start with the approval. A refusal, a condition or a demand anywhere outweighs it; a doubt, a
    question or the words of somebody else make it unclear, and so does a reply of more than 20,000 characters.
    """
    text = answer_text(raw_reply).strip()
    if not text:
        return result_dict(reject(text, "empty", "approval.empty", example=_EXAMPLE))
    approved = _verdict(_unfenced(text))
    if approved is None:
        return result_dict(reject(text, "no_verdict", "approval.no_verdict", example=_EXAMPLE))
    return result_dict(Parsed({"approved": approved, "comment": text}))


def _verdict(text: str) -> bool | None:
    """Return the verdict, or None if there is none or it is not clear."""
    if len(text) <= _MAX_WORD and text.strip(_AROUND_WORD).casefold() in PLAIN_WORDS:
        return True
    if len(text) > _MAX_LENGTH:
        ends = f"{text[: _MAX_LENGTH // 2]}\n{text[-_MAX_LENGTH // 2 :]}"
        return False if REFUSES.search(ends) else None
    if REFUSES.search(HARMLESS.sub(" ", text)):
        return False
    own_words = (
        text[1:-1] if _QUOTATION.fullmatch(text) else _QUOTATION.sub(" … ", _QUOTED_LINE.sub("", _without_fences(text)))
    )
    sentences = [HARMLESS.sub(" ", sentence[0]).lstrip(" ,，;；、") for sentence in _SENTENCE.finditer(own_words)]
    if not any(map(MENTIONS_APPROVAL.match, sentences)):
        return None
    if any(map(DEMANDS.search, sentences)):
        return False
    is_clear = any(map(APPROVES.match, sentences)) and not any(map(DOUBTS.search, sentences))
    return True if is_clear else None


def _unfenced(text: str) -> str:
    """Return the text inside a fence around the whole reply."""
    return list(reply_layers(text))[-1] if text.startswith(("```", "~~~")) else text


def _without_fences(text: str) -> str:
    parts: list[str] = []
    position = 0
    for start, end in fenced_spans(text):
        parts.append(text[position:start])
        position = end
    return "".join([*parts, text[position:]])
