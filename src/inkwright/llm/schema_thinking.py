"""From a question and a schema to a typed value: one call for the caller, the way that suits the model inside.

A capable model reasons freely first and is held to the schema after. A weak one decodes under the schema from the
start, sees no example that it could copy, and gets what is too big for it in pieces.
"""

import json
from importlib.resources import files
from typing import Any

from inkwright.i18n import text
from inkwright.llm.asking import Asking
from inkwright.llm.decoding import Goal, decoded, with_added
from inkwright.llm.models import Request
from inkwright.llm.schema_bounds import LARGE, SMALL, Room, Unboundable, bounded
from inkwright.parsing import Parsed


async def think_value(asking: Asking, goal: Goal, most_calls: int) -> Any:
    """The typed value, or the error that carries every attempt."""
    abilities = asking.model.abilities
    schema = _decodable(goal, SMALL if abilities.is_weak else LARGE) if abilities.can_follow_schema else None
    if abilities.is_weak and schema is not None:
        return await decoded(asking, goal, schema, most_calls)
    return await _reasoned(asking, goal, schema, most_calls)


async def decide_value(asking: Asking, goal: Goal, most_calls: int) -> Any:
    """The typed value at once, at temperature 0; what is wrong with it is told and asked for again."""
    abilities = asking.model.abilities
    schema = _decodable(goal, SMALL if abilities.is_weak else LARGE) if abilities.can_follow_schema else None
    asking.messages = _with_contract(asking, goal)
    for number in range(most_calls):
        request = Request(asking.retold(), temperature=0, schema=schema, may_think=False)
        result = await asking.attempt(request, goal.judge, "constrain" if number == 0 else "repair")
        if isinstance(result, Parsed):
            return result.value
    raise asking.gave_up()


def _decodable(goal: Goal, room: Room) -> dict[str, Any] | None:
    """A finite schema to decode under; None where there is none, and words have to do."""
    try:
        return bounded(goal.schema.json_schema, room)
    except Unboundable:
        return None


async def _reasoned(asking: Asking, goal: Goal, schema: dict[str, Any] | None, most_calls: int) -> Any:
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


def _with_contract(asking: Asking, goal: Goal) -> list[dict[str, Any]]:
    """The messages with the schema at the end of the last one; an example for those who do not copy it."""
    contract = files("inkwright.llm").joinpath("prompts", f"schema_contract.{asking.language}.md")
    schema = json.dumps(goal.schema.json_schema, ensure_ascii=False)
    terms = contract.read_text(encoding="utf-8").replace("{schema}", schema)
    example = goal.schema.example()
    if example and not asking.model.abilities.is_weak:
        terms += "\n" + text(asking.language, "think.example", example=example)
    return with_added(asking.messages, terms)
