"""`inkwright completion`: print the script that completes commands, options and paths in a shell."""

from dataclasses import dataclass

from inkwright.cli.arguments import CommandParser
from inkwright.cli.completion_scripts import SCRIPTS, completion_rules
from inkwright.cli.exit_codes import OK
from inkwright.cli.shell import Shell


@dataclass(frozen=True, slots=True)
class CompletionOptions:
    """Options of `inkwright completion`."""

    shell: str


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(CompletionOptions)
    parser.add_argument("shell", choices=tuple(SCRIPTS), help=parser.text("completion.shell"))


def run(options: CompletionOptions, shell: Shell) -> int:
    # The main module imports the commands.
    from inkwright.cli.main import all_parsers  # noqa: PLC0415

    shell.out.write(SCRIPTS[options.shell](completion_rules(*all_parsers(shell.language))))
    return OK
