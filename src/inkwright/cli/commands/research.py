"""`inkwright research`: research a topic, and write a report whose citations are checked."""

import asyncio
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from inkwright.application import Inkwright
from inkwright.cli.arguments import CommandParser, whole_number
from inkwright.cli.exit_codes import FAILED, OK
from inkwright.cli.json_output import print_json
from inkwright.cli.options import add_json_flag
from inkwright.cli.shell import Shell, printable
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.parsing.filenames import safe_filename
from inkwright.usecases.research import SOURCES_FOLDER, parse_places, require_sources, save_research

if TYPE_CHECKING:
    from inkwright.runtime.records import Job


@dataclass(frozen=True, slots=True)
class ResearchOptions:
    """Options of `inkwright research`."""

    topic: str
    depth: int = 2
    sources: str = "web,library"
    output: Path | None = None
    model: str | None = None
    max_dollars: float | None = None
    json: bool = False


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(ResearchOptions)
    parser.add_argument("topic", metavar="TOPIC", help=parser.text("research.topic"))
    depth = whole_number(parser.language, minimum=1, maximum=3)
    parser.add_argument("--depth", metavar="1-3", type=depth, default=2, help=parser.text("research.depth"))
    parser.add_argument("--sources", metavar="WHERE", default="web,library", help=parser.text("research.places"))
    parser.add_argument("-o", "--output", metavar="FOLDER", type=Path, help=parser.text("research.output"))
    parser.add_argument("--model", metavar="MODEL", help=parser.text("serve.model"))
    parser.add_argument("--max-dollars", metavar="DOLLARS", type=float, help=parser.text("jobs.max_dollars"))
    add_json_flag(parser)


def run(options: ResearchOptions, shell: Shell) -> int:
    places = parse_places(options.sources)
    if places is None:
        raise InvalidOption(option="--sources", value=options.sources, allowed=Reason("reason.research.source"))
    return asyncio.run(_run(options, list(places), shell))


async def _run(options: ResearchOptions, places: list[str], shell: Shell) -> int:
    async with Inkwright.open(settings=shell.settings, model=options.model) as inkwright:
        given = {"topic": options.topic, "depth": options.depth, "sources": places}
        await require_sources(places, inkwright.settings, inkwright.store.library, owner=inkwright.owner)
        job = await inkwright.begin_job(
            "research", given, title=options.topic, max_dollars=options.max_dollars, language=shell.language
        )
        if not options.json:
            shell.note(shell.text("jobs.begun", id=job.id))
        job = await (await inkwright.jobs()).wait(job.id, owner=inkwright.owner)
        if job.status == "finished":
            folder = options.output or Path(safe_filename(options.topic)[:80])
            kept = {ending: artifact for ending, artifact in job.result["artifacts"].items() if artifact}
            files = {ending: await inkwright.read(artifact) for ending, artifact in kept.items()}
            await save_research(job.result, files, folder)
            _show(job, folder, options, shell)
    if options.json:
        print_json(shell, asdict(job))
    elif job.problem is not None:
        shell.note(printable(job.problem.message))
    return OK if job.status == "finished" else FAILED


def _show(job: "Job", folder: Path, options: ResearchOptions, shell: Shell) -> None:
    if options.json:
        return
    result = job.result
    shell.say(shell.text("research.saved", folder=printable(str(folder))))
    if result["is_dossier"]:
        shell.say(shell.text("research.is_dossier"))
    else:
        shell.say(shell.text("research.checked", cited=result["cited"], unsupported=len(result["unsupported"])))
    place = printable(str(folder / SOURCES_FOLDER))
    shell.say(shell.text("research.read", sources=len(result["sources"]), folder=place))
    for problem in result["problems"]:
        shell.note(shell.text("research.unread", problem=printable(problem)))
