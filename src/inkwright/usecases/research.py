"""Research for a person: the places that are searched, as the settings say, and the files of a finished report."""

import asyncio
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from inkwright.agent.source_search import SourceSearch
from inkwright.errors import InvalidOption, SourcesLacking
from inkwright.i18n import Reason
from inkwright.library.protocols import DocumentSearch
from inkwright.llm.key_store import KeyEnvironment
from inkwright.research.pages import PageReader
from inkwright.research.searching import TAVILY, LibrarySearch, WebSearch
from inkwright.settings import MCP, SEARCH, SEARCH_PRIVATE, Settings
from inkwright.usecases.mcp_search import McpSearch
from inkwright.usecases.output_files import save_file

TAVILY_KEY: Final = "TAVILY_API_KEY"
SOURCES_FOLDER: Final = "sources"
_MCP: Final = "mcp:"


def open_sources(settings: Settings, library: DocumentSearch) -> list[SourceSearch]:
    """Return the places that research searches: the web if a search service is set, and the library."""
    service = settings.get(SEARCH)
    places: list[SourceSearch] = [LibrarySearch(library)]
    pages = PageReader(allows_private=settings.get(SEARCH_PRIVATE))
    if service.startswith(_MCP):
        tool = _mcp_search(settings, pages)
        places[:0] = [tool] if tool else []
    elif service != "none":
        key = KeyEnvironment(os.environ, settings.home).get(TAVILY_KEY, "") if service == "tavily" else ""
        places.insert(0, WebSearch(TAVILY if service == "tavily" else service, pages, key))
    return places


def _mcp_search(settings: Settings, pages: PageReader) -> McpSearch | None:
    """Return the search tool that the settings name; None if they do not have its server."""
    server, _, tool = settings.get(SEARCH).removeprefix(_MCP).partition("/")
    found = next((each for each in settings.get(MCP) if each.name == server), None)
    return McpSearch(found, tool, pages) if found else None


async def require_sources(places: Sequence[str], settings: Settings, library: DocumentSearch, *, owner: str) -> None:
    """Refuse research that has nothing to search: InvalidOption without a search service and without a document."""
    service = settings.get(SEARCH)
    if "web" in places and service != "none":
        if service.startswith(_MCP) and _mcp_search(settings, PageReader()) is None:
            raise InvalidOption(option="search", value=service, allowed=Reason("reason.research.no_server"))
        return
    if "library" in places and any(each.status == "ready" for each in await library.all(owner=owner)):
        return
    raise SourcesLacking(option="--sources", value=",".join(places), allowed=Reason("reason.research.no_places"))


async def save_research(result: Mapping[str, Any], files: Mapping[str, bytes], folder: Path) -> list[Path]:
    """Save the report in each format, and the text of each source that was read, in a folder."""
    return await asyncio.to_thread(_save, result, files, folder)


def _save(result: Mapping[str, Any], files: Mapping[str, bytes], folder: Path) -> list[Path]:
    saved = [save_file(folder, "report.md", result["markdown"])]
    saved += [save_file(folder, f"report.{ending}", content) for ending, content in files.items()]
    for source in result["sources"]:
        # A page of the library is named by its title alone: its address would mean nothing to a person.
        address = f"{source['address']}\n" if source["address"].startswith("http") else ""
        written = f"{source['title']}\n{address}\n{source['text']}\n"
        saved.append(save_file(folder / SOURCES_FOLDER, f"{source['number']:02}.txt", written))
    return saved


def parse_places(written: str) -> Sequence[str] | None:
    """Return the places that a person names; None if one of them is unknown."""
    names = [name.strip() for name in written.split(",") if name.strip()]
    return names if names and set(names) <= {"web", "library"} else None
