"""`inkwright app`: compile a conversation into an app, run it again, change it, export its pages."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from inkwright.application import Inkwright
from inkwright.apps.patches import PatchPlan
from inkwright.apps.run_errors import error_message
from inkwright.apps.step_rules import can_compile
from inkwright.cli.arguments import CommandParser, amount
from inkwright.cli.exit_codes import FAILED, OK
from inkwright.cli.json_output import print_json
from inkwright.cli.options import add_json_flag
from inkwright.cli.output import print_findings, written_message
from inkwright.cli.shell import Shell, printable
from inkwright.cli.terminal.app_pages import page_lines
from inkwright.cli.terminal.columns import align_columns
from inkwright.conversation.app_records import AppRecord, AppRun
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Reason
from inkwright.ids import is_id_part
from inkwright.usecases.app_exports import ExportedPage, export_run
from inkwright.usecases.apps import NewApp, NewAppRun, PersonsApps
from inkwright.usecases.output_files import save_file

_MAX_LISTED: Final = 1_000


@dataclass(frozen=True, slots=True)
class AppListOptions:
    """Options of `inkwright app list`."""

    json: bool = False


@dataclass(frozen=True, slots=True)
class AppStepsOptions:
    """Options of `inkwright app steps`."""

    conversation: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class AppCompileOptions:
    """Options of `inkwright app compile`."""

    conversation: str
    step: Sequence[str] = ()
    title: str = ""
    without_text: bool = False
    model: str | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class _AppOptions:
    id: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class AppShowOptions(_AppOptions):
    """Options of `inkwright app show`."""

    run: str | None = None


@dataclass(frozen=True, slots=True)
class AppRunOptions(_AppOptions):
    """Options of `inkwright app run`."""

    input: Sequence[str] = ()
    max_tokens: int | None = None
    max_dollars: float | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class AppEstimateOptions(AppRunOptions):
    """Options of `inkwright app estimate`."""


@dataclass(frozen=True, slots=True)
class AppBatchOptions(_AppOptions):
    """Options of `inkwright app batch`."""

    name: str = ""
    values: Sequence[str] = ()
    max_tokens: int | None = None
    max_dollars: float | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class AppRetryOptions(_AppOptions):
    """Options of `inkwright app retry`."""

    run: str | None = None
    step: str | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class AppPatchOptions(_AppOptions):
    """Options of `inkwright app patch`."""

    file: str = "-"


@dataclass(frozen=True, slots=True)
class AppUndoOptions(_AppOptions):
    """Options of `inkwright app undo`."""


@dataclass(frozen=True, slots=True)
class AppPublishOptions(_AppOptions):
    """Options of `inkwright app publish`."""

    withdraw: bool = False


@dataclass(frozen=True, slots=True)
class AppDuplicateOptions(_AppOptions):
    """Options of `inkwright app duplicate`."""

    title: str = ""


@dataclass(frozen=True, slots=True)
class AppDeleteOptions(_AppOptions):
    """Options of `inkwright app delete`."""


@dataclass(frozen=True, slots=True)
class AppExportOptions(_AppOptions):
    """Options of `inkwright app export`."""

    output: Path = field(default_factory=Path)
    run: str | None = None


AppOptions = AppListOptions | AppStepsOptions | AppCompileOptions | _AppOptions


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(AppListOptions)
    add_json_flag(parser)
    actions = parser.add_actions("app")
    actions.add("list", AppListOptions, has_json=True)
    steps = actions.add("steps", AppStepsOptions, has_json=True)
    compiled = actions.add("compile", AppCompileOptions, has_json=True)
    for each in (steps, compiled):
        each.add_argument("conversation", metavar="CONVERSATION", help=parser.text("app.conversation"))
    compiled.add_argument("--step", metavar="ID", action="append", default=[], help=parser.text("app.step"))
    compiled.add_argument("--title", metavar="TITLE", default="", help=parser.text("app.title"))
    compiled.add_switch("--without-text", "app.without_text")
    _add_model(compiled)
    for name, options in _OF_ONE_APP.items():
        action = actions.add(name, options, has_json=True)
        action.add_argument("id", metavar="ID", help=parser.text("app.id"))
        _add_more(action, options)


_OF_ONE_APP: Final[Mapping[str, type[_AppOptions]]] = {
    "show": AppShowOptions,
    "run": AppRunOptions,
    "estimate": AppEstimateOptions,
    "batch": AppBatchOptions,
    "retry": AppRetryOptions,
    "patch": AppPatchOptions,
    "undo": AppUndoOptions,
    "publish": AppPublishOptions,
    "duplicate": AppDuplicateOptions,
    "delete": AppDeleteOptions,
    "export": AppExportOptions,
}


def _add_model(action: CommandParser) -> None:
    action.add_argument("--model", metavar="MODEL", help=action.text("serve.model"))


def _add_more(action: CommandParser, options: type[_AppOptions]) -> None:
    if options is AppBatchOptions:
        action.add_argument("name", metavar="INPUT", help=action.text("app.input_name"))
        action.add_argument("values", metavar="VALUE", nargs="+", help=action.text("app.input_values"))
    if options is AppExportOptions:
        action.add_argument("output", metavar="FILE", type=Path, help=action.text("app.output"))
    if options is AppPatchOptions:
        action.add_argument("file", metavar="FILE", help=action.text("app.patch_file"))
    if options in (AppRunOptions, AppEstimateOptions):
        help_text = action.text("app.input")
        action.add_argument("--input", metavar="NAME=VALUE", action="append", default=[], help=help_text)
    if options in (AppRunOptions, AppEstimateOptions, AppBatchOptions):
        action.add_argument("--max-tokens", metavar="TOKENS", type=int, help=action.text("app.max_tokens"))
        action.add_argument(
            "--max-dollars", metavar="DOLLARS", type=amount(action.language), help=action.text("app.max_dollars")
        )
    if options in (AppShowOptions, AppExportOptions, AppRetryOptions):
        action.add_argument("--run", metavar="ID", help=action.text("app.run_id"))
    if options is AppRetryOptions:
        action.add_argument("--step", metavar="ID", help=action.text("app.retry_step"))
    _add_changes(action, options)


def _add_changes(action: CommandParser, options: type[_AppOptions]) -> None:
    if options is AppPublishOptions:
        action.add_switch("--withdraw", "app.withdraw")
    if options is AppDuplicateOptions:
        action.add_argument("--title", metavar="TITLE", default="", help=action.text("app.title"))
    if options in (AppRunOptions, AppEstimateOptions, AppBatchOptions, AppRetryOptions):
        _add_model(action)


def run(options: AppOptions, shell: Shell) -> int:
    return asyncio.run(_run(options, shell))


async def _run(options: AppOptions, shell: Shell) -> int:
    model = getattr(options, "model", None)
    async with Inkwright.open(settings=shell.settings, model=model) as inkwright:
        return await _Command(inkwright, shell, is_json=options.json).run(options)


class _Command:
    """One command about apps."""

    def __init__(self, inkwright: Inkwright, shell: Shell, *, is_json: bool) -> None:
        self._inkwright = inkwright
        self._shell = shell
        self._is_json = is_json
        self._apps = PersonsApps(inkwright.store, inkwright.owner, inkwright.begin_job)

    async def run(self, options: AppOptions) -> int:
        match options:
            case AppListOptions():
                return await self._list()
            case AppStepsOptions():
                return await self._steps(options)
            case AppCompileOptions():
                return await self._compile(options)
            case AppEstimateOptions():
                return await self._estimate(options)
            case AppRunOptions():
                return await self._run_once(options)
            case AppBatchOptions():
                return await self._batch(options)
            case AppRetryOptions():
                run = await self._found_run(await self._found(options.id), options.run)
                return await self._wait_for(await self._apps.retry(run.id, options.step))
            case AppExportOptions():
                return await self._export(options)
            case _:
                return await self._change(options)

    # --- finding ----------------------------------------------------------------------------------------

    async def _found(self, written: str) -> AppRecord:
        known = await self._inkwright.store.apps.of(self._inkwright.owner, limit=_MAX_LISTED)
        found = [app for app in known if is_id_part(app.id, written)] or [
            app for app in known if app.title.casefold() == written.casefold()
        ]
        if len(found) != 1:
            raise NotFound(what_kind=Reason("apps.word"), id=written[:80])
        return found[0]

    async def _found_run(self, app: AppRecord, written: str | None, *, has_page: bool = False) -> AppRun:
        """Return the run whose id is meant, else the latest one; `has_page`: the latest one that has a page."""
        store, owner = self._inkwright.store.apps, self._inkwright.owner
        known = await store.runs(app.id, owner=owner, limit=_MAX_LISTED)
        known = [run for run in known if run.status == "finished" or not has_page]
        found = known[:1] if written is None else [run for run in known if is_id_part(run.id, written)]
        if len(found) != 1:
            raise NotFound(what_kind=Reason("apps.run_word"), id=(written or "")[:80])
        return await store.run(found[0].id, owner=owner)

    async def _conversation(self, written: str) -> str:
        """Return the conversation that the beginning or the end of an id means; `last` is the latest."""
        rows = await self._inkwright.store.conversations.conversations(self._inkwright.owner)
        found = (
            [row.id for row in rows if is_id_part(row.id, written)]
            if written != "last"
            else [rows[0].id]
            if rows
            else []
        )
        if len(found) != 1:
            raise NotFound(what_kind="conversation", id=written[:80])
        return found[0]

    # --- showing ----------------------------------------------------------------------------------------

    def _say(self, value: object, *lines: str) -> int:
        if self._is_json:
            print_json(self._shell, value)
        else:
            for line in lines:
                self._shell.say(line)
        return OK

    async def _list(self) -> int:
        found = await self._inkwright.store.apps.of(self._inkwright.owner, limit=_MAX_LISTED)
        rows = [
            (app.id[-8:], self._shell.text(f"app.status.{app.status}"), f"v{app.number}", printable(app.title))
            for app in found
        ]
        return self._say(
            [asdict(app) for app in found], *(align_columns(rows) if rows else [self._shell.text("app.none")])
        )

    async def _steps(self, options: AppStepsOptions) -> int:
        steps = await self._apps.steps(await self._conversation(options.conversation))
        rows = [
            (
                each.id,
                each.tool,
                "✓" if can_compile(each) else "–",
                printable(json.dumps(each.arguments, ensure_ascii=False))[:80],
            )
            for each in steps
        ]
        value = [{**asdict(each), "can_compile": can_compile(each)} for each in steps]
        return self._say(value, *(align_columns(rows) if rows else [self._shell.text("app.no_steps")]))

    async def _compile(self, options: AppCompileOptions) -> int:
        new = NewApp(
            conversation_id=await self._conversation(options.conversation),
            steps=list(options.step),
            title=options.title,
            has_text=False if options.without_text else None,
        )
        app = await self._apps.compile(new)
        job = await (await self._inkwright.jobs()).wait(app.job_id, owner=self._inkwright.owner)
        app = await self._apps.get(app.id)
        if job.status != "finished":
            self._say(asdict(app))
            self._shell.note(printable(app.problem or (job.problem.message if job.problem else job.status)))
            return FAILED
        return self._say(asdict(app), self._shell.text("app.compiled", id=app.id, title=printable(app.title)))

    async def _show(self, options: AppShowOptions) -> int:
        app = await self._found(options.id)
        if options.run is not None:
            return self._show_run(await self._found_run(app, options.run))
        blueprint = await self._apps.blueprint(app)
        runs = await self._inkwright.store.apps.runs(app.id, owner=self._inkwright.owner)
        inputs = [f"  {each.id}: {each.type} = {each.default or ''}" for each in blueprint.data_contract.inputs]
        tabs = [f"  {tab.title}" for tab in blueprint.page_composition.tabs]
        listed = [
            f"  {run.id}  {self._shell.text(f'app.run_status.{run.status}')}  {run.created_at[:19]}"
            for run in runs[:10]
        ]
        value = {**asdict(app), "blueprint": blueprint.model_dump(mode="json", by_alias=True)}
        head = f"{app.title}  {self._shell.text(f'app.status.{app.status}')}  v{app.number}"
        return self._say(value, *map(printable, [head, *inputs, *tabs, *listed]))

    def _show_run(self, run: AppRun) -> int:
        if self._is_json:
            print_json(self._shell, asdict(run))
        elif run.page is not None:
            for line in page_lines(run.page):
                self._shell.say(printable(line))
        if run.error is not None and not self._is_json:
            self._shell.say(printable(error_message(run.error, self._shell.language)))
            if run.error["suggestions"]:
                known = self._shell.text("school.list_comma").join(run.error["suggestions"])
                self._shell.say(printable(self._shell.text("app.suggestions", names=known)))
        return OK if run.status == "finished" else FAILED

    # --- running ----------------------------------------------------------------------------------------

    async def _run_once(self, options: AppRunOptions) -> int:
        app = await self._found(options.id)
        new = NewAppRun(inputs=_inputs(options.input), budget=_budget(options))
        return await self._wait_for(await self._apps.run(app.id, new))

    async def _wait_for(self, run: AppRun) -> int:
        job = await (await self._inkwright.jobs()).wait(run.job_id, owner=self._inkwright.owner)
        if job.status != "finished":
            self._shell.note(printable(job.problem.message if job.problem else job.status))
            return FAILED
        return self._show_run(await self._inkwright.store.apps.run(run.id, owner=self._inkwright.owner))

    async def _estimate(self, options: AppEstimateOptions) -> int:
        app = await self._found(options.id)
        services = await self._inkwright.services()
        found = await self._apps.estimate(await self._apps.blueprint(app), _inputs(options.input), services)
        if found.error is not None:
            self._say(asdict(found), printable(found.error["message"]))
            return FAILED
        dollars = "?" if found.dollars is None else f"{found.dollars:.4f}"
        line = self._shell.text(
            "app.estimated",
            calls=found.calls,
            tokens=found.tokens,
            most=found.most_tokens,
            dollars=dollars,
            most_dollars=f"{found.most_dollars:.4f}",
            seconds=round(found.seconds, 1),
        )
        return self._say(asdict(found), line)

    async def _batch(self, options: AppBatchOptions) -> int:
        app = await self._found(options.id)
        inputs = [{options.name: value} for value in options.values]
        _, job_id = await self._apps.batch(app.id, inputs, _budget(options))
        job = await (await self._inkwright.jobs()).wait(job_id, owner=self._inkwright.owner)
        if job.status != "finished":
            self._shell.note(printable(job.problem.message if job.problem else job.status))
            return FAILED
        done = job.result["runs"]
        rows = [
            (
                printable(value),
                self._shell.text(f"app.run_status.{each['status']}"),
                each["run_id"],
                each.get("problem", ""),
            )
            for value, each in zip(options.values, done, strict=True)
        ]
        self._say(job.result, *align_columns(rows))
        return OK if all(each["status"] == "finished" for each in done) else FAILED

    # --- changing ---------------------------------------------------------------------------------------

    async def _change(self, options: AppOptions) -> int:
        if isinstance(options, AppShowOptions):
            return await self._show(options)
        app = await self._found(getattr(options, "id", ""))
        match options:
            case AppPatchOptions():
                patched = await self._apps.patch(app.id, self._plan(options.file))
                app = patched.app
            case AppUndoOptions():
                app = await self._apps.undo(app.id)
            case AppPublishOptions():
                app = await self._apps.publish(app.id, is_published=not options.withdraw)
            case AppDuplicateOptions():
                app = await self._apps.duplicate(app.id, options.title)
            case _:
                await self._apps.delete(app.id)
                return self._say({"deleted": app.id}, self._shell.text("app.deleted", title=printable(app.title)))
        status = self._shell.text(f"app.status.{app.status}")
        return self._say(asdict(app), printable(f"{app.id}  {status}  v{app.number}  {app.title}"))

    def _plan(self, file: str) -> PatchPlan:
        try:
            return PatchPlan.model_validate_json(self._shell.read_input(file))
        except ValidationError as problem:
            first = problem.errors(include_url=False)[0]
            place = ".".join(map(str, first["loc"]))
            raise InvalidOption(option="FILE", value=place or file, allowed=first["msg"]) from problem

    async def _export(self, options: AppExportOptions) -> int:
        run = await self._found_run(await self._found(options.id), options.run, has_page=options.run is None)
        form = options.output.suffix.lstrip(".").lower()
        exported = await export_run(self._inkwright.store, run, form)
        if not isinstance(exported, ExportedPage):
            print_findings(self._shell, exported)
            return FAILED
        path = save_file(options.output.parent, options.output.name, exported.content, overwrite=False)
        return self._say({"path": str(path)}, written_message(self._shell, path, len(exported.content)))


def _inputs(written: Sequence[str]) -> dict[str, Any]:
    """Return inputs from `class=1B`; a range of dates is `when=2026-01-01..2026-02-01`."""
    inputs: dict[str, Any] = {}
    for each in written:
        name, separator, value = each.partition("=")
        if not separator:
            raise InvalidOption(option="--input", value=each[:80], allowed="NAME=VALUE")
        start, between, end = value.partition("..")
        inputs[name.strip()] = {"start": start, "end": end} if between else value
    return inputs


def _budget(options: AppRunOptions | AppBatchOptions) -> dict[str, Any]:
    caps = {"tokens": options.max_tokens, "dollars": options.max_dollars}
    return {name: cap for name, cap in caps.items() if cap is not None}
