"""Messages of a conversation, as people see them."""

from typing import Literal, NamedTuple

from inkwright.conversation.shapes import Versioned


class Message(Versioned):
    """One message. `artifact_ids` are those that came with it."""

    id: str
    conversation_id: str
    owner: str
    role: Literal["user", "assistant"]
    text: str
    artifact_ids: tuple[str, ...] = ()


class TalkEnds(NamedTuple):
    """Both ends of a talk: what was said first, and the latest messages in order; and the summary of what is older."""

    first: Message | None
    latest: list[Message]
    summary: str | None
