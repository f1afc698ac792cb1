"""Apps in the database: versions, runs and events of an owner, on both databases."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from inkwright.conversation.app_records import AppRecord, AppRun, RunEvent
from inkwright.errors import EditConflict, NotFound
from inkwright.usecases.store import open_store
from tests.store.turn_writer import settings_of

APP = AppRecord(id="app_1", owner="me", title="雨", status="compiling", language="zh")
RUN = AppRun(id="run_1", app_id="app_1", owner="me", number=1, inputs={"class": "甲"})


def test_versions_runs_and_events_are_kept_and_an_event_is_stored_once(url: URL, tmp_path: Path) -> None:
    async def go() -> None:
        async with open_store(settings_of(tmp_path, url.render_as_string(hide_password=False))) as store:
            apps = store.apps
            await apps.create(APP)
            app = await apps.add_version(APP, {"name": "雨量"}, {"type": "compile"}, parent=0)
            assert (app.status, app.number, app.title) == ("ready", 1, "雨量")
            with pytest.raises(EditConflict):
                await apps.add_version(app, {"name": "x"}, {}, parent=0)
            await apps.add_run(RUN)
            await apps.add_run(RUN)
            events = [RunEvent("a", "data-phase", {"phase": "data"}), RunEvent("b", "finish", {})]
            await apps.append_events(RUN.id, events[:1])
            await apps.append_events(RUN.id, events)
            assert await apps.events(RUN.id) == [(1, events[0]), (2, events[1])]
            assert await apps.events(RUN.id, 1) == [(2, events[1])]
            await apps.save_run(replace(RUN, status="finished", page={"title": "雨"}))
            assert (await apps.run("run_1", owner="me")).page == {"title": "雨"}
            assert [each.page for each in await apps.runs("app_1", owner="me")] == [None]
            assert await apps.keep("d", {"name": "1"}, owner="me") == {"name": "1"}
            assert await apps.keep("d", {"name": "2"}, owner="me") == {"name": "1"}
            assert await apps.cached("d", owner="mallory") is None

    asyncio.run(go())


def test_nothing_of_an_app_is_left_when_it_is_deleted_and_others_do_not_see_it(url: URL, tmp_path: Path) -> None:
    async def go() -> None:
        async with open_store(settings_of(tmp_path, url.render_as_string(hide_password=False))) as store:
            apps = store.apps
            await apps.create(APP)
            await apps.add_run(RUN)
            await apps.append_events(RUN.id, [RunEvent("a", "finish", {})])
            for attempt in (
                apps.get("app_1", owner="x"),
                apps.delete("app_1", owner="x"),
                apps.run("run_1", owner="x"),
            ):
                with pytest.raises(NotFound):
                    await attempt
            assert await apps.runs("app_1", owner="x") == []
            await apps.delete("app_1", owner="me")
            assert await apps.events(RUN.id) == []
            await apps.append_events(RUN.id, [RunEvent("b", "finish", {})])
            await apps.save_run(RUN)
            assert await apps.events(RUN.id) == []

    asyncio.run(go())
