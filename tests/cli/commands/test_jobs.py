"""`inkwright jobs` and `inkwright batch`: begun in one process, seen and stopped in another."""

import asyncio
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inkwright import NotFound
from inkwright.cli.commands import jobs
from inkwright.cli.shell import Shell
from inkwright.runtime.job_store import JobStore
from inkwright.settings import load_settings
from inkwright.usecases.store import LOCAL_OWNER, open_store


def shell_of(home: Path) -> tuple[Shell, io.StringIO]:
    out = io.StringIO()
    settings = load_settings(flags={}, environ={}, folder=home, home=home)
    return Shell(settings, "en", out, io.BytesIO()), out


def run(home: Path, options: Any) -> str:
    shell, out = shell_of(home)
    assert jobs.run(options, shell) == 0
    return out.getvalue()


def begin(home: Path) -> str:
    """Store a job that nobody runs."""

    async def go() -> str:
        async with open_store(shell_of(home)[0].settings) as store:
            book = JobStore(store.database, store.ids)
            job = await book.begin("batch", {"messages": ["Hi"]}, owner=LOCAL_OWNER, title="Greetings")
            await book.close()
            return job.id

    return asyncio.run(go())


def test_a_job_is_listed_shown_paused_resumed_and_cancelled(tmp_path: Path, capsys: Any) -> None:
    assert run(tmp_path, jobs.JobsListOptions()) == "No jobs.\n"
    job_id = begin(tmp_path)
    assert "Greetings" in run(tmp_path, jobs.JobsListOptions())
    (row,) = json.loads(run(tmp_path, jobs.JobsListOptions(json=True)))
    assert (row["id"], row["status"], row["arguments"]) == (job_id, "waiting", {"messages": ["Hi"]})
    assert "waiting" in run(tmp_path, jobs.JobShowOptions(job_id[-8:]))
    assert "paused" in run(tmp_path, jobs.JobPauseOptions(job_id))
    assert "waiting" in run(tmp_path, jobs.JobResumeOptions(job_id, max_dollars=2.0))
    assert "inkwright worker" in capsys.readouterr().err
    assert json.loads(run(tmp_path, jobs.JobShowOptions(job_id, json=True)))["max_dollars"] == 2.0
    assert "cancelled" in run(tmp_path, jobs.JobCancelOptions(job_id))


def test_an_unknown_job_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        run(tmp_path, jobs.JobShowOptions("job_1"))


def test_the_kind_of_a_job_is_in_the_language_of_the_person(tmp_path: Path) -> None:
    begin(tmp_path)
    shell, out = shell_of(tmp_path)
    jobs.run(jobs.JobsListOptions(), replace(shell, language="zh"))
    assert "批量" in out.getvalue()
