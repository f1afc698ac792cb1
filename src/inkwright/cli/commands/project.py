"""`inkwright project`: manage projects and their content blocks."""

import asyncio
from dataclasses import dataclass, field
from typing import Any, Final

from inkwright.cli.arguments import Actions, CommandParser
from inkwright.cli.commands.chat import ChatOptions
from inkwright.cli.commands.chat import run as run_chat
from inkwright.cli.exit_codes import CLARIFY, OK
from inkwright.cli.json_output import print_json
from inkwright.cli.options import ConsentOptions, add_json_flag
from inkwright.cli.output import local_time, shell_command, shell_word
from inkwright.cli.project_content import run_content
from inkwright.cli.project_demo import ProjectDemoOptions, add_demo_action, run_demo
from inkwright.cli.project_evaluations import run_evaluations
from inkwright.cli.project_options import (
    ContentOptions,
    ProjectEvaluateOptions,
    ProjectEvaluationOptions,
    ProjectEvaluationsOptions,
    ProjectPersonaOptions,
    add_content_actions,
    add_evaluation_actions,
    add_persona_action,
)
from inkwright.cli.project_personas import run_personas
from inkwright.cli.project_run import (
    ProjectChannelsOptions,
    ProjectRunOptions,
    ProjectStatusOptions,
    add_run_actions,
    run_auto_run,
    show_status,
    write_for_channels,
)
from inkwright.cli.shell import Shell, printable
from inkwright.cli.terminal.columns import align_columns, truncate
from inkwright.cli.turns import ensure_project
from inkwright.projects.block_paths import SavedBlock, require_block, restore_block, restore_version, save_block
from inkwright.projects.records import Project
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.usecases.projects import (
    ProjectContent,
    delete_project,
    list_projects,
    open_project,
    rename_project,
    require_project,
    restore_project,
    show_project,
)
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store

_MAX_COLUMN_WIDTH: Final = 50


@dataclass(frozen=True, slots=True)
class ProjectListOptions:
    """Options of `inkwright project list`."""

    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectNewOptions:
    """Options of `inkwright project new`."""

    name: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectShowOptions:
    """Options of `inkwright project show`."""

    name: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectBlockOptions:
    """Options of `inkwright project block`: write a block from a source, or read one of its versions."""

    name: str
    block: str
    source: str | None = None
    versions: bool = False
    version: int | None = None
    restore: int | None = None
    consent: ConsentOptions = field(default_factory=ConsentOptions)
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectRenameOptions:
    """Options of `inkwright project rename`, for a project or one of its blocks."""

    name: str
    new_name: str
    block: str | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectDeleteOptions:
    """Options of `inkwright project delete`, for a project or one of its blocks."""

    name: str
    block: str | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectRestoreOptions:
    """Options of `inkwright project restore`, for a project or one of its blocks."""

    name: str
    block: str | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class ProjectChatOptions:
    """Options of `inkwright project chat`."""

    name: str
    model: str | None = None
    consent: ConsentOptions = field(default_factory=ConsentOptions)
    json: bool = False


StoredOptions = (
    ProjectListOptions
    | ProjectNewOptions
    | ProjectShowOptions
    | ProjectBlockOptions
    | ProjectRenameOptions
    | ProjectDeleteOptions
    | ProjectRestoreOptions
    | ContentOptions
)
"""The actions that only need the store."""

GeneratingOptions = ProjectRunOptions | ProjectChannelsOptions | ProjectStatusOptions | ProjectDemoOptions
EvaluationOptions = ProjectEvaluateOptions | ProjectEvaluationsOptions | ProjectEvaluationOptions
ProjectOptions = StoredOptions | ProjectChatOptions | ProjectPersonaOptions | EvaluationOptions | GeneratingOptions


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(ProjectListOptions)
    add_json_flag(parser)
    actions = parser.add_actions("project")
    actions.add("list", ProjectListOptions, has_json=True)
    _add_named(actions, "new", ProjectNewOptions)
    _add_named(actions, "show", ProjectShowOptions)
    chat = _add_named(actions, "chat", ProjectChatOptions)
    chat.add_argument("--model", metavar="NAME", help=parser.text("chat.model"))
    chat.add_switch("--yes", "turns.yes")
    _add_block_arguments(_add_named(actions, "block", ProjectBlockOptions))
    rename = _add_named(actions, "rename", ProjectRenameOptions)
    rename.add_argument("new_name", metavar="NEW", help=parser.text("project.new_name"))
    rename.add_argument("--block", metavar="BLOCK", help=parser.text("project.rename.block"))
    delete = _add_named(actions, "delete", ProjectDeleteOptions)
    restore = _add_named(actions, "restore", ProjectRestoreOptions)
    for action in (delete, restore):
        action.add_argument("block", metavar="BLOCK", nargs="?", help=parser.text("project.block.name"))
    add_content_actions(actions)
    add_persona_action(actions)
    add_run_actions(actions)
    add_evaluation_actions(actions)
    add_demo_action(actions)


