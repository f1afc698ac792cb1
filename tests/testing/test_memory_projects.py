"""Projects in memory; that a database behaves alike is tested with the store."""

import asyncio
from datetime import UTC, datetime

from inkwright.projects.records import Project
from inkwright.testing import MemoryProjects

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def test_a_removed_project_frees_its_name_and_can_be_restored() -> None:
    async def work() -> list[bool]:
        projects = MemoryProjects()
        first, second = (Project(f"proj_{number}", "me", "Rain", NOW) for number in (1, 2))
        added = [await projects.add(first), await projects.add(second)]
        await projects.remove("proj_1", NOW, owner="me")
        added.append(await projects.restore("proj_1", owner="me"))
        return added

    assert asyncio.run(work()) == [True, False, True]
