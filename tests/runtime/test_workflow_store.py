"""Where workflows are kept, and as what."""

import logging
import stat
from pathlib import Path

import pytest
from dbos._logger import init_logger
from sqlalchemy.engine import make_url

from inkwright.runtime.workflow_store import FILE_NAME, JsonValues, prepare_workflows, workflow_url
from inkwright.store.database import Database


def test_workflows_are_in_a_private_file_beside_the_database(tmp_path: Path) -> None:
    database = Database(make_url(f"sqlite:///{tmp_path / 'ink.db'}"))
    for _ in range(2):
        prepare_workflows(database)
    file = tmp_path / FILE_NAME
    assert workflow_url(database) == f"sqlite:///{file}"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_values_are_json_and_never_code() -> None:
    values = JsonValues()
    assert values.deserialize(values.serialize({"a": [1, "雨"]})) == {"a": [1, "雨"]}
    with pytest.raises(ValueError, match="Expecting value"):
        values.deserialize("gASVBAAAAAAAAAB9lC4=")


def test_the_engine_of_jobs_keeps_no_stream_that_may_be_closed() -> None:
    init_logger()
    kept = logging.getLogger("dbos").handlers
    assert kept
    assert [each for each in kept if isinstance(each, logging.StreamHandler)] == []
