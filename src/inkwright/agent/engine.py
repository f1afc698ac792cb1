"""The engine behind the door: pydantic-ai runs model and tools against each other; nobody else in this room knows it.

The engine asks our model and sees whole replies; the person hears the pieces directly, through one listener. So text
that a fallen member of a chain began can be taken back, which the engine's own stream cannot do.
"""

import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

import pydantic_ai
from pydantic import BaseModel
from pydantic_ai import (
    Agent,
    CallDeferred,
    DeferredToolRequests,
    DeferredToolResults,
    FunctionToolset,
    ModelRetry,
    RunContext,
    ToolOutput,
    UsageLimits,
)
from pydantic_ai import Tool as EngineTool
from pydantic_ai import ToolFailed as EngineToolFailed
from pydantic_ai.exceptions import UnexpectedModelBehavior
from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    OutputToolResultEvent,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, DeltaToolCalls, FunctionModel
from pydantic_ai.run import AgentRunResult, AgentRunResultEvent

from inkwright.agent.boundary import Boundary, ToolAsks, ToolBroke, ToolRefused
from inkwright.agent.desk import Limits
from inkwright.agent.finals import ENDINGS, MOST_ANSWER, Ending, Reply
from inkwright.agent.histories import own_json, spoken_message
from inkwright.agent.narrator import Narrator
from inkwright.agent.paths import Path, tool_called
from inkwright.agent.spoken import Broken, SpokenAnswer, SpokenRequest, spoken_request
from inkwright.agent.tools import AgentTool
from inkwright.conversation.events import Warned
from inkwright.conversation.shapes import sound
from inkwright.i18n import Language, text
from inkwright.llm.models import Message, Model, Request, Tool, Usage
from inkwright.llm.models import Reply as ModelReply
from inkwright.parsing import Parsed
from inkwright.parsing.json_reply import decide
from inkwright.parsing.thinking import without_thinking

# At a terminal the engine would greet people with a word about itself.
pydantic_ai.BANNER_ENABLED = False

ENGINE_VERSION: Final = "pydantic-ai 2.66"


class NeverEnded(Exception):
    """The model did not come to an end that counts; `code` says in which way."""

    def __init__(self, code: str, problem: str) -> None:
        super().__init__(problem)
        self.code = code


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended, the engine's messages of the whole turn so far, as its own JSON, and what each call took.

    `ending` is None where tools want something of the person.
    """

    ending: Ending | None
    messages: str
    usages: tuple[Usage, ...]


@dataclass(frozen=True, slots=True)
class Brief:
    """What a run is given: how to behave, what is said now, and the engine's JSON of what was said before: in earlier
    turns, and in this one. `answers` are what the person said to the calls that wanted something of them.
    """

    instructions: str
    prompt: str | None
    earlier: str = ""
    own: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)

    def history(self) -> list[ModelMessage] | None:
        """All that was said before, in order."""
        parts = [ModelMessagesTypeAdapter.validate_json(part) for part in (self.earlier, self.own) if part]
        return [message for part in parts for message in part] or None


@dataclass(frozen=True, slots=True)
class Run:
    """Who works in a run: the model, the tools on their path, their boundary, and who tells the person.

    `repairs` are the requests in writing that could not be read: one is asked for again, the next is shown as it is.
    """

    model: Model
    path: Path
    boundary: Boundary
    narrator: Narrator
    limits: Limits
    language: Language
    usages: list[Usage] = field(default_factory=list)
    repairs: list[str] = field(default_factory=list)


async def run_engine(run: Run, brief: Brief) -> Ended:
    """One run, to its end. Errors of the model pass as they are; a model that never ends is NeverEnded."""
    given = DeferredToolResults(calls=dict(brief.answers)) if brief.answers else None
    try:
        async with _agent().run_stream_events(
            brief.prompt,
            deps=run,
            model=FunctionModel(stream_function=_asked(run)),
            instructions=brief.instructions,
            toolsets=[FunctionToolset([_tool(tool, run.boundary) for tool in run.path.tools])],
            retries={"output": run.limits.ending_retries, "tools": run.limits.tool_retries},
            message_history=brief.history(),
            deferred_tool_results=given,
            usage_limits=UsageLimits(request_limit=None),
        ) as events:
            result = await _consumed(events, run.narrator)
            ending = _ending(result.output)
            return Ended(ending, own_json(result.all_messages()), tuple(run.usages))
    except UnexpectedModelBehavior as problem:
        raise NeverEnded("never_finished", str(problem.__cause__ or problem)) from problem


@cache
def _agent() -> Agent[Run, Any]:
    """The engine's agent, one for all runs: what each of them brings is given to it with the run."""
    endings = [ToolOutput(shape, name=name) for name, shape in ENDINGS.items()]
    agent: Agent[Run, Any] = Agent(deps_type=Run, output_type=[str, DeferredToolRequests, *endings])
    agent.output_validator(_counted)
    return agent


