"""The memory of a creator over HTTP: list, add and delete what is remembered about the person."""

from datetime import datetime
from typing import Any, Final

from fastapi import APIRouter, Response
from pydantic import Field

from inkwright.application import Inkwright
from inkwright.projects.creator_facts import MAX_FACT, CreatorFact
from inkwright.projects.creator_memory import CreatorMemory
from inkwright.server.problems import Problem
from inkwright.server.requests import OwnersInkwright
from inkwright.server.wire import WireModel

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}

router = APIRouter(
    prefix="/api/memory", tags=["projects"], responses={401: {"model": Problem}, 422: {"model": Problem}}
)


class FactItem(WireModel):
    """A fact that is remembered about the person."""

    id: str
    text: str
    said: str = Field(description="The words of the person from which it was taken; empty if they added it.")
    created_at: datetime

    @classmethod
    def of(cls, fact: CreatorFact) -> "FactItem":
        """Return the item of a fact."""
        return cls(id=fact.id, text=fact.text, said=fact.said, created_at=fact.created)


class FactList(WireModel):
    """What is remembered, oldest first."""

    items: list[FactItem]


class FactRequest(WireModel):
    """A fact, in one line."""

    text: str = Field(min_length=1, max_length=MAX_FACT, examples=["Writes for nurses, in short sentences."])


@router.get("")
async def list_facts(inkwright: OwnersInkwright) -> FactList:
    """List what is remembered about the person in all projects."""
    return FactList(items=[FactItem.of(each) for each in await _memory(inkwright).all()])


@router.post("", status_code=201)
async def add_fact(body: FactRequest, inkwright: OwnersInkwright) -> FactItem:
    """Remember a fact, or return the one that says the same."""
    return FactItem.of(await _memory(inkwright).remember(body.text))


@router.delete("/{fact_id}", status_code=204, responses=_NOT_FOUND)
async def delete_fact(fact_id: str, inkwright: OwnersInkwright) -> Response:
    """Forget a fact."""
    await _memory(inkwright).forget(fact_id)
    return Response(status_code=204)


def _memory(inkwright: Inkwright) -> CreatorMemory:
    store = inkwright.store
    return CreatorMemory(store.facts, inkwright.owner, store.ids, store.clock)