def _add_named(actions: Actions, name: str, options_type: type[ProjectOptions]) -> CommandParser:
    action = actions.add(name, options_type, has_json=True)
    action.add_argument("name", metavar="NAME", help=action.text("project.name"))
    return action


def _add_block_arguments(action: CommandParser) -> None:
    action.add_argument("block", metavar="BLOCK", help=action.text("project.block.name"))
    group = action.add_mutually_exclusive_group()
    group.add_argument("--from", dest="source", metavar="FILE", help=action.text("project.block.from"))
    group.add_argument("--versions", action="store_true", help=action.text("project.block.versions"))
    group.add_argument("--version", metavar="N", type=int, help=action.text("project.block.version"))
    group.add_argument("--restore", metavar="N", type=int, help=action.text("project.block.restore"))
    action.add_switch("--yes", "project.block.yes")


def run(options: ProjectOptions, shell: Shell) -> int:
    if isinstance(options, ProjectChatOptions):
        chat = ChatOptions(project=options.name, model=options.model, consent=options.consent, json=options.json)
        return run_chat(chat, shell)
    if isinstance(options, ProjectPersonaOptions):
        return asyncio.run(run_personas(options, shell))
    if isinstance(options, ProjectRunOptions):
        return asyncio.run(run_auto_run(options, shell))
    if isinstance(options, ProjectDemoOptions):
        return asyncio.run(run_demo(options, shell))
    if isinstance(options, ProjectChannelsOptions):
        return asyncio.run(write_for_channels(options, shell))
    if isinstance(options, ProjectStatusOptions):
        return asyncio.run(show_status(options, shell))
    if isinstance(options, EvaluationOptions):
        return asyncio.run(run_evaluations(options, shell))
    if not isinstance(options, ProjectBlockOptions) or options.source is None:
        return asyncio.run(_run(options, shell))
    written = shell.read_input(None if options.source == "-" else options.source)
    if not ensure_project(options.name, options.consent, shell):
        return CLARIFY
    return asyncio.run(_save_block(options, shell, written))


async def _run(options: StoredOptions, shell: Shell) -> int:
    async with open_store(shell.settings) as store:
        match options:
            case ProjectListOptions():
                return await _list(options, shell, store)
            case ProjectNewOptions():
                return await _new(options, shell, store)
            case ProjectShowOptions():
                return await _show(options, shell, store)
            case ProjectBlockOptions():
                return await _read_block(options, shell, store)
            case ProjectRenameOptions():
                return await _rename(options, shell, store)
            case ProjectDeleteOptions():
                return await _delete(options, shell, store)
            case ProjectRestoreOptions():
                return await _restore(options, shell, store)
            case _:
                return await run_content(options, shell, store)


async def _list(options: ProjectListOptions, shell: Shell, store: Store) -> int:
    found = await list_projects(store, owner=LOCAL_OWNER)
    if options.json:
        print_json(shell, {"projects": [_content_as_json(each) for each in found]})
    elif not found:
        shell.say(shell.text("project.none"))
    else:
        titles = [shell.text(f"project.title.{key}") for key in ("name", "blocks", "conversations", "made")]
        rows = [
            (
                truncate(each.project.name, _MAX_COLUMN_WIDTH),
                str(len(each.tree)),
                str(len(each.conversations)),
                local_time(each.project.created),
            )
            for each in found
        ]
        _print_table(shell, [titles, *rows], right=(1, 2))
        shell.say(shell.styled(shell.text("project.foot"), "dim"))
    return OK


async def _new(options: ProjectNewOptions, shell: Shell, store: Store) -> int:
    project, is_new = await open_project(store, options.name, owner=LOCAL_OWNER, language=shell.language)
    if options.json:
        print_json(shell, {**_as_json(project), "made": is_new})
    else:
        key = "project.made" if is_new else "project.there"
        shell.say(shell.text(key, name=project.name, shown=shell_word(project.name)))
    return OK


async def _show(options: ProjectShowOptions, shell: Shell, store: Store) -> int:
    content = await show_project(store, await _find_project(options.name, shell, store))
    if options.json:
        print_json(shell, _content_as_json(content))
        return OK
    name = content.project.name
    shell.say(shell.styled(name, "bold"))
    rows = [
        (
            "  " * depth + truncate(block.name, _MAX_COLUMN_WIDTH),
            f"{block.characters:,}",
            str(block.version),
            local_time(block.changed),
        )
        for depth, block in content.tree.walk()
    ]
    if rows:
        titles = [shell.text(f"project.title.{key}") for key in ("name", "characters", "version", "written")]
        _print_table(shell, [titles, *rows], right=(1, 2))
    else:
        shell.say(shell.text("project.no_blocks", shown=shell_word(name)))
    count = shell.text("project.conversations", count=len(content.conversations), name=shell_word(name))
    shell.say(shell.styled(count, "dim"))
    return OK


async def _save_block(options: ProjectBlockOptions, shell: Shell, written: str) -> int:
    async with open_store(shell.settings) as store:
        project = await _find_project(options.name, shell, store)
        saved = await save_block(store.workspace(project, shell.language), options.block, written)
    return _report_saved(shell, saved, is_json=options.json)


