"""Load the history for a new turn of a conversation: as the engine's messages, or as text."""

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from inkwright.agent.histories import history_json, turn_messages
from inkwright.conversation.histories import TurnMessages, format_history_for_prompt, trim_turns
from inkwright.conversation.messages import Message
from inkwright.conversation.turns import TurnState
from inkwright.i18n import Language

_KEEP_LATEST: Final = 2


class Kept(Protocol):
    """Who keeps the conversation."""

    async def turns(self, conversation_id: str, *, owner: str) -> list[TurnState]:
        """The turns, in order."""
        ...

    async def messages(self, conversation_id: str, *, owner: str) -> list[Message]:
        """The messages, in order."""
        ...

    async def summary(self, conversation_id: str, *, owner: str) -> tuple[str, str] | None:
        """The last turn that the latest summary covers, and its text."""
        ...


async def load_messages(conversations: Kept, conversation_id: str, *, owner: str, budget_tokens: int) -> str:
    """What the engine is given in a new turn of a project: trimmed messages in whole turns, calls with their returns.

    It goes into `TurnState.engine_messages` of the new turn.
    """
    turns = await conversations.turns(conversation_id, owner=owner)
    told = [*_first_and_latest(turns, budget_tokens)]
    return history_json(trim_turns(told, budget_tokens=budget_tokens, keep_latest=_KEEP_LATEST).turns)


def _first_and_latest(turns: Sequence[TurnState], budget_tokens: int) -> Iterator[TurnMessages]:
    """The first turn and more of the latest than can stay: reading all of a very long conversation would be slow."""
    latest: list[TurnMessages] = []
    spent = 0
    for turn in reversed(turns[1:]):
        latest.append(_read(turn))
        spent += latest[-1].weight
        if spent > budget_tokens and len(latest) > _KEEP_LATEST:
            break
    yield from map(_read, turns[:1])
    yield from reversed(latest)


def _read(turn: TurnState) -> TurnMessages:
    return TurnMessages(turn.id, tuple(turn_messages(turn)))


async def load_talk(
    conversations: Kept, conversation_id: str, *, owner: str, budget_tokens: int, language: Language
) -> str:
    """What a new turn of the unified agent is told: the talk as text, the older part of it as its summary."""
    messages = await conversations.messages(conversation_id, owner=owner)
    summary = await conversations.summary(conversation_id, owner=owner)
    return format_history_for_prompt(
        messages, budget_tokens=budget_tokens, summary=summary[1] if summary else None, language=language
    )
