"""Usage and cost over HTTP: of models, days, conversations and turns."""

from datetime import date
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from pydantic import Field

from inkwright.application import Inkwright
from inkwright.server.problems import Problem
from inkwright.server.requests import OwnersInkwright
from inkwright.server.wire import Cursor, Limit, Page, WireModel, offset_of
from inkwright.store.calls import CallTotals, UsageGroup, UsageQuery

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}
Since = Annotated[date | None, Query(description="The first day.", examples=["2026-01-31"])]
Until = Annotated[date | None, Query(description="The last day.", examples=["2026-02-28"])]

router = APIRouter(prefix="/api", tags=["usage"], responses={401: {"model": Problem}})


class UsageItem(WireModel):
    """The calls to models that belong together."""

    key: str = Field(description="The model, the day (UTC), the conversation or the turn; empty without one.")
    calls: int
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    dollars: float | None = Field(description="The known cost; null if no price is known.")
    unknown: int = Field(description="How many calls have an unknown price.")

    @classmethod
    def of(cls, key: str, total: CallTotals) -> "UsageItem":
        """Return the item of some calls."""
        is_unknown = bool(total.unknown) and not total.dollars
        return cls(
            key=key,
            calls=total.calls,
            prompt_tokens=total.prompt_tokens,
            completion_tokens=total.completion_tokens,
            seconds=round(total.seconds, 3),
            dollars=None if is_unknown else total.dollars,
            unknown=total.unknown,
        )


@router.get("/usage")
async def list_usage(
    inkwright: OwnersInkwright,
    by: UsageGroup = "model",
    since: Since = None,
    until: Until = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Page[UsageItem]:
    """List calls and their cost by model, day, conversation or turn; what is newest comes first."""
    query = UsageQuery(by, since=since.isoformat() if since else "", until=until.isoformat() if until else "")
    return await _usage(inkwright, query, limit, cursor)


@router.get("/conversations/{conversation_id}/usage", responses=_NOT_FOUND)
async def list_turn_usage(
    conversation_id: str, inkwright: OwnersInkwright, limit: Limit = 50, cursor: Cursor = None
) -> Page[UsageItem]:
    """List calls and their cost by turn of a conversation, the latest turn first."""
    await inkwright.conversation(conversation_id)
    return await _usage(inkwright, UsageQuery("turn", conversation_id=conversation_id), limit, cursor)


async def _usage(inkwright: Inkwright, query: UsageQuery, limit: int, cursor: str | None) -> Page[UsageItem]:
    await inkwright.store.calls.refresh()
    start = offset_of(cursor)
    rows = await inkwright.store.calls.as_owner(inkwright.owner).usage(query, limit=limit + 1, offset=start)
    items = [UsageItem.of(key, total) for key, total in rows[:limit]]
    return Page[UsageItem](items=items, next=str(start + limit) if len(rows) > limit else None)
