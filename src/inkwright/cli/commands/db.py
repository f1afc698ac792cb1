"""`inkwright db`: upgrade, check, back up and restore the database."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import FAILED, OK
from inkwright.cli.json_output import print_json, print_json_line
from inkwright.cli.options import add_json_flag
from inkwright.cli.shell import Shell, printable
from inkwright.usecases.backups import back_up, restore_backup
from inkwright.usecases.database import check_database, upgrade_database


@dataclass(frozen=True, slots=True)
class DbUpgradeOptions:
    """Options of `inkwright db upgrade`."""

    json: bool = False


@dataclass(frozen=True, slots=True)
class DbCheckOptions:
    """Options of `inkwright db check`."""

    json: bool = False


@dataclass(frozen=True, slots=True)
class DbBackupOptions:
    """Options of `inkwright db backup`."""

    folder: str
    json: bool = False


@dataclass(frozen=True, slots=True)
class DbRestoreOptions:
    """Options of `inkwright db restore`."""

    folder: str
    json: bool = False


DbOptions = DbUpgradeOptions | DbCheckOptions | DbBackupOptions | DbRestoreOptions


def add_arguments(parser: CommandParser) -> None:
    add_json_flag(parser)
    actions = parser.add_actions("db", is_required=True)
    actions.add("upgrade", DbUpgradeOptions, has_json=True)
    actions.add("check", DbCheckOptions, has_json=True)
    backup = actions.add("backup", DbBackupOptions, has_json=True)
    backup.add_argument("folder", metavar="DIR", help=parser.text("db.backup_folder"))
    restore = actions.add("restore", DbRestoreOptions, has_json=True)
    restore.add_argument("folder", metavar="DIR", help=parser.text("db.restore_folder"))


def run(options: DbOptions, shell: Shell) -> int:
    match options:
        case DbUpgradeOptions():
            before, after = upgrade_database(shell.settings)
            return _print_result(shell, {"before": before, "after": after}, "db.upgraded", is_json=options.json)
        case DbBackupOptions():
            return _back_up(options, shell)
        case DbRestoreOptions():
            return _restore(options, shell)
        case DbCheckOptions():
            return _check(options, shell)


def _back_up(options: DbBackupOptions, shell: Shell) -> int:
    backup = asyncio.run(back_up(shell.settings, Path(options.folder)))
    result = {"folder": str(backup.folder), "lost": backup.lost, "unreadable": backup.unreadable}
    is_complete = not backup.lost and not backup.unreadable
    key = "db.backed_up" if is_complete else "db.backed_up_without"
    return _print_result(shell, result, key, is_json=options.json)


def _restore(options: DbRestoreOptions, shell: Shell) -> int:
    restored = restore_backup(shell.settings, Path(options.folder))
    result = {"folder": options.folder, "aside": restored.aside, "lost": restored.lost}
    keys = ["db.restored"]
    if restored.aside is not None:
        keys.append("db.restored_schema" if restored.is_schema else "db.restored_aside")
    if restored.lost:
        keys.append("db.restored_without")
    return _print_result(shell, result, *keys, is_json=options.json)


def _check(options: DbCheckOptions, shell: Shell) -> int:
    health = asyncio.run(check_database(shell.settings))
    result: dict[str, Any] = {"place": health.place, "form": health.form, "orphans": health.orphans}
    if options.json:
        print_json(shell, {**result, "problems": [str(problem) for problem in health.problems]})
    else:
        for problem in health.problems:
            line = " ".join(printable(shell.reason_text(problem)).split())
            shell.say(f"{shell.styled('✗', 'red')} {line}")
        shell.say(shell.text("db.sick" if health.problems else "db.well", count=len(health.problems), **result))
    return FAILED if health.problems else OK


def _print_result(shell: Shell, result: dict[str, Any], *keys: str, is_json: bool) -> int:
    if is_json:
        print_json_line(shell, result)
    else:
        for key in keys:
            shell.say(shell.text(key, **result))
    return OK
