"""`inkwright project`: manage projects and their content blocks."""

import argparse
import asyncio
import json
import shlex
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from inkwright.cli.shell import OK, PERMISSION, CommandParser, Shell, printable
from inkwright.cli.terminal.columns import align_columns, truncate
from inkwright.i18n import text
from inkwright.projects.records import Block, Project
from inkwright.usecases.projects import (
    ProjectContent,
    SavedBlock,
    delete_block,
    delete_project,
    find_block,
    list_projects,
    load_tree,
    open_project,
    read_block_text,
    rename_block,
    rename_project,
    require_project,
    restore_block,
    restore_block_text,
    restore_project,
    save_block,
    show_project,
)
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store

_MAX_COLUMN_WIDTH: Final = 50

ProjectAction = Callable[[argparse.Namespace, Shell, Store], Awaitable[int]]


def add_arguments(parser: CommandParser) -> None:
    say = parser.language
    parser.add_argument("--json", action="store_true", help=text(say, "cli.flag.json"))
    doings = parser.add_subparsers(dest="doing", metavar="list|new|show|block|rename|delete|restore")

    def add(name: str) -> argparse.ArgumentParser:
        told = text(say, f"project.{name}")
        doing: argparse.ArgumentParser = doings.add_parser(name, help=told, description=told, language=say)
        doing.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=text(say, "cli.flag.json"))
        if name != "list":
            doing.add_argument("name", metavar="NAME", help=text(say, "project.name"))
        return doing

    for name in ("list", "new", "show"):
        add(name)
    _add_block_arguments(add("block"), parser)
    renaming = add("rename")
    renaming.add_argument("new_name", metavar="NEW", help=text(say, "project.new_name"))
    renaming.add_argument("--block", metavar="BLOCK", help=text(say, "project.rename.block"))
    for name in ("delete", "restore"):
        add(name).add_argument("block", metavar="BLOCK", nargs="?", help=text(say, "project.block.name"))


def _add_block_arguments(doing: argparse.ArgumentParser, parser: CommandParser) -> None:
    say = parser.language
    doing.add_argument("block", metavar="BLOCK", help=text(say, "project.block.name"))
    one = doing.add_mutually_exclusive_group()
    one.add_argument("--from", dest="source", metavar="FILE", help=text(say, "project.block.from"))
    one.add_argument("--versions", action="store_true", help=text(say, "project.block.versions"))
    one.add_argument("--version", metavar="N", type=int, help=text(say, "project.block.version"))
    one.add_argument("--restore", metavar="N", type=int, help=text(say, "project.block.restore"))
    doing.add_argument("--yes", action="store_true", help=text(say, "project.block.yes"))


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    if arguments.doing == "block" and arguments.source is not None:
        if arguments.source != "-" and not _may_read_file(arguments, shell):
            return PERMISSION
        arguments.written = shell.read_input(None if arguments.source == "-" else arguments.source)
    return asyncio.run(_run(arguments, shell))


def _may_read_file(arguments: argparse.Namespace, shell: Shell) -> bool:
    from inkwright.cli.file_permissions import request_access  # noqa: PLC0415 - forms are slow to import, and rarely needed

    may_ask = not arguments.json
    return asyncio.run(
        request_access([("read", Path(arguments.source))], shell, says_yes=arguments.yes, may_ask=may_ask)
    )


async def _run(arguments: argparse.Namespace, shell: Shell) -> int:
    async with open_store(shell.settings) as store:
        return await _ACTIONS[arguments.doing or "list"](arguments, shell, store)


async def _list(arguments: argparse.Namespace, shell: Shell, store: Store) -> int:
    found = await list_projects(store, owner=LOCAL_OWNER)
    if arguments.json:
        _print_json(shell, {"projects": [_content_as_json(each) for each in found]})
    elif not found:
        shell.say(shell.text("project.none"))
    else:
        titles = [shell.text(f"project.title.{key}") for key in ("name", "blocks", "conversations", "made")]
        rows = [
            (
                truncate(each.project.name, _MAX_COLUMN_WIDTH),
                str(len(each.tree)),
                str(len(each.conversations)),
                _local_time(each.project.created),
            )
            for each in found
        ]
        _print_table(shell, [titles, *rows], right=(1, 2))
        shell.say(shell.styled(shell.text("project.foot"), "dim"))
    return OK


async def _new(arguments: argparse.Namespace, shell: Shell, store: Store) -> int:
    project, is_new = await open_project(store, arguments.name, owner=LOCAL_OWNER, language=shell.language)
    if arguments.json:
        _print_json(shell, {**_as_json(project), "made": is_new})
    else:
        key = "project.made" if is_new else "project.there"
        shell.say(shell.text(key, name=project.name, shown=shlex.quote(project.name)))
    return OK


