"""The origin of pages: a second port that serves interactive pages and quiz pages, and nothing else.

A page runs its own scripts. Here it cannot reach the service: it has another origin, no cookie is read or set, and the
policy that is sent with it allows no connection.
"""

from datetime import datetime
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from inkwright.application import Inkwright
from inkwright.artifacts.vault import ArtifactRecord
from inkwright.artifacts.webpages.framing import FRAME_POLICY, FRAME_SANDBOX
from inkwright.errors import InkwrightError
from inkwright.server.access import host_name
from inkwright.server.options import ServerOptions
from inkwright.server.page_links import PageLinks
from inkwright.usecases.exports import ExportedArtifact, export_artifact, is_stored_quiz

_PAGE_KIND: Final = "html"
_HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-site",
    "x-dns-prefetch-control": "off",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=()",
}
_NOBODY: Final = "'none'"
_NOTHING: Final = "default-src 'none'; frame-ancestors 'none'"


def has_page(record: ArtifactRecord) -> bool:
    """Whether an artifact can be shown as a page."""
    return record.kind == _PAGE_KIND or is_stored_quiz(record)


class PageOrigin:
    """Makes links to pages, and serves the pages that they show. The ports are known once they are bound."""

    def __init__(self, inkwright: Inkwright, options: ServerOptions) -> None:
        self._inkwright = inkwright
        self._options = options
        self._links: PageLinks | None = None
        self.port = 0
        self.api_port = 0

    @property
    def sandbox(self) -> str:
        """What a frame around a page should allow."""
        return FRAME_SANDBOX

    async def link(self, owner: str, artifact_id: str, request: Request) -> tuple[str, datetime]:
        """Return the address of a page, under the name by which the service is reached, and when it expires."""
        links = await self._signed_links()
        token, expires = links.token(owner, artifact_id, self._inkwright.store.clock.now())
        return f"{self.origin(request)}/{token}", expires

    async def _signed_links(self) -> PageLinks:
        """Return the links of this service: a link that one process made, another one shows."""
        if self._links is None:
            self._links = PageLinks((await self._inkwright.store.shares.signature("pages", "")).encode())
        return self._links

    def origin(self, request: Request) -> str:
        """Return the origin of pages, under the name by which the service is reached."""
        return f"{request.url.scheme}://{host_name(request.headers['host'])}:{self.port}"

    def app(self) -> Starlette:
        """Return the application for the second port."""
        return Starlette(routes=[Route("/{token}", self._show, methods=["GET"])])

    async def _show(self, request: Request) -> Response:
        links = await self._signed_links()
        link = links.link(request.path_params["token"], self._inkwright.store.clock.now())
        content = await self._content(link.owner, link.artifact_id) if link and self._is_own_host(request) else None
        if content is None:
            return PlainTextResponse("Not found.", 404, {**_HEADERS, "content-security-policy": _NOTHING})
        headers = {**_HEADERS, "content-security-policy": self._policy()}
        return Response(content, headers=headers, media_type="text/html; charset=utf-8")

    async def _content(self, owner: str, artifact_id: str) -> bytes | None:
        """Return the page of an artifact; None if there is none any more."""
        inkwright = self._inkwright.as_owner(owner)
        try:
            record = await inkwright.artifact(artifact_id)
            made = await export_artifact(inkwright.store, record, _PAGE_KIND, "en") if has_page(record) else None
        except InkwrightError:
            return None
        return made.content if isinstance(made, ExportedArtifact) else None

    def _is_own_host(self, request: Request) -> bool:
        hosts = request.headers.getlist("host")
        try:
            return len(hosts) == 1 and host_name(hosts[0]) in self._options.hosts
        except ValueError:
            return False

    def _policy(self) -> str:
        """Return the policy of a page. Only the pages of this service may show it in a frame."""
        # A policy cannot name an IPv6 address.
        hosts = [host for host in self._options.hosts if not host.startswith("[")]
        names = [f"{scheme}://{host}:{self.api_port}" for host in hosts for scheme in ("http", "https")]
        return f"{FRAME_POLICY}; sandbox {FRAME_SANDBOX}; frame-ancestors {' '.join(names) or _NOBODY}"
