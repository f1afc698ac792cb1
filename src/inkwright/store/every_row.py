"""Every row of every table: which cannot be read, and which files the readable artifacts name."""

import json
import re
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Table, select
from sqlalchemy.engine import Connection

from inkwright.artifacts.records import KeptRecord
from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.events import EVENTS
from inkwright.conversation.messages import Message
from inkwright.conversation.turns import LedgerEntry, TurnState
from inkwright.errors import StoreUnavailable
from inkwright.store import tables
from inkwright.store.database import Database

_AT_ONCE: Final = 200
_MOST_LETTERS: Final = 120
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_TROUBLE: Final = (ValueError, TypeError, LookupError, AttributeError, zlib.error)


@dataclass(frozen=True, slots=True)
class UnreadableRow:
    """A row that cannot be read, or all that is left of a table (then it has no id)."""

    table: str
    id: str
    problem: str


def digests_in(body: Any) -> set[str]:
    """The digests that the body of an artifact names; ValueError if it cannot be read."""
    try:
        digests = set(json.loads(body)["digests"].values())
        if all(map(_DIGEST.fullmatch, digests)):
            return digests
    except _TROUBLE as problem:
        raise ValueError(str(problem)) from problem
    raise ValueError("its digests are none")


def digests_of(rows: Iterable[Sequence[Any]]) -> tuple[set[str], set[str]]:
    """The digests that artifacts name, of which the id and the body are given; and the ids of those unreadable."""
    digests, unreadable = set[str](), set[str]()
    for artifact_id, body in rows:
        try:
            digests |= digests_in(body)
        except ValueError:
            unreadable.add(str(artifact_id))
    return digests, unreadable


async def artifact_digests(database: Database) -> tuple[set[str], set[str]]:
    """The same of all owners."""
    asked = select(tables.artifacts.c.id, tables.artifacts.c.body)
    return digests_of(await database.read(lambda connection: connection.execute(asked).all()))


async def artifact_records(database: Database) -> list[KeptRecord]:
    """The artifacts of all owners that can be read, in order."""
    asked = select(tables.artifacts.c.id, tables.artifacts.c.body).order_by(tables.artifacts.c.id)
    rows = await database.read(lambda connection: connection.execute(asked).all())
    return [read for row in rows if isinstance(read := _tried(_artifact, {"body": row[1]}), KeptRecord)]


async def unreadable_rows(database: Database) -> list[UnreadableRow]:
    """Read every row as the program would, and tell which cannot be."""
    return [found for table, read in _READERS.items() for found in await _of_table(database, table, read)]


async def _of_table(database: Database, table: Table, read: Callable[[Any], object]) -> list[UnreadableRow]:
    asked = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=_AT_ONCE)

    def work(connection: Connection) -> list[UnreadableRow]:
        found = []
        for row in connection.execute(asked).mappings():
            problem = _tried(read, row)
            if isinstance(problem, str):
                found.append(UnreadableRow(table.name, _id(table, row), problem))
        return found

    try:
        return await database.read(work)
    except StoreUnavailable as problem:
        if not database.is_sqlite:
            raise
        # A page of the file, or a text in it, is damaged: the other tables are read all the same.
        return [UnreadableRow(table.name, "", str(problem.fields["problem"]))]


def _tried(read: Callable[[Any], object], row: Any) -> object:
    """What was read; a text if it cannot be."""
    try:
        return read(row)
    except _TROUBLE as problem:
        return (str(problem) or type(problem).__name__).split("\n", 1)[0][:_MOST_LETTERS]


def _id(table: Table, row: Any) -> str:
    named = [table.c.id] if "id" in table.c else list(table.primary_key.columns)
    return " ".join(str(row[column.name]) for column in named)


def _message(row: Any) -> object:
    beside = {name: row[name] for name in ("id", "conversation_id", "owner", "role", "text")}
    return Message.model_validate({**json.loads(row["body"]), **beside})


def _turn(row: Any) -> object:
    return TurnState.model_validate_json(zlib.decompress(row["state"]))


def _event(row: Any) -> object:
    value = json.loads(row["body"])
    value.pop("ends", None)
    return EVENTS.validate_python(value)


def _step(row: Any) -> None:
    if row["result"] is not None:
        json.loads(row["result"])


def _plain(_row: Any) -> None:
    """Texts and numbers alone: that the row came is enough."""


def _artifact(row: Any) -> KeptRecord:
    digests_in(row["body"])
    return KeptRecord.model_validate(json.loads(row["body"]))


def _packed(row: Any) -> None:
    zlib.decompress(row["text"]).decode()


def _times(*names: str) -> Callable[[Any], None]:
    def read(row: Any) -> None:
        for name in names:
            datetime.fromisoformat(row[name])

    return read


_READERS: Final[dict[Table, Callable[[Any], object]]] = {
    tables.conversations: _times("started_at"),
    tables.messages: _message,
    tables.turns: _turn,
    tables.journal: _event,
    tables.ledger: lambda row: LedgerEntry.model_validate_json(row["body"]),
    tables.asks: lambda row: Ask.model_validate_json(row["body"]),
    tables.answers: lambda row: Answer.model_validate_json(row["body"]),
    tables.steps: _step,
    tables.model_calls: _plain,
    tables.artifacts: _artifact,
    tables.summaries: _plain,
    tables.attachments: _packed,
    tables.projects: _times("created_at"),
    tables.blocks: _times("created_at", "changed_at"),
    tables.block_texts: _packed,
}
