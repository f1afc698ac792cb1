"""Projects: one row each, and the project of every conversation that belongs to one."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, insert, null, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from inkwright.clock import Clock
from inkwright.errors import NotFound
from inkwright.projects.records import Project, name_key
from inkwright.store.conversations import ConversationCreator
from inkwright.store.database import Database
from inkwright.store.tables import conversations, projects


class StoredProjects:
    """Implements `Projects`. One that was removed is a row that holds no name any more."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._beginnings = ConversationCreator(database, clock)

    async def add(self, project: Project) -> bool:
        row = {
            "id": project.id,
            "owner": project.owner,
            "name": project.name,
            "taken": name_key(project.name),
            "created_at": format_time(project.created),
        }
        return await self._is_free(lambda connection: connection.execute(insert(projects), row).close())

    async def all(self, owner: str, *, is_removed: bool = False) -> list[Project]:
        state = projects.c.taken.is_(None) if is_removed else projects.c.taken.is_not(None)
        asked = select(projects).where(projects.c.owner == owner, state)
        rows = await self._database.read(lambda connection: connection.execute(asked).all())
        if is_removed:
            return [_project_from(row) for row in sorted(rows, key=lambda row: (row.removed_at, row.id), reverse=True)]
        # Sorted here: databases differ in the order of Chinese names.
        return [_project_from(row) for row in sorted(rows, key=lambda row: (row.taken, row.id))]

    async def rename(self, project_id: str, name: str, *, owner: str) -> bool:
        changing = update(projects).where(_is_live(project_id, owner)).values(name=name, taken=name_key(name))
        return await self._is_free(lambda connection: _require_found(connection.execute(changing).rowcount, project_id))

    async def remove(self, project_id: str, at: datetime, *, owner: str) -> None:
        changing = update(projects).where(_is_live(project_id, owner)).values(taken=null(), removed_at=format_time(at))
        await self._database.write(lambda connection: _require_found(connection.execute(changing).rowcount, project_id))

    async def restore(self, project_id: str, *, owner: str) -> bool:
        ours = (projects.c.id == project_id) & (projects.c.owner == owner) & projects.c.taken.is_(None)

        def work(connection: Connection) -> None:
            name = connection.scalar(select(projects.c.name).where(ours))
            _require_found(name is not None, project_id)
            connection.execute(update(projects).where(ours).values(taken=name_key(str(name)), removed_at=null()))

        return await self._is_free(work)

    async def place(self, conversation_id: str, project_id: str, *, owner: str) -> None:
        ours = (conversations.c.id == conversation_id) & (conversations.c.owner == owner)
        placing = update(conversations).where(ours, conversations.c.project_id.is_(None)).values(project_id=project_id)

        def work(connection: Connection) -> None:
            _require_found(
                connection.scalar(select(projects.c.id).where(_is_live(project_id, owner))) is not None, project_id
            )
            self._beginnings.ensure(connection, conversation_id, owner)
            connection.execute(placing)

        await self._database.write(work)

    async def of(self, conversation_id: str, *, owner: str) -> Project | None:
        ours = (conversations.c.id == conversation_id) & (conversations.c.owner == owner)
        asked = (
            select(projects)
            .join(conversations, conversations.c.project_id == projects.c.id)
            .where(ours, projects.c.owner == owner, projects.c.taken.is_not(None))
        )
        row = await self._database.read(lambda connection: connection.execute(asked).first())
        return _project_from(row) if row else None

    async def _is_free(self, work: Callable[[Connection], None]) -> bool:
        """Whether it could be written: a name that is taken is an answer."""
        try:
            await self._database.write(work)
        except IntegrityError:
            return False
        return True


def format_time(at: datetime) -> str:
    """All of one length, so that the order of the texts is that of the times in every database."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def _is_live(project_id: str, owner: str) -> ColumnElement[bool]:
    return (projects.c.id == project_id) & (projects.c.owner == owner) & projects.c.taken.is_not(None)


def _require_found(found: int, project_id: str) -> None:
    if not found:
        raise NotFound(what_kind="project", id=project_id)


def _project_from(row: Row[Any]) -> Project:
    return Project(row.id, row.owner, row.name, datetime.fromisoformat(row.created_at))
