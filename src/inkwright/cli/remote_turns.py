"""Turns of a service, run from a command: files are uploaded, events shown, questions answered, files downloaded."""

import asyncio
import contextlib
import os
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from inkwright.agent.streaming import ShowEvent
from inkwright.agent.tasks import finish_despite_cancel
from inkwright.artifacts.vault import ArtifactReader
from inkwright.cli.options import RemoteOptions, TurnOptions
from inkwright.cli.shell import Shell, read_bytes
from inkwright.cli.terminal.event_lines import EventLineView
from inkwright.cli.turns import LastOutcome, run_at_door
from inkwright.cli.typed_files import source_path, typed_files
from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.events import AskOpened, TurnFinished
from inkwright.conversation.turns import Outcome
from inkwright.errors import InvalidOption, ServiceFailed, UnreadableInput
from inkwright.i18n import Reason
from inkwright.llm.key_store import KeyEnvironment, checked_key
from inkwright.remote import RemoteInkwright, RemoteTurn

TOKEN_VARIABLE: Final = "INKWRIGHT_TOKEN"  # noqa: S105 - a name, not a secret
_STDIN_NAME: Final = "input.md"
BeginTurn = Callable[[], Awaitable[RemoteTurn]]


def open_remote(options: RemoteOptions, shell: Shell) -> contextlib.AbstractAsyncContextManager[RemoteInkwright]:
    """Connect to the service. Its token is in the file, the environment, or the home folder."""
    assert options.server is not None  # noqa: S101
    return RemoteInkwright.open(options.server, _token(options, shell), shell.language)


def _token(options: RemoteOptions, shell: Shell) -> str | None:
    if options.token_file is None:
        return KeyEnvironment(os.environ, shell.settings.home).get(TOKEN_VARIABLE)
    return checked_key(shell.read_input(str(options.token_file)))


def refuse_local_options(**given: str | None) -> None:
    """Refuse options that only apply to turns in this process."""
    for name, value in given.items():
        if value is not None:
            raise InvalidOption(option=f"--{name}", value=value, allowed=Reason("remote.local_option"))


async def upload_sources(
    remote: RemoteInkwright, sources: Sequence[str], message: str, shell: Shell, conversation_id: str | None = None
) -> tuple[str | None, tuple[str, ...]]:
    """Upload the given files and the ones that the message names; return their conversation and their names."""
    paths = [source_path(source) for source in sources if source != "-"] + typed_files(message, [])
    files = {path.name: await asyncio.to_thread(read_bytes, str(path)) for path in paths}
    if "-" in sources:
        written = shell.read_input(None)
        if not written.strip():
            raise UnreadableInput(name="-", problem=Reason("reason.cli.empty"))
        files[_STDIN_NAME] = written.encode()
    return await remote.attach(files, conversation_id) if files else (conversation_id, ())


async def run_remote_turn(options: TurnOptions, shell: Shell, remote: RemoteInkwright, begin: BeginTurn) -> int:
    """Run a turn on the service, save and report its files, and return the exit code."""
    printing = options.printing
    view = EventLineView(shell, is_json=printing.json, is_quiet=printing.quiet, shows_failure=False)
    last = LastOutcome(view.show)
    door = RemoteDoor(remote, last)
    return await run_at_door(options, shell, door, last, lambda: door.run(begin))


class RemoteDoor:
    """Turns of a service: each is followed to its end, and stopped there if it is stopped here."""

    def __init__(self, remote: RemoteInkwright, show: ShowEvent) -> None:
        self._remote = remote
        self._show = show
        self._asks: dict[str, Ask] = {}
        self.seen = 0
        self.conversation_id: str | None = None
        self.outcome: Outcome | None = None

    @property
    def files(self) -> ArtifactReader:
        """The files on the service."""
        return self._remote

    def file_url(self, artifact_id: str) -> str | None:
        """Return where a file is downloaded."""
        return self._remote.file_url(artifact_id)

    async def find_ask(self, ask_id: str) -> Ask | None:
        """Return a question that a turn has asked here."""
        return self._asks.get(ask_id)

    async def answer(self, ask_id: str, answer: Answer) -> Outcome:
        """Answer a question, and follow its turn until it ends or asks again."""
        return await self.run(lambda: self._remote.answer(ask_id, answer, self.seen))

    async def mark_delivered(self, turn_id: str) -> None:
        """A service keeps its files and has no folder of this machine to note."""

    async def run(self, begin: BeginTurn) -> Outcome:
        """Begin a turn and follow it. If this is cancelled, the turn is too, and its end is shown first."""
        beginning = asyncio.ensure_future(begin())
        try:
            turn = await asyncio.shield(beginning)
            return await self._follow(turn, turn.after)
        except asyncio.CancelledError:
            await finish_despite_cancel(self._stop(beginning))
            raise

    async def _stop(self, beginning: "asyncio.Future[RemoteTurn]") -> None:
        turn = await beginning
        await self._remote.cancel(turn.id)
        await self._follow(turn, self.seen)

    async def _follow(self, turn: RemoteTurn, after: int) -> Outcome:
        self.conversation_id, self.seen, self.outcome = turn.conversation_id, after, None
        async for number, event in self._remote.follow(turn.id, after):
            self.seen = number
            if isinstance(event, AskOpened):
                self._asks[event.ask.id] = event.ask
            elif isinstance(event, TurnFinished):
                self.outcome = event.outcome
            self._show(number, event)
        if self.outcome is None:
            raise ServiceFailed(url=self._remote.url, problem=Reason("remote.no_end"))
        return self.outcome
