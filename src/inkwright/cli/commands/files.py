"""`inkwright files`: list, show, change, restore and export the files that were made."""

import argparse
import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from inkwright.artifacts.findings import Finding
from inkwright.artifacts.vault import ArtifactRecord, Verified
from inkwright.cli.arguments import CommandParser, whole_number
from inkwright.cli.exit_codes import FAILED, OK, USAGE
from inkwright.cli.file_edits import (
    FileArrangeOptions,
    FileEditOptions,
    FileQuestionOptions,
    FileThemeOptions,
    add_edit_actions,
    change_file,
)
from inkwright.cli.json_output import print_json
from inkwright.cli.options import add_json_flag, add_output_folder
from inkwright.cli.output import local_time, written_message
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.columns import align_columns, single_line, truncate
from inkwright.errors import NotFound
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
_NARROW: Final = 72


@dataclass(frozen=True, slots=True)
class FilesListOptions:
    """Options of `inkwright files list`."""

    limit: int = _LIMIT
    offset: int = 0
    json: bool = False


@dataclass(frozen=True, slots=True)
class FileShowOptions:
    """Options of `inkwright files show`."""

    file: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class FileVersionsOptions:
    """Options of `inkwright files versions`."""

    file: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class FileRestoreOptions:
    """Options of `inkwright files restore`."""

    file: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class FileExportOptions:
    """Options of `inkwright files export`."""

    file: str
    output: Path = Path()
    overwrite: bool = False
    json: bool = False


OneFileOptions = FileShowOptions | FileVersionsOptions | FileRestoreOptions | FileExportOptions | FileEditOptions


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(FilesListOptions)
    _add_page_flags(parser, limit=_LIMIT, offset=0)
    add_json_flag(parser)
    actions = parser.add_actions("files")
    _add_page_flags(actions.add("list", FilesListOptions, has_json=True))
    one_file: dict[str, type[OneFileOptions]] = {
        "show": FileShowOptions,
        "versions": FileVersionsOptions,
        "restore": FileRestoreOptions,
        "export": FileExportOptions,
    }
    for name, options_type in one_file.items():
        action = actions.add(name, options_type, has_json=True)
        action.add_argument("file", metavar="FILE", help=parser.text("files.file"))
        if name == "export":
            add_output_folder(action)
            action.add_switch("--overwrite", "write.overwrite")
    add_edit_actions(parser, actions)


def _add_page_flags(parser: CommandParser, limit: Any = argparse.SUPPRESS, offset: Any = argparse.SUPPRESS) -> None:
    """Add the flags of the list, which may come before or after the word `list`."""
    number, positive = whole_number(parser.language), whole_number(parser.language, minimum=1)
    parser.add_argument("--limit", metavar="N", type=positive, default=limit, help=parser.text("files.limit"))
    parser.add_argument("--offset", metavar="N", type=number, default=offset, help=parser.text("files.offset"))


def run(options: FilesListOptions | OneFileOptions, shell: Shell) -> int:
    return asyncio.run(_run(options, shell))


async def _run(options: FilesListOptions | OneFileOptions, shell: Shell) -> int:
    async with open_store(shell.settings) as store:
        if isinstance(options, FilesListOptions):
            return await _list(options, shell, store)
        matches = await match_files(store, options.file, owner=LOCAL_OWNER)
        if not matches:
            raise NotFound(what_kind=shell.text("files.word"), id=options.file)
        if len(matches) > 1:
            return _report_ambiguous(options.file, matches, shell)
        match options:
            case FileShowOptions():
                return await _show(options, shell, store, matches[0])
            case FileVersionsOptions():
                return await _versions(options, shell, store, matches[0])
            case FileRestoreOptions():
                return await _restore(options, shell, store, matches[0])
            case FileExportOptions():
                return await _export(options, shell, store, matches[0])
            case FileArrangeOptions() | FileThemeOptions() | FileQuestionOptions():
                return await _change(options, shell, store, matches[0])


async def _list(options: FilesListOptions, shell: Shell, store: Store) -> int:
    page = await list_files(store, owner=LOCAL_OWNER, limit=options.limit, offset=options.offset)
    if options.json:
        print_json(shell, {"total": page.total, "files": [_as_json(shell, record) for record in page.records]})
    elif not page.total:
        shell.say(shell.text("files.none"))
    elif not page.records:
        shell.say(shell.text("files.none_there", total=page.total))
    else:
        _print_table(shell, page.records, page.short_ids)
        first, last = options.offset + 1, options.offset + len(page.records)
        if len(page.records) < page.total:
            shell.say(shell.text("files.part", first=first, last=last, total=page.total))
        shell.say(shell.styled(shell.text("files.foot"), "dim"))
    return OK


