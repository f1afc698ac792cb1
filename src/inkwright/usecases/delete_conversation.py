"""Delete a conversation with its messages, turns and journal. What was made in it stays among the files."""

from inkwright.errors import NotFound, TurnRunning
from inkwright.usecases.open_store import Store


async def delete_conversation(store: Store, conversation_id: str, *, owner: str) -> None:
    """Gone for good; NotFound if it was not there. Where a turn still runs in it, in whatever process, TurnRunning:
    what it says next would bring a part of the conversation back.
    """
    now = store.clock.now().timestamp()
    for turn in await store.conversations.unfinished(owner):
        if turn.conversation_id == conversation_id and turn.status == "running" and turn.held_until > now:
            raise TurnRunning(id=turn.id)
    if not await store.conversations.delete(conversation_id, owner=owner):
        raise NotFound(what_kind="conversation", id=conversation_id)
    await store.calls.forget(conversation_id)
