"""Apps in the database: versions are appended, a run is one row that is replaced, its events are appended."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.engine import Connection

from inkwright.clock import Clock
from inkwright.conversation.app_records import AppRecord, AppRun, AppVersion, RunEvent
from inkwright.errors import EditConflict, NotFound
from inkwright.i18n import Reason
from inkwright.store.app_tables import app_compilations, app_events, app_runs, app_versions, apps
from inkwright.store.compression import compress_text, decompress_text
from inkwright.store.database import Database, stored_value
from inkwright.store.times import format_time

_FIELDS: Final = tuple(column.name for column in apps.c)
_REQUEST: Final = ("inputs", "budget", "retry_of", "retried")
_SUMMARY: Final = ("usage", "error")
_BODY: Final = ("page", "outputs", "trace")
_PLAIN: Final = ("id", "app_id", "owner", "number", "status", "job_id", "batch_id", "created_at", "ended_at")


class StoredApps:
    """Implements `Apps`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def create(self, app: AppRecord) -> None:
        now = self._now()
        row = {name: getattr(app, name) for name in _FIELDS} | {"created_at": now, "changed_at": now}
        await self._database.write(lambda connection: connection.execute(insert(apps), row).close(), is_short=True)

    async def get(self, app_id: str, *, owner: str) -> AppRecord:
        query = select(apps).where(apps.c.id == app_id, apps.c.owner == owner)
        row = await self._database.read(lambda connection: connection.execute(query).first(), is_short=True)
        if row is None:
            raise NotFound(what_kind=Reason("apps.word"), id=app_id)
        return _app_from(row)

    async def of(self, owner: str, *, limit: int = 50, offset: int = 0) -> list[AppRecord]:
        query = select(apps).where(apps.c.owner == owner).order_by(apps.c.id.desc()).limit(limit).offset(offset)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [_app_from(row) for row in rows]

    async def change(self, app_id: str, changes: Mapping[str, Any], *, owner: str) -> AppRecord:
        values = {**changes, "changed_at": self._now()}
        change = update(apps).where(apps.c.id == app_id, apps.c.owner == owner).values(values)
        await self._database.write(lambda connection: connection.execute(change).close(), is_short=True)
        return await self.get(app_id, owner=owner)

    async def delete(self, app_id: str, *, owner: str) -> None:
        await self.get(app_id, owner=owner)
        await self._database.write(lambda connection: connection.execute(delete(apps).where(apps.c.id == app_id)))
        await self._database.checkpoint()

    async def add_version(
        self, app: AppRecord, blueprint: Mapping[str, Any], change: Mapping[str, Any], *, parent: int
    ) -> AppRecord:
        now = self._now()

        def work(connection: Connection) -> None:
            present = connection.scalar(select(apps.c.number).where(apps.c.id == app.id))
            if present != parent:
                raise EditConflict(name=app.title, based_on=parent, current=present)
            last = connection.scalar(select(func.max(app_versions.c.number)).where(app_versions.c.app_id == app.id))
            number = (last or 0) + 1
            row = {"app_id": app.id, "number": number, "parent": parent, "created_at": now}
            row |= {"blueprint": _dump(blueprint), "change": _dump(change)}
            connection.execute(insert(app_versions), row)
            changed = {"number": number, "changed_at": now, "title": blueprint.get("name", app.title), "problem": ""}
            status = "ready" if app.status in ("draft", "compiling") else app.status
            connection.execute(update(apps).where(apps.c.id == app.id).values({**changed, "status": status}))

        await self._database.write(work)
        return await self.get(app.id, owner=app.owner)

    async def version(self, app: AppRecord, number: int) -> AppVersion:
        query = select(app_versions).where(app_versions.c.app_id == app.id, app_versions.c.number == number)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        if row is None:
            raise NotFound(what_kind=Reason("apps.version_word"), id=str(number))
        return read_version(row)

    async def versions(self, app: AppRecord) -> list[AppVersion]:
        query = select(app_versions).where(app_versions.c.app_id == app.id).order_by(app_versions.c.number)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [read_version(row) for row in rows]

    # --- runs -------------------------------------------------------------------------------------------

    async def add_run(self, run: AppRun) -> None:
        row = _run_row(replace(run, created_at=self._now()))
        change = self._database.insert(app_runs).values(row).on_conflict_do_nothing()
        await self._database.write(lambda connection: connection.execute(change).close())

    async def save_run(self, run: AppRun) -> None:
        row = _run_row(run)
        del row["created_at"], row["id"], row["job_id"]
        change = update(app_runs).where(app_runs.c.id == run.id).values(row)
        await self._database.write(lambda connection: connection.execute(change).close())

    async def delete_run(self, run_id: str, *, owner: str) -> None:
        """Remove a run that was never begun."""
        gone = delete(app_runs).where(app_runs.c.id == run_id, app_runs.c.owner == owner)
        await self._database.write(lambda connection: connection.execute(gone).close(), is_short=True)

    async def note_job(self, run_id: str, job_id: str) -> None:
        """Store which job executes a run."""
        change = update(app_runs).where(app_runs.c.id == run_id).values(job_id=job_id)
        await self._database.write(lambda connection: connection.execute(change).close(), is_short=True)

    async def run(self, run_id: str, *, owner: str) -> AppRun:
        query = select(app_runs).where(app_runs.c.id == run_id, app_runs.c.owner == owner)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        if row is None:
            raise NotFound(what_kind=Reason("apps.run_word"), id=run_id)
        return read_run(row)

    async def runs(self, app_id: str, *, owner: str, limit: int = 50, offset: int = 0) -> list[AppRun]:
        columns = [column for column in app_runs.c if column.name != "body"]
        query = select(*columns).where(app_runs.c.app_id == app_id, app_runs.c.owner == owner)
        paged = query.order_by(app_runs.c.id.desc()).limit(limit).offset(offset)
        rows = await self._database.read(lambda connection: connection.execute(paged).all())
        return [read_run(row) for row in rows]

    async def append_events(self, run_id: str, events: Sequence[RunEvent]) -> None:
        if not events:
            return
        keys = [event.key for event in events]

        def work(connection: Connection) -> None:
            if connection.scalar(select(app_runs.c.id).where(app_runs.c.id == run_id)) is None:
                return
            of_run = app_events.c.run_id == run_id
            known = set(connection.scalars(select(app_events.c.key).where(of_run, app_events.c.key.in_(keys))))
            last = connection.scalar(select(func.max(app_events.c.number)).where(of_run)) or 0
            fresh = {event.key: event for event in events if event.key not in known}
            rows = [
                {"run_id": run_id, "number": number, "key": each.key, "name": each.name, "body": _dump(each.payload)}
                for number, each in enumerate(fresh.values(), last + 1)
            ]
            if rows:
                connection.execute(insert(app_events), rows)

        await self._database.write(work)

    async def events(self, run_id: str, after: int = 0) -> list[tuple[int, RunEvent]]:
        query = select(app_events).where(app_events.c.run_id == run_id, app_events.c.number > after)
        ordered = query.order_by(app_events.c.number)
        rows = await self._database.read(lambda connection: connection.execute(ordered).all())
        return [(row.number, RunEvent(row.key, row.name, read_json(row.body))) for row in rows]

    # --- compiled contents ------------------------------------------------------------------------------

    async def cached(self, digest: str, *, owner: str) -> Mapping[str, Any] | None:
        table = app_compilations
        query = select(table.c.blueprint).where(table.c.owner == owner, table.c.digest == digest)
        body = await self._database.read(lambda connection: connection.scalar(query), is_short=True)
        return None if body is None else read_json(body)

    async def keep(self, digest: str, blueprint: Mapping[str, Any], *, owner: str) -> Mapping[str, Any]:
        row = {"owner": owner, "digest": digest, "blueprint": _dump(blueprint)}
        change = self._database.insert(app_compilations).values(row).on_conflict_do_nothing()
        await self._database.write(lambda connection: connection.execute(change).close(), is_short=True)
        return await self.cached(digest, owner=owner) or blueprint

    def _now(self) -> str:
        return format_time(self._clock.now())


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@stored_value
def read_json(body: str) -> Mapping[str, Any]:
    """Return a stored JSON object."""
    value = json.loads(body)
    if not isinstance(value, dict):
        raise TypeError("not a JSON object")
    return value


@stored_value
def read_version(row: Any) -> AppVersion:
    """Return a stored version."""
    blueprint, change = json.loads(row.blueprint), json.loads(row.change)
    return AppVersion(
        app_id=row.app_id,
        number=row.number,
        parent=row.parent,
        blueprint=blueprint,
        change=change,
        created_at=row.created_at,
    )


@stored_value
def read_run(row: Any) -> AppRun:
    """Return a stored run; without its body if the row has none."""
    body = json.loads(decompress_text(row.body)) if hasattr(row, "body") else {}
    parts = {**json.loads(row.request), **json.loads(row.summary), **body}
    return AppRun(**{name: getattr(row, name) for name in _PLAIN}, **parts)


def _run_row(run: AppRun) -> dict[str, Any]:
    plain = {name: getattr(run, name) for name in _PLAIN}
    body = compress_text(_dump({name: getattr(run, name) for name in _BODY}))
    request = _dump({name: getattr(run, name) for name in _REQUEST})
    return {
        **plain,
        "request": request,
        "summary": _dump({name: getattr(run, name) for name in _SUMMARY}),
        "body": body,
    }


def _app_from(row: Row[Any]) -> AppRecord:
    return AppRecord(**{name: getattr(row, name) for name in _FIELDS})
