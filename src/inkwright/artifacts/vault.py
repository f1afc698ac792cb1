"""The vault: verifies drafts, stores the good ones, and is the only place that creates a `Verified`."""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Final, NoReturn, Protocol, final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.verification import CHECKERS, Checker, Verification, verify
from inkwright.clock import Clock
from inkwright.ids import Ids


class ArtifactRecord(BaseModel):
    """What is stored about one artifact, apart from its files. `digests` holds the SHA-256 of each file.

    The versions of an artifact have the same `lineage`, and nothing else has it. `units` and `is_run` are those of its
    verification; earlier versions did not store them.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    version: int
    kind: str
    name: str
    title: str
    size: int
    sha256: str
    report: tuple[Finding, ...]
    made_at: datetime
    owner: str
    turn_id: str
    digests: dict[str, str]
    units: dict[str, int] = Field(default_factory=dict)
    is_run: bool | None = None
    lineage: str = Field(default_factory=lambda fields: fields["id"])


_SEAL: Final = object()


@final
@dataclass(frozen=True, slots=True, init=False)
class Verified:
    """An artifact that was opened and checked. `sha256` and `size` describe its main file.

    `units` is what it holds, counted in its file: `{"slides": 8}`. `is_run` is whether it was run: False for a page
    that was checked without a browser, None for anything that is not a program.

    It is a proof, so it cannot be created, copied or loaded outside of this module: ask the vault for it by its id.
    """

    id: str
    version: int
    kind: str
    name: str
    title: str
    size: int
    sha256: str
    report: tuple[Finding, ...]
    made_at: datetime
    units: Mapping[str, int] = field(hash=False)
    is_run: bool | None
    lineage: str

    def __init__(self, seal: object, record: ArtifactRecord) -> None:
        if seal is not _SEAL:
            raise TypeError("only the vault creates a Verified")
        for name in self.__slots__:
            object.__setattr__(self, name, getattr(record, name))
        object.__setattr__(self, "units", MappingProxyType(record.units))

    def __init_subclass__(cls) -> NoReturn:
        raise TypeError("a subclass of Verified could skip the seal")

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a Verified cannot be copied or pickled: ask the vault for it by its id")

    def __getstate__(self) -> NoReturn:
        raise TypeError("a Verified has no state to copy: ask the vault for it by its id")

    def __setstate__(self, state: object) -> NoReturn:
        raise TypeError("a Verified cannot be changed")


class ArtifactReader(Protocol):
    """Where the files of artifacts are read."""

    async def read(self, artifact_id: str, *, owner: str, name: str | None = None) -> bytes | None:
        """Return the content of one of its files: the main one unless a name is given."""
        ...


class ArtifactVault(ArtifactReader, Protocol):
    """Storage for verified artifacts. Artifacts of another owner are not found."""

    async def keep(
        self, draft: Draft, *, owner: str, turn_id: str, lineage: str | None = None
    ) -> Verified | tuple[Finding, ...]:
        """Check the draft and store it; or return its problems and store nothing.

        It is the next version of its lineage, or version 1 of a new one, even if another artifact has this name.
        The same files in the same turn are the same artifact, so a retry stores nothing twice.
        """
        ...

    async def get(self, artifact_id: str, *, owner: str) -> Verified | None:
        """Return the artifact, or None if this owner has none with this id."""
        ...

    async def latest(self, *, owner: str, limit: int, conversation_id: str | None = None) -> list[Verified]:
        """Return the newest artifacts of this owner, newest first; those of a conversation and its project if given."""
        ...

    async def named(self, name: str, *, owner: str) -> Verified | None:
        """Return the newest artifact of this owner with this name."""
        ...

    async def is_within(self, artifact_id: str, conversation_id: str, *, owner: str) -> bool:
        """Whether it was made in this conversation, or in its project."""
        ...

    async def conversation_of(self, artifact_id: str, *, owner: str) -> str | None:
        """Return the conversation in which it was made; None if there is none, or it was deleted."""
        ...

    async def discard_unfinished(self, turn_id: str, *, owner: str, finished: Collection[str]) -> None:
        """Remove the artifacts of a turn except the finished ones: their step did not end and nothing uses them."""
        ...


class ArtifactRecords(Protocol):
    """Storage for a vault. Implementations store and find records; they verify nothing."""

    async def add(self, record: ArtifactRecord, files: Mapping[str, bytes]) -> bool:
        """Store the record and its files, or nothing. False if another writer has taken this version."""
        ...

    async def of_turn(self, owner: str, kind: str, name: str, turn_id: str) -> list[ArtifactRecord]:
        """Return the artifacts of this kind and name that were made in this turn."""
        ...

    async def newest_version(self, owner: str, lineage: str) -> int:
        """Return the newest version number of a lineage, or 0."""
        ...

    async def get(self, artifact_id: str, owner: str) -> ArtifactRecord | None:
        """Return the record of an artifact of this owner."""
        ...

    async def read(self, record: ArtifactRecord, name: str) -> bytes | None:
        """Return the content of one of its files."""
        ...

    async def newest(self, owner: str, *, limit: int, conversation_id: str | None = None) -> list[ArtifactRecord]:
        """Return the newest artifacts of an owner, newest first; those of a conversation and its project if given."""
        ...

    async def named(self, owner: str, name: str) -> list[ArtifactRecord]:
        """Return the newest version of each lineage with this name, newest first."""
        ...

    async def is_within(self, record: ArtifactRecord, conversation_id: str) -> bool:
        """Whether it was made in this conversation, or in its project."""
        ...

    async def conversation_of(self, record: ArtifactRecord) -> str | None:
        """Return the conversation in which it was made; None if there is none, or it was deleted."""
        ...

    async def remove(self, owner: str, turn_id: str, *, except_ids: Collection[str]) -> None:
        """Remove the records of a turn, except those with these ids."""
        ...


class Vault:
    """Checks every draft and stores it if it passes. Only a vault creates a `Verified`."""

    def __init__(
        self, records: ArtifactRecords, checkers: Mapping[str, Checker] = CHECKERS, *, ids: Ids, clock: Clock
    ) -> None:
        self._records = records
        self._checkers = checkers
        self._ids = ids
        self._clock = clock

    async def keep(
        self, draft: Draft, *, owner: str, turn_id: str, lineage: str | None = None, may_run: bool = True
    ) -> Verified | tuple[Finding, ...]:
        """As `ArtifactVault.keep`. Without `may_run` a page is stored without being run, which its record says."""
        digests = {name: hashlib.sha256(content).hexdigest() for name, content in draft.files.items()}
        verification: Verification | None = None
        # The same files in the same turn have the same new lineage, so that only one of two writers stores them.
        lineage = lineage or _new_lineage(owner, turn_id, draft.kind, draft.name, digests)
        while True:
            newest = await self._records.newest_version(owner, lineage)
            for record in await self._records.of_turn(owner, draft.kind, draft.name, turn_id):
                if record.digests == digests:
                    return Verified(_SEAL, record)
            verification = verification or await verify(draft, self._checkers, may_run=may_run)
            if not verification.is_good:
                return verification.findings
            record = ArtifactRecord(
                id=self._ids.new("art"),
                version=newest + 1,
                kind=draft.kind,
                name=draft.name,
                title=draft.title,
                size=len(draft.main),
                sha256=digests[draft.name],
                report=verification.findings,
                made_at=self._clock.now(),
                owner=owner,
                turn_id=turn_id,
                digests=digests,
                units=dict(verification.units),
                is_run=verification.is_run,
                lineage=lineage,
            )
            if await self._records.add(record, draft.files):
                return Verified(_SEAL, record)

    async def get(self, artifact_id: str, *, owner: str) -> Verified | None:
        record = await self._records.get(artifact_id, owner)
        return Verified(_SEAL, record) if record else None

    async def read(self, artifact_id: str, *, owner: str, name: str | None = None) -> bytes | None:
        record = await self._records.get(artifact_id, owner)
        return await self._records.read(record, name if name is not None else record.name) if record else None

    async def latest(self, *, owner: str, limit: int, conversation_id: str | None = None) -> list[Verified]:
        found = await self._records.newest(owner, limit=limit, conversation_id=conversation_id)
        return [Verified(_SEAL, record) for record in found]

    async def named(self, name: str, *, owner: str) -> Verified | None:
        found = await self._records.named(owner, name)
        return Verified(_SEAL, found[0]) if found else None

    async def is_within(self, artifact_id: str, conversation_id: str, *, owner: str) -> bool:
        record = await self._records.get(artifact_id, owner)
        return record is not None and await self._records.is_within(record, conversation_id)

    async def conversation_of(self, artifact_id: str, *, owner: str) -> str | None:
        record = await self._records.get(artifact_id, owner)
        return await self._records.conversation_of(record) if record else None

    async def discard_unfinished(self, turn_id: str, *, owner: str, finished: Collection[str]) -> None:
        await self._records.remove(owner, turn_id, except_ids=finished)


def _new_lineage(*identity: object) -> str:
    return f"line_{hashlib.sha256(repr(identity).encode()).hexdigest()[:32]}"
