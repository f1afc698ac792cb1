"""The studio: the page that people work in, served from the files that its build left in the package."""

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from inkwright.i18n import text
from inkwright.server.problems import ApiProblem
from inkwright.server.requests import Pages, RequestLanguage

_CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; frame-src {pages}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_ASSET_NAME = re.compile(r"[A-Za-z0-9_-]{1,80}\.(js|css|svg|woff2)")
_ASSET_TYPES: Final = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}
# The name of an asset changes with its content.
_FOR_EVER: Final = "public, max-age=31536000, immutable"

router = APIRouter(include_in_schema=False)


@router.get("/", response_class=HTMLResponse)
async def page(request: Request, language: RequestLanguage, pages: Pages) -> HTMLResponse:
    """Return the page; it loads everything else itself. Without a build it says so."""
    index = _built_files() / "index.html"
    if not index.is_file():
        return HTMLResponse(f"<!doctype html><p>{text(language, 'server.no_studio')}</p>", 503)
    headers = {"content-security-policy": _CSP.format(pages=pages.origin(request)), "cache-control": "no-cache"}
    return HTMLResponse(index.read_text(encoding="utf-8"), headers=headers)


@router.get("/assets/{name}", response_class=Response)
async def asset(name: str) -> Response:
    """Return a script, a style or a picture of the page."""
    known = _ASSET_NAME.fullmatch(name)
    found = _built_files() / "assets" / name
    if known is None or not found.is_file():
        raise ApiProblem(404, "no_route", path=f"/assets/{name[:100]}")
    headers = {"cache-control": _FOR_EVER}
    return Response(found.read_bytes(), headers=headers, media_type=_ASSET_TYPES[known[1]])


def _built_files() -> Traversable:
    return files("inkwright.server") / "studio"
