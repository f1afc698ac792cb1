"""A talk at a terminal: the prompt is there at once, and everything heavy is loaded while the person types."""

import argparse
import asyncio
import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from prompt_toolkit.application import run_in_terminal

from inkwright.cli.shell import OK, Shell
from inkwright.cli.talking.background import in_background
from inkwright.cli.talking.commands import add_commands
from inkwright.cli.talking.interrupts import Interrupts
from inkwright.cli.talking.status import Status
from inkwright.cli.talking.welcome import farewell, welcome
from inkwright.cli.terminal.commands import Commands, Next, is_command
from inkwright.cli.terminal.completion import TalkCompleter
from inkwright.cli.terminal.input import Prompt
from inkwright.errors import InkwrightError
from inkwright.i18n import error_text

if TYPE_CHECKING:
    from inkwright.cli.talking.talk import Talk

_PATIENCE: Final = 0.4
"""After so many seconds of waiting for what is being loaded, the person is told."""


async def talk_at_terminal(arguments: argparse.Namespace, shell: Shell) -> int:
    """Talk until the person leaves. A conversation or files that were named are looked at before the first prompt."""
    async with contextlib.AsyncExitStack() as stack:
        interrupts = stack.enter_context(Interrupts(leaves=False))
        room = _TalkRoom(arguments, shell, interrupts, stack)
        opening = asyncio.create_task(room.open())
        stack.push_async_callback(_given_up, opening)
        if arguments.conversation or arguments.sources:
            await opening
        welcome(shell, Path(arguments.output), room.status.conversation)
        await room.talk(opening)
        farewell(shell, room.conversation_id)
    return OK


class _TalkRoom:
    """The prompt, its commands and the status line, around a talk that may still be opening."""

    def __init__(
        self, arguments: argparse.Namespace, shell: Shell, interrupts: Interrupts, stack: contextlib.AsyncExitStack
    ) -> None:
        self._arguments = arguments
        self._shell = shell
        self._interrupts = interrupts
        self._stack = stack
        self._talk: Talk | None = None
        self._opening: asyncio.Task[Talk] | None = None
        self.status = Status(shell.language)

    @property
    def conversation_id(self) -> str:
        """The conversation, if anything was said in it."""
        return self._talk.conversation_id if self._talk and self.status.conversation else ""

    async def open(self) -> "Talk":
        """Load what is heavy, open the store and the models, and tell which they are."""
        loaded = await in_background(_load)
        self._talk = await loaded.open_talk(
            self._stack, self._shell, self._arguments, self._interrupts, self.status
        )
        notes: list[str] = []
        await self._talk.brains.open(notes.append)
        if problem := self._talk.brains.problem:
            notes += error_text(self._shell.language, problem)
        await run_in_terminal(lambda: [self._shell.say(self._shell.styled(note, "dim")) for note in notes])
        return self._talk

    async def talk(self, opening: "asyncio.Task[Talk]") -> None:
        """Read, and do what was typed, until the person leaves."""
        self._opening = opening
        commands = Commands(self._shell.language, self._shell.say)
        add_commands(commands, self._do, Path.cwd())
        completer = TalkCompleter(commands, Path.cwd())
        home, language = self._shell.settings.home, self._shell.language
        prompt = Prompt(home, language, completer=completer, status=self.status.line)
        draft = ""
        while (line := await prompt.read(draft)) is not None:
            work = commands.run(line) if is_command(line) else self._send(line)
            if await self._interrupts.run(self._told(work)) == "leave":
                break
            draft, self._talk_draft = self._talk_draft, ""
