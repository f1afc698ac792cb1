"""Artifacts: one row for each record; the files are named by their content."""

import asyncio
import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, bindparam, delete, exists, func, select

from inkwright.artifacts.vault import ArtifactRecord
from inkwright.errors import StoreError
from inkwright.i18n import Reason
from inkwright.store.database import Database
from inkwright.store.files import ArtifactContents
from inkwright.store.tables import artifacts, conversations, ledger, projects, turns

_ID: Final = re.compile(r"\w{1,64}", re.ASCII)
_VERSION: Final = (artifacts.c.owner, artifacts.c.lineage, artifacts.c.artifact_version)
_RECORD: Final = (artifacts.c.id, artifacts.c.lineage, artifacts.c.body)

_CONVERSATION: Final = (
    select(turns.c.conversation_id)
    .where(turns.c.id == bindparam("of_turn"), turns.c.owner == bindparam("of_owner"))
    .scalar_subquery()
)
"""The conversation of the turn in which an artifact is made; null without a turn."""

_IS_ANNOUNCED: Final = ~exists().where(
    turns.c.id == artifacts.c.turn_id, turns.c.owner == artifacts.c.owner, turns.c.status != "finished"
) | exists().where(ledger.c.turn_id == artifacts.c.turn_id, ledger.c.artifact_id == artifacts.c.id)
"""The condition that the step which made an artifact has ended. What a process stored that died before that is removed
when its turn continues; until then nobody is shown it.
"""


@dataclass(frozen=True, slots=True)
class ArtifactOrigin:
    """The conversation in which an artifact was made; it may have been deleted since."""

    conversation_id: str
    is_deleted: bool


class StoredRecords:
    """Implements `ArtifactRecords`, and lists artifacts. Artifacts of other owners are never returned.

    The files are written before the row: a crash between the two leaves files without a row, never a row without
    its files.
    """

    def __init__(self, database: Database, contents: ArtifactContents) -> None:
        self._database = database
        self.contents = contents
        # A version that exists already is an expected result; any other violated constraint raises.
        insertion = database.insert(artifacts).values(conversation_id=_CONVERSATION)
        insertion = insertion.on_conflict_do_nothing(index_elements=_VERSION)
        # Without this option Postgres does not report how many rows were inserted.
        self._insert = insertion.execution_options(preserve_rowcount=True)

    async def add(self, record: ArtifactRecord, files: Mapping[str, bytes]) -> bool:
        await asyncio.to_thread(self.contents.keep, {record.digests[name]: content for name, content in files.items()})
        row = {**_record_row(record), "of_turn": record.turn_id, "of_owner": record.owner}
        return await self._database.write(
            lambda connection: connection.execute(self._insert, row).rowcount == 1, is_short=True
        )

    async def of_turn(self, owner: str, kind: str, name: str, turn_id: str) -> list[ArtifactRecord]:
        """Return the artifacts of this kind and name that were made in this turn."""
        same = (artifacts.c.turn_id == turn_id, artifacts.c.kind == kind, artifacts.c.name == name)
        return await self._select(_select_records(owner).where(*same), is_short=True)

    async def newest_version(self, owner: str, lineage: str) -> int:
        """Return the newest version number of a lineage, or 0."""
        query = select(func.max(artifacts.c.artifact_version)).where(
            artifacts.c.owner == owner, artifacts.c.lineage == lineage
        )
        return await self._database.read(lambda connection: connection.scalar(query), is_short=True) or 0

    async def versions(self, record: ArtifactRecord) -> list[ArtifactRecord]:
        """Return the versions of an artifact, oldest first."""
        query = _select_records(record.owner).where(artifacts.c.lineage == record.lineage, _IS_ANNOUNCED)
        return await self._select(query.order_by(artifacts.c.artifact_version))

    async def remove(self, owner: str, turn_id: str, *, except_ids: Collection[str]) -> None:
        """Remove the records of a turn, except those with these ids. Their files stay; they are harmless."""
        of_turn = (artifacts.c.owner == owner) & (artifacts.c.turn_id == turn_id)
        statement = delete(artifacts).where(of_turn, artifacts.c.id.not_in(except_ids))
        await self._database.write(lambda connection: connection.execute(statement).close())

    async def get(self, artifact_id: str, owner: str) -> ArtifactRecord | None:
        if not _ID.fullmatch(artifact_id):
            return None
        found = await self._select(_select_records(owner).where(artifacts.c.id == artifact_id))
        return found[0] if found else None

    async def read(self, record: ArtifactRecord, name: str) -> bytes | None:
        # Use the digests of the row, not the given ones: a forged record must not open any file.
        stored = await self.get(record.id, record.owner)
        digest = stored.digests.get(name) if stored else None
        return await asyncio.to_thread(self.contents.read, digest) if digest else None

    async def made_in(self, record: ArtifactRecord) -> ArtifactOrigin | None:
        """Return the conversation in which it was made; None if it was made without one.

        Earlier versions did not store the conversation: there it is that of the turn.
        """
        belongs_to_turn = (turns.c.id == artifacts.c.turn_id) & (turns.c.owner == artifacts.c.owner)
        made_in = func.coalesce(artifacts.c.conversation_id, turns.c.conversation_id)
        query = (
            select(made_in, conversations.c.id)
            .select_from(
                artifacts.outerjoin(turns, belongs_to_turn).outerjoin(conversations, conversations.c.id == made_in)
            )
            .where(artifacts.c.id == record.id, artifacts.c.owner == record.owner)
        )
        found = await self._database.read(lambda connection: connection.execute(query).first())
        return ArtifactOrigin(found[0], is_deleted=found[1] is None) if found and found[0] else None

    async def is_within(self, record: ArtifactRecord, conversation_id: str) -> bool:
        """Whether it was made in this conversation, or in its project."""
        query = _select_records(record.owner).where(
            artifacts.c.id == record.id, _is_within(conversation_id, record.owner)
        )
        return bool(await self._select(query))

    async def conversation_of(self, record: ArtifactRecord) -> str | None:
        """Return the conversation in which it was made; None if there is none, or it was deleted."""
        origin = await self.made_in(record)
        return origin.conversation_id if origin and not origin.is_deleted else None

    async def newest(
        self,
        owner: str,
        *,
        limit: int,
        offset: int = 0,
        before: tuple[str, str] | None = None,
        conversation_id: str | None = None,
    ) -> list[ArtifactRecord]:
        """Return the artifacts of an owner, newest first; those of a conversation and its project if given, and those
        before a moment and an id if given.
        """
        scope = [] if conversation_id is None else [_is_within(conversation_id, owner)]
        if before is not None:
            scope.append(_is_before(*before))
        return await self._select(
            _select_records(owner)
            .where(*scope, _IS_ANNOUNCED)
            .order_by(artifacts.c.made_at.desc(), artifacts.c.id.desc())
            .limit(limit)
            .offset(offset)
        )

    async def named(self, owner: str, name: str) -> list[ArtifactRecord]:
        """Return the newest version of each lineage with this name, newest first."""
        named = _select_records(owner).where(artifacts.c.name == name, _IS_ANNOUNCED)
        found = await self._select(named.order_by(artifacts.c.artifact_version))
        newest = {record.lineage: record for record in found}
        return sorted(newest.values(), key=lambda record: (record.made_at, record.id), reverse=True)

    async def ids(self, owner: str) -> list[str]:
        """Return the ids of all artifacts of an owner, oldest first."""
        query = select(artifacts.c.id).where(artifacts.c.owner == owner, _IS_ANNOUNCED)
        return sorted(await self._database.read(lambda connection: connection.scalars(query).all()))

    async def every(self) -> list[ArtifactRecord]:
        """Return the artifacts of all owners, for maintenance."""
        return await self._select(select(*_RECORD).order_by(artifacts.c.id))

    async def _select(self, query: Select[Any], *, is_short: bool = False) -> list[ArtifactRecord]:
        rows = await self._database.read(lambda connection: connection.execute(query).all(), is_short=is_short)
        return [self._record(*row) for row in rows]

    def _record(self, artifact_id: str, lineage: str, body: str) -> ArtifactRecord:
        try:
            return ArtifactRecord.model_validate({**json.loads(body), "lineage": lineage})
        except ValueError as problem:
            reason = Reason("reason.store.record", id=artifact_id)
            raise StoreError(place=self._database.place, problem=reason) from problem


