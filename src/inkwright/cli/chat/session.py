"""An open chat session: its conversation, and how a message becomes a turn."""

import asyncio
import contextlib
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from inkwright.agent.router import CHAT_ROUTE
from inkwright.agent.services import TurnServices
from inkwright.agent.tasks import running_task
from inkwright.agent.tools import AgentTool
from inkwright.cli.chat.made_files import ChatFiles
from inkwright.cli.chat.model_selection import ChatModels
from inkwright.cli.chat.project_context import ProjectContext
from inkwright.cli.chat.tasks import InterruptHandler
from inkwright.cli.exit_codes import FAILED, OK, turn_exit_code
from inkwright.cli.file_permissions import request_access
from inkwright.cli.options import ConsentOptions
from inkwright.cli.output import instructions_note, wrap_to_terminal
from inkwright.cli.shell import Shell, printable
from inkwright.cli.terminal.columns import single_line
from inkwright.cli.terminal.event_lines import FileCard
from inkwright.cli.terminal.images import ImageOutput
from inkwright.cli.terminal.message_queue import MessageQueue
from inkwright.cli.terminal.turn_views import ChatTurnView, open_chat_view
from inkwright.cli.typed_files import folder_files, nested_files, typed_files
from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.turns import (
    ArtifactRef,
    ConversationFile,
    Delivered,
    Failed,
    Outcome,
    TurnState,
    TurnUsage,
)
from inkwright.errors import NotFound
from inkwright.extensions import load_extensions
from inkwright.llm.models import Model
from inkwright.settings import AGENT_UNIFIED_ENABLED, TOOLS_OFF
from inkwright.tools.registry import all_tools
from inkwright.usecases.ask_loop import AnswerAsk, LocalDoor, TurnEnd, run_answering
from inkwright.usecases.attachments import attach_files, known_files, made_names
from inkwright.usecases.conversations import match_conversations
from inkwright.usecases.deliveries import mark_delivered
from inkwright.usecases.library import document_names
from inkwright.usecases.models import TierModels
from inkwright.usecases.preferences import standing_instructions
from inkwright.usecases.quiz_files import QUIZ_KIND
from inkwright.usecases.store import LOCAL_OWNER, Store
from inkwright.usecases.turns import answer_ask, cancel_turn, limits_from_settings, send_message

_RECENT_MESSAGES: Final = 4
_RECENT_LINES: Final = 6
StartTurn = Callable[[TurnServices], Awaitable[Outcome]]


class _StoppedEarly(Exception):
    """The user stopped a turn before it began."""


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """Where files are saved, who answers questions, and what is printed."""

    folder: Path
    answer: AnswerAsk
    consent: ConsentOptions
    is_json: bool = False


