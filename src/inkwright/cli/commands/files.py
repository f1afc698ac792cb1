"""`inkwright files`: list, show, restore and export the files that were made."""

import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from inkwright.artifacts.findings import Finding
from inkwright.artifacts.vault import ArtifactRecord
from inkwright.cli.shell import FAILED, OK, USAGE, CommandParser, Shell, positive_number, whole_number
from inkwright.cli.terminal.columns import align_columns, single_line, truncate
from inkwright.errors import NotFound
from inkwright.i18n import Language, text
from inkwright.store.artifacts import ArtifactOrigin
from inkwright.usecases.files import (
    FileDetails,
    RestoredFile,
    export_file,
    list_files,
    match_files,
    restore_file,
    short_ids,
    show_file,
)
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store

_LIMIT: Final = 20
_MAX_MATCHES: Final = 5
_MAX_NAME_WIDTH: Final = 40

FilesAction = Callable[[argparse.Namespace, Shell, Store, ArtifactRecord], Awaitable[int]]


def add_arguments(parser: CommandParser) -> None:
    say = parser.language
    _add_list_flags(parser, say, is_top=True)
    doings = parser.add_subparsers(dest="doing", metavar="list|show|versions|restore|export")

    def add(name: str) -> argparse.ArgumentParser:
        told = text(say, f"files.{name}")
        doing: argparse.ArgumentParser = doings.add_parser(name, help=told, description=told, language=say)
        if name == "list":
            _add_list_flags(doing, say, is_top=False)
            return doing
        doing.add_argument("file", metavar="FILE", help=text(say, "files.file"))
        doing.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=text(say, "cli.flag.json"))
        return doing

    for name in ("list", "show", "versions", "restore"):
        add(name)
    exporting = add("export")
    exporting.add_argument("-o", "--output", metavar="DIR", default=".", help=text(say, "write.output"))
    exporting.add_argument("--overwrite", action="store_true", help=text(say, "write.overwrite"))


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    return asyncio.run(_run(arguments, shell))


async def _run(arguments: argparse.Namespace, shell: Shell) -> int:
    doings: dict[str, FilesAction] = {"show": _show, "versions": _versions, "restore": _restore, "export": _export}
    async with open_store(shell.settings) as store:
        if arguments.doing not in doings:
            return await _list(arguments, shell, store)
        meant = await match_files(store, arguments.file, owner=LOCAL_OWNER)
        if not meant:
            raise NotFound(what_kind=shell.text("files.word"), id=arguments.file)
        if len(meant) > 1:
            return _report_ambiguous(arguments.file, meant, shell)
        return await doings[arguments.doing](arguments, shell, store, meant[0])


async def _list(arguments: argparse.Namespace, shell: Shell, store: Store) -> int:
    page = await list_files(store, owner=LOCAL_OWNER, limit=arguments.limit, offset=arguments.offset)
    if arguments.json:
        _print_json(shell, {"total": page.total, "files": [_as_json(shell, record) for record in page.records]})
    elif not page.total:
        shell.say(shell.text("files.none"))
    elif not page.records:
        shell.say(shell.text("files.none_there", total=page.total))
    else:
        _print_table(shell, page.records, page.short_ids)
        first, last = arguments.offset + 1, arguments.offset + len(page.records)
        if len(page.records) < page.total:
            shell.say(shell.text("files.part", first=first, last=last, total=page.total))
        shell.say(shell.styled(shell.text("files.foot"), "dim"))
    return OK


async def _show(arguments: argparse.Namespace, shell: Shell, store: Store, record: ArtifactRecord) -> int:
    details = await show_file(store, record)
    if arguments.json:
        versions = [{"id": each.id, "version": each.version} for each in details.versions]
        made_in = {"conversation_id": details.made_in.conversation_id if details.made_in else None}
        _print_json(shell, {**_as_json(shell, record), **made_in, "versions": versions, "lost": list(details.lost)})
    else:
        _print_details(shell, details)
    return FAILED if details.lost else OK


def _print_details(shell: Shell, details: FileDetails) -> None:
    record = details.record
    shell.say(shell.styled(single_line(record.title), "bold"))
    rows = [
        ("id", record.id),
        ("name", record.name),
        ("kind", record.kind),
        ("version", shell.text("files.version_of", version=record.version, newest=details.versions[-1].version)),
        ("size", f"{record.size:,}"),
        ("made", _local_time(record.made_at)),
    ]
    if details.made_in:
        rows += [("conversation", _conversation_line(shell, details.made_in)), ("turn", record.turn_id)]
    for line in align_columns([(shell.text(f"files.title.{key}"), value) for key, value in rows]):
        shell.say(f"  {line}")
    for name in record.digests:
        is_lost = name in details.lost
        mark = shell.styled("✗", "red") if is_lost else shell.styled("✓", "green")
        shell.say(f"{mark} {shell.text('files.is_lost' if is_lost else 'files.is_whole', name=name)}")
    _print_findings(shell, record.report)


