"""Converts messages, tools and stream events between Inkwright and pydantic-ai."""

import base64
import binascii
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic_ai.messages import (
    BinaryContent,
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    ModelResponsePart,
    ModelResponseStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    SystemPromptPart,
    TextPart,
    TextPartDelta,
    ThinkingPart,
    ThinkingPartDelta,
    ToolCallPart,
    ToolCallPartDelta,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.tools import ToolDefinition

from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.llm.models import CallPiece, Message, Piece, ReasoningPiece, TextPiece, Tool, ToolCall

_SYSTEM: Final = ("system", "developer")
_IMAGE = re.compile(r"data:(image/[\w.+-]+);base64,([^,]*)", re.IGNORECASE)
_MAX_SHOWN: Final = 60

MessageContent = str | BinaryContent


def adapter_messages(messages: Iterable[Message]) -> list[ModelMessage]:
    """Convert a conversation: all messages between two replies become one request with several parts."""
    names: dict[str, str] = {}
    conversation: list[ModelMessage] = []
    for message in messages:
        if message.get("role") == "assistant":
            calls = [_call(call) for call in message.get("tool_calls") or ()]
            names.update({call.tool_call_id: call.tool_name for call in calls})
            conversation.append(ModelResponse(parts=[*_text_parts(message), *calls]))
            continue
        if not conversation or not isinstance(conversation[-1], ModelRequest):
            conversation.append(ModelRequest(parts=[]))
        conversation[-1].parts = [*conversation[-1].parts, _request_part(message, names)]
    return conversation


def with_schema_text(messages: Iterable[Message], schema: Mapping[str, Any]) -> list[Message]:
    """Return the conversation with the schema in its last system message, or in a new first message."""
    copied = list(messages)
    instruction = f"Answer with JSON of this schema and nothing else: {json.dumps(dict(schema), ensure_ascii=False)}"
    for index in reversed(range(len(copied))):
        if copied[index].get("role") in _SYSTEM:
            content = _text(copied[index])
            copied[index] = {**copied[index], "content": f"{content}\n\n{instruction}" if content else instruction}
            return copied
    return [{"role": "system", "content": instruction}, *copied]


def adapter_tools(tools: Iterable[Tool]) -> list[ToolDefinition]:
    """Convert tools to the definitions of the engine."""
    return [
        ToolDefinition(name=tool.name, description=tool.description, parameters_json_schema=dict(tool.parameters))
        for tool in tools
    ]


def reply_text(response: ModelResponse) -> str:
    """Return the text for the user, without the model's reasoning."""
    return "".join(part.content for part in response.parts if isinstance(part, TextPart))


def reply_calls(response: ModelResponse) -> tuple[ToolCall, ...]:
    """Return the tool calls of a reply; the engine has added ids where they were missing."""
    parts = [part for part in response.parts if isinstance(part, ToolCallPart)]
    return tuple(ToolCall(part.tool_call_id, part.tool_name, _arguments(part.args) or "{}") for part in parts)


@dataclass(slots=True)
class PieceConverter:
    """Converts the events of one stream into pieces. Calls are numbered in the order in which they start."""

    _calls: dict[int, tuple[int, str]] = field(default_factory=dict)

    def of(self, event: ModelResponseStreamEvent) -> Piece | None:
        """Return the piece for an event; None if the event carries no content."""
        if isinstance(event, PartStartEvent):
            return self._first_piece(event.index, event.part)
        if not isinstance(event, PartDeltaEvent):
            return None
        delta = event.delta
        if isinstance(delta, TextPartDelta) and delta.content_delta:
            return TextPiece(delta.content_delta)
        if isinstance(delta, ThinkingPartDelta) and delta.content_delta:
            return ReasoningPiece(delta.content_delta)
        if isinstance(delta, ToolCallPartDelta) and delta.args_delta and event.index in self._calls:
            number, name = self._calls[event.index]
            return CallPiece(number, name, _arguments(delta.args_delta))
        return None

    def _first_piece(self, index: int, part: ModelResponsePart) -> Piece | None:
        if isinstance(part, TextPart) and part.content:
            return TextPiece(part.content)
        if isinstance(part, ThinkingPart) and part.content:
            return ReasoningPiece(part.content)
        if isinstance(part, ToolCallPart):
            self._calls[index] = (len(self._calls), part.tool_name)
            return CallPiece(*self._calls[index], _arguments(part.args))
        return None


def _arguments(arguments: str | Mapping[str, Any] | None) -> str:
    """Return the arguments as JSON; text written by the model stays unchanged."""
    if arguments is None or isinstance(arguments, str):
        return arguments or ""
    return json.dumps(arguments, ensure_ascii=False)


def _call(call: Mapping[str, Any]) -> ToolCallPart:
    """Convert a call in our format, or in OpenAI's with the function nested inside."""
    function = call.get("function") or call
    return ToolCallPart(
        tool_name=str(function.get("name", "")),
        args=_arguments(function.get("arguments")),
        tool_call_id=str(call.get("id", "")),
    )


def _text_parts(message: Message) -> list[TextPart]:
    """Return the text of a message as a part; empty text is left out, because some servers reject it."""
    text = _text(message)
    return [TextPart(content=text)] if text else []


def _request_part(message: Message, names: Mapping[str, str]) -> ModelRequestPart:
    role = message.get("role")
    if role in _SYSTEM:
        return SystemPromptPart(content=_text(message))
    if role == "user":
        return UserPromptPart(content=_contents(message))
    if role != "tool":
        raise InvalidOption(option="role", value=role, allowed=Reason("reason.llm.role"))
    id_ = str(message.get("tool_call_id", ""))
    name = str(message.get("name") or names.get(id_, ""))
    contents = _contents(message)
    return ToolReturnPart(
        tool_name=name, content=contents if isinstance(contents, str) else list(contents), tool_call_id=id_
    )


def _text(message: Message) -> str:
    contents = _contents(message)
    if isinstance(contents, str):
        return contents
    texts = [content for content in contents if isinstance(content, str)]
    if len(texts) < len(contents):
        raise InvalidOption(option="content", value=message.get("role"), allowed=Reason("reason.llm.image_role"))
    return "".join(texts)


def _contents(message: Message) -> str | Sequence[MessageContent]:
    content = message.get("content")
    if content is None or isinstance(content, str):
        return content or ""
    if not isinstance(content, Sequence):
        raise _invalid_content(content)
    return [_content(part) for part in content]


def _content(part: object) -> MessageContent:
    if isinstance(part, str):
        return part
    if isinstance(part, Mapping) and part.get("type") == "text":
        return str(part.get("text", ""))
    if isinstance(part, Mapping) and part.get("type") == "image_url":
        link = part.get("image_url")
        return _image(str(link.get("url", "")) if isinstance(link, Mapping) else str(link))
    raise _invalid_content(part)


def _image(url: str) -> BinaryContent:
    """Return the image inside a data: URL. Other URLs are rejected: nothing is fetched from the network."""
    match = _IMAGE.fullmatch(url)
    try:
        if match:
            return BinaryContent(data=base64.b64decode(match[2], validate=True), media_type=match[1].lower())
    except binascii.Error:
        pass
    raise InvalidOption(option="image_url", value=url[:_MAX_SHOWN], allowed=Reason("reason.llm.image_url"))


def _invalid_content(part: object) -> InvalidOption:
    return InvalidOption(option="content", value=str(part)[:_MAX_SHOWN], allowed=Reason("reason.llm.content"))
