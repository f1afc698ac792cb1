"""Save files to folders, and list, check, restore and export the stored files of artifacts."""

import asyncio
import contextlib
import os
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.vault import ArtifactRecord, Verified
from inkwright.errors import FileLost, UnwritableOutput
from inkwright.ids import is_id_prefix
from inkwright.parsing.filenames import MAX_BYTES, filename_problem
from inkwright.store.artifacts import ArtifactOrigin
from inkwright.store.files import PARTIAL_SUFFIX, ContentFiles, sync_folder
from inkwright.store.integrity import all_artifact_digests, all_artifact_records
from inkwright.usecases.store import Store

LinkFile = Callable[[Path, Path], None]


def save_file(
    folder: Path, name: str, content: str | bytes, *, overwrite: bool = False, link: LinkFile = os.link
) -> Path:
    """Write `content` under `name`, which is one safe name; where it is taken, under `name (2)` and so on.

    The file appears under its name when all of it is on the disk. A disk that does not take it is UnwritableOutput.
    """
    ensure_folder(folder)
    with _disk_errors(folder / name):
        unfinished = folder / f".{uuid.uuid4().hex}{PARTIAL_SUFFIX}"
        try:
            _write_durably(unfinished, content)
            path = unfinished.replace(folder / name) if overwrite else _publish_file(unfinished, name, link)
        finally:
            unfinished.unlink(missing_ok=True)
        sync_folder(folder)
    return path


def ensure_folder(folder: Path) -> None:
    """Make the folder and try that it can be written: better before a model is asked than after."""
    with _disk_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        trial = folder / f".{uuid.uuid4().hex}{PARTIAL_SUFFIX}"
        trial.touch(exist_ok=False)
        trial.unlink()


@contextlib.contextmanager
def _disk_errors(path: Path) -> Iterator[None]:
    """Errors of the disk, as ours."""
    try:
        yield
    except OSError as problem:
        raise UnwritableOutput(path=str(path), problem=problem.strerror or str(problem)) from problem


def _write_durably(path: Path, content: str | bytes) -> None:
    with path.open("xb") as file:
        file.write(content if isinstance(content, bytes) else content.encode(errors="replace"))
        file.flush()
        os.fsync(file.fileno())


def _publish_file(unfinished: Path, name: str, link: LinkFile) -> Path:
    """Give the file the first free name."""
    path, number = unfinished.with_name(name), 1
    while not _took_name(unfinished, path, link):
        number += 1
        path = unfinished.with_name(_numbered_name(name, number))
    return path


def _took_name(unfinished: Path, path: Path, link: LinkFile) -> bool:
    """Whether the file now has this name. A link takes a name only if it is free, also beside other processes."""
    try:
        link(unfinished, path)
    except FileExistsError:
        return False
    except OSError:
        # Memory sticks have no links; there the name is looked at first.
        if path.exists():
            return False
        unfinished.replace(path)
    return True


def _numbered_name(name: str, number: int) -> str:
    """The name with its number before the extension, still no longer than names may be. `.quiz.json` is one."""
    stem, dot, extension = name.rpartition(".")
    if stem.endswith(".quiz"):
        stem, extension = stem.removesuffix(".quiz"), f"quiz.{extension}"
    if not dot:
        stem, extension = name, ""
    ending = f" ({number}){dot}{extension}"
    # A name that a person gave may be no UTF-8; its bytes are counted all the same.
    room = MAX_BYTES - len(os.fsencode(ending))
    written = os.fsencode(stem)
    return (stem if len(written) <= room else written[:room].decode(errors="ignore")) + ending


@dataclass(frozen=True, slots=True)
class LostFile:
    """A file of an artifact that is not what was checked any more; `problem` says whether it is gone or changed."""

    record: ArtifactRecord
    name: str
    problem: str


async def find_lost_files(store: Store) -> list[LostFile]:
    """Read every file of every owner, and tell which are gone or changed. Unreadable artifacts are left out."""
    records = await all_artifact_records(store.database)
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
    named, _ = await all_artifact_digests(store.database)
    return [path for path in files if path.name not in named]


