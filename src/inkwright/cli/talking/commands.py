"""The `/` commands of a talk by name; what they do is loaded while the person types."""

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from inkwright.cli.terminal.commands import Command, Commands, Complete, Next
from inkwright.cli.terminal.completion import Words, workspace_files

Do = Callable[[str, str], Awaitable[Next]]
"""Carries out a command: its name, and what stands behind it."""

NAMES: Final = ("block", "export", "files", "history", "make", "model", "new", "project", "retry", "show", "undo")
THINGS: Final = ("slides", "doc", "pdf", "quiz", "page")
_MOST: Final = 100


def add_commands(commands: Commands, do: Do, workspace: Path, projects: Words = tuple) -> None:
    """Make the commands of a talk known; `projects` are the names that `/project` completes."""
    completing: dict[str, Complete] = {"make": partial(_things, workspace), "project": lambda _typed: projects()}
    for name in NAMES:
        run = partial(do, name)
        complete = completing.get(name)
        key = f"chat.command.{name}"
        commands.add(Command(name, key, run, complete) if complete else Command(name, key, run))


def _things(workspace: Path, typed: str) -> Iterable[str]:
    """`slides`, then a file of the workspace."""
    thing, space, name = typed.partition(" ")
    if not space:
        return THINGS
    return (f"{thing} {file}" for file in islice(workspace_files(workspace, name), _MOST))