async def _read_block(options: ProjectBlockOptions, shell: Shell, store: Store) -> int:
    workspace = store.workspace(await _find_project(options.name, shell, store), shell.language)
    tree = await workspace.tree()
    block = require_block(tree, options.block, shell.language)
    if options.restore is not None:
        saved = await restore_version(workspace, block.id, options.restore)
        return _report_saved(shell, saved, is_json=options.json)
    if options.versions:
        return await _print_versions(shell, workspace, block.id, is_json=options.json)
    written = (await workspace.read(block.id, options.version)).text
    if options.json:
        version = options.version or block.version
        print_json(shell, {"path": tree.path(block), "version": version, "text": written})
    else:
        shell.out.write(printable(written) if shell.out.isatty() else written)
        shell.out.write("" if written.endswith("\n") else "\n")
    return OK


async def _print_versions(shell: Shell, workspace: ProjectWorkspace, block_id: str, *, is_json: bool) -> int:
    versions = await workspace.versions(block_id)
    if is_json:
        rows_as_json = [
            {
                "version": each.version,
                "characters": each.characters,
                "written": each.written.isoformat(),
                "author": each.author,
                "reason": each.reason,
            }
            for each in versions
        ]
        print_json(shell, {"versions": rows_as_json})
        return OK
    titles = [shell.text(f"project.title.{key}") for key in ("version", "characters", "written", "author", "reason")]
    rows = [
        (
            str(each.version),
            f"{each.characters:,}",
            local_time(each.written),
            shell.text(f"project.author.{each.author}"),
            truncate(each.reason, _MAX_COLUMN_WIDTH),
        )
        for each in versions
    ]
    _print_table(shell, [titles, *rows], right=(0, 1))
    return OK


async def _rename(options: ProjectRenameOptions, shell: Shell, store: Store) -> int:
    project = await _find_project(options.name, shell, store)
    if options.block is None:
        old, new = project.name, await rename_project(store, project, options.new_name, shell.language)
    else:
        workspace = store.workspace(project, shell.language)
        block = require_block(await workspace.tree(), options.block, shell.language)
        old, new = block.name, (await workspace.rename(block.id, options.new_name)).name
    return _report(
        shell, {"old": old, "new": new}, shell.text("project.renamed", old=old, new=new), is_json=options.json
    )


async def _delete(options: ProjectDeleteOptions, shell: Shell, store: Store) -> int:
    project = await _find_project(options.name, shell, store)
    if options.block is None:
        await delete_project(store, project)
        message = shell.text("project.deleted", name=project.name, shown=shell_word(project.name))
        return _report(shell, {"deleted": project.name}, message, is_json=options.json)
    workspace = store.workspace(project, shell.language)
    tree = await workspace.tree()
    block = require_block(tree, options.block, shell.language)
    path, count = tree.path(block), await workspace.remove(block.id)
    message = shell.text("project.deleted_block", path=path, count=count, shown=shell_command(project.name, block.name))
    return _report(shell, {"deleted": path, "count": count}, message, is_json=options.json)


async def _restore(options: ProjectRestoreOptions, shell: Shell, store: Store) -> int:
    if options.block is None:
        name = (await restore_project(store, options.name, owner=LOCAL_OWNER, language=shell.language)).name
    else:
        project = await _find_project(options.name, shell, store)
        name = (await restore_block(store.workspace(project, shell.language), options.block)).name
    return _report(shell, {"restored": name}, shell.text("project.restored", name=name), is_json=options.json)


async def _find_project(name: str, shell: Shell, store: Store) -> Project:
    return await require_project(store.projects, name, owner=LOCAL_OWNER, language=shell.language)


def _report_saved(shell: Shell, saved: SavedBlock, *, is_json: bool) -> int:
    version = saved.block.version
    value = {"path": saved.path, "version": version, "done": saved.done}
    message = shell.text(f"project.done.{saved.done}", path=saved.path, version=version)
    return _report(shell, value, message, is_json=is_json)


def _report(shell: Shell, value: dict[str, Any], message: str, *, is_json: bool) -> int:
    if is_json:
        print_json(shell, value)
    else:
        shell.say(message)
    return OK


def _print_table(shell: Shell, rows: list[Any], right: tuple[int, ...]) -> None:
    head, *lines = align_columns(rows, right=right)
    shell.say("\n".join([shell.styled(head, "bold"), *lines]))


def _as_json(project: Project) -> dict[str, Any]:
    return {"id": project.id, "name": project.name, "created": project.created.isoformat()}


def _content_as_json(content: ProjectContent) -> dict[str, Any]:
    blocks = [
        {
            "path": content.tree.path(block),
            "characters": block.characters,
            "version": block.version,
            "changed": block.changed.isoformat(),
        }
        for _, block in content.tree.walk()
    ]
    conversations = [row.id for row in content.conversations]
    return {**_as_json(content.project), "blocks": blocks, "conversations": conversations}
