"""`envelope_parser`: find structured messages (questions, outlines, answers) in the text of a reply."""

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from inkwright.parsing.fences import FencedBlock, fenced_blocks, is_inside, is_only_fences
from inkwright.parsing.json_candidates import MAX_CANDIDATES, JsonCandidate, find_candidates
from inkwright.parsing.json_reply import parse_json_reply
from inkwright.parsing.json_strict import parse_strict
from inkwright.parsing.quotation import is_quoted, speaks_to_person
from inkwright.parsing.requests import MODELS, envelope_example, message_text, validate_envelope
from inkwright.parsing.results import Parsed, ParserResult, Rejected, reject, result_dict
from inkwright.parsing.thinking import without_thinking
from inkwright.parsing.written_calls import CALL_NAME, argument_payload, call_payloads

MAX_PREAMBLE: Final = 2_048
"""A message that begins after this many characters belongs to a document, and opens nothing."""

_TAG = re.compile(r"\[\[DOGENT_(CLARIFICATION|OUTLINE_EDIT)_JSON\]\]")
_TAG_LINE = re.compile(r"^[ \t`*]*\[\[DOGENT_(CLARIFICATION|OUTLINE_EDIT)_JSON\]\][ \t`*:：]*$", re.MULTILINE)
_TAG_BEFORE = re.compile(
    r"[`*]{0,3}\[\[DOGENT_(CLARIFICATION|OUTLINE_EDIT)_JSON\]\][`* \t:：]*\s*(?:(?:`{3,}|~{3,})[^\n]*\n\s*)?\Z"
)
_STATUS_LINE = re.compile(r"^[ \t`*]*\[\[DOGENT_STATUS:NEEDS_CLARIFICATION\]\][ \t`*]*$\n?", re.MULTILINE)
_MARKER = re.compile(r"response_type|DOGENT_|ui_request|[Cc]larification|outline_edit|AskUserQuestion")
_LOOKS_LIKE_ENVELOPE = re.compile(
    r"[\"'“]?response_type[\\\"'”]*\s*[:：]\s*[\\\"'“]*(?:clarification|outline_edit|normal|error)\b"
)
_PAYLOADS: Final = frozenset({"questions", "outline_lines", "outline_text", "outline", "payload"})
_LOOK_BACK: Final = 200


@dataclass(frozen=True, slots=True)
class WrittenMessage:
    """The structured messages of a reply, and the words around them; `after` are those after the first message.

    `requests` are valid requests to the person, in order. The content of an ordinary answer is part of the words.
    `problem` is that of the first broken message. A message that is late begins after the allowed preamble. `plain` is
    all of it as text: the words, and the content of each message that is complete.
    """

    words: str
    after: str
    requests: tuple[dict[str, Any], ...]
    problem: Rejected | None = None
    is_late: bool = False
    plain: str = ""


def envelope_parser(raw_reply: str | None) -> ParserResult:
    """Return the envelope of a reply as a dict with `response_type` and the fields of that type.

    Plain text is `{"response_type": "normal", "content": text}`. A clarification has `title`, `preface`, `questions`;
    an outline edit has `title`, `preface`, `outline_lines` and `outline` (the tree, if the lines form one).
    `coercions` lists the coercions that were made, `after` is the text after the request, and `more` lists further
    requests of the same reply; both are left out if there are none.
    """
    return result_dict(read_envelope(raw_reply))


def read_envelope(reply: str | None) -> Parsed[dict[str, Any]] | Rejected:
    """Return the envelope, or the problem with a broken one. Other text is an ordinary answer."""
    text = _answer_text(reply)
    if not text:
        return reject(reply or "", "empty", "envelope.empty", example=envelope_example("normal"))
    return find_envelope(reply) or Parsed({"response_type": "normal", "content": text, "coercions": []})


def find_envelope(reply: str | None) -> Parsed[dict[str, Any]] | Rejected | None:
    """Return the envelope, or the problem with a broken one; None for other text."""
    message = find_message(reply)
    if message is None or message.is_late:
        return None
    if message.problem is not None:
        return message.problem
    if not message.requests:
        return Parsed({"response_type": "normal", "content": message.words, "coercions": []})
    first, *more = message.requests
    extra = {"after": message.after, "more": more}
    return Parsed({**first, **{name: value for name, value in extra.items() if value}})


QuotedTest = Callable[[str, str, Sequence[Mapping[str, Any]]], bool]
"""Whether a caller knows that messages are quoted, from the words before and after them and from what they hold."""


