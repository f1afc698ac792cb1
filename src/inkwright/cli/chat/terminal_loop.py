"""A chat at a terminal: the prompt appears at once, and heavy modules load while the user types."""

import asyncio
import contextlib
import os
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
from inkwright.cli.commands.chat import ChatOptions
from inkwright.cli.exit_codes import INTERRUPTED, OK
from inkwright.cli.output import print_error, wrap_to_terminal
from inkwright.cli.shell import Shell, printable
from inkwright.cli.terminal.columns import align_columns
from inkwright.cli.terminal.completion import ChatCompleter
from inkwright.cli.terminal.images import ImageOutput, detect_image_support, expected_image_protocol
from inkwright.cli.terminal.live_region import without_echo
from inkwright.cli.terminal.message_queue import MessageQueue
from inkwright.cli.terminal.prompt import PROMPT, Prompt
from inkwright.cli.terminal.slash_commands import NextStep, SlashCommands, is_slash_command
from inkwright.cli.termination import must_end
from inkwright.errors import InkwrightError
from inkwright.i18n import error_text
from inkwright.settings import PICTURES

_ID_LENGTH: Final = len("conv_") + 16


def print_welcome(shell: Shell, folder: Path, conversation: str = "") -> None:
    """Print what can be made, with examples to type, and the title of a conversation that is continued."""
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
    if conversation:
        shell.say(wrap_to_terminal(shell, shell.text("chat.going_on", title=conversation)))


def print_farewell(shell: Shell, conversation_id: str) -> None:
    """Print how to continue the conversation later, if there is one."""
    if conversation_id:
        shell.say(
            shell.styled(wrap_to_terminal(shell, shell.text("chat.farewell", id=conversation_id[:_ID_LENGTH])), "dim")
        )


if TYPE_CHECKING:
    from inkwright.cli.chat.startup import OpenSession

_NOTICE_DELAY: Final = 0.4
"""Seconds of waiting for imports after which a notice is printed."""


async def chat_at_terminal(options: ChatOptions, shell: Shell) -> int:
    """Chat until the user leaves. A given conversation, project or file is opened before the first prompt."""
    async with contextlib.AsyncExitStack() as stack:
        stack.enter_context(without_echo(shell.stdin))
        chat = _TerminalChat(shell, stack.enter_context(InterruptHandler(leaves=False)), _open_image_output(shell))
        opening = asyncio.create_task(chat.open(options, stack))
        stack.push_async_callback(_cancel_opening, opening)
        if options.conversation or options.continues or options.sources or options.project:
            await opening
        print_welcome(shell, options.output, chat.status.conversation)
        await chat.show_recent()
        await chat.run(opening)
        print_farewell(shell, chat.conversation_id)
    return INTERRUPTED if must_end() else OK


