"""Conversations reach every provider with the same content, and nothing is fetched from the network."""

import asyncio
import base64
from collections.abc import Sequence
from typing import Any

import pytest

from inkwright.errors import InvalidOption
from inkwright.llm.models import Message, Request
from tests.llm.fake_provider import FakeProvider, anthropic_reply, google_reply, openai_reply
from tests.llm.hosted_requests import ask, model_at

PIXEL = base64.b64encode(b"not really a pixel").decode()
IMAGE = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PIXEL}"}}
NESTED = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"q":"水"}'}}
FLAT = {"id": "c1", "name": "look", "arguments": '{"q":"水"}'}
WATER = [{"type": "text", "text": "water"}]
UNSIGNED = base64.b64encode(b"skip_thought_signature_validator").decode()
"""What Google expects when the reasoning for a call is not sent back."""

CONVERSATION: list[dict[str, Any]] = [
    {"role": "system", "content": "Be brief."},
    {"role": "system", "content": "Be kind."},
    {"role": "user", "content": "What is 水?"},
    {"role": "assistant", "content": "I look it up.", "tool_calls": [NESTED]},
    {"role": "tool", "tool_call_id": "c1", "content": "water"},
    {"role": "user", "content": [{"type": "text", "text": "And this?"}, IMAGE]},
    {"role": "assistant", "content": "A picture."},
    {"role": "user", "content": "Thanks."},
]
ANSWERS = {
    "openai-compatible": openai_reply("Hi"),
    "anthropic": anthropic_reply({"type": "text", "text": "Hi"}),
    "google": google_reply({"text": "Hi"}),
}


def sent(messages: Sequence[Message], provider: str = "openai-compatible") -> Any:
    """The body that a provider receives."""
    _, received = ask([ANSWERS[provider]], Request(messages, max_tokens=9), provider=provider)
    return received[0].body


def refusal(messages: Sequence[Message]) -> InvalidOption:
    """The error, after which nothing has been sent."""
    with FakeProvider([]) as server:
        with pytest.raises(InvalidOption) as caught:
            asyncio.run(model_at(server).reply(Request(messages)))
        assert server.received == []
    return caught.value


def test_a_conversation_reaches_an_openai_compatible_server_unchanged() -> None:
    assert sent(CONVERSATION)["messages"] == CONVERSATION


def test_our_way_to_write_a_call_and_openais_are_the_same() -> None:
    flat = [{**message, "tool_calls": [FLAT]} if "tool_calls" in message else message for message in CONVERSATION]
    assert sent(flat)["messages"] == CONVERSATION


def test_arguments_may_be_given_as_an_object() -> None:
    call = {"id": "c1", "name": "look", "arguments": {"q": "水"}}
    messages = [CONVERSATION[2], {**CONVERSATION[3], "tool_calls": [call]}, CONVERSATION[4]]
    assert sent(messages)["messages"] == CONVERSATION[2:5]


def test_a_conversation_reaches_anthropic() -> None:
    body = sent(CONVERSATION, "anthropic")
    assert body["system"] == "Be brief.\n\nBe kind."
    assert body["messages"] == [
        {"role": "user", "content": [{"type": "text", "text": "What is 水?"}]},
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "I look it up."},
                {"type": "tool_use", "id": "c1", "name": "look", "input": {"q": "水"}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "c1", "content": WATER, "is_error": False},
                {"type": "text", "text": "And this?"},
                {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}},
            ],
        },
        {"role": "assistant", "content": [{"type": "text", "text": "A picture."}]},
        {"role": "user", "content": [{"type": "text", "text": "Thanks."}]},
    ]


def test_a_conversation_reaches_google() -> None:
    body = sent(CONVERSATION, "google")
    assert [part["text"] for part in body["systemInstruction"]["parts"]] == ["Be brief.", "Be kind."]
    assert [(content["role"], content["parts"]) for content in body["contents"]] == [
        ("user", [{"text": "What is 水?"}]),
        (
            "model",
            [
                {"text": "I look it up."},
                {"functionCall": {"id": "c1", "name": "look", "args": {"q": "水"}}, "thoughtSignature": UNSIGNED},
            ],
        ),
        ("user", [{"functionResponse": {"id": "c1", "name": "look", "response": {"return_value": "water"}}}]),
        ("user", [{"text": "And this?"}, {"inlineData": {"data": PIXEL, "mime_type": "image/png"}}]),
        ("model", [{"text": "A picture."}]),
        ("user", [{"text": "Thanks."}]),
    ]


def test_the_answer_of_a_tool_may_name_the_tool_itself() -> None:
    messages = [
        {"role": "user", "content": "?"},
        {"role": "tool", "tool_call_id": "c9", "name": "read", "content": "x"},
    ]
    (turn,) = sent(messages, "google")["contents"]
    assert turn["parts"][1]["functionResponse"]["name"] == "read"


def test_parts_of_text_become_one_text_where_a_message_holds_one() -> None:
    parts = [{"type": "text", "text": "Be "}, "brief."]
    told = sent([{"role": "developer", "content": parts}, {"role": "user", "content": "?"}])["messages"]
    assert told == [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "?"}]


def test_an_empty_reply_in_the_conversation_is_left_out() -> None:
    messages = [
        {"role": "user", "content": "?"},
        {"role": "assistant", "content": ""},
        {"role": "user", "content": "!"},
    ]
    assert sent(messages)["messages"] == [messages[0], messages[2]]


@pytest.mark.parametrize(
    "url",
    [
        "https://example.com/cat.png",
        "http://127.0.0.1:1/cat.png",
        "file:///etc/passwd",
        "data:text/html;base64,PGI+",
        "data:image/png,raw",
        "data:image/png;base64,###",
        "",
    ],
)
def test_an_image_that_is_not_given_itself_is_refused_and_nothing_is_fetched(url: str) -> None:
    error = refusal([{"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]}])
    assert (error.fields["option"], error.fields["value"]) == ("image_url", url)


@pytest.mark.parametrize(
    "message",
    [
        {"role": "narrator", "content": "Once upon a time"},
        {"content": "who says this?"},
        {"role": "user", "content": 7},
        {"role": "user", "content": [7]},
        {"role": "user", "content": [{"type": "video", "url": "x"}]},
        {"role": "system", "content": [IMAGE]},
        {"role": "assistant", "content": [IMAGE]},
    ],
)
def test_an_invalid_message_is_refused(message: Message) -> None:
    assert isinstance(refusal([message]), InvalidOption)
