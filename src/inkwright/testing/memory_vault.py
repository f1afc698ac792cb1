"""A vault that keeps its records in memory, and snapshots of it as JSON."""

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from inkwright.artifacts.vault import ArtifactRecord, Checker, Vault
from inkwright.clock import Clock
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.ids import Ids

VERSION: Final = 1


class SnapshotEntry(BaseModel):
    """One artifact of a snapshot: its files are base64."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    record: ArtifactRecord
    files: dict[str, str]


class VaultSnapshot(BaseModel):
    """The content of a vault."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1] = VERSION
    artifacts: tuple[SnapshotEntry, ...]

    @classmethod
    def of(cls, kept: Iterable[tuple[ArtifactRecord, Mapping[str, bytes]]]) -> "VaultSnapshot":
        """Return the snapshot of these artifacts."""
        return cls(artifacts=tuple(SnapshotEntry(record=record, files=_encoded(files)) for record, files in kept))


def read_snapshot(snapshot: Mapping[str, Any]) -> list[tuple[ArtifactRecord, dict[str, bytes]]]:
    """Read what `VaultSnapshot.of` wrote. A damaged snapshot raises InvalidOption."""
    try:
        entries = VaultSnapshot.model_validate(snapshot).artifacts
    except ValidationError as problem:
        path = ".".join(map(str, problem.errors()[0]["loc"]))
        raise InvalidOption(option="snapshot", value=path, allowed=Reason("reason.core.not_a_snapshot")) from problem
    return [(entry.record, dict(_decoded(entry))) for entry in entries]


def _encoded(files: Mapping[str, bytes]) -> dict[str, str]:
    return {name: base64.b64encode(content).decode("ascii") for name, content in files.items()}


def _decoded(entry: SnapshotEntry) -> Iterator[tuple[str, bytes]]:
    record = entry.record
    if entry.files.keys() != record.digests.keys() or record.digests.get(record.name) != record.sha256:
        raise _damage_error(record, record.name)
    for name, written in entry.files.items():
        try:
            content = base64.b64decode(written, validate=True)
        except ValueError as problem:
            raise _damage_error(record, name) from problem
        has_wrong_size = name == record.name and len(content) != record.size
        if has_wrong_size or hashlib.sha256(content).hexdigest() != record.digests[name]:
            raise _damage_error(record, name)
        yield name, content


def _damage_error(record: ArtifactRecord, name: str) -> InvalidOption:
    return InvalidOption(
        option="snapshot", value=record.id, allowed=Reason("reason.core.changed_file", name=repr(name))
    )


class MemoryRecords:
    """Keeps records and files in a dict."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[ArtifactRecord, Mapping[str, bytes]]] = {}

    async def add(self, record: ArtifactRecord, files: Mapping[str, bytes]) -> bool:
        if any(each.version == record.version for each in self._named(record.owner, record.kind, record.name)):
            return False
        self._kept[record.id] = (record, files)
        return True

    async def known(self, owner: str, kind: str, name: str, turn_id: str) -> tuple[int, list[ArtifactRecord]]:
        named = self._named(owner, kind, name)
        newest = max((record.version for record in named), default=0)
        return newest, [record for record in named if record.turn_id == turn_id]

    def _named(self, owner: str, kind: str, name: str) -> list[ArtifactRecord]:
        return [
            record
            for record, _ in self._kept.values()
            if (record.owner, record.kind, record.name) == (owner, kind, name)
        ]

    async def get(self, artifact_id: str, owner: str) -> ArtifactRecord | None:
        record, _ = self._kept.get(artifact_id, (None, {}))
        return record if record and record.owner == owner else None

    async def read(self, record: ArtifactRecord, name: str) -> bytes | None:
        return self._kept[record.id][1].get(name)

    async def newest(self, owner: str, *, limit: int) -> list[ArtifactRecord]:
        found = [record for record, _ in self._kept.values() if record.owner == owner]
        return sorted(found, key=lambda record: (record.made_at, record.id), reverse=True)[:limit]

    def snapshot(self) -> dict[str, Any]:
        """Return everything as JSON."""
        return VaultSnapshot.of(self._kept.values()).model_dump(mode="json")

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Load a snapshot; nothing if one file is not as it was checked."""
        for record, files in read_snapshot(snapshot):
            self._kept[record.id] = (record, files)


class MemoryVault(Vault):
    """Keeps artifacts in memory; `snapshot` and `restore` carry them to another process."""

    def __init__(self, checkers: Mapping[str, Checker], *, ids: Ids, clock: Clock) -> None:
        self._memory = MemoryRecords()
        super().__init__(self._memory, checkers, ids=ids, clock=clock)

    def snapshot(self) -> dict[str, Any]:
        """Return everything as JSON."""
        return self._memory.snapshot()

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Load a snapshot."""
        self._memory.restore(snapshot)
