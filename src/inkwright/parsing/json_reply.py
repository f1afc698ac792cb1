"""`json_parser`: choose the JSON value that a reply means, or report the problem with it."""

import re
from dataclasses import dataclass
from typing import Any, Final

from inkwright.parsing.json_candidates import MAX_CANDIDATES, JsonCandidate, find_candidates, replaces_draft
from inkwright.parsing.json_escapes import certain_part, fix_backslashes, unescape, whole_characters
from inkwright.parsing.json_invisibles import strip_end, strip_start
from inkwright.parsing.json_strict import StrictPrefix, StrictValue, parse_strict
from inkwright.parsing.json_truncated import parse_truncated
from inkwright.parsing.json_words import word_value
from inkwright.parsing.replies import given_text, unquoted
from inkwright.parsing.results import Parsed, ParserResult, Rejected, reject, result_dict
from inkwright.parsing.schemas import Schema, SchemaMatch, SchemaProblem
from inkwright.parsing.thinking import without_thinking

_LITERALS = ("None", "NaN", "Infinity", "-Infinity", "undefined")
_JSON_LITERALS = ("true", "false", "null")
_OPEN_STRING = re.compile(r'"(?:[^"\\\n]++|\\.)*+\\?')
_STRING_AT_END = re.compile(
    r'(?:^|[:=][ \t])(?:[ \t>]|\d{1,3}[.)]|[-*+] )*+(?P<string>"(?:[^"\\\n]++|\\.)*+\\?)\Z', re.MULTILINE
)
# In a string, these can hardly be the start of anything but JSON.
_ENCODED_START = re.compile(r'\{\s*+"|\[\s*+(?:"|\{\s*+"|\[)')
_EXCERPT_LENGTH: Final = 40


@dataclass(frozen=True, slots=True)
class JsonDecision:
    """The result, and the stage that produced it (`strict`, `json5`, `repaired`, …)."""

    result: Parsed[Any] | Rejected
    stage: str


def json_parser(raw_reply: str | None, schema: Any = None, allow_partial: bool = False) -> ParserResult:
    """Return the JSON value of a reply.

    `schema` is a pydantic model, any type that pydantic supports, or a JSON schema; the content is then an instance
    of the model, or the plain value. With `allow_partial`, a truncated value is closed and marked as `partial`.
    """
    return result_dict(
        parse_json_reply(raw_reply, Schema(schema) if schema is not None else None, allow_partial).result
    )


def parse_json_reply(reply: str | None, schema: Schema | None, allow_partial: bool = False) -> JsonDecision:
    """Like `json_parser`, with the stage that produced the result. No reply (None) is an empty one."""
    return _parse_text(given_text(reply), schema, allow_partial)


def _parse_text(reply: str, schema: Schema | None, allow_partial: bool, *, is_inner: bool = False) -> JsonDecision:
    """Return the decision on a reply. `is_inner`: a quote around it is removed already."""
    unstripped = strip_start(reply)
    text = strip_end(unstripped)
    strict = parse_strict(text) if text else None
    if strict is not None:
        return JsonDecision(_check_schema(reply, _decode_nested(strict.value), schema), "strict")
    whole = whole_characters(reply)
    if whole is not reply:
        return _parse_text(whole, schema, allow_partial, is_inner=is_inner)
    answer = strip_start(without_thinking(reply))
    stripped = strip_end(answer)
    for start in dict.fromkeys((unstripped, answer)):
        cut = _truncated_value(strip_end(start), start)
        if cut is not None:
            return JsonDecision(_truncated_result(reply, cut, schema, allow_partial), "error")
    if not stripped:
        return JsonDecision(reject(reply, "empty", "json.empty", example=_example(schema)), "error")
    if stripped != text and (strict := parse_strict(stripped)):
        return JsonDecision(_check_schema(reply, _decode_nested(strict.value), schema), "strict, extracted")
    if stripped[0] == ">" and not is_inner and (inner := unquoted(answer)):
        return _parse_text(inner, schema, allow_partial, is_inner=True)
    if stripped in _LITERALS or stripped.lower() in _JSON_LITERALS:
        return JsonDecision(_check_schema(reply, word_value(stripped), schema), "repaired")
    found = find_candidates(answer)
    string = _open_string(answer)
    if string is not None and all(candidate.start >= string.start for candidate in found):
        part = string.part if string.is_alone else None
        return JsonDecision(_truncated_result(reply, part, schema, allow_partial), "error")
    return _choose(answer, found, schema, allow_partial)


def _truncated_value(text: str, unstripped: str) -> StrictValue | None:
    """Return the closed value, if the whole text is valid JSON but for its missing end."""
    if text[:1] in ("{", "["):
        prefix = StrictPrefix(text)
        return parse_truncated(unstripped) if prefix.read(0) is None and prefix.reached_end else None
    return _string_part(unstripped) if _OPEN_STRING.fullmatch(unstripped) else None


