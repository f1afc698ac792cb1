"""The search tool of an MCP server as a place that research searches."""

import asyncio
import sys
from pathlib import Path

import pytest

from inkwright.errors import ServiceFailed
from inkwright.research.pages import PageReader
from inkwright.setting_values import McpServerSetting
from inkwright.usecases.mcp_search import McpSearch, search_arguments

PROGRAM = Path(__file__).with_name("mcp_search_program.py")


def place(tool: str, base: str = "https://example.org") -> McpSearch:
    server = McpServerSetting("finder", command=sys.executable, args=(str(PROGRAM), base))
    return McpSearch(server, tool, PageReader(allows_private=True))


async def titles_of(tool: str) -> list[tuple[str, str]]:
    hits = await place(tool).search("Velda", owner="anna", limit=2)
    return [(hit.title, hit.address.removeprefix("https://example.org")) for hit in hits]


def test_results_are_read_from_rows_and_from_text_and_other_addresses_are_left_out() -> None:
    async def both() -> tuple[list[tuple[str, str]], ...]:
        return await asyncio.gather(titles_of("rows"), titles_of("lines"))

    rows, lines = asyncio.run(both())
    assert rows == [("Velda 0", "/good/0"), ("Velda 1", "/good/1")]
    assert lines == [("Velda one", "/good/0"), ("Velda two", "/good/1")]


def test_a_tool_that_fails_or_is_missing_is_reported_with_its_words() -> None:
    async def problems() -> list[BaseException | object]:
        searches = [place(tool).search("Velda", owner="anna", limit=2) for tool in ("broken", "other")]
        return await asyncio.gather(*searches, return_exceptions=True)

    quota, missing = asyncio.run(problems())
    assert isinstance(quota, ServiceFailed)
    assert "no quota left for Velda" in str(quota)
    assert isinstance(missing, ServiceFailed)
    assert "other" in str(missing)


def test_a_server_that_cannot_be_started_is_a_failed_search() -> None:
    search = McpSearch(McpServerSetting("finder", command="/nonexistent/program"), "rows", PageReader())
    with pytest.raises(ServiceFailed):
        asyncio.run(search.search("Velda", owner="anna", limit=2))


def test_arguments_follow_the_schema_of_the_tool() -> None:
    schema = {"properties": {"lang": {"type": "string"}, "q": {"type": "string"}, "count": {"type": "integer"}}}
    assert search_arguments(schema, "Velda", 5) == {"q": "Velda", "count": 5}
    assert search_arguments({"properties": {"queries": {"type": "array"}, "what": {"type": "string"}}}, "V", 5) == {
        "what": "V"
    }
    assert search_arguments({}, "V", 5) == {"query": "V"}
