"""`inkwright settings`: list every setting with its value and origin."""

import argparse
import json

from inkwright.cli.shell import OK, CommandParser, Shell
from inkwright.i18n import text


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("--json", action="store_true", help=text(parser.language, "cli.flag.json"))


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    rows = [(item.setting.name, str(item.value), item.origin) for item in shell.settings.all()]
    if arguments.json:
        listed = [{"name": name, "value": value, "origin": origin.code} for name, value, origin in rows]
        shell.say(json.dumps({"home": str(shell.settings.home), "settings": listed}, ensure_ascii=False, indent=2))
        return OK
    shell.say(f"{shell.text('settings.home')}: {shell.settings.home}\n")
    names = max(len(name) for name, _, _ in rows)
    values = max(len(value) for _, value, _ in rows)
    for name, value, origin in rows:
        shell.say(f"{shell.styled(f'{name:<{names}}', 'bold')}  {value:<{values}}  ← {origin.text(shell.language)}")
        shell.say(shell.styled(f"{'':<{names}}  {shell.text(f'settings.{name}')}", "dim"))
    return OK
