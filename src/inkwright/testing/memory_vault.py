"""A vault in memory, and its snapshots as JSON."""

import base64
import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from inkwright.artifacts.vault import ArtifactRecord, Vault
from inkwright.artifacts.verification import Checker
from inkwright.clock import Clock
from inkwright.conversation.protocols import Conversations
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.ids import Ids
from inkwright.projects.protocols import Projects

VERSION: Final = 1


class SnapshotEntry(BaseModel):
    """One artifact of a snapshot, with its files as base64."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    record: ArtifactRecord
    files: dict[str, str]


class VaultSnapshot(BaseModel):
    """Everything in a vault."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1] = VERSION
    artifacts: tuple[SnapshotEntry, ...]

    @classmethod
    def of(cls, stored: Iterable[tuple[ArtifactRecord, Mapping[str, bytes]]]) -> "VaultSnapshot":
        """Return a snapshot of these artifacts."""
        return cls(artifacts=tuple(SnapshotEntry(record=record, files=_encoded(files)) for record, files in stored))


def read_snapshot(snapshot: Mapping[str, Any]) -> list[tuple[ArtifactRecord, dict[str, bytes]]]:
    """Read a snapshot that `VaultSnapshot.of` created. Damage anywhere in it is an InvalidOption."""
    try:
        entries = VaultSnapshot.model_validate(snapshot).artifacts
    except ValidationError as problem:
        path = ".".join(map(str, problem.errors()[0]["loc"]))
        raise InvalidOption(option="snapshot", value=path, allowed=Reason("reason.snapshot.invalid")) from problem
    return [(entry.record, dict(_decoded(entry))) for entry in entries]


def _encoded(files: Mapping[str, bytes]) -> dict[str, str]:
    return {name: base64.b64encode(content).decode("ascii") for name, content in files.items()}


def _decoded(entry: SnapshotEntry) -> Iterator[tuple[str, bytes]]:
    record = entry.record
    if entry.files.keys() != record.digests.keys() or record.digests.get(record.name) != record.sha256:
        raise _damage_error(record, record.name)
    for name, encoded in entry.files.items():
        try:
            content = base64.b64decode(encoded, validate=True)
        except ValueError as problem:
            raise _damage_error(record, name) from problem
        has_wrong_size = name == record.name and len(content) != record.size
        if has_wrong_size or hashlib.sha256(content).hexdigest() != record.digests[name]:
            raise _damage_error(record, name)
        yield name, content


def _damage_error(record: ArtifactRecord, name: str) -> InvalidOption:
    changed = Reason("reason.snapshot.changed_file", name=name)
    return InvalidOption(option="snapshot", value=record.id, allowed=changed)


class MemoryRecords:
    """Records and files in a dict. Without conversations, all artifacts belong to one."""

    def __init__(self, conversations: Conversations | None = None, projects: Projects | None = None) -> None:
        self._conversations = conversations
        self._projects = projects
        self._stored: dict[str, tuple[ArtifactRecord, Mapping[str, bytes]]] = {}

    async def add(self, record: ArtifactRecord, files: Mapping[str, bytes]) -> bool:
        taken = [(each.owner, each.lineage, each.version) for each, _ in self._stored.values()]
        if (record.owner, record.lineage, record.version) in taken:
            return False
        self._stored[record.id] = (record, files)
        return True

    async def of_turn(self, owner: str, kind: str, name: str, turn_id: str) -> list[ArtifactRecord]:
        return [
            record
            for record, _ in self._stored.values()
            if (record.owner, record.kind, record.name, record.turn_id) == (owner, kind, name, turn_id)
        ]

    async def newest_version(self, owner: str, lineage: str) -> int:
        same = [each.version for each, _ in self._stored.values() if (each.owner, each.lineage) == (owner, lineage)]
        return max(same, default=0)

    async def get(self, artifact_id: str, owner: str) -> ArtifactRecord | None:
        record, _ = self._stored.get(artifact_id, (None, {}))
        return record if record and record.owner == owner else None

    async def read(self, record: ArtifactRecord, name: str) -> bytes | None:
        return self._stored[record.id][1].get(name)

    async def newest(self, owner: str, *, limit: int, conversation_id: str | None = None) -> list[ArtifactRecord]:
        found = [record for record, _ in self._stored.values() if record.owner == owner]
        if conversation_id is not None:
            found = [record for record in found if await self.is_within(record, conversation_id)]
        return sorted(found, key=lambda record: (record.made_at, record.id), reverse=True)[:limit]

    async def remove(self, owner: str, turn_id: str, *, except_ids: Collection[str]) -> None:
        for record, _ in tuple(self._stored.values()):
            if (record.owner, record.turn_id) == (owner, turn_id) and record.id not in except_ids:
                del self._stored[record.id]

    async def named(self, owner: str, name: str) -> list[ArtifactRecord]:
        found = [record for record, _ in self._stored.values() if (record.owner, record.name) == (owner, name)]
        newest = {record.lineage: record for record in sorted(found, key=lambda record: record.version)}
        return sorted(newest.values(), key=lambda record: (record.made_at, record.id), reverse=True)

    async def is_within(self, record: ArtifactRecord, conversation_id: str) -> bool:
        if self._conversations is None:
            return True
        made_in = await self.conversation_of(record)
        if made_in is None or made_in == conversation_id or self._projects is None:
            return made_in == conversation_id
        project = await self._projects.of(conversation_id, owner=record.owner)
        other = await self._projects.of(made_in, owner=record.owner)
        return project is not None and other is not None and other.id == project.id

    async def conversation_of(self, record: ArtifactRecord) -> str | None:
        if self._conversations is None:
            return None
        turn = await self._conversations.load_turn(record.turn_id, owner=record.owner)
        return turn.conversation_id if turn else None

    def snapshot(self) -> dict[str, Any]:
        """Return everything in it, as JSON."""
        return VaultSnapshot.of(self._stored.values()).model_dump(mode="json")

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Add the artifacts of a snapshot: all of them, or none if one of its files was changed."""
        for record, files in read_snapshot(snapshot):
            self._stored[record.id] = (record, files)


class MemoryVault(Vault):
    """A vault in memory; `snapshot` and `restore` carry its artifacts to another process."""

    def __init__(
        self,
        checkers: Mapping[str, Checker],
        *,
        ids: Ids,
        clock: Clock,
        conversations: Conversations | None = None,
        projects: Projects | None = None,
    ) -> None:
        self._memory = MemoryRecords(conversations, projects)
        super().__init__(self._memory, checkers, ids=ids, clock=clock)

    def snapshot(self) -> dict[str, Any]:
        """Return everything in it, as JSON."""
        return self._memory.snapshot()

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Add the artifacts of a snapshot."""
        self._memory.restore(snapshot)
