"""The only module that knows pydantic-ai: it runs a model and its tools until the run ends."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any, Final

import pydantic_ai
from pydantic import BaseModel
from pydantic_ai import (
    Agent,
    CallDeferred,
    DeferredToolRequests,
    DeferredToolResults,
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

from inkwright.agent.ending_words import has_visible_text
from inkwright.agent.endings import ENDINGS, MAX_ANSWER, Ending, GiveAnswer
from inkwright.agent.history import copied, reply_message, turn_json
from inkwright.agent.quoted_requests import Occasion
from inkwright.agent.services import TurnLimits
from inkwright.agent.streaming import ReplyStream
from inkwright.agent.text_requests import (
    UI_REQUEST,
    BrokenRequest,
    TextAnswer,
    TextRequest,
    late_request,
    parse_text_request,
    words_around,
)
from inkwright.agent.tool_offer import ToolOffer, tool_by_alias
from inkwright.agent.tool_runner import ToolCallRejected, ToolExecutionError, ToolNeedsAnswer, ToolRunner
from inkwright.agent.tools import AgentTool
from inkwright.conversation.events import Warned
from inkwright.conversation.shapes import clean_text
from inkwright.i18n import Language, language_of, text
from inkwright.llm.models import CallVerdict, Message, Model, Request, Tool, ToolCall, Usage
from inkwright.llm.models import Reply as ModelReply
from inkwright.parsing import Parsed
from inkwright.parsing.json_reply import parse_json_reply
from inkwright.parsing.thinking import without_thinking
from inkwright.threads import MAX_INLINE, run_by_size

# At a terminal the engine would print a banner.
pydantic_ai.BANNER_ENABLED = False

ENGINE_VERSION: Final = "pydantic-ai 2.66"
_MAX_TOOLS: Final = 256


class RunNeverEnded(Exception):
    """The model did not reach a valid ending; `code` says how it failed."""

    def __init__(self, code: str, problem: str) -> None:
        super().__init__(problem)
        self.code = code


@dataclass(frozen=True, slots=True)
class RunResult:
    """How a run ended, the engine's messages of the whole turn so far as its own JSON, and the replies of the model.

    `ending` is None if tools have questions for the person; `words` is what the model wrote around its request. What
    becomes of the last reply, whoever verifies the ending reports with `close`.
    """

    ending: Ending | None
    messages: str
    replies: tuple[ModelReply, ...]
    words: str = ""

    @property
    def usages(self) -> tuple[Usage, ...]:
        """The usage of each call."""
        return tuple(reply.usage for reply in self.replies)

    def close(self, refusal: str | None) -> None:
        """Report to the log whether the ending, or a sentence of it, was refused, and why."""
        for reply in self.replies[-1:]:
            if refusal is None:
                reply.accept()
            else:
                reply.refuse(refusal)


@dataclass(frozen=True, slots=True)
class RunInput:
    """What a run starts with: the prompt, and `own`, the earlier messages of its turn as the engine's JSON.

    `answers` are the person's answers to tool calls that asked something.
    """

    prompt: str | None
    own: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)

    def history(self) -> list[ModelMessage] | None:
        """Return the earlier messages of the turn."""
        return ModelMessagesTypeAdapter.validate_json(self.own) or None if self.own else None


Instruct = Callable[[], Awaitable[str]]


@dataclass(frozen=True, slots=True)
class EngineRun:
    """The parts of a run: the model, the tools it is offered, their runner, and the stream of the reply. `instruct`
    returns the instructions; it is asked before each call of the model, because a tool may have changed what they say.
    `said` is the message of the person. `prior` are the messages of earlier turns. Only the model gets them: the engine
    would go over each of them dozens of times in every step.

    `repairs` are the text requests that could not be parsed. The model is asked to repeat the first one; the next one
    is left out, with a notice. `words` is the text around the requests of the last reply. `cuts` are the numbers of the
    replies with calls that were cut at the length limit.
    """

    model: Model
    offer: ToolOffer
    tool_runner: ToolRunner
    reply_stream: ReplyStream
    limits: TurnLimits
    language: Language
    instruct: Instruct
    prior: Sequence[Message] = ()
    said: str = ""
    replies: list[ModelReply] = field(default_factory=list)
    repairs: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    cuts: list[int] = field(default_factory=list)

    @property
    def can_ask(self) -> bool:
        """Whether the person can be asked with a form."""
        return any(tool.name == UI_REQUEST for tool in self.offer.tools)

    @property
    def occasion(self) -> Occasion:
        """What the replies are about; in a chat a text may be the answer."""
        return Occasion(self.said, makes_files=not self.offer.is_chat)


async def run_engine(run: EngineRun, run_input: RunInput) -> RunResult:
    """Run to the end. Errors of the model pass unchanged; a model that never ends its run raises RunNeverEnded."""
    # The agent's own tools are replaced: with a second set, the engine starts more tasks in each step.
    tools = [_engine_tool(tool) for tool in run.offer.tools]
    try:
        with _agent().override(tools=tools):
            return await _run_agent(run, run_input)
    except UnexpectedModelBehavior as problem:
        reason = str(problem.__cause__ or problem)
        _close_last_reply(run, CallVerdict("refused", reason))
        raise RunNeverEnded("never_finished", reason) from problem
    except asyncio.CancelledError:
        _close_last_reply(run, CallVerdict("cancelled"))
        raise


async def _run_agent(run: EngineRun, run_input: RunInput) -> RunResult:
    given = DeferredToolResults(calls=dict(run_input.answers)) if run_input.answers else None
    async with _agent().run_stream_events(
        run_input.prompt,
        deps=run,
        model=FunctionModel(stream_function=_model_function(run)),
        instructions=_instructions,
        retries={"output": run.limits.ending_retries, "tools": run.limits.tool_retries},
        message_history=run_input.history(),
        deferred_tool_results=given,
        usage_limits=UsageLimits(request_limit=None),
    ) as events:
        result = await _agent_result(events, run.reply_stream)
        output = result.output
        ending = await run_by_size(len(output) if isinstance(output, str) else 0, _ending_from, output)
        words = "".join(run.words) if ending is None else ""
        return RunResult(ending, turn_json(result.all_messages()), tuple(run.replies), words)


async def _instructions(context: RunContext[EngineRun]) -> str:
    return await context.deps.instruct()


def _close_last_reply(run: EngineRun, verdict: CallVerdict) -> None:
    for reply in run.replies[-1:]:
        reply.on_verdict(verdict)


def _verdict_of_last_reply(messages: Sequence[ModelMessage]) -> CallVerdict:
    """Return what the engine made of the last reply, from what it answers: results of tools, or why it needs another.

    Within a run, the engine has nothing else to say.
    """
    for part in messages[-1].parts if messages else ():
        if not isinstance(part, ToolReturnPart) or part.outcome == "retried":
            return CallVerdict("refused", str(getattr(part, "content", "")))
    return CallVerdict("accepted")


@cache
def _agent() -> Agent[EngineRun, Any]:
    """Return the engine's agent. There is one for all runs; what differs between runs is passed to each."""
    endings = [ToolOutput(shape, name=name) for name, shape in ENDINGS.items()]
    agent: Agent[EngineRun, Any] = Agent(deps_type=EngineRun, output_type=[str, DeferredToolRequests, *endings])
    agent.output_validator(_accepted_output)
    return agent


