"""Delete a conversation with its messages, turns and journal. What was made in it stays among the files."""

from inkwright.errors import NotFound
from inkwright.usecases.open_store import Store


async def delete_conversation(store: Store, conversation_id: str, *, owner: str) -> None:
    """Gone for good; NotFound if it was not there."""
    if not await store.conversations.delete(conversation_id, owner=owner):
        raise NotFound(what_kind="conversation", id=conversation_id)