def _shows_nothing(_before: str, _after: str, _payloads: Sequence[Mapping[str, Any]]) -> bool:
    return False


def find_message(reply: str | None, is_known_quoted: QuotedTest = _shows_nothing) -> WrittenMessage | None:
    """Return the structured messages of a reply with the words around them; None for other text."""
    text, notes = _decoded(_answer_text(reply).replace("\r\n", "\n"))
    if not _MARKER.search(text) and not may_be_cut(text):
        return None
    inside = [_block_span(text, block) for block in fenced_blocks(text)]
    status = next((tag for tag in _STATUS_LINE.finditer(text) if not is_inside(inside, tag.start())), None)
    rest = _STATUS_LINE.sub("", text) if status else text
    spans = list(_find_spans(rest, is_known_quoted))
    if spans:
        return _message(reply or "", rest, spans, notes)
    if status and _is_at_edge(text, status):
        return _question_from_prose(text, rest.strip())
    return None


def _answer_text(reply: str | None) -> str:
    return without_thinking((reply or "").lstrip("\ufeff")).strip()


def _decoded(text: str) -> tuple[str, list[str]]:
    """Return a reply that is one JSON text as what it holds, with a note about that."""
    whole = parse_strict(text) if text.startswith('"') else None
    if whole is None or not isinstance(whole.value, str) or whole.value.lstrip()[:1] not in ("{", "["):
        return text, []
    return whole.value.strip(), ["JSON text → object"]


def _is_at_edge(text: str, status: re.Match[str]) -> bool:
    """Whether a status tag is the first or the last line, or at most a short line follows it."""
    after = text[status.end() :].strip()
    return not after or not text[: status.start()].strip() or (len(after) <= _LOOK_BACK and "\n" not in after)


def _question_from_prose(text: str, prose: str) -> WrittenMessage:
    """Convert the old status tag: the text becomes one question with a free answer."""
    if not prose:
        problem = reject(text, "missing", "envelope.no_question", example=envelope_example("clarification"))
        return WrittenMessage("", "", (), problem)
    payload = {
        "response_type": "clarification",
        "title": prose.split("\n", 1)[0][:80],
        "questions": [{"id": "q1", "question": prose, "allow_freeform": True}],
    }
    found = validate_envelope(text, payload, None, ["status tag → question"])
    if isinstance(found, Rejected):
        return WrittenMessage(prose, "", (), found, plain=prose)
    return WrittenMessage("", "", (found.value,), plain=prose)


# Where the messages are.


_CALL_BEFORE = re.compile(rf"(?:\bprint\(\s*|\bawait\s+)?(?P<name>{CALL_NAME})\s*\(\s*\Z")
_CALL_AFTER = re.compile(r"\s*\)+")


@dataclass(frozen=True, slots=True)
class _Span:
    """A structured message in the text. `payloads` is None if it is broken; `kind` is the type that its tag requires.

    From `start` to `end` it is removed with its tag, its fence and other wrappers; `json` is the JSON alone.
    """

    start: int
    end: int
    json: str
    kind: str | None
    payloads: Sequence[dict[str, Any]] | None


def _find_spans(text: str, is_known_quoted: QuotedTest) -> Iterator[_Span]:
    """Yield the messages that are meant, in order; quoted ones are left out."""
    candidates = find_candidates(text)
    position = 0
    spans: list[_Span] = []
    for candidate in candidates if len(candidates) <= MAX_CANDIDATES else ():
        span = _span_of(text, candidate, position, len(candidates) == 1)
        if span is not None:
            spans.append(span)
            position = span.end
    if not spans and (other := _lone_tag(text) or _other_syntax(text)):
        spans = [other]
    blocks = [_block_span(text, block) for block in _mixed_blocks(text, spans)]
    is_document = False
    for number, span in enumerate(spans):
        before = text[spans[number - 1].end if number else 0 : span.start]
        after = text[span.end : spans[number + 1].start if number + 1 < len(spans) else len(text)]
        if span.kind and span.start == 0:
            yield span
        elif (
            is_inside(blocks, span.start)
            or is_quoted(before, after)
            or is_known_quoted(before, after, span.payloads or ())
        ):
            is_document = True
        elif not is_document or speaks_to_person(before, after):
            yield span


