"""The names of the chat's `/` commands and their completions; cheap to import."""

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from inkwright.agent.deliverables import DELIVERABLES
from inkwright.cli.terminal.completion import WordSource, workspace_files
from inkwright.cli.terminal.slash_commands import CommandCompleter, NextStep, SlashCommand, SlashCommands

RunAction = Callable[[str, str], Awaitable[NextStep]]
"""Carries out a command: its name, and what stands behind it."""

COMMAND_NAMES: Final = (
    "block",
    "export",
    "files",
    "history",
    "make",
    "model",
    "new",
    "project",
    "retry",
    "show",
    "undo",
)
_MAX_COMPLETIONS: Final = 100


def add_chat_commands(commands: SlashCommands, do: RunAction, workspace: Path, projects: WordSource = tuple) -> None:
    """Make the commands of a talk known; `projects` are the names that `/project` completes."""
    completing: dict[str, CommandCompleter] = {
        "make": partial(_complete_make, workspace),
        "project": lambda _typed: projects(),
    }
    for name in COMMAND_NAMES:
        run = partial(do, name)
        complete = completing.get(name)
        key = f"chat.command.{name}"
        commands.add(SlashCommand(name, key, run, complete) if complete else SlashCommand(name, key, run))


def _complete_make(workspace: Path, typed: str) -> Iterable[str]:
    """`slides`, then a file of the workspace."""
    thing, space, name = typed.partition(" ")
    if not space:
        return tuple(DELIVERABLES)
    return (f"{thing} {file}" for file in islice(workspace_files(workspace, name), _MAX_COMPLETIONS))