def stored_moment(record: ArtifactRecord) -> str:
    """Return when it was made, all of the same length, so that sorting the texts sorts the times in every database."""
    return record.made_at.astimezone(UTC).isoformat(timespec="microseconds")


def _is_before(moment: str, artifact_id: str) -> ColumnElement[bool]:
    """Return the condition that an artifact was made before another one."""
    made_at = artifacts.c.made_at
    return (made_at < moment) | ((made_at == moment) & (artifacts.c.id < artifact_id))


def _is_within(conversation_id: str, owner: str) -> ColumnElement[bool]:
    """Return the condition that an artifact was made in this conversation, or in its project if that exists."""
    project = (
        select(conversations.c.project_id)
        .join(projects, projects.c.id == conversations.c.project_id)
        .where(conversations.c.id == conversation_id, conversations.c.owner == owner, projects.c.taken.is_not(None))
        .scalar_subquery()
    )
    here = select(conversations.c.id).where(
        conversations.c.owner == owner,
        (conversations.c.id == conversation_id) | (conversations.c.project_id == project),
    )
    # Earlier versions did not store the conversation: there it is that of the turn.
    of_turn = select(turns.c.conversation_id).where(turns.c.id == artifacts.c.turn_id, turns.c.owner == owner)
    return func.coalesce(artifacts.c.conversation_id, of_turn.scalar_subquery()).in_(here)


def _select_records(owner: str) -> Select[Any]:
    return select(*_RECORD).where(artifacts.c.owner == owner)


def _record_row(record: ArtifactRecord) -> dict[str, object]:
    return {
        "id": record.id,
        "owner": record.owner,
        "turn_id": record.turn_id,
        "kind": record.kind,
        "name": record.name,
        "lineage": record.lineage,
        "artifact_version": record.version,
        "made_at": stored_moment(record),
        # Escaped, because a title may contain half a surrogate, which UTF-8 cannot encode.
        "body": json.dumps(record.model_dump(mode="json", exclude={"lineage"})),
    }
