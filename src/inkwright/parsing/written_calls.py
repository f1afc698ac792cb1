"""Tool calls that ask the person, written in the text of a reply: as JSON, or as a call with JSON in parentheses."""

import re
from typing import Any, Final

from inkwright.parsing.json_strict import parse_strict

TYPE_OF_CALL: Final[dict[str, str | None]] = {
    "ui_request": None,
    "ask_clarification": "clarification",
    "outline_edit": "outline_edit",
    "dogent.ui_request": None,
    "dogent.request_clarification": "clarification",
    "dogent.request_outline_edit": "outline_edit",
    "AskUserQuestion": "clarification",
}
"""The names of the tool that asks the person, and the type that a name alone implies."""

CALL_NAMES: Final = tuple(sorted({*TYPE_OF_CALL, *(name.rpartition(".")[2] for name in TYPE_OF_CALL)}))
"""The names as they are written in text: also without their prefix."""

CALL_NAME: Final = rf"(?<![\w.])(?:[\w.]{{1,40}}\.)?(?:{'|'.join(map(re.escape, CALL_NAMES))})"
"""The pattern for such a name, also with another prefix."""

_IMPLIED: Final = {name.rpartition(".")[2]: kind for name, kind in TYPE_OF_CALL.items()}
_NAMES: Final = ("name", "tool", "tool_name", "function")
_ARGUMENTS: Final = ("arguments", "args", "input", "parameters", "params", "tool_input")


def call_payloads(value: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Return the arguments of written calls as structured messages; None if the object is not such a call.

    `{"tool_calls": […]}` and the `function` object of an API are understood too.
    """
    calls = value.get("tool_calls")
    if isinstance(calls, list) and calls:
        found = [_call_payload(call) for call in calls if isinstance(call, dict)]
        payloads = [payload for payload in found if payload is not None]
        return payloads if len(payloads) == len(calls) else None
    payload = _call_payload(value)
    return None if payload is None else [payload]


def _call_payload(call: dict[str, Any]) -> dict[str, Any] | None:
    inner = call.get("function")
    if isinstance(inner, dict):
        call = inner
    only = next(iter(call)) if len(call) == 1 else ""
    name = only if only in TYPE_OF_CALL else next((call[key] for key in _NAMES if isinstance(call.get(key), str)), "")
    if name not in TYPE_OF_CALL:
        return None
    given = call[only] if only in TYPE_OF_CALL else next((call[key] for key in _ARGUMENTS if key in call), None)
    decoded = parse_strict(given) if isinstance(given, str) else None
    arguments = decoded.value if decoded is not None else given
    return argument_payload(name, arguments)


def argument_payload(name: str, arguments: Any) -> dict[str, Any] | None:
    """Return the arguments of a call as a structured message, with the type that its name implies."""
    if not isinstance(arguments, dict):
        return None
    implied = _IMPLIED[name.rpartition(".")[2]]
    if implied is None or "type" in arguments or "response_type" in arguments:
        return arguments
    return {"response_type": implied, **arguments}
