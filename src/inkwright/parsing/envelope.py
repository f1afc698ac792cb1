"""`envelope_parser`: a typed request, or an ordinary answer, out of the text of a model that cannot call tools.

An envelope counts when the reply *is* one: tagged, or a bare object with a `response_type`, with a short preamble at
most and nothing behind it. A tag that is quoted in a document, or other JSON, opens nothing. A broken envelope is an
error, never half a form.
"""

import re
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import to_json

from inkwright.parsing.contract import Parsed, ParserResult, Rejected, as_dict, reject
from inkwright.parsing.envelope_models import (
    MODELS,
    Clarification,
    EnvelopeModel,
    Failure,
    Normal,
    OutlineEdit,
    coerced,
)
from inkwright.parsing.json_candidates import candidates
from inkwright.parsing.json_reply import decide
from inkwright.parsing.outlines import lines_of_levels, lines_of_text, lines_of_tree, tree_of_lines
from inkwright.parsing.schemas import Problem, path_of
from inkwright.parsing.thinking import without_thinking

WINDOW: Final = 2_048
_TAG = re.compile(r"^[ \t`*]*\[\[DOGENT_(CLARIFICATION|OUTLINE_EDIT)_JSON\]\][ \t`*]*", re.MULTILINE)
_STATUS = re.compile(r"(?:\A|\n)[ \t`*]*\[\[DOGENT_STATUS:NEEDS_CLARIFICATION\]\][ \t`*]*\s*\Z")
_LOOKS_LIKE_ONE = re.compile(
    r"[\"'“]?response_type[\"'”]?\s*[:：]\s*[\"'“]?(?:clarification|outline_edit|normal|error)\b"
)
_NEAR: Final = 400
_OPENING = re.compile(r"[{｛]")
_CLOSING_FENCE = "`~ \t\r\n;"

EXAMPLES: Final = {
    "clarification": '{"response_type": "clarification", "title": "…", "questions": [{"id": "q1", "question": "…", '
    '"options": [{"label": "…", "value": "…"}]}]}',
    "outline_edit": '{"response_type": "outline_edit", "title": "…", "outline_lines": ["…"]}',
    "normal": '{"response_type": "normal", "content": "…"}',
}


def envelope_parser(raw_reply: str) -> ParserResult:
    """The envelope of a reply as a dict with `response_type` and what belongs to it.

    Plain text is `{"response_type": "normal", "content": text}`. A clarification has `title`, `preface`, `questions`;
    an outline edit has `title`, `preface`, `outline_lines` and `outline` (the tree, where the lines form one).
    `coercions` lists every coercion that was made.
    """
    return as_dict(read_envelope(raw_reply))


def read_envelope(reply: str) -> Parsed[dict[str, Any]] | Rejected:
    """The envelope, or why a reply that begins one does not hold it."""
    text = without_thinking(reply.lstrip("\ufeff")).strip()
    if not text:
        return reject(reply, "empty", "envelope.empty", example=EXAMPLES["normal"])
    tag = _TAG.search(text, 0, WINDOW)
    if tag and _OPENING.search(text, tag.end()):
        kind = tag[1].lower()
        return _payload(reply, text[tag.end() :], kind)
    if tag and tag.start() == 0:
        return reject(reply, "truncated", "envelope.no_json", tag=tag[0].strip(), example=EXAMPLES[tag[1].lower()])
    status = _STATUS.search(text)
    if status:
        return Parsed(_asked_in_prose(text[: status.start()].strip()))
    if _is_bare_envelope(text):
        return _payload(reply, text, None)
    return Parsed({"response_type": "normal", "content": text, "coercions": []})


def _is_bare_envelope(text: str) -> bool:
    """Whether the reply is an object with a `response_type`, up to a preamble before it and a fence around it."""
    if not _LOOKS_LIKE_ONE.search(text):
        return False
    found = candidates(text)
    if not found or found[-1].start > WINDOW:
        return False
    last = found[-1]
    if last.state == "complete" and text[last.start + last.length :].strip(_CLOSING_FENCE):
        return False
    return _LOOKS_LIKE_ONE.search(text, last.start, last.start + _NEAR) is not None


def _payload(reply: str, text: str, kind: str | None) -> Parsed[dict[str, Any]] | Rejected:
    found = decide(text, None).result
    if isinstance(found, Rejected):
        example = EXAMPLES[kind or "clarification"]
        return reject(reply, found.reason, "envelope.broken", problem=found.feedback, example=example)
    value = found.value
    if isinstance(value, str):
        value = _decoded(value)
    if not isinstance(value, dict):
        return reject(reply, "schema", "envelope.not_object", example=EXAMPLES[kind or "clarification"])
    return _validated(reply, value, kind)


def _decoded(value: str) -> Any:
    inner = decide(value, None).result
    return inner.value if isinstance(inner, Parsed) else value


def _validated(reply: str, value: dict[str, Any], kind: str | None) -> Parsed[dict[str, Any]] | Rejected:
    log: list[str] = []
    if kind and "response_type" not in value and "type" not in value:
        value = {"response_type": kind, **value}
        log.append("tag → response_type")
    payload = coerced(value, log.append)
    name = payload.get("response_type")
    model = MODELS.get(name) if isinstance(name, str) else None
    if model is None or (kind and name not in (kind, "error")):
        wanted = kind or ", ".join(MODELS)
        return reject(
            reply,
            "schema",
            "envelope.type",
            wanted=wanted,
            got=str(name)[:60],
            example=EXAMPLES[kind or "normal"],
        )
    try:
        envelope = model.model_validate_json(to_json(payload))
    except ValidationError as error:
        return _misfit(reply, str(name), error)
    if isinstance(envelope, Failure):
        return reject(reply, "model_error", "envelope.model_error", reason=envelope.reason or envelope.content or "?")
    return Parsed({**_content(envelope), "coercions": log})


def _misfit(reply: str, name: str, error: ValidationError) -> Rejected:
    found = error.errors(include_url=False, include_context=False, include_input=False)
    problems = [Problem(path_of(item["loc"]), item["msg"]) for item in found[:8]]
    listed = "\n".join(f"- {problem.path}: {problem.message}" for problem in problems)
    return reject(reply, "schema", "json.schema", problems=listed, example=EXAMPLES.get(name, EXAMPLES["normal"]))


def _content(envelope: EnvelopeModel) -> dict[str, Any]:
    if isinstance(envelope, Clarification | Normal):
        return envelope.model_dump(exclude_none=True)
    assert isinstance(envelope, OutlineEdit)  # noqa: S101
    lines = _outline_lines(envelope)
    content: dict[str, Any] = {
        "response_type": "outline_edit",
        "title": envelope.title,
        "outline_lines": lines,
    }
    if envelope.preface is not None:
        content["preface"] = envelope.preface
    tree = tree_of_lines(lines)
    return {**content, "outline": tree} if tree else content


def _outline_lines(envelope: OutlineEdit) -> list[str]:
    if envelope.outline_lines:
        return envelope.outline_lines
    if envelope.outline_text:
        return lines_of_text(envelope.outline_text)
    nodes = [node.model_dump() for node in envelope.outline or []]
    return lines_of_tree(nodes) if nodes and "id" in nodes[0] else lines_of_levels(nodes)


def _asked_in_prose(prose: str) -> dict[str, Any]:
    """The old status tag: the whole prose is one question with a free answer."""
    question = {"id": "q1", "question": prose or "?", "options": [], "allow_freeform": True}
    title = (prose or "?").split("\n", 1)[0][:80]
    return {
        "response_type": "clarification",
        "title": title,
        "questions": [question],
        "coercions": ["status tag → question"],
    }
