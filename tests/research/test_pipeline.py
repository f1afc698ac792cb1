"""A research from the topic to the report, against a real search server."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from inkwright.agent.job_kinds import JobRun
from inkwright.agent.source_search import SourceHit, SourceSearch
from inkwright.errors import InvalidOption
from inkwright.llm.models import Abilities, Request
from inkwright.llm.scripted import ScriptedModel
from inkwright.research.pages import PageReader
from inkwright.research.pipeline import ResearchInput, run_research
from inkwright.research.searching import WebSearch
from inkwright.testing.memory_conversations import MemorySteps
from inkwright.testing.memory_services import memory_services
from tests.research.search_server import RIVER, SearchSite, serving

PLAN = "[Research plan]\nLook.\n\n[Chapter outline]\n1. The river | Velda river\n2. Floods | Velda flood 1998\n"
GOOD = "=====\nThe Velda flows 687 kilometres [{n}]."
WRONG = "=====\nThe Velda flows 687 kilometres [{n}]. It carries 5,000 cubic metres per second [{n}]."


def answer(request: Request) -> str:
    """Plan, write with one error, approve, and correct."""
    prompt = str(request.messages[0]["content"])
    number = prompt.partition('<source number="')[2].partition('"')[0]
    if "Plan a report" in prompt:
        return PLAN
    if "The citations of this chapter were checked" in prompt:
        return GOOD.format(n=number)
    if "Answer APPROVED" in prompt:
        return "APPROVED"
    return WRONG.format(n=number) if ": Floods" in prompt else GOOD.format(n=number)


def model(*, is_weak: bool = False) -> ScriptedModel:
    return ScriptedModel([answer] * 40, abilities=Abilities(is_weak=is_weak))


async def research(
    scripted: ScriptedModel, sources: Sequence[SourceSearch], steps: MemorySteps | None = None, **given: Any
) -> dict[str, Any]:
    services = replace(memory_services(scripted), sources=sources)
    return await run_research(
        JobRun(
            id="job_1",
            owner="anna",
            arguments=ResearchInput(topic="Floods of the Velda river", depth=1, **given),
            steps=steps or MemorySteps(),
            progress=lambda _done, _total, _message="": None,
            services=services,
        )
    )


def fast_site() -> SearchSite:
    """A site without the page that never answers, for which a test would have to wait."""
    site = SearchSite()
    site.bad.remove("/slow")
    return site


def web(base: str) -> list[SourceSearch]:
    return [WebSearch(base, PageReader(allows_private=True, seconds=10.0))]


def test_a_report_has_checked_citations_and_the_bad_pages_are_reported() -> None:
    site = fast_site()
    with serving(site) as base:
        scripted = model()
        steps = MemorySteps()
        result = asyncio.run(research(scripted, web(base), steps))
        calls, asked = len(scripted.calls), len(site.asked)
        again = asyncio.run(research(scripted, web(base), steps))
    assert result["unsupported"] == []
    assert result["cited"] == 2
    assert "687 kilometres" in result["markdown"]
    assert all(result["artifacts"].values())
    assert len(result["problems"]) == 5
    assert {"text", "address", "number"} <= result["sources"][0].keys()
    # Every stage is done once: a second run does nothing again.
    assert again["markdown"] == result["markdown"]
    assert (len(scripted.calls), len(site.asked)) == (calls, asked)


def test_a_weak_model_writes_nothing_and_the_dossier_says_so() -> None:
    with serving(fast_site()) as base:
        scripted = model(is_weak=True)
        result = asyncio.run(research(scripted, web(base)))
    assert result["is_dossier"]
    assert scripted.calls == []
    assert "Nothing was written or judged by a model" in result["markdown"]


def test_without_a_place_to_search_nothing_is_begun() -> None:
    scripted = model()
    with pytest.raises(InvalidOption, match="search service"):
        asyncio.run(research(scripted, []))
    assert scripted.calls == []


def test_a_report_without_sources_is_refused() -> None:
    site = fast_site()
    site.pages.clear()
    with serving(site) as base, pytest.raises(InvalidOption, match="without sources"):
        asyncio.run(research(model(), web(base)))


class GrowingLibrary:
    """A place that has nothing until a document is added."""

    name = "library"

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    async def search(self, query: str, *, owner: str, limit: int) -> list[SourceHit]:
        del query, owner
        return [SourceHit(address=each, title=each) for each in self.texts][:limit]

    async def read(self, hit: SourceHit, *, owner: str) -> str:
        del owner
        return self.texts[hit.address]


def test_a_search_that_found_nothing_is_made_again_when_the_job_is_resumed() -> None:
    place, steps, scripted = GrowingLibrary(), MemorySteps(), model()
    with pytest.raises(InvalidOption):
        asyncio.run(research(scripted, [place], steps))
    place.texts["velda.md"] = RIVER
    result = asyncio.run(research(scripted, [place], steps))
    assert [each["title"] for each in result["sources"]] == ["velda.md"]


def test_a_plan_alone_reads_nothing_and_its_outline_is_what_the_report_then_has() -> None:
    site = fast_site()
    with serving(site) as base:
        scripted = model()
        planned = asyncio.run(research(scripted, web(base), plan_only=True))
        assert (len(scripted.calls), site.asked) == (1, [])
        assert planned["markdown"] == "Look.\n\n1. The river | Velda river\n2. Floods | Velda flood 1998"
        agreed = [planned["chapters"][0] | {"title": "The long river"}]
        result = asyncio.run(research(scripted, web(base), outline=agreed))
    assert not any("Plan a report" in str(call.messages) for call in scripted.calls[1:])
    assert "## The long river" in result["markdown"]
    assert "Floods" not in result["markdown"].split("\n", 1)[1]
