"""The tables of apps: whatever belongs to an app is deleted with it."""

from inkwright.store.app_tables import app_events, app_runs, app_versions


def test_versions_runs_and_events_are_deleted_with_what_they_belong_to() -> None:
    keys = [key for table in (app_versions, app_runs, app_events) for key in table.foreign_keys]
    assert {(key.column.table.name, key.ondelete) for key in keys} == {("apps", "CASCADE"), ("app_runs", "CASCADE")}
