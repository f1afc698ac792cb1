"""Adapter to pydantic-ai: sends one request and converts the reply."""

from collections.abc import Mapping
from contextlib import AsyncExitStack, nullcontext, suppress
from dataclasses import dataclass, replace
from typing import Any, Final

import httpx2
from genai_prices import calc_price
from genai_prices.types import PriceCalculation
from openai.types.chat import ChatCompletion
from pydantic_ai.exceptions import UserError
from pydantic_ai.messages import ModelResponse, ModelResponseStreamEvent
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings

from inkwright.errors import ModelRefused, ReplyCut, ReplyMalformed
from inkwright.i18n import Reason
from inkwright.llm.adapter_errors import (
    ModelTarget,
    clean_problem,
    model_error,
    translate_errors,
)
from inkwright.llm.adapter_messages import (
    PieceConverter,
    adapter_messages,
    adapter_tools,
    reply_calls,
    reply_text,
    with_schema_text,
)
from inkwright.llm.http_client import close_responses
from inkwright.llm.models import (
    Abilities,
    CallPiece,
    Finish,
    PieceListener,
    Reply,
    Request,
    TextPiece,
    Usage,
    ignore_piece,
)
from inkwright.redaction import HIDDEN

_MIN_KEY_LENGTH: Final = 8


class LenientChatModel(OpenAIChatModel):
    """An OpenAI chat model that also accepts tool calls without an id; the engine adds one."""

    def _validate_completion(self, response: ChatCompletion) -> Any:
        for choice in response.choices or ():
            for call in choice.message.tool_calls or ():
                call.id = call.id or ""
        return super()._validate_completion(response)


