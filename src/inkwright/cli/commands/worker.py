"""`inkwright worker`: run jobs, without a service."""

import asyncio
from dataclasses import dataclass

from inkwright.application import Inkwright
from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import OK
from inkwright.cli.shell import Shell
from inkwright.usecases.store import check_files


@dataclass(frozen=True, slots=True)
class WorkerOptions:
    """Options of `inkwright worker`."""

    model: str | None = None
    database: str | None = None
    files: str | None = None


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(WorkerOptions)
    parser.add_argument("--model", metavar="MODEL", help=parser.text("serve.model"))
    parser.add_argument("--database", metavar="URL", help=parser.text("serve.database"))
    parser.add_argument("--files", metavar="URL", help=parser.text("serve.files"))


def run(options: WorkerOptions, shell: Shell) -> int:
    asyncio.run(_work(options, shell))
    return OK


async def _work(options: WorkerOptions, shell: Shell) -> None:
    settings = shell.settings.with_flags({"database": options.database, "files": options.files})
    await asyncio.to_thread(check_files, settings)
    async with Inkwright.open(settings=settings, model=options.model) as inkwright:
        await inkwright.run_jobs()
        shell.say(shell.text("jobs.working"))
        await inkwright.continue_turns()
