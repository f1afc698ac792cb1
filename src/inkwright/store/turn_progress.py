"""The progress of turns: asks and answers, steps that run only once, and the ledger of results."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Final
from weakref import WeakKeyDictionary, WeakValueDictionary

from sqlalchemy import Select, bindparam, false, insert, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.changes import CHANGE_KEY_PREFIX, ChangeEntry
from inkwright.conversation.fencing import FencingToken, current_token
from inkwright.conversation.turns import LedgerEntry
from inkwright.errors import AlreadyAnswered, NotFound
from inkwright.store.database import Database, stored_value
from inkwright.store.sqlite import change_rows
from inkwright.store.tables import answers, asks, ledger, steps, turns

_ask_from: Final = stored_value(Ask.model_validate_json)
_answer_from: Final = stored_value(Answer.model_validate_json)
_entry_from: Final = stored_value(LedgerEntry.model_validate_json)
_change_from: Final = stored_value(ChangeEntry.model_validate_json)


class StoredAsks:
    """Implements `Asks`. The first answer counts, even if two arrive at the same time."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self, ask: Ask) -> None:
        row = {"id": ask.id, "turn_id": ask.turn_id, "owner": ask.owner, "body": ask.model_dump_json()}
        insertion = self._database.insert(asks).on_conflict_do_nothing(index_elements=[asks.c.id])
        await self._database.write(lambda connection: connection.execute(insertion, row).close())

    async def get(self, ask_id: str, *, owner: str) -> Ask | None:
        query = select(asks.c.body).where(asks.c.id == ask_id, asks.c.owner == owner)
        body = await self._database.read(lambda connection: connection.scalar(query))
        return _ask_from(body) if body else None

    async def answer(self, ask_id: str, answer: Answer, *, owner: str) -> Ask:
        ask = await self.get(ask_id, owner=owner)
        if ask is None:
            raise NotFound(what_kind="ask", id=ask_id)
        row = {"ask_id": ask_id, "owner": owner, "body": answer.model_dump_json()}
        try:
            await self._database.write(lambda connection: connection.execute(insert(answers), row).close())
        except IntegrityError as problem:
            raise AlreadyAnswered(id=ask_id) from problem
        return ask

    async def answer_to(self, ask_id: str, *, owner: str) -> Answer | None:
        query = select(answers.c.body).where(answers.c.ask_id == ask_id, answers.c.owner == owner)
        body = await self._database.read(lambda connection: connection.scalar(query))
        return _answer_from(body) if body else None

    async def waiting(self, *, owner: str) -> list[Ask]:
        """Return the unanswered asks, oldest first, without those of finished or replaced turns."""
        is_open = (turns.c.status != "finished") & (turns.c.is_replaced == false())
        query = (
            select(asks.c.body)
            .join(turns, turns.c.id == asks.c.turn_id)
            .outerjoin(answers, answers.c.ask_id == asks.c.id)
            .where(asks.c.owner == owner, answers.c.ask_id.is_(None), is_open)
            .order_by(asks.c.id)
        )
        bodies = await self._database.read(lambda connection: connection.scalars(query).all())
        return [_ask_from(body) for body in bodies]


_IN_TURN: Final = select(ledger.c.body).where(ledger.c.turn_id == bindparam("turn")).order_by(ledger.c.number)
_IS_CHANGE: Final = ledger.c.artifact_id.startswith(CHANGE_KEY_PREFIX, autoescape=True)
_ARTIFACTS_OF_TURN: Final = _IN_TURN.where(~_IS_CHANGE)
_CHANGES_OF_TURN: Final = _IN_TURN.where(_IS_CHANGE)


class StoredLedger:
    """Implements `Ledger`. The same artifact, or change, counts once.

    The entries of a step are written in one transaction with the end of the step.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._insert = database.insert(ledger).on_conflict_do_nothing(index_elements=["turn_id", "artifact_id"])

    async def add(self, turn_id: str, entry: LedgerEntry) -> None:
        await self._add(turn_id, entry.artifact.id, entry.model_dump_json())

    async def of(self, turn_id: str) -> list[LedgerEntry]:
        return [_entry_from(body) for body in await self._bodies(_ARTIFACTS_OF_TURN, turn_id)]

    async def add_change(self, turn_id: str, entry: ChangeEntry) -> None:
        await self._add(turn_id, entry.change.key, entry.model_dump_json())

    async def changes_of(self, turn_id: str) -> list[ChangeEntry]:
        return [_change_from(body) for body in await self._bodies(_CHANGES_OF_TURN, turn_id)]

    async def _add(self, turn_id: str, key: str, body: str) -> None:
        row = {"turn_id": turn_id, "artifact_id": key, "body": body}
        await self._database.along(lambda connection: change_rows(connection, self._insert, row))

    async def _bodies(self, query: Select[Any], turn_id: str) -> Sequence[str]:
        return await self._database.read(
            lambda connection: connection.scalars(query, {"turn": turn_id}).all(), is_short=True
        )


_RESULT: Final = select(steps.c.result).where(steps.c.key == bindparam("of_key"))
_KEYS: Final = select(steps.c.key).where(steps.c.key >= bindparam("first"), steps.c.key < bindparam("last"))


class _DoneElsewhere(Exception):
    """Another process has finished the step meanwhile."""


class StoredSteps:
    """Implements `Steps`. A second caller of a running step waits for its result.

    In a turn, one process at a time can store anything, so a step needs no lease of its own.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._keys: WeakKeyDictionary[FencingToken, set[str]] = WeakKeyDictionary()
        insertion = database.insert(steps)
        finish = insertion.on_conflict_do_update(
            index_elements=[steps.c.key],
            set_={"result": insertion.excluded.result},
            where=steps.c.result.is_(None),
        )
        # Without this option Postgres does not report how many rows were inserted.
        self._finish = finish.execution_options(preserve_rowcount=True)

    async def once(self, key: str, work: Callable[[], Awaitable[Any]]) -> Any:
        async with self._locks.setdefault(key, asyncio.Lock()):
            known = await self._result(key) if await self._may_be_done(key) else None
            if known is None:
                try:
                    return json.loads(await self._do(key, work))
                except _DoneElsewhere:
                    # Nothing was written here: the result of the other process counts.
                    known = await self._result(key)
            return json.loads(known or "null")

    async def _do(self, key: str, work: Callable[[], Awaitable[Any]]) -> str:
        async with self._database.together() as works:
            result = json.dumps(await work())
            works.append(partial(self._store, row={"key": key, "result": result, "lease": 0.0}))
        if (token := current_token()) is not None and token in self._keys:
            self._keys[token].add(key)
        return result

    async def _may_be_done(self, key: str) -> bool:
        """Whether a result may be stored. The steps of a turn are read once: only this process can store others."""
        token = current_token()
        if token is None or not key.startswith(f"{token.turn_id}/"):
            return True
        if token not in self._keys:
            bounds = {"first": f"{token.turn_id}/", "last": f"{token.turn_id}0"}
            read = self._database.read(lambda connection: connection.scalars(_KEYS, bounds).all(), is_short=True)
            self._keys.setdefault(token, {*await read})
        return key in self._keys[token]

    def _store(self, connection: Connection, row: dict[str, Any]) -> None:
        if not change_rows(connection, self._finish, row):
            raise _DoneElsewhere

    async def _result(self, key: str) -> str | None:
        found: str | None = await self._database.read(
            lambda connection: connection.scalar(_RESULT, {"of_key": key}), is_short=True
        )
        return found
