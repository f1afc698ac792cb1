"""What the turn costs over the bare engine: the same script, the same tool, once with and once without us around it."""

import json
from collections.abc import AsyncIterator, Callable
from functools import cache
from typing import Any

from pydantic import BaseModel
from pydantic_ai import Agent, RunContext, ToolOutput
from pydantic_ai.models.function import DeltaToolCall, DeltaToolCalls, FunctionModel

from inkwright import ToolCall
from inkwright.agent.endings import ENDINGS
from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.vault import ArtifactVault, Verified
from inkwright.clock import SystemClock
from inkwright.conversation.turns import RouterResult, TurnState
from inkwright.ids import TimedIds
from inkwright.llm.brain import Brain
from inkwright.llm.models import Abilities, CallPiece, PieceListener, Reply, Request, Usage, ignore_piece
from inkwright.llm.scripted import NOTHING_FALSE
from inkwright.testing.memory_conversations import (
    MemoryAttachments,
)
from inkwright.testing.memory_vault import MemoryVault

TOOL_CALLS = 3
ROUTE = RouterResult(intent="content_create", confidence=1, expected_mode="artifact")


class Note(BaseModel):
    """What the tool takes."""

    title: str
    body: str


async def _make(note: Note, context: ToolContext) -> Evidence | Flawed:
    draft = Draft("note", "note.txt", note.title, {"note.txt": note.body.encode()})
    kept = await context.save(draft)
    return Evidence((kept,)) if isinstance(kept, Verified) else Flawed(kept)


TOOL = AgentTool("make_note", "Makes a note.", Note, _make, makes_artifacts=True)


def script(request: Request) -> ToolCall:
    done = [message for message in request.messages if message["role"] == "tool"]
    if len(done) < TOOL_CALLS:
        return ToolCall(f"c{len(done)}", "make_note", json.dumps({"title": "Rain", "body": f"It rains {len(done)}."}))
    made = [json.loads(message["content"])["verified_artifacts"][0]["id"] for message in done]
    return ToolCall("end", "deliver", json.dumps({"message": "Your notes are ready.", "artifacts": made}))


class Writer:
    """A model that writes what the script says and does nothing else, like the one that the bare engine is given: the
    scripted model of the tests copies and keeps every request.
    """

    name = "writer"
    abilities = Abilities()

    def __init__(self, line: Callable[[Request], ToolCall] = script) -> None:
        self._line = line

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        if request.purpose == "judge":
            return Reply(NOTHING_FALSE, Usage(10, 10), (), "stop", self.name)
        call = self._line(request)
        hear(CallPiece(0, call.name, call.arguments))
        return Reply("", Usage(10, 10), (call,), "calls", self.name)


def _unsaid(_: object) -> None:
    """Nobody listens."""


async def _stream(messages: list[Any], _info: Any) -> AsyncIterator[DeltaToolCalls]:
    done = len([message for message in messages if message.kind == "response"])
    if done < TOOL_CALLS:
        arguments = json.dumps({"title": "Rain", "body": f"It rains {done}."})
        yield {0: DeltaToolCall("make_note", arguments, tool_call_id=f"c{done}")}
    else:
        arguments = json.dumps({"message": "Your notes are ready.", "artifacts": ["a"]})
        yield {0: DeltaToolCall("deliver", arguments, tool_call_id="end")}


async def make_note(context: RunContext[ToolContext], title: str, body: str) -> dict[str, Any]:
    done = await _make(Note(title=title, body=body), context.deps)
    assert isinstance(done, Evidence)
    return {"verified_artifacts": [{"id": artifact.id} for artifact in done.artifacts]}


@cache
def _bare_agent() -> Agent[ToolContext, Any]:
    """Made once, as ours is."""
    return Agent(
        FunctionModel(stream_function=_stream),
        deps_type=ToolContext,
        tools=[make_note],
        output_type=[ToolOutput(shape, name=name) for name, shape in ENDINGS.items()],
    )


async def bare_turn(vault: ArtifactVault | None = None, owner: str = "me") -> None:
    kept_in = vault or MemoryVault({"note": lambda _draft: []}, ids=TimedIds(), clock=SystemClock())
    turn_id, nobody = TimedIds().new("turn"), Writer()
    context = ToolContext(
        turn=TurnState(id=turn_id, conversation_id="conv", owner=owner, message=""),
        call_id="call",
        language="en",
        vault=kept_in,
        attachments=MemoryAttachments(),
        brain=Brain(nobody),
        progress=_unsaid,
        show=_unsaid,
    )
    async with _bare_agent().run_stream_events("Make three notes.", deps=context) as events:
        async for _ in events:
            pass
