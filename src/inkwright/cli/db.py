"""`inkwright db`: upgrade, check, back up and restore what is kept."""

import argparse
import asyncio
import json
from pathlib import Path
from typing import Any

from inkwright.cli.shell import FAILED, OK, Parser, Shell
from inkwright.i18n import text
from inkwright.usecases.maintain_database import back_up, check_database, restore, upgrade_database


def add_arguments(parser: Parser) -> None:
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
        return _say(arguments, shell, {"before": before, "after": after}, "db.upgraded")
    if arguments.doing == "backup":
        made = asyncio.run(back_up(shell.settings, Path(arguments.folder)))
        told = {"folder": str(made.folder), "lost": made.lost}
        return _say(arguments, shell, told, "db.backed_up_without" if made.lost else "db.backed_up")
    if arguments.doing == "restore":
        restore(shell.settings, Path(arguments.folder))
        return _say(arguments, shell, {"folder": arguments.folder}, "db.restored")
    return _check(arguments, shell)


def _check(arguments: argparse.Namespace, shell: Shell) -> int:
    health = asyncio.run(check_database(shell.settings))
    told: dict[str, Any] = {"place": health.place, "form": health.form, "orphans": health.orphans}
    if arguments.json:
        shell.say(json.dumps({**told, "problems": health.problems}, ensure_ascii=False, indent=2))
    else:
        for problem in health.problems:
            shell.say(f"{shell.styled('✗', 'red')} {problem}")
        shell.say(shell.text("db.sick" if health.problems else "db.well", count=len(health.problems), **told))
    return FAILED if health.problems else OK


def _say(arguments: argparse.Namespace, shell: Shell, told: dict[str, Any], key: str) -> int:
    shell.say(json.dumps(told, ensure_ascii=False) if arguments.json else shell.text(key, **told))
    return OK