async def _show(options: FileShowOptions, shell: Shell, store: Store, record: ArtifactRecord) -> int:
    details = await show_file(store, record)
    if options.json:
        versions = [{"id": each.id, "version": each.version} for each in details.versions]
        made_in = {"conversation_id": details.made_in.conversation_id if details.made_in else None}
        print_json(shell, {**_as_json(shell, record), **made_in, "versions": versions, "lost": list(details.lost)})
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
        ("made", local_time(record.made_at)),
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
    conversation_id = made_in.conversation_id
    return shell.text("files.conversation_deleted", id=conversation_id) if made_in.is_deleted else conversation_id


async def _versions(options: FileVersionsOptions, shell: Shell, store: Store, record: ArtifactRecord) -> int:
    versions = (await show_file(store, record)).versions
    if options.json:
        listed = [_as_json(shell, each) for each in versions]
        print_json(shell, {"name": record.name, "kind": record.kind, "versions": listed})
        return OK
    _print_table(shell, versions, short_ids(await store.records.ids(LOCAL_OWNER)))
    shell.say(shell.styled(shell.text("files.versions_foot"), "dim"))
    return OK


async def _restore(options: FileRestoreOptions, shell: Shell, store: Store, record: ArtifactRecord) -> int:
    restored = await restore_file(store, record)
    if options.json:
        print_json(shell, await _restored_as_json(shell, store, restored))
    elif isinstance(restored, RestoredFile):
        key = "files.restored" if restored.is_new else "files.newest_already"
        fields = {"name": restored.artifact.name, "old": record.version, "new": restored.artifact.version}
        shell.say(shell.text(key, **fields))
    else:
        shell.note(shell.text("files.not_restored", name=record.name, version=record.version))
        _print_findings(shell, restored)
    return OK if isinstance(restored, RestoredFile) else FAILED


async def _restored_as_json(shell: Shell, store: Store, restored: RestoredFile | tuple[Finding, ...]) -> dict[str, Any]:
    if not isinstance(restored, RestoredFile):
        return {"restored": False, "findings": [each.to_json(shell.language) for each in restored]}
    record = await store.records.get(restored.artifact.id, LOCAL_OWNER)
    return {"restored": restored.is_new, "file": _as_json(shell, record) if record else None}


async def _export(options: FileExportOptions, shell: Shell, store: Store, record: ArtifactRecord) -> int:
    paths = await export_file(store, record, options.output, overwrite=options.overwrite)
    if options.json:
        print_json(shell, {"id": record.id, "version": record.version, "paths": [str(path) for path in paths]})
        return OK
    for path in paths:
        shell.say(written_message(shell, path))
    return OK


async def _change(options: FileEditOptions, shell: Shell, store: Store, record: ArtifactRecord) -> int:
    """Make the next version of a deck or a quiz, and report it or its findings."""
    changed = await change_file(options, store, record)
    made = await store.records.get(changed.id, LOCAL_OWNER) if isinstance(changed, Verified) else None
    findings = changed.report if isinstance(changed, Verified) else changed
    if options.json:
        listed = [each.to_json(shell.language) for each in findings]
        print_json(shell, {"file": _as_json(shell, made)} if made else {"file": None, "findings": listed})
    elif made:
        shell.say(shell.text("files.changed", name=made.name, new=made.version))
        _print_findings(shell, findings)
    else:
        shell.note(shell.text("files.not_changed", name=record.name))
        _print_findings(shell, findings)
    return OK if made else FAILED


def _report_ambiguous(written: str, matches: Sequence[ArtifactRecord], shell: Shell) -> int:
    shell.note(shell.text("files.ambiguous", written=written, count=len(matches)))
    for line in align_columns([(each.id, each.name, f"v{each.version}") for each in matches[:_MAX_MATCHES]]):
        shell.note(f"  {line}")
    return USAGE


def _print_table(shell: Shell, records: Sequence[ArtifactRecord], shortened: dict[str, str]) -> None:
    # A narrow window has no room for the size; `files show` has it.
    keys = [key for key in ("id", "name", "version", "size", "made") if key != "size" or shell.columns >= _NARROW]
    rows = [
        {
            "id": shortened.get(record.id, record.id),
            "name": truncate(single_line(record.name), _MAX_NAME_WIDTH),
            "version": str(record.version),
            "size": f"{record.size:,}",
            "made": local_time(record.made_at),
        }
        for record in records
    ]
    titles = {key: shell.text(f"files.title.{key}") for key in keys}
    table = shell.table_rows([[row[key] for key in keys] for row in (titles, *rows)], shrinks=1)
    head, *lines = align_columns(table, right=(2, 3) if "size" in keys else (2,))
    shell.say(shell.styled(head, "bold"))
    for line in lines:
        shell.say(line)


def _print_findings(shell: Shell, findings: Sequence[Finding]) -> None:
    for each in findings:
        mark = shell.styled("✗", "red") if each.severity == "error" else shell.styled("!", "yellow")
        shell.say(f"{mark} {single_line(each.summary(shell.language))}")


def _as_json(shell: Shell, record: ArtifactRecord) -> dict[str, Any]:
    report = [each.to_json(shell.language) for each in record.report]
    return record.model_dump(mode="json", exclude={"owner"}) | {"report": report}
