"""What a turn takes, counted at the one place that all its models pass; a limit that is reached ends it honestly."""

from dataclasses import dataclass
from typing import Final

from inkwright.agent.desk import Limits
from inkwright.conversation.turns import Spent
from inkwright.llm.models import Abilities, Hear, Model, Reply, Request, Usage, unheard

CODES: Final = ("too_many_steps", "too_many_calls", "too_many_tokens", "too_expensive")


class LimitReached(Exception):
    """The turn may not go on; `code` is one of CODES."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass
class Meter:
    """Counts all calls of a turn. A step is a call of the agent itself; tools that think make calls too."""

    limits: Limits
    spent: Spent

    def begin(self, *, is_step: bool) -> None:
        """One more call, unless a limit is reached: LimitReached says which."""
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
        """What a call took. A price that nobody knows counts as none."""
        tokens = self.spent.tokens + usage.prompt_tokens + usage.completion_tokens
        dollars = self.spent.dollars + (usage.dollars or 0)
        self.spent = self.spent.model_copy(update={"tokens": tokens, "dollars": dollars})


class MeteredModel:
    """A model whose calls are counted."""

    def __init__(self, model: Model, meter: Meter, *, is_step: bool = False) -> None:
        self._model = model
        self._meter = meter
        self._is_step = is_step

    @property
    def name(self) -> str:
        """The name of the model inside."""
        return self._model.name

    @property
    def abilities(self) -> Abilities:
        """Those of the model inside."""
        return self._model.abilities

    async def reply(self, request: Request, hear: Hear = unheard) -> Reply:
        self._meter.begin(is_step=self._is_step)
        reply = await self._model.reply(request, hear)
        self._meter.add(reply.usage)
        return reply


def timed(spent: Spent, seconds: float) -> Spent:
    """The same, and so many seconds more."""
    return spent.model_copy(update={"seconds": spent.seconds + seconds})
