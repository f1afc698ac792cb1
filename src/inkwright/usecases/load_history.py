"""Load the history for a new turn of a conversation: as the engine's messages, or as text. What is read does not grow
with the length of the conversation.
"""

from dataclasses import dataclass
from typing import Final

from inkwright.agent.histories import history_json, turn_messages
from inkwright.conversation.histories import TurnMessages, format_history_for_prompt, trim_turns
from inkwright.conversation.messages import Message
from inkwright.conversation.protocols import Conversations
from inkwright.conversation.tokens import estimate_tokens
from inkwright.conversation.turns import TurnState
from inkwright.i18n import Language

_KEEP_LATEST: Final = 2
_TURNS_AT_ONCE: Final = 16
_MESSAGES_AT_ONCE: Final = 32


async def load_messages(conversations: Conversations, conversation_id: str, *, owner: str, budget_tokens: int) -> str:
    """What the engine is given in a new turn of a project: trimmed messages in whole turns, calls with their returns.

    It is the `messages` of what the turn is told of earlier ones.
    """
    first = await conversations.first_turn(conversation_id, owner=owner)
    if first is None:
        return ""
    latest: list[TurnMessages] = []
    spent = 0
    before = None
    while spent <= budget_tokens or len(latest) <= _KEEP_LATEST:
        page = await conversations.latest_turns(conversation_id, owner=owner, limit=_TURNS_AT_ONCE, before=before)
        latest[:0] = (read := [_read(turn) for turn in page])
        spent += sum(turn.weight for turn in read)
        if len(page) < _TURNS_AT_ONCE:
            break
        before = page[0].id
    told = latest if latest[0].turn_id == first.id else [_read(first), *latest]
    return history_json(trim_turns(told, budget_tokens=budget_tokens, keep_latest=_KEEP_LATEST).turns)


def _read(turn: TurnState) -> TurnMessages:
    return TurnMessages(turn.id, tuple(turn_messages(turn)), turn.tokens)


@dataclass(frozen=True, slots=True)
class Talk:
    """The talk as text. `is_cut`: some of it is not in it, or only as a summary."""

    text: str
    is_cut: bool


async def load_talk(
    conversations: Conversations,
    conversation_id: str,
    *,
    owner: str,
    budget_tokens: int,
    language: Language,
    before: str | None = None,
) -> Talk:
    """What a new turn of the unified agent is told: the talk before a message, its older part as its summary."""
    first = await conversations.first_message(conversation_id, owner=owner)
    latest, whole = await _latest(conversations, conversation_id, owner, budget_tokens, before)
    if first is None or not latest:
        return Talk("", is_cut=False)
    told = latest if latest[0].id == first.id else [first, *latest]
    skipped = await conversations.count_messages(conversation_id, owner=owner, before=before) - len(told)
    summary = await conversations.summary(conversation_id, owner=owner)
    written = format_history_for_prompt(
        told,
        budget_tokens=budget_tokens,
        summary=summary[1] if summary else None,
        language=language,
        skipped=skipped,
    )
    return Talk(written, is_cut=skipped > 0 or whole > budget_tokens)


async def _latest(
    conversations: Conversations, conversation_id: str, owner: str, budget_tokens: int, before: str | None
) -> tuple[list[Message], int]:
    """One more of the latest messages than can stay, or all there are, and what they weigh. What the person said last
    is among them, however long all that was said after it is.
    """
    latest: list[Message] = []
    spent = 0
    has_exchange = False
    while True:
        page = await conversations.latest_messages(conversation_id, owner=owner, limit=_MESSAGES_AT_ONCE, before=before)
        for message in reversed(page):
            latest.append(message)
            spent += estimate_tokens(message.text)
            has_exchange = has_exchange or message.role == "user"
            if has_exchange and spent > budget_tokens:
                return latest[::-1], spent
        if len(page) < _MESSAGES_AT_ONCE:
            return latest[::-1], spent
        before = page[0].id