async def _show(arguments: argparse.Namespace, shell: Shell, store: Store) -> int:
    content = await show_project(store, await _find_named(arguments, shell, store))
    if arguments.json:
        _print_json(shell, _content_as_json(content))
        return OK
    name = content.project.name
    shell.say(shell.styled(name, "bold"))
    rows = [
        (
            "  " * depth + truncate(block.name, _MAX_COLUMN_WIDTH),
            f"{block.characters:,}",
            str(block.version),
            _local_time(block.changed),
        )
        for depth, block in content.tree.walk()
    ]
    if rows:
        titles = [shell.text(f"project.title.{key}") for key in ("name", "characters", "version", "written")]
        _print_table(shell, [titles, *rows], right=(1, 2))
    else:
        shell.say(shell.text("project.no_blocks", shown=shlex.quote(name)))
    told = shell.text("project.conversations", count=len(content.conversations), name=shlex.quote(name))
    shell.say(shell.styled(told, "dim"))
    return OK


async def _block(arguments: argparse.Namespace, shell: Shell, store: Store) -> int:
    project = await _find_named(arguments, shell, store)
    if arguments.source is not None:
        kept = await save_block(store, project, arguments.block, arguments.written, shell.language)
        return _report_saved(arguments, shell, kept)
    tree = await load_tree(store.blocks, project)
    block = find_block(tree, arguments.block, shell.language)
    if arguments.restore is not None:
        kept = await restore_block_text(store, project, block, arguments.restore, shell.language)
        return _report_saved(arguments, shell, kept)
    if arguments.versions:
        return await _versions(arguments, shell, store, block)
    written = await read_block_text(store, block, arguments.version, shell.language)
    if arguments.json:
        version = arguments.version or block.version
        _print_json(shell, {"path": tree.path(block), "version": version, "text": written})
    else:
        shell.out.write(printable(written) if shell.out.isatty() else written)
        shell.out.write("" if written.endswith("\n") else "\n")
    return OK


async def _versions(arguments: argparse.Namespace, shell: Shell, store: Store, block: Block) -> int:
    versions = await store.blocks.versions(block.id, owner=LOCAL_OWNER)
    if arguments.json:
        told = [
            {"version": each.version, "characters": each.characters, "written": each.written.isoformat()}
            for each in versions
        ]
        _print_json(shell, {"versions": told})
        return OK
    titles = [shell.text(f"project.title.{key}") for key in ("version", "characters", "written")]
    rows = [(str(each.version), f"{each.characters:,}", _local_time(each.written)) for each in versions]
    _print_table(shell, [titles, *rows], right=(0, 1))
    return OK


async def _rename(arguments: argparse.Namespace, shell: Shell, store: Store) -> int:
    project = await _find_named(arguments, shell, store)
    if arguments.block is None:
        old, new = project.name, await rename_project(store, project, arguments.new_name, shell.language)
    else:
        block = find_block(await load_tree(store.blocks, project), arguments.block, shell.language)
        old, new = block.name, await rename_block(store, block, arguments.new_name, shell.language)
    return _report(arguments, shell, {"old": old, "new": new}, shell.text("project.renamed", old=old, new=new))


async def _delete(arguments: argparse.Namespace, shell: Shell, store: Store) -> int:
    project = await _find_named(arguments, shell, store)
    if arguments.block is None:
        await delete_project(store, project)
        told = shell.text("project.deleted", name=project.name, shown=shlex.quote(project.name))
        return _report(arguments, shell, {"deleted": project.name}, told)
    tree = await load_tree(store.blocks, project)
    block = find_block(tree, arguments.block, shell.language)
    path, count = tree.path(block), await delete_block(store, block)
    told = shell.text("project.deleted_block", path=path, count=count, shown=shlex.join([project.name, block.name]))
    return _report(arguments, shell, {"deleted": path, "count": count}, told)


async def _restore(arguments: argparse.Namespace, shell: Shell, store: Store) -> int:
    if arguments.block is None:
        name = (await restore_project(store, arguments.name, owner=LOCAL_OWNER, language=shell.language)).name
    else:
        name = (
            await restore_block(store, await _find_named(arguments, shell, store), arguments.block, shell.language)
        ).name
    return _report(arguments, shell, {"restored": name}, shell.text("project.restored", name=name))


async def _find_named(arguments: argparse.Namespace, shell: Shell, store: Store) -> Project:
    return await require_project(store.projects, arguments.name, owner=LOCAL_OWNER, language=shell.language)


def _report_saved(arguments: argparse.Namespace, shell: Shell, kept: SavedBlock) -> int:
    value = {"path": kept.path, "version": kept.block.version, "done": kept.done}
    return _report(
        arguments, shell, value, shell.text(f"project.done.{kept.done}", path=kept.path, version=kept.block.version)
    )


def _report(arguments: argparse.Namespace, shell: Shell, value: dict[str, Any], told: str) -> int:
    if arguments.json:
        _print_json(shell, value)
    else:
        shell.say(told)
    return OK


def _print_table(shell: Shell, rows: list[Any], right: tuple[int, ...]) -> None:
    head, *lines = align_columns(rows, right=right)
    shell.say("\n".join([shell.styled(head, "bold"), *lines]))


def _local_time(at: datetime) -> str:
    return at.astimezone().strftime("%Y-%m-%d %H:%M")


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


def _print_json(shell: Shell, value: Any) -> None:
    shell.say(json.dumps(value, ensure_ascii=False, indent=2))


_ACTIONS: Final[dict[str, ProjectAction]] = {
    "list": _list,
    "new": _new,
    "show": _show,
    "block": _block,
    "rename": _rename,
    "delete": _delete,
    "restore": _restore,
}
