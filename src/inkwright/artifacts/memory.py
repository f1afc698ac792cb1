"""`MemoryVault`: a vault whose records are in memory; the reference for those that keep them elsewhere."""

from collections.abc import Mapping
from typing import Any

from inkwright.artifacts.records import KeptRecord
from inkwright.artifacts.snapshots import Snapshot, read_snapshot
from inkwright.artifacts.vault import Checker, Vault
from inkwright.clock import Clock
from inkwright.ids import Ids


class MemoryRecords:
    """Keeps records and files in a dict."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[KeptRecord, Mapping[str, bytes]]] = {}

    async def add(self, record: KeptRecord, files: Mapping[str, bytes]) -> bool:
        if any(each.version == record.version for each in self._named(record.owner, record.kind, record.name)):
            return False
        self._kept[record.id] = (record, files)
        return True

    async def known(self, owner: str, kind: str, name: str, turn_id: str) -> tuple[int, list[KeptRecord]]:
        named = self._named(owner, kind, name)
        newest = max((record.version for record in named), default=0)
        return newest, [record for record in named if record.turn_id == turn_id]

    def _named(self, owner: str, kind: str, name: str) -> list[KeptRecord]:
        return [
            record
            for record, _ in self._kept.values()
            if (record.owner, record.kind, record.name) == (owner, kind, name)
        ]

    async def get(self, artifact_id: str, owner: str) -> KeptRecord | None:
        record, _ = self._kept.get(artifact_id, (None, {}))
        return record if record and record.owner == owner else None

    async def read(self, record: KeptRecord, name: str) -> bytes | None:
        return self._kept[record.id][1].get(name)

    async def newest(self, owner: str, *, limit: int) -> list[KeptRecord]:
        found = [record for record, _ in self._kept.values() if record.owner == owner]
        return sorted(found, key=lambda record: (record.made_at, record.id), reverse=True)[:limit]

    def snapshot(self) -> dict[str, Any]:
        """All that is kept, as JSON."""
        return Snapshot.of(self._kept.values()).model_dump(mode="json")

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Take over what a snapshot holds: all of it, or, where one file is not what was checked, none."""
        for record, files in read_snapshot(snapshot):
            self._kept[record.id] = (record, files)


class MemoryVault(Vault):
    """Keeps artifacts in memory; `snapshot` and `restore` carry them to another process."""

    def __init__(self, checkers: Mapping[str, Checker], *, ids: Ids, clock: Clock) -> None:
        self._memory = MemoryRecords()
        super().__init__(self._memory, checkers, ids=ids, clock=clock)

    def snapshot(self) -> dict[str, Any]:
        """All that is kept, as JSON."""
        return self._memory.snapshot()

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Take over what a snapshot holds."""
        self._memory.restore(snapshot)
