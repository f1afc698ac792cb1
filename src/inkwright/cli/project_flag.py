"""`--project NAME`: the project is there before the turn begins, and the conversation is in it."""

import argparse
import asyncio
import shlex
import sys

from inkwright.cli.columns import one_line
from inkwright.cli.consent import can_ask, yes_or_no
from inkwright.cli.shell import Parser, Shell
from inkwright.cli.terminal.completion import mentioned
from inkwright.errors import InvalidOption
from inkwright.i18n import text
from inkwright.projects.names import kept_name
from inkwright.usecases.attach_blocks import PREFIX, attach_blocks
from inkwright.usecases.open_project import find_project, open_project, project_named
from inkwright.usecases.open_store import OWNER, Store, open_store


def add_project_argument(parser: Parser) -> None:
    """The flag itself."""
    parser.add_argument("--project", metavar="NAME", help=text(parser.language, "project.flag"))


def is_project_there(arguments: argparse.Namespace, shell: Shell) -> bool:
    """Whether the project is there now. One that is not is made when the person says so, or `--yes` does; where nobody
    can be asked, they are told how.
    """
    if arguments.project is None:
        return True
    if getattr(arguments, "conversation", None):
        raise InvalidOption(option="--project", value=arguments.project, allowed=shell.text("project.exclusive"))
    return asyncio.run(_is_there(arguments, shell))


async def _is_there(arguments: argparse.Namespace, shell: Shell) -> bool:
    async with open_store(shell.settings) as store:
        if await find_project(store.projects, arguments.project, owner=OWNER) is not None:
            return True
        name = kept_name(arguments.project, shell.language)
        if not (arguments.yes or _is_wanted(name, arguments, shell)):
            return False
        await open_project(store, name, owner=OWNER, language=shell.language)
        return True


def _is_wanted(name: str, arguments: argparse.Namespace, shell: Shell) -> bool:
    if arguments.json or not can_ask(shell):
        print(shell.text("project.needs_yes", name=name, shown=shlex.quote(name)), file=sys.stderr)
        return False
    is_wanted = yes_or_no(shell, shell.text("project.make_it", name=one_line(name)))
    if not is_wanted:
        print(shell.text("project.not_made"), file=sys.stderr)
    return bool(is_wanted)


async def join_project(
    arguments: argparse.Namespace, shell: Shell, store: Store, conversation_id: str, said: str
) -> None:
    """Begin the conversation in the project that was named, with the blocks that the message names beside it."""
    if arguments.project is None:
        return
    project = await project_named(store.projects, arguments.project, owner=OWNER, language=shell.language)
    await store.projects.place(conversation_id, project.id, owner=OWNER)
    if named := blocks_named(said):
        await attach_blocks(store, conversation_id, project, named, shell.language)


def blocks_named(message: str) -> list[str]:
    """The blocks that a message names: `@block:Introduction`, `@"block:My chapter/Introduction"`."""
    return [name.removeprefix(PREFIX) for name in mentioned(message) if name.startswith(PREFIX)]
