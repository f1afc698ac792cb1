"""`inkwright chat`: chat in the terminal or over a pipe."""

import argparse
import asyncio

from inkwright.cli.shell import CLARIFY, PERMISSION, CommandParser, Shell
from inkwright.i18n import text


def add_arguments(parser: CommandParser) -> None:
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
    if (arguments.sources or arguments.output != ".") and not _has_permission(arguments, shell):
        return PERMISSION
    if arguments.project is not None and not _ensure_project(arguments, shell):
        return CLARIFY
    if shell.stdin.isatty() and shell.out.isatty() and not arguments.json:
        from inkwright.cli.chat.terminal_loop import chat_at_terminal  # noqa: PLC0415 - prompt_toolkit is slow to import

        return asyncio.run(chat_at_terminal(arguments, shell))
    from inkwright.cli.chat.line_loop import chat_on_lines  # noqa: PLC0415 - brings the engine and the store

    return asyncio.run(chat_on_lines(arguments, shell))


def _has_permission(arguments: argparse.Namespace, shell: Shell) -> bool:
    from inkwright.cli.turns import has_permission  # noqa: PLC0415 - the prompt does not wait for what few talks need

    return has_permission(arguments, shell)


def _ensure_project(arguments: argparse.Namespace, shell: Shell) -> bool:
    from inkwright.cli.turns import ensure_project  # noqa: PLC0415 - brings the store

    return ensure_project(arguments, shell)
