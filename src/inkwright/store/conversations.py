"""Conversations: their messages, the state of their turns, and their summaries."""

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Select, bindparam, delete, exists, false, func, insert, select, true, update
from sqlalchemy.engine import Connection

from inkwright.clock import Clock
from inkwright.conversation.turns import ConversationExcerpt, Message, TurnState
from inkwright.errors import NotFound
from inkwright.llm.models import MAX_TOKENS
from inkwright.store.calls import remove_call_bodies
from inkwright.store.database import Database, stored_value
from inkwright.store.sqlite import change_rows
from inkwright.store.tables import artifacts, conversations, messages, steps, summaries, turns

_MAX_TITLE: Final = 80


class ConversationCreator:
    """Creates the row of a conversation that does not have one yet."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._clock = clock
        insertion = database.insert(conversations)
        self._insert = insertion.on_conflict_do_update(
            index_elements=[conversations.c.id],
            set_={"title": insertion.excluded.title},
            where=(conversations.c.title == "") & (conversations.c.owner == insertion.excluded.owner),
        )

    def ensure(self, connection: Connection, conversation_id: str, owner: str, first_message: str = "") -> None:
        """Create the row if it is missing, and lock the conversation until the transaction ends.

        The title is the first line of the first message; until then it is empty.
        """
        title = next((line.strip() for line in first_message.splitlines() if line.strip()), "")[:_MAX_TITLE]
        row = {"id": conversation_id, "owner": owner, "title": title, "started_at": self._clock.now().isoformat()}
        connection.execute(self._insert, row)


_UPDATE_TURN: Final = (
    update(turns)
    .where(turns.c.id == bindparam("new_id"), turns.c.owner == bindparam("new_owner"))
    .values({name: bindparam(f"new_{name}") for name in ("status", "tokens", "state", "epoch", "output")})
)
_INSERT_MESSAGE: Final = insert(messages)
_INSERT_REPLY: Final = insert(messages).values(
    is_replaced=select(turns.c.is_replaced).where(turns.c.id == bindparam("of_turn")).scalar_subquery()
)
"""The reply of a turn is replaced if the turn was replaced meanwhile."""

_MAX_SHORT_TEXT: Final = 50_000
_MESSAGE_FIELDS: Final = ("id", "conversation_id", "owner", "role", "text")
_MESSAGE_COLUMNS: Final = (messages.c.body, *(messages.c[name] for name in _MESSAGE_FIELDS))
"""The body of a message, and its fields that have their own columns."""


@dataclass(frozen=True, slots=True)
class ConversationRow:
    """A conversation in a list."""

    id: str
    title: str
    started_at: str
    turns: int
    project_id: str | None = None


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A message that matches a search, and whether it was replaced since."""

    message: Message
    is_replaced: bool


_FORGET_REPLIES: Final = delete(steps).where(steps.c.key >= bindparam("first"), steps.c.key < bindparam("last"))


@dataclass(frozen=True, slots=True)
class TurnKey:
    """A turn, and the message that started it; empty in early versions."""

    id: str
    message_id: str


