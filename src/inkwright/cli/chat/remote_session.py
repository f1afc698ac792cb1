"""A chat with a service: the same prompt, views and forms; conversations, models and files are on the service."""

import asyncio
import contextlib
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

from inkwright.agent.deliverables import DELIVERABLES
from inkwright.cli.chat.session import SessionOptions
from inkwright.cli.chat.status_line import StatusLine
from inkwright.cli.chat.tasks import InterruptHandler
from inkwright.cli.exit_codes import FAILED, OK, turn_exit_code
from inkwright.cli.output import wrap_to_terminal
from inkwright.cli.remote_turns import BeginTurn, RemoteDoor, upload_sources
from inkwright.cli.shell import Shell, printable
from inkwright.cli.terminal.columns import single_line
from inkwright.cli.terminal.event_lines import FileCard
from inkwright.cli.terminal.images import ImageOutput
from inkwright.cli.terminal.message_queue import MessageQueue
from inkwright.cli.terminal.slash_commands import NextStep
from inkwright.cli.terminal.turn_views import ChatTurnView, open_chat_view
from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.turns import Asked, Outcome
from inkwright.errors import InkwrightError, InvalidOption
from inkwright.i18n import Reason
from inkwright.remote import RemoteInkwright
from inkwright.usecases.ask_loop import TurnEnd, run_answering
from inkwright.usecases.deliveries import deliver_files

_RECENT_MESSAGES: Final = 4
_RECENT_LINES: Final = 6
_MAX_CONVERSATIONS: Final = 20


class RemoteModels:
    """The models of the service: it chooses them, so there is nothing to open here."""

    problem: InkwrightError | None = None

    def __init__(self, status: StatusLine, url: str) -> None:
        self._status = status
        self._url = url

    async def open(self, _note: Callable[[str], None]) -> None:
        """Show the address of the service where the model would be."""
        self._status.model = self._url


class RemoteProjects:
    """Nothing to complete: the projects of a service are chosen there."""

    names: Sequence[str] = ()
    words: Sequence[str] = ()


class RemoteChatSession:
    """One conversation after the other on a service. `draft`, `exit_code` and `images` are as in a local chat."""

    def __init__(
        self,
        shell: Shell,
        remote: RemoteInkwright,
        status: StatusLine,
        interrupts: InterruptHandler,
        options: SessionOptions,
    ) -> None:
        self.shell = shell
        self.remote = remote
        self.status = status
        self.models = RemoteModels(status, remote.url)
        self.projects = RemoteProjects()
        self.images: ImageOutput | None = None
        self.queue: MessageQueue | None = None
        self.draft = ""
        self.exit_code = OK
        self.conversation_id = ""
        self._interrupts = interrupts
        self._options = options
        self._pending: list[Path] = []
        self._open_ask: Ask | None = None
        self._seen = 0

    # The conversation.

    async def open_conversation(self, conversation_id: str | None, *, continues: bool = False) -> None:
        """Continue a conversation, or the newest one; without either, the next message starts one."""
        if continues and not conversation_id:
            latest = await self.remote.latest_conversations(1)
            conversation_id = latest[0]["id"] if latest else None
        if conversation_id:
            found = await self.remote.conversation(conversation_id)
            self.conversation_id = found["id"]
            self.status.reset(single_line(found["title"]))

    def start_conversation(self) -> None:
        """Let the next message start a new conversation."""
        self.conversation_id, self._open_ask = "", None
        self._pending.clear()
        self.status.reset("")

    async def show_recent(self) -> None:
        """Print the last messages of the conversation, each with its first lines."""
        messages = (await self.remote.conversation(self.conversation_id))["messages"]
        for message in messages[-_RECENT_MESSAGES:]:
            words = "\n".join(part["text"] for part in message["parts"] if part["type"] == "text")
            lines = [printable(line) for line in words.strip().splitlines() if line.strip()]
            mark = "❯ " if message["role"] == "user" else "  "
            for line in [*lines[:_RECENT_LINES], *(["…"] if len(lines) > _RECENT_LINES else [])]:
                self.note(f"{mark}{line}")
                mark = "  "

    async def open_ask(self) -> Ask | None:
        """Return the question that the last turn of this chat waits for."""
        return self._open_ask

    # A message.

    def attach_to_next(self, paths: Sequence[Path]) -> None:
        """Upload files with the next message."""
        self._pending += paths

    async def send(self, message: str, deliverables: Sequence[str] = ()) -> None:
        """Run a turn for a message, with the files that it names."""
        self.draft = message
        sources = [str(path) for path in self._pending]
        conversation_id, _ = await upload_sources(
            self.remote, sources, message, self.shell, self.conversation_id or None
        )
        self.draft, self._pending = "", []
        await self.run_turn(
            lambda: self.remote.send(message, conversation_id=conversation_id, deliverables=deliverables)
        )
        self.status.conversation = self.status.conversation or single_line(message)

    async def give_answer(self, ask: Ask, answer: Answer) -> None:
        """Answer the open ask; its turn continues."""
        await self.run_turn(lambda: self.remote.answer(ask.id, answer, self._seen))

    async def run_turn(self, begin: BeginTurn) -> Outcome | None:
        """Run a turn with its questions and files; return None if it was stopped."""
        view = open_chat_view(self.shell, is_json=self._options.is_json, queue=self.queue)
        door = RemoteDoor(self.remote, view.show)

        async def answer(ask: Ask) -> Answer | None:
            return await self._options.answer(view.without_shown_title(ask))

        async def run_step(step: Awaitable[Outcome]) -> Outcome:
            return await self._run_step(view, door, step)

        end: TurnEnd | None = None
        with contextlib.suppress(_Stopped):
            end = await run_answering(door, door.run(begin), answer, run_step=run_step)
        self.conversation_id, self._seen = door.conversation_id or self.conversation_id, door.seen
        self._open_ask = end.open_ask if end else None
        await self._conclude(view, door, end)
        return end.outcome if end else None

    def note(self, line: str) -> None:
        """Print a remark, on standard error if the output is JSON or not a terminal."""
        out = sys.stderr if self._options.is_json or not self.shell.out.isatty() else self.shell.out
        shown = self.shell.styled(wrap_to_terminal(self.shell, line), "dim") if out is self.shell.out else line
        print(shown, file=out, flush=True)

    async def _run_step(self, view: ChatTurnView, door: RemoteDoor, step: Awaitable[Outcome]) -> Outcome:
        """Follow a turn until it ends or asks. Ctrl+C cancels it on the service, which then tells its end."""
        task = asyncio.ensure_future(step)
        async with view.live(self.shell.stdin):
            await self._interrupts.wait_for(task, task.cancel)
        if not task.cancelled():
            return task.result()
        if door.outcome is None:
            raise _Stopped
        return door.outcome

    async def _conclude(self, view: ChatTurnView, door: RemoteDoor, end: TurnEnd | None) -> None:
        """Download and show the files of the turn, and update the exit code and the status line."""
        if end is None:
            self.exit_code = FAILED
            return
        self.exit_code = turn_exit_code(end.outcome, end.open_ask.kind if end.open_ask else None)
        for artifact in () if isinstance(end.outcome, Asked) else end.outcome.receipt.artifacts:
            for path in await deliver_files(door.files, artifact, self._options.folder):
                view.show_file(FileCard(path.name, path.suffix.removeprefix("."), path.stat().st_size, path))
            self.note(self.shell.text("remote.file", url=self.remote.file_url(artifact.id)))
            self.status.files.add(artifact.id)


