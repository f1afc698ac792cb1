"""A batch: each message becomes a turn once, also if the process of an earlier attempt has begun with it."""

import asyncio
from typing import Any

from inkwright import ScriptedModel
from inkwright.agent.job_kinds import JobRun
from inkwright.agent.services import TurnServices
from inkwright.testing import MemorySteps, memory_services
from inkwright.usecases.batches import BatchInput, run_batch


def batch(services: TurnServices, *messages: str, steps: Any = None) -> JobRun:
    return JobRun(
        id="job_1",
        owner="me",
        arguments=BatchInput(messages=list(messages)),
        steps=steps or MemorySteps(),
        progress=lambda done, total, message="": None,
        services=services,
    )


def test_each_message_has_a_conversation_of_its_own_and_its_outcome_is_told() -> None:
    services = memory_services(ScriptedModel(lambda _: "Rain falls."))
    first, second = asyncio.run(run_batch(batch(services, "Hi", "Ho")))
    assert (first["outcome"], first["message"]) == ("answered", "Rain falls.")
    assert first["conversation"] != second["conversation"]


def test_a_turn_that_has_ended_is_not_run_again_when_only_its_step_was_lost() -> None:
    model = ScriptedModel(lambda _: "Rain falls.")
    services = memory_services(model)

    class Forgetful(MemorySteps):
        """Steps that lose the results of turns, as a process that dies before they are stored."""

        async def once(self, key: str, work: Any) -> Any:
            return await (work() if key.endswith("/turn") else super().once(key, work))

    steps = Forgetful()
    before = asyncio.run(run_batch(batch(services, "Hi", steps=steps)))
    calls = len(model.calls)
    assert asyncio.run(run_batch(batch(services, "Hi", steps=steps))) == before
    assert len(model.calls) == calls
