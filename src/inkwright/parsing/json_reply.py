"""`json_parser`: the JSON value that a reply means, or what is wrong with it.

The ladder is strict → extract → repair → choose. The candidates of a reply are chosen by schema, then by place and
form (the rulings 6–10); where nothing is trustworthy the answer is an error.
"""

from dataclasses import dataclass
from typing import Any, Final

from inkwright.parsing.contract import Parsed, ParserResult, Rejected, as_dict, reject
from inkwright.parsing.json_candidates import MAX_CANDIDATES, candidates
from inkwright.parsing.json_regions import Candidate
from inkwright.parsing.json_strict import read_strict
from inkwright.parsing.json_words import value_of
from inkwright.parsing.schemas import Fit, Problem, Schema
from inkwright.parsing.thinking import without_thinking

_BLANK = "\ufeff\u200b \t\r\n\u3000"
_LITERALS = ("None", "NaN", "Infinity", "-Infinity", "undefined")
_JSON_LITERALS = ("true", "false", "null")
_NEAR: Final = 40


@dataclass(frozen=True, slots=True)
class Decided:
    """A parsed value and the rung of the ladder that decided it."""

    result: Parsed[Any] | Rejected
    rung: str


def json_parser(raw_reply: str, schema: Any = None, allow_partial: bool = False) -> ParserResult:
    """The JSON value of a reply.

    `schema` is a pydantic model, any type that pydantic knows, or a JSON schema; the content is then an instance
    of the model, or the plain value. With `allow_partial` a truncated value is closed and marked (`partial`).
    """
    return as_dict(decide(raw_reply, Schema(schema) if schema is not None else None, allow_partial).result)


def decide(reply: str, schema: Schema | None, allow_partial: bool = False) -> Decided:
    """Like `json_parser`, and tells which rung decided."""
    text = reply.strip(_BLANK)
    strict = read_strict(text) if text else None
    if strict is not None:
        return Decided(_fitting(reply, _decoded_once(strict.value), schema), "strict")
    said = without_thinking(reply).lstrip(_BLANK)
    stripped = said.rstrip(_BLANK)
    if not stripped:
        return Decided(reject(reply, "empty", "json.empty", example=_example(schema)), "error")
    if stripped != text and (strict := read_strict(stripped)):
        return Decided(_fitting(reply, _decoded_once(strict.value), schema), "strict, extracted")
    if stripped in _LITERALS or stripped.lower() in _JSON_LITERALS:
        return Decided(_fitting(reply, value_of(stripped), schema), "repaired")
    return _choose(said, candidates(said), schema, allow_partial)


def _decoded_once(value: Any) -> Any:
    """Ruling 4: a reply that is one encoded string, holding one object or list and nothing else, is decoded once."""
    inner = value.strip() if isinstance(value, str) else ""
    if inner[:1] not in ("{", "["):
        return value
    found = candidates(inner)
    is_whole = len(found) == 1 and found[0].state == "complete" and found[0].length == len(inner)
    return found[0].value if is_whole else value


def _choose(said: str, found: list[Candidate], schema: Schema | None, allow_partial: bool) -> Decided:
    if len(found) > MAX_CANDIDATES:
        return Decided(reject(said, "ambiguous", "json.too_many", most=MAX_CANDIDATES), "error")
    complete = [candidate for candidate in found if candidate.state == "complete"]
    truncated = [candidate for candidate in found if candidate.state == "truncated"]
    if truncated and (not complete or found[-1] is truncated[-1]):
        return Decided(_truncated(said, truncated[-1], schema, allow_partial), "error")
    if any(candidate.state == "too_deep" for candidate in found) and not complete:
        return Decided(reject(said, "too_deep", "json.too_deep"), "error")
    if schema is not None and complete:
        return _choose_by_schema(said, complete, schema)
    refused = [candidate for candidate in found if candidate.state == "refused"]
    best = max(complete, key=lambda candidate: candidate.rank, default=None)
    if best is not None and not any(_outweighs(other, best) for other in refused):
        is_all = best.length >= len(said.rstrip(_BLANK))
        return Decided(Parsed(best.value), best.rung if is_all else f"{best.rung}, extracted")
    if refused:
        return Decided(_ambiguous(said, refused[-1], schema), "error")
    return Decided(reject(said, "no_json", "json.none", example=_example(schema)), "error")


def _choose_by_schema(reply: str, complete: list[Candidate], schema: Schema) -> Decided:
    problems: list[Problem] = []
    for candidate in reversed(complete):
        checked = schema.check(candidate.value)
        if isinstance(checked, Fit):
            return Decided(Parsed(checked.value), f"{candidate.rung}, by schema")
        problems = problems or checked
    return Decided(_unfit(reply, problems, schema), "error")


def _outweighs(refused: Candidate, best: Candidate) -> bool:
    """A refused value that is larger than the best readable one is more likely the answer: do not pass over it."""
    return refused.place >= best.place and refused.length > best.length


def _fitting(reply: str, value: Any, schema: Schema | None) -> Parsed[Any] | Rejected:
    if schema is None:
        return Parsed(value)
    checked = schema.check(value)
    return Parsed(checked.value) if isinstance(checked, Fit) else _unfit(reply, checked, schema)


def _truncated(reply: str, candidate: Candidate, schema: Schema | None, allow_partial: bool) -> Parsed[Any] | Rejected:
    if allow_partial:
        return Parsed(candidate.value, partial=True)
    return reject(reply, "truncated", "json.truncated", tail=reply.rstrip()[-60:], example=_example(schema))


def _ambiguous(said: str, candidate: Candidate, schema: Schema | None) -> Rejected:
    near = said[max(candidate.start, candidate.problem_at - _NEAR) : candidate.problem_at + _NEAR // 2]
    return reject(said, "ambiguous", f"json.ambiguous.{candidate.problem}", example=_example(schema), near=near)


def _unfit(reply: str, problems: list[Problem], schema: Schema) -> Rejected:
    listed = "\n".join(f"- {problem.path}: {problem.message}" for problem in problems)
    return reject(reply, "schema", "json.schema", problems=listed, example=_example(schema))


def _example(schema: Schema | None) -> str:
    return schema.example() if schema is not None else ""
