"""Stored schools behave like the reference: imports add up, and an undone one leaves nothing."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy.engine import URL

from inkwright.errors import NotFound
from inkwright.school.protocols import Schools
from inkwright.school.records import Pupil, Result, SchoolClass, SchoolData, SchoolImport, Test
from inkwright.school.rubrics import Rubric, RubricCriterion, RubricLevel
from inkwright.store.school import StoredSchools
from inkwright.testing.memory_school import MemorySchools
from tests.store.test_attachments import on

AT = datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC)
DATA = SchoolData(
    (SchoolClass("1A", "1A"),),
    (Pupil("1", "王小明", ("1A",)),),
    (Test("Quiz", 10, "Ratio"),),
    (Result("1", "Quiz", 4.5),),
)
RUBRIC = Rubric(name="Mine", criteria=(RubricCriterion(name="All", levels=(RubricLevel(name="Good", points=3),)),))


def imported(number: int, owner: str = "me") -> SchoolImport:
    return SchoolImport(f"import_{number}", owner, "a.csv", AT, DATA.counts, is_sample=number == 2)


def alike(url: URL, test: Callable[[Schools], Awaitable[Any]]) -> Any:
    """What a test finds in the store; in memory it finds the same."""
    found = on(url, lambda database: test(StoredSchools(database)))
    assert found == asyncio.run(_in_memory(test))
    return found


async def _in_memory(test: Callable[[Schools], Awaitable[Any]]) -> Any:
    return await test(MemorySchools())


def test_imports_add_up_for_their_owner_alone_and_an_undone_one_leaves_nothing(url: URL) -> None:
    async def test(schools: Schools) -> Any:
        await schools.add(imported(1), DATA)
        await schools.add(imported(2), DATA)
        both = (await schools.load("me")).data, await schools.imports("me")
        assert not await schools.load("you")
        with pytest.raises(NotFound):
            await schools.remove("import_1", owner="you")
        await schools.remove("import_1", owner="me")
        one = (await schools.load("me")).data
        await schools.remove("import_2", owner="me")
        return both, one, bool(await schools.load("me")), await schools.imports("me")

    (data, imports), one, is_left, left = alike(url, test)
    assert data == one == DATA
    assert [(each.id, each.is_sample, each.counts, each.imported) for each in imports] == [
        ("import_1", False, DATA.counts, AT),
        ("import_2", True, DATA.counts, AT),
    ]
    assert (is_left, left) == (False, [])


def test_permissions_and_rubrics_are_kept_for_each_owner(url: URL) -> None:
    async def test(schools: Schools) -> Any:
        before = await schools.may_leave("me")
        await schools.allow_leaving("me", True)
        during = await schools.may_leave("me"), await schools.may_leave("you")
        await schools.allow_leaving("me", False)
        await schools.keep_rubric(RUBRIC, owner="me")
        await schools.keep_rubric(RUBRIC.model_copy(update={"subject": "Art"}), owner="me")
        kept = await schools.rubrics("me"), await schools.rubrics("you")
        await schools.remove_rubric("Mine", owner="me")
        with pytest.raises(NotFound):
            await schools.remove_rubric("Mine", owner="me")
        return before, during, await schools.may_leave("me"), kept

    before, during, after, (mine, yours) = alike(url, test)
    assert (before, during, after) == (False, (True, False), False)
    assert ([each.subject for each in mine], yours) == (["Art"], [])
