"""The web through the search tool of an MCP server that the settings name; its pages are read like all others."""

import asyncio
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from inkwright.agent.source_search import SourceHit
from inkwright.errors import ServiceFailed
from inkwright.i18n import Reason
from inkwright.research.pages import PageReader
from inkwright.research.searching import search_hit
from inkwright.setting_values import McpServerSetting
from inkwright.usecases.mcp_tools import connect_mcp, mcp_problem, mcp_result_text

_QUERY_NAMES: Final = ("query", "q", "search_query", "search", "keywords", "question", "text", "input", "topic")
_LIMIT_NAMES: Final = ("limit", "max_results", "num_results", "numResults", "maxResults", "count", "n_results", "k")
_ADDRESS_NAMES: Final = ("url", "link", "href", "uri", "address")
_TITLE_NAMES: Final = ("title", "name", "heading")
_LINE = re.compile(r"(?P<before>[^\n]{0,200}?)<?\(?(?P<address>https?://[^\s<>()\[\]\"'`]{3,1900})")
_LABEL = re.compile(r"^[\s>*#\-\d.)\]]*(?:(?:url|link|source|href|title|地址|链接|标题|来源)\s*[:：])?\s*[\[*]*", re.I)
_MAX_QUERY: Final = 400
_MAX_ANSWER: Final = 500_000
_MAX_DEPTH: Final = 6


@dataclass(frozen=True, slots=True)
class McpSearch:
    """The search tool of a server. Naming it in the settings is the permission to call it for research."""

    server: McpServerSetting
    tool: str
    pages: PageReader

    @property
    def name(self) -> str:
        return "web"

    async def search(self, query: str, *, owner: str, limit: int) -> list[SourceHit]:
        """Return the results that have an address. ServiceFailed if the tool is missing or fails."""
        del owner
        try:
            async with asyncio.timeout(self.server.timeout):
                written = await self._answer(query[:_MAX_QUERY], limit)
        except TimeoutError:
            reason = Reason("mcp.too_slow", seconds=f"{self.server.timeout:g}")
            raise ServiceFailed(url=self._place, problem=reason) from None
        except ServiceFailed:
            raise
        except Exception as problem:
            raise ServiceFailed(url=self._place, problem=mcp_problem(problem)) from problem
        found = {hit.address: hit for hit in reversed(list(_hits(written[:_MAX_ANSWER])))}
        return list(reversed(found.values()))[:limit]

    async def read(self, hit: SourceHit, *, owner: str) -> str:
        """Return the main text of a page."""
        del owner
        return await self.pages.read(hit.address)

    @property
    def _place(self) -> str:
        return f"mcp:{self.server.name}/{self.tool}"

    async def _answer(self, query: str, limit: int) -> str:
        async with connect_mcp(self.server) as client:
            listed = (await client.list_tools()).tools
            schema = next((each.input_schema for each in listed if each.name == self.tool), None)
            if schema is None:
                raise ServiceFailed(url=self._place, problem=Reason("mcp.no_tool", tool=self.tool))
            result = await client.call_tool(self.tool, search_arguments(schema, query, limit))
        if result.is_error:
            raise ServiceFailed(url=self._place, problem=mcp_result_text(result)[:300])
        return mcp_result_text(result)


def search_arguments(schema: Mapping[str, Any], query: str, limit: int) -> dict[str, Any]:
    """Return the arguments of a search tool: the query and the limit under the names of its schema."""
    fields = schema.get("properties")
    fields = fields if isinstance(fields, Mapping) else {}
    required = schema.get("required")
    wanted = [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
    texts = [name for name in (*wanted, *fields) if _kind(fields.get(name)) == "string"]
    name = next((name for name in _QUERY_NAMES if name in fields), texts[0] if texts else _QUERY_NAMES[0])
    given: dict[str, Any] = {name: [query] if _kind(fields.get(name)) == "array" else query}
    most = next((name for name in _LIMIT_NAMES if _kind(fields.get(name)) in ("integer", "number")), None)
    return given | ({most: limit} if most else {})


def _kind(field: object) -> str:
    return str(field.get("type", "")) if isinstance(field, Mapping) else ""


def _hits(written: str) -> Iterator[SourceHit]:
    """Yield the results of an answer: rows of JSON with an address, or else the addresses of its lines."""
    try:
        answer = json.loads(written)
    except (ValueError, RecursionError):
        answer = None
    rows = list(_rows(answer, 0))
    yield from rows or _lines(written if answer is None else "\n".join(_texts(answer, 0)))


def _rows(value: object, depth: int) -> Iterator[SourceHit]:
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, Mapping):
        address = next((value[name] for name in _ADDRESS_NAMES if isinstance(value.get(name), str)), None)
        title = next((value[name] for name in _TITLE_NAMES if isinstance(value.get(name), str)), None)
        if (hit := search_hit({"url": address, "title": title})) is not None:
            yield hit
        else:
            for each in value.values():
                yield from _rows(each, depth + 1)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for each in value:
            yield from _rows(each, depth + 1)
    elif isinstance(value, str) and value.lstrip().startswith(("{", "[")):
        # Servers often put their JSON into a text.
        try:
            inner = json.loads(value)
        except (ValueError, RecursionError):
            return
        yield from _rows(inner, depth + 1)


def _texts(value: object, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif depth <= _MAX_DEPTH and isinstance(value, Mapping | list):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(each, depth + 1)


def _lines(written: str) -> Iterator[SourceHit]:
    """Yield the addresses of a text, each with the words before it, or with the line before it, as its title."""
    before = ""
    for line in written.splitlines():
        found = list(_LINE.finditer(line))
        for match in found:
            title = _plain(match["before"]) or before
            if (hit := search_hit({"url": match["address"].rstrip(".,;"), "title": title})) is not None:
                yield hit
        before = "" if found else _plain(line) or before


def _plain(words: str) -> str:
    return _LABEL.sub("", words).rstrip(" ]([<:-–—|*")