class ChatSession:
    """One conversation after the other, over one store.

    `draft` is the initial text of the next prompt, `exit_code` the code of the last turn, and `images` where pictures
    are shown, if the terminal supports them. `queue` takes what is typed while a turn runs.
    """

    def __init__(
        self, shell: Shell, store: Store, models: ChatModels, interrupts: InterruptHandler, options: SessionOptions
    ) -> None:
        self.shell = shell
        self.store = store
        self.models = models
        self.files = ChatFiles(store, options.folder, shell.settings.home)
        self.status = models.status
        self.projects = ProjectContext(shell, store, self.status)
        self.images: ImageOutput | None = None
        self.queue: MessageQueue | None = None
        self.draft = ""
        self.exit_code = OK
        self.conversation_id = store.ids.new("conv")
        self._interrupts = interrupts
        self._options = options
        self._has_told_instructions = False
        self.mcp_tools: Sequence[AgentTool] = ()
        self.tools_off: set[str] = {*shell.settings.get(TOOLS_OFF)}
        self._spent: dict[str, TurnUsage] = {}
        self._pending: list[ConversationFile] = []

    # The conversation.

    async def open_conversation(self, written_id: str) -> str:
        """Continue a conversation, given by its id or the beginning of it; return its title."""
        matches = await match_conversations(self.store, written_id, owner=LOCAL_OWNER)
        if len(matches) != 1:
            raise NotFound(what_kind=self.shell.text("history.word"), id=written_id)
        self.start_conversation(matches[0].id, single_line(matches[0].title))
        await self.projects.enter(await self.store.projects.of(self.conversation_id, owner=LOCAL_OWNER))
        for turn in await self.store.conversations.turns(self.conversation_id, owner=LOCAL_OWNER):
            self._count(turn)
        self.status.files |= {artifact.id for artifact in await self.files.made(self.conversation_id)}
        return self.status.conversation

    def start_conversation(self, conversation_id: str = "", title: str = "") -> None:
        """Switch to another conversation, by default a new one, and reset the counts of the status line."""
        self.conversation_id = conversation_id or self.store.ids.new("conv")
        self._spent.clear()
        self._pending.clear()
        self.status.reset(title)

    async def show_recent(self) -> None:
        """Print the last messages of the conversation, each with its first lines."""
        messages = self.store.conversations.latest_messages
        for message in await messages(self.conversation_id, owner=LOCAL_OWNER, limit=_RECENT_MESSAGES):
            mark = "❯ " if message.role == "user" else "  "
            lines = [printable(line) for line in message.text.strip().splitlines() if line.strip()]
            more = ["…"] if len(lines) > _RECENT_LINES else []
            for line in [*lines[:_RECENT_LINES], *more]:
                self.note(f"{mark}{line}")
                mark = "  "

    async def last_turn(self) -> TurnState | None:
        """Return the latest turn of the conversation."""
        turns = await self.store.conversations.latest_turns(self.conversation_id, owner=LOCAL_OWNER, limit=1)
        return turns[0] if turns else None

    async def open_ask(self) -> Ask | None:
        """Return the ask that the latest turn waits for."""
        turn = await self.last_turn()
        if turn is None or turn.status != "waiting" or turn.ask_id is None:
            return None
        return await self.store.asks.get(turn.ask_id, owner=LOCAL_OWNER)

    # A message.

    async def send(self, message: str) -> None:
        """Run a turn for a message, with the files and blocks that it mentions.

        If one of them is not available, nothing is sent and the message returns to the prompt.
        """
        self.draft = message
        self.shell = self.shell.speaking_to(message)
        self.status.language = self.shell.language
        tiers = await self.models.ready(self.note)
        known = await self.known_files()
        names = [*(each.name for each in known), *await document_names(self.store.library, owner=LOCAL_OWNER)]
        message = await self.projects.clear(message, names, self._options.answer)
        blocks = await self.projects.attach(self.conversation_id, message, names)
        files = await self.attach([*typed_files(message, names), *nested_files(message, Path.cwd(), names)])
        await self._attach_from_folder(message, [*known, *files])
        attached, self._pending = [*self._pending, *blocks, *files], []
        self.draft = ""
        route = None if self.shell.settings.get(AGENT_UNIFIED_ENABLED) else CHAT_ROUTE
        conversation_id = self.conversation_id
        await self.run_turn(
            lambda services: send_message(
                services, message, route, owner=LOCAL_OWNER, conversation_id=conversation_id, attached=attached
            ),
            tiers=tiers,
        )

    async def known_files(self) -> list[ConversationFile]:
        """Return the files of the conversation, with the ones that wait for the next message."""
        known = await known_files(self.store.conversations, self.conversation_id, owner=LOCAL_OWNER)
        return [*known, *self._pending]

    async def attach(self, paths: Sequence[Path]) -> list[ConversationFile]:
        """Attach files that the user named to the conversation."""
        return await attach_files(
            self.store.attachments,
            self.conversation_id,
            paths,
            owner=LOCAL_OWNER,
            language=self.shell.language,
            known=await self.known_files(),
        )

    async def _attach_from_folder(self, message: str, known: Sequence[ConversationFile]) -> None:
        """Attach the files of this folder that the message may mean; the turn decides whether it does."""
        made = await made_names(self.store.conversations, self.conversation_id, owner=LOCAL_OWNER)
        if found := folder_files(message, Path.cwd(), known, made):
            await self.attach(found)

    async def attach_to_next(self, paths: Sequence[Path]) -> None:
        """Attach files that come with the next message."""
        self._pending += await self.attach(paths)

    async def may_write(self, path: Path) -> bool:
        """Whether this path may be written."""
        return await request_access([("write", path)], self.shell, self._access)

    async def run_turn(
        self, start: StartTurn, *, tiers: TierModels | None = None, model: Model | None = None
    ) -> Outcome | None:
        """Run a turn with its questions and files; return None if it was stopped before it began."""
        view = open_chat_view(self.shell, is_json=self._options.is_json, queue=self.queue)
        services = self._services(view, tiers, model)
        if not await self.projects.claim(self.conversation_id):
            self.note(self.shell.text("chat.project.gone"))

        async def answer(ask: Ask) -> Answer | None:
            return await self._options.answer(view.without_shown_title(ask))

        async def run_step(step: Awaitable[Outcome]) -> Outcome:
            return await self._run_step(view, step)

        end: TurnEnd | None = None
        with contextlib.suppress(_StoppedEarly):
            end = await run_answering(LocalDoor(services), start(services), answer, run_step=run_step)
        await self._conclude(view, end)
        return end.outcome if end else None

    async def give_answer(self, ask: Ask, answer: Answer) -> None:
        """Answer the open ask; its turn continues."""
        tiers = await self.models.ready(self.note)
        await self.run_turn(lambda services: answer_ask(services, ask.id, answer, owner=LOCAL_OWNER), tiers=tiers)

    async def answer(self, ask: Ask) -> Answer | None:
        """Ask a question of the chat itself; return None if no one answers."""
        return await self._options.answer(ask)

    def note(self, line: str) -> None:
        """Print a remark, on standard error if the output is JSON or not a terminal."""
        out = sys.stderr if self._options.is_json or not self.shell.out.isatty() else self.shell.out
        print(
            self.shell.styled(wrap_to_terminal(self.shell, line), "dim") if out is self.shell.out else line,
            file=out,
            flush=True,
        )

    @property
    def _access(self) -> ConsentOptions:
        """In a chat the user may be asked for access even if the output is JSON."""
        return ConsentOptions(yes=self._options.consent.yes)

    async def _run_step(self, view: ChatTurnView, step: Awaitable[Outcome]) -> Outcome:
        """Run a turn until it ends or asks. Ctrl+C cancels it; then its saved outcome is a failure."""
        task = asyncio.ensure_future(step)
        async with view.live(self.shell.stdin):
            await self._interrupts.wait_for(task, _CancelTurn(task, view))
        if not task.cancelled():
            return task.result()
        turn = await self._load_turn(view.turn_id)
        if turn is None or turn.outcome is None:
            raise _StoppedEarly
        return turn.outcome

    async def _load_turn(self, turn_id: str) -> TurnState | None:
        return await self.store.conversations.load_turn(turn_id, owner=LOCAL_OWNER) if turn_id else None

    async def _conclude(self, view: ChatTurnView, end: TurnEnd | None) -> None:
        """Save and show the files of the turn, and update the exit code and the status line."""
        if end is None:
            self.exit_code = FAILED
        else:
            await self._deliver(view, end.outcome)
            self.exit_code = turn_exit_code(end.outcome, end.open_ask.kind if end.open_ask else None)
        turn = await self._load_turn(view.turn_id)
        if turn is not None:
            self._count(turn)
            self.status.conversation = self.status.conversation or single_line(turn.message)

    async def _deliver(self, view: ChatTurnView, outcome: Outcome) -> None:
        if not isinstance(outcome, Delivered | Failed):
            return
        for artifact in await self.files.deliver(outcome.artifacts):
            view.show_file(self.files.card(artifact))
            for path in self.files.other_paths(artifact):
                if self._options.is_json:
                    view.show_file(FileCard(path.name, path.suffix.removeprefix("."), path.stat().st_size, path))
                else:
                    self.note(f"  {path}")
            if artifact.artifact_kind == QUIZ_KIND and self.shell.out.isatty():
                self.note(self.shell.text("chat.take.hint"))
            await self._show_thumbnail(artifact)
        self.status.files |= {artifact.id for artifact in outcome.artifacts}
        await mark_delivered(self.store.conversations, view.turn_id, owner=LOCAL_OWNER)

    async def _show_thumbnail(self, artifact: ArtifactRef) -> None:
        thumbnail = await self.files.thumbnail(artifact) if self.images else None
        if self.images and thumbnail:
            self.images.show(thumbnail)

    def _count(self, turn: TurnState) -> None:
        """Add the usage of a turn. One that continues after an answer, or is retried, counts once."""
        self._spent[turn.id] = turn.spent
        self.status.tokens = sum(spent.tokens for spent in self._spent.values())
        self.status.dollars = sum(spent.dollars for spent in self._spent.values())

    def _services(self, view: ChatTurnView, tiers: TierModels | None, model: Model | None) -> TurnServices:
        is_agent = self.shell.settings.get(AGENT_UNIFIED_ENABLED)
        load_extensions()
        known = [*all_tools().values(), *self.mcp_tools] if is_agent else []
        tools = [tool for tool in known if tool.name not in self.tools_off]
        serving = model or (tiers("standard") if tiers else None)
        assert serving is not None, "a turn has a model"  # noqa: S101
        limits, folder = limits_from_settings(self.shell.settings), self._options.folder
        services = self.store.turn_services(serving, tools, view.show, limits, tiers, output=folder)
        return replace(services, preferences=self._preferences(serving))

    def _preferences(self, model: Model) -> str:
        """Return the standing instructions of this folder; the first time, tell that they are used."""
        standing = standing_instructions(Path.cwd(), self.shell.settings.home)
        if standing and not self._has_told_instructions and not model.abilities.is_weak:
            self._has_told_instructions = True
            self.note(instructions_note(self.shell, standing))
        return standing.for_model() if standing else ""


class _CancelTurn:
    """Cancels a turn once, even one that has not begun. A second Ctrl+C must not disturb saving it."""

    def __init__(self, task: "asyncio.Future[Outcome]", view: ChatTurnView) -> None:
        self._task = task
        self._view = view
        self._stopping: asyncio.Future[None] | None = None

    def __call__(self) -> None:
        if self._stopping is not None:
            return
        turn_id = self._view.turn_id
        if turn_id and running_task(turn_id, LOCAL_OWNER) is not None:
            self._stopping = asyncio.ensure_future(cancel_turn(turn_id, owner=LOCAL_OWNER))
        else:
            self._task.cancel()
