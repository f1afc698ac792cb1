"""Skills of owners: one row each, with the instructions and the other files as JSON."""

import json
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, delete, select
from sqlalchemy.engine import Connection

from inkwright.projects.skills import Skill
from inkwright.store.content_tables import skills
from inkwright.store.database import Database, stored_value
from inkwright.store.times import format_time

_WRITTEN: Final = ("title", "description", "instructions")


class StoredSkills:
    """Implements `Skills`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self, *, owner: str) -> list[Skill]:
        query = select(skills).where(skills.c.owner == owner).order_by(skills.c.name)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return sorted((_skill_from(row) for row in rows), key=lambda skill: skill.name)

    async def put(self, skill: Skill) -> Skill:
        body = {name: getattr(skill, name) for name in _WRITTEN} | {"files": dict(skill.files)}
        values = {"changed_at": format_time(skill.changed), "body": json.dumps(body, ensure_ascii=False)}
        row = {"id": skill.id, "owner": skill.owner, "name": skill.name, **values}
        adding = self._database.insert(skills).values(row)
        condition = (skills.c.owner == skill.owner) & (skills.c.name == skill.name)

        def work(connection: Connection) -> Row[Any]:
            connection.execute(adding.on_conflict_do_update(index_elements=("owner", "name"), set_=values))
            return connection.execute(select(skills).where(condition)).one()

        return _skill_from(await self._database.write(work))

    async def remove(self, skill_id: str, *, owner: str) -> bool:
        removal = delete(skills).where(skills.c.id == skill_id, skills.c.owner == owner)
        return bool(await self._database.write(lambda connection: connection.execute(removal).rowcount))


@stored_value
def _skill_from(row: Row[Any]) -> Skill:
    body = json.loads(row.body)
    written = {name: body[name] for name in _WRITTEN}
    changed = datetime.fromisoformat(row.changed_at)
    return Skill(id=row.id, owner=row.owner, name=row.name, changed=changed, files=body["files"], **written)
