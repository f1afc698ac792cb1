"""`envelope_parser`: a typed request, or an ordinary answer, out of the text of a model that cannot call tools.

An envelope counts when the reply *is* one: tagged, or a bare object with a `response_type`, with a short preamble at
most and nothing behind it. A tag that is quoted in a document, or other JSON, opens nothing. A broken envelope is an
error, never half a form.
"""

import re
from typing import Any, Final

from pydantic import ValidationError

from inkwright.parsing.coercions import coerced
from inkwright.parsing.contract import Parsed, ParserResult, Rejected, as_dict, reject
from inkwright.parsing.envelope_models import MODELS, Failure, OutlineEdit, example_of
from inkwright.parsing.json_candidates import candidates
from inkwright.parsing.json_reply import decide
from inkwright.parsing.json_strict import read_strict
from inkwright.parsing.outlines import tree_of_lines
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

_OWNERS: Final = {"questions": "clarification", "outline": "outline_edit", "outline_lines": "outline_edit"}


def envelope_parser(raw_reply: str) -> ParserResult:
    """The envelope of a reply as a dict with `response_type` and what belongs to it.

    Plain text is `{"response_type": "normal", "content": text}`. A clarification has `title`, `preface`, `questions`;
    an outline edit has `title`, `preface`, `outline_lines` and `outline` (the tree, where the lines form one).
    `coercions` lists every coercion that was made.
    """
    return as_dict(read_envelope(raw_reply))


def read_envelope(reply: str) -> Parsed[dict[str, Any]] | Rejected:
    """The envelope, or why a reply that begins one does not hold it. Other text is an ordinary answer."""
    text = _said(reply)
    if not text:
        return reject(reply, "empty", "envelope.empty", example=example_of("normal"))
    return find_envelope(reply) or Parsed({"response_type": "normal", "content": text, "coercions": []})


def find_envelope(reply: str) -> Parsed[dict[str, Any]] | Rejected | None:
    """The envelope that the reply is, or why it is a broken one; None for all other text."""
    text = _said(reply)
    tag = _TAG.search(text, 0, WINDOW)
    if tag and (tag.start() == 0 or _ends_the_reply(text[tag.end() :])):
        return _tagged(reply, text[tag.end() :], tag)
    status = _STATUS.search(text)
    if status:
        return _asked_in_prose(reply, text[: status.start()].strip())
    return _payload(reply, text, None) if _is_bare_envelope(text) else None


def _said(reply: str) -> str:
    return without_thinking(reply.lstrip("\ufeff")).strip()


def _tagged(reply: str, behind: str, tag: re.Match[str]) -> Parsed[dict[str, Any]] | Rejected:
    kind = tag[1].lower()
    if not _OPENING_FENCE.sub("", behind).strip(_CLOSING_FENCE):
        return reject(reply, "truncated", "envelope.no_json", tag=tag[0].strip(), example=example_of(kind))
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
        example = example_of(kind or "clarification")
        return reject(reply, found.reason, "envelope.broken", problem=found.feedback, example=example)
    if not isinstance(found.value, dict):
        return reject(reply, "schema", "envelope.not_object", example=example_of(kind or "clarification"))
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
    payload = _without_empty(coerced(value, "response_type", log.append), log)
    name = payload.get("response_type")
    model = MODELS.get(name) if isinstance(name, str) else None
    if model is None or (kind and name not in (kind, "error")):
        fields = {"wanted": kind or ", ".join(MODELS), "got": str(name)[:60]}
        return reject(reply, "schema", "envelope.type", example=example_of(kind), **fields)
    try:
        envelope = model.model_validate(payload)
    except ValidationError as error:
        return _misfit(reply, name, error)
    if isinstance(envelope, Failure):
        return reject(reply, "model_error", "envelope.model_error", reason=envelope.reason or envelope.content or "?")
    content = envelope.model_dump(exclude_none=True)
    if isinstance(envelope, OutlineEdit) and _was_tree(value):
        content["outline"] = tree_of_lines(envelope.outline_lines)
    return Parsed({**content, "coercions": log})


def _without_empty(payload: dict[str, Any], log: list[str]) -> dict[str, Any]:
    """One envelope serves all types: what belongs to another type and is empty says nothing."""
    kind = payload.get("response_type")
    empty = [name for name, owner in _OWNERS.items() if payload.get(name, ...) in (None, []) and kind != owner]
    if kind in ("clarification", "outline_edit"):
        empty += [name for name in ("content", "outline_text") if payload.get(name, ...) in (None, "")]
    log += [f"empty {name} dropped" for name in empty]
    return {name: value for name, value in payload.items() if name not in empty}


def _was_tree(value: dict[str, Any]) -> bool:
    outline = value.get("outline")
    return bool(outline) and isinstance(outline, list) and "id" in outline[0]


def _misfit(reply: str, name: Any, error: ValidationError) -> Rejected:
    found = error.errors(include_url=False, include_context=False, include_input=False)
    problems = [Problem(path_of(item["loc"]), item["msg"]) for item in found[:8]]
    listed = "\n".join(f"- {problem.path}: {problem.message}" for problem in problems)
    return reject(reply, "schema", "json.schema", problems=listed, example=example_of(name))


def _asked_in_prose(reply: str, prose: str) -> Parsed[dict[str, Any]] | Rejected:
    """The old status tag: the whole prose is one question with a free answer."""
    if not prose:
        return reject(reply, "missing", "envelope.no_question", example=example_of("clarification"))
    payload = {
        "response_type": "clarification",
        "title": prose.split("\n", 1)[0][:80],
        "questions": [{"id": "q1", "question": prose, "allow_freeform": True}],
    }
    return _validated(reply, payload, None, ["status tag → question"])
