"""Tool calls for models without tool support: the model writes an object with `tool` and `args`, or `final`."""

import dataclasses
import itertools
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from inkwright.i18n import language_of
from inkwright.llm.attempts import refusal_reason
from inkwright.llm.models import (
    Abilities,
    CallPiece,
    Message,
    Model,
    PieceListener,
    ReasoningPiece,
    Reply,
    Request,
    StartedOver,
    TextPiece,
    Tool,
    ToolCall,
    ignore_piece,
)
from inkwright.llm.schema_bounds import (
    LARGE_LIMITS,
    SMALL_LIMITS,
    SizeLimits,
    UnboundedSchema,
    bounded_schema,
    max_value_tokens,
)
from inkwright.llm.wrapped_models import WrappedModel
from inkwright.parsing import JsonStream, Parsed, TextCorrected, TextGrew
from inkwright.parsing.envelope import find_message
from inkwright.parsing.json_reply import parse_json_reply
from inkwright.parsing.schemas import Schema
from inkwright.prompts import load_prompt

_FINAL: Final = ("final",)
_SPARE_TOKENS: Final = 64


def with_tools(model: Model) -> Model:
    """Return the model itself if it can call tools, else a wrapper that emulates them."""
    return model if model.abilities.can_call_tools else ToolEmulatingModel(model)


class ToolEmulatingModel(WrappedModel):
    """A model that calls tools by writing an envelope. Requests without tools pass through."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self._numbers = itertools.count(1)

    @property
    def abilities(self) -> Abilities:
        """The abilities of the wrapped model, and tools."""
        return dataclasses.replace(self._model.abilities, can_call_tools=True)

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        if not request.tools:
            return await self._model.reply(
                dataclasses.replace(request, messages=_calls_as_text(request.messages)), hear
            )
        schema = envelope_schema(request, SMALL_LIMITS if self._model.abilities.is_weak else LARGE_LIMITS)
        envelope_request = self._envelope_request(request, schema)
        listener = _FinalListener(self.name, hear)
        reply = await self._model.reply(envelope_request, listener.hear)
        if request.must_call is None and _asks_person(reply.text):
            listener.send_rest(reply.text)
            return dataclasses.replace(reply, calls=())
        found = parse_json_reply(reply.text or "", Schema(schema)).result
        if not isinstance(found, Parsed):
            reply.refuse(refusal_reason(found))
            second = await self._repair(envelope_request, reply, found.feedback)
            reply = dataclasses.replace(second, usage=reply.usage + second.usage)
            found = parse_json_reply(reply.text or "", Schema(schema)).result
        if not isinstance(found, Parsed):
            listener.send_rest(reply.text or "")
            return dataclasses.replace(reply, text=reply.text or "", calls=())
        return self._open_envelope(found.value, reply, listener, hear)

    def _envelope_request(self, request: Request, schema: dict[str, Any]) -> Request:
        messages = _calls_as_text(request.messages)
        contract = _tool_contract(request.tools, language_of(str(messages)))
        limit = request.max_tokens or max_value_tokens(schema) + _SPARE_TOKENS
        return Request(
            [{"role": "system", "content": contract}, *messages],
            request.temperature,
            limit,
            schema,
            seed=request.seed,
            purpose=request.purpose,
            subject=request.subject,
            way=request.way or "tools",
        )

    async def _repair(self, envelope_request: Request, reply: Reply, feedback: str) -> Reply:
        """Ask again at temperature 0, with the feedback."""
        turns = [{"role": "assistant", "content": reply.text}, {"role": "user", "content": feedback}]
        return await self._model.reply(
            dataclasses.replace(
                envelope_request, messages=[*envelope_request.messages, *turns], temperature=0, way="repair"
            )
        )

    def _open_envelope(
        self, envelope: dict[str, Any], reply: Reply, listener: "_FinalListener", hear: PieceListener
    ) -> Reply:
        # A reply that was cut at its length limit stays cut, unless its JSON is complete already.
        is_cut = reply.finish == "length" and not _is_complete_json(reply.text)
        if "final" in envelope:
            listener.send_rest(envelope["final"])
            return dataclasses.replace(reply, text=envelope["final"], finish="length" if is_cut else "stop")
        arguments = json.dumps(envelope["args"], ensure_ascii=False)
        call = ToolCall(f"call_{next(self._numbers)}", envelope["tool"], arguments)
        hear(CallPiece(0, call.name, call.arguments))
        return dataclasses.replace(reply, text="", calls=(call,), finish="length" if is_cut else "calls")


def _is_complete_json(written: str) -> bool:
    try:
        json.loads(written)
    except (ValueError, RecursionError):
        return False
    return True


def _asks_person(written: str | None) -> bool:
    """Whether a reply has valid requests to the person, or an answer, in the format of structured messages.

    The agent reads them from the text, with the words around them; asking the model to write them differently may lose
    them.
    """
    message = find_message(written)
    return message is not None and not message.is_late and message.problem is None


def envelope_schema(request: Request, limits: SizeLimits) -> dict[str, Any]:
    """Return the schema of the envelope: a call or the final text; with `must_call`, only that call."""
    tools = [tool for tool in request.tools if request.must_call in (None, tool.name)]
    options = [
        _object_schema({"tool": {"const": tool.name}, "args": _arguments_schema(tool, limits)}) for tool in tools
    ]
    if request.must_call is None:
        options.append(
            _object_schema({"final": {"type": "string", "minLength": 1, "maxLength": limits.characters * 4}})
        )
    return {"anyOf": options}


def _arguments_schema(tool: Tool, limits: SizeLimits) -> dict[str, Any]:
    """Return the schema of a tool's arguments; any object, if it cannot be bounded."""
    try:
        schema = bounded_schema(tool.parameters, limits)
    except UnboundedSchema:
        return {"type": "object"}
    return schema if schema.get("type") == "object" else {"type": "object"}


