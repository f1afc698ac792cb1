"""`inkwright permissions`: list and revoke access to files outside the workspace."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from inkwright.cli.file_permissions import PermissionRules
from inkwright.cli.shell import OK, CommandParser, Shell
from inkwright.cli.terminal.columns import align_columns, single_line
from inkwright.errors import NotFound
from inkwright.i18n import text


def add_arguments(parser: CommandParser) -> None:
    say = parser.language
    parser.add_argument("--json", action="store_true", help=text(say, "cli.flag.json"))
    doings = parser.add_subparsers(dest="doing", metavar="list|remove")
    for name in ("list", "remove"):
        told = text(say, f"chat.permissions.{name}")
        doing = doings.add_parser(name, help=told, description=told, language=say)
        doing.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=text(say, "cli.flag.json"))
        if name == "remove":
            doing.add_argument("number", metavar="N", type=int, help=text(say, "chat.permissions.number"))


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    permissions = PermissionRules(shell.settings.home, Path.cwd())
    rules = permissions.rules()
    if arguments.doing == "remove":
        if not 1 <= arguments.number <= len(rules):
            raise NotFound(what_kind=shell.text("chat.permissions.word"), id=str(arguments.number))
        rule = rules[arguments.number - 1]
        permissions.forget(rule)
        shell.say(
            json.dumps({"removed": asdict(rule)})
            if arguments.json
            else shell.text("chat.permissions.removed", path=single_line(rule.path))
        )
    elif arguments.json:
        shell.say(json.dumps([{"number": number, **asdict(rule)} for number, rule in enumerate(rules, 1)], indent=2))
    elif not rules:
        shell.say(shell.text("chat.permissions.none"))
    else:
        rows = [
            (str(number), shell.text(f"chat.permissions.{rule.access}"), single_line(rule.path))
            for number, rule in enumerate(rules, 1)
        ]
        for line in align_columns(rows):
            shell.say(line)
        shell.say(shell.styled(shell.text("chat.permissions.foot"), "dim"))
    return OK
