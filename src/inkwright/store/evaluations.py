"""Evaluations of projects: one row each, as JSON."""

from typing import Any

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.engine import Connection

from inkwright.errors import NotFound
from inkwright.i18n import Reason
from inkwright.projects.evaluations import Evaluation, with_adopted
from inkwright.projects.feed import ChangeOrigin, FeedEntry
from inkwright.store.content_tables import evaluations
from inkwright.store.database import Database, stored_value
from inkwright.store.project_feed import add_entry, lock_project, next_number


class StoredEvaluations:
    """Implements `Evaluations`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, evaluation: Evaluation, origin: ChangeOrigin) -> None:
        row = {
            "id": evaluation.id,
            "project_id": evaluation.project_id,
            "owner": evaluation.owner,
            "body": evaluation.model_dump_json(),
        }

        def work(connection: Connection) -> None:
            lock_project(connection, evaluation.project_id, evaluation.owner)
            if connection.execute(select(evaluations.c.id).where(evaluations.c.id == evaluation.id)).first():
                return
            connection.execute(insert(evaluations), row)
            number = next_number(connection, evaluation.project_id, evaluation.owner)
            ids = tuple(each.block_id for each in evaluation.targets)
            entry = FeedEntry(number, "evaluation_added", origin, ids, subject=evaluation.id)
            add_entry(connection, evaluation.project_id, evaluation.owner, entry)

        await self._database.write(work)

    async def get(self, evaluation_id: str, *, owner: str) -> Evaluation | None:
        query = select(evaluations).where(_is(evaluation_id, owner))
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return _evaluation_from(row) if row else None

    async def of(self, project_id: str, *, owner: str, limit: int = 200) -> list[Evaluation]:
        condition = (evaluations.c.project_id == project_id) & (evaluations.c.owner == owner)
        query = select(evaluations).where(condition).order_by(evaluations.c.id.desc()).limit(limit)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [_evaluation_from(row) for row in rows]

    async def adopt(self, evaluation_id: str, number: int, proposal_id: str, *, owner: str) -> Evaluation:
        def work(connection: Connection) -> Evaluation:
            row = connection.execute(select(evaluations).where(_is(evaluation_id, owner))).first()
            if row is None:
                raise NotFound(what_kind=Reason("evaluation.word"), id=evaluation_id)
            # The project is locked, so that of two adoptions at the same time none is lost.
            lock_project(connection, row.project_id, owner)
            row = connection.execute(select(evaluations).where(_is(evaluation_id, owner))).one()
            adopted = with_adopted(_evaluation_from(row), number, proposal_id)
            changing = update(evaluations).where(_is(evaluation_id, owner))
            connection.execute(changing.values(body=adopted.model_dump_json()))
            return adopted

        return await self._database.write(work)

    async def remove(self, evaluation_id: str, *, owner: str) -> bool:
        removal = delete(evaluations).where(_is(evaluation_id, owner))
        return bool(await self._database.write(lambda connection: connection.execute(removal).rowcount))


def _is(evaluation_id: str, owner: str) -> Any:
    return (evaluations.c.id == evaluation_id) & (evaluations.c.owner == owner)


@stored_value
def _evaluation_from(row: Row[Any]) -> Evaluation:
    return Evaluation.model_validate_json(row.body)
