"""The places that research searches, and the files of a report."""

import asyncio
from pathlib import Path

import pytest

from inkwright.agent.source_search import SourceSearch
from inkwright.errors import InvalidOption
from inkwright.research.searching import TAVILY, WebSearch
from inkwright.settings import load_settings
from inkwright.usecases.mcp_search import McpSearch
from inkwright.usecases.research import open_sources, parse_places, require_sources, save_research
from inkwright.usecases.store import open_store


def web_of(home: Path, **environ: str) -> SourceSearch | None:
    """The web as these settings have it."""
    settings = load_settings(flags={}, environ=environ, folder=home, home=home)

    async def look() -> SourceSearch | None:
        async with open_store(settings) as store:
            places = {place.name: place for place in open_sources(settings, store.library)}
            assert "library" in places
            return places.get("web")

    return asyncio.run(look())


def test_the_settings_decide_where_research_searches(tmp_path: Path) -> None:
    assert web_of(tmp_path) is None
    tavily = web_of(tmp_path, INKWRIGHT_SEARCH="tavily")
    assert isinstance(tavily, WebSearch)
    assert (tavily.url, tavily.pages.allows_private) == (TAVILY, False)
    own = web_of(tmp_path, INKWRIGHT_SEARCH="https://searx.example.org/", INKWRIGHT_SEARCH_PRIVATE="on")
    assert isinstance(own, WebSearch)
    assert (own.url, own.pages.allows_private) == ("https://searx.example.org", True)


def test_the_search_tool_of_an_mcp_server_is_the_web(tmp_path: Path) -> None:
    (tmp_path / "inkwright.toml").write_text('[mcp.servers.finder]\ncommand = "finder"\n')
    found = web_of(tmp_path, INKWRIGHT_SEARCH="mcp:finder/search")
    assert isinstance(found, McpSearch)
    assert (found.server.command, found.tool) == ("finder", "search")


def test_a_server_that_the_settings_do_not_have_is_refused_before_research_begins(tmp_path: Path) -> None:
    assert web_of(tmp_path, INKWRIGHT_SEARCH="mcp:finder/search") is None
    settings = load_settings(
        flags={}, environ={"INKWRIGHT_SEARCH": "mcp:finder/search"}, folder=tmp_path, home=tmp_path
    )

    async def begin() -> None:
        async with open_store(settings) as store:
            await require_sources(["web"], settings, store.library, owner="anna")

    with pytest.raises(InvalidOption, match="mcp:finder/search"):
        asyncio.run(begin())


def test_unknown_places_are_not_places() -> None:
    assert parse_places("web, library") == ["web", "library"]
    assert parse_places("books") is None
    assert parse_places("") is None


def test_a_report_is_saved_with_what_was_read(tmp_path: Path) -> None:
    source = {"number": 1, "title": "A", "address": "https://example.org", "text": "Words."}
    result = {"markdown": "# T\n", "sources": [source]}
    saved = asyncio.run(save_research(result, {"pdf": b"%PDF"}, tmp_path))
    assert [path.relative_to(tmp_path).as_posix() for path in saved] == ["report.md", "report.pdf", "sources/01.txt"]
    assert saved[-1].read_text() == "A\nhttps://example.org\n\nWords.\n"
