"""`inkwright settings`: list every setting with its value and origin."""

from dataclasses import dataclass

from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import OK
from inkwright.cli.json_output import print_json
from inkwright.cli.options import add_json_flag
from inkwright.cli.shell import Shell
from inkwright.usecases.trust import showable


@dataclass(frozen=True, slots=True)
class SettingsOptions:
    """Options of `inkwright settings`."""

    json: bool = False


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(SettingsOptions)
    add_json_flag(parser)


def run(options: SettingsOptions, shell: Shell) -> int:
    rows = [(item.setting.name, showable(str(item.value)), item.origin) for item in shell.settings.all()]
    if options.json:
        listed = [{"name": name, "value": value, "origin": origin.code} for name, value, origin in rows]
        print_json(shell, {"home": str(shell.settings.home), "settings": listed})
        return OK
    shell.say(shell.labelled(shell.text("settings.home"), shell.settings.home) + "\n")
    names = max(len(name) for name, _, _ in rows)
    values = max(len(value) for _, value, _ in rows)
    for name, value, origin in rows:
        shell.say(f"{shell.styled(f'{name:<{names}}', 'bold')}  {value:<{values}}  ← {origin.text(shell.language)}")
        shell.say(shell.styled(f"{'':<{names}}  {shell.text(f'settings.{name}')}", "dim"))
    return OK
