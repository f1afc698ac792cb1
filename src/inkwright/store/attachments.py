"""Attached files: the compressed text of each, deleted with its conversation."""

import asyncio
import zlib
from itertools import islice
from typing import NamedTuple

from sqlalchemy import ColumnElement, select
from sqlalchemy.engine import Connection

from inkwright.clock import Clock
from inkwright.conversation.attachments import Attachment, attachment_name, attachment_text, check_file_count
from inkwright.store.conversations import ConversationCreator
from inkwright.store.database import Database
from inkwright.store.tables import attachments


class AttachmentText(NamedTuple):
    """The text of a file, and where it is."""

    conversation_id: str
    name: str
    text: str


class StoredAttachments:
    """Implements `Attachments`. A file may come before anything was said: the conversation begins with it."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._beginnings = ConversationCreator(database, clock)
        adding = database.insert(attachments)
        self._adding = adding.on_conflict_do_update(
            index_elements=[*attachments.primary_key],
            set_={"characters": adding.excluded.characters, "text": adding.excluded.text},
        )

    async def add(self, conversation_id: str, name: str, text: str, *, owner: str) -> Attachment:
        name, text = attachment_name(name), attachment_text(name, text)
        row = {
            "conversation_id": conversation_id,
            "owner": owner,
            "name": name,
            "characters": len(text),
            # In a thread: a long text takes long enough to be felt by others.
            "text": await asyncio.to_thread(_compress, text),
        }
        names = select(attachments.c.name).where(_is_owned(conversation_id, owner))

        def work(connection: Connection) -> None:
            self._beginnings.ensure(connection, conversation_id, owner)
            check_file_count(name, connection.scalars(names).all())
            connection.execute(self._adding, row)

        await self._database.write(work)
        return Attachment(name=name, characters=len(text))

    async def of(self, conversation_id: str, *, owner: str) -> list[Attachment]:
        asked = select(attachments.c.name, attachments.c.characters).where(_is_owned(conversation_id, owner))
        rows = await self._database.read(lambda connection: connection.execute(asked).all())
        # Sorted here: databases differ in the order of Chinese names.
        return [Attachment(name=name, characters=characters) for name, characters in sorted(map(tuple, rows))]

    async def read(self, conversation_id: str, name: str, *, owner: str) -> str | None:
        named = attachments.c.name == attachment_name(name)
        asked = select(attachments.c.text).where(_is_owned(conversation_id, owner), named)
        found: bytes | None = await self._database.read(lambda connection: connection.scalar(asked))
        return None if found is None else await asyncio.to_thread(_decompress, found)

    async def search(self, owner: str, words: str, *, limit: int) -> list[AttachmentText]:
        """The files of an owner that hold the words, those of the newest conversations first; capital letters do not
        matter. The texts are compressed, so each is looked into.
        """
        newest = (attachments.c.conversation_id.desc(), attachments.c.name)
        kept = (attachments.c.conversation_id, attachments.c.name, attachments.c.text)
        asked, wanted = select(*kept).where(attachments.c.owner == owner).order_by(*newest), words.lower()

        def work(connection: Connection) -> list[AttachmentText]:
            texts = (AttachmentText(of, name, _decompress(text)) for of, name, text in connection.execute(asked))
            return list(islice((each for each in texts if wanted in each.text.lower()), limit))

        return await self._database.read(work)


def _is_owned(conversation_id: str, owner: str) -> ColumnElement[bool]:
    return (attachments.c.conversation_id == conversation_id) & (attachments.c.owner == owner)


def _compress(text: str) -> bytes:
    return zlib.compress(text.encode())


def _decompress(text: bytes) -> str:
    return zlib.decompress(text).decode()
