"""A frozen database of jobs: what a process of an earlier version left when it was killed in the middle of a job.

`python -m tests.runtime.frozen_jobs` writes one for the present version of DBOS; a landed one is never changed.
"""

import asyncio
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

from sqlalchemy.engine import make_url

from inkwright.runtime.workflow_store import FILE_NAME

FOLDER = Path(__file__).parent / "data"
DONE = "done.txt"


def freeze() -> Path:
    """Kill a process in a job, and write what it left as SQL."""
    from tests.runtime.test_job_runner import begin_count  # noqa: PLC0415 - the tests read what is frozen here

    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        url = make_url(f"sqlite:///{home / 'ink.db'}")
        asyncio.run(begin_count(url, home))
        shown = url.render_as_string(hide_password=False)
        command = [sys.executable, "-m", "tests.runtime.job_program", str(home), shown, "b1", "later"]
        subprocess.run(command, check=False, timeout=300)
        target = FOLDER / f"dbos-{version('dbos')}.sql"
        with closing(sqlite3.connect(home / FILE_NAME)) as database:
            lines = [f"-- done: {' '.join((home / DONE).read_text().split())}", *database.iterdump()]
        target.write_text("\n".join(lines) + "\n")
        return target


def thaw(frozen: Path, home: Path) -> list[str]:
    """Restore what was left, and return the keys of the steps that were done by then."""
    lines = frozen.read_text()
    with closing(sqlite3.connect(home / FILE_NAME)) as database:
        database.executescript(lines)
    keys = lines.partition("\n")[0].removeprefix("-- done: ").split()
    (home / DONE).write_text("\n".join(keys) + "\n")
    return keys


if __name__ == "__main__":
    freeze()
