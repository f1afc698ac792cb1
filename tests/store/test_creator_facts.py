"""Stored facts behave like the reference: each text once for an owner, whatever its case."""

import asyncio
from typing import Any

from sqlalchemy.engine import URL

from inkwright.projects.creator_facts import CreatorFact
from inkwright.projects.protocols import CreatorFacts
from inkwright.store.creator_facts import StoredCreatorFacts
from inkwright.store.database import Database
from inkwright.testing import MemoryCreatorFacts
from tests.store.test_attachments import on
from tests.store.test_blocks import AT


def test_a_fact_is_kept_once_for_each_owner_and_removed_by_them_alone(url: URL) -> None:
    async def go(kept: CreatorFacts) -> Any:
        await kept.add(CreatorFact("fact_1", "me", "Writes for nurses", AT, "for nurses"))
        again = await kept.add(CreatorFact("fact_2", "me", "WRITES for nurses", AT))
        await kept.add(CreatorFact("fact_3", "you", "Writes for nurses", AT))
        removed = [await kept.remove("fact_1", owner=owner) for owner in ("you", "me", "me")]
        return again.id, removed, await kept.all(owner="me"), [each.id for each in await kept.all(owner="you")]

    async def stored(database: Database) -> Any:
        return await go(StoredCreatorFacts(database))

    found = on(url, stored)
    assert found == asyncio.run(go(MemoryCreatorFacts())) == ("fact_1", [False, True, False], [], ["fact_3"])
