"""Read a conversation as it went: what was said, how each turn ended, what was made."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

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
    """Everything in it."""
    messages = await store.conversations.messages(row.id, owner=owner, with_replaced=with_replaced)
    turns = await store.conversations.turns(row.id, owner=owner, with_replaced=with_replaced)
    replaced = await store.conversations.replaced(row.id, owner=owner) if with_replaced else frozenset()
    summary = await store.conversations.summary(row.id, owner=owner)
    exchanges = [
        Exchange(
            tuple(said),
            turn,
            tuple(await store.journal.read(turn.id)) if with_events and turn else (),
            replaced & {message.id for message in said},
        )
        for said, turn in _exchanges(messages, turns)
    ]
    return Talk(row, tuple(exchanges), summary[1] if summary else None)


def _exchanges(messages: Sequence[Message], turns: Sequence[TurnState]) -> list[tuple[list[Message], TurnState | None]]:
    """What was said in each turn: the message that began it, its questions, their answers and its reply.

    Turns of the first versions do not name the message that began them: they go with the messages in their order.
    """
    named = {turn.message_id: turn for turn in turns if turn.message_id}
    unnamed = deque(turn for turn in turns if not turn.message_id)
    found: list[tuple[list[Message], TurnState | None]] = []
    for message in messages:
        turn = named.pop(message.id, None)
        if turn is None and message.role == "user" and unnamed:
            turn = unnamed.popleft()
        if turn is not None or not found:
            found.append(([], turn))
        found[-1][0].append(message)
    return [*found, *(([], turn) for turn in (*named.values(), *unnamed))]
