"""Who works in a turn: the model of a tier, a planner in the place of one that cannot plan, or a stand-in for all."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from inkwright.agent.desk import Desk
from inkwright.agent.paths import Path
from inkwright.agent.planning import StepPlanner, Wish, is_planned, plan_steps, planned_tools
from inkwright.grounding.material import Source
from inkwright.i18n import language_of, text
from inkwright.llm.models import Model
from inkwright.llm.providers import Tier


@dataclass
class Workers:
    """The models of a turn. `stand_in` takes the place of all of them, once they cannot be reached."""

    desk: Desk
    stand_in: Model | None = None

    @property
    def model(self) -> Model:
        """The one that tools think with."""
        return self.stand_in or self.desk.model

    def model_of(self, tier: Tier) -> Model:
        """The one of a tier."""
        return self.stand_in or self.desk.model_of(tier)

    async def on(self, path: Path, message: str, sources: Callable[[], Awaitable[tuple[Source, ...]]]) -> Model:
        """The one that works on a path. Where it is too weak to plan, a rule plans, if there is one for the tools."""
        model = self.model_of(path.route.model_tier)
        if not is_planned(path.route) or not model.abilities.is_weak:
            return model
        wish = Wish(message, await sources())
        steps = await asyncio.to_thread(plan_steps, planned_tools(path.route), wish)
        language = language_of(message)
        # Without files it was told to try: what it wrote is not to be trusted because it has the right form.
        remark = "" if wish.sources else text(language, "too_small.written", model=model.name)
        return StepPlanner(model, steps, language, remark)
