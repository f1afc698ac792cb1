"""The places that are searched."""

import asyncio

import pytest

from inkwright.errors import ServiceFailed
from inkwright.research.pages import PageReader
from inkwright.research.searching import WebSearch
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
