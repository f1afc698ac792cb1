"""What is remembered about the owners: one row for each fact."""

import hashlib
from datetime import datetime
from typing import Any

from sqlalchemy import Row, delete, select
from sqlalchemy.engine import Connection

from inkwright.projects.creator_facts import CreatorFact, fact_key
from inkwright.store.content_tables import creator_facts
from inkwright.store.database import Database, stored_value
from inkwright.store.times import format_time


class StoredCreatorFacts:
    """Implements `CreatorFacts`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self, *, owner: str) -> list[CreatorFact]:
        query = select(creator_facts).where(creator_facts.c.owner == owner).order_by(creator_facts.c.id)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [_fact_from(row) for row in rows]

    async def add(self, fact: CreatorFact) -> CreatorFact:
        taken = hashlib.sha256(fact_key(fact.text).encode()).hexdigest()
        row = {
            "id": fact.id,
            "owner": fact.owner,
            "text": fact.text,
            "taken": taken,
            "said": fact.said,
            "created_at": format_time(fact.created),
        }
        adding = self._database.insert(creator_facts).values(row).on_conflict_do_nothing()
        condition = (creator_facts.c.owner == fact.owner) & (creator_facts.c.taken == taken)

        def work(connection: Connection) -> Row[Any]:
            connection.execute(adding)
            return connection.execute(select(creator_facts).where(condition)).one()

        return _fact_from(await self._database.write(work))

    async def remove(self, fact_id: str, *, owner: str) -> bool:
        removal = delete(creator_facts).where(creator_facts.c.id == fact_id, creator_facts.c.owner == owner)
        return bool(await self._database.write(lambda connection: connection.execute(removal).rowcount))


@stored_value
def _fact_from(row: Row[Any]) -> CreatorFact:
    return CreatorFact(row.id, row.owner, row.text, datetime.fromisoformat(row.created_at), row.said)
