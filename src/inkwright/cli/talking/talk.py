"""A talk while it is open: the conversation it is in, and how a message is carried to its outcome."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from inkwright.agent.desk import Desk
from inkwright.agent.routing import CHAT
from inkwright.agent.running import running_task
from inkwright.cli.columns import one_line
from inkwright.cli.next_steps import quiz_steps
from inkwright.cli.shell import CLARIFY, FAILED, OK, OUTLINE, PERMISSION, Shell
from inkwright.cli.talking.access import is_permitted
from inkwright.cli.talking.brains import Brains
from inkwright.cli.talking.files import TalkFiles
from inkwright.cli.talking.interrupts import Interrupts
from inkwright.cli.talking.projects import TalkProjects
from inkwright.cli.talking.views import TalkView, view_for
from inkwright.cli.talking.widths import fitted
from inkwright.cli.terminal.completion import mentioned
from inkwright.cli.terminal.pictures import Canvas
from inkwright.conversation.asks import Answer, Ask, AskKind
from inkwright.conversation.attachments import Attachment
from inkwright.conversation.outcomes import Answered, ArtifactRef, Asked, Delivered, Failed, Outcome
from inkwright.conversation.turns import Spent, TurnState
from inkwright.errors import NotFound
from inkwright.llm.models import Model
from inkwright.settings import AGENT_UNIFIED_ENABLED
from inkwright.tools.registry import all_tools
from inkwright.usecases.answer_ask import answer_ask
from inkwright.usecases.attach_blocks import PREFIX
from inkwright.usecases.attach_files import attach_files
from inkwright.usecases.cancel_turn import cancel_turn
from inkwright.usecases.find_conversations import conversations_meant
from inkwright.usecases.open_store import OWNER, Store
from inkwright.usecases.open_tiers import Tiers
from inkwright.usecases.send_message import send_message
from inkwright.usecases.turn_limits import turn_limits

Begin = Callable[[Desk], Awaitable[Outcome]]
AnswerTo = Callable[[Ask], Awaitable[Answer | None]]
NEEDS: dict[AskKind, int] = {"clarification": CLARIFY, "outline_edit": OUTLINE, "permission": PERMISSION}


@dataclass(frozen=True, slots=True)
class Manners:
    """How this talk goes: where files are written, who answers questions, what is printed."""

    folder: Path
    answer_to: AnswerTo
    says_yes: bool = False
    is_json: bool = False


class Talk:
    """One conversation after the other, over one store. `draft` is what the prompt begins with next; `code` tells how
    the last turn ended.
    """

    def __init__(self, shell: Shell, store: Store, brains: Brains, interrupts: Interrupts, manners: Manners) -> None:
        self.shell = shell
        self.store = store
        self.brains = brains
        self.files = TalkFiles(store, manners.folder, shell.settings.home)
        self.status = brains.status
        self.projects = TalkProjects(shell, store, self.status)
        self.canvas: Canvas | None = None
        """Where pictures are shown, if the terminal shows any."""
        self.draft = ""
        self.code = OK
        self.conversation_id = store.ids.new("conv")
        self._interrupts = interrupts
        self._manners = manners
        self._has_told_tiny = False
        self._spent: dict[str, Spent] = {}

    # The conversation.

    async def go_on_in(self, written: str) -> str:
        """Take up a conversation by its id or the beginning of one; its title."""
        meant = await conversations_meant(self.store, written, owner=OWNER)
        if len(meant) != 1:
            raise NotFound(what_kind=self.shell.text("history.word"), id=written)
        self.begin_anew(meant[0].id, one_line(meant[0].title))
        await self.projects.enter(await self.store.projects.of(self.conversation_id, owner=OWNER))
        for turn in await self.store.conversations.turns(self.conversation_id, owner=OWNER):
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
        turns = await self.store.conversations.latest_turns(self.conversation_id, owner=OWNER, limit=1)
        return turns[0] if turns else None

    async def waiting_ask(self) -> Ask | None:
        """The question that this conversation waits for."""
        turn = await self.last_turn()
        if turn is None or turn.status != "waiting" or turn.ask_id is None:
            return None
        return await self.store.asks.get(turn.ask_id, owner=OWNER)

    # A message.

    async def send(self, message: str) -> None:
        """Carry a message out, with the files and blocks that it names. If one of them cannot be had, nothing is sent
        and the message comes back into the prompt.
        """
        self.draft = message
        tiers = await self.brains.ready(self.note)
        await self.projects.attach(self.conversation_id, message)
        if await self.attach(_named_files(message)) is None:
            self.code = PERMISSION
            return
        self.draft = ""
        route = None if self.shell.settings.get(AGENT_UNIFIED_ENABLED) else CHAT
        where = {"owner": OWNER, "conversation_id": self.conversation_id}
        outcome = await self.carry(lambda desk: send_message(desk, message, route, **where), tiers=tiers)
        is_doubtful = isinstance(outcome, Answered) and self.brains.is_tiny
        if is_doubtful and self.shell.out.isatty() and not self._has_told_tiny:
            self._has_told_tiny = True
            self.note(self.shell.text("chat.tiny_answer", model=self.status.model))

    async def attach(self, paths: Sequence[Path]) -> list[Attachment] | None:
        """Put files beside what is said; None where they may not be read."""
        says_yes = self._manners.says_yes
        if not await is_permitted([("read", path) for path in paths], self.shell, says_yes=says_yes):
            return None
        language = self.shell.language
        return await attach_files(self.store.attachments, self.conversation_id, paths, owner=OWNER, language=language)

    async def may_write(self, path: Path) -> bool:
        """Whether something may be written there."""
        return await is_permitted([("write", path)], self.shell, says_yes=self._manners.says_yes)

    async def carry(self, begin: Begin, *, tiers: Tiers | None = None, model: Model | None = None) -> Outcome | None:
        """A turn with its questions and its files; None where it ended before it had begun."""
        view = view_for(self.shell, is_json=self._manners.is_json)
        desk = self._desk(view, tiers, model)
        if not await self.projects.claim(self.conversation_id):
            self.note(self.shell.text("chat.project.gone"))
        outcome = await self._run(view, begin(desk))
        while isinstance(outcome, Asked):
            ask = await self.store.asks.get(outcome.ask_id, owner=OWNER)
            answer = await self._manners.answer_to(view.untold(ask)) if ask else None
            if ask is None or answer is None:
                self.code = NEEDS[ask.kind] if ask else CLARIFY
                break
            outcome = await self._run(view, answer_ask(desk, ask.id, answer, owner=OWNER))
        await self._conclude(view, outcome)
        return outcome

    async def answer_to(self, ask: Ask) -> Answer | None:
        """The answer to a question of the program's own; None where nobody gives it."""
        return await self._manners.answer_to(ask)

    def note(self, line: str) -> None:
        """A remark of the program's own; it never stands among JSON."""
        out = sys.stderr if self._manners.is_json or not self.shell.out.isatty() else self.shell.out
        print(
            self.shell.styled(fitted(self.shell, line), "dim") if out is self.shell.out else line, file=out, flush=True
        )

    async def _run(self, view: TalkView, work: Awaitable[Outcome]) -> Outcome | None:
        """Until the turn ends or waits. Ctrl+C cancels it: then it has ended in a failure that is kept."""
        task = asyncio.ensure_future(work)
        async with view.live(self.shell.stdin):
            with self._interrupts.stopping(_Stop(task, view)):
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
        turn = await self.store.conversations.load_turn(view.turn_id, owner=OWNER)
        return turn.outcome if turn else None

    async def _conclude(self, view: TalkView, outcome: Outcome | None) -> None:
        """The files of the turn, what it took, and how it ended."""
        if isinstance(outcome, Delivered | Failed):
            for artifact in await self.files.deliver(outcome.artifacts):
                card = self.files.card(artifact)
                view.show_file(card)
                steps = quiz_steps(self.shell, card.path) if card.path and self.shell.out.isatty() else None
                if steps:
                    self.note(steps)
                await self._show_glimpse(artifact)
            self.status.files |= {artifact.id for artifact in outcome.artifacts}
        if not isinstance(outcome, Asked):
            self.code = FAILED if outcome is None or isinstance(outcome, Failed) else OK
        turn = await self.store.conversations.load_turn(view.turn_id, owner=OWNER) if view.turn_id else None
        if turn is not None:
            self._count(turn)
            self.status.conversation = self.status.conversation or one_line(turn.message)

    async def _show_glimpse(self, artifact: ArtifactRef) -> None:
        picture = await self.files.glimpse(artifact, self.shell.language) if self.canvas else None
        if self.canvas and picture:
            self.canvas.show(picture)

    def _count(self, turn: TurnState) -> None:
        """A turn that goes on after an answer, or is tried again, counts once."""
        self._spent[turn.id] = turn.spent
        self.status.tokens = sum(spent.tokens for spent in self._spent.values())
        self.status.dollars = sum(spent.dollars for spent in self._spent.values())

    def _desk(self, view: TalkView, tiers: Tiers | None, model: Model | None) -> Desk:
        is_agent = self.shell.settings.get(AGENT_UNIFIED_ENABLED)
        tools = list(all_tools().values()) if is_agent else []
        serving = model or (tiers("standard") if tiers else None)
        assert serving is not None, "a turn has a model"  # noqa: S101
        return self.store.desk(serving, tools, view.show, turn_limits(self.shell.settings), tiers)


class _Stop:
    """Cancels the turn, once: a second Ctrl+C must not disturb what is kept of it. What has not become a turn yet is
    cancelled too.
    """

    def __init__(self, task: "asyncio.Future[Outcome]", view: TalkView) -> None:
        self._task = task
        self._view = view
        self._stopping: asyncio.Future[None] | None = None

    def __call__(self) -> None:
        if self._stopping is not None:
            return
        turn_id = self._view.turn_id
        if turn_id and running_task(turn_id, OWNER) is not None:
            self._stopping = asyncio.ensure_future(cancel_turn(turn_id, owner=OWNER))
        else:
            self._task.cancel()


def _named_files(message: str) -> list[Path]:
    """The files that a message names. What has the look of a file and is none is told when it is read; any other
    word behind an `@` is a word.
    """
    paths = [Path(name).expanduser() for name in mentioned(message) if not name.startswith(PREFIX)]
    return [path for path in paths if path.exists() or path.suffix]
