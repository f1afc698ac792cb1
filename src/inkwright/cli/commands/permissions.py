"""`inkwright permissions`: list and revoke access to files outside the workspace."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import OK
from inkwright.cli.options import add_json_flag
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.columns import align_columns, single_line
from inkwright.errors import NotFound
from inkwright.usecases.permission_rules import PermissionRule, PermissionRules


@dataclass(frozen=True, slots=True)
class PermissionsListOptions:
    """Options of `inkwright permissions list`."""

    json: bool = False


@dataclass(frozen=True, slots=True)
class PermissionRemoveOptions:
    """Options of `inkwright permissions remove`."""

    number: int
    json: bool = False


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(PermissionsListOptions)
    add_json_flag(parser)
    actions = parser.add_actions("chat.permissions")
    actions.add("list", PermissionsListOptions, has_json=True)
    remove = actions.add("remove", PermissionRemoveOptions, has_json=True)
    remove.add_argument("number", metavar="N", type=int, help=parser.text("chat.permissions.number"))


def run(options: PermissionsListOptions | PermissionRemoveOptions, shell: Shell) -> int:
    permissions = PermissionRules(shell.settings.home, Path.cwd())
    if isinstance(options, PermissionRemoveOptions):
        _remove(options, shell, permissions)
    else:
        _list(options, shell, permissions.rules())
    return OK


def _remove(options: PermissionRemoveOptions, shell: Shell, permissions: PermissionRules) -> None:
    rules = permissions.rules()
    if not 1 <= options.number <= len(rules):
        raise NotFound(what_kind=shell.text("chat.permissions.word"), id=str(options.number))
    rule = rules[options.number - 1]
    permissions.forget(rule)
    # JSON in ASCII: a path may contain bytes that are not text.
    shell.say(
        json.dumps({"removed": asdict(rule)})
        if options.json
        else shell.text("chat.permissions.removed", path=single_line(rule.path))
    )


def _list(options: PermissionsListOptions, shell: Shell, rules: Sequence[PermissionRule]) -> None:
    if options.json:
        shell.say(json.dumps([{"number": number, **asdict(rule)} for number, rule in enumerate(rules, 1)], indent=2))
        return
    if not rules:
        shell.say(shell.text("chat.permissions.none"))
        return
    rows = [
        (str(number), shell.text(f"chat.permissions.{rule.access}"), single_line(rule.path))
        for number, rule in enumerate(rules, 1)
    ]
    for line in align_columns(rows):
        shell.say(line)
    shell.say(shell.styled(shell.text("chat.permissions.foot"), "dim"))