def _mixed_blocks(text: str, spans: Sequence[_Span]) -> Iterator[FencedBlock]:
    """Yield the fenced blocks that hold more than messages, and those in a block quote."""
    waiting = deque(spans)
    for block in fenced_blocks(text):
        end = block.closing.start if block.closing else len(text)
        while waiting and waiting[0].end <= block.opening.start:
            waiting.popleft()
        rest, position = "", block.opening.end
        while waiting and waiting[0].start < end:
            span = waiting.popleft()
            rest += text[position : span.start]
            position = max(position, span.end)
        if block.opening.quotes or (rest + text[position:end]).strip(" \t\r\n,;"):
            yield block


def _span_of(text: str, candidate: JsonCandidate, position: int, is_only: bool) -> _Span | None:
    start, end = candidate.start, candidate.start + candidate.length
    tag = _tag_before(text, start, position)
    kind = tag[1].lower() if tag else None
    json = text[start:end]
    call = None if tag else _CALL_BEFORE.search(text, max(position, start - _LOOK_BACK), start)
    if call:
        return _span_of_call(text, candidate, call)
    if candidate.state == "complete":
        payloads = _payloads(candidate.value, kind)
        if payloads is None and not (kind and _is_meant_by_tag(tag, text, end)):
            return None
    elif kind or _looks_cut(text, candidate, is_only=is_only):
        payloads = None
    else:
        return None
    left, right = _wrapped(text, tag.start() if tag else start, end)
    return _Span(left, right, json, kind, payloads)


def _span_of_call(text: str, candidate: JsonCandidate, call: re.Match[str]) -> _Span:
    """Return the span of `ui_request({…})`, under any of its names."""
    end = candidate.start + candidate.length
    payload = argument_payload(call["name"], candidate.value) if candidate.state == "complete" else None
    closing = _CALL_AFTER.match(text, end)
    left, right = _wrapped(text, call.start(), closing.end() if closing else end)
    return _Span(left, right, text[candidate.start : end], None, None if payload is None else [payload])


def _is_meant_by_tag(tag: re.Match[str] | None, text: str, end: int) -> bool:
    """Whether another value after a tag is a broken request: nothing follows it, or the tag begins the reply."""
    return tag is not None and (tag.start() == 0 or not text[end:].strip("`~ \t\r\n;"))


def _tag_before(text: str, start: int, position: int) -> re.Match[str] | None:
    """Return the tag of the JSON at `start`: right before it, or as the first line of the reply."""
    near = _TAG_BEFORE.search(text, max(position, start - _LOOK_BACK), start)
    if near:
        return near
    return _TAG_LINE.match(text, 0, start) if position == 0 else None


def _payloads(value: Any, kind: str | None) -> list[dict[str, Any]] | None:
    """Return the structured messages that a value represents; None if it is other JSON."""
    if isinstance(value, list):
        inner = [_payloads(item, None) for item in value]
        return [each for found in inner for each in found or ()] if inner and all(inner) else None
    if not isinstance(value, dict):
        return None
    called = call_payloads(value)
    if called is not None:
        return called
    return [value] if kind or _is_envelope(value) else None


def _is_envelope(value: dict[str, Any]) -> bool:
    """Whether an object has the type of an envelope, or an unknown type and the fields of a request."""
    name = value.get("response_type")
    if isinstance(name, str) and name:
        return name in MODELS or not value.keys().isdisjoint(_PAYLOADS)
    name = value.get("type")
    if name in ("clarification", "outline_edit"):
        return not value.keys().isdisjoint({*_PAYLOADS, "title"})
    return name in ("normal", "error") and "payload" in value


_ENVELOPE_KEYS: Final = ("response_type", "type", "title", "preface", *sorted(_PAYLOADS), "content", "reason")
_CUT_HEAD = re.compile(
    r"[{\[\s]*(?:\"(?:response_type|type|title|preface)\"\s*:\s*(?:\"(?:[^\"\\]|\\.)*+\"|null)\s*,\s*)*+"
    r"(?:\"(?:response_type|type|title|preface)\"\s*:\s*(?:\"(?:[^\"\\]|\\.)*+)?|\"(?P<key>\w*)\"?|)\Z",
    re.DOTALL,
)
_REQUEST_FIELDS = re.compile(
    r"\"(?:allow_freeform|recommended|placeholder|outline_lines|multi_select)\"|\"label\"\s*:[^{}]*\"value\"\s*:"
)


