"""Calls that ask the person, written as JSON."""

import re
from typing import Any

from inkwright.parsing.written_calls import CALL_NAME, CALL_NAMES, TYPE_OF_CALL, argument_payload, call_payloads
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


@each("name", [*TYPE_OF_CALL, *CALL_NAMES, "functions.ui_request", "a.b.AskUserQuestion"])
def test_each_name_is_found_in_text_with_any_prefix(name: str) -> None:
    assert re.fullmatch(CALL_NAME, name)
    assert argument_payload(name, {"type": "outline_edit"}) == {"type": "outline_edit"}


@each("name", ["my_ui_request", "ui_requests", "AskUser", "question"])
def test_other_names_are_not_found(name: str) -> None:
    assert not re.fullmatch(CALL_NAME, name)


def test_only_an_object_can_be_the_arguments() -> None:
    assert argument_payload("request_clarification", {"title": "T"}) == {
        "response_type": "clarification",
        "title": "T",
    }
    assert argument_payload("ui_request", ["T"]) is None
