"""Find kept files: all of them, newest first, or the one that a person means."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.artifacts.records import KeptRecord
from inkwright.errors import FileLost
from inkwright.parsing.filenames import problem_with
from inkwright.store.artifacts import MadeIn
from inkwright.usecases.open_store import Store

_KIND: Final = "art_"
_SHORTEST: Final = len(_KIND) + 8


@dataclass(frozen=True, slots=True)
class FileDetails:
    """One artifact, the versions of its name (oldest first), those of its files that are gone or changed, and the
    conversation in which it was made, if it was in one.
    """

    record: KeptRecord
    versions: tuple[KeptRecord, ...]
    lost: tuple[str, ...]
    made_in: MadeIn | None = None


@dataclass(frozen=True, slots=True)
class FilesPage:
    """Some of an owner's artifacts, newest first. `total` counts all; `short_ids` has the shortest beginning of each
    id shown that no other id of this owner has.
    """

    records: tuple[KeptRecord, ...]
    short_ids: dict[str, str]
    total: int


async def list_files(store: Store, *, owner: str, limit: int = 50, offset: int = 0) -> FilesPage:
    """What an owner has."""
    ids = await store.records.ids(owner)
    records = await store.records.newest(owner, limit=limit, offset=offset)
    shortened = short_ids(ids)
    return FilesPage(tuple(records), {record.id: shortened.get(record.id, record.id) for record in records}, len(ids))


async def files_meant(store: Store, written: str, *, owner: str) -> list[KeptRecord]:
    """The artifacts that a person may mean by an id, the beginning of one, or a name (its newest version).

    None, or more than one, are for the door to tell.
    """
    exact = await store.records.get(written, owner)
    if exact:
        return [exact]
    named = [] if problem_with(written) else await store.records.named(owner, written)
    if named:
        return named
    begun = written if written.startswith(_KIND) else _KIND + written
    ids = [each for each in await store.records.ids(owner) if written and each.startswith(begun)]
    return [record for each in ids if (record := await store.records.get(each, owner))]


async def show_file(store: Store, record: KeptRecord) -> FileDetails:
    """All that is known of an artifact. Each file is read to see whether it is still what was checked."""
    versions = await store.records.earlier(record.owner, record.kind, record.name)
    lost, made_in = await lost_files(store, record), await store.records.made_in(record)
    return FileDetails(record, tuple(versions), tuple(lost), made_in)


async def lost_files(store: Store, record: KeptRecord) -> list[str]:
    """The names of those files of an artifact that are gone or changed."""
    lost = []
    for name in record.digests:
        try:
            await store.records.read(record, name)
        except FileLost:
            lost.append(name)
    return lost


def short_ids(ids: Sequence[str]) -> dict[str, str]:
    """For each id the shortest beginning that no other has, and at least enough to be seen as one."""
    ordered = ["", *sorted(set(ids)), ""]
    found = {}
    for before, own, after in zip(ordered, ordered[1:], ordered[2:], strict=False):
        shared = max(_shared(own, before), _shared(own, after))
        found[own] = own[: max(shared + 1, _SHORTEST)]
    return found


def _shared(one: str, other: str) -> int:
    """How many letters both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))
