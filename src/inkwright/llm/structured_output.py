"""Typed values from a model: reasoned freely and checked, or decoded under a bounded schema by weak models."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic_core import to_json

from inkwright.errors import BrokenParser, GaveUp
from inkwright.i18n import language_of, text
from inkwright.llm.attempts import RetrySession
from inkwright.llm.models import Request
from inkwright.llm.schema_bounds import (
    LARGE_LIMITS,
    SMALL_LIMITS,
    SizeLimits,
    UnboundedSchema,
    bounded_schema,
    max_value_tokens,
)
from inkwright.parsing import Parsed, Rejected
from inkwright.parsing.json_reply import parse_json_reply
from inkwright.parsing.schemas import Schema
from inkwright.prompts import load_prompt

ValueCheck = Callable[[Any], str | None]
"""Gets the value and returns what is wrong with it, in words for the model, or None."""

UNIQUE_CHOICE: Final = "x-once"
"""Marks a choice of which no value is to be chosen twice in the whole of what is asked for."""

MAX_WHOLE_TOKENS: Final = 320
"""The largest value that is asked for at once."""

_TOKEN_FACTOR: Final = 4
"""A text of digits takes so many times the usual tokens; the schema ends it, not the limit."""
_TEMPERATURE: Final = 0.7
_TEMPERATURE_STEP: Final = 0.2
_ROUNDS: Final = 2
_USUAL_ITEMS: Final = 3
_MAX_CONTEXT_CHARACTERS: Final = 600
_NUMBERING: Final = re.compile(r"^\W*(?:\d{1,2}|[A-Za-z])[.):]\s*(?=\S)")
_LOOP_WORDS: Final = 12
_LOOP_SHARE: Final = 0.4


@dataclass(frozen=True, slots=True)
class ValueGoal:
    """What the value must be."""

    schema: Schema
    check: ValueCheck | None = None

    async def judge(self, reply: str) -> Parsed[Any] | Rejected:
        """The value of a reply, or what is wrong with it."""
        result = parse_json_reply(reply, self.schema).result
        if isinstance(result, Parsed) and self.check is not None:
            problem = _check_problem(self.check, result.value)
            return Rejected("check", problem) if problem else result
        return result

    async def judge_weak(self, reply: str) -> Parsed[Any] | Rejected:
        """The same, and no value that says one thing over and over, as weak models do."""
        result = await self.judge(reply)
        if isinstance(result, Parsed) and is_looping(json.loads(to_json(result.value))):
            return Rejected("loop", text(language_of(reply), "feedback.think.again"))
        return result


def _check_problem(check: ValueCheck, value: Any) -> str | None:
    """What the check says. One that raises, or says something else, is a mistake of its author."""
    name = getattr(check, "__qualname__", type(check).__qualname__)
    try:
        problem = check(value)
    except Exception as mistake:
        raise BrokenParser(parser=name, problem=f"it raised {type(mistake).__name__}: {mistake}") from mistake
    if problem is not None and not isinstance(problem, str):
        raise BrokenParser(parser=name, problem=f"a check returns a text or None, not {problem!r}"[:200])
    return problem


async def decode_value(asking: RetrySession, goal: ValueGoal, schema: Mapping[str, Any], most_calls: int) -> Any:
    """The value under a bounded schema: at once; if it is too big, or was refused every time, in pieces."""
    if is_too_big(schema):
        return await _decode_in_pieces(asking, goal, schema, most_calls)
    found = await _sample(asking, goal, schema, range(max(1, most_calls - 1)))
    if found is None and most_calls > 1:
        found = await _repair(asking, goal, schema)
    if found is not None:
        return found.value
    if most_calls > 1 and schema.get("type") == "object" and len(schema["properties"]) > 1:
        return await _decode_in_pieces(asking, goal, schema, most_calls)
    raise asking.gave_up()


def is_too_big(schema: Mapping[str, Any]) -> bool:
    """Whether a value may get too long for one reply, and can be asked for in pieces."""
    return max_value_tokens(schema) > MAX_WHOLE_TOKENS and schema.get("type") in ("object", "array")


async def _sample(asking: RetrySession, goal: ValueGoal, schema: Mapping[str, Any], seeds: range) -> Parsed[Any] | None:
    """One sample after another, each a little freer, and no chatter: a weak model cannot use it."""
    room = _TOKEN_FACTOR * max_value_tokens(schema)
    for number, seed in enumerate(seeds):
        request = Request(asking.messages, _TEMPERATURE + _TEMPERATURE_STEP * number, room, schema, seed=seed)
        result = await asking.attempt(request, goal.judge_weak, "decode")
        if isinstance(result, Parsed):
            return result
    return None


async def _repair(asking: RetrySession, goal: ValueGoal, schema: Mapping[str, Any]) -> Parsed[Any] | None:
    """Once, at temperature 0, told what was wrong; the wrong reply is not shown, because it would be copied."""
    messages = append_paragraph(asking.messages, asking.attempts[-1].feedback)
    request = Request(messages, 0, _TOKEN_FACTOR * max_value_tokens(schema), schema)
    result = await asking.attempt(request, goal.judge_weak, "repair")
    return result if isinstance(result, Parsed) else None


async def _decode_in_pieces(asking: RetrySession, goal: ValueGoal, schema: Mapping[str, Any], most_calls: int) -> Any:
    """Piece by piece; if the whole is refused all the same, once more."""
    for number in range(_ROUNDS):
        value = await _PieceDecoder(asking, most_calls, number).divided(schema)
        result = await goal.judge(json.dumps(value, ensure_ascii=False))
        if isinstance(result, Parsed):
            return result.value
        asking.refuse(json.dumps(value, ensure_ascii=False), result)
    raise asking.gave_up()


class _PieceDecoder:
    """One value, grown piece by piece; each piece is asked for with what is there already in view."""

    def __init__(self, asking: RetrySession, most_calls: int, round_number: int) -> None:
        self._asking = asking
        self._most_calls = most_calls
        self._first_seed = most_calls * (round_number + 1)
        self._settled: list[str] = []
        self._chosen: list[Any] = []
        self._chosen_once: list[Any] = []

    async def divided(self, schema: Mapping[str, Any], name: str = "value") -> Any:
        """The fields of an object or the items of a list, one after another.

        A list ends early where nothing new comes and it has as many items as it must.
        """
        if schema["type"] == "object":
            fields = {}
            for key, inner in schema["properties"].items():
                fields[key] = await self._part(inner, key, [])
                self._settle(key, fields[key])
            return fields
        least = int(schema["minItems"])
        item = {**_item_description(schema), **schema["items"]}
        items: list[Any] = []
        while len(items) < max(least, min(int(schema["maxItems"]), _USUAL_ITEMS)):
            try:
                items.append(await self._part(item, name, items))
            except GaveUp:
                if len(items) < max(least, 1):
                    raise
                break
        return items

    async def _part(self, schema: Mapping[str, Any], name: str, before: list[Any]) -> Any:
        """A part, divided further where it is too big or where the model would repeat itself."""
        if is_too_big(schema) or _is_list_of_texts(schema):
            return await self.divided(schema, name)
        return await self._leaf(schema, name, before)

    async def _leaf(self, schema: Mapping[str, Any], name: str, before: list[Any]) -> Any:
        """A piece in an object of its own: the key tells the model what is wanted. No item comes twice."""
        is_once = bool(schema.get(UNIQUE_CHOICE))
        schema = (
            _without_used_values(_without_used_values(schema, self._chosen_once), self._chosen)
            if is_once
            else _without_used_values(schema, before)
        )
        wrapped = {"type": "object", "properties": {name: schema}, "required": [name], "additionalProperties": False}

        def check(value: Any) -> str | None:
            is_again = isinstance(value[name], str | dict) and value[name] in before
            return text(self._asking.language, "feedback.think.again") if is_again else None

        goal = ValueGoal(Schema(wrapped), check)
        wanted = name.replace("_", " ") + (f" ({len(before) + 1})" if before else "")
        with self._asking.part(self._messages(schema.get("description") or wanted), wanted) as asking:
            found = await _sample(asking, goal, wrapped, self._seeds(len(before)))
        if found is None:
            raise self._asking.gave_up()
        self._chosen.append(found.value[name])
        self._chosen_once += [found.value[name]] if is_once else []
        return found.value[name]

    def _settle(self, name: str, value: Any) -> None:
        """Keep a field in view of the next ones. Items of a list are not shown to each other: they would be copied."""
        self._settled.append(f"{name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}")

    def _seeds(self, number: int) -> range:
        """Other seeds for each item and each round: the same question must not get the same answer."""
        first = self._first_seed + 100 * number
        return range(first, first + self._most_calls)

    def _messages(self, wanted: str) -> list[dict[str, Any]]:
        added = text(self._asking.language, "think.piece", name=wanted)
        if self._settled:
            settled = "\n".join(self._settled)[-_MAX_CONTEXT_CHARACTERS:]
            added = text(self._asking.language, "think.settled", settled=settled) + "\n\n" + added
        return append_paragraph(self._asking.messages, added)


def _item_description(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The list's description serves its items, where they have none."""
    return {"description": schema["description"]} if "description" in schema else {}