_CUT_TAG = re.compile(r"^[ \t`*]*\[\[(?P<tag>D[A-Z_:]*)\]?\Z", re.MULTILINE)
_CUT_KEY = re.compile(r"(?:^|[\s:：。！？`>(])(?P<json>\{\s*\"(?P<key>\w*)\"?\s*)\Z", re.MULTILINE)
_TAG_NAMES: Final = ("DOGENT_CLARIFICATION_JSON", "DOGENT_OUTLINE_EDIT_JSON", "DOGENT_STATUS:NEEDS_CLARIFICATION")
_CUT_WRITTEN_CALL = re.compile(rf"^[ \t`]*{CALL_NAME}\s*\(\s*[{{\[]?\s*\Z", re.MULTILINE)
_CUT_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})json[ \t]*\s*\Z", re.MULTILINE)
_CUT_CALL = re.compile(rf"\"(?:name|tool|tool_name)\"\s*:\s*\"{CALL_NAME}\"")


def _cut_start(text: str) -> int | None:
    """Return where a reply begins a message and breaks off at once: in a tag, a call, a fence, or the first key."""
    tail = max(0, len(text) - _LOOK_BACK)
    tag = _CUT_TAG.search(text, tail)
    if tag and any(name.startswith(tag["tag"]) for name in _TAG_NAMES):
        return tag.start()
    key = _CUT_KEY.search(text, tail)
    if key and "response_type".startswith(key["key"]):
        return key.start("json")
    call = _CUT_WRITTEN_CALL.search(text, tail)
    if call:
        return call.start()
    fence = _CUT_FENCE.search(text, tail) if text.count("```") % 2 else None
    return fence.start() if fence else None


def may_be_cut(text: str) -> bool:
    """Whether a text without a marker may end in the beginning of a message."""
    if _cut_start(text) is not None or _has_request_fields(text):
        return True
    start = max(text.rfind("\n{"), text.rfind("\n[")) + 1
    return len(text) - start < _LOOK_BACK * 2 and bool(_CUT_HEAD.match(text, start)) and text[start : start + 1] in "{["


def _has_request_fields(json: str) -> bool:
    """Whether JSON without a type has fields that other JSON, such as a quiz, does not have."""
    return '"outline_lines"' in json or ('"questions"' in json and bool(_REQUEST_FIELDS.search(json)))


def _looks_cut(text: str, candidate: JsonCandidate, *, is_only: bool) -> bool:
    """Whether JSON that cannot be read, or is cut off, is a structured message."""
    json = text[candidate.start : candidate.start + candidate.length]
    if _LOOKS_LIKE_ENVELOPE.search(json):
        return True
    if candidate.state != "truncated":
        return False
    if isinstance(candidate.value, dict) and _is_partial_envelope(candidate.value):
        return True
    if _CUT_CALL.search(json):
        return True
    head = _CUT_HEAD.match(json)
    if head and len(json) < _LOOK_BACK * 2:
        return any(name.startswith(head["key"] or "") for name in _ENVELOPE_KEYS)
    return is_only and _has_request_fields(json)


def _is_partial_envelope(value: dict[str, Any]) -> bool:
    name = value.get("response_type") or (value.get("type") if value.keys() & _PAYLOADS else None)
    return isinstance(name, str) and bool(name) and any(kind.startswith(name) for kind in MODELS)


def _lone_tag(text: str) -> _Span | None:
    """Return a tag without any JSON after it: at the beginning of the reply, or as its last line, complete or not."""
    cut = _cut_start(text)
    if cut is not None:
        return _Span(cut, len(text), "", None, None)
    tag = _TAG_LINE.search(text, 0, MAX_PREAMBLE)
    if tag and (tag.start() == 0 or is_only_fences(text[tag.end() :])):
        return _Span(tag.start(), len(text) if tag.start() else tag.end(), text[tag.end() :], tag[1].lower(), None)
    return None


_OTHER_SYNTAX = re.compile(
    rf"^[ \t]*(?:print\()?{CALL_NAME}\s*\(\s*\w+\s*=|<invoke name=\"{CALL_NAME}\"|<function={CALL_NAME}>"
    r"|^[ \t]*response_type[ \t]*[:：][ \t]*[\"']?(?:clarification|outline_edit)[\"']?[ \t]*\n"
    r"(?=(?:[^\n]*\n){0,3}?[ \t]*(?:title|questions|outline\w*|preface|content)[ \t]*[:：])",
    re.MULTILINE,
)
_SYNTAX_END = re.compile(
    r"</(?:invoke|function|function_calls|tool_call)>(?:\s*</\w+>)*|\n[ \t]*\)+[ \t]*(?=\n|\Z)|\n(?=`{3})|\n\n(?=\S)"
)


