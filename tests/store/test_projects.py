"""Stored projects behave like the reference: unique names, separate owners, and removed projects can be restored."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.engine import URL

from inkwright.clock import SystemClock
from inkwright.conversation.turns import Message
from inkwright.errors import NotFound
from inkwright.projects.protocols import Projects
from inkwright.projects.records import Project
from inkwright.store.conversations import StoredConversations
from inkwright.store.database import Database
from inkwright.store.projects import StoredProjects
from inkwright.testing.memory_projects import MemoryProjects
from tests.store.test_attachments import on

AT = datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC)
Test = Callable[[Projects], Awaitable[Any]]


def project(number: int, name: str, owner: str = "me") -> Project:
    return Project(f"proj_{number}", owner, name, AT)


def alike(url: URL, test: Test) -> Any:
    """What a test finds in the store; in memory it finds the same."""
    found = on(url, lambda database: test(StoredProjects(database, SystemClock())))
    assert found == asyncio.run(_in_memory(test))
    return found


async def _in_memory(test: Test) -> Any:
    return await test(MemoryProjects())


def test_a_name_is_taken_once_by_each_owner_whatever_its_capitals(url: URL) -> None:
    async def go(kept: Projects) -> Any:
        given = (
            project(1, "雨"),
            project(2, "Rain"),
            project(3, "RAIN"),
            project(4, "Rain", "you"),
            project(5, "Alps"),
        )
        return [await kept.add(each) for each in given], await kept.all("me"), await kept.all("you")

    assert alike(url, go) == (
        [True, True, False, True, True],
        [project(5, "Alps"), project(2, "Rain"), project(1, "雨")],
        [project(4, "Rain", "you")],
    )


def test_a_project_is_renamed_unless_the_name_is_taken(url: URL) -> None:
    async def go(kept: Projects) -> Any:
        for each in (project(1, "Rain"), project(2, "Snow"), project(3, "Hail", "you")):
            await kept.add(each)
        done = [await kept.rename("proj_1", name, owner="me") for name in ("snow", "RAIN", "Hail")]
        return done, await kept.all("me")

    assert alike(url, go) == ([False, True, True], [project(1, "Hail"), project(2, "Snow")])


def test_what_was_removed_is_restored_as_it_was_unless_its_name_is_taken(url: URL) -> None:
    async def go(kept: Projects) -> Any:
        for number, name in enumerate(("Rain", "Snow"), 1):
            await kept.add(project(number, name))
            await kept.remove(f"proj_{number}", AT + timedelta(hours=number), owner="me")
        gone = [await kept.all("me"), await kept.all("me", is_removed=True), await kept.all("you", is_removed=True)]
        await kept.add(project(3, "rain"))
        done = [await kept.restore(id_, owner="me") for id_ in ("proj_1", "proj_2")]
        await kept.rename("proj_3", "Hail", owner="me")
        return gone, done, await kept.restore("proj_1", owner="me"), await kept.all("me")

    assert alike(url, go) == (
        [[], [project(2, "Snow"), project(1, "Rain")], []],
        [False, True],
        True,
        [project(3, "Hail"), project(1, "Rain"), project(2, "Snow")],
    )


def test_items_of_another_owner_are_hidden(url: URL) -> None:
    async def go(kept: Projects) -> Any:
        await kept.add(project(1, "Rain"))
        await kept.place("conv_1", "proj_1", owner="me")
        for attempt in (
            kept.rename("proj_1", "Stolen", owner="you"),
            kept.remove("proj_1", AT, owner="you"),
            kept.restore("proj_1", owner="you"),
            kept.place("conv_1", "proj_1", owner="you"),
            kept.restore("proj_1", owner="me"),
        ):
            with pytest.raises(NotFound):
                await attempt
        await kept.remove("proj_1", AT, owner="me")
        for attempt in (kept.rename("proj_1", "X", owner="me"), kept.place("conv_2", "proj_1", owner="me")):
            with pytest.raises(NotFound):
                await attempt
        with pytest.raises(NotFound):
            await kept.restore("proj_1", owner="you")
        return await kept.restore("proj_1", owner="me"), await kept.all("me"), await kept.of("conv_1", owner="you")

    assert alike(url, go) == (True, [project(1, "Rain")], None)


def test_a_conversation_belongs_to_the_first_project_that_it_was_put_into(url: URL) -> None:
    async def go(kept: Projects) -> Any:
        for each in (project(1, "Rain"), project(2, "Snow")):
            await kept.add(each)
        await kept.place("conv_1", "proj_1", owner="me")
        await kept.place("conv_1", "proj_2", owner="me")
        found = [await kept.of(conversation, owner="me") for conversation in ("conv_1", "conv_2")]
        await kept.remove("proj_1", AT, owner="me")
        return found, await kept.of("conv_1", owner="me")

    assert alike(url, go) == ([project(1, "Rain"), None], None)


def test_a_conversation_that_has_begun_is_put_into_a_project_and_one_that_has_not_begins(url: URL) -> None:
    async def go(database: Database) -> Any:
        kept, conversations = StoredProjects(database, SystemClock()), StoredConversations(database, SystemClock())
        await kept.add(project(1, "Rain"))
        said = Message(id="m1", conversation_id="conv_1", owner="me", role="user", text="Hello")
        await conversations.add_message(said)
        for conversation in ("conv_1", "conv_2"):
            await kept.place(conversation, "proj_1", owner="me")
        await conversations.add_message(said.model_copy(update={"id": "m2", "conversation_id": "conv_3"}))
        rows = await conversations.conversations("me")
        return sorted((row.id, row.title, row.project_id) for row in rows)

    assert on(url, go) == [("conv_1", "Hello", "proj_1"), ("conv_2", "", "proj_1"), ("conv_3", "Hello", None)]


def test_of_those_who_take_a_name_at_once_one_gets_it(url: URL) -> None:
    async def go(database: Database) -> Any:
        kept = StoredProjects(database, SystemClock())
        done = await asyncio.gather(*(kept.add(project(number, "Rain")) for number in range(8)))
        return sum(done), len(await kept.all("me"))

    assert on(url, go) == (1, 1)
