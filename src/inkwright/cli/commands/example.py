"""`inkwright example`: run the program with scripted model replies; no key or network needed."""

import difflib
from dataclasses import dataclass, field
from pathlib import Path

from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import OK, USAGE
from inkwright.cli.json_output import print_json, print_json_line
from inkwright.cli.options import ConsentOptions, OutputOptions, add_output_folder
from inkwright.cli.output import wrap_to_terminal
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.columns import width
from inkwright.errors import InvalidOption
from inkwright.examples.script import EXAMPLE_NAMES, load_example
from inkwright.i18n import Reason
from inkwright.settings import AGENT_UNIFIED_ENABLED


@dataclass(frozen=True, slots=True)
class ExampleOptions:
    """Options of `inkwright example`."""

    name: str | None = None
    output: Path = Path()
    fast: bool = False
    printing: OutputOptions = field(default_factory=OutputOptions)
    consent: ConsentOptions = field(default_factory=ConsentOptions)


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(ExampleOptions)
    parser.add_argument("name", metavar="NAME", nargs="?", help=parser.text("example.name"))
    parser.suggest("name", EXAMPLE_NAMES)
    add_output_folder(parser)
    parser.add_switch("--fast", "example.fast")
    parser.add_switch("--yes", "example.yes")
    parser.add_switch("--json", "make.json")
    parser.add_switch("--quiet", "write.quiet")


def run(options: ExampleOptions, shell: Shell) -> int:
    if options.name is None:
        return _list_examples(options, shell)
    if options.name not in EXAMPLE_NAMES:
        shell.note(_unknown_example(options.name, shell))
        return USAGE
    if not shell.settings.get(AGENT_UNIFIED_ENABLED):
        raise InvalidOption(option=AGENT_UNIFIED_ENABLED.name, value="off", allowed=Reason("make.switched_off"))
    print_script_notice(options.name, options.printing, shell)
    from inkwright.cli.example_player import play_in_store  # noqa: PLC0415 - imports the agent and the store

    return play_in_store(options.name, options, shell)


def print_script_notice(name: str, printing: OutputOptions, shell: Shell) -> None:
    """Print that the replies are scripted, before anything slow is imported."""
    notice = shell.text("example.scripted_first", title=load_example(name, shell.language).title)
    if printing.json:
        print_json_line(shell, {"example": name, "is_scripted": True, "says": notice})
    elif printing.quiet:
        shell.note(notice)
    else:
        shell.say(shell.styled(wrap_to_terminal(shell, notice), "yellow"))
    shell.out.flush()


def _list_examples(options: ExampleOptions, shell: Shell) -> int:
    known = {name: load_example(name, shell.language) for name in EXAMPLE_NAMES}
    if options.printing.json:
        print_json(
            shell,
            [{"name": name, "title": example.title, "about": example.about} for name, example in known.items()],
        )
        return OK
    shell.say(wrap_to_terminal(shell, shell.text("example.head")))
    shell.say()
    indent = " " * (4 + max(map(width, EXAMPLE_NAMES)))
    for name, example in known.items():
        shell.say(f"  {name}".ljust(len(indent)) + wrap_to_terminal(shell, example.about, indent))
    shell.say()
    shell.say(wrap_to_terminal(shell, shell.text("example.foot")))
    return OK


def _unknown_example(name: str, shell: Shell) -> str:
    near = difflib.get_close_matches(name, EXAMPLE_NAMES, n=1)
    hint = shell.text("cli.near", name=near[0]) if near else ""
    return shell.text("example.unknown", name=name, names=", ".join(EXAMPLE_NAMES), near=hint)
