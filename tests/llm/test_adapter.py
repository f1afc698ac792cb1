"""A hosted model over real HTTP: what is sent to each provider, and what is received."""

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest

from inkwright.errors import RequestInvalid
from inkwright.llm.models import Abilities, CallPiece, Piece, ReasoningPiece, Reply, Request, TextPiece, Tool, ToolCall
from inkwright.testing.pieces import PieceCollector
from tests.llm.fake_provider import (
    Answer,
    FakeProvider,
    anthropic_reply,
    anthropic_stream,
    google_reply,
    google_stream,
    openai_error,
    openai_reply,
    openai_stream,
    texts,
)
from tests.llm.hosted_requests import KEY, SPENT, USER, ask, failure, model_at

LOOK = Tool("look", "Looks it up.", {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]})
WRITE = Tool("write", "Writes it down.", {"type": "object", "properties": {}})
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
WORDS = (
    "Answer with JSON of this schema and nothing else: "
    '{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}'
)


def test_a_plain_question_gets_a_whole_reply() -> None:
    request = Request(USER, temperature=0.5, max_tokens=50, seed=3)
    reply, received = ask([openai_reply("Hello")], request)
    assert reply == Reply("Hello", SPENT, model="my:model")
    assert [(one.path, one.headers["authorization"], one.body) for one in received] == [
        (
            "/v1/chat/completions",
            f"Bearer {KEY}",
            {
                "model": "tiny",
                "messages": USER,
                "max_tokens": 50,
                "temperature": 0.5,
                "seed": 3,
                "stream": False,
            },
        )
    ]


@pytest.mark.parametrize("said", ["99999999999999999999999", "3000000000"])
def test_a_server_that_counts_more_than_can_be_is_believed_up_to_that(said: str) -> None:
    answer = openai_reply("Hello")
    counted = Answer(body=answer.text.replace('"prompt_tokens": 7', f'"prompt_tokens": {said}'))
    assert ask([counted])[0].usage.prompt_tokens == 2**31 - 1


def test_a_reply_is_heard_piece_by_piece_and_returned_whole() -> None:
    heard: list[Piece] = []
    reply, received = ask([openai_stream(texts("Hel", "lo ", "你好"))], heard=heard)
    assert heard == [TextPiece("Hel"), TextPiece("lo "), TextPiece("你好")]
    assert reply == Reply("Hello 你好", SPENT, model="my:model")
    assert received[0].body["stream"] is True


def test_a_model_that_cannot_stream_is_heard_at_once() -> None:
    heard: list[Piece] = []
    answer = openai_reply("I look.", [("c1", "look", '{"q": 1}')])
    _, received = ask([answer], heard=heard, abilities=Abilities(can_stream=False))
    assert heard == [TextPiece("I look."), CallPiece(0, "look", '{"q": 1}')]
    assert received[0].body["stream"] is False


def test_what_a_model_thinks_to_itself_is_heard_apart_and_not_returned() -> None:
    heard: list[Piece] = []
    deltas = [{"reasoning_content": "Hm."}, *texts("<think>", "Hm", "</think>", "Yes", ".")]
    reply, _ = ask([openai_stream(deltas)], heard=heard)
    assert (reply.text, heard) == (
        "Yes.",
        [ReasoningPiece("Hm."), ReasoningPiece("Hm"), TextPiece("Yes"), TextPiece(".")],
    )
    assert ask([openai_reply("<think>Hm</think>Yes.", reasoning_content="Hm.")])[0].text == "Yes."


def test_a_reply_that_reached_its_longest_says_so() -> None:
    assert ask([openai_reply("Hel", finish="length")])[0] == Reply("Hel", SPENT, finish="length", model="my:model")


CALL = ToolCall("c1", "look", '{"q":  "水"}')


def test_tools_are_offered_and_a_call_comes_back_as_the_model_wrote_it() -> None:
    answer = openai_reply(None, [("c1", "look", '{"q":  "水"}')])
    reply, received = ask([answer], Request(USER, tools=[LOOK]))
    assert reply == Reply("", SPENT, (CALL,), "calls", "my:model")
    (tool,) = received[0].body["tools"]
    assert (tool["function"]["name"], tool["function"]["description"]) == ("look", "Looks it up.")
    assert received[0].body["tool_choice"] == "auto"