class _Stopped(Exception):
    """The user stopped a turn before it had begun."""


async def run_remote_action(session: RemoteChatSession, name: str, typed: str) -> NextStep:
    """Run a `/` command of a chat with a service. Commands that change this machine are not available."""
    if name not in _ACTIONS:
        raise InvalidOption(option=f"/{name}", value=typed, allowed=Reason("remote.command", name=name))
    await _ACTIONS[name](session, typed)
    return "stay"


async def _start_new(session: RemoteChatSession, _typed: str) -> None:
    session.start_conversation()
    session.shell.say(session.shell.text("chat.new"))


async def _list_or_open(session: RemoteChatSession, typed: str) -> None:
    if typed:
        await session.open_conversation(typed)
        session.shell.say(session.shell.text("chat.going_on", title=session.status.conversation))
        await session.show_recent()
        return
    found = await session.remote.latest_conversations(_MAX_CONVERSATIONS)
    for row in found:
        session.shell.say(f"{row['id']}  {single_line(row['title'])}")
    if not found:
        session.shell.say(session.shell.text("chat.history.none"))


async def _retry(session: RemoteChatSession, _typed: str) -> None:
    turn_id = await session.remote.latest_turn(session.conversation_id) if session.conversation_id else None
    if turn_id is None:
        session.shell.say(session.shell.text("chat.retry.nothing"))
        return
    await session.run_turn(lambda: session.remote.retry(turn_id))


async def _make(session: RemoteChatSession, typed: str) -> None:
    deliverable, _, rest = typed.partition(" ")
    name = rest.strip().strip("\"'").removeprefix("@")
    if deliverable not in DELIVERABLES or not name:
        raise InvalidOption(option="/make", value=typed, allowed=Reason("chat.make.how"))
    session.attach_to_next([Path(name)])
    message = DELIVERABLES[deliverable].text(session.shell.language, "request", names=Path(name).name)
    await session.send(message, [deliverable])


_ACTIONS: Final[dict[str, Callable[[RemoteChatSession, str], Awaitable[None]]]] = {
    "history": _list_or_open,
    "make": _make,
    "new": _start_new,
    "retry": _retry,
}
