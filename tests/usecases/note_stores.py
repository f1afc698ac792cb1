"""Stores in a folder of a test, whose vault keeps notes: anything passes that does not say BAD."""

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.artifacts.vault import ArtifactRecord, Vault, Verified
from inkwright.settings import load_settings
from inkwright.usecases.store import Store, open_store

T = TypeVar("T")
BAD = finding("literal", Location(label="line 1"), what="It is bad.", mend="Mend it.")


def check_note(draft: Draft) -> list[Finding]:
    return [BAD] if b"BAD" in draft.main else []


def in_store(home: Path, work: Callable[[Store], Awaitable[T]]) -> T:
    """What the work gives, with the store of this home folder."""

    async def opened() -> T:
        async with open_store(load_settings(flags={}, environ={}, folder=home, home=home)) as store:
            vault = Vault(store.records, {"note": check_note, "page": check_note}, ids=store.ids, clock=store.clock)
            return await work(dataclasses.replace(store, vault=vault))

    return asyncio.run(opened())


async def kept(
    store: Store,
    content: bytes,
    *,
    name: str = "note.txt",
    kind: str = "note",
    owner: str = "ann",
    after: ArtifactRecord | None = None,
) -> ArtifactRecord:
    """The record of a note, each from a turn of its own, with a second file. `after`: of which it is a new version."""
    draft = Draft(kind, name, "Note", {name: content, "beside.txt": b"beside"})
    lineage = after.lineage if after else None
    made = await store.vault.keep(draft, owner=owner, turn_id=store.ids.new("turn"), lineage=lineage)
    assert isinstance(made, Verified)
    record = await store.records.get(made.id, owner)
    assert record is not None
    return record
