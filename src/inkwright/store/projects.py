"""Projects: one row each, and the assignment of conversations to projects."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, insert, null, select, update
from sqlalchemy.engine import Connection

from inkwright.clock import Clock
from inkwright.errors import NotFound
from inkwright.projects.feed import ChangeOrigin, FeedEntry
from inkwright.projects.phases import FIRST_PHASES, PhaseState
from inkwright.projects.records import Project, name_key
from inkwright.store.conversations import ConversationCreator
from inkwright.store.database import Database, stored_value
from inkwright.store.project_feed import add_entry, entries_after, entry_from, is_live, next_number
from inkwright.store.tables import conversations, projects
from inkwright.store.times import format_time


class StoredProjects:
    """Implements `Projects`. A removed project stays as a row without a reserved name."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._creator = ConversationCreator(database, clock)

    async def add(self, project: Project) -> bool:
        row = {
            "id": project.id,
            "owner": project.owner,
            "name": project.name,
            "taken": name_key(project.name),
            "created_at": format_time(project.created),
            "current_phase": project.current_phase,
            "phases": _phases_row(project.phases),
            "profile_id": project.profile_id,
        }
        return await self._database.try_write(lambda connection: connection.execute(insert(projects), row).close())

    async def all(self, owner: str, *, is_removed: bool = False) -> list[Project]:
        state = projects.c.taken.is_(None) if is_removed else projects.c.taken.is_not(None)
        query = select(projects).where(projects.c.owner == owner, state)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        if is_removed:
            return [_project_from(row) for row in sorted(rows, key=lambda row: (row.removed_at, row.id), reverse=True)]
        # Sorted here: databases differ in the order of Chinese names.
        return [_project_from(row) for row in sorted(rows, key=lambda row: (row.taken, row.id))]

    async def get(self, project_id: str, *, owner: str) -> Project | None:
        query = select(projects).where(is_live(project_id, owner))
        row = await self._database.read(lambda connection: connection.execute(query).first(), is_short=True)
        return _project_from(row) if row else None

    async def rename(self, project_id: str, name: str, *, owner: str) -> bool:
        change = update(projects).where(is_live(project_id, owner)).values(name=name, taken=name_key(name))
        return await self._database.try_write(
            lambda connection: _require_found(connection.execute(change).rowcount, project_id)
        )

    async def remove(self, project_id: str, at: datetime, *, owner: str) -> None:
        change = update(projects).where(is_live(project_id, owner)).values(taken=null(), removed_at=format_time(at))
        await self._database.write(lambda connection: _require_found(connection.execute(change).rowcount, project_id))

    async def restore(self, project_id: str, *, owner: str) -> bool:
        condition = (projects.c.id == project_id) & (projects.c.owner == owner) & projects.c.taken.is_(None)

        def work(connection: Connection) -> None:
            name = connection.scalar(select(projects.c.name).where(condition))
            _require_found(name is not None, project_id)
            connection.execute(update(projects).where(condition).values(taken=name_key(str(name)), removed_at=null()))

        return await self._database.try_write(work)

    async def enter_phase(
        self, project_id: str, current: str, phases: Sequence[PhaseState], origin: ChangeOrigin, *, owner: str
    ) -> None:
        values = {"current_phase": current, "phases": _phases_row(phases)}

        def work(connection: Connection) -> None:
            entry = FeedEntry(next_number(connection, project_id, owner), "phase_changed", origin, subject=current)
            connection.execute(update(projects).where(projects.c.id == project_id).values(values))
            add_entry(connection, project_id, owner, entry)

        await self._database.write(work)

    async def choose_profile(
        self, project_id: str, profile_id: str | None, origin: ChangeOrigin, *, owner: str
    ) -> None:
        def work(connection: Connection) -> None:
            number = next_number(connection, project_id, owner)
            connection.execute(update(projects).where(projects.c.id == project_id).values(profile_id=profile_id))
            add_entry(
                connection, project_id, owner, FeedEntry(number, "profile_chosen", origin, subject=profile_id or "")
            )

        await self._database.write(work)

    async def feed(self, project_id: str, after: int, *, owner: str, limit: int = 500) -> list[FeedEntry]:
        query = entries_after(project_id, owner, after, limit)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [entry_from(row) for row in rows]

    async def feed_number(self, project_id: str, *, owner: str) -> int:
        query = select(projects.c.feed_number).where(is_live(project_id, owner))
        return await self._database.read(lambda connection: connection.scalar(query)) or 0

    async def place(self, conversation_id: str, project_id: str, *, owner: str) -> None:
        condition = (conversations.c.id == conversation_id) & (conversations.c.owner == owner)
        assignment = (
            update(conversations).where(condition, conversations.c.project_id.is_(None)).values(project_id=project_id)
        )

        def work(connection: Connection) -> None:
            _require_found(
                connection.scalar(select(projects.c.id).where(is_live(project_id, owner))) is not None, project_id
            )
            self._creator.ensure(connection, conversation_id, owner)
            connection.execute(assignment)

        await self._database.write(work)

    async def of(self, conversation_id: str, *, owner: str) -> Project | None:
        condition = (conversations.c.id == conversation_id) & (conversations.c.owner == owner)
        query = (
            select(projects)
            .join(conversations, conversations.c.project_id == projects.c.id)
            .where(condition, projects.c.owner == owner, projects.c.taken.is_not(None))
        )
        row = await self._database.read(lambda connection: connection.execute(query).first(), is_short=True)
        return _project_from(row) if row else None


def _require_found(found: int, project_id: str) -> None:
    if not found:
        raise NotFound(what_kind="project", id=project_id)


def _phases_row(phases: Sequence[PhaseState]) -> str:
    return json.dumps([[each.code, each.status] for each in phases])


@stored_value
def _project_from(row: Row[Any]) -> Project:
    phases = tuple(PhaseState(code, status) for code, status in json.loads(row.phases)) if row.phases else FIRST_PHASES
    created = datetime.fromisoformat(row.created_at)
    return Project(row.id, row.owner, row.name, created, row.current_phase, phases, row.profile_id)
