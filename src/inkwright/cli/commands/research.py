"""`inkwright research`: research a topic, and write a report whose citations are checked."""

import asyncio
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from inkwright.application import Inkwright
from inkwright.cli.arguments import CommandParser, whole_number
from inkwright.cli.exit_codes import FAILED, INTERRUPTED, OK, OUTLINE
from inkwright.cli.json_output import print_json
from inkwright.cli.options import add_json_flag
from inkwright.cli.shell import Shell, printable
from inkwright.cli.terminal.outline_editor import load_outline, outline_path, save_outline
from inkwright.cli.terminal.questions import ask_person
from inkwright.conversation.asks import Ask
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.parsing.filenames import safe_filename
from inkwright.research.plans import chapter_lines, parse_chapters
from inkwright.usecases.research import SOURCES_FOLDER, parse_places, require_sources, save_research

if TYPE_CHECKING:
    from inkwright.runtime.records import Job

_ASKED: Final = Path("-")
"""No file of an outline was named: the person is asked."""


@dataclass(frozen=True, slots=True)
class ResearchOptions:
    """Options of `inkwright research`."""

    topic: str
    depth: int = 2
    sources: str = "web,library"
    output: Path | None = None
    outline: Path | None = None
    model: str | None = None
    max_dollars: float | None = None
    json: bool = False


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(ResearchOptions)
    parser.add_argument("topic", metavar="TOPIC", help=parser.text("research.topic"))
    depth = whole_number(parser.language, minimum=1, maximum=3)
    parser.add_argument("--depth", metavar="1-3", type=depth, default=2, help=parser.text("research.depth"))
    parser.add_argument("--sources", metavar="WHERE", default="web,library", help=parser.text("research.places"))
    outline_help = parser.text("research.outline")
    parser.add_argument("--outline", metavar="FILE", type=Path, nargs="?", const=_ASKED, help=outline_help)
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
        if options.outline is not None:
            agreed = await _agreed(options, given, inkwright, shell)
            if isinstance(agreed, int):
                return agreed
            given["outline"] = agreed
        job = await _finished(options, given, inkwright, shell)
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


async def _finished(options: ResearchOptions, given: Mapping[str, Any], inkwright: Inkwright, shell: Shell) -> "Job":
    """Begin a job, and return it once it is over."""
    job = await inkwright.begin_job(
        "research", given, title=options.topic, max_dollars=options.max_dollars, language=shell.language
    )
    if not options.json:
        shell.note(shell.text("jobs.begun", id=job.id))
    return await (await inkwright.jobs()).wait(job.id, owner=inkwright.owner)


async def _agreed(
    options: ResearchOptions, given: Mapping[str, Any], inkwright: Inkwright, shell: Shell
) -> list[dict[str, Any]] | int:
    """Return the chapters of the file, or of a plan that the person agreed to; an exit code if there are none."""
    if options.outline is not None and options.outline != _ASKED:
        return _chapters(load_outline(options.outline) or "", str(options.outline))
    job = await _finished(options, {**given, "plan_only": True}, inkwright, shell)
    if job.status != "finished":
        if job.problem is not None:
            shell.note(printable(job.problem.message))
        return FAILED
    lines = chapter_lines(job.result["chapters"])
    ask = Ask(
        id=job.id, turn_id=job.id, owner=inkwright.owner, kind="outline_edit", title=options.topic,
        preface=job.result["plan"] or None, outline_lines=tuple(lines),
    )  # fmt: skip
    answer = await ask_person(ask, shell, folder=Path.cwd())
    if answer is None:
        path = outline_path(Path.cwd(), ask)
        if not path.exists():
            await asyncio.to_thread(save_outline, path, "\n".join(lines))
        shell.note(shell.text("research.outline_saved", path=printable(str(path))))
        return OUTLINE
    if answer.status not in ("adopted", "edited"):
        return INTERRUPTED
    return _chapters("\n".join(answer.outline_lines or lines), "--outline")


def _chapters(written: str, name: str) -> list[dict[str, Any]]:
    chapters = parse_chapters(written)
    if not chapters:
        raise InvalidOption(option="--outline", value=name, allowed=Reason("reason.research.outline"))
    return chapters


def _show(job: "Job", folder: Path, options: ResearchOptions, shell: Shell) -> None:
    if options.json:
        return
    result = job.result
    shell.say(shell.text("research.saved", folder=printable(str(folder))))
    if result["is_dossier"]:
        shell.say(shell.text("research.is_dossier"))
    else:
        shell.say(shell.text("research.checked", cited=result["cited"], unsupported=len(result["unsupported"])))
        # The result of a job that an earlier version finished does not say it.
        if unconfirmed := len(result.get("unconfirmed", [])):
            shell.say(shell.text("research.unconfirmed_count", unconfirmed=unconfirmed))
    place = printable(str(folder / SOURCES_FOLDER))
    shell.say(shell.text("research.read", sources=len(result["sources"]), folder=place))
    for problem in result["problems"]:
        shell.note(shell.text("research.unread", problem=printable(problem)))