def _conversation_line(shell: Shell, made_in: ArtifactOrigin) -> str:
    told = made_in.conversation_id
    return shell.text("files.conversation_deleted", id=told) if made_in.is_deleted else told


async def _versions(arguments: argparse.Namespace, shell: Shell, store: Store, record: ArtifactRecord) -> int:
    versions = (await show_file(store, record)).versions
    if arguments.json:
        _print_json(
            shell, {"name": record.name, "kind": record.kind, "versions": [_as_json(shell, each) for each in versions]}
        )
        return OK
    _print_table(shell, versions, short_ids(await store.records.ids(LOCAL_OWNER)))
    shell.say(shell.styled(shell.text("files.versions_foot"), "dim"))
    return OK


async def _restore(arguments: argparse.Namespace, shell: Shell, store: Store, record: ArtifactRecord) -> int:
    restored = await restore_file(store, record)
    if arguments.json:
        _print_json(shell, await _restored_as_json(shell, store, restored))
    elif isinstance(restored, RestoredFile):
        key = "files.restored" if restored.is_new else "files.newest_already"
        fields = {"name": restored.artifact.name, "old": record.version, "new": restored.artifact.version}
        shell.say(shell.text(key, **fields))
    else:
        print(shell.text("files.not_restored", name=record.name, version=record.version), file=sys.stderr)
        _print_findings(shell, restored)
    return OK if isinstance(restored, RestoredFile) else FAILED


async def _restored_as_json(shell: Shell, store: Store, restored: RestoredFile | tuple[Finding, ...]) -> dict[str, Any]:
    if not isinstance(restored, RestoredFile):
        return {"restored": False, "findings": [each.to_json(shell.language) for each in restored]}
    record = await store.records.get(restored.artifact.id, LOCAL_OWNER)
    return {"restored": restored.is_new, "file": _as_json(shell, record) if record else None}


async def _export(arguments: argparse.Namespace, shell: Shell, store: Store, record: ArtifactRecord) -> int:
    paths = await export_file(store, record, Path(arguments.output), overwrite=arguments.overwrite)
    if arguments.json:
        _print_json(shell, {"id": record.id, "version": record.version, "paths": [str(path) for path in paths]})
        return OK
    for path in paths:
        shell.say(shell.text("write.done", path=path, size=f"{path.stat().st_size:,}"))
    return OK


def _report_ambiguous(written: str, meant: Sequence[ArtifactRecord], shell: Shell) -> int:
    print(shell.text("files.ambiguous", written=written, count=len(meant)), file=sys.stderr)
    for line in align_columns([(each.id, each.name, f"v{each.version}") for each in meant[:_MAX_MATCHES]]):
        print(f"  {line}", file=sys.stderr)
    return USAGE


def _print_table(shell: Shell, records: Sequence[ArtifactRecord], shortened: dict[str, str]) -> None:
    titles = [shell.text(f"files.title.{key}") for key in ("id", "name", "version", "size", "made")]
    rows = [
        (
            shortened.get(record.id, record.id),
            truncate(single_line(record.name), _MAX_NAME_WIDTH),
            str(record.version),
            f"{record.size:,}",
            _local_time(record.made_at),
        )
        for record in records
    ]
    head, *lines = align_columns([titles, *rows], right=(2, 3))
    shell.say(shell.styled(head, "bold"))
    for line in lines:
        shell.say(line)


def _print_findings(shell: Shell, findings: Sequence[Finding]) -> None:
    for each in findings:
        mark = shell.styled("✗", "red") if each.severity == "error" else shell.styled("!", "yellow")
        shell.say(f"{mark} {single_line(each.summary(shell.language))}")


def _local_time(at: datetime) -> str:
    return at.astimezone().strftime("%Y-%m-%d %H:%M")


def _as_json(shell: Shell, record: ArtifactRecord) -> dict[str, Any]:
    report = [each.to_json(shell.language) for each in record.report]
    return record.model_dump(mode="json", exclude={"owner"}) | {"report": report}


def _print_json(shell: Shell, value: Any) -> None:
    shell.say(json.dumps(value, ensure_ascii=False, indent=2))


def _add_list_flags(parser: argparse.ArgumentParser, say: Language, *, is_top: bool) -> None:
    """The flags of the list: they may stand before or behind the word `list`."""
    for name, default, kind in (("--limit", _LIMIT, positive_number), ("--offset", 0, whole_number)):
        parser.add_argument(
            name,
            metavar="N",
            type=kind,
            default=default if is_top else argparse.SUPPRESS,
            help=text(say, f"files.{name.removeprefix('--')}"),
        )
    parser.add_argument(
        "--json",
        action="store_true",
        default=False if is_top else argparse.SUPPRESS,
        help=text(say, "cli.flag.json"),
    )
