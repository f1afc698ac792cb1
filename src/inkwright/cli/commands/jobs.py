"""`inkwright jobs`: list jobs, and pause, resume or cancel them."""

import asyncio
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from inkwright.cli.arguments import CommandParser, amount
from inkwright.cli.exit_codes import OK
from inkwright.cli.json_output import print_json
from inkwright.cli.options import add_json_flag
from inkwright.cli.shell import Shell, printable
from inkwright.cli.terminal.columns import align_columns
from inkwright.errors import NotFound
from inkwright.i18n import Reason, has_message
from inkwright.ids import is_id_part
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store

if TYPE_CHECKING:
    from inkwright.runtime.job_store import JobStore
    from inkwright.runtime.records import Job


@dataclass(frozen=True, slots=True)
class JobsListOptions:
    """Options of `inkwright jobs list`."""

    json: bool = False


@dataclass(frozen=True, slots=True)
class JobShowOptions:
    """Options of `inkwright jobs show`."""

    id: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class JobPauseOptions:
    """Options of `inkwright jobs pause`."""

    id: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class JobResumeOptions:
    """Options of `inkwright jobs resume`."""

    id: str
    max_dollars: float | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class JobCancelOptions:
    """Options of `inkwright jobs cancel`."""

    id: str
    json: bool = False


JobOptions = JobShowOptions | JobPauseOptions | JobResumeOptions | JobCancelOptions


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(JobsListOptions)
    add_json_flag(parser)
    actions = parser.add_actions("jobs")
    actions.add("list", JobsListOptions, has_json=True)
    for name, options in (
        ("show", JobShowOptions),
        ("pause", JobPauseOptions),
        ("resume", JobResumeOptions),
        ("cancel", JobCancelOptions),
    ):
        action = actions.add(name, options, has_json=True)
        action.add_argument("id", metavar="ID", help=parser.text("jobs.id"))
        if options is JobResumeOptions:
            action.add_argument(
                "--max-dollars", metavar="DOLLARS", type=amount(parser.language), help=parser.text("jobs.max_dollars")
            )


def run(options: JobsListOptions | JobOptions, shell: Shell) -> int:
    asyncio.run(_run(options, shell))
    return OK


async def _run(options: JobsListOptions | JobOptions, shell: Shell) -> None:
    async with open_store(shell.settings) as store:
        jobs = await asyncio.to_thread(_open_jobs, store)
        try:
            if isinstance(options, JobsListOptions):
                _list(options, shell, await jobs.of(LOCAL_OWNER))
            else:
                _show(options, shell, await _changed(options, jobs))
        finally:
            await jobs.close()


def _open_jobs(store: Store) -> "JobStore":
    from inkwright.runtime.job_store import JobStore  # noqa: PLC0415 - slow to import, and not needed for the help

    return JobStore(store.database, store.ids)


async def _changed(options: JobOptions, jobs: "JobStore") -> "Job":
    job_id = (await _found(options.id, jobs)).id
    match options:
        case JobShowOptions():
            return await jobs.get(job_id, owner=LOCAL_OWNER)
        case JobPauseOptions():
            return await jobs.pause(job_id, owner=LOCAL_OWNER)
        case JobResumeOptions():
            return await jobs.resume(job_id, owner=LOCAL_OWNER, max_dollars=options.max_dollars)
        case JobCancelOptions():
            return await jobs.cancel(job_id, owner=LOCAL_OWNER)


async def _found(written: str, jobs: "JobStore") -> "Job":
    """Return the job that the beginning or the end of an id means, if it is one."""
    known = await jobs.of(LOCAL_OWNER, limit=1_000)
    found = [job for job in known if is_id_part(job.id, written)]
    if len(found) != 1:
        raise NotFound(what_kind=Reason("jobs.word"), id=written)
    return found[0]


def _list(options: JobsListOptions, shell: Shell, found: "list[Job]") -> None:
    if options.json:
        print_json(shell, [asdict(job) for job in found])
        return
    if not found:
        shell.say(shell.text("jobs.none"))
        return
    for line in align_columns([_row(job, shell) for job in found]):
        shell.say(line)


def _row(job: "Job", shell: Shell) -> tuple[str, ...]:
    progress = f"{job.done}/{job.total}" if job.total else ""
    status = shell.text(f"jobs.status.{job.status}")
    # Where no price is known, a zero would look as if the calls were free.
    price = f"${job.usage.dollars:.2f}" if job.usage.dollars or not job.usage.calls else ""
    return (job.id[-8:], _kind(job.kind, shell), status, progress, price, printable(job.title))


def _kind(name: str, shell: Shell) -> str:
    """Return a kind of job in words; the name of one that an extension brings."""
    key = f"jobs.kind.{name}"
    return shell.text(key) if has_message(key) else printable(name)


def _show(options: JobOptions, shell: Shell, job: "Job") -> None:
    if options.json:
        print_json(shell, asdict(job))
        return
    shell.say("  ".join(filter(None, _row(job, shell))))
    if job.problem is not None and job.problem.message:
        shell.say(printable(job.problem.message))
    if isinstance(options, JobCancelOptions | JobPauseOptions) and job.status == "finished":
        shell.note(shell.text("jobs.over"))
    if isinstance(options, JobResumeOptions) and job.status == "waiting":
        shell.note(shell.text("jobs.waits"))
