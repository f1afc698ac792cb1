"""`inkwright chat`: talk in the terminal; answers, questions and files come back in the same place."""

import argparse
import asyncio

from inkwright.cli.shell import CLARIFY, PERMISSION, Parser, Shell
from inkwright.i18n import text


def add_arguments(parser: Parser) -> None:
    say = parser.language
    parser.add_argument("--conversation", metavar="ID", help=text(say, "ask.conversation"))
    parser.add_argument("--project", metavar="NAME", help=text(say, "project.flag"))
    parser.add_argument("--model", metavar="NAME", help=text(say, "chat.model"))
    told = text(say, "turns.from")
    parser.add_argument("--from", dest="sources", metavar="FILE", action="append", default=[], help=told)
    parser.add_argument("-o", "--output", metavar="DIR", default=".", help=text(say, "write.output"))
    parser.add_argument("--yes", action="store_true", help=text(say, "turns.yes"))
    parser.add_argument("--json", action="store_true", help=text(say, "make.json"))


def run(arguments: argparse.Namespace, shell: Shell) -> int:
    if (arguments.sources or arguments.output != ".") and not _permitted(arguments, shell):
        return PERMISSION
    if arguments.project is not None and not _has_project(arguments, shell):
        return CLARIFY
    if shell.stdin.isatty() and shell.out.isatty() and not arguments.json:
        from inkwright.cli.talking.loop import talk_at_terminal  # noqa: PLC0415 - prompt_toolkit is slow to import

        return asyncio.run(talk_at_terminal(arguments, shell))
    from inkwright.cli.talking.lines import talk_on_lines  # noqa: PLC0415 - brings the engine and the store

    return asyncio.run(talk_on_lines(arguments, shell))


def _permitted(arguments: argparse.Namespace, shell: Shell) -> bool:
    from inkwright.cli.turns import permitted  # noqa: PLC0415 - the prompt does not wait for what few talks need

    return permitted(arguments, shell)


def _has_project(arguments: argparse.Namespace, shell: Shell) -> bool:
    from inkwright.cli.project_flag import is_project_there  # noqa: PLC0415 - brings the store

    return is_project_there(arguments, shell)