class StoredConversations:
    """Implements `Conversations`, and lists them. Conversations of other owners are never returned.

    Replaced messages and turns are returned only on request. A message is replaced together with everything after it,
    so a summary is valid if the last turn that it covers was not replaced.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._creator = ConversationCreator(database, clock)
        self._insert_turn = database.insert(turns).on_conflict_do_nothing()

    async def add_message(self, message: Message) -> None:
        await self._database.write(lambda connection: self._add(connection, message))

    async def begin_turn(self, message: Message, turn: TurnState) -> None:
        def work(connection: Connection) -> None:
            self._add(connection, message)
            connection.execute(self._insert_turn, _turn_row(turn))

        await self._database.write(work, is_short=len(message.text) < _MAX_SHORT_TEXT)

    async def messages(self, conversation_id: str, *, owner: str, with_replaced: bool = False) -> list[Message]:
        found = _all_messages(conversation_id, owner) if with_replaced else _messages(conversation_id, owner)
        return [_message_from(*row) for row in await self._rows(found.order_by(messages.c.number))]

    async def excerpt(
        self, conversation_id: str, *, owner: str, limit: int, before: str | None = None
    ) -> ConversationExcerpt:
        query = (
            _messages(conversation_id, owner).order_by(messages.c.number).limit(1),
            _latest_messages(conversation_id, owner, limit, before),
            _latest_summary(conversation_id, owner),
        )

        def work(connection: Connection) -> list[Sequence[Any]]:
            return [connection.execute(each).all() for each in query]

        first, latest, summary = await self._database.read(work)
        read = [_message_from(*row) for row in reversed(latest)]
        return ConversationExcerpt(
            _message_from(*first[0]) if first else None, read, summary[0][1] if summary else None
        )

    async def latest_messages(
        self, conversation_id: str, *, owner: str, limit: int, before: str | None = None
    ) -> list[Message]:
        found = await self._rows(_latest_messages(conversation_id, owner, limit, before))
        return [_message_from(*row) for row in reversed(found)]

    async def replace_from(self, conversation_id: str, message_id: str, *, owner: str) -> None:
        """Mark a message and all later ones, and their turns, as replaced."""
        condition = _messages(conversation_id, owner).with_only_columns(messages.c.number)

        def work(connection: Connection) -> None:
            number = connection.scalar(condition.where(messages.c.id == message_id))
            if number is None:
                raise NotFound(what_kind="message", id=message_id)
            _mark_replaced(connection, conversation_id, owner, number)

        await self._database.write(work)

    async def replaced(self, conversation_id: str, *, owner: str) -> frozenset[str]:
        """Return the ids of the replaced messages and turns of a conversation."""
        replaced_messages = (
            _all_messages(conversation_id, owner)
            .with_only_columns(messages.c.id)
            .where(messages.c.is_replaced == true())
        )
        started = _all_turns(conversation_id, owner).with_only_columns(turns.c.id).where(turns.c.is_replaced == true())
        return frozenset(row[0] for row in [*await self._rows(replaced_messages), *await self._rows(started)])

    async def save_turn(self, turn: TurnState) -> None:
        is_short = len(turn.engine_messages) < _MAX_SHORT_TEXT
        await self._database.write(lambda connection: self._save(connection, turn), is_short=is_short)

    async def finish_turn(self, turn: TurnState, reply: Message | None = None) -> None:
        def work(connection: Connection) -> None:
            self._save(connection, turn)
            if reply is not None:
                self._add(connection, reply, of_turn=turn.id)
            # After its end it continues only with an answer or from the beginning: the stored replies are not needed.
            connection.execute(_FORGET_REPLIES, {"first": f"{turn.id}/reply/", "last": f"{turn.id}/reply0"})

        await self._database.along(work)

    async def change_turn(self, before: TurnState, after: TurnState, message: Message | None = None) -> bool:
        # Compare parsed turns: the stored bytes may come from an older version. The row stays locked meanwhile.
        stored_state = _turns(before.conversation_id, before.owner).where(turns.c.id == before.id).with_for_update()

        def work(connection: Connection) -> bool:
            state = connection.scalar(stored_state)
            if state is None or _turn_from(state) != before:
                return False
            self._save(connection, after)
            if message is not None:
                self._add(connection, message)
            return True

        return await self._database.write(work)

    def _add(self, connection: Connection, message: Message, *, of_turn: str | None = None) -> None:
        row = {
            **{name: getattr(message, name) for name in _MESSAGE_FIELDS},
            "body": message.model_dump_json(exclude={*_MESSAGE_FIELDS}),
        }
        self._creator.ensure(connection, message.conversation_id, message.owner, message.text)
        if of_turn is None:
            connection.execute(_INSERT_MESSAGE, row)
        else:
            connection.execute(_INSERT_REPLY, {**row, "of_turn": of_turn})

    def _save(self, connection: Connection, turn: TurnState) -> None:
        row = _turn_row(turn)
        if not change_rows(connection, _UPDATE_TURN, {f"new_{name}": value for name, value in row.items()}):
            self._creator.ensure(connection, turn.conversation_id, turn.owner, turn.message)
            connection.execute(self._insert_turn, row)

    async def load_turn(self, turn_id: str, *, owner: str) -> TurnState | None:
        query = select(turns.c.state).where(turns.c.id == turn_id, turns.c.owner == owner)
        found = await self._database.read(lambda connection: connection.execute(query).all(), is_short=True)
        return _turn_from(*found[0]) if found else None

    async def turns(self, conversation_id: str, *, owner: str, with_replaced: bool = False) -> list[TurnState]:
        """Return the turns of a conversation, in order."""
        found = _all_turns(conversation_id, owner) if with_replaced else _turns(conversation_id, owner)
        return [_turn_from(*row) for row in await self._rows(found.order_by(turns.c.id))]

    async def turn_keys(self, conversation_id: str, *, owner: str, with_replaced: bool = False) -> list[TurnKey]:
        """Return the turns of a conversation without their states, in order."""
        found = _all_turns(conversation_id, owner) if with_replaced else _turns(conversation_id, owner)
        rows = await self._rows(found.with_only_columns(turns.c.id, turns.c.message_id).order_by(turns.c.id))
        return [TurnKey(turn_id, message_id or "") for turn_id, message_id in rows]

    async def turns_by_id(self, turn_ids: Sequence[str], *, owner: str) -> dict[str, TurnState]:
        """Return some turns, by their ids."""
        query = select(turns.c.state).where(turns.c.id.in_(turn_ids), turns.c.owner == owner)
        states = [_turn_from(*row) for row in await self._rows(query)]
        return {state.id: state for state in states}

    async def first_turn(self, conversation_id: str, *, owner: str) -> TurnState | None:
        """Return the first turn of a conversation."""
        found = await self._rows(_turns(conversation_id, owner).order_by(turns.c.id).limit(1))
        return _turn_from(*found[0]) if found else None

    async def latest_turns(
        self, conversation_id: str, *, owner: str, limit: int, before: str | None = None
    ) -> list[TurnState]:
        """Return the latest turns in order; with `before`, only turns before that one."""
        query = _turns(conversation_id, owner)
        if before is not None:
            query = query.where(turns.c.id < before)
        found = await self._rows(query.order_by(turns.c.id.desc()).limit(limit))
        return [_turn_from(*row) for row in reversed(found)]

    async def turns_after(self, conversation_id: str, turn_id: str, *, owner: str) -> list[TurnState]:
        """Return the turns after a given one, in order."""
        query = _turns(conversation_id, owner).where(turns.c.id > turn_id).order_by(turns.c.id)
        return [_turn_from(*row) for row in await self._rows(query)]

    async def unfinished(self, owner: str) -> list[TurnState]:
        """Return the running and waiting turns of an owner, oldest first."""
        query = select(turns.c.state).where(
            turns.c.owner == owner, turns.c.status.in_(("running", "waiting")), turns.c.is_replaced == false()
        )
        return [_turn_from(*row) for row in await self._rows(query.order_by(turns.c.id))]

    async def running(self, after: str) -> list[TurnState]:
        """Return the running turns of all owners whose id is after this one, oldest first."""
        query = select(turns.c.state).where(
            turns.c.id > after, turns.c.status == "running", turns.c.is_replaced == false()
        )
        return [_turn_from(*row) for row in await self._rows(query.order_by(turns.c.id))]

    async def latest_id(self, owner: str) -> str | None:
        """Return the conversation with the latest turn; None if there is no turn yet."""
        query = (
            select(turns.c.conversation_id)
            .where(turns.c.owner == owner, turns.c.is_replaced == false())
            .order_by(turns.c.id.desc())
            .limit(1)
        )
        found = await self._rows(query)
        return found[0][0] if found else None

    async def undelivered(self, owner: str) -> list[TurnState]:
        """Return the finished turns whose files are still to be saved, oldest first."""
        query = select(turns.c.state).where(
            turns.c.owner == owner, turns.c.output.is_not(None), turns.c.status == "finished"
        )
        return [_turn_from(*row) for row in await self._rows(query.order_by(turns.c.id))]

    async def conversations(
        self,
        owner: str,
        *,
        limit: int = 50,
        offset: int = 0,
        before: tuple[str, str] | None = None,
        project_id: str | None = None,
    ) -> list[ConversationRow]:
        """Return the conversations of an owner, newest first; those before a moment and an id, and those in a project,
        if they are given.
        """
        query = _conversation_rows(owner).order_by(conversations.c.started_at.desc(), conversations.c.id.desc())
        if before is not None:
            moment, conversation_id = before
            started = conversations.c.started_at
            query = query.where((started < moment) | ((started == moment) & (conversations.c.id < conversation_id)))
        if project_id is not None:
            query = query.where(conversations.c.project_id == project_id)
        query = query.limit(limit).offset(offset)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [ConversationRow(*row) for row in rows]

    async def conversation(self, conversation_id: str, *, owner: str) -> ConversationRow | None:
        """Return a conversation of an owner."""
        query = _conversation_rows(owner).where(conversations.c.id == conversation_id)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return ConversationRow(*row) if row else None

    async def owner_of(self, conversation_id: str) -> str | None:
        """Return the owner of a conversation, if it exists."""
        query = select(conversations.c.owner).where(conversations.c.id == conversation_id)
        return await self._database.read(lambda connection: connection.scalar(query))

    async def rename(self, conversation_id: str, title: str, *, owner: str) -> bool:
        """Change the title of a conversation. Return whether it existed."""
        change = (
            update(conversations)
            .where(conversations.c.id == conversation_id, conversations.c.owner == owner)
            .values(title=title)
        )
        return await self._database.write(lambda connection: connection.execute(change).rowcount > 0)

    async def search(self, owner: str, words: str, *, limit: int = 50) -> list[SearchHit]:
        """Return the messages that contain the words, newest first and including replaced ones; case is ignored."""
        content = messages.c.text
        # The exact spelling too: not every server can lower-case the letters of every language.
        contains = content.contains(words, autoescape=True) | func.lower(content).contains(
            words.lower(), autoescape=True
        )
        found = select(messages.c.is_replaced, *_MESSAGE_COLUMNS).where(messages.c.owner == owner, contains)
        rows = await self._rows(found.order_by(messages.c.number.desc()).limit(limit))
        return [SearchHit(_message_from(*row), is_replaced) for is_replaced, *row in rows]

    async def delete(self, conversation_id: str, *, owner: str) -> bool:
        """Delete a conversation with everything in it and the texts of its model calls. Return whether it existed.

        Artifacts and the cost of the calls stay.
        """
        condition = (conversations.c.id == conversation_id) & (conversations.c.owner == owner)
        own_turns = _all_turns(conversation_id, owner).with_only_columns(turns.c.id)

        def work(connection: Connection) -> bool:
            for turn_id in connection.scalars(own_turns).all():
                # The key of a step starts with its turn: take all keys from "turn/" to before "turn0".
                started = (steps.c.key >= f"{turn_id}/") & (steps.c.key < f"{turn_id}0")
                connection.execute(delete(steps).where(started))
            # Earlier versions did not store the conversation of an artifact, and the turns are deleted now.
            connection.execute(
                update(artifacts)
                .where(artifacts.c.owner == owner, artifacts.c.turn_id.in_(own_turns))
                .values(conversation_id=conversation_id)
            )
            started_at = connection.scalar(select(conversations.c.started_at).where(condition))
            # The calls come after it: an import that runs at the same time is waited for.
            is_deleted = connection.execute(delete(conversations).where(condition)).rowcount > 0
            if is_deleted:
                remove_call_bodies(connection, conversation_id, owner, started_at or "")
            return is_deleted

        return await self._database.write(work)

    async def put_summary(self, conversation_id: str, upto_turn: str, text: str, *, owner: str) -> None:
        """Save the summary of everything up to a turn."""
        row = {"conversation_id": conversation_id, "upto_turn": upto_turn, "owner": owner, "text": text}
        keys = [summaries.c.conversation_id, summaries.c.upto_turn]
        insertion = self._database.insert(summaries).on_conflict_do_update(index_elements=keys, set_={"text": text})
        await self._database.write(lambda connection: connection.execute(insertion, row).close())

    async def summary(self, conversation_id: str, *, owner: str) -> tuple[str, str] | None:
        """Return the last turn and the text of the latest valid summary."""
        found = await self._rows(_latest_summary(conversation_id, owner))
        return (found[0][0], found[0][1]) if found else None

    async def _rows(self, query: Select[Any]) -> Sequence[Any]:
        return await self._database.read(lambda connection: connection.execute(query).all())


def _conversation_rows(owner: str) -> Select[Any]:
    current = (turns.c.conversation_id == conversations.c.id) & (turns.c.is_replaced == false())
    count = select(func.count()).where(current).scalar_subquery()
    known = (conversations.c.id, conversations.c.title, conversations.c.started_at)
    return select(*known, count.label("turns"), conversations.c.project_id).where(conversations.c.owner == owner)


def _turn_row(turn: TurnState) -> dict[str, Any]:
    columns = ("id", "conversation_id", "owner", "status", "tokens", "message_id", "epoch", "output")
    state = zlib.compress(turn.model_dump_json().encode())
    row = {**{name: getattr(turn, name) for name in columns}, "state": state}
    return row if turn.tokens is None else {**row, "tokens": min(turn.tokens, MAX_TOKENS)}


@stored_value
def _message_from(body: str, *columns: str) -> Message:
    return Message.model_validate({**json.loads(body), **dict(zip(_MESSAGE_FIELDS, columns, strict=True))})


@stored_value
def _turn_from(state: bytes) -> TurnState:
    return TurnState.model_validate_json(zlib.decompress(state))


def _mark_replaced(connection: Connection, conversation_id: str, owner: str, number: int) -> None:
    """Mark as replaced: the messages from a number on, and the turns from the first one that one of them started."""
    later = (
        (messages.c.conversation_id == conversation_id) & (messages.c.owner == owner) & (messages.c.number >= number)
    )
    started = (turns.c.conversation_id == conversation_id) & (turns.c.owner == owner)
    started_by_them = turns.c.message_id.in_(select(messages.c.id).where(later, messages.c.is_replaced == false()))
    first = connection.scalar(select(func.min(turns.c.id)).where(started, started_by_them))
    # Turns come first: this waits for a turn that is just ending, and then sees its reply.
    if first is not None:
        connection.execute(update(turns).where(started, turns.c.id >= first).values(is_replaced=True))
    connection.execute(update(messages).where(later).values(is_replaced=True))


def _all_messages(conversation_id: str, owner: str) -> Select[Any]:
    """Select the messages of a conversation, replaced or not."""
    return select(*_MESSAGE_COLUMNS).where(messages.c.conversation_id == conversation_id, messages.c.owner == owner)


def _messages(conversation_id: str, owner: str, before: str | None = None) -> Select[Any]:
    query = _all_messages(conversation_id, owner).where(messages.c.is_replaced == false())
    if before is None:
        return query
    return query.where(messages.c.number < select(messages.c.number).where(messages.c.id == before).scalar_subquery())


def _all_turns(conversation_id: str, owner: str) -> Select[Any]:
    """Select the turns of a conversation, replaced or not."""
    return select(turns.c.state).where(turns.c.conversation_id == conversation_id, turns.c.owner == owner)


def _turns(conversation_id: str, owner: str) -> Select[Any]:
    return _all_turns(conversation_id, owner).where(turns.c.is_replaced == false())


def _latest_messages(conversation_id: str, owner: str, limit: int, before: str | None) -> Select[Any]:
    """Select the latest messages, newest first."""
    return _messages(conversation_id, owner, before).order_by(messages.c.number.desc()).limit(limit)


def _latest_summary(conversation_id: str, owner: str) -> Select[Any]:
    """Select the last turn and the text of the latest summary that covers no replaced turn."""
    is_replaced = exists().where(turns.c.id == summaries.c.upto_turn, turns.c.is_replaced == true())
    return (
        select(summaries.c.upto_turn, summaries.c.text)
        .where(summaries.c.conversation_id == conversation_id, summaries.c.owner == owner, ~is_replaced)
        .order_by(summaries.c.upto_turn.desc())
        .limit(1)
    )
