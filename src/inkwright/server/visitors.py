"""Visitors of shared pages: they have no login, own nothing, and are limited by their address and by the share."""

from typing import Annotated, Final

from fastapi import Depends, Request

from inkwright.application import Inkwright
from inkwright.server.limits import RateLimiter
from inkwright.server.problems import ApiProblem

SUBMISSIONS_PER_MINUTE: Final = 240
"""How much can be handed in by one link; a large class at the end of a lesson stays below it."""


def _visited(request: Request) -> Inkwright:
    """Return Inkwright for a visitor, whose address may not have made too many requests."""
    client = request.client.host if request.client else ""
    _check(request.app.state.visitors, client)
    inkwright: Inkwright = request.app.state.inkwright
    return inkwright.as_owner("")


def check_share_rate(request: Request, share_id: str) -> None:
    """Refuse what is handed in too often by one link."""
    _check(request.app.state.submissions, share_id)


def _check(limiter: RateLimiter, client: str) -> None:
    if seconds := limiter.wait(client):
        raise ApiProblem(429, "too_many_requests", headers={"retry-after": str(max(1, round(seconds)))})


VisitedInkwright = Annotated[Inkwright, Depends(_visited)]
"""Inkwright for a visitor: it owns nothing."""