async def _accepted_output(context: RunContext[EngineRun], output: Any) -> Any:
    """Return the output if it is a valid ending; else tell the model what to do instead.

    A structured message inside the words of an ending is read as well: the person never sees its JSON.
    """
    run = context.deps
    if run.cuts and run.cuts[-1] == len(run.replies):
        raise ModelRetry(text(run.language, "turn.call_cut"))
    written = output if isinstance(output, str) else getattr(output, "message", "")
    if isinstance(output, str) and not await run_by_size(len(output), _has_words, output):
        raise ModelRetry(text(run.language, "feedback.think.empty"))
    found = await run_by_size(len(written), _request_in, written, run.occasion)
    broken = _unusable(found)
    if broken is not None:
        run.repairs.append(broken.reason)
        if len(run.repairs) == 1:
            raise ModelRetry(f"{broken.feedback}\n{broken.example}")
        if len(run.repairs) == 2:
            run.tool_runner.sink.emit(Warned(code="unread_request", message=text(run.language, "turn.unread")))
    if isinstance(output, str) and not run.offer.is_chat:
        raise ModelRetry(text(run.language, "turn.must_end"))
    if broken is not None:
        return _with_message(output, broken.words or text(run.language, "turn.unread_answer"))
    return _with_message(output, found.text) if isinstance(found, TextAnswer) else output


