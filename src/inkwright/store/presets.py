"""Presets of an owner: one row each, with the content as JSON."""

from datetime import datetime
from typing import Any

from sqlalchemy import Row, delete, select
from sqlalchemy.engine import Connection

from inkwright.projects.preset_json import preset_from_json, preset_to_json
from inkwright.projects.presets import Preset, PresetKind
from inkwright.projects.records import name_key
from inkwright.store.database import Database, stored_value
from inkwright.store.tables import project_presets
from inkwright.store.times import format_time

_KEY = ("owner", "kind", "taken")


class StoredPresets:
    """Implements `Presets`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, preset: Preset) -> Preset:
        values = {
            "name": preset.name,
            "changed_at": format_time(preset.changed),
            "body": preset_to_json(preset.content),
        }
        key = {"owner": preset.owner, "kind": preset.kind, "taken": name_key(preset.name)}
        row = {"id": preset.id, **key, **values}
        adding = self._database.insert(project_presets).values(row)
        condition = [project_presets.c[name] == value for name, value in key.items()]

        def work(connection: Connection) -> Row[Any]:
            connection.execute(adding.on_conflict_do_update(index_elements=_KEY, set_=values))
            return connection.execute(select(project_presets).where(*condition)).one()

        return _preset_from(await self._database.write(work))

    async def all(self, kind: PresetKind, *, owner: str) -> list[Preset]:
        query = select(project_presets).where(project_presets.c.owner == owner, project_presets.c.kind == kind)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [_preset_from(row) for row in sorted(rows, key=lambda row: row.taken)]

    async def remove(self, preset_id: str, *, owner: str) -> bool:
        removal = delete(project_presets).where(project_presets.c.id == preset_id, project_presets.c.owner == owner)
        return bool(await self._database.write(lambda connection: connection.execute(removal).rowcount))


@stored_value
def _preset_from(row: Row[Any]) -> Preset:
    content = preset_from_json(row.kind, row.body)
    return Preset(row.id, row.owner, row.name, datetime.fromisoformat(row.changed_at), content)