def call_deltas() -> Iterable[dict[str, Any]]:
    def delta(index: int, function: dict[str, str], **more: str) -> dict[str, Any]:
        return {"tool_calls": [{"index": index, "type": "function", "function": function, **more}]}

    yield delta(0, {"name": "look", "arguments": ""}, id="c1")
    yield delta(0, {"arguments": '{"q":  '})
    yield delta(0, {"arguments": '"水"}'})
    yield delta(1, {"name": "write", "arguments": "{}"}, id="c2")


def test_calls_are_heard_piece_by_piece() -> None:
    heard = PieceCollector()
    with FakeProvider([openai_stream(call_deltas(), finish="tool_calls")]) as server:
        reply = asyncio.run(model_at(server).reply(Request(USER, tools=[LOOK, WRITE]), heard.hear))
    assert reply == Reply("", SPENT, (CALL, ToolCall("c2", "write", "{}")), "calls", "my:model")
    assert heard.calls == {0: CallPiece(0, "look", '{"q":  "水"}'), 1: CallPiece(1, "write", "{}")}


@pytest.mark.parametrize("missing", ['"id": null, ', '"id": "", ', ""])
def test_a_call_without_an_id_gets_one(missing: str) -> None:
    body = openai_reply(None, [("c1", "look", "{}")] * 2).text.replace('"id": "c1", ', missing)
    reply, _ = ask([Answer(body=body)])
    assert [call.name for call in reply.calls] == ["look", "look"]
    assert len({call.id for call in reply.calls} - {""}) == 2


def test_the_call_that_must_be_made_is_forced() -> None:
    _, received = ask([openai_reply("")], Request(USER, tools=[LOOK, WRITE], must_call="write"))
    assert received[0].body["tool_choice"] == {"type": "function", "function": {"name": "write"}}


def test_a_model_that_refuses_to_be_forced_is_only_offered_the_tool() -> None:
    request = Request(USER, tools=[LOOK], must_call="look", max_tokens=9)
    answer = anthropic_reply({"type": "text", "text": "No."})
    _, received = ask([answer], request, provider="anthropic", model="claude-opus-5-5")
    assert received[0].body["tool_choice"] == {"type": "auto"}


def test_a_request_that_a_model_can_take_in_no_way_is_invalid() -> None:
    error = failure([], Request(USER, tools=[LOOK]), provider="google", model="gemini-2.5-flash-image")
    assert error.fields == {"model": "my:model", "problem": "Tools are not supported by this model"}
    assert type(error) is RequestInvalid


def test_a_model_that_cannot_call_tools_is_not_offered_any() -> None:
    abilities = Abilities(can_call_tools=False)
    _, received = ask([openai_reply("")], Request(USER, tools=[LOOK], must_call="look"), abilities=abilities)
    assert {"tools", "tool_choice"} & set(received[0].body) == set()


def test_a_schema_is_followed_by_the_server_where_the_model_can() -> None:
    _, received = ask([openai_reply('{"a": "b"}')], Request(USER, schema=SCHEMA))
    assert received[0].body["messages"] == USER
    assert received[0].body["response_format"]["json_schema"] == {
        "name": "reply",
        "schema": {**SCHEMA, "additionalProperties": False},
        "strict": True,
    }


@pytest.mark.parametrize(
    ("messages", "told"),
    [
        (USER, [{"role": "system", "content": WORDS}, *USER]),
        (
            [{"role": "system", "content": "Be brief."}, {"role": "system", "content": "Be kind."}, *USER],
            [{"role": "system", "content": "Be brief."}, {"role": "system", "content": f"Be kind.\n\n{WORDS}"}, *USER],
        ),
    ],
)
def test_a_schema_is_put_into_words_where_the_model_cannot_follow_it(
    messages: list[dict[str, str]], told: list[dict[str, str]]
) -> None:
    abilities = Abilities(can_follow_schema=False)
    _, received = ask([openai_reply("{}")], Request(messages, schema=SCHEMA), abilities=abilities)
    assert received[0].body["messages"] == told
    assert "response_format" not in received[0].body