def _has_words(output: str) -> bool:
    return has_visible_text(without_thinking(output))


def _request_in(written: str, occasion: Occasion) -> TextRequest | TextAnswer | BrokenRequest | None:
    return parse_text_request(written, occasion=occasion) or late_request(written, occasion)


def _unusable(found: TextRequest | TextAnswer | BrokenRequest | None) -> BrokenRequest | None:
    """Return what is wrong with a written request that cannot be opened; a valid one gets here if no form can open."""
    if isinstance(found, TextRequest):
        return BrokenRequest("not_called", *_call_instead(found), words=found.plain)
    return found if isinstance(found, BrokenRequest) else None


def _call_instead(found: TextRequest) -> tuple[str, str]:
    feedback = text(language_of(found.plain), "feedback.spoken", problem="", tool=UI_REQUEST).strip()
    return feedback, found.call.arguments


def _with_message(output: Any, message: str) -> Any:
    return message if isinstance(output, str) else output.model_copy(update={"message": message})


def _ending_from(output: Any) -> Ending | None:
    """Return the ending. Plain text is an answer; questions of tools are not an ending."""
    if isinstance(output, DeferredToolRequests):
        return None
    return GiveAnswer(message=without_thinking(output).strip()[:MAX_ANSWER]) if isinstance(output, str) else output


async def _agent_result(events: Any, reply_stream: ReplyStream) -> AgentRunResult[Any]:
    """Consume the engine's events: a refused ending retracts its text, a result ends the run."""
    async for event in events:
        if isinstance(event, OutputToolResultEvent) and event.part.outcome != "success":
            reply_stream.retract()
        elif isinstance(event, AgentRunResultEvent):
            return event.result
    raise RunNeverEnded("never_finished", "the run ended without a result")


def history_with_answer(history: str, answer: str) -> str:
    """Return the history with the person's answer as the result of the model's question."""
    messages = ModelMessagesTypeAdapter.validate_json(history)
    for message in reversed(messages):
        for part in message.parts:
            if isinstance(part, ToolReturnPart) and part.tool_name == "ask_user":
                part.content = answer
                return turn_json(messages)
    raise RunNeverEnded("never_finished", "the history holds no question")


def history_with_note(history: str, note: str) -> str:
    """Return the history with a note of the program at its end, for later turns that are given these messages."""
    messages = ModelMessagesTypeAdapter.validate_json(history)
    return turn_json([*messages, ModelRequest(parts=[UserPromptPart(note)])])


