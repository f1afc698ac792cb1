"""Stored personas behave like the reference: names are unique in a project, and changes are in its feed."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy.engine import URL

from inkwright.clock import SystemClock
from inkwright.errors import NotFound
from inkwright.projects.personas import Persona
from inkwright.projects.protocols import Personas, Projects
from inkwright.projects.records import Project
from inkwright.store.database import Database
from inkwright.store.personas import StoredPersonas
from inkwright.store.projects import StoredProjects
from inkwright.testing import MemoryPersonas, MemoryProjects
from tests.store.test_attachments import on
from tests.store.test_blocks import AT, LATER, WHY

FIRST = Persona("persona_1", "proj_1", "me", "李娜", AT, "34", "护士", ("没时间",), selected=True)
SECOND = Persona("persona_2", "proj_1", "me", "Ann", AT)


def test_personas_are_kept_changed_and_removed_with_the_feed(url: URL) -> None:
    async def go(projects: Projects, kept: Personas) -> Any:
        await projects.add(Project("proj_1", "me", "Rain", AT))
        put = [await kept.put(each, WHY) for each in (FIRST, SECOND)]
        taken = await kept.put(replace(SECOND, id="persona_3", name="ANN"), WHY)
        renamed = await kept.put(replace(SECOND, name="李娜"), WHY)
        await kept.put(replace(SECOND, name="Bo", changed=LATER, selected=True), WHY)
        with pytest.raises(NotFound):
            await kept.put(replace(SECOND, project_id="proj_2"), WHY)
        with pytest.raises(NotFound):
            await kept.remove(replace(FIRST, owner="you"), WHY)
        removed = [await kept.remove(FIRST, WHY) for _ in range(2)]
        feed = [(each.number, each.kind, each.subject) for each in await projects.feed("proj_1", 0, owner="me")]
        return (
            put,
            taken,
            renamed,
            removed,
            await kept.of("proj_1", owner="me"),
            await kept.of("proj_1", owner="you"),
            feed,
        )

    async def stored(database: Database) -> Any:
        return await go(StoredProjects(database, SystemClock()), StoredPersonas(database))

    projects = MemoryProjects()
    found = on(url, stored)
    assert found == asyncio.run(go(projects, MemoryPersonas(projects)))
    left = replace(SECOND, name="Bo", changed=LATER, selected=True)
    assert found[:6] == ([True, True], False, False, [True, False], [left], [])
    assert found[6] == [
        (number, "persona_changed", name) for number, name in enumerate(("李娜", "Ann", "Bo", "李娜"), 1)
    ]
