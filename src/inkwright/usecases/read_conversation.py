"""Read a conversation as it went: what was said, how each turn ended, what was made."""

from dataclasses import dataclass
from itertools import zip_longest

from inkwright.conversation.events import Event
from inkwright.conversation.messages import Message
from inkwright.conversation.turns import TurnState
from inkwright.store.conversations import ConversationRow
from inkwright.usecases.open_store import Store


@dataclass(frozen=True, slots=True)
class Exchange:
    """What the person said, what came back, and the turn in which it did. `events` is its journal, if asked for;
    `replaced` are the ids of those messages that were replaced.
    """

    messages: tuple[Message, ...]
    turn: TurnState | None
    events: tuple[tuple[int, Event], ...] = ()
    replaced: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Talk:
    """A whole conversation."""

    row: ConversationRow
    exchanges: tuple[Exchange, ...]
    summary: str | None


async def read_conversation(
    store: Store, row: ConversationRow, *, owner: str, with_events: bool = False, with_replaced: bool = False
) -> Talk:
    """Everything in it. Each message of the person began a turn, so the two go together in their order."""
    messages = await store.conversations.messages(row.id, owner=owner, with_replaced=with_replaced)
    turns = await store.conversations.turns(row.id, owner=owner, with_replaced=with_replaced)
    replaced = await store.conversations.replaced(row.id, owner=owner) if with_replaced else frozenset()
    summary = await store.conversations.summary(row.id, owner=owner)
    exchanges = [
        Exchange(
            tuple(said or ()),
            turn,
            tuple(await store.journal.read(turn.id)) if with_events and turn else (),
            replaced & {message.id for message in said or ()},
        )
        for said, turn in zip_longest(_exchanges(messages), turns)
    ]
    return Talk(row, tuple(exchanges), summary[1] if summary else None)


def _exchanges(messages: list[Message]) -> list[list[Message]]:
    found: list[list[Message]] = []
    for message in messages:
        if message.role == "user" or not found:
            found.append([])
        found[-1].append(message)
    return found
