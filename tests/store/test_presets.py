"""Stored presets behave like the reference: one of each kind and name, for each owner."""

import asyncio
from typing import Any

from sqlalchemy.engine import URL

from inkwright.projects.presets import Channel, CreatorProfile, Preset
from inkwright.projects.protocols import Presets
from inkwright.store.database import Database
from inkwright.store.presets import StoredPresets
from inkwright.testing import MemoryPresets
from tests.store.test_attachments import on
from tests.store.test_blocks import AT, LATER


def test_a_preset_is_kept_once_for_each_kind_name_and_owner(url: URL) -> None:
    async def go(kept: Presets) -> Any:
        first = await kept.put(Preset("preset_1", "me", "安", AT, CreatorProfile("old")))
        again = await kept.put(Preset("preset_2", "me", " 安", LATER, CreatorProfile("new", ("calm",))))
        await kept.put(Preset("preset_3", "me", "安", AT, Channel("blog")))
        await kept.put(Preset("preset_4", "you", "安", AT, CreatorProfile()))
        removed = [await kept.remove("preset_1", owner=owner) for owner in ("you", "me", "me")]
        left = [await kept.all(kind, owner="me") for kind in ("profile", "channel")]
        return first.id, again.id, again.content, removed, left, len(await kept.all("profile", owner="you"))

    async def stored(database: Database) -> Any:
        return await go(StoredPresets(database))

    found = on(url, stored)
    assert found == asyncio.run(go(MemoryPresets()))
    channel = Preset("preset_3", "me", "安", AT, Channel("blog"))
    assert found == (
        "preset_1",
        "preset_1",
        CreatorProfile("new", ("calm",)),
        [False, True, False],
        [[], [channel]],
        1,
    )