_MIN_ID_LENGTH: Final = len("art_") + 8


@dataclass(frozen=True, slots=True)
class FileDetails:
    """One artifact, the versions of its name (oldest first), those of its files that are gone or changed, and the
    conversation in which it was made, if it was in one.
    """

    record: ArtifactRecord
    versions: tuple[ArtifactRecord, ...]
    lost: tuple[str, ...]
    made_in: ArtifactOrigin | None = None


@dataclass(frozen=True, slots=True)
class FilesPage:
    """Some of an owner's artifacts, newest first. `total` counts all; `short_ids` has the shortest beginning of each
    id shown that no other id of this owner has.
    """

    records: tuple[ArtifactRecord, ...]
    short_ids: dict[str, str]
    total: int


async def list_files(store: Store, *, owner: str, limit: int = 50, offset: int = 0) -> FilesPage:
    """What an owner has."""
    ids = await store.records.ids(owner)
    records = await store.records.newest(owner, limit=limit, offset=offset)
    shortened = short_ids(ids)
    return FilesPage(tuple(records), {record.id: shortened.get(record.id, record.id) for record in records}, len(ids))


async def match_files(store: Store, written: str, *, owner: str) -> list[ArtifactRecord]:
    """The artifacts that a person may mean by an id, the beginning of one, or a name (its newest version).

    None, or more than one, are for the door to tell.
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
    """All that is known of an artifact. Each file is read to see whether it is still what was checked."""
    versions = await store.records.earlier(record.owner, record.kind, record.name)
    lost, made_in = await lost_file_names(store, record), await store.records.made_in(record)
    return FileDetails(record, tuple(versions), tuple(lost), made_in)


async def lost_file_names(store: Store, record: ArtifactRecord) -> list[str]:
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
        shared = max(_shared_prefix_length(own, before), _shared_prefix_length(own, after))
        found[own] = own[: max(shared + 1, _MIN_ID_LENGTH)]
    return found


def _shared_prefix_length(one: str, other: str) -> int:
    """How many letters both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))


@dataclass(frozen=True, slots=True)
class RestoredFile:
    """The newest version now, and whether it had to be made."""

    artifact: Verified
    is_new: bool


async def restore_file(store: Store, record: ArtifactRecord) -> RestoredFile | tuple[Finding, ...]:
    """Make an older version the newest; or tell why it would not be believed today.

    Where the newest has the same bytes, it is already so. Files that are gone or changed are FileLost.
    """
    draft = Draft(record.kind, record.name, record.title, await read_artifact_files(store, record))
    newest = (await store.records.earlier(record.owner, record.kind, record.name))[-1]
    if newest.digests == record.digests:
        kept = await store.vault.get(newest.id, owner=record.owner)
        if kept is not None:
            return RestoredFile(kept, is_new=False)
    # No turn made this; an id of its own keeps the vault from taking it for a retry of the one that did.
    made = await store.vault.keep(draft, owner=record.owner, turn_id=store.ids.new("restore"))
    return RestoredFile(made, is_new=True) if isinstance(made, Verified) else made


async def read_artifact_files(store: Store, record: ArtifactRecord) -> dict[str, bytes]:
    """All files of an artifact, each still what was checked; else FileLost."""
    contents = {name: await store.records.read(record, name) for name in record.digests}
    return {name: content for name, content in contents.items() if content is not None}


async def export_file(store: Store, record: ArtifactRecord, folder: Path, *, overwrite: bool = False) -> list[Path]:
    """Where its files are now, the main one first. Nothing is written unless all of them are still what was checked."""
    contents = await read_artifact_files(store, record)
    for name in contents:
        # The database could have been edited: a name must not lead out of the folder.
        if problem := filename_problem(name):
            raise UnwritableOutput(path=name, problem=f"it is not a safe name ({problem})")
    names = sorted(contents, key=lambda name: (name != record.name, name))
    return [await asyncio.to_thread(save_file, folder, name, contents[name], overwrite=overwrite) for name in names]