def _model_function(run: EngineRun) -> Callable[[list[ModelMessage], AgentInfo], AsyncIterator[Any]]:
    async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str | DeltaToolCalls]:
        is_chat = run.offer.is_chat
        run.reply_stream.listen(hears_text=is_chat)
        _close_last_reply(run, _verdict_of_last_reply(messages))
        reply = await run.model.reply(_request(run, messages, info), run.reply_stream.hear)
        run.replies.append(reply)
        size = _reply_size(reply)
        found = await run_by_size(size, _written_message, run, reply)
        asked = found if isinstance(found, TextRequest) else None
        if reply.finish == "length" and (reply.calls or found or not is_chat):
            # A cut call may say something else than its beginning: it is never carried out.
            run.cuts.append(len(run.replies))
            async for words in _text_pieces(clean_text(reply.text or "") or "…"):
                yield words
            return
        if reply.finish == "length":
            run.tool_runner.sink.emit(Warned(code="answer_cut", message=text(run.language, "turn.answer_cut")))
        run.words[:] = [asked.words if asked else await run_by_size(size, _shown_words, reply, run.occasion)]
        if asked is not None:
            reply = replace(reply, calls=asked.calls)
            if asked.words:
                yield clean_text(asked.words)
        elif isinstance(found, TextAnswer) and not is_chat:
            reply = replace(reply, calls=(_answer_call(found, f"spoken_{len(run.replies)}"),))
        async for piece in _reply_pieces(run, reply):
            yield piece

    return stream


async def _reply_pieces(run: EngineRun, reply: ModelReply) -> AsyncIterator[str | DeltaToolCalls]:
    """Yield the calls of a reply, or its text."""
    if not reply.calls:
        async for piece in _text_pieces(clean_text(reply.text or "")):
            yield piece
        return
    calls = await run_by_size(_reply_size(reply), _tool_calls, reply, run.offer.tools)
    run.tool_runner.refuse([str(call.tool_call_id) for call in calls.values()][run.limits.tools_at_once :])
    async for call_pieces in _call_pieces(calls):
        yield call_pieces


def _reply_size(reply: ModelReply) -> int:
    return len(reply.text or "") + sum(len(call.arguments) for call in reply.calls)


def _shown_words(reply: ModelReply, occasion: Occasion) -> str:
    return words_around(without_thinking(reply.text or "").strip(), occasion)


async def _text_pieces(written: str) -> AsyncIterator[str]:
    """Yield a text in pieces: the engine counts the words of each at once."""
    for start in range(0, max(len(written), 1), MAX_INLINE):
        yield written[start : start + MAX_INLINE]
        await asyncio.sleep(0)


async def _call_pieces(calls: DeltaToolCalls) -> AsyncIterator[DeltaToolCalls]:
    """Yield the calls, and then the rest of long arguments in pieces, as `_text_pieces` does."""
    yield {index: replace(call, json_args=(call.json_args or "")[:MAX_INLINE]) for index, call in calls.items()}
    for index, call in calls.items():
        async for piece in _text_pieces((call.json_args or "")[MAX_INLINE:]):
            if piece:
                yield {index: DeltaToolCall(json_args=piece)}


def _request(run: EngineRun, messages: list[ModelMessage], info: AgentInfo) -> Request:
    is_chat = run.offer.is_chat
    endings = [] if is_chat else info.output_tools
    offered = [
        Tool(tool.name, tool.description or "", tool.parameters_json_schema)
        for tool in (*(tool for tool in info.function_tools if run.offer.offers(tool.name)), *endings)
    ]
    return Request(
        [*_system_messages(info.instructions), *map(copied, run.prior), *_model_messages(messages)],
        tools=offered,
        may_think=is_chat,
        purpose="chat" if is_chat else "step",
    )


def _written_message(run: EngineRun, reply: ModelReply) -> TextRequest | TextAnswer | None:
    """Return the requests or the answer that a reply has as text: in place of calls, or as the words of an ending."""
    if len(reply.calls) > 1:
        return None
    written = reply.text if not reply.calls else _ending_words(reply.calls[0])
    found = parse_text_request(written, f"spoken_{len(run.replies)}", run.occasion)
    if isinstance(found, TextRequest):
        return found if run.can_ask else None
    return found if isinstance(found, TextAnswer) and not reply.calls else None


def _answer_call(answer: TextAnswer, call_id: str) -> ToolCall:
    """Return the ending that an ordinary answer in an envelope means."""
    return ToolCall(call_id, "answer", json.dumps({"message": answer.text}, ensure_ascii=False))


