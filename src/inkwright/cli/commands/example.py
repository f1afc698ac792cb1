"""`inkwright example`: run the program with scripted model replies; no key or network needed."""

import argparse
import difflib
import json
import sys

from inkwright.cli.output import wrap_to_terminal
from inkwright.cli.shell import OK, USAGE, CommandParser, Shell
from inkwright.cli.terminal.columns import width
from inkwright.errors import InvalidOption
from inkwright.examples.script import EXAMPLE_NAMES, load_example
from inkwright.i18n import text
from inkwright.settings import AGENT_UNIFIED_ENABLED


def add_arguments(parser: CommandParser) -> None:
    say = parser.language
    parser.add_argument("name", metavar="NAME", nargs="?", help=text(say, "example.name"))
    parser.add_argument("-o", "--output", metavar="DIR", default=".", help=text(say, "write.output"))
    parser.add_argument("--fast", action="store_true", help=text(say, "example.fast"))
    parser.add_argument("--yes", action="store_true", help=text(say, "example.yes"))
    parser.add_argument("--json", action="store_true", help=text(say, "make.json"))
    parser.add_argument("--quiet", action="store_true", help=text(say, "write.quiet"))
    parser.set_defaults(sources=[])


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    if arguments.name is None:
        return _list_examples(arguments, shell)
    if arguments.name not in EXAMPLE_NAMES:
        print(_unknown_example(arguments.name, shell), file=sys.stderr)
        return USAGE
    if not shell.settings.get(AGENT_UNIFIED_ENABLED):
        raise InvalidOption(option=AGENT_UNIFIED_ENABLED.name, value="off", allowed=shell.text("make.switched_off"))
    print_script_notice(arguments, shell)
    from inkwright.cli.example_player import play_example_in_store  # noqa: PLC0415 - brings the engine and the store

    return play_example_in_store(arguments, shell)


def print_script_notice(arguments: argparse.Namespace, shell: Shell) -> None:
    """The first line, there before anything heavy is loaded."""
    told = shell.text("example.scripted_first", title=load_example(arguments.name, shell.language).title)
    if arguments.json:
        shell.say(json.dumps({"example": arguments.name, "is_scripted": True, "says": told}, ensure_ascii=False))
    elif arguments.quiet:
        print(told, file=sys.stderr)
    else:
        shell.say(shell.styled(wrap_to_terminal(shell, told), "yellow"))
    shell.out.flush()


def _list_examples(arguments: argparse.Namespace, shell: Shell) -> int:
    known = {name: load_example(name, shell.language) for name in EXAMPLE_NAMES}
    if arguments.json:
        told = [{"name": name, "title": example.title, "about": example.about} for name, example in known.items()]
        shell.say(json.dumps(told, ensure_ascii=False, indent=2))
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
