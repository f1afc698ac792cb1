"""Integrity checks: find unreadable rows, and list the files to which artifacts refer."""

import json
import re
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import SimpleNamespace
from typing import Any, Final

from sqlalchemy import Table, select
from sqlalchemy.engine import Connection

from inkwright.artifacts.vault import ArtifactRecord
from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.changes import CHANGE_KEY_PREFIX, ChangeEntry
from inkwright.conversation.events import EVENTS
from inkwright.conversation.turns import LedgerEntry, Message, TurnState
from inkwright.errors import StoreDamaged, StoreUnavailable
from inkwright.i18n import Reason
from inkwright.projects.evaluations import Evaluation
from inkwright.store import app_tables, content_tables, library_tables, school_tables, share_tables, tables
from inkwright.store.apps import read_json, read_run, read_version
from inkwright.store.database import Database
from inkwright.store.library_vectors import BYTES_PER_NUMBER
from inkwright.store.school import read_import, read_rubric
from inkwright.store.shares import read_key, read_share
from inkwright.store.submissions import read_submission

_BATCH_SIZE: Final = 200
_MAX_PROBLEM_LENGTH: Final = 120
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_READ_ERRORS: Final = (ValueError, TypeError, LookupError, AttributeError, zlib.error)


@dataclass(frozen=True, slots=True)
class UnreadableRow:
    """A row that cannot be read. Without an id: the rest of the table."""

    table: str
    id: str
    problem: Reason | str


def digests_in_body(body: Any) -> set[str]:
    """Return the digests in the body of an artifact; ValueError if it cannot be read."""
    try:
        digests = set(json.loads(body)["digests"].values())
        if all(map(_DIGEST.fullmatch, digests)):
            return digests
    except _READ_ERRORS as problem:
        raise ValueError(str(problem)) from problem
    raise ValueError("invalid digests")


def digests_in_rows(rows: Iterable[Sequence[Any]]) -> tuple[set[str], set[str]]:
    """Return the digests of artifacts, given as rows of id and body, and the ids of unreadable artifacts."""
    digests, unreadable = set[str](), set[str]()
    for artifact_id, body in rows:
        try:
            digests |= digests_in_body(body)
        except ValueError:
            unreadable.add(str(artifact_id))
    return digests, unreadable


async def all_artifact_digests(database: Database) -> tuple[set[str], set[str]]:
    """Return the digests of the artifacts of all owners, and the ids of unreadable artifacts."""
    query = select(tables.artifacts.c.id, tables.artifacts.c.body)
    return digests_in_rows(await database.read(lambda connection: connection.execute(query).all()))


async def all_artifact_records(database: Database) -> list[ArtifactRecord]:
    """Return the readable artifacts of all owners, in order."""
    query = select(tables.artifacts.c.lineage, tables.artifacts.c.body).order_by(tables.artifacts.c.id)
    rows = await database.read(lambda connection: connection.execute(query).mappings().all())
    return [read for row in rows if isinstance(read := _try_read(_read_artifact, row), ArtifactRecord)]


async def find_unreadable_rows(database: Database) -> list[UnreadableRow]:
    """Read every row as the program would, and return the unreadable ones."""
    return [found for table, read in _READERS.items() for found in await _unreadable_in(database, table, read)]


async def _unreadable_in(database: Database, table: Table, read: Callable[[Any], object]) -> list[UnreadableRow]:
    query = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=_BATCH_SIZE)

    def work(connection: Connection) -> list[UnreadableRow]:
        found = []
        for row in connection.execute(query).mappings():
            problem = _try_read(read, row)
            if isinstance(problem, str):
                found.append(UnreadableRow(table.name, _row_id(table, row), problem))
        return found

    try:
        return await database.read(work)
    except (StoreDamaged, StoreUnavailable) as problem:
        if not database.is_sqlite:
            raise
        # A page of the file, or a text in it, is damaged. The other tables are read anyway.
        found = problem.fields["problem"]
        return [UnreadableRow(table.name, "", found if isinstance(found, Reason) else str(found))]


def _try_read(read: Callable[[Any], object], row: Any) -> object:
    """Return the value that was read, or the problem as a text."""
    try:
        return read(row)
    except _READ_ERRORS as problem:
        return (str(problem) or type(problem).__name__).split("\n", 1)[0][:_MAX_PROBLEM_LENGTH]


def _row_id(table: Table, row: Any) -> str:
    id_columns = [table.c.id] if "id" in table.c else list(table.primary_key.columns)
    return " ".join(str(row[column.name]) for column in id_columns)


