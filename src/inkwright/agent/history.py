"""The messages of a turn, read from the engine's stored JSON, and those of earlier turns for a new one."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from pydantic import ValidationError
from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from inkwright.agent.endings import ENDINGS
from inkwright.conversation.context_window import TurnMessages, pair_tool_calls
from inkwright.conversation.tokens import estimate_tokens
from inkwright.conversation.turns import TurnState
from inkwright.llm.models import Message, Usage

_UNSTORED_FIELDS: Final = {"instructions", "usage", "run_id", "conversation_id", "model_name", "model_id", "state"}


def turn_messages(state: TurnState) -> list[Message]:
    """Return the messages of this turn: prompts, replies, tool calls and their results, each call paired with its
    result.

    Refused attempts are left out with their reasons. If the engine stored nothing, the messages are the person's
    message and the outcome.
    """
    paired = pair_tool_calls([*_accepted_messages(_stored_messages(state.engine_messages))])
    if any(message["role"] == "user" for message in paired):
        return paired
    ended = [{"role": "assistant", "content": state.outcome.message}] if state.outcome else []
    return [{"role": "user", "content": state.message}, *ended]


def prior_messages(turns: Sequence[TurnMessages]) -> tuple[Message, ...]:
    """Return earlier turns as messages for the model of a new turn.

    Call ids that are used twice are changed: services refuse a history that repeats one.
    """
    used: Counter[str] = Counter()
    ids: dict[str, str] = {}
    messages: list[Message] = []
    for message in (message for turn in turns for message in turn.messages):
        if calls := message.get("tool_calls", ()):
            ids = {call["id"]: _unique_id(call["id"], used) for call in calls}
            messages.append({**message, "tool_calls": [{**call, "id": ids[call["id"]]} for call in calls]})
        elif message["role"] == "tool":
            messages.append({**message, "tool_call_id": ids[message["tool_call_id"]]})
        else:
            messages.append(message)
    return tuple(messages)


def copied(message: Message) -> Message:
    """Return a message that its reader may change."""
    calls = message.get("tool_calls")
    return {**message, "tool_calls": [{**call} for call in calls]} if calls else {**message}


def turn_json(messages: Sequence[ModelMessage]) -> str:
    """Return the messages of this turn as the engine's JSON.

    Instructions are not stored, because each run brings its own; usage is stored elsewhere.
    """
    exclude = {"__all__": _UNSTORED_FIELDS}
    return ModelMessagesTypeAdapter.dump_json([*messages], exclude=exclude, exclude_none=True).decode()


def _stored_messages(stored: str) -> list[ModelMessage]:
    if not stored:
        return []
    try:
        return ModelMessagesTypeAdapter.validate_json(stored)
    except ValidationError:
        return []  # written by another version of the engine; the message and the outcome are stored elsewhere


def _accepted_messages(messages: Sequence[ModelMessage]) -> Iterator[Message]:
    """Yield the messages that count, in order. The first prompt is the person's;
    later ones are reasons to run again.
    """
    refused = _rejected_replies(messages)
    has_begun = False
    for number, message in enumerate(messages):
        if isinstance(message, ModelResponse):
            if number not in refused:
                yield reply_message(message)
            continue
        for part in message.parts:
            if isinstance(part, UserPromptPart) and not has_begun:
                has_begun = True
                yield {"role": "user", "content": part.content if isinstance(part.content, str) else str(part.content)}
            elif isinstance(part, ToolReturnPart) and part.outcome != "retried":
                yield _tool_result_message(part)


def _rejected_replies(messages: Sequence[ModelMessage]) -> set[int]:
    """Return the indexes of refused replies: prose before other messages, and endings that are followed by a reason."""
    refused: set[int] = set()
    number_of_last, is_ending = -1, False
    for number, message in enumerate(messages):
        if isinstance(message, ModelResponse):
            called = [part.tool_name for part in message.parts if isinstance(part, ToolCallPart)]
            number_of_last, is_ending = number, any(name in ENDINGS for name in called)
            if not called and number < len(messages) - 1:
                refused.add(number)
        elif is_ending and any(isinstance(part, UserPromptPart) for part in message.parts):
            refused.add(number_of_last)
    return refused


def reply_message(message: ModelResponse) -> Message:
    """Return a reply of the model with its tool calls."""
    words = "".join(part.content for part in message.parts if isinstance(part, TextPart))
    calls = [
        {"id": part.tool_call_id, "name": part.tool_name, "arguments": part.args_as_json_str()}
        for part in message.parts
        if isinstance(part, ToolCallPart)
    ]
    return {"role": "assistant", "content": words, **({"tool_calls": calls} if calls else {})}


def _tool_result_message(part: ToolReturnPart) -> Message:
    content = part.content if isinstance(part.content, str) else json.dumps(part.content, ensure_ascii=False)
    return {"role": "tool", "tool_call_id": part.tool_call_id, "name": part.tool_name, "content": content}


def _unique_id(wanted: str, used: Counter[str]) -> str:
    own = wanted
    while used[own]:
        own = f"{wanted}_{used[wanted] + 1}"
        used[wanted] += 1
    used[own] += 1
    return own


def turn_tokens(turn: TurnState, usages: Sequence[Usage]) -> int | None:
    """Return the tokens of a turn in a later history: those of its last call, less the prompt it started with.

    None if the provider did not count them, and for a later run of the same turn.
    """
    first, last = usages[0], usages[-1]
    if not first.prompt_tokens or turn.engine_messages:
        return None
    added = last.prompt_tokens - first.prompt_tokens + last.completion_tokens
    return max(0, added) + estimate_tokens(turn.message)
