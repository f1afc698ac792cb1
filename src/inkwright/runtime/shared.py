"""What all owners of one process share: the stores, the models once they are needed, and the turns that run."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from inkwright.agent.school_turns import NameKeepingModel
from inkwright.agent.services import TurnLimits, TurnServices
from inkwright.agent.streaming import ShowEvent
from inkwright.agent.tools import AgentTool
from inkwright.agent.work_slots import WorkSlots
from inkwright.conversation.events import Event
from inkwright.conversation.turns import Outcome
from inkwright.llm.brain import Brain
from inkwright.llm.models import Model, Purpose
from inkwright.runtime.conversation_locks import ConversationLocks
from inkwright.runtime.lazy_jobs import LazyJobs
from inkwright.settings import Settings
from inkwright.usecases.make import ExamplePlay
from inkwright.usecases.models import TierModels, open_named_models
from inkwright.usecases.project_demos import DemoResult
from inkwright.usecases.research import open_sources
from inkwright.usecases.store import Store


def show_nobody(_number: int, _event: Event) -> None:
    """Show nothing: readers follow the journal."""


@dataclass(slots=True)
class SharedRuntime:
    """What all owners share: the stores, the models once they are needed, and the turns that run, with their owners."""

    store: Store
    settings: Settings
    named_model: Model | str | None
    tools: Sequence[AgentTool]
    limits: TurnLimits
    listen: ShowEvent = show_nobody
    second_runs: int = 0
    is_stopping: bool = False
    tasks: dict["asyncio.Task[Outcome]", str] = field(default_factory=dict)
    models: tuple[Model, TierModels | None] | None = None
    work: WorkSlots = field(default_factory=WorkSlots)
    opening: asyncio.Lock = field(default_factory=asyncio.Lock)
    jobs: LazyJobs = field(init=False)
    locks: ConversationLocks = field(init=False)
    demos: set["asyncio.Task[DemoResult]"] = field(default_factory=set)
    plays: dict[str, ExamplePlay] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.jobs = LazyJobs(self.store, self.services)
        self.locks = ConversationLocks(self.store.conversations, self.store.clock)

    async def services(self) -> TurnServices:
        """Return what a turn needs. The models are opened when the first turn needs them."""
        async with self.opening:
            self.models = self.models or await open_named_models(self.settings, self.named_model)
        model, tiers = self.models
        services = self.store.turn_services(model, self.tools, self.listen, self.limits, tiers)
        return replace(services, sources=open_sources(self.settings, self.store.library), work=self.work)

    async def brain(self, owner: str, purpose: Purpose) -> Brain:
        """Return what asks the standard model for an owner, outside of a turn."""
        services = await self.services()
        model = NameKeepingModel(services.model_of("standard"), services, owner)
        return Brain(model, purpose=purpose, clock=services.clock)

    def scripted(self, play: ExamplePlay) -> TurnServices:
        """Return what a turn of an example needs: the same, with scripted replies instead of a model."""
        services = self.store.turn_services(play.models(None), self.tools, self.listen, self.limits, play.models)
        return replace(services, work=self.work)
