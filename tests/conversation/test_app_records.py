"""Records of apps: what a new one has, and which store implements their protocol."""

from inkwright.conversation.app_records import AppRecord, AppRun, Apps
from inkwright.store.apps import StoredApps


def test_a_new_app_has_no_version_and_a_new_run_waits() -> None:
    app = AppRecord(id="app_1", owner="me", title="A", status="compiling", language="en")
    assert (app.number, app.problem) == (0, "")
    run = AppRun(id="run_1", app_id=app.id, owner="me", number=1)
    assert (run.status, run.page, run.error) == ("waiting", None, None)


def test_the_store_has_every_call_of_the_protocol() -> None:
    calls = {name for name in vars(Apps) if not name.startswith("_")}
    assert {name for name in calls if not callable(getattr(StoredApps, name, None))} == set()
