"""Stored skills behave like the reference: one of each name for an owner, with all their files."""

import asyncio
from dataclasses import replace
from typing import Any

from sqlalchemy.engine import URL

from inkwright.projects.protocols import Skills
from inkwright.projects.skills import Skill
from inkwright.store.database import Database
from inkwright.store.skills import StoredSkills
from inkwright.testing import MemorySkills
from tests.store.test_attachments import on
from tests.store.test_blocks import AT, LATER

SKILL = Skill("skill_1", "me", "plain-words", "Plain.", "Use plain words.", AT, "Plain", {"references/a.md": "雨"})


def test_a_skill_is_replaced_by_its_name_and_removed_by_its_owner(url: URL) -> None:
    async def go(kept: Skills) -> Any:
        await kept.put(SKILL)
        again = await kept.put(replace(SKILL, id="skill_2", instructions="Shorter.", changed=LATER))
        await kept.put(replace(SKILL, id="skill_3", name="a"))
        await kept.put(replace(SKILL, id="skill_4", owner="you"))
        listed = [each.id for each in await kept.all(owner="me")]
        removed = [await kept.remove("skill_1", owner=owner) for owner in ("you", "me", "me")]
        return again, listed, removed, [each.id for each in await kept.all(owner="you")]

    async def stored(database: Database) -> Any:
        return await go(StoredSkills(database))

    found = on(url, stored)
    assert found == asyncio.run(go(MemorySkills()))
    changed = replace(SKILL, instructions="Shorter.", changed=LATER)
    assert found == (changed, ["skill_3", "skill_1"], [False, True, False], ["skill_4"])
