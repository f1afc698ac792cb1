"""A chat at a terminal: the prompt appears at once, and heavy modules load while the user types."""

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

from inkwright.cli.chat.command_names import add_chat_commands
from inkwright.cli.chat.status_line import StatusLine
from inkwright.cli.chat.tasks import InterruptHandler, run_in_thread
from inkwright.cli.output import wrap_to_terminal
from inkwright.cli.shell import OK, Shell
from inkwright.cli.terminal.columns import align_columns
from inkwright.cli.terminal.completion import ChatCompleter
from inkwright.cli.terminal.images import ImageOutput, detect_image_support, expected_image_protocol
from inkwright.cli.terminal.live_region import without_echo
from inkwright.cli.terminal.prompt import Prompt
from inkwright.cli.terminal.slash_commands import NextStep, SlashCommands, is_slash_command
from inkwright.errors import InkwrightError
from inkwright.i18n import error_text
from inkwright.settings import PICTURES

_ID_LENGTH: Final = len("conv_") + 12


def print_welcome(shell: Shell, folder: Path, going_on: str = "") -> None:
    """One screen: what can be made, with lines to type."""
    shell.say(shell.styled(wrap_to_terminal(shell, shell.text("chat.welcome.title")), "bold"))
    shell.say(wrap_to_terminal(shell, shell.text("chat.welcome.what")))
    shell.say()
    typed = {
        "ask": shell.text("chat.welcome.ask.type"),
        "make": "/make slides notes.md",
        "model": shell.text("chat.welcome.model.type"),
        "help": "/help",
    }
    rows = [(f"  {line}", shell.text(f"chat.welcome.{key}")) for key, line in typed.items()]
    for line in align_columns(rows):
        shell.say(wrap_to_terminal(shell, line, "      "))
    shell.say()
    shell.say(shell.styled(wrap_to_terminal(shell, shell.text("chat.welcome.files", folder=folder.resolve())), "dim"))
    if going_on:
        shell.say(wrap_to_terminal(shell, shell.text("chat.going_on", title=going_on)))


def print_farewell(shell: Shell, conversation_id: str) -> None:
    """How to go on another time, if there is something to go on with."""
    if conversation_id:
        shell.say(
            shell.styled(wrap_to_terminal(shell, shell.text("chat.farewell", id=conversation_id[:_ID_LENGTH])), "dim")
        )


if TYPE_CHECKING:
    from inkwright.cli.chat.session import ChatSession

_NOTICE_DELAY: Final = 0.4
"""After so many seconds of waiting for what is being loaded, the person is told."""


async def chat_at_terminal(arguments: argparse.Namespace, shell: Shell) -> int:
    """Talk until the person leaves. A conversation or files that were named are looked at before the first prompt."""
    async with contextlib.AsyncExitStack() as stack:
        stack.enter_context(without_echo(shell.stdin))
        room = _TerminalChat(shell, stack.enter_context(InterruptHandler(leaves=False)), _open_image_output(shell))
        opening = asyncio.create_task(room.open(arguments, stack))
        stack.push_async_callback(_cancel_opening, opening)
        if arguments.conversation or arguments.sources or arguments.project:
            await opening
        print_welcome(shell, Path(arguments.output), room.status.conversation)
        await room.talk(opening)
        print_farewell(shell, room.conversation_id)
    return OK


class _TerminalChat:
    """The prompt, its commands and the status line, around a talk that may still be opening."""

    def __init__(self, shell: Shell, interrupts: InterruptHandler, canvas: ImageOutput | None) -> None:
        self._shell = shell
        self._canvas = canvas
        self._interrupts = interrupts
        self._talk: ChatSession | None = None
        self.status = StatusLine(shell.language)

    @property
    def conversation_id(self) -> str:
        """The conversation, if anything was said in it."""
        return self._talk.conversation_id if self._talk and self.status.conversation else ""

    async def open(self, arguments: argparse.Namespace, stack: contextlib.AsyncExitStack) -> ModuleType:
        """Load what is heavy, open the store and the models, and tell which they are."""
        loaded = await run_in_thread(_load_startup)
        self._talk = await loaded.open_chat(stack, self._shell, arguments, self._interrupts, self.status)
        self._talk.canvas = self._canvas
        notes: list[str] = []
        await self._talk.brains.open(notes.append)
        if problem := self._talk.brains.problem:
            notes += error_text(self._shell.language, problem)
        await run_in_terminal(lambda: self._say(notes))
        return loaded

    async def talk(self, opening: "asyncio.Task[ModuleType]") -> None:
        """Read, and do what was typed, until the person leaves."""
        commands = SlashCommands(self._shell.language, self._shell.say)

        async def do(name: str, typed: str) -> NextStep:
            loaded = await self._opened(opening)
            done: NextStep = await loaded.run_action(self._talk, name, typed)
            return done

        async def send(message: str) -> NextStep:
            await self._opened(opening)
            assert self._talk is not None, "what is open is there"  # noqa: S101
            await self._talk.send(message)
            return "stay"

        add_chat_commands(commands, do, Path.cwd(), lambda: self._talk.projects.names if self._talk else ())
        home, language = self._shell.settings.home, self._shell.language
        completer = ChatCompleter(commands, Path.cwd(), lambda: self._talk.projects.words if self._talk else ())
        prompt = Prompt(home, language, completer=completer, status=self.status.line)
        while (line := await prompt.read(self._take_draft())) is not None:
            work = commands.run(line) if is_slash_command(line) else send(line)
            if await self._interrupts.run(self._told(work, opening)) == "leave":
                break

    async def _opened(self, opening: "asyncio.Task[ModuleType]") -> ModuleType:
        done, _ = await asyncio.wait([opening], timeout=_NOTICE_DELAY)
        if not done:
            self._say([self._shell.text("chat.opening")])
        return await asyncio.shield(opening)

    async def _told(self, work: Awaitable[NextStep], opening: "asyncio.Task[ModuleType]") -> NextStep:
        """Do it; what goes wrong is told, and the talk goes on, unless there is none to go on with."""
        try:
            return await work
        except InkwrightError as error:
            if opening.done() and opening.exception() is error:
                raise
            what, todo = error_text(self._shell.language, error)
            for line in filter(None, (f"{self._shell.text('cli.error')}: {what}", todo)):
                print(wrap_to_terminal(self._shell, line), file=sys.stderr)
            return "stay"

    def _take_draft(self) -> str:
        if self._talk is None:
            return ""
        draft, self._talk.draft = self._talk.draft, ""
        return draft

    def _say(self, notes: list[str]) -> None:
        for note in notes:
            self._shell.say(self._shell.styled(wrap_to_terminal(self._shell, note), "dim"))


def _open_image_output(shell: Shell) -> ImageOutput | None:
    """Where pictures are shown, if the person wants them and the terminal says that it shows them."""
    way = expected_image_protocol(os.environ) if shell.settings.get(PICTURES) == "auto" else None
    if way is None:
        return None
    asked = detect_image_support(way, shell.stdin, shell.out)
    typed: list[KeyPress] = []
    Vt100Parser(typed.append).feed(asked.typed.decode("utf-8", "replace"))
    store_typeahead(get_app_session().input, typed)
    return ImageOutput(shell.out, asked.way) if asked.way else None


def _load_startup() -> ModuleType:
    from inkwright.cli.chat import startup  # noqa: PLC0415 - brings the engine, the store and the makers of files

    return startup


async def _cancel_opening(opening: "asyncio.Task[ModuleType]") -> None:
    """Whoever leaves does not wait for what is still being opened."""
    opening.cancel()
    await asyncio.wait([opening])
