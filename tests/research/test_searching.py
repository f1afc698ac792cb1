"""The places that are searched."""

import asyncio

import pytest

from inkwright.agent.source_search import SourceHit
from inkwright.errors import ServiceFailed
from inkwright.research.pages import PageReader
from inkwright.research.searching import WebSearch, says_enough
from tests.research.search_server import SearchSite, serving


def test_the_results_of_a_search_service_are_read_within_the_limit() -> None:
    with serving(SearchSite()) as base:
        hits = asyncio.run(WebSearch(base, PageReader()).search("Velda", owner="anna", limit=3))
    assert [hit.title for hit in hits] == ["Velda /slow", "Velda /good/0", "Velda /broken"]


def test_a_service_that_cannot_be_reached_is_reported() -> None:
    with serving(SearchSite()) as base:
        address = base
    with pytest.raises(ServiceFailed):
        asyncio.run(WebSearch(address, PageReader()).search("Velda", owner="anna", limit=3))


def test_a_short_page_of_a_document_is_a_source_and_a_menu_of_the_web_is_not() -> None:
    web, page = SourceHit("Velda", "https://example.org/"), SourceHit("Notes", "library:doc_1#1")
    chinese = "光合作用是植物利用光能把二氧化碳和水转化为有机物的过程。"
    assert says_enough(page, "Short note.")
    assert not says_enough(page, "  ")
    assert says_enough(web, chinese)
    assert not says_enough(web, "Home About Contact")
