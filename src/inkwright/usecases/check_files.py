"""Check the files of all artifacts: those that are gone or changed, and those that belong to nothing."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from inkwright.artifacts.records import KeptRecord
from inkwright.errors import FileLost
from inkwright.store.contents import ContentFiles
from inkwright.store.every_row import artifact_digests, artifact_records
from inkwright.usecases.open_store import Store


@dataclass(frozen=True, slots=True)
class LostFile:
    """A file of an artifact that is not what was checked any more; `problem` says whether it is gone or changed."""

    record: KeptRecord
    name: str
    problem: str


async def check_files(store: Store) -> list[LostFile]:
    """Read every file of every owner, and tell which are gone or changed. Unreadable artifacts are left out."""
    records = await artifact_records(store.database)
    named = [(record, name, digest) for record in records for name, digest in record.digests.items()]
    lost = await asyncio.to_thread(lost_contents, store.records.contents, {digest for *_, digest in named})
    return [LostFile(record, name, lost[digest]) for record, name, digest in named if digest in lost]


def lost_contents(files: ContentFiles, digests: Iterable[str]) -> dict[str, str]:
    """Those of the digests whose file is gone or changed, each with what is wrong."""
    lost = {}
    for digest in digests:
        try:
            files.read(digest)
        except FileLost as problem:
            lost[digest] = str(problem.fields["problem"])
    return lost


async def find_orphans(store: Store) -> list[Path]:
    """Files that no artifact names: a crash came between the files and the row. They do no harm.

    What is being kept at this moment may be among them.
    """
    # The files first: one whose row comes in between is then found to have it.
    files = await asyncio.to_thread(store.records.contents.all)
    named, _ = await artifact_digests(store.database)
    return [path for path in files if path.name not in named]
