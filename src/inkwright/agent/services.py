"""What a turn needs and does not own: models, tools, stores and limits, and the meter that enforces the limits."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from inkwright.agent.recorded_replies import RecordedReplies
from inkwright.agent.source_search import SourceSearch
from inkwright.agent.streaming import ShowEvent
from inkwright.agent.tools import AgentTool
from inkwright.agent.work_slots import WorkSlots, slot_given_up
from inkwright.artifacts.slides.themes.brand import Brand
from inkwright.artifacts.vault import ArtifactVault
from inkwright.clock import Clock
from inkwright.conversation.app_records import Apps
from inkwright.conversation.protocols import Asks, Attachments, Conversations, Journal, Ledger, Steps
from inkwright.conversation.turns import TurnState, TurnUsage
from inkwright.i18n import Language
from inkwright.ids import Ids
from inkwright.library.protocols import DocumentSearch
from inkwright.llm.models import Message, Model, PieceListener, Purpose, Reply, Request, Usage, ignore_piece
from inkwright.llm.providers import Tier
from inkwright.llm.wrapped_models import WrappedModel
from inkwright.projects.protocols import Projects
from inkwright.projects.records import Project
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.school.protocols import Schools
from inkwright.school.school import School


@dataclass(frozen=True, slots=True)
class TurnLimits:
    """The limits of a turn over all its runs. A turn that reaches one fails.

    `model_calls` are calls by the agent; `calls_in_all` includes those by its tools. `tools_at_once` is the number of
    tool calls in one reply: further ones are refused, and the turn continues.
    """

    model_calls: int = 25
    calls_in_all: int = 200
    tokens: int = 2_000_000
    dollars: float = 5.0
    seconds: float = 900.0
    ending_retries: int = 5
    tool_retries: int = 3
    tools_at_once: int = 20


OpenWorkspace = Callable[[Project, Language], ProjectWorkspace]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnServices:
    """What a turn needs and does not own: models, tools, stores, limits, and where its events are shown.

    `schools` is the store of schools, and `school` that of the person of this turn, if they have one; `hides_names`: a
    hosted model gets numbers for the names of pupils. `output` is the folder where the caller will save the files of
    the turn. `preferences` are the standing instructions of the person; they allow nothing. `sources` are the places
    that research searches, and `home` is the folder that has the folders of papers. `workspace` is the project of the
    turn, if its conversation belongs to one, and `said_before` is what the person has said in its conversation
    before, while it is in its first phase. `apps` is the store of apps, for their jobs. `brand` is how decks look,
    and `pictures` are the ones that decks may show, by name.
    `work` are the slots in which the turns of a process work between models and tools.
    """

    model: Model
    tools: Sequence[AgentTool]
    vault: ArtifactVault
    journal: Journal
    ledger: Ledger
    asks: Asks
    steps: Steps
    conversations: Conversations
    attachments: Attachments
    ids: Ids
    clock: Clock
    show: ShowEvent
    limits: TurnLimits = field(default_factory=TurnLimits)
    tiers: Callable[[Tier], Model] | None = None
    projects: Projects | None = None
    open_workspace: OpenWorkspace | None = None
    library: DocumentSearch | None = None
    schools: Schools | None = None
    school: School | None = None
    hides_names: bool = True
    output: str | None = None
    preferences: str = ""
    sources: Sequence[SourceSearch] = ()
    home: Path | None = None
    workspace: ProjectWorkspace | None = None
    said_before: tuple[str, ...] = ()
    apps: Apps | None = None
    brand: Brand | None = None
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    work: WorkSlots = field(default_factory=WorkSlots)

    def model_of(self, tier: Tier) -> Model:
        """Return the model of a tier; the only model without tiers."""
        return self.tiers(tier) if self.tiers else self.model


def leaves_machine(services: TurnServices, turn: TurnState) -> bool:
    """Whether a model of the turn is hosted: what tools return is sent to it."""
    tier = turn.route.model_tier if turn.route else "standard"
    models = (services.model, services.model_of("fast"), services.model_of(tier))
    return any(model.abilities.leaves_machine for model in models)


@dataclass(frozen=True, slots=True)
class PriorContext:
    """What a turn is given of earlier ones: the conversation as text, and in a project the messages.

    `summary` is that of turns which are not among the messages. `has_files` is False if no file can be attached.
    """

    talk: str = ""
    messages: tuple[Message, ...] = ()
    summary: str = ""
    has_files: bool = True

    @property
    def instructed(self) -> str:
        """The part for the instructions: the conversation, unless the model gets its messages."""
        return self.summary if self.messages else self.talk

    @property
    def last_said(self) -> str:
        """The last words of the agent, as far as they are among the messages."""
        said = (message.get("content") for message in reversed(self.messages) if message["role"] == "assistant")
        return str(next(filter(None, said), ""))

    @property
    def returned(self) -> list[str]:
        """What tools returned, as far as it is among the messages."""
        return [message["content"] for message in self.messages if message["role"] == "tool"]


LIMIT_CODES: Final = ("too_many_steps", "too_many_calls", "too_many_tokens", "too_expensive")


class LimitReached(Exception):
    """The turn reached a limit; `code` is one of LIMIT_CODES."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


