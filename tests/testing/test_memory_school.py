"""Schools in memory keep owners apart; `tests/store/test_school.py` compares them with stored ones."""

import asyncio
from datetime import UTC, datetime

import pytest

from inkwright.errors import NotFound
from inkwright.school.records import SchoolData, SchoolImport
from inkwright.testing.memory_school import MemorySchools


def test_an_import_is_listed_and_removed_by_its_owner_alone() -> None:
    async def go() -> None:
        schools, data = MemorySchools(), SchoolData()
        given = SchoolImport("import_1", "me", "a.csv", datetime(2026, 1, 2, tzinfo=UTC), data.counts)
        await schools.add(given, data)
        assert (await schools.imports("me"), await schools.imports("you")) == ([given], [])
        with pytest.raises(NotFound):
            await schools.remove("import_1", owner="you")
        await schools.remove("import_1", owner="me")
        assert await schools.imports("me") == []

    asyncio.run(go())


def test_data_may_leave_only_after_its_owner_allowed_it() -> None:
    async def go() -> tuple[bool, bool, bool]:
        schools = MemorySchools()
        before = await schools.may_leave("me")
        await schools.allow_leaving("me", True)
        return before, await schools.may_leave("me"), await schools.may_leave("you")

    assert asyncio.run(go()) == (False, True, False)
