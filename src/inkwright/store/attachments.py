"""Attached files: the compressed text of each, deleted together with its conversation."""

import asyncio
from itertools import islice
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.engine import Connection

from inkwright.clock import Clock
from inkwright.conversation.attachments import Attachment, attachment_name, attachment_text, check_file_count
from inkwright.store.compression import compress_text, decompress_text
from inkwright.store.conversations import ConversationCreator
from inkwright.store.database import Database
from inkwright.store.tables import attachments


class AttachmentText(NamedTuple):
    """The text of a file, with its conversation and name."""

    conversation_id: str
    name: str
    text: str


class StoredAttachments:
    """Implements `Attachments`. A conversation may start with a file, before the first message."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._creator = ConversationCreator(database, clock)
        insertion = database.insert(attachments)
        self._insert = insertion.on_conflict_do_update(
            index_elements=[*attachments.primary_key],
            set_={"characters": insertion.excluded.characters, "text": insertion.excluded.text},
        )

    async def add(self, conversation_id: str, name: str, text: str, *, owner: str) -> Attachment:
        name, text = attachment_name(name), attachment_text(name, text)
        row = {
            "conversation_id": conversation_id,
            "owner": owner,
            "name": name,
            "characters": len(text),
            # In a thread: compressing a long text would delay other tasks.
            "text": await asyncio.to_thread(compress_text, text),
        }
        names = select(attachments.c.name).where(_is_owned(conversation_id, owner))

        def work(connection: Connection) -> None:
            self._creator.ensure(connection, conversation_id, owner)
            check_file_count(name, connection.scalars(names).all())
            connection.execute(self._insert, row)

        await self._database.write(work)
        return Attachment(name=name, characters=len(text))

    async def of(self, conversation_id: str, *, owner: str) -> list[Attachment]:
        query = select(attachments.c.name, attachments.c.characters).where(_is_owned(conversation_id, owner))
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        # Sorted here: databases differ in the order of Chinese names.
        return [Attachment(name=name, characters=characters) for name, characters in sorted(map(tuple, rows))]

    async def read(self, conversation_id: str, name: str, *, owner: str) -> str | None:
        has_name = attachments.c.name == attachment_name(name)
        query = select(attachments.c.text).where(_is_owned(conversation_id, owner), has_name)
        found: bytes | None = await self._database.read(lambda connection: connection.scalar(query))
        return None if found is None else await asyncio.to_thread(decompress_text, found)

    async def remove(self, conversation_id: str, name: str, *, owner: str) -> bool:
        """Remove a file; return whether there was one."""
        removal = delete(attachments).where(_is_owned(conversation_id, owner), attachments.c.name == name)
        return await self._database.write(lambda connection: connection.execute(removal).rowcount > 0)

    async def search(self, owner: str, words: str, *, limit: int) -> list[AttachmentText]:
        """Return the files of an owner that contain the words, newest conversations first, ignoring case.

        The texts are compressed, so every one of them is read.
        """
        newest = (attachments.c.conversation_id.desc(), attachments.c.name)
        columns = (attachments.c.conversation_id, attachments.c.name, attachments.c.text)
        query, lowered = select(*columns).where(attachments.c.owner == owner).order_by(*newest), words.lower()

        def work(connection: Connection) -> list[AttachmentText]:
            texts = (AttachmentText(of, name, decompress_text(text)) for of, name, text in connection.execute(query))
            return list(islice((each for each in texts if lowered in each.text.lower()), limit))

        return await self._database.read(work)


def _is_owned(conversation_id: str, owner: str) -> ColumnElement[bool]:
    return (attachments.c.conversation_id == conversation_id) & (attachments.c.owner == owner)
