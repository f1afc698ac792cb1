"""The replies of models in a turn: each is stored when it is complete, so that no call is made again after a death."""

import hashlib
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any, Final

from inkwright.conversation.events import ToolFailed, ToolFinished, ToolStarted
from inkwright.conversation.protocols import Steps
from inkwright.conversation.turns import TurnState, TurnUsage
from inkwright.llm.models import CallPiece, PieceListener, Reply, Request, TextPiece, ToolCall, Usage

_BY_ORDER: Final = frozenset({"chat", "step", "route"})
"""Calls of the agent itself come one after the other. Its prompt may differ when a turn continues, because it lists
what was made. All other calls count as the same only if they are: a verdict on other words would be a wrong one.
"""


class RecordedReplies:
    """The replies of a turn since it was begun, answered or tried again.

    `replayed` are the ids of the tool calls in replies that were stored before; `told` are the events about calls that
    are in the journal. `has_new` says whether this process has stored one. `spent` is what the turn had spent after the
    last reply that was stored before.
    """

    def __init__(self, steps: Steps, turn: TurnState) -> None:
        self._steps = steps
        self._prefix = f"{turn.id}/reply/{turn.begun_at_epoch}"
        self._counted: Counter[str] = Counter()
        self.replayed: set[str] = set()
        self.told: set[tuple[str, str]] = set()
        self.has_new = False
        self.spent = TurnUsage()

    def has_told(self, event: ToolStarted | ToolFinished | ToolFailed) -> bool:
        """Whether an event about a call was shown before the process died."""
        return event.call_id in self.replayed and (event.kind, event.call_id) in self.told

    async def once(
        self,
        run: int,
        request: Request,
        hear: PieceListener,
        call: Callable[[], Awaitable[Reply]],
        spent: Callable[[], TurnUsage] = TurnUsage,
    ) -> Reply:
        """Return the reply: the stored one, or that of the call, which is stored. `run` counts the agent's runs."""
        fresh: list[Reply] = []

        async def work() -> dict[str, Any]:
            fresh.append(await call())
            return {**_stored(fresh[0]), "spent": spent().model_dump()}

        stored = await self._steps.once(self._key(run, request), work)
        if fresh:
            self.has_new = True
            return fresh[0]
        self.spent = TurnUsage(**stored.get("spent", {}))
        reply = _reply_from(stored)
        self.replayed |= {each.id for each in reply.calls}
        _tell(reply, hear)
        return reply

    def _key(self, run: int, request: Request) -> str:
        named = request.purpose if request.purpose in _BY_ORDER else f"{request.purpose}-{_digest(request)}"
        key = f"{self._prefix}/{run}/{named}"
        self._counted[key] += 1
        return f"{key}/{self._counted[key]}"


def _digest(request: Request) -> str:
    asked = [list(request.messages), request.schema, [tool.name for tool in request.tools], request.must_call]
    written = json.dumps(asked, sort_keys=True, default=str)
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _stored(reply: Reply) -> dict[str, Any]:
    return {
        "text": reply.text,
        "usage": asdict(reply.usage),
        "calls": [asdict(call) for call in reply.calls],
        "finish": reply.finish,
        "model": reply.model,
    }


def _reply_from(stored: dict[str, Any]) -> Reply:
    calls = tuple(ToolCall(**call) for call in stored["calls"])
    return Reply(stored["text"], Usage(**stored["usage"]), calls, stored["finish"], stored["model"])


def _tell(reply: Reply, hear: PieceListener) -> None:
    """Let the listener hear a stored reply as one that arrives at once."""
    if reply.text:
        hear(TextPiece(reply.text))
    for index, call in enumerate(reply.calls):
        hear(CallPiece(index, call.name, call.arguments))
