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
"""Runs a command, given its name and the text after it."""

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
    "take",
    "tools",
    "undo",
)
_MAX_COMPLETIONS: Final = 100


def add_chat_commands(
    commands: SlashCommands, run_action: RunAction, workspace: Path, projects: WordSource = tuple
) -> None:
    """Register the chat commands; `projects` returns the names that `/project` completes."""
    completers: dict[str, CommandCompleter] = {
        "make": partial(_complete_make, workspace),
        "project": lambda _typed: projects(),
    }
    for name in COMMAND_NAMES:
        run = partial(run_action, name)
        complete = completers.get(name)
        key = f"chat.command.{name}"
        commands.add(SlashCommand(name, key, run, complete) if complete else SlashCommand(name, key, run))


def _complete_make(workspace: Path, typed: str) -> Iterable[str]:
    """Complete a deliverable, then a file of the workspace."""
    deliverable, space, name = typed.partition(" ")
    if not space:
        return tuple(DELIVERABLES)
    return (f"{deliverable} {file}" for file in islice(workspace_files(workspace, name), _MAX_COMPLETIONS))
