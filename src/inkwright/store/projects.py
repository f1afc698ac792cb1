"""Projects: one row each, and the assignment of conversations to projects."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, insert, null, select, update
from sqlalchemy.engine import Connection

from inkwright.clock import Clock
from inkwright.errors import NotFound
from inkwright.projects.records import Project, name_key
from inkwright.store.conversations import ConversationCreator
from inkwright.store.database import Database
from inkwright.store.tables import conversations, projects


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

    async def rename(self, project_id: str, name: str, *, owner: str) -> bool:
        change = update(projects).where(_is_live(project_id, owner)).values(name=name, taken=name_key(name))
        return await self._database.try_write(
            lambda connection: _require_found(connection.execute(change).rowcount, project_id)
        )

    async def remove(self, project_id: str, at: datetime, *, owner: str) -> None:
        change = update(projects).where(_is_live(project_id, owner)).values(taken=null(), removed_at=format_time(at))
        await self._database.write(lambda connection: _require_found(connection.execute(change).rowcount, project_id))

    async def restore(self, project_id: str, *, owner: str) -> bool:
        condition = (projects.c.id == project_id) & (projects.c.owner == owner) & projects.c.taken.is_(None)

        def work(connection: Connection) -> None:
            name = connection.scalar(select(projects.c.name).where(condition))
            _require_found(name is not None, project_id)
            connection.execute(update(projects).where(condition).values(taken=name_key(str(name)), removed_at=null()))

        return await self._database.try_write(work)

    async def place(self, conversation_id: str, project_id: str, *, owner: str) -> None:
        condition = (conversations.c.id == conversation_id) & (conversations.c.owner == owner)
        assignment = (
            update(conversations).where(condition, conversations.c.project_id.is_(None)).values(project_id=project_id)
        )

        def work(connection: Connection) -> None:
            _require_found(
                connection.scalar(select(projects.c.id).where(_is_live(project_id, owner))) is not None, project_id
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
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return _project_from(row) if row else None


def format_time(at: datetime) -> str:
    """Format a time with a fixed length, so that sorting the texts sorts the times in every database."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def _is_live(project_id: str, owner: str) -> ColumnElement[bool]:
    return (projects.c.id == project_id) & (projects.c.owner == owner) & projects.c.taken.is_not(None)


def _require_found(found: int, project_id: str) -> None:
    if not found:
        raise NotFound(what_kind="project", id=project_id)


def _project_from(row: Row[Any]) -> Project:
    return Project(row.id, row.owner, row.name, datetime.fromisoformat(row.created_at))