def _without_used_values(schema: Mapping[str, Any], used: list[Any]) -> Mapping[str, Any]:
    """Of the values to choose from, those that were not chosen yet, while there are any."""
    left = [value for value in schema.get("enum", ()) if value not in used]
    return {**schema, "enum": left} if left else schema


def _is_list_of_texts(schema: Mapping[str, Any]) -> bool:
    return schema.get("type") == "array" and schema.get("items", {}).get("type") == "string"


def is_looping(value: Any) -> bool:
    """Whether a text in the value goes round in circles, or most items of a list differ in their number alone."""
    if isinstance(value, dict):
        return any(map(is_looping, value.values()))
    if isinstance(value, list):
        texts = [_NUMBERING.sub("", item).strip().lower() for item in value if isinstance(item, str)]
        return (len(texts) > 2 and 2 * len(set(texts)) <= len(texts)) or any(map(is_looping, value))
    words = value.lower().split() if isinstance(value, str) else []
    return len(words) >= _LOOP_WORDS and len(set(words)) < _LOOP_SHARE * len(words)


def append_paragraph(messages: list[dict[str, Any]], added: str) -> list[dict[str, Any]]:
    """The messages with a paragraph more at the end of the last one."""
    *before, last = messages
    content = last.get("content", "")
    if isinstance(content, str):
        return [*before, {**last, "content": f"{content}\n\n{added}"}]
    return [*before, {**last, "content": [*content, {"type": "text", "text": added}]}]