class _TerminalChat:
    """The prompt, its commands and the status line, for a session that may still be opening."""

    def __init__(self, shell: Shell, interrupts: InterruptHandler, images: ImageOutput | None) -> None:
        self._shell = shell
        self._images = images
        self._interrupts = interrupts
        self._session: OpenSession | None = None
        self.status = StatusLine(shell.language)
        self._queue = MessageQueue(shell.language, has_colour=shell.has_colour)

    @property
    def conversation_id(self) -> str:
        """The conversation, if it has messages."""
        return self._session.conversation_id if self._session and self.status.conversation else ""

    async def open(self, options: ChatOptions, stack: contextlib.AsyncExitStack) -> ModuleType:
        """Import the slow modules, open the store and the models, and print which models are used."""
        startup = await run_in_thread(_load_startup)
        session: OpenSession = await startup.open_chat(stack, self._shell, options, self._interrupts, self.status)
        self._session, session.images, session.queue = session, self._images, self._queue
        notes: list[str] = []
        await session.models.open(notes.append)
        if problem := session.models.problem:
            notes += error_text(self._shell.language, problem)
        await run_in_terminal(lambda: self._say(notes))
        return startup

    async def show_recent(self) -> None:
        """Print the last part of a conversation that is continued."""
        if self._session is not None and self.conversation_id:
            await self._session.show_recent()

    async def run(self, opening: "asyncio.Task[ModuleType]") -> None:
        """Read and process input until the user leaves."""
        commands = SlashCommands(self._shell.language, self._shell.say)

        async def run_action(name: str, typed: str) -> NextStep:
            startup = await self._wait_until_open(opening)
            step: NextStep = await startup.run_action(self._session, name, typed)
            return step

        async def send(message: str) -> NextStep:
            await self._wait_until_open(opening)
            assert self._session is not None, "an open chat has a session"  # noqa: S101
            await self._session.send(message)
            return "stay"

        add_chat_commands(
            commands, run_action, Path.cwd(), lambda: self._session.projects.names if self._session else ()
        )
        home, language = self._shell.settings.home, self._shell.language
        completer = ChatCompleter(commands, Path.cwd(), lambda: self._session.projects.words if self._session else ())
        prompt = Prompt(home, language, completer=completer, status=self.status.line)
        while (line := await self._next_line(prompt)) is not None:
            work = commands.run(line) if is_slash_command(line) else send(line)
            stopped = self._interrupts.count
            if await self._interrupts.run(self._report_errors(work, opening)) == "leave" or must_end():
                break
            if self._session and (self._session.draft or self._interrupts.count > stopped):
                self._session.draft = "\n".join(filter(None, (self._session.draft, self._queue.take_all())))

    async def _next_line(self, prompt: Prompt) -> str | None:
        """Return the next message: one that was typed while a turn ran, or what the person types now."""
        waiting = self._queue.take()
        if waiting is None:
            return await prompt.read(self._take_draft())
        prompt.remember(waiting)
        self._shell.say(self._shell.styled(PROMPT, "cyan") + printable(waiting))
        return waiting

    async def _wait_until_open(self, opening: "asyncio.Task[ModuleType]") -> ModuleType:
        done, _ = await asyncio.wait([opening], timeout=_NOTICE_DELAY)
        if not done:
            self._say([self._shell.text("chat.opening")])
        return await asyncio.shield(opening)

    async def _report_errors(self, work: Awaitable[NextStep], opening: "asyncio.Task[ModuleType]") -> NextStep:
        """Do the work. An error is reported and the chat continues, unless the session could not be opened."""
        try:
            return await work
        except InkwrightError as error:
            if opening.done() and opening.exception() is error:
                raise
            print_error(self._shell, error)
            return "stay"

    def _take_draft(self) -> str:
        if self._session is None:
            return ""
        draft, self._session.draft = self._session.draft, ""
        return draft or self._queue.take_draft()

    def _say(self, notes: list[str]) -> None:
        for note in notes:
            self._shell.say(self._shell.styled(wrap_to_terminal(self._shell, note), "dim"))


def _open_image_output(shell: Shell) -> ImageOutput | None:
    """Return where pictures are shown; None if the setting is off or the terminal does not support them."""
    protocol = expected_image_protocol(os.environ) if shell.settings.get(PICTURES) == "auto" else None
    if protocol is None:
        return None
    support = detect_image_support(protocol, shell.stdin, shell.out)
    typed: list[KeyPress] = []
    Vt100Parser(typed.append).feed(support.typed.decode("utf-8", "replace"))
    store_typeahead(get_app_session().input, typed)
    return ImageOutput(shell.out, support.protocol) if support.protocol else None


def _load_startup() -> ModuleType:
    from inkwright.cli.chat import startup  # noqa: PLC0415 - imports the agent, the store and the renderers

    return startup


async def _cancel_opening(opening: "asyncio.Task[ModuleType]") -> None:
    """Cancel the opening, so that leaving does not wait for it."""
    opening.cancel()
    await asyncio.wait([opening])
