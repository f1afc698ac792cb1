"""List, check, restore and export the stored files of artifacts."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inkwright.artifacts.documents.source_file import SOURCE_NAME
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.vault import ArtifactRecord, Verified
from inkwright.artifacts.workers import FILE_SECONDS, limited_work
from inkwright.authoring.document_writer import draft_document
from inkwright.errors import FileLost, NotFound, UnwritableOutput
from inkwright.i18n import Reason
from inkwright.ids import is_id_prefix
from inkwright.parsing.filenames import filename_problem
from inkwright.store.artifacts import ArtifactOrigin
from inkwright.store.files import ArtifactContents
from inkwright.store.integrity import all_artifact_digests, all_artifact_records
from inkwright.usecases.output_files import save_artifact
from inkwright.usecases.store import Store

_WITH_SOURCE: Final = ("docx", "pdf")
"""Kinds that are built from the Markdown that is stored with them."""


@dataclass(frozen=True, slots=True)
class LostFile:
    """A file of an artifact that is no longer as it was checked; `problem` says whether it is lost or changed."""

    record: ArtifactRecord
    name: str
    problem: object


async def find_lost_files(store: Store) -> list[LostFile]:
    """Read every file of every owner, and return the lost or changed ones. Unreadable artifacts are left out."""
    records = await all_artifact_records(store.database)
    named = [(record, name, digest) for record in records for name, digest in record.digests.items()]
    lost = await asyncio.to_thread(lost_contents, store.records.contents, {digest for *_, digest in named})
    return [LostFile(record, name, lost[digest]) for record, name, digest in named if digest in lost]


def lost_contents(files: ArtifactContents, digests: Iterable[str]) -> dict[str, object]:
    """Return the digests whose file is lost or changed, each with its problem."""
    lost: dict[str, object] = {}
    for digest in digests:
        try:
            files.read(digest)
        except FileLost as problem:
            lost[digest] = problem.fields["problem"]
    return lost


async def find_orphans(store: Store) -> list[str]:
    """Return the names of files that no artifact refers to: a crash occurred between writing the files and the row.
    They are harmless.

    Files that are being stored at this moment may be among them.
    """
    # Read the files first: if a row is added in between, its files count as used.
    files = await asyncio.to_thread(store.records.contents.names)
    named, _ = await all_artifact_digests(store.database)
    return [name for name in files if name not in named]


_TIMED_LETTERS: Final = 16
"""How many letters of an id are its time and its number within that millisecond: no later id begins with them."""


@dataclass(frozen=True, slots=True)
class FileDetails:
    """One artifact, its versions (oldest first), its lost or changed files, and the conversation in which
    it was made, if any.
    """

    record: ArtifactRecord
    versions: tuple[ArtifactRecord, ...]
    lost: tuple[str, ...]
    made_in: ArtifactOrigin | None = None


@dataclass(frozen=True, slots=True)
class FilesPage:
    """Some of an owner's artifacts, newest first. `total` counts all; `short_ids` has the shortest unique prefix of
    each id.
    """

    records: tuple[ArtifactRecord, ...]
    short_ids: dict[str, str]
    total: int


async def list_files(store: Store, *, owner: str, limit: int = 50, offset: int = 0) -> FilesPage:
    """List the artifacts of an owner."""
    ids = await store.records.ids(owner)
    records = await store.records.newest(owner, limit=limit, offset=offset)
    shortened = short_ids(ids)
    return FilesPage(tuple(records), {record.id: shortened.get(record.id, record.id) for record in records}, len(ids))


async def match_files(store: Store, written: str, *, owner: str) -> list[ArtifactRecord]:
    """Return the artifacts that an id, the beginning of one, or a name (the newest version of each) may mean.

    The caller reports none or several.
    """
    exact = await store.records.get(written, owner)
    if exact:
        return [exact]
    named = [] if filename_problem(written) else await store.records.named(owner, written)
    if named:
        return named
    ids = [each for each in await store.records.ids(owner) if is_id_prefix(each, written)]
    return [record for each in ids if (record := await store.records.get(each, owner))]


async def show_file(store: Store, record: ArtifactRecord) -> FileDetails:
    """Return all about an artifact. Each file is read to see whether it is unchanged."""
    versions = await store.records.versions(record)
    lost, made_in = await lost_file_names(store, record), await store.records.made_in(record)
    return FileDetails(record, tuple(versions), tuple(lost), made_in)


async def lost_file_names(store: Store, record: ArtifactRecord) -> list[str]:
    """Return the names of lost or changed files of an artifact."""
    lost = []
    for name in record.digests:
        try:
            await store.records.read(record, name)
        except FileLost:
            lost.append(name)
    return lost


def short_ids(ids: Sequence[str]) -> dict[str, str]:
    """Return a short unique prefix of each id, long enough that no later id begins with it."""
    ordered = ["", *sorted(set(ids)), ""]
    found = {}
    for before, own, after in zip(ordered, ordered[1:], ordered[2:], strict=False):
        shared = max(_shared_prefix_length(own, before), _shared_prefix_length(own, after))
        found[own] = own[: max(shared + 1, own.find("_") + 1 + _TIMED_LETTERS)]
    return found


def _shared_prefix_length(one: str, other: str) -> int:
    """Return the length of the common prefix."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))


