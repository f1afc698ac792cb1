"""`inkwright paper`: write a paper from notes, and list, show, search, resume, export or delete papers."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from inkwright.application import Inkwright
from inkwright.cli.arguments import CommandParser
from inkwright.cli.consent import provider_consent
from inkwright.cli.exit_codes import FAILED, OK, PERMISSION
from inkwright.cli.file_permissions import check_access
from inkwright.cli.json_output import print_json
from inkwright.cli.options import ConsentOptions, add_access_flag, add_json_flag, add_output_folder
from inkwright.cli.shell import Shell, printable, read_bytes
from inkwright.cli.terminal.columns import align_columns
from inkwright.clock import SystemClock
from inkwright.ids import TimedIds
from inkwright.llm.models import Model
from inkwright.papers.assembly import TEMPLATES
from inkwright.papers.pipeline import STAGES, stages_from, total_usage
from inkwright.papers.sessions import PaperSession, PaperSessions
from inkwright.papers.sources import PaperSource
from inkwright.usecases.models import open_tiers
from inkwright.usecases.output_files import save_file
from inkwright.usecases.store import LOCAL_OWNER

if TYPE_CHECKING:
    from inkwright.runtime.records import Job

_POLL_SECONDS: Final = 0.2


@dataclass(frozen=True, slots=True)
class PaperNewOptions:
    """Options of `inkwright paper new`."""

    sources: Sequence[str] = ()
    has_outline: bool = False
    template: str = "article"
    model: str | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class PapersListOptions:
    """Options of `inkwright paper list`."""

    json: bool = False


@dataclass(frozen=True, slots=True)
class PaperShowOptions:
    """Options of `inkwright paper show`."""

    id: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class PaperSearchOptions:
    """Options of `inkwright paper search`."""

    words: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class PaperResumeOptions:
    """Options of `inkwright paper resume`."""

    id: str
    force: str | None = None
    model: str | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class PaperExportOptions:
    """Options of `inkwright paper export`."""

    id: str
    output: Path = Path()
    consent: ConsentOptions = field(default_factory=ConsentOptions)
    json: bool = False


@dataclass(frozen=True, slots=True)
class PaperDeleteOptions:
    """Options of `inkwright paper delete`."""

    id: str
    json: bool = False


PaperOptions = (
    PaperNewOptions
    | PapersListOptions
    | PaperShowOptions
    | PaperSearchOptions
    | PaperResumeOptions
    | PaperExportOptions
    | PaperDeleteOptions
)


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(PapersListOptions)
    add_json_flag(parser)
    actions = parser.add_actions("paper")
    new = actions.add("new", PaperNewOptions, has_json=True)
    new.add_argument("sources", metavar="SOURCE", nargs="+", help=parser.text("paper.sources"))
    new.add_switch("--has-outline", "paper.has_outline")
    new.add_argument("--template", metavar="NAME", default="article", help=parser.text("paper.template"))
    new.add_argument("--model", metavar="NAME", help=parser.text("paper.model"))
    actions.add("list", PapersListOptions, has_json=True)
    search = actions.add("search", PaperSearchOptions, has_json=True)
    search.add_argument("words", metavar="WORDS", help=parser.text("paper.words"))
    for name, options in (
        ("show", PaperShowOptions),
        ("resume", PaperResumeOptions),
        ("export", PaperExportOptions),
        ("delete", PaperDeleteOptions),
    ):
        action = actions.add(name, options, has_json=True)
        action.add_argument("id", metavar="ID", help=parser.text("paper.id"))
        if options is PaperResumeOptions:
            action.add_argument("--force", metavar="STAGE", choices=STAGES, help=parser.text("paper.force"))
            action.add_argument("--model", metavar="NAME", help=parser.text("paper.model"))
        if options is PaperExportOptions:
            add_output_folder(action)
            add_access_flag(action)


def run(options: PaperOptions, shell: Shell) -> int:
    papers = PaperSessions(shell.settings.home, LOCAL_OWNER, TimedIds())
    match options:
        case PapersListOptions():
            _print_papers(papers.all(), shell, options.json)
        case PaperSearchOptions():
            _print_papers(papers.search(options.words), shell, options.json)
        case PaperNewOptions():
            session = _new_session(options, papers)
            try:
                return _write(session, options, shell)
            finally:
                if not session.records:
                    papers.delete(session)  # nothing was written, so there is nothing to continue
        case PaperResumeOptions():
            session = papers.find(options.id)
            session.forget(stages_from(options.force) if options.force else ())
            return _write(session, options, shell)
        case PaperShowOptions():
            _print_paper(papers.find(options.id), shell, options.json)
        case PaperExportOptions():
            return _export(papers.find(options.id), options, shell)
        case PaperDeleteOptions():
            session = papers.find(options.id)
            papers.delete(session)
            _say(shell, options.json, {"deleted": session.id}, shell.text("paper.deleted", id=session.id))
    return OK


def _new_session(options: PaperNewOptions, papers: PaperSessions) -> PaperSession:
    sources = [PaperSource(Path(name).name, read_bytes(name)) for name in options.sources]
    template = options.template
    if template not in TEMPLATES:
        template = read_bytes(template).decode("utf-8", "replace")
    settings = {"title": sources[0].name, "has_outline": options.has_outline, "template": template}
    return papers.create(sources, settings, SystemClock().now())


def _write(session: PaperSession, options: PaperNewOptions | PaperResumeOptions, shell: Shell) -> int:
    model = open_tiers(shell.settings, name=options.model, note=shell.note, ask=provider_consent(shell))("standard")
    shell.note(shell.text("paper.begun", id=session.id))
    return write_and_show(session, model, shell, is_json=options.json)


def write_and_show(session: PaperSession, model: Model, shell: Shell, *, is_json: bool = False) -> int:
    """Write the paper, show its stages, and return the exit code."""
    job = asyncio.run(_written(session, model, shell))
    if job.status != "finished":
        key = "failed" if session.records else "not_begun"
        failed = shell.text(f"paper.{key}", stage=_stage_text(job.message, shell), id=session.id)
        why = job.problem.message if job.problem else ""
        lines = "\n".join([failed, *(f"  {printable(line)}" for line in why.splitlines())])
        _say(shell, is_json, {"id": session.id, "failed": job.message, "lacked": [why]}, lines)
        return FAILED
    _print_paper(session, shell, is_json)
    return OK


def _stage_text(stage: str, shell: Shell) -> str:
    """Return a stage in words; empty before the first one."""
    return shell.text(f"paper.stage.{stage}") if stage in STAGES else printable(stage)


async def _written(session: PaperSession, model: Model, shell: Shell) -> "Job":
    """Run the job of the paper until it is over, and show its stages."""
    async with Inkwright.open(settings=shell.settings, model=model) as inkwright:
        jobs = await inkwright.jobs()
        job = await inkwright.begin_paper(session)
        shown = ""
        while not job.is_over:
            await asyncio.sleep(_POLL_SECONDS)
            job = await jobs.get(job.id, owner=inkwright.owner)
            if job.message and job.message != shown:
                shown = job.message
                shell.note(
                    shell.text("paper.stage", number=job.done + 1, total=job.total, stage=_stage_text(shown, shell))
                )
        return job


def _export(session: PaperSession, options: PaperExportOptions, shell: Shell) -> int:
    if not check_access(options.consent, shell, writes=[options.output]):
        return PERMISSION
    path = save_file(options.output, f"{session.folder.name}.zip", session.archive())
    _say(shell, options.json, {"path": str(path)}, shell.text("paper.saved", path=path))
    return OK


def _print_papers(sessions: Sequence[PaperSession], shell: Shell, is_json: bool) -> None:
    if is_json:
        print_json(shell, [_as_json(each) for each in sessions])
    elif not sessions:
        shell.say(shell.text("paper.none"))
    else:
        rows = [[each.id, str(each.settings["title"]), f"{len(each.records)}/{len(STAGES)}"] for each in sessions]
        for line in align_columns(rows):
            shell.say(printable(line))


def _print_paper(session: PaperSession, shell: Shell, is_json: bool) -> None:
    if is_json:
        print_json(shell, _as_json(session))
        return
    records = session.records
    for stage in STAGES:
        record = records.get(stage)
        if record is not None:
            skipped = shell.text("paper.skipped_stage", reason=record.get("reason", ""))
            name = shell.text(f"paper.stage.{stage}")
            shell.say(printable(f"{name}: {skipped if record.get('skipped') else record.get('file', '')}".rstrip(": ")))
    for line in records.get("sources", {}).get("unread", ()):
        shell.say(printable(line))
    if problems := records.get("paper", {}).get("problems"):
        shell.say("\n".join([shell.text("paper.problems"), *(f"  {printable(line)}" for line in problems)]))
    generated = session.folder / "generated"
    if "paper" in records:
        shell.say(shell.text("paper.done", path=generated / "paper.tex"))
    if pdf := records.get("pdf"):
        key, fields = ("compiled", {"path": generated / "paper.pdf"}) if pdf["compiled"] else ("not_compiled", pdf)
        shell.say(shell.text(f"paper.{key}", **{name: fields.get(name, "") for name in ("path", "reason")}))


def _as_json(session: PaperSession) -> dict[str, Any]:
    records = session.records
    stages = {
        stage: {
            name: record.get(name) for name in ("file", "skipped", "reason", "compiled", "problems") if name in record
        }
        for stage, record in records.items()
    }
    known = {"id": session.id, "title": session.settings["title"], "folder": str(session.folder), "stages": stages}
    return {**known, "unread": records.get("sources", {}).get("unread", []), "usage": total_usage(records)}


def _say(shell: Shell, is_json: bool, value: dict[str, Any], line: str) -> None:
    if is_json:
        print_json(shell, value)
    else:
        shell.say(line)