def _ending_words(call: ToolCall) -> str:
    """Return the words of a call that answers or asks; empty for other calls."""
    arguments = _parsed_arguments(call.arguments) if call.name in ("answer", "ask_user") else ""
    if not isinstance(arguments, dict):
        return ""
    words = [arguments.get(name) for name in ("message", "question")]
    return "\n\n".join(dict.fromkeys(word for word in words if isinstance(word, str)))


def _tool_calls(reply: ModelReply, tools: Sequence[AgentTool]) -> DeltaToolCalls:
    """Return the calls of a reply, each with a unique id, because models repeat ids, and under the name of its tool."""
    calls: DeltaToolCalls = {}
    ids: set[str] = set()
    for index, call in enumerate(reply.calls):
        own = call.id if call.id and call.id not in ids else f"{call.id or 'call'}_{index}"
        ids.add(own)
        tool, arguments = tool_by_alias(tools, call.name), _parsed_arguments(call.arguments)
        if tool is not None and tool.read is not None and isinstance(arguments, dict):
            arguments = tool.read(arguments, call.name)
        written = json.dumps(arguments, ensure_ascii=False) if isinstance(arguments, dict) else arguments
        calls[index] = DeltaToolCall(tool.name if tool else call.name, clean_text(written), tool_call_id=own)
    return calls


def _parsed_arguments(written: str) -> dict[str, Any] | str:
    """Return the arguments if they can be parsed as an object; else text that
    the engine refuses. Nothing is guessed.
    """
    found = parse_json_reply(written or "{}", None).result
    if isinstance(found, Parsed) and isinstance(found.value, dict):
        return found.value
    return f"no JSON object: {written}"


def _engine_tool(tool: AgentTool) -> EngineTool[EngineRun]:
    # Calls that change something run one after the other, in the order in which the model wrote them.
    return _tool_of_runs(tool.name, tool.description, tool.input, is_sequential=tool.changes is not None)


@lru_cache(maxsize=_MAX_TOOLS)
def _tool_of_runs(name: str, description: str, shape: type[BaseModel], *, is_sequential: bool) -> EngineTool[EngineRun]:
    """Return a tool for all runs: making its schema costs more than the rest of the start of a run."""

    async def function(context: RunContext[EngineRun], **arguments: Any) -> Any:
        run = context.deps
        tool = next(each for each in run.offer.tools if each.name == name)
        try:
            return await run.tool_runner.call(tool, context.tool_call_id or "", arguments)
        except ToolCallRejected as problem:
            raise ModelRetry(str(problem)) from problem
        except ToolExecutionError as problem:
            raise EngineToolFailed(str(problem)) from problem
        except ToolNeedsAnswer as problem:
            raise CallDeferred from problem

    schema = shape.model_json_schema()
    return EngineTool.from_schema(function, name, description, schema, takes_ctx=True, sequential=is_sequential)


def _system_messages(instructions: str | None) -> list[Message]:
    return [{"role": "system", "content": instructions}] if instructions else []


def _model_messages(messages: list[ModelMessage]) -> list[Message]:
    """Convert the engine's messages to messages for the model."""
    converted: list[Message] = []
    for message in messages:
        if isinstance(message, ModelResponse):
            converted.append(reply_message(message))
        elif isinstance(message, ModelRequest):
            converted += [part for each in message.parts if (part := _request_message(each)) is not None]
    return converted


def _request_message(part: Any) -> Message | None:
    if isinstance(part, UserPromptPart):
        return {"role": "user", "content": part.content if isinstance(part.content, str) else str(part.content)}
    if isinstance(part, ToolReturnPart):
        content = part.content if isinstance(part.content, str) else json.dumps(part.content, ensure_ascii=False)
        return {"role": "tool", "tool_call_id": part.tool_call_id, "name": part.tool_name, "content": content}
    words = getattr(part, "content", None)
    return {"role": "user", "content": str(words)} if words else None
