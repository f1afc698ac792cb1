"""Tool calls for models without tool support: the rest of the system sees no difference."""

import asyncio
import json
from typing import Any

import jsonschema_rs
import pytest

from inkwright.llm.models import (
    Abilities,
    CallPiece,
    Reply,
    Request,
    StartedOver,
    TextPiece,
    Tool,
    ToolCall,
    Usage,
)
from inkwright.llm.schema_bounds import SMALL_LIMITS
from inkwright.llm.scripted import ScriptedModel, ScriptLine, Stream
from inkwright.llm.tool_emulation import ToolEmulatingModel, envelope_schema, with_tools
from inkwright.testing.pieces import PieceCollector

NO_TOOLS = Abilities(can_call_tools=False, is_weak=True)
DRAW = Tool(
    "draw",
    "draws a shape",
    {"type": "object", "properties": {"shape": {"type": "string"}}, "required": ["shape"]},
)
ASKED = Request([{"role": "user", "content": "Draw a circle."}], tools=[DRAW])


def scripted(*lines: ScriptLine) -> ScriptedModel:
    return ScriptedModel(list(lines), abilities=NO_TOOLS)


def ask(model: ScriptedModel, request: Request = ASKED, heard: PieceCollector | None = None) -> Reply:
    return asyncio.run(ToolEmulatingModel(model).reply(request, (heard or PieceCollector()).hear))


def test_a_model_that_can_call_tools_is_not_wrapped() -> None:
    able = ScriptedModel([])
    assert with_tools(able) is able
    assert with_tools(scripted()).abilities.can_call_tools


def test_an_envelope_with_a_tool_becomes_a_call() -> None:
    heard = PieceCollector()
    reply = ask(scripted('{"tool": "draw", "args": {"shape": "circle"}}'), heard=heard)
    assert reply.calls == (ToolCall("call_1", "draw", '{"shape": "circle"}'),)
    assert (reply.text, reply.finish) == ("", "calls")
    assert heard.calls == {0: CallPiece(0, "draw", '{"shape": "circle"}')}
    assert heard.text == ""


def test_an_envelope_with_a_final_text_becomes_that_text_and_is_heard_as_it_comes() -> None:
    pieces: list[object] = []
    model = scripted(Stream(['{"fin', 'al": "It ', "is a cir", 'cle."}']))
    reply = asyncio.run(ToolEmulatingModel(model).reply(ASKED, pieces.append))
    assert (reply.text, reply.calls, reply.finish) == ("It is a circle.", (), "stop")
    assert pieces == [TextPiece("It "), TextPiece("is a cir"), TextPiece("cle.")]


def test_the_model_decodes_under_the_envelope_and_hears_of_the_tools_without_an_example() -> None:
    model = scripted('{"final": "done"}')
    ask(model)
    request = model.calls[0]
    assert request.tools == ()
    assert request.max_tokens is not None
    assert "- draw: draws a shape" in request.messages[0]["content"]
    assert request.schema is not None
    fits = jsonschema_rs.validator_for(dict(request.schema)).is_valid
    assert fits({"final": "done"})
    assert fits({"tool": "draw", "args": {"shape": "circle"}})
    assert not fits({"tool": "erase", "args": {}})
    assert not fits({"tool": "draw", "args": {"shape": "x" * 5000}})


def test_a_tool_that_must_be_called_leaves_no_other_way() -> None:
    other = Tool("erase", "erases", {"type": "object", "properties": {}})
    schema = envelope_schema(Request([], tools=[DRAW, other], must_call="draw"), SMALL_LIMITS)
    fits = jsonschema_rs.validator_for(schema).is_valid
    assert fits({"tool": "draw", "args": {"shape": "circle"}})
    assert not fits({"tool": "erase", "args": {}})
    assert not fits({"final": "done"})


def test_a_broken_envelope_is_repaired_once_at_temperature_zero() -> None:
    model = scripted(Reply("what?", Usage(1, 1)), Reply('{"tool": "draw", "args": {"shape": "circle"}}', Usage(2, 2)))
    reply = ask(model)
    assert [call.name for call in reply.calls] == ["draw"]
    assert reply.usage == Usage(3, 3)
    assert [call.temperature for call in model.calls] == [None, 0]
    assert model.calls[1].messages[-2]["content"] == "what?"


def test_what_stays_broken_is_plain_text_and_no_call_is_guessed() -> None:
    heard = PieceCollector()
    reply = ask(scripted("I would draw it", "I would draw a circle"), heard=heard)
    assert (reply.text, reply.calls) == ("I would draw a circle", ())
    assert heard.text == "I would draw a circle"


def test_a_final_text_that_was_sent_differently_is_started_over() -> None:
    pieces: list[object] = []
    model = scripted(Stream(['{"final": "Wron', "g"]), '{"final": "Right"}')
    asyncio.run(ToolEmulatingModel(model).reply(ASKED, pieces.append))
    assert pieces[-2:] == [StartedOver("scripted", "corrected"), TextPiece("Right")]


@pytest.mark.parametrize("tools", [[DRAW], []])
def test_earlier_calls_and_their_results_are_sent_as_text(tools: list[Tool]) -> None:
    model = scripted('{"final": "done"}')
    earlier: list[dict[str, Any]] = [
        {"role": "user", "content": "Draw."},
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": "7", "name": "draw", "arguments": '{"shape": "o"}'}],
        },
        {"role": "tool", "tool_call_id": "7", "content": "drawn"},
    ]
    ask(model, Request(earlier, tools=tools))
    assert model.calls[0].messages[-3:] == [
        {"role": "user", "content": "Draw."},
        {"role": "assistant", "content": json.dumps({"tool": "draw", "args": {"shape": "o"}})},
        {"role": "user", "content": "[draw] drawn"},
    ]


CLARIFICATION = json.dumps(
    {
        "response_type": "clarification",
        "title": "T",
        "questions": [{"id": "q", "question": "Which?", "allow_freeform": True}],
    }
)
CALL = json.dumps({"tool": "ui_request", "args": {**json.loads(CLARIFICATION), "response_type": "clarification"}})


@pytest.mark.parametrize(
    "written",
    [
        CLARIFICATION,
        f"Sure.\n{CLARIFICATION}\nThanks.",
        '{"response_type": "normal", "title": "", "content": "A circle.", "questions": [], "outline_lines": []}',
        f"{CALL}\n{CALL}",
    ],
    ids=["request", "words around it", "answer", "two calls"],
)
def test_a_valid_structured_message_is_kept_as_it_is_and_not_asked_for_again(written: str) -> None:
    model, heard = scripted(Stream([written[:20], written[20:]])), PieceCollector()
    reply = ask(model, heard=heard)
    assert (reply.text, reply.calls, heard.text) == (written, (), written)
    assert len(model.calls) == 1


def test_a_broken_structured_message_is_asked_for_again() -> None:
    reply = ask(scripted(CLARIFICATION[:60], '{"final": "A circle."}'))
    assert reply.text == "A circle."
