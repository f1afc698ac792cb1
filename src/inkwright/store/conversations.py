"""Conversations: their messages, their turns as they stand, their summaries."""

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from inkwright.clock import Clock
from inkwright.conversation.messages import Message
from inkwright.conversation.turns import TurnState
from inkwright.store.database import Database
from inkwright.store.tables import conversations, messages, summaries, turns

_LONGEST_TITLE: Final = 80


@dataclass(frozen=True, slots=True)
class ConversationRow:
    """A conversation in a list."""

    id: str
    title: str
    started_at: str
    turns: int


class StoredConversations:
    """Implements `Conversations`, and finds them again. Those of another owner are not there."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def add_message(self, message: Message) -> None:
        row = {
            "id": message.id,
            "conversation_id": message.conversation_id,
            "owner": message.owner,
            "role": message.role,
            "text": message.text,
            "body": message.model_dump_json(),
        }
        async with self._database.writing() as connection:
            await self._ensure(connection, message.conversation_id, message.owner, message.text)
            await connection.execute(insert(messages), [row])

    async def messages(self, conversation_id: str, *, owner: str) -> list[Message]:
        asked = select(messages.c.body).where(messages.c.conversation_id == conversation_id, messages.c.owner == owner)
        return [Message.model_validate_json(body) for body in await self._column(asked.order_by(messages.c.number))]

    async def save_turn(self, turn: TurnState) -> None:
        row = {
            "id": turn.id,
            "conversation_id": turn.conversation_id,
            "owner": turn.owner,
            "status": turn.status,
            "body": turn.model_dump_json(),
        }
        async with self._database.writing() as connection:
            await self._ensure(connection, turn.conversation_id, turn.owner, turn.message)
            added = self._insert(turns).values(row)
            changed = {name: row[name] for name in ("status", "body")}
            await connection.execute(
                added.on_conflict_do_update(
                    index_elements=[turns.c.id], set_=changed, where=turns.c.owner == turn.owner
                )
            )

    async def load_turn(self, turn_id: str, *, owner: str) -> TurnState | None:
        found = await self._column(select(turns.c.body).where(turns.c.id == turn_id, turns.c.owner == owner))
        return TurnState.model_validate_json(found[0]) if found else None

    async def turns(self, conversation_id: str, *, owner: str) -> list[TurnState]:
        """The turns of a conversation, in order."""
        asked = select(turns.c.body).where(turns.c.conversation_id == conversation_id, turns.c.owner == owner)
        return [TurnState.model_validate_json(body) for body in await self._column(asked.order_by(turns.c.id))]

    async def conversations(self, owner: str, *, limit: int = 50, offset: int = 0) -> list[ConversationRow]:
        """The conversations of an owner, newest first."""
        count = select(func.count()).where(turns.c.conversation_id == conversations.c.id).scalar_subquery()
        asked = (
            select(conversations.c.id, conversations.c.title, conversations.c.started_at, count.label("turns"))
            .where(conversations.c.owner == owner)
            .order_by(conversations.c.started_at.desc(), conversations.c.id.desc())
            .limit(limit)
            .offset(offset)
        )
        async with self._database.reading() as connection:
            return [ConversationRow(*row) for row in await connection.execute(asked)]

    async def search(self, owner: str, words: str, *, limit: int = 50) -> list[Message]:
        """Messages that hold the words, newest first; capital letters do not matter."""
        pattern = "%" + words.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
        asked = (
            select(messages.c.body)
            .where(messages.c.owner == owner, func.lower(messages.c.text).like(pattern, escape="\\"))
            .order_by(messages.c.number.desc())
            .limit(limit)
        )
        return [Message.model_validate_json(body) for body in await self._column(asked)]

    async def delete(self, conversation_id: str, *, owner: str) -> bool:
        """Remove a conversation with everything in it; artifacts stay. False if there is none."""
        async with self._database.writing() as connection:
            gone = await connection.execute(
                delete(conversations).where(conversations.c.id == conversation_id, conversations.c.owner == owner)
            )
            return bool(gone.rowcount)

    async def put_summary(self, conversation_id: str, upto_turn: str, text: str, *, owner: str) -> None:
        """Keep the summary of everything up to a turn."""
        row = {"conversation_id": conversation_id, "upto_turn": upto_turn, "owner": owner, "text": text}
        async with self._database.writing() as connection:
            added = self._insert(summaries).values(row)
            keys = [summaries.c.conversation_id, summaries.c.upto_turn]
            await connection.execute(added.on_conflict_do_update(index_elements=keys, set_={"text": text}))

    async def summary(self, conversation_id: str, *, owner: str) -> tuple[str, str] | None:
        """The latest summary, and the turn up to which it goes."""
        asked = (
            select(summaries.c.upto_turn, summaries.c.text)
            .where(summaries.c.conversation_id == conversation_id, summaries.c.owner == owner)
            .order_by(summaries.c.upto_turn.desc())
            .limit(1)
        )
        async with self._database.reading() as connection:
            row = (await connection.execute(asked)).first()
        return (row[0], row[1]) if row else None

    async def set_tokens(self, turn_id: str, tokens: int, *, owner: str) -> None:
        """What a turn's messages weigh, where the provider told."""
        async with self._database.writing() as connection:
            await connection.execute(
                update(turns).where(turns.c.id == turn_id, turns.c.owner == owner).values(tokens=tokens)
            )

    async def _ensure(self, connection: Any, conversation_id: str, owner: str, said: str) -> None:
        """A conversation begins with what is first said in it."""
        title = next((line.strip() for line in said.splitlines() if line.strip()), "")[:_LONGEST_TITLE]
        row = {"id": conversation_id, "owner": owner, "title": title, "started_at": self._clock.now().isoformat()}
        await connection.execute(self._insert(conversations).values(row).on_conflict_do_nothing())

    def _insert(self, table: Any) -> Any:
        return sqlite_insert(table) if self._database.is_sqlite else postgres_insert(table)

    async def _column(self, asked: Any) -> list[str]:
        async with self._database.reading() as connection:
            return [row[0] for row in await connection.execute(asked)]
