"""A batch: several messages as one job, each in a conversation of its own."""

import asyncio
from functools import partial
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from inkwright.agent.job_kinds import JobKind, JobRun
from inkwright.conversation.turns import Failed, Outcome, TurnState
from inkwright.errors import TurnOver
from inkwright.usecases.turns import begin_message, begin_resume, begin_retry, run_begun

_MAX_MESSAGES: Final = 200
_MAX_MESSAGE: Final = 20_000
_MAX_SHOWN: Final = 500
_POLL_SECONDS: Final = 1.0


class BatchInput(BaseModel):
    """The messages of a batch."""

    model_config = ConfigDict(extra="forbid")

    messages: Annotated[
        list[Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=_MAX_MESSAGE)]],
        Field(min_length=1, max_length=_MAX_MESSAGES),
    ]


async def run_batch(job: JobRun) -> list[dict[str, Any]]:
    """Send one message after the other; return the conversation, the turn and the outcome of each."""
    messages: list[str] = job.arguments.messages
    results = []
    for number, message in enumerate(messages, 1):
        job.progress(number - 1, len(messages), message)
        conversation_id = await job.steps.once(f"{number}/conversation", partial(_new_conversation, job))
        results.append(await job.steps.once(f"{number}/turn", partial(_turn, job, conversation_id, message)))
    job.progress(len(messages), len(messages))
    return results


BATCH: Final = JobKind(name="batch", input=BatchInput, run=run_batch)


async def _new_conversation(job: JobRun) -> str:
    return job.services.ids.new("conv")


async def _turn(job: JobRun, conversation_id: str, message: str) -> dict[str, Any]:
    """Take the message to an outcome, also if an earlier process has begun with it."""
    outcome = await _outcome(job, conversation_id, message)
    while outcome is None:
        await asyncio.sleep(_POLL_SECONDS)  # its process counts as alive for a moment yet
        outcome = await _outcome(job, conversation_id, message)
    turn = await _latest(job, conversation_id)
    made = [artifact.id for artifact in outcome.receipt.artifacts]
    known = {"conversation": conversation_id, "turn": turn.id if turn else ""}
    return {**known, "outcome": outcome.kind, "message": outcome.message[:_MAX_SHOWN], "artifacts": made}


async def _outcome(job: JobRun, conversation_id: str, message: str) -> Outcome | None:
    """Return the outcome; None if the turn runs elsewhere."""
    turn, services = await _latest(job, conversation_id), job.services
    if turn is None:
        begun = await begin_message(services, message, owner=job.owner, conversation_id=conversation_id)
    elif isinstance(turn.outcome, Failed) and turn.outcome.code == "cancelled":
        begun = await begin_retry(services, turn.id, owner=job.owner)
    elif turn.outcome is not None:
        return turn.outcome
    else:
        try:
            begun = await begin_resume(services, turn.id, owner=job.owner)
        except TurnOver:
            return None
    return await run_begun(services, begun)


async def _latest(job: JobRun, conversation_id: str) -> TurnState | None:
    latest = await job.services.conversations.latest_turns(conversation_id, owner=job.owner, limit=1)
    return latest[0] if latest else None
