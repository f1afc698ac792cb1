"""Typed values from a model: free reasoning with a check, or for weak models decoding under a bounded schema."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic_core import to_json

from inkwright.errors import BrokenParser, GaveUp
from inkwright.i18n import Reason, language_of, text
from inkwright.llm.attempts import RetrySession
from inkwright.llm.models import Request
from inkwright.llm.schema_bounds import (
    LARGE_LIMITS,
    SMALL_LIMITS,
    UnboundedSchema,
    bounded_schema,
    max_value_tokens,
)
from inkwright.parsing import Parsed, Rejected
from inkwright.parsing.json_reply import parse_json_reply
from inkwright.parsing.schemas import Schema
from inkwright.prompts import load_prompt

ValueCheck = Callable[[Any], str | None]
"""Gets the value and returns the problem with it, worded for the model, or None."""

UNIQUE_CHOICE: Final = "x-once"
"""Marks an enum of which no value may be used twice within the whole value."""

MAX_WHOLE_TOKENS: Final = 320
"""Tokens of the largest value that is requested in one piece."""

_TOKEN_FACTOR: Final = 4
"""A text of digits takes this many times the usual tokens. The schema ends a value, not the limit."""
_TEMPERATURE: Final = 0.7
_TEMPERATURE_STEP: Final = 0.2
_ROUNDS: Final = 2
_USUAL_ITEMS: Final = 3
_MAX_CONTEXT_CHARACTERS: Final = 600
_NUMBERING: Final = re.compile(r"^\W*(?:\d{1,2}|[A-Za-z])[.):]\s*(?=\S)")
_MAX_SHOWN: Final = 160
_LOOP_WORDS: Final = 12
_LOOP_SHARE: Final = 0.4


@dataclass(frozen=True, slots=True)
class ValueGoal:
    """The requirements for a value."""

    schema: Schema
    check: ValueCheck | None = None

    async def judge(self, reply: str) -> Parsed[Any] | Rejected:
        """Return the value of a reply, or the problem with it."""
        result = parse_json_reply(reply, self.schema).result
        if isinstance(result, Parsed) and self.check is not None:
            problem = _check_problem(self.check, result.value)
            return Rejected("check", problem) if problem else result
        return result

    async def judge_weak(self, reply: str) -> Parsed[Any] | Rejected:
        """Like `judge`, and reject values that repeat themselves, as weak models do."""
        result = await self.judge(reply)
        if isinstance(result, Parsed) and is_looping(json.loads(to_json(result.value))):
            return Rejected("loop", text(language_of(reply), "feedback.think.again"))
        return result


def _check_problem(check: ValueCheck, value: Any) -> str | None:
    """Run the check. A check that raises or returns another type is a bug: BrokenParser."""
    name = getattr(check, "__qualname__", type(check).__qualname__)
    try:
        problem = check(value)
    except Exception as error:
        reason = Reason("reason.llm.parser_raised", kind=type(error).__name__, problem=error)
        raise BrokenParser(parser=name, problem=reason) from error
    if problem is not None and not isinstance(problem, str):
        raise BrokenParser(parser=name, problem=Reason("reason.llm.check_result", value=repr(problem)[:_MAX_SHOWN]))
    return problem


async def decode_value(session: RetrySession, goal: ValueGoal, schema: Mapping[str, Any], max_calls: int) -> Any:
    """Decode the value under a bounded schema: in one piece, or in several if it is too big or was always rejected."""
    if is_too_big(schema):
        return await _decode_in_pieces(session, goal, schema, max_calls)
    sampled = await _sample(session, goal, schema, range(max(1, max_calls - 1)))
    if sampled is None and max_calls > 1:
        sampled = await _repair(session, goal, schema)
    if sampled is not None:
        return sampled.value
    if max_calls > 1 and schema.get("type") == "object" and len(schema["properties"]) > 1:
        return await _decode_in_pieces(session, goal, schema, max_calls)
    raise session.give_up_error()


def is_too_big(schema: Mapping[str, Any]) -> bool:
    """Whether a value may be too long for one reply, and can be split."""
    return max_value_tokens(schema) > MAX_WHOLE_TOKENS and schema.get("type") in ("object", "array")


async def _sample(
    session: RetrySession, goal: ValueGoal, schema: Mapping[str, Any], seeds: range
) -> Parsed[Any] | None:
    """Draw samples at rising temperatures. No feedback is added: a weak model cannot use it."""
    token_limit = _TOKEN_FACTOR * max_value_tokens(schema)
    for number, seed in enumerate(seeds):
        request = Request(session.messages, _TEMPERATURE + _TEMPERATURE_STEP * number, token_limit, schema, seed=seed)
        result = await session.attempt(request, goal.judge_weak, "decode")
        if isinstance(result, Parsed):
            return result
    return None


async def _repair(session: RetrySession, goal: ValueGoal, schema: Mapping[str, Any]) -> Parsed[Any] | None:
    """Try once at temperature 0 with the feedback. The rejected reply is left out, because it would be copied."""
    messages = append_paragraph(session.messages, session.attempts[-1].feedback)
    request = Request(messages, 0, _TOKEN_FACTOR * max_value_tokens(schema), schema)
    result = await session.attempt(request, goal.judge_weak, "repair")
    return result if isinstance(result, Parsed) else None


async def _decode_in_pieces(session: RetrySession, goal: ValueGoal, schema: Mapping[str, Any], max_calls: int) -> Any:
    """Decode piece by piece; if the whole value is rejected, once more."""
    for number in range(_ROUNDS):
        value = await _PieceDecoder(session, max_calls, number).decode_parts(schema)
        result = await goal.judge(json.dumps(value, ensure_ascii=False))
        if isinstance(result, Parsed):
            return result.value
        session.refuse(json.dumps(value, ensure_ascii=False), result)
    raise session.give_up_error()


class _PieceDecoder:
    """Decodes one value piece by piece; the request for each piece includes the pieces so far."""

    def __init__(self, session: RetrySession, max_calls: int, round_number: int) -> None:
        self._session = session
        self._max_calls = max_calls
        self._first_seed = max_calls * (round_number + 1)
        self._finished_fields: list[str] = []
        self._used: list[Any] = []
        self._used_once: list[Any] = []

    async def decode_parts(self, schema: Mapping[str, Any], name: str = "value") -> Any:
        """Decode the fields of an object or the items of a list, one after another.

        A list ends early when no new item comes and it has the required number of items.
        """
        if schema["type"] == "object":
            fields = {}
            for key, inner in schema["properties"].items():
                fields[key] = await self._decode_part(inner, key, [])
                self._add_context(key, fields[key])
            return fields
        minimum = int(schema["minItems"])
        item = {**_item_description(schema), **schema["items"]}
        items: list[Any] = []
        while len(items) < max(minimum, min(int(schema["maxItems"]), _USUAL_ITEMS)):
            try:
                items.append(await self._decode_part(item, name, items))
            except GaveUp:
                if len(items) < max(minimum, 1):
                    raise
                break
        return items

    async def _decode_part(self, schema: Mapping[str, Any], name: str, before: list[Any]) -> Any:
        """Decode a part; divide it further if it is too big or the model would repeat itself."""
        if is_too_big(schema) or _is_list_of_texts(schema):
            return await self.decode_parts(schema, name)
        return await self._decode_leaf(schema, name, before)

    async def _decode_leaf(self, schema: Mapping[str, Any], name: str, before: list[Any]) -> Any:
        """Decode one piece as an object with a single key, which tells the model what to write. Items are unique."""
        is_unique = bool(schema.get(UNIQUE_CHOICE))
        schema = (
            _without_used_values(_without_used_values(schema, self._used_once), self._used)
            if is_unique
            else _without_used_values(schema, before)
        )
        wrapped = {"type": "object", "properties": {name: schema}, "required": [name], "additionalProperties": False}

        def check(value: Any) -> str | None:
            is_repeated = isinstance(value[name], str | dict) and value[name] in before
            return text(self._session.language, "feedback.think.again") if is_repeated else None

        goal = ValueGoal(Schema(wrapped), check)
        label = name.replace("_", " ") + (f" ({len(before) + 1})" if before else "")
        with self._session.part(self._messages(schema.get("description") or label), label) as session:
            sampled = await _sample(session, goal, wrapped, self._seeds(len(before)))
        if sampled is None:
            raise self._session.give_up_error()
        self._used.append(sampled.value[name])
        self._used_once += [sampled.value[name]] if is_unique else []
        return sampled.value[name]

    def _add_context(self, name: str, value: Any) -> None:
        """Include a field in later requests. Items of a list are not included in each other's: they would be copied."""
        self._finished_fields.append(
            f"{name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        )

    def _seeds(self, number: int) -> range:
        """Return different seeds for each item and round, so that the same prompt gives another answer."""
        first = self._first_seed + 100 * number
        return range(first, first + self._max_calls)

    def _messages(self, label: str) -> list[dict[str, Any]]:
        added = text(self._session.language, "think.piece", name=label)
        if self._finished_fields:
            context = "\n".join(self._finished_fields)[-_MAX_CONTEXT_CHARACTERS:]
            added = text(self._session.language, "think.settled", settled=context) + "\n\n" + added
        return append_paragraph(self._session.messages, added)


def _item_description(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the description of the list for its items."""
    return {"description": schema["description"]} if "description" in schema else {}


def _without_used_values(schema: Mapping[str, Any], used: list[Any]) -> Mapping[str, Any]:
    """Remove used values from an enum, unless none would be left."""
    left = [value for value in schema.get("enum", ()) if value not in used]
    return {**schema, "enum": left} if left else schema


def _is_list_of_texts(schema: Mapping[str, Any]) -> bool:
    return schema.get("type") == "array" and schema.get("items", {}).get("type") == "string"


def is_looping(value: Any) -> bool:
    """Whether a text in the value repeats itself, or most items of a list differ only in their number."""
    if isinstance(value, dict):
        return any(map(is_looping, value.values()))
    if isinstance(value, list):
        texts = [_NUMBERING.sub("", item).strip().lower() for item in value if isinstance(item, str)]
        return (len(texts) > 2 and 2 * len(set(texts)) <= len(texts)) or any(map(is_looping, value))
    words = value.lower().split() if isinstance(value, str) else []
    return len(words) >= _LOOP_WORDS and len(set(words)) < _LOOP_SHARE * len(words)


def append_paragraph(messages: list[dict[str, Any]], added: str) -> list[dict[str, Any]]:
    """Return the messages with a paragraph added to the last one."""
    *before, last = messages
    content = last.get("content", "")
    if isinstance(content, str):
        return [*before, {**last, "content": f"{content}\n\n{added}"}]
    return [*before, {**last, "content": [*content, {"type": "text", "text": added}]}]


async def think_value(session: RetrySession, goal: ValueGoal, max_calls: int) -> Any:
    """Return the typed value, or raise the error that carries every attempt."""
    schema = _decoding_schema(session, goal)
    if session.model.abilities.is_weak and schema is not None:
        return await decode_value(session, goal, schema, max_calls)
    return await _reason_then_constrain(session, goal, schema, max_calls)


async def decide_value(session: RetrySession, goal: ValueGoal, max_calls: int) -> Any:
    """Return the typed value without reasoning, at temperature 0; retry with feedback."""
    schema = _decoding_schema(session, goal)
    session.messages = _with_contract(session, goal)
    for number in range(max_calls):
        request = Request(session.messages_with_attempts(), temperature=0, schema=schema, may_think=False)
        result = await session.attempt(request, goal.judge, "constrain" if number == 0 else "repair")
        if isinstance(result, Parsed):
            return result.value
    raise session.give_up_error()


def _decoding_schema(session: RetrySession, goal: ValueGoal) -> dict[str, Any] | None:
    """Return a finite schema for decoding; None if the schema has none, or the model cannot follow one."""
    abilities = session.model.abilities
    if not abilities.can_follow_schema:
        return None
    try:
        return bounded_schema(goal.schema.json_schema, SMALL_LIMITS if abilities.is_weak else LARGE_LIMITS)
    except UnboundedSchema:
        return None


async def _reason_then_constrain(
    session: RetrySession, goal: ValueGoal, schema: dict[str, Any] | None, max_calls: int
) -> Any:
    """Reason freely, then once at temperature 0 and where possible under the schema, then retry with feedback."""
    session.messages = _with_contract(session, goal)
    for number in range(max_calls):
        if number == 1:
            request = Request(session.messages_with_attempts(), temperature=0, schema=schema)
            method = "repair" if schema is None else "constrain"
        else:
            request, method = Request(session.messages_with_attempts()), "reason" if number == 0 else "retry"
        result = await session.attempt(request, goal.judge, method)
        if isinstance(result, Parsed):
            return result.value
    raise session.give_up_error()


def _with_contract(session: RetrySession, goal: ValueGoal) -> list[dict[str, Any]]:
    """Add the schema to the last message, and an example for models that do not copy it."""
    schema = json.dumps(goal.schema.json_schema, ensure_ascii=False)
    terms = load_prompt("inkwright.llm", "schema_contract", session.language).replace("{schema}", schema)
    example = goal.schema.example()
    if example and not session.model.abilities.is_weak:
        terms += "\n" + text(session.language, "think.example", example=example)
    return append_paragraph(session.messages, terms)
