"""Calls that ask the person, written as JSON."""

from typing import Any

from inkwright.parsing.written_calls import call_payloads
from tests.each import each

ARGUMENTS = {"type": "clarification", "title": "T"}


@each(
    "call",
    [
        {"name": "ui_request", "arguments": ARGUMENTS},
        {"tool": "ui_request", "args": ARGUMENTS},
        {"type": "tool_use", "name": "ui_request", "input": ARGUMENTS},
        {"name": "dogent.ui_request", "parameters": '{"type": "clarification", "title": "T"}'},
        {"type": "function", "function": {"name": "ui_request", "arguments": ARGUMENTS}},
        {"tool_calls": [{"id": "1", "function": {"name": "ui_request", "arguments": ARGUMENTS}}]},
        {"ui_request": ARGUMENTS},
    ],
)
def test_each_usual_way_to_write_a_call_gives_its_arguments(call: dict[str, Any]) -> None:
    assert call_payloads(call) == [ARGUMENTS]


def test_the_name_of_a_call_implies_the_type() -> None:
    call = {"name": "AskUserQuestion", "input": {"questions": []}}
    assert call_payloads(call) == [{"response_type": "clarification", "questions": []}]


@each(
    "value",
    [
        {},
        {"name": "Ann", "age": 3},
        {"name": "ui_request"},
        {"name": "ui_request", "arguments": "no JSON"},
        {"name": "make_note", "arguments": {"title": "T"}},
        {"tool_calls": [{"name": "ui_request", "arguments": ARGUMENTS}, {"name": "make_note", "arguments": {}}]},
        {"tool_calls": [3]},
    ],
)
def test_other_objects_are_not_such_calls(value: dict[str, Any]) -> None:
    assert call_payloads(value) is None
