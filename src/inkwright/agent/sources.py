"""The files of a conversation as sources."""

from inkwright.conversation.protocols import Attachments
from inkwright.grounding.material import Source


async def sources_of(attachments: Attachments, conversation_id: str, *, owner: str) -> tuple[Source, ...]:
    """The name and the text of each file that the person put into the conversation."""
    return tuple(
        [
            Source(each.name, await attachments.read(conversation_id, each.name, owner=owner) or "")
            for each in await attachments.of(conversation_id, owner=owner)
        ]
    )
