"""`inkwright project run`, `channels` and `status`: generate what is ready, or for channels, and show the board."""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from inkwright.application import Inkwright
from inkwright.cli.arguments import Actions, amount, whole_number
from inkwright.cli.exit_codes import FAILED, OK
from inkwright.cli.json_output import print_json
from inkwright.cli.output import shell_word
from inkwright.cli.shell import Shell, printable
from inkwright.cli.terminal.columns import align_columns, truncate
from inkwright.projects.block_paths import require_block
from inkwright.projects.outer_production import NamedChannel, add_channel_blocks, known_channels, require_channels
from inkwright.projects.records import Project
from inkwright.projects.run_board import BoardRow, run_board
from inkwright.runtime.project_run_jobs import RunRequest, begin_run, latest_run
from inkwright.settings import RUN_AT_ONCE
from inkwright.usecases.project_runs import MAX_AT_ONCE
from inkwright.usecases.projects import require_project

if TYPE_CHECKING:
    from inkwright.runtime.records import Job

_LOOK_SECONDS: Final = 0.3
_MAX_PATH: Final = 50
_STATES: Final = ("generated", "current", "proposed", "review", "failed", "skipped", "waiting")


@dataclass(frozen=True, slots=True)
class ProjectRunOptions:
    """Options of `inkwright project run`."""

    name: str
    stale: bool = False
    only: tuple[str, ...] = ()
    at_once: int | None = None
    cap: float | None = None
    model: str | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectChannelsOptions:
    """Options of `inkwright project channels`."""

    name: str
    channels: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    cap: float | None = None
    model: str | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectStatusOptions:
    """Options of `inkwright project status`."""

    name: str
    json: bool = False


def add_run_actions(actions: Actions) -> None:
    """Add the actions."""
    run = actions.add("run", ProjectRunOptions, has_json=True)
    run.add_argument("name", metavar="NAME", help=run.text("project.name"))
    run.add_switch("--stale", "project.run.stale")
    run.add_argument("--only", metavar="BLOCK", nargs="+", default=(), help=run.text("project.run.only"))
    at_once = whole_number(run.language, minimum=1, maximum=MAX_AT_ONCE)
    run.add_argument("--at-once", metavar="N", type=at_once, help=run.text("project.run.at_once"))
    run.add_argument("--cap", metavar="DOLLARS", type=amount(run.language), help=run.text("jobs.max_dollars"))
    run.add_argument("--model", metavar="MODEL", help=run.text("serve.model"))
    channels = actions.add("channels", ProjectChannelsOptions, has_json=True)
    channels.add_argument("name", metavar="NAME", help=channels.text("project.name"))
    channels.add_argument("channels", metavar="CHANNEL", nargs="*", help=channels.text("project.channels.names"))
    channels.add_argument(
        "--from", dest="sources", metavar="BLOCK", nargs="+", default=(), help=channels.text("project.channels.from")
    )
    channels.add_argument(
        "--cap", metavar="DOLLARS", type=amount(channels.language), help=channels.text("jobs.max_dollars")
    )
    channels.add_argument("--model", metavar="MODEL", help=channels.text("serve.model"))
    status = actions.add("status", ProjectStatusOptions, has_json=True)
    status.add_argument("name", metavar="NAME", help=status.text("project.name"))


async def run_auto_run(options: ProjectRunOptions, shell: Shell) -> int:
    """Run, with a line for each block that is begun, and wait for the end."""
    async with Inkwright.open(settings=shell.settings, model=options.model) as inkwright:
        project = await _project(inkwright, options.name, shell)
        tree = await inkwright.store.workspace(project, shell.language).tree()
        only = [require_block(tree, each, shell.language).id for each in options.only]
        return await _generate(inkwright, project, only, options, shell)


async def write_for_channels(options: ProjectChannelsOptions, shell: Shell) -> int:
    """Add a block for each channel and generate them; without channels, list the channels that can be named."""
    async with Inkwright.open(settings=shell.settings, model=options.model) as inkwright:
        project = await _project(inkwright, options.name, shell)
        workspace = inkwright.store.workspace(project, shell.language)
        if not options.channels:
            return _list_channels(await known_channels(workspace), options, shell)
        tree = await workspace.tree()
        sources = [require_block(tree, each, shell.language).id for each in options.sources]
        channels = await require_channels(workspace, options.channels)
        changes = await add_channel_blocks(workspace, channels, sources)
        run = ProjectRunOptions(options.name, cap=options.cap, json=options.json)
        return await _generate(inkwright, project, [each.block_id for each in changes], run, shell)


def _list_channels(found: Sequence[NamedChannel], options: ProjectChannelsOptions, shell: Shell) -> int:
    if options.json:
        print_json(shell, {"channels": [{"name": each.name, **asdict(each.channel)} for each in found]})
        return OK
    limits = [(each.name, each.channel.constraints) for each in found]
    rows = [
        (
            name,
            shell.text("content.limit.length", most=limit.max_length) if limit.max_length else "",
            "" if limit.max_hashtags is None else shell.text("content.limit.hashtags", most=limit.max_hashtags),
        )
        for name, limit in limits
    ]
    for line in align_columns(rows):
        shell.say(printable(line).rstrip())
    return OK


