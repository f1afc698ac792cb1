"""Check the files of all artifacts: those that are gone or changed, and those that belong to nothing."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from inkwright.artifacts.records import KeptRecord
from inkwright.usecases.find_files import lost_files
from inkwright.usecases.open_store import Store


@dataclass(frozen=True, slots=True)
class LostFile:
    """A file of an artifact that is not what was checked any more."""

    record: KeptRecord
    name: str


async def check_files(store: Store) -> list[LostFile]:
    """Read every file of every owner, and tell which are gone or changed."""
    records = await store.records.every()
    return [LostFile(record, name) for record in records for name in await lost_files(store, record)]


async def find_orphans(store: Store) -> list[Path]:
    """Files that no artifact names: a crash came between the files and the row. They do no harm.

    What is being kept at this moment may be among them.
    """
    # The files first: one whose row comes in between is then found to have it.
    files = await asyncio.to_thread(store.records.contents.all)
    named = {digest for record in await store.records.every() for digest in record.digests.values()}
    return [path for path in files if path.name not in named]