@dataclass(frozen=True, slots=True)
class PydanticAIAdapter:
    """A pydantic-ai model with the connections it uses. `is_free`: its calls cost nothing."""

    model: Model[Any]
    http: httpx2.AsyncClient
    target: ModelTarget
    abilities: Abilities
    is_free: bool = False

    async def aclose(self) -> None:
        """Close the connections."""
        await self.http.aclose()

    async def ask(self, request: Request, hear: PieceListener) -> Reply:
        """Send one request. For a missing ability, put the schema into the prompt, or do not force a call."""
        for schema_in_prompt in (False, True) if self._follows(request.schema) else (True,):
            # Raised before anything is sent: the engine knows what the provider would reject.
            with suppress(UserError):
                return await self._answer(request, hear, schema_in_prompt=schema_in_prompt)
        try:
            return await self._answer(replace(request, must_call=None), hear, schema_in_prompt=True)
        except UserError as error:
            raise model_error(error, self.target) from None

    def _follows(self, schema: Mapping[str, Any] | None) -> bool:
        """Whether the model can be held to the schema.

        OpenAI accepts only schemas of objects; Anthropic leaves objects empty whose fields are not listed.
        """
        refused = {"openai": _is_not_object, "anthropic": _allows_extra_fields}.get(self.model.system)
        return self.abilities.can_follow_schema and not (schema and refused and refused(schema))

    async def _answer(self, request: Request, hear: PieceListener, *, schema_in_prompt: bool) -> Reply:
        if request.schema is not None and schema_in_prompt:
            messages_with_schema = with_schema_text(request.messages, request.schema)
            request = replace(request, messages=messages_with_schema, schema=None)
        if hear is not ignore_piece and self.abilities.can_stream:
            return await self._streamed(request, hear)
        question = self._question(request)
        # Anthropic streams a long reply even when a complete one is requested.
        was_streamed = self.model.system == "anthropic"
        async with close_responses() if was_streamed else nullcontext():
            with translate_errors(self.target):
                response = await self.model.request(*question)
        reply = self._reply(response, was_streamed=was_streamed)
        if reply.text:
            hear(TextPiece(reply.text))
        for index, call in enumerate(reply.calls):
            hear(CallPiece(index, call.name, call.arguments))
        return reply

    async def _streamed(self, request: Request, hear: PieceListener) -> Reply:
        question, pieces = self._question(request), PieceConverter()
        async with close_responses(), AsyncExitStack() as stack:
            with translate_errors(self.target):
                stream = await stack.enter_async_context(self.model.request_stream(*question))
            events = aiter(stream)
            while True:
                event: ModelResponseStreamEvent | None
                with translate_errors(self.target):
                    event = await anext(events, None)
                if event is None:
                    break
                if piece := pieces.of(event):
                    hear(piece)
            response = stream.get()
        return self._reply(response, was_streamed=True)

    def _missing_end_error(self, response: ModelResponse) -> ReplyCut | ReplyMalformed:
        """Return the error for a stream without an end: it was cut off, or it was never a reply."""
        if response.parts or response.provider_response_id:
            return ReplyCut(model=self.target.model, problem=Reason("reason.llm.stream_no_end"))
        return ReplyMalformed(model=self.target.model, problem=Reason("reason.llm.no_answer"))

    def _question(self, request: Request) -> tuple[list[Any], ModelSettings, ModelRequestParameters]:
        messages = adapter_messages(request.messages)
        parameters = ModelRequestParameters()
        settings: ModelSettings = {"max_retries": 0}
        if request.schema is not None:
            output = OutputObjectDefinition(json_schema=dict(request.schema), name="reply")
            parameters = ModelRequestParameters(output_mode="native", output_object=output)
        if request.tools and self.abilities.can_call_tools:
            parameters = replace(parameters, function_tools=adapter_tools(request.tools))
            if request.must_call is not None:
                settings["tool_choice"] = [request.must_call]
        if request.temperature is not None and not self._thinks():
            settings["temperature"] = request.temperature
        if request.max_tokens is not None:
            settings["max_tokens"] = request.max_tokens
        if request.seed is not None:
            settings["seed"] = request.seed
        if not request.may_think:
            settings["thinking"] = False
        return messages, settings, parameters

    def _thinks(self) -> bool:
        """Whether the engine knows that this model rejects a temperature. It would drop it with a warning."""
        profile: Mapping[str, Any] = self.model.profile
        if profile.get("anthropic_disallows_sampling_settings"):
            return True
        return bool(profile.get("openai_supports_reasoning") and profile.get("thinking_enabled_by_default"))

    def _reply(self, response: ModelResponse, *, was_streamed: bool) -> Reply:
        text = self._without_key(reply_text(response))
        calls = tuple(replace(call, arguments=self._without_key(call.arguments)) for call in reply_calls(response))
        details = response.provider_details or {}
        if was_streamed and not {"finish_reason", "block_reason", "refusal"} & details.keys():
            raise self._missing_end_error(response)
        if response.finish_reason == "content_filter":
            raise ModelRefused(model=self.target.model, problem=_refusal_reason(details, self.target.secret))
        if response.state != "complete":
            raise ReplyCut(model=self.target.model, problem=Reason("reason.llm.reply_state", state=response.state))
        finish_reason = details.get("finish_reason")
        if response.finish_reason == "error" or (not response.finish_reason and not response.parts):
            cause = clean_problem(str(finish_reason), self.target.secret) if finish_reason else ""
            problem = Reason("reason.llm.ended_with", ended=cause) if cause else Reason("reason.llm.no_answer")
            raise ReplyMalformed(model=self.target.model, problem=problem)
        finish: Finish = "calls" if calls else "stop"
        if response.finish_reason == "length":
            finish = "length"
        return Reply(text, self._usage(response), calls, finish, self.target.model)

    def _without_key(self, written: str) -> str:
        """Return what a server wrote without the key that it was sent: the reply is shown and stored."""
        key = self.target.secret
        return written.replace(key, HIDDEN) if key and len(key) >= _MIN_KEY_LENGTH else written

    def _usage(self, response: ModelResponse) -> Usage:
        return Usage(response.usage.input_tokens, response.usage.output_tokens, self._dollars(response))

    def _dollars(self, response: ModelResponse) -> float | None:
        """Return the price from the price list of the engine; None for models that are not on it."""
        if self.is_free:
            return 0.0
        try:
            return float(self._price(response).total_price)
        except (AssertionError, LookupError, ValueError):
            return None

    def _price(self, response: ModelResponse) -> PriceCalculation:
        """Look up the price at the provider: at an unknown address, the name of a model says nothing about it."""
        if self.model.system in ("openai", "anthropic", "google"):
            return response.cost()
        if response.usage.unmeasured_requests:
            raise ValueError("no tokens were counted")
        return calc_price(response.usage, response.model_name or "", provider_api_url=response.provider_url)


def _refusal_reason(details: Mapping[str, Any], secret: str | None) -> Reason | str:
    names = ("refusal", "block_reason_message", "block_reason", "finish_reason")
    reported = next((str(details[name]) for name in names if details.get(name)), None)
    return Reason("reason.llm.filtered") if reported is None else clean_problem(reported, secret)


def _is_not_object(schema: Mapping[str, Any]) -> bool:
    return schema.get("type") != "object"


def _allows_extra_fields(schema: object) -> bool:
    """Whether some object in the schema accepts fields that it does not list."""
    if isinstance(schema, Mapping):
        return bool(schema.get("additionalProperties")) or any(map(_allows_extra_fields, schema.values()))
    return isinstance(schema, list | tuple) and any(map(_allows_extra_fields, schema))
