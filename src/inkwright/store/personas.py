"""Personas of projects: one row each, with what is written about them as JSON."""

import json
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.engine import Connection

from inkwright.projects.feed import ChangeOrigin, FeedEntry
from inkwright.projects.personas import Persona
from inkwright.projects.records import name_key
from inkwright.store.content_tables import personas
from inkwright.store.database import Database, stored_value
from inkwright.store.project_feed import add_entry, lock_project, next_number
from inkwright.store.times import format_time

_WRITTEN: Final = ("basic_info", "background", "pain_points")


class StoredPersonas:
    """Implements `Personas`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, project_id: str, *, owner: str) -> list[Persona]:
        condition = (personas.c.project_id == project_id) & (personas.c.owner == owner)
        query = select(personas).where(condition).order_by(personas.c.id)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [_persona_from(row) for row in rows]

    async def put(self, persona: Persona, origin: ChangeOrigin) -> bool:
        values = {
            "name": persona.name,
            "taken": name_key(persona.name),
            "is_selected": persona.selected,
            "changed_at": format_time(persona.changed),
            "body": json.dumps({name: getattr(persona, name) for name in _WRITTEN}, ensure_ascii=False),
        }
        row = {"id": persona.id, "project_id": persona.project_id, "owner": persona.owner, **values}

        def work(connection: Connection) -> bool:
            lock_project(connection, persona.project_id, persona.owner)
            same = (personas.c.project_id == persona.project_id) & (personas.c.taken == values["taken"])
            if connection.execute(select(personas.c.id).where(same, personas.c.id != persona.id)).first():
                return False
            if not connection.execute(update(personas).where(_is(persona)).values(values)).rowcount:
                connection.execute(insert(personas), row)
            _tell(connection, persona, origin)
            return True

        return await self._database.write(work)

    async def remove(self, persona: Persona, origin: ChangeOrigin) -> bool:
        def work(connection: Connection) -> bool:
            lock_project(connection, persona.project_id, persona.owner)
            if not connection.execute(delete(personas).where(_is(persona))).rowcount:
                return False
            _tell(connection, persona, origin)
            return True

        return await self._database.write(work)


def _is(persona: Persona) -> Any:
    return (
        (personas.c.id == persona.id)
        & (personas.c.project_id == persona.project_id)
        & (personas.c.owner == persona.owner)
    )


def _tell(connection: Connection, persona: Persona, origin: ChangeOrigin) -> None:
    number = next_number(connection, persona.project_id, persona.owner)
    entry = FeedEntry(number, "persona_changed", origin, subject=persona.name)
    add_entry(connection, persona.project_id, persona.owner, entry)


@stored_value
def _persona_from(row: Row[Any]) -> Persona:
    body = json.loads(row.body)
    return Persona(
        row.id,
        row.project_id,
        row.owner,
        row.name,
        datetime.fromisoformat(row.changed_at),
        body["basic_info"],
        body["background"],
        tuple(body["pain_points"]),
        row.is_selected,
    )