def _object_schema(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _tool_contract(tools: Sequence[Tool], language: str) -> str:
    """Describe the tools with names, purposes and parameters, without an example: it would be copied."""
    listed = "\n".join(
        f"- {tool.name}: {tool.description} {json.dumps(_parameter_notes(tool.parameters))}" for tool in tools
    )
    return load_prompt("inkwright.llm", "tool_contract", language).replace("{tools}", listed)


def _parameter_notes(parameters: Mapping[str, Any]) -> dict[str, str]:
    properties: Mapping[str, Any] = parameters.get("properties", {})
    return {name: str(inner.get("description") or inner.get("type", "")) for name, inner in properties.items()}


def _calls_as_text(messages: Sequence[Message]) -> list[Message]:
    """Convert calls and their results to text, for a model without tools."""
    names: dict[str, str] = {}
    converted: list[Message] = []
    for message in messages:
        calls = message.get("tool_calls") or ()
        for call in calls:
            names[call["id"]] = call["name"]
            envelope = {"tool": call["name"], "args": _parsed_arguments(call["arguments"])}
            converted.append({"role": "assistant", "content": json.dumps(envelope, ensure_ascii=False)})
        if message["role"] == "tool":
            name = names.get(str(message.get("tool_call_id")), "tool")
            converted.append({"role": "user", "content": f"[{name}] {message.get('content', '')}"})
        elif message.get("content"):
            converted.append({"role": message["role"], "content": message["content"]})
    return converted


def _parsed_arguments(arguments: str) -> Any:
    try:
        return json.loads(arguments)
    except ValueError:
        return arguments


class _FinalListener:
    """Listens to the envelope and passes on only the text inside `final`."""

    def __init__(self, name: str, hear: PieceListener) -> None:
        self._name = name
        self._hear = hear
        self._stream = JsonStream()
        self._sent = ""

    def hear(self, piece: Any) -> None:
        """Add a piece of the envelope."""
        if isinstance(piece, ReasoningPiece):
            self._hear(piece)
            return
        if not isinstance(piece, TextPiece):
            self._stream, self._sent = JsonStream(), ""
            self._hear(piece)
            return
        for event in self._stream.feed(piece.text):
            if isinstance(event, TextGrew) and event.path == _FINAL:
                self._sent += event.text
                self._hear(TextPiece(event.text))
            elif isinstance(event, TextCorrected) and event.path == _FINAL:
                self.send_rest(event.text)

    def send_rest(self, whole: str) -> None:
        """Send the rest of the text; if the text sent so far was wrong, start over and send all of it."""
        if not whole.startswith(self._sent):
            self._hear(StartedOver(self._name, "corrected"))
            self._sent = ""
        if rest := whole[len(self._sent) :]:
            self._hear(TextPiece(rest))
        self._sent = whole