OPEN = {"type": "object", "properties": {"a": {"type": "object", "additionalProperties": {"type": "string"}}}}


@pytest.mark.parametrize(
    ("provider", "schema", "tools", "answer"),
    [
        ("openai", {"type": "array", "items": {"type": "string"}}, [], openai_reply("[]")),
        ("anthropic", OPEN, [], anthropic_reply({"type": "text", "text": "{}"})),
        ("google", SCHEMA, [LOOK], google_reply({"text": "{}"})),
    ],
)
def test_a_schema_that_a_provider_would_refuse_is_put_into_words(
    provider: str, schema: dict[str, Any], tools: list[Tool], answer: Answer
) -> None:
    _, received = ask([answer], Request(USER, schema=schema, tools=tools, max_tokens=9), provider=provider)
    assert "Answer with JSON of this schema" in str(received[0].body)
    assert not any(name in str(received[0].body) for name in ("response_format", "output_config", "responseJsonSchema"))


TEMPERATURE = openai_error(400, "Unsupported value: 'temperature' does not support 0 with this model.")


def test_a_model_that_refuses_a_temperature_is_asked_again_without_it_and_never_given_one_again() -> None:
    request = Request(USER, temperature=0)
    with FakeProvider([TEMPERATURE, openai_reply("One"), openai_reply("Two")]) as server:
        model = model_at(server)
        replies = [asyncio.run(model.reply(request)).text for _ in range(2)]
    assert replies == ["One", "Two"]
    assert ["temperature" in one.body for one in server.received] == [True, False, False]


def test_another_refusal_is_not_asked_again() -> None:
    error = failure([openai_error(400, "temperature must be below 2")], Request(USER, temperature=9))
    assert type(error) is RequestInvalid


@pytest.mark.parametrize(("provider", "model"), [("openai", "gpt-5"), ("anthropic", "claude-opus-5-5")])
def test_a_model_that_is_known_to_refuse_a_temperature_is_given_none(provider: str, model: str) -> None:
    answer = openai_reply("Hi") if provider == "openai" else anthropic_reply({"type": "text", "text": "Hi"})
    request = Request(USER, temperature=0, max_tokens=9)
    _, received = ask([answer], request, provider=provider, model=model)
    assert ["temperature" in one.body for one in received] == [False]


def test_a_model_that_shall_not_think_thinks_as_little_as_its_provider_allows() -> None:
    quick = Request(USER, max_tokens=9, may_think=False)
    _, (openai,) = ask([openai_reply("Hi")], quick, provider="openai", model="gpt-5")
    assert openai.body["reasoning_effort"] in ("none", "minimal")
    block = anthropic_reply({"type": "text", "text": "Hi"})
    _, (anthropic,) = ask([block], quick, provider="anthropic", model="claude-opus-4-1")
    assert anthropic.body.get("thinking", {"type": "disabled"}) == {"type": "disabled"}


TEXT_BLOCK = (
    {"type": "text", "text": ""},
    [{"type": "text_delta", "text": "Hel"}, {"type": "text_delta", "text": "lo"}],
)
THINKING = ({"type": "thinking", "thinking": "", "signature": ""}, [{"type": "thinking_delta", "thinking": "Hm."}])
USE_BLOCK = (
    {"type": "tool_use", "id": "c1", "name": "look", "input": {}},
    [{"type": "input_json_delta", "partial_json": '{"q":  '}, {"type": "input_json_delta", "partial_json": '"水"}'}],
)


def test_anthropic_gives_a_plain_reply() -> None:
    request = Request(USER, temperature=0.5, max_tokens=50)
    reply, received = ask([anthropic_reply({"type": "text", "text": "Hello"})], request, provider="anthropic")
    assert reply == Reply("Hello", SPENT, model="my:model")
    assert (received[0].path, received[0].headers["authorization"]) == ("/v1/messages", f"Bearer {KEY}")
    assert received[0].body == {
        "model": "claude-haiku-4-5",
        "messages": [{"role": "user", "content": [{"type": "text", "text": "Say hello."}]}],
        "max_tokens": 50,
        "temperature": 0.5,
        "stream": False,
    }


