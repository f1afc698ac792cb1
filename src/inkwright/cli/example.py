"""`inkwright example`: the real program at work, with replies of a model that we wrote; no key, no network."""

import argparse
import difflib
import json
import sys

from inkwright.cli.columns import width
from inkwright.cli.shell import OK, USAGE, Parser, Shell
from inkwright.cli.talking.widths import fitted
from inkwright.errors import InvalidOption
from inkwright.examples.reading import NAMES, read_example
from inkwright.i18n import text
from inkwright.settings import AGENT_UNIFIED_ENABLED


def add_arguments(parser: Parser) -> None:
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
        return _list(arguments, shell)
    if arguments.name not in NAMES:
        print(_unknown(arguments.name, shell), file=sys.stderr)
        return USAGE
    if not shell.settings.get(AGENT_UNIFIED_ENABLED):
        raise InvalidOption(option=AGENT_UNIFIED_ENABLED.name, value="off", allowed=shell.text("make.switched_off"))
    say_what_is_scripted(arguments, shell)
    from inkwright.cli.example_playing import play_in_store  # noqa: PLC0415 - brings the engine and the store

    return play_in_store(arguments, shell)


def say_what_is_scripted(arguments: argparse.Namespace, shell: Shell) -> None:
    """The first line, there before anything heavy is loaded."""
    told = shell.text("example.scripted_first", title=read_example(arguments.name, shell.language).title)
    if arguments.json:
        shell.say(json.dumps({"example": arguments.name, "is_scripted": True, "says": told}, ensure_ascii=False))
    elif arguments.quiet:
        print(told, file=sys.stderr)
    else:
        shell.say(shell.styled(fitted(shell, told), "yellow"))
    shell.out.flush()


def _list(arguments: argparse.Namespace, shell: Shell) -> int:
    known = {name: read_example(name, shell.language) for name in NAMES}
    if arguments.json:
        told = [{"name": name, "title": example.title, "about": example.about} for name, example in known.items()]
        shell.say(json.dumps(told, ensure_ascii=False, indent=2))
        return OK
    shell.say(fitted(shell, shell.text("example.head")))
    shell.say()
    indent = " " * (4 + max(map(width, NAMES)))
    for name, example in known.items():
        shell.say(f"  {name}".ljust(len(indent)) + fitted(shell, example.about, indent))
    shell.say()
    shell.say(fitted(shell, shell.text("example.foot")))
    return OK


def _unknown(name: str, shell: Shell) -> str:
    near = difflib.get_close_matches(name, NAMES, n=1)
    hint = shell.text("cli.near", name=near[0]) if near else ""
    return shell.text("example.unknown", name=name, names=", ".join(NAMES), near=hint)
