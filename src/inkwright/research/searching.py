"""The places where research finds its sources: the web through a search service, and the person's library."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import httpx2

from inkwright.agent.source_search import SourceHit
from inkwright.errors import ServiceFailed
from inkwright.i18n import Reason, language_of, text
from inkwright.library.protocols import DocumentSearch
from inkwright.llm.http_client import ResponseRefused, open_http_client
from inkwright.research.pages import PageReader

TAVILY: Final = "https://api.tavily.com"
_SECONDS: Final = 20.0
_MAX_ANSWER: Final = 2_000_000
_MAX_QUERY: Final = 400
_MAX_TITLE: Final = 200
_MAX_ADDRESS: Final = 2_000
_LIBRARY: Final = "library:"
_PAGE_CHARACTERS: Final = 40_000
_MIN_OF_WEB: Final = 80
_HAN = re.compile("[\u3400-\u9fff]")


def says_enough(hit: SourceHit, written: str) -> bool:
    """Whether a source is worth reading: any page of a document, and of the web what is more than a menu.

    A Chinese character says about as much as three English ones.
    """
    size = len(written.strip()) + 2 * len(_HAN.findall(written))
    return size >= (_MIN_OF_WEB if hit.address.startswith("http") else 1)


@dataclass(frozen=True, slots=True)
class WebSearch:
    """The web. `url` is the address of a SearXNG server, or that of Tavily, which needs a key."""

    url: str
    pages: PageReader
    key: str = ""

    @property
    def name(self) -> str:
        return "web"

    async def search(self, query: str, *, owner: str, limit: int) -> list[SourceHit]:
        """Return the results of the search service. The owner does not matter: the web is the same for everybody."""
        del owner
        answer = await self._answer(query[:_MAX_QUERY], limit)
        rows = answer.get("results") if isinstance(answer, dict) else None
        if not isinstance(rows, list):
            raise ServiceFailed(url=self.url, problem=Reason("reason.pages.not_results"))
        return [hit for row in rows[: 2 * limit] if (hit := search_hit(row)) is not None][:limit]

    async def read(self, hit: SourceHit, *, owner: str) -> str:
        """Return the main text of a page."""
        del owner
        return await self.pages.read(hit.address)

    async def _answer(self, query: str, limit: int) -> Any:
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        try:
            async with open_http_client(self.url, _SECONDS, headers=headers, limit=_MAX_ANSWER) as client:
                if self.url == TAVILY:
                    response = await client.post(f"{TAVILY}/search", json={"query": query, "max_results": limit})
                else:
                    address = f"{self.url.rstrip('/')}/search"
                    response = await client.get(address, params={"q": query, "format": "json"})
                response.raise_for_status()
                return response.json()
        except (httpx2.HTTPError, ResponseRefused, ValueError) as problem:
            reason = Reason("reason.pages.unreachable", problem=type(problem).__name__)
            raise ServiceFailed(url=self.url, problem=reason) from problem


def search_hit(row: object) -> SourceHit | None:
    """Return a result with an address of the web; None if it has none."""
    if not isinstance(row, Mapping):
        return None
    address, title = row.get("url"), row.get("title")
    if not isinstance(address, str) or not address.startswith(("http://", "https://")) or len(address) > _MAX_ADDRESS:
        return None
    return SourceHit(" ".join(str(title or address).split())[:_MAX_TITLE], address)


@dataclass(frozen=True, slots=True)
class LibrarySearch:
    """The documents of the person; a source is a page of one of them."""

    library: DocumentSearch

    @property
    def name(self) -> str:
        return "library"

    async def search(self, query: str, *, owner: str, limit: int) -> list[SourceHit]:
        """Return the pages with the best passages."""
        passages = await self.library.search(query, owner=owner, limit=limit)
        found = {}
        for passage in passages:
            address = f"{_LIBRARY}{passage.document_id}#{passage.page}"
            found[address] = SourceHit(
                text(language_of(query), "library.source_page", name=passage.name, page=passage.page), address
            )
        return list(found.values())

    async def read(self, hit: SourceHit, *, owner: str) -> str:
        """Return the text of a page of a document."""
        document, _, page = hit.address.removeprefix(_LIBRARY).rpartition("#")
        excerpt = await self.library.read(document, owner=owner, page=int(page), length=_PAGE_CHARACTERS)
        if excerpt is None:
            raise ServiceFailed(url=hit.address, problem=Reason("reason.pages.gone"))
        return excerpt.text