def _string_part(written: str) -> StrictValue | None:
    """Return the part of a cut string. One that holds JSON is decoded, as a complete one is (ruling 4)."""
    body = certain_part(written[1:])
    if body is None:
        return None
    value = unescape(fix_backslashes(body))
    inner = value.strip()
    if inner[:1] not in ("{", "["):
        return StrictValue(value, len(written))
    return parse_truncated(inner) if _ENCODED_START.match(inner) else None


@dataclass(frozen=True, slots=True)
class _OpenString:
    """A string that the end of a reply cuts. `is_alone`: it is all that a fenced block holds."""

    start: int
    part: StrictValue | None
    is_alone: bool


def _open_string(answer: str) -> _OpenString | None:
    """Return the string that begins a value on the last line and is not closed: what is in it is no value."""
    line_start = answer.rfind("\n") + 1
    found = _STRING_AT_END.search(answer, line_start)
    if found is None:
        return None
    before = answer[:line_start].rstrip("\n").rpartition("\n")[2]
    is_alone = found.start("string") == line_start and before.lstrip().startswith(("```", "~~~"))
    return _OpenString(found.start("string"), _string_part(found["string"]), is_alone)


def _decode_nested(value: Any) -> Any:
    """Decode a string that contains exactly one valid object or list, once (ruling 4)."""
    inner = value.strip() if isinstance(value, str) else ""
    strict = parse_strict(inner) if inner[:1] in ("{", "[") else None
    return strict.value if strict else value


def _choose(answer: str, found: list[JsonCandidate], schema: Schema | None, allow_partial: bool) -> JsonDecision:
    if len(found) > MAX_CANDIDATES:
        return JsonDecision(reject(answer, "ambiguous", "json.too_many", most=MAX_CANDIDATES), "error")
    complete = [candidate for candidate in found if candidate.state == "complete"]
    truncated = [candidate for candidate in found if candidate.state == "truncated"]
    if truncated and (not complete or found[-1] is truncated[-1]):
        part = StrictValue(truncated[-1].value, len(answer))
        return JsonDecision(_truncated_result(answer, part, schema, allow_partial), "error")
    if any(candidate.state == "too_deep" for candidate in found) and not complete:
        return JsonDecision(reject(answer, "too_deep", "json.too_deep"), "error")
    if schema is not None and complete:
        return _choose_by_schema(answer, complete, schema)
    refused = [candidate for candidate in found if candidate.state == "refused"]
    best = max(complete, key=lambda candidate: candidate.rank, default=None)
    if best is not None and not any(_outweighs(answer, other, best) for other in refused):
        is_all = best.length >= len(strip_end(answer))
        return JsonDecision(Parsed(best.value), best.stage if is_all else f"{best.stage}, extracted")
    if refused:
        return JsonDecision(_ambiguity_rejection(answer, refused[-1], schema), "error")
    return JsonDecision(reject(answer, "no_json", "json.none", example=_example(schema)), "error")


def _choose_by_schema(reply: str, complete: list[JsonCandidate], schema: Schema) -> JsonDecision:
    problems: list[SchemaProblem] = []
    for candidate in reversed(complete):
        checked = schema.check(candidate.value)
        if isinstance(checked, SchemaMatch):
            return JsonDecision(Parsed(checked.value), f"{candidate.stage}, by schema")
        problems = problems or checked
    return JsonDecision(_schema_rejection(reply, problems, schema), "error")


def _outweighs(answer: str, refused: JsonCandidate, best: JsonCandidate) -> bool:
    """Whether the refused value is more likely the answer: it is larger, and the best one does not replace it."""
    if best.stage == "strict" and best.start > refused.start and replaces_draft(answer, refused.start, best.start):
        return False
    return refused.priority >= best.priority and refused.length > best.length


def _check_schema(reply: str, value: Any, schema: Schema | None) -> Parsed[Any] | Rejected:
    if schema is None:
        return Parsed(value)
    checked = schema.check(value)
    return Parsed(checked.value) if isinstance(checked, SchemaMatch) else _schema_rejection(reply, checked, schema)


def _truncated_result(
    reply: str, part: StrictValue | None, schema: Schema | None, allow_partial: bool
) -> Parsed[Any] | Rejected:
    """Return the part of a value that was cut off, or the rejection. No part: it is not known what it will be."""
    if allow_partial and part is not None:
        return Parsed(part.value, partial=True)
    return reject(reply, "truncated", "json.truncated", tail=reply.rstrip()[-60:], example=_example(schema))


def _ambiguity_rejection(answer: str, candidate: JsonCandidate, schema: Schema | None) -> Rejected:
    near = answer[
        max(candidate.start, candidate.problem_at - _EXCERPT_LENGTH) : candidate.problem_at + _EXCERPT_LENGTH // 2
    ]
    return reject(answer, "ambiguous", f"json.ambiguous.{candidate.problem}", example=_example(schema), near=near)


def _schema_rejection(reply: str, problems: list[SchemaProblem], schema: Schema) -> Rejected:
    listed = "\n".join(f"- {problem.path}: {problem.message}" for problem in problems)
    return reject(reply, "schema", "json.schema", problems=listed, example=_example(schema))


def _example(schema: Schema | None) -> str:
    return schema.example() if schema is not None else ""
