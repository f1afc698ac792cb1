"""An open chat session: its conversation, and how a message becomes a turn."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from inkwright.agent.router import CHAT_ROUTE
from inkwright.agent.services import TurnServices
from inkwright.agent.tasks import running_task
from inkwright.cli.chat.made_files import ChatFiles
from inkwright.cli.chat.model_selection import ChatModels
from inkwright.cli.chat.project_context import ProjectContext
from inkwright.cli.chat.tasks import InterruptHandler
from inkwright.cli.file_permissions import request_access
from inkwright.cli.output import quiz_next_steps, wrap_to_terminal
from inkwright.cli.shell import CLARIFY, FAILED, OK, OUTLINE, PERMISSION, Shell
from inkwright.cli.terminal.columns import single_line
from inkwright.cli.terminal.completion import mentioned_names
from inkwright.cli.terminal.images import ImageOutput
from inkwright.cli.terminal.turn_views import ChatTurnView, open_chat_view
from inkwright.conversation.asks import Answer, Ask, AskKind
from inkwright.conversation.attachments import Attachment
from inkwright.conversation.turns import Answered, ArtifactRef, Asked, Delivered, Failed, Outcome, TurnState, TurnUsage
from inkwright.errors import NotFound
from inkwright.extend import available_tools
from inkwright.llm.models import Model
from inkwright.settings import AGENT_UNIFIED_ENABLED
from inkwright.usecases.conversations import attach_files, match_conversations
from inkwright.usecases.models import TierModels
from inkwright.usecases.projects import BLOCK_PREFIX
from inkwright.usecases.store import LOCAL_OWNER, Store
from inkwright.usecases.turns import answer_ask, cancel_turn, limits_from_settings, send_message

StartTurn = Callable[[TurnServices], Awaitable[Outcome]]
AnswerAsk = Callable[[Ask], Awaitable[Answer | None]]
EXIT_CODE_BY_ASK: dict[AskKind, int] = {"clarification": CLARIFY, "outline_edit": OUTLINE, "permission": PERMISSION}


@dataclass(frozen=True, slots=True)
class ChatOptions:
    """How this talk goes: where files are written, who answers questions, what is printed."""

    folder: Path
    answer_to: AnswerAsk
    says_yes: bool = False
    is_json: bool = False


class ChatSession:
    """One conversation after the other, over one store. `draft` is what the prompt begins with next; `code` tells how
    the last turn ended.
    """

    def __init__(
        self, shell: Shell, store: Store, brains: ChatModels, interrupts: InterruptHandler, manners: ChatOptions
    ) -> None:
        self.shell = shell
        self.store = store
        self.brains = brains
        self.files = ChatFiles(store, manners.folder, shell.settings.home)
        self.status = brains.status
        self.projects = ProjectContext(shell, store, self.status)
        self.canvas: ImageOutput | None = None
        """Where pictures are shown, if the terminal shows any."""
        self.draft = ""
        self.code = OK
        self.conversation_id = store.ids.new("conv")
        self._interrupts = interrupts
        self._manners = manners
        self._has_told_tiny = False
        self._spent: dict[str, TurnUsage] = {}

    # The conversation.

    async def go_on_in(self, written: str) -> str:
        """Take up a conversation by its id or the beginning of one; its title."""
        meant = await match_conversations(self.store, written, owner=LOCAL_OWNER)
        if len(meant) != 1:
            raise NotFound(what_kind=self.shell.text("history.word"), id=written)
        self.begin_anew(meant[0].id, single_line(meant[0].title))
        await self.projects.enter(await self.store.projects.of(self.conversation_id, owner=LOCAL_OWNER))
        for turn in await self.store.conversations.turns(self.conversation_id, owner=LOCAL_OWNER):
            self._count(turn)
        self.status.files |= {artifact.id for artifact in await self.files.made(self.conversation_id)}
        return self.status.conversation

    def begin_anew(self, conversation_id: str = "", title: str = "") -> None:
        """Another conversation, with nothing spent and nothing made yet."""
        self.conversation_id = conversation_id or self.store.ids.new("conv")
        self._spent.clear()
        self.status.begin_anew(title)

    async def last_turn(self) -> TurnState | None:
        """The turn that this conversation is at."""
        turns = await self.store.conversations.latest_turns(self.conversation_id, owner=LOCAL_OWNER, limit=1)
        return turns[0] if turns else None

    async def waiting_ask(self) -> Ask | None:
        """The question that this conversation waits for."""
        turn = await self.last_turn()
        if turn is None or turn.status != "waiting" or turn.ask_id is None:
            return None
        return await self.store.asks.get(turn.ask_id, owner=LOCAL_OWNER)

    # A message.

    async def send(self, message: str) -> None:
        """Carry a message out, with the files and blocks that it names. If one of them cannot be had, nothing is sent
        and the message comes back into the prompt.
        """
        self.draft = message
        tiers = await self.brains.ready(self.note)
        await self.projects.attach(self.conversation_id, message)
        if await self.attach(_mentioned_files(message)) is None:
            self.code = PERMISSION
            return
        self.draft = ""
        route = None if self.shell.settings.get(AGENT_UNIFIED_ENABLED) else CHAT_ROUTE
        where = {"owner": LOCAL_OWNER, "conversation_id": self.conversation_id}
        outcome = await self.carry(lambda desk: send_message(desk, message, route, **where), tiers=tiers)
        is_doubtful = isinstance(outcome, Answered) and self.brains.is_tiny
        if is_doubtful and self.shell.out.isatty() and not self._has_told_tiny:
            self._has_told_tiny = True
            self.note(self.shell.text("chat.tiny_answer", model=self.status.model))

    async def attach(self, paths: Sequence[Path]) -> list[Attachment] | None:
        """Put files beside what is said; None where they may not be read."""
        says_yes = self._manners.says_yes
        if not await request_access([("read", path) for path in paths], self.shell, says_yes=says_yes):
            return None
        language = self.shell.language
        return await attach_files(
            self.store.attachments, self.conversation_id, paths, owner=LOCAL_OWNER, language=language
        )

    async def may_write(self, path: Path) -> bool:
        """Whether something may be written there."""
        return await request_access([("write", path)], self.shell, says_yes=self._manners.says_yes)

    async def carry(
        self, begin: StartTurn, *, tiers: TierModels | None = None, model: Model | None = None
    ) -> Outcome | None:
        """A turn with its questions and its files; None where it ended before it had begun."""
        view = open_chat_view(self.shell, is_json=self._manners.is_json)
        desk = self._desk(view, tiers, model)
        if not await self.projects.claim(self.conversation_id):
            self.note(self.shell.text("chat.project.gone"))
        outcome = await self._run(view, begin(desk))
        while isinstance(outcome, Asked):
            ask = await self.store.asks.get(outcome.ask_id, owner=LOCAL_OWNER)
            answer = await self._manners.answer_to(view.untold(ask)) if ask else None
            if ask is None or answer is None:
                self.code = EXIT_CODE_BY_ASK[ask.kind] if ask else CLARIFY
                break
            outcome = await self._run(view, answer_ask(desk, ask.id, answer, owner=LOCAL_OWNER))
        await self._conclude(view, outcome)
        return outcome

    async def answer_to(self, ask: Ask) -> Answer | None:
        """The answer to a question of the program's own; None where nobody gives it."""
        return await self._manners.answer_to(ask)

    def note(self, line: str) -> None:
        """A remark of the program's own; it never stands among JSON."""
        out = sys.stderr if self._manners.is_json or not self.shell.out.isatty() else self.shell.out
        print(
            self.shell.styled(wrap_to_terminal(self.shell, line), "dim") if out is self.shell.out else line,
            file=out,
            flush=True,
        )

    async def _run(self, view: ChatTurnView, work: Awaitable[Outcome]) -> Outcome | None:
        """Until the turn ends or waits. Ctrl+C cancels it: then it has ended in a failure that is kept."""
        task = asyncio.ensure_future(work)
        async with view.live(self.shell.stdin):
            with self._interrupts.stopping(_CancelTurn(task, view)):
                try:
                    await asyncio.wait([task])
                except asyncio.CancelledError:
                    task.cancel()
                    await asyncio.wait([task])
                    raise
        if not task.cancelled():
            return task.result()
        if not view.turn_id:
            return None
        turn = await self.store.conversations.load_turn(view.turn_id, owner=LOCAL_OWNER)
        return turn.outcome if turn else None

    async def _conclude(self, view: ChatTurnView, outcome: Outcome | None) -> None:
        """The files of the turn, what it took, and how it ended."""
        if isinstance(outcome, Delivered | Failed):
            for artifact in await self.files.deliver(outcome.artifacts):
                card = self.files.card(artifact)
                view.show_file(card)
                steps = quiz_next_steps(self.shell, card.path) if card.path and self.shell.out.isatty() else None
                if steps:
                    self.note(steps)
                await self._show_glimpse(artifact)
            self.status.files |= {artifact.id for artifact in outcome.artifacts}
        if not isinstance(outcome, Asked):
            self.code = FAILED if outcome is None or isinstance(outcome, Failed) else OK
        turn = await self.store.conversations.load_turn(view.turn_id, owner=LOCAL_OWNER) if view.turn_id else None
        if turn is not None:
            self._count(turn)
            self.status.conversation = self.status.conversation or single_line(turn.message)

    async def _show_glimpse(self, artifact: ArtifactRef) -> None:
        picture = await self.files.glimpse(artifact, self.shell.language) if self.canvas else None
        if self.canvas and picture:
            self.canvas.show(picture)

    def _count(self, turn: TurnState) -> None:
        """A turn that goes on after an answer, or is tried again, counts once."""
        self._spent[turn.id] = turn.spent
        self.status.tokens = sum(spent.tokens for spent in self._spent.values())
        self.status.dollars = sum(spent.dollars for spent in self._spent.values())

    def _desk(self, view: ChatTurnView, tiers: TierModels | None, model: Model | None) -> TurnServices:
        is_agent = self.shell.settings.get(AGENT_UNIFIED_ENABLED)
        tools = list(available_tools().values()) if is_agent else []
        serving = model or (tiers("standard") if tiers else None)
        assert serving is not None, "a turn has a model"  # noqa: S101
        return self.store.turn_services(serving, tools, view.show, limits_from_settings(self.shell.settings), tiers)


class _CancelTurn:
    """Cancels the turn, once: a second Ctrl+C must not disturb what is kept of it. What has not become a turn yet is
    cancelled too.
    """

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


def _mentioned_files(message: str) -> list[Path]:
    """The files that a message names. What has the look of a file and is none is told when it is read; any other
    word behind an `@` is a word.
    """
    paths = [Path(name).expanduser() for name in mentioned_names(message) if not name.startswith(BLOCK_PREFIX)]
    return [path for path in paths if path.exists() or path.suffix]
