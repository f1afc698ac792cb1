"""Messages of a conversation, as people see them."""

from typing import Literal

from inkwright.conversation.shapes import Versioned


class Message(Versioned):
    """One message. `artifact_ids` are those that came with it."""

    id: str
    conversation_id: str
    owner: str
    role: Literal["user", "assistant"]
    text: str
    artifact_ids: tuple[str, ...] = ()
