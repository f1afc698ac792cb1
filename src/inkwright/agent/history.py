"""Convert between the engine's stored JSON and messages, for the history of later turns."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, Final

from pydantic import ValidationError
from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
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
_TURN_KEY: Final = "turn"
"""The metadata key that marks messages of earlier turns with their turn, so that a turn can tell them from its own."""


def turn_messages(state: TurnState) -> list[Message]:
    """Return the messages of this turn: prompts, replies, tool calls and their results, each call paired with its
    result.

    Refused attempts are left out with their reasons. If the engine stored nothing, the messages are the person's
    message and the outcome.
    """
    paired = _paired_messages(state.engine_messages)
    if any(message["role"] == "user" for message in paired):
        return [*paired]
    ended = [{"role": "assistant", "content": state.outcome.message}] if state.outcome else []
    return [{"role": "user", "content": state.message}, *ended]


def history_json(turns: Sequence[TurnMessages]) -> str:
    """Return earlier turns as the engine's JSON, to start a new turn with. Empty if there are none.

    Call ids that are used twice are changed: services refuse a history that repeats one.
    """
    used: Counter[str] = Counter()
    messages = _merged_requests(message for turn in turns for message in _engine_messages(turn, used))
    return ModelMessagesTypeAdapter.dump_json(messages).decode() if messages else ""


def turn_json(messages: Sequence[ModelMessage]) -> str:
    """Return the messages of this turn as the engine's JSON, without those of earlier turns.

    Instructions are not stored, because each run brings its own; usage is stored elsewhere.
    """
    own = [message for message in messages if _TURN_KEY not in (message.metadata or {})]
    return ModelMessagesTypeAdapter.dump_json(own, exclude={"__all__": _UNSTORED_FIELDS}, exclude_none=True).decode()


@lru_cache(maxsize=256)
def _paired_messages(stored: str) -> tuple[Message, ...]:
    """Return the messages that count. A long conversation is read again for each turn, and its turns do not change."""
    return tuple(pair_tool_calls([*_accepted_messages(_stored_messages(stored))]))


def _stored_messages(stored: str) -> list[ModelMessage]:
    if not stored:
        return []
    try:
        messages = ModelMessagesTypeAdapter.validate_json(stored)
    except ValidationError:
        return []  # written by another version of the engine; the message and the outcome are stored elsewhere
    return [message for message in messages if _TURN_KEY not in (message.metadata or {})]


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


def _engine_messages(turn: TurnMessages, used: Counter[str]) -> Iterator[ModelMessage]:
    mark = {_TURN_KEY: turn.turn_id}
    ids: dict[str, str] = {}
    for role, group in groupby(turn.messages, key=lambda message: message["role"]):
        if role == "assistant":
            for message in group:
                ids = {call["id"]: _unique_id(call["id"], used) for call in message.get("tool_calls", ())}
                yield ModelResponse(parts=_response_parts(message, ids), metadata=mark)
        else:
            # The results of one reply must be in one request; else the engine takes some of its calls for unanswered.
            yield ModelRequest(parts=[_request_part(message, ids) for message in group], metadata=mark)


def _merged_requests(messages: Iterable[ModelMessage]) -> list[ModelMessage]:
    """Merge consecutive requests. The engine would merge them too, and lose their turn."""
    joined: list[ModelMessage] = []
    for message in messages:
        last = joined[-1] if joined else None
        if isinstance(last, ModelRequest) and isinstance(message, ModelRequest):
            joined[-1] = ModelRequest(parts=[*last.parts, *message.parts], metadata=message.metadata)
        else:
            joined.append(message)
    return joined


def _response_parts(message: Message, ids: dict[str, str]) -> list[Any]:
    words = [TextPart(content=message["content"])] if message.get("content") else []
    calls = [
        ToolCallPart(tool_name=call["name"], args=call["arguments"], tool_call_id=ids[call["id"]])
        for call in message.get("tool_calls", ())
    ]
    return [*words, *calls]


def _request_part(message: Message, ids: dict[str, str]) -> Any:
    if message["role"] == "user":
        return UserPromptPart(content=message["content"])
    own = ids[message["tool_call_id"]]
    return ToolReturnPart(tool_name=message["name"], content=message["content"], tool_call_id=own)


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
