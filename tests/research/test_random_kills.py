"""A research that is killed at random moments says in the end what it says undisturbed, from the same sources."""

import asyncio
import json
import os
import random
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from inkwright.application import Inkwright
from tests.research.research_program import faulty_model, main
from tests.research.search_server import serving
from tests.research.test_kills import AT_ONCE, LargeSite, stored_steps

SEED = 20_261_120
KILLS = 5
"""So many for each research."""


def runs_to_its_end(home: Path, seconds: float | None = None) -> bool:
    """Run the research in another process, which is killed after so long; return whether it came to its end."""
    child = os.fork()
    if not child:
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            asyncio.run(main(home, "none", 0))
        finally:
            os._exit(0)
    until = time.monotonic() + (seconds or 600)
    while time.monotonic() < until:
        if os.waitpid(child, os.WNOHANG)[0]:
            return True
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


async def _result(home: Path) -> dict[str, Any]:
    async with Inkwright.open(home=home, model=faulty_model(home, "none", 0)) as inkwright:
        (job,) = await (await inkwright.jobs()).of(inkwright.owner)
        assert job.status == "finished", job
        return dict(job.result)


def said(home: Path, base: str) -> dict[str, Any]:
    """What the report says and where it comes from, without the port of the site and the ids of files."""
    result = json.loads(json.dumps(asyncio.run(_result(home))).replace(base, ""))
    result["problems"].sort()
    told = {name: result[name] for name in ("markdown", "sources", "cited", "unsupported", "unconfirmed", "problems")}
    return {**told, "files": len(result["artifacts"])}


def survives(home: Path, chance: random.Random, seconds: float, whole: dict[str, Any]) -> int:
    """Kill a research so often; return how often that hit it before its end."""
    home.mkdir()
    site, kills = LargeSite(), 0
    with serving(site) as base:
        os.environ["INKWRIGHT_SEARCH"] = base
        while kills < KILLS and not runs_to_its_end(home, chance.uniform(0, seconds)):
            kills += 1
        assert runs_to_its_end(home)
        found = said(home, base)
    assert found == whole
    assert set(stored_steps(home).values()) == {1}, "no step is stored twice"
    pages = Counter(path for path in site.asked if path.startswith("/good"))
    assert sum(pages.values()) - len(pages) <= AT_ONCE * kills, "only pages that were being read are read again"
    return kills


def survive(folder: Path, monkeypatch: pytest.MonkeyPatch, researches: int) -> None:
    monkeypatch.setenv("INKWRIGHT_SEARCH_PRIVATE", "true")
    (folder / "whole").mkdir()
    with serving(LargeSite()) as base:
        monkeypatch.setenv("INKWRIGHT_SEARCH", base)
        begun = time.monotonic()
        assert runs_to_its_end(folder / "whole")
        seconds = time.monotonic() - begun
        whole = said(folder / "whole", base)
    assert whole["sources"]
    chance = random.Random(SEED)
    kills = [survives(folder / str(number), chance, seconds, whole) for number in range(researches)]
    assert sum(kills) > 2 * researches, "nothing was really tried"


def test_a_research_that_is_killed_at_random_moments_ends_with_the_same_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    survive(tmp_path, monkeypatch, researches=1)


@pytest.mark.soak
def test_ten_researches_that_are_killed_at_fifty_random_moments_end_with_the_same_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    survive(tmp_path, monkeypatch, researches=10)
