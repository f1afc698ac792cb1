"""`inkwright batch`: send each line of a file as a message, as one job that can be interrupted."""

import asyncio
from dataclasses import asdict, dataclass
from pathlib import Path

from inkwright.application import Inkwright
from inkwright.cli.arguments import CommandParser, amount
from inkwright.cli.exit_codes import FAILED, OK
from inkwright.cli.json_output import print_json
from inkwright.cli.options import add_json_flag
from inkwright.cli.shell import Shell, printable


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """Options of `inkwright batch`."""

    file: str
    model: str | None = None
    max_dollars: float | None = None
    json: bool = False


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(BatchOptions)
    parser.add_argument("file", metavar="FILE", help=parser.text("jobs.file"))
    parser.add_argument("--model", metavar="MODEL", help=parser.text("serve.model"))
    parser.add_argument(
        "--max-dollars", metavar="DOLLARS", type=amount(parser.language), help=parser.text("jobs.max_dollars")
    )
    add_json_flag(parser)


def run(options: BatchOptions, shell: Shell) -> int:
    messages = [line.strip() for line in shell.read_input(options.file).splitlines() if line.strip()]
    return asyncio.run(_run(options, messages, shell))


async def _run(options: BatchOptions, messages: list[str], shell: Shell) -> int:
    async with Inkwright.open(settings=shell.settings, model=options.model) as inkwright:
        job = await inkwright.begin_job(
            "batch", {"messages": messages}, title=Path(options.file).name, max_dollars=options.max_dollars
        )
        if not options.json:
            shell.note(shell.text("jobs.begun", id=job.id))
        job = await (await inkwright.jobs()).wait(job.id, owner=inkwright.owner)
    if options.json:
        print_json(shell, asdict(job))
    else:
        for number, each in enumerate(job.result or (), 1):
            shell.say(f"{number}. {printable(each['message'])}")
        if job.problem is not None:
            shell.note(printable(job.problem.message))
    return OK if job.status == "finished" else FAILED