def _read_message(row: Any) -> object:
    columns = {name: row[name] for name in ("id", "conversation_id", "owner", "role", "text")}
    return Message.model_validate({**json.loads(row["body"]), **columns})


def _read_turn(row: Any) -> object:
    return TurnState.model_validate_json(zlib.decompress(row["state"]))


def _read_event(row: Any) -> object:
    value = json.loads(row["body"])
    value.pop("ends", None)
    return EVENTS.validate_python(value)


def _read_step(row: Any) -> None:
    if row["result"] is not None:
        json.loads(row["result"])


def _read_nothing(_row: Any) -> None:
    """Accept the row: it contains only texts and numbers."""


def _read_artifact(row: Any) -> ArtifactRecord:
    digests_in_body(row["body"])
    return ArtifactRecord.model_validate({**json.loads(row["body"]), "lineage": row["lineage"]})


def _read_compressed(row: Any) -> None:
    zlib.decompress(row["text"]).decode()


def _read_document(row: Any) -> None:
    datetime.fromisoformat(row["added_at"])
    if not {"problem", "pages"} <= json.loads(row["body"]).keys():
        raise ValueError("invalid problems")


def _read_token(row: Any) -> None:
    datetime.fromisoformat(row["created_at"])
    if row["expires_at"] is not None:
        datetime.fromisoformat(row["expires_at"])
    if not _DIGEST.fullmatch(row["digest"]):
        raise ValueError("invalid digest")


def _read_ledger_entry(row: Any) -> None:
    shape = ChangeEntry if row["artifact_id"].startswith(CHANGE_KEY_PREFIX) else LedgerEntry
    shape.model_validate_json(row["body"])


def _read_feed_entry(row: Any) -> None:
    datetime.fromisoformat(row["at"])
    json.loads(row["body"])


def _times_reader(*names: str) -> Callable[[Any], None]:
    def read(row: Any) -> None:
        for name in names:
            datetime.fromisoformat(row[name])

    return read


def _read_vector(row: Mapping[str, Any]) -> None:
    if len(row["vector"]) != BYTES_PER_NUMBER * row["dimensions"]:
        raise ValueError("the vector does not have its dimensions")


_READERS: Final[dict[Table, Callable[[Any], object]]] = {
    tables.conversations: _times_reader("started_at"),
    tables.messages: _read_message,
    tables.turns: _read_turn,
    tables.journal: _read_event,
    tables.ledger: _read_ledger_entry,
    tables.asks: lambda row: Ask.model_validate_json(row["body"]),
    tables.answers: lambda row: Answer.model_validate_json(row["body"]),
    tables.steps: _read_step,
    tables.model_calls: _read_nothing,
    tables.artifacts: _read_artifact,
    tables.summaries: _read_nothing,
    tables.attachments: _read_compressed,
    tables.projects: _times_reader("created_at"),
    tables.blocks: _times_reader("created_at", "changed_at"),
    tables.block_texts: _read_compressed,
    tables.block_dependencies: _read_nothing,
    tables.project_feed: _read_feed_entry,
    tables.block_proposals: lambda row: json.loads(row["body"]),
    tables.project_presets: lambda row: json.loads(row["body"]),
    tables.job_workers: _read_nothing,
    content_tables.personas: lambda row: json.loads(row["body"]),
    content_tables.creator_facts: _times_reader("created_at"),
    content_tables.skills: lambda row: json.loads(row["body"]),
    content_tables.evaluations: lambda row: Evaluation.model_validate_json(row["body"]),
    tables.tokens: _read_token,
    library_tables.library_documents: _read_document,
    library_tables.library_chunks: _read_nothing,
    library_tables.library_vectors: _read_vector,
    school_tables.school_imports: lambda row: read_import(row["data"]),
    school_tables.school_permissions: _read_nothing,
    school_tables.school_rubrics: lambda row: read_rubric(row["body"]),
    app_tables.apps: _times_reader("created_at", "changed_at"),
    app_tables.app_versions: lambda row: read_version(SimpleNamespace(**row)),
    app_tables.app_runs: lambda row: read_run(SimpleNamespace(**row)),
    app_tables.app_events: lambda row: read_json(row["body"]),
    app_tables.app_compilations: lambda row: read_json(row["blueprint"]),
    share_tables.shares: read_share,
    share_tables.quiz_submissions: read_submission,
    share_tables.signing_keys: lambda row: read_key(row["key"]),
}
