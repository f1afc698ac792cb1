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
    EnvelopeModel,
    Failure,
    OutlineEdit,
    OutlineNode,
    coerced,
)
from inkwright.parsing.json_candidates import candidates
from inkwright.parsing.json_reply import decide
from inkwright.parsing.json_strict import read_strict
from inkwright.parsing.outlines import lines_of_levels, lines_of_text, lines_of_tree, tree_of_lines
from inkwright.parsing.schemas import Problem, path_of
from inkwright.parsing.thinking import without_thinking

WINDOW: Final = 2_048
_TAG = re.compile(r"^[ \t*]*\[\[DOGENT_(CLARIFICATION|OUTLINE_EDIT)_JSON\]\][ \t*]*$", re.MULTILINE)
_STATUS = re.compile(r"(?:\A|\n)[ \t`*]*\[\[DOGENT_STATUS:NEEDS_CLARIFICATION\]\][ \t`*]*\Z")
_LOOKS_LIKE_ONE = re.compile(
    r"[\"'“]?response_type[\"'”]?\s*[:：]\s*[\"'“]?(?:clarification|outline_edit|normal|error)\b"
)
_MAY_BE_ONE = re.compile(r"response_type|type[\\\"'”]*\s*[:：]")
_PAYLOADS: Final = frozenset({"questions", "outline_lines", "outline_text", "outline"})
_OPENING_FENCE = re.compile(r"[`~]{3,}\w*")
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
    if tag and (tag.start() == 0 or _ends_the_reply(text[tag.end() :])):
        return _tagged(reply, text[tag.end() :], tag)
    status = _STATUS.search(text)
    if status:
        return Parsed(_asked_in_prose(text[: status.start()].strip()))
    if _is_bare_envelope(text):
        return _payload(reply, text, None)
    return Parsed({"response_type": "normal", "content": text, "coercions": []})


def _tagged(reply: str, behind: str, tag: re.Match[str]) -> Parsed[dict[str, Any]] | Rejected:
    kind = tag[1].lower()
    if not _OPENING_FENCE.sub("", behind).strip(_CLOSING_FENCE):
        return reject(reply, "truncated", "envelope.no_json", tag=tag[0].strip(), example=EXAMPLES[kind])
    return _payload(reply, behind, kind)


def _ends_the_reply(text: str) -> bool:
    """Whether an object, whole or cut off, is the last thing in the text: no document goes on behind it."""
    found = candidates(text)
    if not found:
        return not _OPENING_FENCE.sub("", text).strip(_CLOSING_FENCE)
    last = found[-1]
    return last.state != "complete" or not text[last.start + last.length :].strip(_CLOSING_FENCE)


def _is_bare_envelope(text: str) -> bool:
    """Whether the reply is an object with a `response_type`, up to a preamble before it and a fence around it."""
    if not _MAY_BE_ONE.search(text):
        return False
    whole = read_strict(text)
    if whole is not None:
        return _is_envelope(_decoded(whole.value) if isinstance(whole.value, str) else whole.value)
    found = candidates(text)
    if not found or found[-1].start > WINDOW or not _ends_the_reply(text):
        return False
    last = found[-1]
    return _is_envelope(last.value) if last.value is not None else bool(_LOOKS_LIKE_ONE.search(text, last.start))


def _is_envelope(value: Any) -> bool:
    """Whether a value, which may have been cut off, has the type of an envelope."""
    if not isinstance(value, dict):
        return False
    name = value.get("response_type") or (value.get("type") if value.keys() & _PAYLOADS else None)
    return isinstance(name, str) and bool(name) and any(kind.startswith(name) for kind in MODELS)


def _payload(reply: str, text: str, kind: str | None) -> Parsed[dict[str, Any]] | Rejected:
    found = decide(text, None).result
    if isinstance(found, Rejected):
        example = EXAMPLES[kind or "clarification"]
        return reject(reply, found.reason, "envelope.broken", problem=found.feedback, example=example)
    if not isinstance(found.value, dict):
        return reject(reply, "schema", "envelope.not_object", example=EXAMPLES[kind or "clarification"])
    was_text = text.strip().startswith('"')
    return _validated(reply, found.value, kind, ["JSON text → object"] if was_text else [])


def _decoded(value: str) -> Any:
    inner = decide(value, None).result
    return inner.value if isinstance(inner, Parsed) else value


def _validated(
    reply: str, value: dict[str, Any], kind: str | None, log: list[str]
) -> Parsed[dict[str, Any]] | Rejected:
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
    if not isinstance(envelope, OutlineEdit):
        return envelope.model_dump(exclude_none=True)
    content = envelope.model_dump(include={"response_type", "title", "preface"}, exclude_none=True)
    lines = _outline_lines(envelope)
    is_tree = envelope.outline and isinstance(envelope.outline[0], OutlineNode)
    return {**content, "outline_lines": lines, **({"outline": tree_of_lines(lines)} if is_tree else {})}


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
