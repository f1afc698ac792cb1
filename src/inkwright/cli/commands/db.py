"""`inkwright db`: upgrade, check, back up and restore the database."""

import argparse
import asyncio
import json
from pathlib import Path
from typing import Any

from inkwright.cli.shell import FAILED, OK, CommandParser, Shell, printable
from inkwright.i18n import Reason, text
from inkwright.usecases.backups import back_up, restore_backup
from inkwright.usecases.database import check_database, upgrade_database


def add_arguments(parser: CommandParser) -> None:
    say = parser.language
    parser.add_argument("--json", action="store_true", help=text(say, "cli.flag.json"))
    doings = parser.add_subparsers(dest="doing", required=True, metavar="upgrade|check|backup|restore")
    for name in ("upgrade", "check", "backup", "restore"):
        told = text(say, f"db.{name}")
        doing = doings.add_parser(name, help=told, description=told, language=say)
        doing.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=text(say, "cli.flag.json"))
        if name in ("backup", "restore"):
            doing.add_argument("folder", metavar="DIR", help=text(say, f"db.{name}_folder"))


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    if arguments.doing == "upgrade":
        before, after = upgrade_database(shell.settings)
        return _print_result(arguments, shell, {"before": before, "after": after}, "db.upgraded")
    if arguments.doing == "backup":
        return _back_up(arguments, shell)
    if arguments.doing == "restore":
        return _restore(arguments, shell)
    return _check(arguments, shell)


def _back_up(arguments: argparse.Namespace, shell: Shell) -> int:
    made = asyncio.run(back_up(shell.settings, Path(arguments.folder)))
    told = {"folder": str(made.folder), "lost": made.lost, "unreadable": made.unreadable}
    is_whole = not made.lost and not made.unreadable
    return _print_result(arguments, shell, told, "db.backed_up" if is_whole else "db.backed_up_without")


def _restore(arguments: argparse.Namespace, shell: Shell) -> int:
    done = restore_backup(shell.settings, Path(arguments.folder))
    told = {"folder": arguments.folder, "aside": done.aside, "lost": done.lost}
    keys = ["db.restored"]
    if done.aside is not None:
        keys.append("db.restored_schema" if done.is_schema else "db.restored_aside")
    if done.lost:
        keys.append("db.restored_without")
    return _print_result(arguments, shell, told, *keys)


def _check(arguments: argparse.Namespace, shell: Shell) -> int:
    health = asyncio.run(check_database(shell.settings))
    told: dict[str, Any] = {"place": health.place, "form": health.form, "orphans": health.orphans}
    if arguments.json:
        shell.say(json.dumps({**told, "problems": [*map(str, health.problems)]}, ensure_ascii=False, indent=2))
    else:
        for problem in health.problems:
            line = " ".join(printable(problem.text(shell.language) if isinstance(problem, Reason) else problem).split())
            shell.say(f"{shell.styled('✗', 'red')} {line}")
        shell.say(shell.text("db.sick" if health.problems else "db.well", count=len(health.problems), **told))
    return FAILED if health.problems else OK


def _print_result(arguments: argparse.Namespace, shell: Shell, told: dict[str, Any], *keys: str) -> int:
    if arguments.json:
        shell.say(json.dumps(told, ensure_ascii=False))
    else:
        for key in keys:
            shell.say(shell.text(key, **told))
    return OK
