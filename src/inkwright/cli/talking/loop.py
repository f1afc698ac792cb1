"""A talk at a terminal: the prompt is there at once, and everything heavy is loaded while the person types."""

import argparse
import asyncio
import contextlib
import os
import sys
from collections.abc import Awaitable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

from prompt_toolkit.application import get_app_session, run_in_terminal
from prompt_toolkit.input.typeahead import store_typeahead
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyPress

from inkwright.cli.shell import OK, Shell
from inkwright.cli.talking.background import in_background
from inkwright.cli.talking.commands import add_commands
from inkwright.cli.talking.interrupts import Interrupts
from inkwright.cli.talking.status import Status
from inkwright.cli.talking.welcome import farewell, welcome
from inkwright.cli.talking.widths import fitted
from inkwright.cli.terminal.commands import Commands, Next, is_command
from inkwright.cli.terminal.completion import TalkCompleter
from inkwright.cli.terminal.input import Prompt
from inkwright.cli.terminal.keys import unseen_keys
from inkwright.cli.terminal.pictures import Canvas, ask_terminal, named_way
from inkwright.errors import InkwrightError
from inkwright.i18n import error_text
from inkwright.settings import PICTURES

if TYPE_CHECKING:
    from inkwright.cli.talking.talk import Talk

_PATIENCE: Final = 0.4
"""After so many seconds of waiting for what is being loaded, the person is told."""


async def talk_at_terminal(arguments: argparse.Namespace, shell: Shell) -> int:
    """Talk until the person leaves. A conversation or files that were named are looked at before the first prompt."""
    async with contextlib.AsyncExitStack() as stack:
        stack.enter_context(unseen_keys(shell.stdin))
        room = _TalkRoom(shell, stack.enter_context(Interrupts(leaves=False)), _canvas_of(shell))
        opening = asyncio.create_task(room.open(arguments, stack))
        stack.push_async_callback(_given_up, opening)
        if arguments.conversation or arguments.sources or arguments.project:
            await opening
        welcome(shell, Path(arguments.output), room.status.conversation)
        await room.talk(opening)
        farewell(shell, room.conversation_id)
    return OK


class _TalkRoom:
    """The prompt, its commands and the status line, around a talk that may still be opening."""

    def __init__(self, shell: Shell, interrupts: Interrupts, canvas: Canvas | None) -> None:
        self._shell = shell
        self._canvas = canvas
        self._interrupts = interrupts
        self._talk: Talk | None = None
        self.status = Status(shell.language)

    @property
    def conversation_id(self) -> str:
        """The conversation, if anything was said in it."""
        return self._talk.conversation_id if self._talk and self.status.conversation else ""

    async def open(self, arguments: argparse.Namespace, stack: contextlib.AsyncExitStack) -> ModuleType:
        """Load what is heavy, open the store and the models, and tell which they are."""
        loaded = await in_background(_load)
        self._talk = await loaded.open_talk(stack, self._shell, arguments, self._interrupts, self.status)
        self._talk.canvas = self._canvas
        notes: list[str] = []
        await self._talk.brains.open(notes.append)
        if problem := self._talk.brains.problem:
            notes += error_text(self._shell.language, problem)
        await run_in_terminal(lambda: self._say(notes))
        return loaded

    async def talk(self, opening: "asyncio.Task[ModuleType]") -> None:
        """Read, and do what was typed, until the person leaves."""
        commands = Commands(self._shell.language, self._shell.say)

        async def do(name: str, typed: str) -> Next:
            loaded = await self._opened(opening)
            done: Next = await loaded.do(self._talk, name, typed)
            return done

        async def send(message: str) -> Next:
            await self._opened(opening)
            assert self._talk is not None, "what is open is there"  # noqa: S101
            await self._talk.send(message)
            return "stay"

        add_commands(commands, do, Path.cwd(), lambda: self._talk.projects.names if self._talk else ())
        home, language = self._shell.settings.home, self._shell.language
        completer = TalkCompleter(commands, Path.cwd(), lambda: self._talk.projects.words if self._talk else ())
        prompt = Prompt(home, language, completer=completer, status=self.status.line)
        while (line := await prompt.read(self._take_draft())) is not None:
            work = commands.run(line) if is_command(line) else send(line)
            if await self._interrupts.run(self._told(work, opening)) == "leave":
                break

    async def _opened(self, opening: "asyncio.Task[ModuleType]") -> ModuleType:
        done, _ = await asyncio.wait([opening], timeout=_PATIENCE)
        if not done:
            self._say([self._shell.text("chat.opening")])
        return await asyncio.shield(opening)

    async def _told(self, work: Awaitable[Next], opening: "asyncio.Task[ModuleType]") -> Next:
        """Do it; what goes wrong is told, and the talk goes on, unless there is none to go on with."""
        try:
            return await work
        except InkwrightError as error:
            if opening.done() and opening.exception() is error:
                raise
            what, todo = error_text(self._shell.language, error)
            for line in filter(None, (f"{self._shell.text('cli.error')}: {what}", todo)):
                print(fitted(self._shell, line), file=sys.stderr)
            return "stay"

    def _take_draft(self) -> str:
        if self._talk is None:
            return ""
        draft, self._talk.draft = self._talk.draft, ""
        return draft

    def _say(self, notes: list[str]) -> None:
        for note in notes:
            self._shell.say(self._shell.styled(fitted(self._shell, note), "dim"))


def _canvas_of(shell: Shell) -> Canvas | None:
    """Where pictures are shown, if the person wants them and the terminal says that it shows them."""
    way = named_way(os.environ) if shell.settings.get(PICTURES) == "auto" else None
    if way is None:
        return None
    asked = ask_terminal(way, shell.stdin, shell.out)
    typed: list[KeyPress] = []
    Vt100Parser(typed.append).feed(asked.typed.decode("utf-8", "replace"))
    store_typeahead(get_app_session().input, typed)
    return Canvas(shell.out, asked.way) if asked.way else None


def _load() -> ModuleType:
    from inkwright.cli.talking import opening  # noqa: PLC0415 - brings the engine, the store and the makers of files

    return opening


async def _given_up(opening: "asyncio.Task[ModuleType]") -> None:
    """Whoever leaves does not wait for what is still being opened."""
    opening.cancel()
    await asyncio.wait([opening])
