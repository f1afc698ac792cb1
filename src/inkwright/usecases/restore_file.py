"""Restore an older version of a file: the same bytes, checked again, as a new version; nothing is taken away."""

from dataclasses import dataclass

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.records import KeptRecord
from inkwright.artifacts.vault import Verified
from inkwright.usecases.open_store import Store


@dataclass(frozen=True, slots=True)
class Restored:
    """The newest version now, and whether it had to be made."""

    artifact: Verified
    is_new: bool


async def restore_file(store: Store, record: KeptRecord) -> Restored | tuple[Finding, ...]:
    """Make an older version the newest; or tell why it would not be believed today.

    Where the newest has the same bytes, it is already so. Files that are gone or changed are FileLost.
    """
    draft = Draft(record.kind, record.name, record.title, await read_files(store, record))
    newest = (await store.records.earlier(record.owner, record.kind, record.name))[-1]
    if newest.digests == record.digests:
        kept = await store.vault.get(newest.id, owner=record.owner)
        if kept is not None:
            return Restored(kept, is_new=False)
    # No turn made this; an id of its own keeps the vault from taking it for a retry of the one that did.
    made = await store.vault.keep(draft, owner=record.owner, turn_id=store.ids.new("restore"))
    return Restored(made, is_new=True) if isinstance(made, Verified) else made


async def read_files(store: Store, record: KeptRecord) -> dict[str, bytes]:
    """All files of an artifact, each still what was checked; else FileLost."""
    contents = {name: await store.records.read(record, name) for name in record.digests}
    return {name: content for name, content in contents.items() if content is not None}