@dataclass(frozen=True, slots=True)
class RestoredFile:
    """The newest version, and whether it had to be made."""

    artifact: Verified
    is_new: bool


async def restore_file(store: Store, record: ArtifactRecord) -> RestoredFile | tuple[Finding, ...]:
    """Make an older version the newest one; or return the findings that prevent it today.

    If the newest has the same content, nothing is made. Lost or changed files raise FileLost.
    """
    draft = Draft(record.kind, record.name, record.title, await read_artifact_files(store, record))
    newest = (await store.records.versions(record))[-1]
    if newest.digests == record.digests:
        kept = await store.vault.get(newest.id, owner=record.owner)
        if kept is not None:
            return RestoredFile(kept, is_new=False)
    # No turn made this; with an id of its own, the vault does not take it for a retry.
    made = await store.vault.keep(draft, owner=record.owner, turn_id=store.ids.new("restore"), lineage=record.lineage)
    return RestoredFile(made, is_new=True) if isinstance(made, Verified) else made


@limited_work(FILE_SECONDS)
async def change_source(store: Store, record: ArtifactRecord, markdown: str) -> Verified | tuple[Finding, ...]:
    """Make the next version of a document from its changed source; or return the findings that prevent it.

    NotFound if it was not made from a source.
    """
    if SOURCE_NAME not in record.digests or record.kind not in _WITH_SOURCE:
        raise NotFound(what_kind="source", id=record.id)
    draft = await asyncio.to_thread(draft_document, markdown, record.kind, record.name)
    return await store.vault.keep(draft, owner=record.owner, turn_id=store.ids.new("source"), lineage=record.lineage)


async def read_artifact_files(store: Store, record: ArtifactRecord) -> dict[str, bytes]:
    """Return all files of an artifact; FileLost if one is lost or changed."""
    contents = {name: await store.records.read(record, name) for name in record.digests}
    return {name: content for name, content in contents.items() if content is not None}


async def export_file(store: Store, record: ArtifactRecord, folder: Path, *, overwrite: bool = False) -> list[Path]:
    """Write its files to a folder; return their paths, the main one first. Nothing is written if any file is lost or
    changed.
    """
    contents = await read_artifact_files(store, record)
    for name in contents:
        # The database could have been edited: a name must not lead out of the folder.
        if problem := filename_problem(name):
            raise UnwritableOutput(path=name, problem=Reason("reason.usecases.unsafe_name", problem=problem))
    return await asyncio.to_thread(save_artifact, folder, record.name, record.name, contents, overwrite=overwrite)
