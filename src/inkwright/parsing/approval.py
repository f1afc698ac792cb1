"""Parse a reviewer's verdict: approval must be clear, without negation, doubt, condition or demand (ruling 42)."""

import re
from typing import Final

from inkwright.parsing.approval_words import (
    APPROVES,
    DEMANDS,
    DOUBTS,
    FIRST_WORDS,
    HARMLESS,
    MENTIONS_APPROVAL,
    NEUTRAL,
    PLAIN_WORDS,
    PRAISE,
    PROMISES,
    REFUSES,
)
from inkwright.parsing.fences import fenced_spans
from inkwright.parsing.json_strict import parse_strict
from inkwright.parsing.replies import answer_text, reply_layers
from inkwright.parsing.results import Parsed, ParserResult, reject, result_dict

_EXAMPLE: Final = "[APPROVED] / [NOT APPROVED]"
_SENTENCE = re.compile(r"[^\n.!?。！？]+[.!?。！？]*")
_QUOTED_LINE = re.compile(r"^[ \t]*>[^\n]*", re.MULTILINE)
_QUOTATION = re.compile(
    r"\"[^\"\n]{0,400}+\"|“[^“”\n]{0,400}+”|«[^«»\n]{0,400}+»|「[^「」\n]{0,400}+」|『[^『』\n]{0,400}+』|‘[^‘’\n]{0,400}+’"
)
_FIRST_WORD = re.compile(r"[\W\d_]*+([A-Za-zÀ-ɏ]+)")
_HAN = re.compile(r"[\u3400-\u9fff]")
_OTHER_SCRIPT = re.compile(r"[\u0370-\u1fff\u3041-\u30fa\uac00-\ud7af]")
_CLAUSE_END = re.compile(r"[，,；;：:、—()（）]")
_AROUND_WORD: Final = " \t\r\n*_#.!。！[]【】()（）\"“”「」『』«»`'✅✔👍"
_MAX_WORD: Final = 40
_MAX_LENGTH: Final = 8_000


def approval_parser(raw_reply: str | None) -> ParserResult:
    """Return the verdict of a reviewer: `{"approved": bool, "comment": str}`; an error without a clear verdict.

    A sentence must start with the approval. A refusal, a condition or a demand anywhere outweighs it; a doubt, a
    question or the words of somebody else make it unclear, and so does a reply of more than 8,000 characters.
    """
    text = answer_text(raw_reply).strip()
    if not text:
        return result_dict(reject(text, "empty", "approval.empty", example=_EXAMPLE))
    words = _unfenced(text)
    approved = _verdict(_json_words(words) or words)
    if approved is None:
        return result_dict(reject(text, "no_verdict", "approval.no_verdict", example=_EXAMPLE))
    return result_dict(Parsed({"approved": approved, "comment": text}))


def _json_words(text: str) -> str | None:
    """Return a verdict in JSON, `{"approved": true, "comment": "Good."}`, as the words of its fields."""
    strict = parse_strict(text) if text.startswith("{") and len(text) <= _MAX_LENGTH else None
    fields = strict.value if strict and isinstance(strict.value, dict) else {}
    approved = fields.get("approved")
    if not isinstance(approved, bool):
        return None
    others = [value for name, value in fields.items() if name != "approved"]
    if not approved or not all(isinstance(value, str) for value in others):
        return "[NOT APPROVED]" if not approved else None
    return "\n".join(["Approved.", *others])


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
    written = [sentence[0] for sentence in _SENTENCE.finditer(own_words)]
    sentences = [NEUTRAL.sub(" ", HARMLESS.sub(" ", sentence)).lstrip(" ,，;；、") for sentence in written]
    stated = [sentence for sentence in sentences if not sentence.rstrip().endswith(("?", "？"))]
    if any(map(DEMANDS.search, sentences)) and any(map(_mentions_approval, stated)):
        return False
    is_plain = all(map(_begins_plainly, sentences)) and all(map(_is_plain_chinese, written))
    has_approval = any(map(APPROVES.match, sentences)) and not any(map(DOUBTS.search, sentences))
    return True if has_approval and is_plain else None


def _mentions_approval(sentence: str) -> bool:
    """Whether a sentence or a clause begins with an approval, or promises one."""
    return bool(PROMISES.search(sentence)) or any(map(MENTIONS_APPROVAL.match, _CLAUSE_END.split(sentence)))


def _is_plain_chinese(sentence: str) -> bool:
    """Whether each Chinese clause is known to be harmless; text in other scripts is not."""
    if _OTHER_SCRIPT.search(sentence):
        return False
    clauses = (clause for clause in _CLAUSE_END.split(sentence) if _HAN.search(clause))
    return all(PRAISE.search(clause) or HARMLESS.search(clause) for clause in clauses)


def _begins_plainly(sentence: str) -> bool:
    """Whether a sentence, or what follows the approval in it, begins as a reason or as praise does."""
    approval = APPROVES.match(sentence)
    word = _FIRST_WORD.match(sentence, approval.end() if approval else 0)
    return word is None or word[1].casefold() in FIRST_WORDS


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