def _counted(context: RunContext[Run], output: Any) -> Any:
    """The output, if it counts as an end; else the model is told what to do instead."""
    run = context.deps
    if isinstance(output, str):
        broken = spoken_request(output)
        if isinstance(broken, Broken) and not run.repairs:
            run.repairs.append(broken.reason)
            raise ModelRetry(f"{broken.feedback}\n{broken.example}")
        if not run.path.is_chat:
            raise ModelRetry(text(run.language, "turn.must_end"))
        if isinstance(broken, Broken):
            run.boundary.voice.say(Warned(code="unread_request", message=text(run.language, "turn.unread")))
    return output


def _ending(output: Any) -> Ending | None:
    """Plain text is an answer; what tools want of the person is no ending of the model's."""
    if isinstance(output, DeferredToolRequests):
        return None
    return Reply(message=without_thinking(output).strip()[:MOST_ANSWER]) if isinstance(output, str) else output


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


def _asked(run: Run) -> Callable[[list[ModelMessage], AgentInfo], AsyncIterator[Any]]:
    async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str | DeltaToolCalls]:
        is_chat = run.path.is_chat
        endings = [] if is_chat else info.output_tools
        offered = [
            Tool(tool.name, tool.description or "", tool.parameters_json_schema)
            for tool in (*(tool for tool in info.function_tools if run.path.offers(tool.name)), *endings)
        ]
        run.narrator.listen(hears_text=is_chat)
        request = Request(_told(messages, info.instructions), tools=offered, may_think=is_chat)
        reply = await run.model.reply(request, run.narrator.hear)
        run.usages.append(reply.usage)
        spoken = None if reply.calls else spoken_request(reply.text, f"spoken_{len(run.usages)}")
        if isinstance(spoken, SpokenRequest):
            reply = replace(reply, calls=(spoken.call,))
        if reply.calls:
            calls = _calls(reply, run.path.tools)
            run.boundary.refuse([str(call.tool_call_id) for call in calls.values()][run.limits.tools_at_once :])
            yield calls
        else:
            yield sound(spoken.text if isinstance(spoken, SpokenAnswer) else reply.text)

    return stream


def _calls(reply: ModelReply, tools: Sequence[AgentTool]) -> DeltaToolCalls:
    """The calls of a reply, each with an id of its own, because models repeat them, and under the tool's own name."""
    calls: DeltaToolCalls = {}
    ids: set[str] = set()
    for index, call in enumerate(reply.calls):
        own = call.id if call.id and call.id not in ids else f"{call.id or 'call'}_{index}"
        ids.add(own)
        meant, arguments = tool_called(tools, call.name), _arguments(call.arguments)
        if meant is not None and meant.read is not None and isinstance(arguments, dict):
            arguments = meant.read(arguments, call.name)
        written = json.dumps(arguments, ensure_ascii=False) if isinstance(arguments, dict) else arguments
        calls[index] = DeltaToolCall(meant.name if meant else call.name, sound(written), tool_call_id=own)
    return calls


def _arguments(written: str) -> dict[str, Any] | str:
    """The arguments, where the ladder finds an object in them. What is none is left for the engine to refuse:
    nothing is guessed.
    """
    found = decide(written or "{}", None).result
    if isinstance(found, Parsed) and isinstance(found.value, dict):
        return found.value
    return f"no JSON object: {written}"


def _tool(tool: AgentTool, boundary: Boundary) -> EngineTool[Run]:
    async def function(context: RunContext[Run], **arguments: Any) -> Any:
        try:
            return await boundary.call(tool, context.tool_call_id or "", arguments)
        except ToolRefused as problem:
            raise ModelRetry(str(problem)) from problem
        except ToolBroke as problem:
            raise EngineToolFailed(str(problem)) from problem
        except ToolAsks as problem:
            raise CallDeferred from problem

    schema = json.loads(_schema_of(tool.input))
    return EngineTool.from_schema(function, tool.name, tool.description, schema, takes_ctx=True)


@cache
def _schema_of(shape: type[BaseModel]) -> str:
    """What a tool takes, as JSON. Making it costs more than all else before a run, and it never changes."""
    return json.dumps(shape.model_json_schema())


def _told(messages: list[ModelMessage], instructions: str | None) -> list[Message]:
    """The engine's conversation as ours."""
    told: list[Message] = [{"role": "system", "content": instructions}] if instructions else []
    for message in messages:
        if isinstance(message, ModelResponse):
            told.append(spoken_message(message))
        elif isinstance(message, ModelRequest):
            told += [part for each in message.parts if (part := _heard(each)) is not None]
    return told


def _heard(part: Any) -> Message | None:
    if isinstance(part, UserPromptPart):
        return {"role": "user", "content": part.content if isinstance(part.content, str) else str(part.content)}
    if isinstance(part, ToolReturnPart):
        content = part.content if isinstance(part.content, str) else json.dumps(part.content, ensure_ascii=False)
        return {"role": "tool", "tool_call_id": part.tool_call_id, "name": part.tool_name, "content": content}
    words = getattr(part, "content", None)
    return {"role": "user", "content": str(words)} if words else None