def test_anthropic_is_heard_piece_by_piece() -> None:
    heard: list[Piece] = []
    answer = anthropic_stream([THINKING, TEXT_BLOCK, USE_BLOCK], stop="tool_use")
    reply, _ = ask([answer], Request(USER, tools=[LOOK]), heard=heard, provider="anthropic")
    assert reply == Reply("Hello", SPENT, (CALL,), "calls", "my:model")
    assert [piece for piece in heard if not isinstance(piece, ReasoningPiece)] == [
        TextPiece("Hel"),
        TextPiece("lo"),
        CallPiece(0, "look", ""),
        CallPiece(0, "look", '{"q":  '),
        CallPiece(0, "look", '"水"}'),
    ]


def test_anthropic_calls_a_tool() -> None:
    block = {"type": "tool_use", "id": "c1", "name": "look", "input": {"q": "水"}}
    request = Request(USER, tools=[LOOK, WRITE], must_call="look", max_tokens=50)
    reply, received = ask([anthropic_reply(block, stop="tool_use")], request, provider="anthropic")
    assert reply == Reply("", SPENT, (ToolCall("c1", "look", '{"q": "水"}'),), "calls", "my:model")
    assert received[0].body["tool_choice"] == {"type": "tool", "name": "look"}


def test_anthropic_follows_a_schema() -> None:
    answer = anthropic_reply({"type": "text", "text": "{}"})
    _, received = ask([answer], Request(USER, schema=SCHEMA, max_tokens=50), provider="anthropic")
    assert received[0].body["output_config"]["format"]["schema"] == {**SCHEMA, "additionalProperties": False}


def test_google_gives_a_plain_reply() -> None:
    request = Request(USER, temperature=0.5, max_tokens=50, seed=3)
    reply, received = ask([google_reply({"text": "Hello"})], request, provider="google")
    assert reply == Reply("Hello", SPENT, model="my:model")
    assert received[0].path == "/v1/models/gemini-2.5-flash:generateContent"
    assert received[0].headers["x-goog-api-key"] == KEY
    assert received[0].body == {
        "contents": [{"role": "user", "parts": [{"text": "Say hello."}]}],
        "generationConfig": {
            "temperature": 0.5,
            "maxOutputTokens": 50,
            "seed": 3,
            "responseModalities": ["TEXT"],
        },
    }


def test_google_is_heard_piece_by_piece() -> None:
    heard: list[Piece] = []
    pieces: list[list[dict[str, Any]]] = [[{"text": "Hm.", "thought": True}], [{"text": "Hel"}], [{"text": "lo"}]]
    reply, received = ask([google_stream(pieces)], heard=heard, provider="google")
    assert reply == Reply("Hello", SPENT, model="my:model")
    assert heard == [ReasoningPiece("Hm."), TextPiece("Hel"), TextPiece("lo")]
    assert received[0].path == "/v1/models/gemini-2.5-flash:streamGenerateContent?alt=sse"


@pytest.mark.parametrize("heard", [None, []], ids=["plain", "heard"])
def test_google_calls_a_tool(heard: list[Piece] | None) -> None:
    part = {"functionCall": {"id": "c1", "name": "look", "args": {"q": "水"}}}
    answer = google_reply(part) if heard is None else google_stream([[part]])
    request = Request(USER, tools=[LOOK, WRITE], must_call="look")
    reply, received = ask([answer], request, heard=heard, provider="google")
    assert reply == Reply("", SPENT, (ToolCall("c1", "look", '{"q": "水"}'),), "calls", "my:model")
    assert received[0].body["toolConfig"]["functionCallingConfig"] == {
        "mode": "ANY",
        "allowedFunctionNames": ["look"],
    }
    assert heard in (None, [CallPiece(0, "look", '{"q": "水"}')])


def test_google_follows_a_schema() -> None:
    _, received = ask([google_reply({"text": "{}"})], Request(USER, schema=SCHEMA), provider="google")
    assert received[0].body["generationConfig"]["responseJsonSchema"] == {**SCHEMA, "title": "reply"}
