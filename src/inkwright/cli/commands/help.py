"""`inkwright help`: show the help of the program, or of one command."""

from dataclasses import dataclass

from inkwright.cli.arguments import CommandParser
from inkwright.cli.command_registry import find_commands
from inkwright.cli.shell import Shell


@dataclass(frozen=True, slots=True)
class HelpOptions:
    """Options of `inkwright help`."""

    words: tuple[str, ...] = ()


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(HelpOptions)
    parser.add_argument("words", nargs="*", metavar="COMMAND", help=parser.text("help.command"))
    parser.suggest("words", find_commands())


def run(options: HelpOptions, shell: Shell) -> int:
    # The main module imports the commands.
    from inkwright.cli.main import run_command_line  # noqa: PLC0415

    return run_command_line(["--language", shell.language, *options.words, "--help"], shell.language)
