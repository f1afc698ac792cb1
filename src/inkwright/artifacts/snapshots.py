"""Snapshots of a vault: what it holds as JSON, read back only if every file is still what was checked."""

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from inkwright.artifacts.records import KeptRecord
from inkwright.errors import InvalidOption

VERSION: Final = 1


class KeptEntry(BaseModel):
    """One artifact of a snapshot: its files are base64."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    record: KeptRecord
    files: dict[str, str]


class Snapshot(BaseModel):
    """All that a vault holds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1] = VERSION
    artifacts: tuple[KeptEntry, ...]

    @classmethod
    def of(cls, kept: Iterable[tuple[KeptRecord, Mapping[str, bytes]]]) -> "Snapshot":
        """The snapshot of these artifacts."""
        return cls(artifacts=tuple(KeptEntry(record=record, files=_encoded(files)) for record, files in kept))


def read_snapshot(snapshot: Mapping[str, Any]) -> list[tuple[KeptRecord, dict[str, bytes]]]:
    """What `Snapshot.of` wrote. A snapshot that is damaged anywhere is an InvalidOption."""
    try:
        entries = Snapshot.model_validate(snapshot).artifacts
    except ValidationError as problem:
        path = ".".join(map(str, problem.errors()[0]["loc"]))
        raise InvalidOption(option="snapshot", value=path, allowed="It is not the snapshot of a vault.") from problem
    return [(entry.record, dict(_decoded(entry))) for entry in entries]


def _encoded(files: Mapping[str, bytes]) -> dict[str, str]:
    return {name: base64.b64encode(content).decode("ascii") for name, content in files.items()}


def _decoded(entry: KeptEntry) -> Iterator[tuple[str, bytes]]:
    record = entry.record
    if entry.files.keys() != record.digests.keys() or record.digests.get(record.name) != record.sha256:
        raise _damaged(record, record.name)
    for name, written in entry.files.items():
        try:
            content = base64.b64decode(written, validate=True)
        except ValueError as problem:
            raise _damaged(record, name) from problem
        has_wrong_size = name == record.name and len(content) != record.size
        if has_wrong_size or hashlib.sha256(content).hexdigest() != record.digests[name]:
            raise _damaged(record, name)
        yield name, content


def _damaged(record: KeptRecord, name: str) -> InvalidOption:
    return InvalidOption(option="snapshot", value=record.id, allowed=f"{name!r} is not what was checked.")