_COUNTED: Final = ("steps", "calls", "tokens", "dollars")

SaveProgress = Callable[[], Awaitable[None]]


async def save_nothing() -> None:
    """Save no progress, for work that is not resumed."""


@dataclass
class UsageMeter:
    """Counts all model calls of a turn. A step is a call by the agent; tools may call the model too.

    `save` stores the progress of the turn before each call, so that the limits hold if the process dies in it.
    `replies` were stored before it died; they cost nothing again. `run` counts the runs of the agent.
    """

    limits: TurnLimits
    spent: TurnUsage
    save: SaveProgress = save_nothing
    replies: RecordedReplies | None = None
    run: int = 0

    def begin(self, *, is_step: bool) -> None:
        """Count one more call; raise LimitReached if there is none left."""
        limits, spent = self.limits, self.spent
        if is_step and spent.steps >= limits.model_calls:
            raise LimitReached("too_many_steps")
        if spent.calls >= limits.calls_in_all:
            raise LimitReached("too_many_calls")
        if spent.tokens >= limits.tokens:
            raise LimitReached("too_many_tokens")
        if spent.dollars >= limits.dollars:
            raise LimitReached("too_expensive")
        self.spent = spent.model_copy(update={"steps": spent.steps + is_step, "calls": spent.calls + 1})

    def add(self, usage: Usage) -> None:
        """Add the usage of a call. An unknown price counts as zero."""
        tokens = self.spent.tokens + usage.prompt_tokens + usage.completion_tokens
        dollars = self.spent.dollars + (usage.dollars or 0)
        self.spent = self.spent.model_copy(update={"tokens": tokens, "dollars": dollars})

    def catch_up(self, known: TurnUsage) -> None:
        """Count what was spent before the process died and may not have been saved with the turn."""
        counted = {name: max(getattr(self.spent, name), getattr(known, name)) for name in _COUNTED}
        self.spent = self.spent.model_copy(update=counted)


class MeteredModel(WrappedModel):
    """A model whose calls are counted; the ones that do not say what they are for are for this purpose."""

    def __init__(self, model: Model, meter: UsageMeter, purpose: Purpose) -> None:
        super().__init__(model)
        self._meter = meter
        self._purpose = purpose

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        purpose = self._purpose if request.purpose == "other" else request.purpose
        asked = replace(request, purpose=purpose)
        meter = self._meter
        if meter.replies is None:
            return await self._call(asked, hear)
        reply = await meter.replies.once(
            meter.run, asked, hear, lambda: self._call(asked, hear), lambda: self._meter.spent
        )
        meter.catch_up(meter.replies.spent)
        return reply

    async def _call(self, request: Request, hear: PieceListener) -> Reply:
        self._meter.begin(is_step=self._purpose == "step")
        await self._meter.save()
        async with slot_given_up():
            reply = await self._model.reply(request, hear)
        self._meter.add(reply.usage)
        return reply


def with_seconds(spent: TurnUsage, seconds: float) -> TurnUsage:
    """Return the usage with more seconds."""
    return spent.model_copy(update={"seconds": spent.seconds + seconds})