def _other_syntax(text: str) -> _Span | None:
    """Return a request that is written as a program call, as XML or as YAML. It cannot be read, so it is broken."""
    found = _OTHER_SYNTAX.search(text, 0, MAX_PREAMBLE + _LOOK_BACK)
    if found is None:
        return None
    end = _SYNTAX_END.search(text, found.end())
    left, right = _wrapped(text, found.start(), end.end() if end else len(text))
    return _Span(left, right, text[found.start() : right], "clarification", None)


# What is quoted, and the words around the messages.

_WRAPPER_BEFORE = re.compile(
    r"(?:(?:^|(?<=\n))[ \t]*(?:`{3,}|~{3,})[^\n`]*\n\s*|<[a-zA-Z_][\w.:-]*>\s*|(?:dogent\.)?\w+\(\s*|[`*]{1,2}"
    r"|(?:^|(?<=\n))[ \t]*(?:(?:[-*+•]|\d{1,3}[.)、])[ \t]+|(?:json[ \t]*|//[^\n]*)\n\s*)|[ \t])\Z"
)
_WRAPPER_AFTER = re.compile(
    r"[ \t]*(?:\n[ \t]*(?:`{3,}|~{3,})[ \t]*(?=\n|\Z)|\s*</[a-zA-Z_][\w.:-]*>|[);`*,}\]]+"
    r"|\s*[`*]*\[\[DOGENT_(?:CLARIFICATION|OUTLINE_EDIT)_JSON\]\](?=[`*\s]*\Z))"
)
_MAX_WRAPPERS: Final = 6


def _wrapped(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the positions of a message with its fence, list marker, brackets and other wrappers."""
    for _ in range(_MAX_WRAPPERS):
        before = _WRAPPER_BEFORE.search(text, max(0, start - _LOOK_BACK), start)
        if not before or before.start() == before.end():
            break
        start = before.start()
    for _ in range(_MAX_WRAPPERS):
        after = _WRAPPER_AFTER.match(text, end)
        if not after:
            break
        end = after.end()
    return start, end


def _block_span(text: str, block: FencedBlock) -> tuple[int, int]:
    """Return the positions of a block after its first character: a message that is the whole block starts before.

    A block quote is a part of what it quotes, from its first character.
    """
    start = block.opening.start + (0 if block.opening.quotes else 1)
    return start, block.closing.start if block.closing else len(text)


def _message(reply: str, text: str, spans: Sequence[_Span], notes: list[str]) -> WrittenMessage:
    """Validate the messages, and join the words around them."""
    parts: list[str] = []
    plain: list[str] = []
    requests: list[dict[str, Any]] = []
    problem: Rejected | None = None
    position = count = 0
    for span in spans:
        before = text[position : span.start]
        parts.append(before)
        plain += [before, *map(message_text, span.payloads or ())]
        position, count = span.end, count or len(parts)
        for found in _validated(reply, span, notes):
            if isinstance(found, Rejected):
                problem = problem or found
            elif found.value["response_type"] == "normal":
                parts.append(found.value["content"])
            else:
                requests.append(found.value)
    rest = text[position:]
    return WrittenMessage(
        words=join_words([*parts, rest]),
        after=join_words([*parts[count:], rest]),
        requests=tuple(requests),
        problem=problem,
        is_late=spans[0].start > MAX_PREAMBLE,
        plain=join_words([*plain, rest]),
    )


def _validated(reply: str, span: _Span, notes: list[str]) -> Iterator[Parsed[dict[str, Any]] | Rejected]:
    if span.payloads is not None:
        for payload in span.payloads:
            yield validate_envelope(reply, payload, span.kind, [*notes])
        return
    example = envelope_example(span.kind or "clarification")
    if is_only_fences(span.json):
        tag = f"[[DOGENT_{span.kind.upper()}_JSON]]" if span.kind else "…"
        yield reject(reply, "truncated", "envelope.no_json", tag=tag, example=envelope_example(span.kind))
        return
    found = parse_json_reply(span.json, None).result if span.json.lstrip()[:1] in "{[｛［" else None
    if found is None:
        yield reject(reply, "no_json", "envelope.not_object", example=example)
    elif isinstance(found, Rejected):
        yield reject(reply, found.reason, "envelope.broken", problem=found.feedback, example=example)
    else:
        yield reject(reply, "schema", "envelope.not_object", example=example)


def join_words(parts: Sequence[str]) -> str:
    """Join the words around messages as paragraphs."""
    return "\n\n".join(stripped for part in parts if (stripped := part.strip()))
