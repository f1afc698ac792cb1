"""The order of work on blocks: what is needed first, never more at once than allowed, and failures stay where they
are.
"""

import asyncio
import random
from collections.abc import Mapping, Sequence

import pytest

from inkwright.projects.block_schedule import run_in_order


class Recorded:
    """Work that records its beginnings and ends; each takes some turns of the loop."""

    def __init__(self, needs: Mapping[str, Sequence[str]], seed: int = 0, failing: Sequence[str] = ()) -> None:
        self._needs = needs
        self._random = random.Random(seed)
        self._failing = set(failing)
        self.begun: list[str] = []
        self.done: set[str] = set()
        self.running = 0
        self.most = 0

    async def __call__(self, id_: str) -> bool:
        assert set(self._needs[id_]) <= self.done, "begun too early"
        self.begun.append(id_)
        self.running += 1
        self.most = max(self.most, self.running)
        for _ in range(self._random.randint(0, 5)):
            await asyncio.sleep(0)
        self.running -= 1
        if id_ not in self._failing:
            self.done.add(id_)
        return id_ not in self._failing


def random_graph(seed: int, count: int = 60) -> dict[str, list[str]]:
    """Blocks in a random order, each with up to four dependencies on earlier ones."""
    chosen = random.Random(seed)
    names = [f"b{number}" for number in range(count)]
    needs = {name: chosen.sample(names[:place], min(place, chosen.randint(0, 4))) for place, name in enumerate(names)}
    shuffled = list(needs.items())
    chosen.shuffle(shuffled)
    return dict(shuffled)


@pytest.mark.parametrize("seed", range(100))
def test_the_order_is_right_in_random_graphs_with_at_most_four_at_once(seed: int) -> None:
    needs = random_graph(seed)
    work = Recorded(needs, seed)
    assert asyncio.run(run_in_order(needs, work, at_once=4)) == {}
    assert sorted(work.begun) == sorted(needs)
    assert work.most <= 4


def test_independent_blocks_run_side_by_side() -> None:
    work = Recorded(dict.fromkeys("abcdef", ()), seed=3)
    asyncio.run(run_in_order(dict.fromkeys("abcdef", ()), work, at_once=4))
    assert work.most == 4


def test_what_depends_on_a_failure_is_skipped_with_its_cause_and_the_rest_goes_on() -> None:
    needs = {"a": [], "b": ["a"], "c": ["b"], "x": [], "y": ["x"], "z": ["c", "y"], "w": ["x", "a"]}
    work = Recorded(needs, failing=["a"])
    skipped = asyncio.run(run_in_order(needs, work, at_once=2))
    assert skipped == {"b": ("a",), "w": ("a",), "c": ("a",), "z": ("a",)}
    assert work.done == {"x", "y"}


def test_if_work_raises_what_runs_is_finished_and_nothing_more_begins() -> None:
    finished: list[str] = []

    async def work(id_: str) -> bool:
        if id_ == "bad":
            raise KeyError(id_)
        await asyncio.sleep(0.01)
        finished.append(id_)
        return True

    needs = {"bad": (), "good": (), "later": ("good",)}
    with pytest.raises(KeyError):
        asyncio.run(run_in_order(needs, work, at_once=2))
    assert finished == ["good"]


def test_a_cancellation_stops_what_runs() -> None:
    stopped: list[str] = []

    async def work(id_: str) -> bool:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            stopped.append(id_)
            raise
        return True

    async def go() -> None:
        running = asyncio.create_task(run_in_order({"a": (), "b": ()}, work, at_once=2))
        await asyncio.sleep(0.01)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    asyncio.run(go())
    assert sorted(stopped) == ["a", "b"]


def test_nothing_to_do_is_done() -> None:
    assert asyncio.run(run_in_order({}, Recorded({}), at_once=1)) == {}
