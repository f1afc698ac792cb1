"""What a talk says first and last: what can be made, and how to come back."""

from pathlib import Path
from typing import Final

from inkwright.cli.columns import aligned
from inkwright.cli.shell import Shell
from inkwright.cli.talking.widths import fitted

_LETTERS: Final = len("conv_") + 12


def welcome(shell: Shell, folder: Path, going_on: str = "") -> None:
    """One screen: what can be made, with lines to type."""
    shell.say(shell.styled(fitted(shell, shell.text("chat.welcome.title")), "bold"))
    shell.say(fitted(shell, shell.text("chat.welcome.what")))
    shell.say()
    typed = {
        "ask": shell.text("chat.welcome.ask.type"),
        "make": "/make slides notes.md",
        "model": shell.text("chat.welcome.model.type"),
        "help": "/help",
    }
    rows = [(f"  {line}", shell.text(f"chat.welcome.{key}")) for key, line in typed.items()]
    for line in aligned(rows):
        shell.say(fitted(shell, line, "      "))
    shell.say()
    shell.say(shell.styled(fitted(shell, shell.text("chat.welcome.files", folder=folder.resolve())), "dim"))
    if going_on:
        shell.say(fitted(shell, shell.text("chat.going_on", title=going_on)))


def farewell(shell: Shell, conversation_id: str) -> None:
    """How to go on another time, if there is something to go on with."""
    if conversation_id:
        shell.say(shell.styled(fitted(shell, shell.text("chat.farewell", id=conversation_id[:_LETTERS])), "dim"))