async def think_value(asking: RetrySession, goal: ValueGoal, most_calls: int) -> Any:
    """The typed value, or the error that carries every attempt."""
    abilities = asking.model.abilities
    schema = (
        _bounded_or_none(goal, SMALL_LIMITS if abilities.is_weak else LARGE_LIMITS)
        if abilities.can_follow_schema
        else None
    )
    if abilities.is_weak and schema is not None:
        return await decode_value(asking, goal, schema, most_calls)
    return await _reason_then_constrain(asking, goal, schema, most_calls)


async def decide_value(asking: RetrySession, goal: ValueGoal, most_calls: int) -> Any:
    """The typed value at once, at temperature 0; what is wrong with it is told and asked for again."""
    abilities = asking.model.abilities
    schema = (
        _bounded_or_none(goal, SMALL_LIMITS if abilities.is_weak else LARGE_LIMITS)
        if abilities.can_follow_schema
        else None
    )
    asking.messages = _with_contract(asking, goal)
    for number in range(most_calls):
        request = Request(asking.retold(), temperature=0, schema=schema, may_think=False)
        result = await asking.attempt(request, goal.judge, "constrain" if number == 0 else "repair")
        if isinstance(result, Parsed):
            return result.value
    raise asking.gave_up()


def _bounded_or_none(goal: ValueGoal, room: SizeLimits) -> dict[str, Any] | None:
    """A finite schema to decode under; None where there is none, and words have to do."""
    try:
        return bounded_schema(goal.schema.json_schema, room)
    except UnboundedSchema:
        return None


async def _reason_then_constrain(
    asking: RetrySession, goal: ValueGoal, schema: dict[str, Any] | None, most_calls: int
) -> Any:
    """Reason freely; then once at temperature 0 and, where the model can, under the schema; then with feedback."""
    asking.messages = _with_contract(asking, goal)
    for number in range(most_calls):
        if number == 1:
            request = Request(asking.retold(), temperature=0, schema=schema)
            way = "repair" if schema is None else "constrain"
        else:
            request, way = Request(asking.retold()), "reason" if number == 0 else "retry"
        result = await asking.attempt(request, goal.judge, way)
        if isinstance(result, Parsed):
            return result.value
    raise asking.gave_up()


def _with_contract(asking: RetrySession, goal: ValueGoal) -> list[dict[str, Any]]:
    """The messages with the schema at the end of the last one; an example for those who do not copy it."""
    schema = json.dumps(goal.schema.json_schema, ensure_ascii=False)
    terms = load_prompt("inkwright.llm", "schema_contract", asking.language).replace("{schema}", schema)
    example = goal.schema.example()
    if example and not asking.model.abilities.is_weak:
        terms += "\n" + text(asking.language, "think.example", example=example)
    return append_paragraph(asking.messages, terms)
