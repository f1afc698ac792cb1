"""What every route needs of a request: Inkwright for its owner, the options, and the language of its messages."""

import asyncio
from typing import Annotated

from fastapi import Depends, Request

from inkwright.application import Inkwright
from inkwright.i18n import Language
from inkwright.server.limits import RateLimiter, check_turn_limits
from inkwright.server.options import ServerOptions
from inkwright.server.page_origin import PageOrigin
from inkwright.server.pictures import PagePictures
from inkwright.server.problems import ApiProblem, language_of_request
from inkwright.usecases.store import LOCAL_OWNER


def _inkwright(request: Request) -> Inkwright:
    """Return Inkwright for the owner of the request, who may not have made too many."""
    inkwright: Inkwright = request.app.state.inkwright
    limiter: RateLimiter = request.app.state.limiter
    owner: str = request.state.owner
    if seconds := limiter.wait(owner):
        raise ApiProblem(429, "too_many_requests", headers={"retry-after": str(max(1, round(seconds)))})
    return inkwright.as_owner(owner)


def _options(request: Request) -> ServerOptions:
    options: ServerOptions = request.app.state.options
    return options


def _pictures(request: Request) -> PagePictures:
    pictures: PagePictures = request.app.state.pictures
    return pictures


def _with_room(
    inkwright: Annotated[Inkwright, Depends(_inkwright)], options: Annotated[ServerOptions, Depends(_options)]
) -> Inkwright:
    """Return Inkwright if another turn may start."""
    check_turn_limits(inkwright, options)
    return inkwright


def _of_this_machine(inkwright: Annotated[Inkwright, Depends(_inkwright)]) -> Inkwright:
    """Return Inkwright if the request is of the owner of this machine."""
    if inkwright.owner != LOCAL_OWNER:
        raise ApiProblem(403, "machine_only")
    return inkwright


def _exports(request: Request) -> asyncio.Semaphore:
    exports: asyncio.Semaphore = request.app.state.exports
    return exports


def _pages(request: Request) -> PageOrigin:
    pages: PageOrigin = request.app.state.pages
    return pages


OwnersInkwright = Annotated[Inkwright, Depends(_inkwright)]
"""Inkwright for the owner of the request."""
InkwrightWithRoom = Annotated[Inkwright, Depends(_with_room)]
"""Inkwright for the owner of the request, if another turn may start."""
MachineInkwright = Annotated[Inkwright, Depends(_of_this_machine)]
"""Inkwright for the owner of this machine: its settings, keys and permissions are not for others."""
Exports = Annotated[asyncio.Semaphore, Depends(_exports)]
"""Limits how many exports are made at once."""
Pages = Annotated[PageOrigin, Depends(_pages)]
Options = Annotated[ServerOptions, Depends(_options)]
Pictures = Annotated[PagePictures, Depends(_pictures)]
RequestLanguage = Annotated[Language, Depends(language_of_request)]
