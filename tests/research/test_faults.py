"""Faults at every stage of a research: what is finished is kept, nothing is done twice, and it ends."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from inkwright.errors import GaveUp, ModelUnavailable, ReplyCut
from inkwright.llm.models import Request
from inkwright.llm.scripted import ScriptedModel, ScriptedOutput, Stream
from inkwright.testing.memory_conversations import MemorySteps
from tests.research.search_server import serving
from tests.research.test_pipeline import answer, fast_site, research, web

FAULTS: dict[str, Callable[[], ScriptedOutput | BaseException]] = {
    "malformed": lambda: "I would rather talk about the weather.",
    "empty": lambda: "",
    "cut": lambda: Stream(["[Research pl"], then=ReplyCut(model="scripted", problem="the connection ended")),
    "busy": lambda: ModelUnavailable(model="scripted", problem="429"),
    "killed": asyncio.CancelledError,
}
CALLS = 8
"""The calls of a research without faults."""


class CountedSteps(MemorySteps):
    """Counts how often the work of each step was finished."""

    def __init__(self) -> None:
        super().__init__()
        self.finished: Counter[str] = Counter()

    async def once(self, key: str, work: Callable[[], Awaitable[Any]]) -> Any:
        async def counted() -> Any:
            result = await work()
            self.finished[key] += 1
            return result

        return await super().once(key, counted)


def faulty(fault: str, at: int) -> ScriptedModel:
    """A model whose call number `at`, and the two after it, go wrong in this way."""
    count = iter(range(1_000))

    def reply(request: Request) -> ScriptedOutput | BaseException:
        number = next(count)
        return FAULTS[fault]() if at <= number < at + 3 else answer(request)

    return ScriptedModel(reply)


def survives(fault: str, at: int) -> None:
    steps, model = CountedSteps(), faulty(fault, at)
    with serving(fast_site()) as base:
        for _ in range(6):
            try:
                result = asyncio.run(research(model, web(base), steps))
                break
            except (GaveUp, ModelUnavailable, ReplyCut, asyncio.CancelledError):
                continue
        else:
            pytest.fail(f"{fault} at {at}: it never ended")
    assert "687 kilometres" in result["markdown"]
    assert set(steps.finished.values()) == {1}


@pytest.mark.parametrize(("fault", "at"), [("malformed", 0), ("killed", 3)])
def test_a_research_survives_a_fault_and_does_nothing_twice(fault: str, at: int) -> None:
    survives(fault, at)


@pytest.mark.soak
def test_fifty_researches_survive_faults_at_every_stage() -> None:
    runs = [(fault, at) for at in range(CALLS + 2) for fault in FAULTS]
    assert len(runs) == 50
    for fault, at in runs:
        survives(fault, at)
