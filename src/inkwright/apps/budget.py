"""The budget cap of a run: before each model call, the most that it can cost must fit into what is left."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from inkwright.conversation.tokens import estimate_tokens
from inkwright.llm.models import Model, PieceListener, Reply, Request, Usage, ignore_piece
from inkwright.llm.prices import call_price
from inkwright.llm.wrapped_models import WrappedModel

UNKNOWN_PRICE: Final = 20e-6
"""Dollars for a token of a model whose price is unknown: as much as those of the expensive models."""

MAX_REPLY_TOKENS: Final = 1_500
"""The limit of a reply if the caller gives none."""

_PROMPT_MARGIN: Final = 1.5
"""A prompt may have so many times more tokens than are estimated."""

_PROMPT_TOKENS: Final = 64
"""What a provider adds to a prompt."""


class BudgetReached(Exception):
    """The next call may cost more than is left."""


@dataclass(slots=True)
class BudgetCap:
    """Counts what the calls of a run have cost. `tokens` and `dollars` are the caps; None is no cap."""

    tokens: int | None = None
    dollars: float | None = None
    spent_tokens: int = 0
    spent_dollars: float = 0.0
    calls: int = 0
    has_unknown: bool = field(default=False)

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> "BudgetCap":
        """Return the cap of a request."""
        return cls(written.get("tokens"), written.get("dollars"))

    def usage(self) -> dict[str, Any]:
        """Return what was spent; the dollars of calls without a known price are estimated."""
        return {
            "calls": self.calls,
            "tokens": self.spent_tokens,
            "dollars": self.spent_dollars,
            "isEstimate": self.has_unknown,
        }

    def add_spent(self, usage: Mapping[str, Any]) -> None:
        """Count what an earlier step has spent."""
        self.calls += usage.get("calls", 0)
        self.spent_tokens += usage.get("tokens", 0)
        self.spent_dollars += usage.get("dollars", 0.0)
        self.has_unknown = self.has_unknown or bool(usage.get("isEstimate"))

    def check(self, tokens: int, dollars: float) -> None:
        """Raise BudgetReached if a call that may take so much does not fit."""
        if self.tokens is not None and self.spent_tokens + tokens > self.tokens:
            raise BudgetReached
        if self.dollars is not None and self.spent_dollars + dollars > self.dollars:
            raise BudgetReached

    def add(self, usage: Usage) -> None:
        """Count a call."""
        tokens = usage.prompt_tokens + usage.completion_tokens
        self.calls += 1
        self.spent_tokens += tokens
        self.has_unknown = self.has_unknown or usage.dollars is None
        self.spent_dollars += tokens * UNKNOWN_PRICE if usage.dollars is None else usage.dollars


def largest_call(model: Model, request: Request) -> tuple[int, float]:
    """Return the most tokens and dollars that a call can take. An unknown price counts by the tokens."""
    written = "\n".join(str(message.get("content", "")) for message in request.messages)
    prompt = round(_PROMPT_MARGIN * estimate_tokens(written)) + _PROMPT_TOKENS
    reply = request.max_tokens or MAX_REPLY_TOKENS
    price = call_price(model, prompt, reply)
    return prompt + reply, (prompt + reply) * UNKNOWN_PRICE if price is None else price


class CappedModel(WrappedModel):
    """A model whose calls must fit into a budget. Its replies are limited in length."""

    def __init__(self, model: Model, cap: BudgetCap) -> None:
        super().__init__(model)
        self._cap = cap

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        """Ask the model. BudgetReached if the call may cost more than is left."""
        limited = dataclasses.replace(request, max_tokens=min(request.max_tokens or MAX_REPLY_TOKENS, MAX_REPLY_TOKENS))
        self._cap.check(*largest_call(self._model, limited))
        reply = await self._model.reply(limited, hear)
        self._cap.add(reply.usage)
        return reply
