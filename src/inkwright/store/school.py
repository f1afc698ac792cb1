"""Schools in the database. An import is one row that is never changed; the school of an owner is read from all."""

import asyncio
from collections import OrderedDict
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, bindparam, delete, insert, select
from sqlalchemy.engine import Connection

from inkwright.errors import NotFound
from inkwright.school.records import SchoolData, SchoolImport, data_from_json, data_to_json, merge_data
from inkwright.school.rubrics import Rubric
from inkwright.school.school import School
from inkwright.school.statistics import PASS_SHARE
from inkwright.store.compression import compress_text, decompress_text
from inkwright.store.database import Database, stored_value
from inkwright.store.school_tables import school_imports, school_permissions, school_rubrics
from inkwright.store.times import format_time

_MAX_LOADED: Final = 4
"""How many schools stay in memory."""

_IMPORTS: Final = (
    select(school_imports.c.id).where(school_imports.c.owner == bindparam("of_owner")).order_by(school_imports.c.id)
)


class StoredSchools:
    """Implements `Schools`."""

    def __init__(self, database: Database, *, pass_share: float = PASS_SHARE) -> None:
        self._database = database
        self._pass_share = pass_share
        self._loaded: OrderedDict[tuple[str, ...], School] = OrderedDict()

    async def add(self, imported: SchoolImport, data: SchoolData) -> None:
        packed = await asyncio.to_thread(lambda: compress_text(data_to_json(data)))
        row = {
            "id": imported.id,
            "owner": imported.owner,
            "name": imported.name,
            "imported_at": format_time(imported.imported),
            "is_sample": imported.is_sample,
            **data.counts,
            "data": packed,
        }
        await self._database.write(lambda connection: connection.execute(insert(school_imports), row).close())

    async def imports(self, owner: str) -> list[SchoolImport]:
        columns = [column for column in school_imports.c if column.name != "data"]
        query = select(*columns).where(school_imports.c.owner == owner).order_by(school_imports.c.id)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [_import_from(row) for row in rows]

    async def remove(self, import_id: str, *, owner: str) -> None:
        condition = (school_imports.c.id == import_id) & (school_imports.c.owner == owner)
        await self._database.write(lambda connection: _delete(connection, school_imports, condition, import_id))

    async def load(self, owner: str) -> School:
        ids = await self._database.read(
            lambda connection: connection.scalars(_IMPORTS, {"of_owner": owner}).all(), is_short=True
        )
        key = (owner, *ids)
        if key not in self._loaded:
            self._loaded[key] = await self._read(owner) if ids else School(SchoolData(), self._pass_share)
        self._loaded.move_to_end(key)
        while len(self._loaded) > _MAX_LOADED:
            self._loaded.popitem(last=False)
        return self._loaded[key]

    async def _read(self, owner: str) -> School:
        query = select(school_imports.c.data).where(school_imports.c.owner == owner).order_by(school_imports.c.id)
        packed = await self._database.read(lambda connection: connection.scalars(query).all())
        parts = await asyncio.to_thread(lambda: merge_data([read_import(each) for each in packed]))
        return School(parts, self._pass_share)

    async def may_leave(self, owner: str) -> bool:
        query = select(school_permissions.c.may_leave).where(school_permissions.c.owner == owner)
        return bool(await self._database.read(lambda connection: connection.scalar(query), is_short=True))

    async def allow_leaving(self, owner: str, is_allowed: bool) -> None:
        row = {"owner": owner, "may_leave": is_allowed}
        change = self._database.insert(school_permissions).values(row)
        upsert = change.on_conflict_do_update(index_elements=["owner"], set_={"may_leave": is_allowed})
        await self._database.write(lambda connection: connection.execute(upsert).close(), is_short=True)

    async def rubrics(self, owner: str) -> list[Rubric]:
        query = select(school_rubrics.c.body).where(school_rubrics.c.owner == owner)
        bodies = await self._database.read(lambda connection: connection.scalars(query).all())
        return sorted((read_rubric(body) for body in bodies), key=lambda each: each.name)

    async def keep_rubric(self, rubric: Rubric, *, owner: str) -> None:
        row = {"owner": owner, "name": rubric.name, "body": rubric.model_dump_json()}
        change = self._database.insert(school_rubrics).values(row)
        upsert = change.on_conflict_do_update(index_elements=["owner", "name"], set_={"body": row["body"]})
        await self._database.write(lambda connection: connection.execute(upsert).close(), is_short=True)

    async def remove_rubric(self, name: str, *, owner: str) -> None:
        condition = (school_rubrics.c.name == name) & (school_rubrics.c.owner == owner)
        await self._database.write(lambda connection: _delete(connection, school_rubrics, condition, name))


@stored_value
def read_import(packed: bytes) -> SchoolData:
    """Return the data of a stored import."""
    return data_from_json(decompress_text(packed))


@stored_value
def read_rubric(body: str) -> Rubric:
    """Return a stored rubric."""
    return Rubric.model_validate_json(body)


def _delete(connection: Connection, table: Any, condition: ColumnElement[bool], named: str) -> None:
    if not connection.execute(delete(table).where(condition)).rowcount:
        kind = "rubric" if table is school_rubrics else "import"
        raise NotFound(what_kind=kind, id=named)


def _import_from(row: Row[Any]) -> SchoolImport:
    counts = {"pupils": row.pupils, "tests": row.tests, "results": row.results}
    return SchoolImport(
        row.id, row.owner, row.name, datetime.fromisoformat(row.imported_at), counts, bool(row.is_sample)
    )
