"""Research for a person: the places that are searched, as the settings say, and the files of a finished report."""

import asyncio
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from inkwright.agent.source_search import SourceSearch
from inkwright.library.protocols import DocumentSearch
from inkwright.llm.key_store import KeyEnvironment
from inkwright.research.pages import PageReader
from inkwright.research.searching import TAVILY, LibrarySearch, WebSearch
from inkwright.settings import SEARCH, SEARCH_PRIVATE, Settings
from inkwright.usecases.output_files import save_file

TAVILY_KEY: Final = "TAVILY_API_KEY"
SOURCES_FOLDER: Final = "sources"


def open_sources(settings: Settings, library: DocumentSearch) -> list[SourceSearch]:
    """Return the places that research searches: the web if a search service is set, and the library."""
    service = settings.get(SEARCH)
    places: list[SourceSearch] = [LibrarySearch(library)]
    if service != "none":
        pages = PageReader(allows_private=settings.get(SEARCH_PRIVATE))
        key = KeyEnvironment(os.environ, settings.home).get(TAVILY_KEY, "") if service == "tavily" else ""
        places.insert(0, WebSearch(TAVILY if service == "tavily" else service, pages, key))
    return places


async def save_research(result: Mapping[str, Any], files: Mapping[str, bytes], folder: Path) -> list[Path]:
    """Save the report in each format, and the text of each source that was read, in a folder."""
    return await asyncio.to_thread(_save, result, files, folder)


def _save(result: Mapping[str, Any], files: Mapping[str, bytes], folder: Path) -> list[Path]:
    saved = [save_file(folder, "report.md", result["markdown"])]
    saved += [save_file(folder, f"report.{ending}", content) for ending, content in files.items()]
    for source in result["sources"]:
        written = f"{source['title']}\n{source['address']}\n\n{source['text']}\n"
        saved.append(save_file(folder / SOURCES_FOLDER, f"{source['number']:02}.txt", written))
    return saved


def parse_places(written: str) -> Sequence[str] | None:
    """Return the places that a person names; None if one of them is unknown."""
    names = [name.strip() for name in written.split(",") if name.strip()]
    return names if names and set(names) <= {"web", "library"} else None
