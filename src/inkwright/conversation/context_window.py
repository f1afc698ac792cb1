"""Fit the history of a conversation into a token budget: as text for a prompt, or as whole turns of messages."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from inkwright.conversation.tokens import estimate_tokens
from inkwright.conversation.turns import Message
from inkwright.i18n import Language, text
from inkwright.llm.models import Message as ModelMessage

_MAX_ERROR: Final = 2
"""An estimate is never more than so many times the true count."""


@dataclass(frozen=True)
class TurnMessages:
    """The messages of one turn. `tokens` is the provider's count, if there is one.

    Some providers leave out what they had cached: a count far below the estimate is not believed.
    """

    turn_id: str
    messages: tuple[ModelMessage, ...]
    tokens: int | None = None

    @cached_property
    def weight(self) -> int:
        """Its tokens, counted or estimated."""
        estimated = sum(map(message_tokens, self.messages))
        return estimated if self.tokens is None or self.tokens * _MAX_ERROR < estimated else self.tokens


@dataclass(frozen=True, slots=True)
class TrimmedTurns:
    """The turns that remain. `is_over_budget`: even the ones that always remain exceed the budget."""

    turns: tuple[TurnMessages, ...]
    left_out: int
    tokens: int
    is_over_budget: bool


def trim_turns(turns: Sequence[TurnMessages], *, budget_tokens: int, keep_latest: int = 2) -> TrimmedTurns:
    """Return the latest turns that fit, each complete, after the person's first message.

    The first message and the `keep_latest` last turns always remain. A call and its result belong to one turn, so they
    remain or go together. A turn that does not fit ends the search, so there is only one gap.
    """
    opening = _first_message(turns)
    spent = 0 if opening is None else opening.weight
    start = len(turns)
    while start > 0:
        weight = turns[start - 1].weight
        saved = opening.weight if opening is not None and start == 1 else 0
        if len(turns) - start >= keep_latest and spent + weight - saved > budget_tokens:
            break
        spent += weight - saved
        start -= 1
    remaining = tuple(turns[start:])
    if start > 0 and opening is not None:
        remaining = (opening, *remaining)
    return TrimmedTurns(remaining, start, spent, spent > budget_tokens)


def pair_tool_calls(messages: Sequence[ModelMessage]) -> list[ModelMessage]:
    """Return the messages without unanswered calls and unrequested results: services refuse such a history.

    Models reuse ids, so a call belongs to the results that directly follow it.
    """
    remaining: list[ModelMessage] = []
    index = 0
    while index < len(messages):
        end = index + 1
        while end < len(messages) and messages[end]["role"] == "tool":
            end += 1
        remaining += _paired_exchange(messages[index], messages[index + 1 : end])
        index = end
    return remaining


def message_tokens(message: ModelMessage) -> int:
    """Return the tokens of a message, its calls included."""
    calls = message.get("tool_calls", ())
    called = sum(estimate_tokens(f"{call['name']} {call['arguments']}") for call in calls)
    return called + estimate_tokens(str(message.get("content") or ""))


def format_history_for_prompt(
    messages: Sequence[Message],
    *,
    budget_tokens: int,
    summary: str | None = None,
    language: Language,
    has_gap: bool = False,
) -> str:
    """Return the conversation as text, with artifact ids; empty without messages.

    The first message and the latest exchange are always included. Older exchanges are left out as a whole, the oldest
    first; a line says so and has their summary. `has_gap`: messages after the first one were not even loaded, because a
    very long conversation need not be read.
    """
    if not messages:
        return ""
    lines = [_message_line(message, language) for message in messages]
    weights = [estimate_tokens(line) for line in lines]
    start = _first_that_fits(messages, weights, budget_tokens - estimate_tokens(summary or ""))
    if not has_gap and (start <= 1 or sum(weights) <= budget_tokens):
        return "\n".join(lines)
    return "\n".join([lines[0], _gap_line(summary, language), *lines[start:]])


def _first_that_fits(messages: Sequence[Message], weights: Sequence[int], budget_tokens: int) -> int:
    """Return the index of the first exchange that fits with the first message. An exchange begins with the person."""
    starts = [index for index, message in enumerate(messages) if message.role == "user" or index == 0]
    start = starts[-1]
    spent = weights[0] + sum(weights[start:])
    for earlier in reversed(starts[1:-1]):
        spent += sum(weights[earlier:start])
        if spent > budget_tokens:
            break
        start = earlier
    return start


def _message_line(message: Message, language: Language) -> str:
    """Format a message. Lines after the first are indented, so that text in a
    message cannot imitate another message.
    """
    said = message.text.strip().replace("\n", "\n  ")
    made = text(language, "talk.made", ids=", ".join(message.artifact_ids)) if message.artifact_ids else ""
    return text(language, f"talk.{message.role}", said=said, made=made)


def _gap_line(summary: str | None, language: Language) -> str:
    if not summary:
        return text(language, "talk.left_out")
    return text(language, "talk.summarised", summary=summary.strip().replace("\n", "\n  "))


def _first_message(turns: Sequence[TurnMessages]) -> TurnMessages | None:
    """Return the person's first message alone."""
    if not turns:
        return None
    said = next((message for message in turns[0].messages if message["role"] == "user"), None)
    return None if said is None else TurnMessages(turns[0].turn_id, (said,))


def _paired_exchange(first: ModelMessage, answers: Sequence[ModelMessage]) -> list[ModelMessage]:
    """Return a message and the results that follow it, paired."""
    calls: Sequence[Any] = first.get("tool_calls", ())
    if not calls:
        return [] if first["role"] == "tool" else [first]
    answered = {answer["tool_call_id"]: answer for answer in reversed(answers)}
    answered_calls = [call for call in calls if call["id"] in answered]
    paired = {key: value for key, value in first.items() if key != "tool_calls"}
    if answered_calls:
        paired["tool_calls"] = answered_calls
    said = [paired] if answered_calls or paired.get("content") else []
    return [*said, *(answered[call["id"]] for call in answered_calls)]
