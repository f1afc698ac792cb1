"""Load the history for a new turn of a conversation: as the engine's messages, or as text. What is read does not grow
with the length of the conversation.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
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
_PAGE: Final = 32


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
    first, page, summary = await conversations.ends_of_talk(conversation_id, owner=owner, limit=_PAGE, before=before)
    if first is None or not page:
        return Talk("", is_cut=False)
    latest = _Latest(budget_tokens)
    while latest.take(page) and len(page) == _PAGE:
        page = await conversations.latest_messages(conversation_id, owner=owner, limit=_PAGE, before=page[0].id)
    said = latest.messages[::-1]
    written = format_history_for_prompt(
        said if said[0].id == first.id else [first, *said],
        budget_tokens=budget_tokens,
        summary=summary,
        language=language,
        has_gap=latest.previous is not None and latest.previous.id != first.id,
    )
    return Talk(written, is_cut=latest.spent > budget_tokens)


@dataclass
class _Latest:
    """The latest messages, newest first: one more than there is room for, or all there are. What the person said last
    is among them, however long all that was said after it is. `previous` is the one before them, where one was seen.
    """

    room: int
    messages: list[Message] = field(default_factory=list)
    spent: int = 0
    has_exchange: bool = False
    previous: Message | None = None

    def take(self, page: Sequence[Message]) -> bool:
        """Take those of a page; whether there is room for earlier ones."""
        for message in reversed(page):
            if self.has_exchange and self.spent > self.room:
                self.previous = message
                return False
            self.messages.append(message)
            self.spent += estimate_tokens(message.text)
            self.has_exchange = self.has_exchange or message.role == "user"
        return True