async def _project(inkwright: Inkwright, name: str, shell: Shell) -> Project:
    return await require_project(inkwright.store.projects, name, owner=inkwright.owner, language=shell.language)


async def _generate(
    inkwright: Inkwright, project: Project, only: Sequence[str], options: ProjectRunOptions, shell: Shell
) -> int:
    at_once = options.at_once or min(inkwright.settings.get(RUN_AT_ONCE), MAX_AT_ONCE)
    request = RunRequest(
        only=only,
        stale_only=options.stale,
        at_once=at_once,
        max_dollars=options.cap,
        language=shell.language,
    )
    job = await begin_run(await inkwright.jobs(), project, request)
    await inkwright.run_jobs()
    job = await _follow(inkwright, job, shell, is_quiet=options.json)
    if options.json:
        print_json(shell, asdict(job))
    else:
        _tell(job, shell)
    return OK if job.status == "finished" and not _unfinished(job.result) else FAILED


async def _follow(inkwright: Inkwright, job: "Job", shell: Shell, *, is_quiet: bool) -> "Job":
    jobs, shown = await inkwright.jobs(), ""
    if not is_quiet:
        shell.note(shell.text("jobs.begun", id=job.id))
    while not job.is_over:
        await asyncio.sleep(_LOOK_SECONDS)
        job = await jobs.get(job.id, owner=inkwright.owner)
        line = f"{job.done}/{job.total}  {job.message}"
        if not is_quiet and job.message and line != shown:
            shell.note(printable(line))
            shown = line
    return job


def _tell(job: "Job", shell: Shell) -> None:
    if job.status != "finished":
        shell.note(shell.text(f"jobs.status.{job.status}"))
        if job.problem is not None:
            shell.note(printable(job.problem.message))
        return
    rows = [
        (shell.text(f"project.run.state.{each['state']}"), truncate(each["path"], _MAX_PATH), _detail(each, shell))
        for each in sorted(job.result["blocks"], key=lambda each: _STATES.index(each["state"]))
    ]
    for line in align_columns(rows):
        shell.say(printable(line).rstrip())
    if not rows:
        shell.say(shell.text("project.run.nothing"))
    if job.result["stale"]:
        count = len(job.result["stale"])
        shell.note(shell.text("project.run.left_stale", count=count, name=shell_word(job.title)))


def _unfinished(result: dict[str, Any]) -> bool:
    return any(each["state"] in ("failed", "skipped") for each in result["blocks"])


def _detail(each: dict[str, Any], shell: Shell) -> str:
    named = shell.text("receipt.and").join([*each.get("questions", ()), *each.get("blocks", ())])
    match each["state"]:
        case "failed":
            return str(each["message"])
        case "skipped":
            return shell.text("project.run.because", names=", ".join(each.get("because", ())))
        case "waiting":
            return named or shell.text("project.run.producer", name=each.get("producer", ""))
        case "proposed":
            return str(each["proposal"])
        case _:
            return shell.text("project.run.version", version=each["version"]) if "version" in each else ""


async def show_status(options: ProjectStatusOptions, shell: Shell) -> int:
    """Show the board."""
    async with Inkwright.open(settings=shell.settings) as inkwright:
        project = await _project(inkwright, options.name, shell)
        job = await latest_run(await inkwright.jobs(), project)
        workspace = inkwright.store.workspace(project, shell.language)
        tree, plan = await workspace.tree(), await workspace.run_plan()
        rows = run_board(tree, plan, is_running=job is not None and not job.is_over)
    if options.json:
        blocks = [{"path": row.path, "state": row.state, **asdict(row.missing)} for row in rows]
        print_json(shell, {"run": None if job is None else asdict(job), "blocks": blocks})
        return OK
    _print_board(project, rows, job, shell)
    return OK


def _print_board(project: Project, rows: list[BoardRow], job: "Job | None", shell: Shell) -> None:
    shell.say(shell.styled(project.name, "bold"))
    lines = [
        (
            "  " * row.block.depth + truncate(row.block.name, _MAX_PATH),
            "" if row.state == "group" else shell.text(f"project.board.{row.state}"),
            ", ".join([*row.missing.questions, *row.missing.blocks, row.missing.producer]).strip(", "),
        )
        for row in rows
    ]
    for line in align_columns(lines):
        shell.say(printable(line).rstrip())
    if job is not None:
        status = shell.text(f"jobs.status.{job.status}")
        shell.say(shell.styled(shell.text("project.board.run", id=job.id, status=status), "dim"))
    stale = sum(row.is_stale for row in rows)
    if stale:
        shell.say(shell.text("project.run.left_stale", count=stale, name=shell_word(project.name)))
