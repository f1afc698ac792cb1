"""The engine behind the door: pydantic-ai runs model and tools against each other; nobody else in this room knows it.

The engine asks our model and sees whole replies; the person hears the pieces directly, through one listener. So text
that a fallen member of a chain began can be taken back, which the engine's own stream cannot do.
"""

import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any, Final

from pydantic_ai import Agent, ModelRetry, RunContext, ToolOutput, UsageLimits
from pydantic_ai import Tool as EngineTool
from pydantic_ai import ToolFailed as EngineToolFailed
from pydantic_ai.exceptions import UnexpectedModelBehavior, UsageLimitExceeded
from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    OutputToolResultEvent,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, DeltaToolCalls, FunctionModel
from pydantic_ai.run import AgentRunResult, AgentRunResultEvent

from inkwright.agent.boundary import Boundary, ToolBroke, ToolRefused
from inkwright.agent.desk import Desk
from inkwright.agent.finals import ENDINGS, Ending
from inkwright.agent.histories import own_json
from inkwright.agent.narrator import Narrator
from inkwright.agent.tools import AgentTool
from inkwright.conversation.shapes import sound
from inkwright.llm.models import Message, Reply, Request, Tool, Usage
from inkwright.parsing import Parsed
from inkwright.parsing.json_reply import decide

ENGINE_VERSION: Final = "pydantic-ai 2.66"


class NeverEnded(Exception):
    """The model did not come to an end that counts; `code` says in which way."""

    def __init__(self, code: str, problem: str) -> None:
        super().__init__(problem)
        self.code = code


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended, the engine's messages of the whole turn so far, as its own JSON, and what each call took."""

    ending: Ending
    messages: str
    usages: tuple[Usage, ...]


@dataclass(frozen=True, slots=True)
class Brief:
    """What a run is given: how to behave, what is said now, and the engine's JSON of what was said before: in earlier
    turns, and in this one.
    """

    instructions: str
    prompt: str | None
    earlier: str = ""
    own: str = ""

    def history(self) -> list[ModelMessage] | None:
        """All that was said before, in order."""
        parts = [ModelMessagesTypeAdapter.validate_json(part) for part in (self.earlier, self.own) if part]
        return [message for part in parts for message in part] or None


async def run_engine(desk: Desk, boundary: Boundary, narrator: Narrator, brief: Brief) -> Ended:
    """One run, to its end. Errors of the model pass as they are; a model that never ends is NeverEnded."""
    usages: list[Usage] = []
    agent: Agent[None, Any] = Agent(
        FunctionModel(stream_function=_asked(desk, narrator, usages)),
        instructions=brief.instructions,
        tools=[_tool(tool, boundary) for tool in desk.tools],
        output_type=[ToolOutput(shape, name=name) for name, shape in ENDINGS.items()],
        retries={"output": desk.limits.ending_retries, "tools": desk.limits.tool_retries},
    )
    limits = UsageLimits(request_limit=desk.limits.model_calls)
    try:
        async with agent.run_stream_events(
            brief.prompt, message_history=brief.history(), usage_limits=limits
        ) as events:
            result = await _consumed(events, narrator)
            return Ended(result.output, own_json(result.all_messages()), tuple(usages))
    except UsageLimitExceeded as problem:
        raise NeverEnded("too_many_steps", str(problem)) from problem
    except UnexpectedModelBehavior as problem:
        raise NeverEnded("never_finished", str(problem.__cause__ or problem)) from problem


async def _consumed(events: Any, narrator: Narrator) -> AgentRunResult[Any]:
    """The one consumer of the engine's events: a refused ending takes its text back, a result ends the run."""
    async for event in events:
        if isinstance(event, OutputToolResultEvent) and event.part.outcome != "success":
            narrator.retract()
        elif isinstance(event, AgentRunResultEvent):
            return event.result
    raise NeverEnded("never_finished", "the run ended without a result")


