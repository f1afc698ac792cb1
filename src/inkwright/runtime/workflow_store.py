"""Where DBOS keeps workflows, as JSON: next to the database on SQLite, in a schema of its own on Postgres."""

import asyncio
import contextvars
import json
import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

from dbos import DBOS, DBOSClient, Serializer
from sqlalchemy.exc import SQLAlchemyError

from inkwright.errors import StoreError
from inkwright.i18n import system_reason
from inkwright.store.database import Database
from inkwright.store.migrations.upgrades import upgrade_lock

APPLICATION: Final = "inkwright"
FILE_NAME: Final = "durable.db"

Given = ParamSpec("Given")
Value = TypeVar("Value")

# DBOS reports the ends of workflows as errors that we expect; what we log says the rest. With a handler of ours it adds
# none that keeps the standard error of the process, which may be closed by then.
logging.getLogger("dbos").setLevel(logging.CRITICAL)
logging.getLogger("dbos").addHandler(logging.NullHandler())


class JsonValues(Serializer):
    """Stores values as JSON: what is in the database is data, never code."""

    def serialize(self, data: Any) -> str:
        return json.dumps(data, ensure_ascii=False, default=str)

    def deserialize(cls, serialized_data: str) -> Any:  # noqa: N805 - the name of the base class
        return json.loads(serialized_data)

    def name(self) -> str:
        return "json"


def workflow_url(database: Database) -> str:
    """Return the URL of the database in which DBOS keeps workflows."""
    if not database.is_sqlite:
        return database.url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    return f"sqlite:///{_workflow_file(database)}"


def _workflow_file(database: Database) -> Path:
    return Path(str(database.url.database)).absolute().with_name(FILE_NAME)


def prepare_workflows(database: Database) -> None:
    """Create or upgrade the tables of DBOS. StoreError if the jobs cannot be kept where they belong."""
    try:
        _prepare(database)
    except OSError as problem:
        raise StoreError(place=FILE_NAME, problem=system_reason(problem)) from problem
    except (sqlite3.Error, SQLAlchemyError) as problem:
        raise StoreError(place=database.place, problem=str(problem).partition("\n")[0][:200]) from problem


def _prepare(database: Database) -> None:
    with upgrade_lock(database.url):
        if database.is_sqlite:
            file = _workflow_file(database)
            os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))
            # It stays in the file; without it, every reader waits for every writer.
            with closing(sqlite3.connect(file)) as connection:
                connection.execute("PRAGMA journal_mode=WAL")
        DBOS.migrate(workflow_url(database))


def open_client(database: Database) -> DBOSClient:
    """Return a client, which stores and reads workflows and runs none."""
    url = workflow_url(database)
    return DBOSClient(system_database_url=url, serializer=JsonValues(), application_name=APPLICATION, lazy=True)


async def in_thread(call: Callable[Given, Value], *arguments: Given.args, **named: Given.kwargs) -> Value:
    """Call DBOS in a thread and outside of every workflow: inside of one, each call would be a step."""
    work = partial(contextvars.Context().run, call, *arguments, **named)
    return await asyncio.get_running_loop().run_in_executor(None, work)
