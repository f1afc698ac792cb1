"""A short research: planned searches, at most ten sources, checked citations, and nothing without sources."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest

from inkwright import ScriptedModel
from inkwright.agent.source_search import SourceHit
from inkwright.errors import InvalidOption, NeverParsed, ServiceFailed
from inkwright.llm.brain import Brain
from inkwright.llm.models import Abilities
from inkwright.research.briefing import Briefing, ResearchRequest, ResearchType, research_briefing

TEACHERS = "Teachers in the valley prepare lessons for 14 hours a week. Many say that they have no time to rest. "


class Shelf:
    """A place with pages by title; every search finds all of them."""

    def __init__(self, pages: dict[str, str], name: str = "library", problem: str = "") -> None:
        self.name = name
        self._pages = pages
        self._problem = problem
        self.queries: list[str] = []

    async def search(self, query: str, *, owner: str, limit: int) -> list[SourceHit]:
        del owner
        self.queries.append(query)
        if self._problem:
            raise ServiceFailed(url="https://search.example.org", problem=self._problem)
        return [SourceHit(title, f"https://example.org/{title}") for title in self._pages][:limit]

    async def read(self, hit: SourceHit, *, owner: str) -> str:
        del owner
        if not self._pages[hit.title]:
            raise ServiceFailed(url=hit.address, problem="gone")
        return self._pages[hit.title]


def statement(words: str, *sources: int) -> dict[str, Any]:
    return {"statement": words, "sources": list(sources)}


def findings(**changed: Any) -> str:
    tired = statement("Teachers prepare lessons for 14 hours a week", 1)
    rest = statement("Many have no time to rest", 1)
    persona = {"name": "Ann", "basic_info": "34, teacher", "background": "Works.", "pain_points": ["No time."]}
    personas = [{**persona, "name": name} for name in ("Ann", "Bo", "Cy")]
    value = {
        "summary": "Teachers have no time.",
        "profile": [tired],
        "pain_points": [tired, rest, rest],
        "value_propositions": [rest, rest, tired],
        "personas": personas,
        **changed,
    }
    return json.dumps(value)


QUERIES = json.dumps({"queries": ["teachers time", "teachers rest", "teachers time"]})


def research(
    replies: Sequence[str], *places: Shelf, kind: ResearchType = "generic", abilities: Abilities | None = None
) -> Briefing:
    model = ScriptedModel(list(replies), abilities=abilities)
    request = ResearchRequest("What troubles teachers?", kind, "me", "en")
    return asyncio.run(research_briefing(Brain(model), list(places), request, lambda _: None))


def test_a_question_becomes_a_report_with_links_and_checked_citations() -> None:
    shelf = Shelf({"Valley": TEACHERS * 2})
    found = research([QUERIES, "=====\nTeachers prepare for 14 hours a week [1]."], shelf)
    assert shelf.queries == ["teachers time", "teachers rest"]
    assert (found.cited, found.unsupported) == (1, 0)
    assert "<https://example.org/Valley>" in found.markdown
    assert "- teachers rest" in found.markdown


def test_a_false_number_is_corrected_once_and_else_marked() -> None:
    shelf = Shelf({"Valley": TEACHERS * 2})
    false, right = "=====\nTeachers prepare for 41 hours a week [1].", "=====\nThey prepare for 14 hours a week [1]."
    assert research([QUERIES, false, right], shelf).unsupported == 0
    marked = research([QUERIES, false, false], shelf)
    assert (marked.unsupported, "not supported by the source" in marked.markdown) == (1, True)


def test_at_most_ten_sources_are_read_and_failures_are_named() -> None:
    shelf = Shelf({f"Page{number}": TEACHERS * 2 for number in range(5)})
    web = Shelf({f"Web{number}": TEACHERS * 2 if number else "" for number in range(5)}, "web")
    more = Shelf({f"More{number}": TEACHERS * 2 for number in range(5)}, "more")
    found = research([QUERIES, "=====\nTeachers prepare for 14 hours [1]."], shelf, web, more)
    assert len(found.sources) == 10
    assert [each.number for each in found.sources] == list(range(1, 11))
    assert any("Web0" in problem for problem in found.problems)


def test_consumer_research_has_profile_pain_points_values_and_three_invented_personas() -> None:
    found = research([QUERIES, findings()], Shelf({"Valley": TEACHERS * 2}), kind="consumer")
    assert [each.name for each in found.personas] == ["Ann", "Bo", "Cy"]
    assert (found.cited, found.unsupported) == (7, 0)
    assert "These people are invented" in found.markdown
    assert "## Pain points" in found.markdown


def test_a_statement_that_its_source_does_not_have_is_asked_for_again_and_never_accepted() -> None:
    shelf = Shelf({"Valley": TEACHERS * 2})
    false = findings(profile=[statement("Teachers prepare lessons for 41 hours a week", 1)])
    unknown = findings(profile=[statement("Teachers are tired", 7)])
    assert research([QUERIES, false, unknown, findings()], shelf, kind="consumer").unsupported == 0
    with pytest.raises(NeverParsed):
        research([QUERIES, false, false, false], shelf, kind="consumer")


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ([], "search service"),
        ([Shelf({})], "No passage"),
        ([Shelf({}, "web", problem="down")], "No source"),
        ([Shelf({"Gone": ""})], "No source"),
        ([Shelf({"Short": "Too short."})], "No source"),
    ],
)
@pytest.mark.parametrize("kind", ["consumer", "generic"])
def test_without_a_source_there_is_no_report(places: list[Shelf], words: str, kind: ResearchType) -> None:
    with pytest.raises(InvalidOption, match=words):
        research([QUERIES], *places, kind=kind)


def test_a_weak_model_gives_quotations_and_no_consumer_research() -> None:
    weak = Abilities(is_weak=True)
    found = research([], Shelf({"Valley": TEACHERS * 2}), abilities=weak)
    assert (found.is_dossier, "> Teachers in the valley" in found.markdown) == (True, True)
    with pytest.raises(InvalidOption, match="needs a model"):
        research([], Shelf({"Valley": TEACHERS * 2}), kind="consumer", abilities=weak)