def answered(history: str, answer: str) -> str:
    """The history in which the person's answer is the result of what the model asked."""
    messages = ModelMessagesTypeAdapter.validate_json(history)
    for message in reversed(messages):
        for part in message.parts:
            if isinstance(part, ToolReturnPart) and part.tool_name == "ask_user":
                part.content = answer
                return own_json(messages)
    raise NeverEnded("never_finished", "the history holds no question")


def _asked(
    desk: Desk, narrator: Narrator, usages: list[Usage]
) -> Callable[[list[ModelMessage], AgentInfo], AsyncIterator[Any]]:
    async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str | DeltaToolCalls]:
        offered = [
            Tool(tool.name, tool.description or "", tool.parameters_json_schema)
            for tool in (*info.function_tools, *info.output_tools)
        ]
        narrator.listen()
        reply = await desk.model.reply(Request(_told(messages, info.instructions), tools=offered), narrator.hear)
        usages.append(reply.usage)
        if reply.calls:
            yield _calls(reply)
        else:
            yield sound(reply.text)

    return stream


def _calls(reply: Reply) -> DeltaToolCalls:
    """The calls of a reply, each with an id of its own: models repeat them."""
    calls: DeltaToolCalls = {}
    ids: set[str] = set()
    for index, call in enumerate(reply.calls):
        own = call.id if call.id and call.id not in ids else f"{call.id or 'call'}_{index}"
        ids.add(own)
        calls[index] = DeltaToolCall(call.name, _arguments(call.arguments), tool_call_id=own)
    return calls


def _arguments(written: str) -> str:
    """The arguments as strict JSON, where the ladder finds an object in them. What is none is left for the engine
    to refuse: nothing is guessed.
    """
    found = decide(written or "{}", None).result
    if isinstance(found, Parsed) and isinstance(found.value, dict):
        return sound(json.dumps(found.value, ensure_ascii=False))
    return sound(f"no JSON object: {written}")


def _tool(tool: AgentTool, boundary: Boundary) -> EngineTool[None]:
    async def function(context: RunContext[None], **arguments: Any) -> Any:
        try:
            return await boundary.call(tool, context.tool_call_id or "", arguments)
        except ToolRefused as problem:
            raise ModelRetry(str(problem)) from problem
        except ToolBroke as problem:
            raise EngineToolFailed(str(problem)) from problem

    schema = tool.input.model_json_schema()
    return EngineTool.from_schema(function, tool.name, tool.description, schema, takes_ctx=True)


def _told(messages: list[ModelMessage], instructions: str | None) -> list[Message]:
    """The engine's conversation as ours."""
    told: list[Message] = [{"role": "system", "content": instructions}] if instructions else []
    for message in messages:
        if isinstance(message, ModelResponse):
            told.append(_spoken(message))
        elif isinstance(message, ModelRequest):
            told += [part for each in message.parts if (part := _heard(each)) is not None]
    return told


def _spoken(message: ModelResponse) -> Message:
    words = "".join(part.content for part in message.parts if isinstance(part, TextPart))
    calls = [
        {"id": part.tool_call_id, "name": part.tool_name, "arguments": part.args_as_json_str()}
        for part in message.parts
        if isinstance(part, ToolCallPart)
    ]
    return {"role": "assistant", "content": words, **({"tool_calls": calls} if calls else {})}


def _heard(part: Any) -> Message | None:
    if isinstance(part, UserPromptPart):
        return {"role": "user", "content": part.content if isinstance(part.content, str) else str(part.content)}
    if isinstance(part, ToolReturnPart):
        content = part.content if isinstance(part.content, str) else json.dumps(part.content, ensure_ascii=False)
        return {"role": "tool", "tool_call_id": part.tool_call_id, "name": part.tool_name, "content": content}
    words = getattr(part, "content", None)
    return {"role": "user", "content": str(words)} if words else None
