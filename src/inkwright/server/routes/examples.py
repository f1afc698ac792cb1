"""Examples over HTTP: what there is to see, and seeing it, with scripted replies and real checks."""

from typing import Any, Final

from fastapi import APIRouter
from pydantic import Field

from inkwright.errors import NotFound
from inkwright.examples.script import load_example
from inkwright.server.problems import Problem
from inkwright.server.requests import InkwrightWithRoom, OwnersInkwright, RequestLanguage
from inkwright.server.wire import WireModel

_PLAYED: Final = ("quiz", "document", "page")
"""Examples of one message, in which nobody is asked anything."""
_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}, 429: {"model": Problem}}

router = APIRouter(prefix="/api/examples", tags=["examples"], responses={401: {"model": Problem}})


class ExampleItem(WireModel):
    """An example."""

    name: str
    title: str
    about: str


class ExampleList(WireModel):
    """The examples that can be started."""

    items: list[ExampleItem]


class StartedExample(WireModel):
    """An example that runs: follow the turn of its conversation."""

    conversation_id: str
    turn_id: str = Field(description="The turn, with scripted replies instead of a model.")


@router.get("")
async def list_examples(inkwright: OwnersInkwright, language: RequestLanguage) -> ExampleList:
    """List examples. Their replies are scripted; files are made and checked as always."""
    del inkwright
    known = {name: load_example(name, language) for name in _PLAYED}
    return ExampleList(
        items=[ExampleItem(name=name, title=each.title, about=each.about) for name, each in known.items()]
    )


@router.post("/{name}", status_code=201, responses=_NOT_FOUND)
async def start_example(name: str, inkwright: InkwrightWithRoom, language: RequestLanguage) -> StartedExample:
    """Start an example in a conversation of its own. It needs no model and no key."""
    if name not in _PLAYED:
        raise NotFound(what_kind="example", id=name[:100])
    turn = await inkwright.play(name, language)
    return StartedExample(conversation_id=turn.conversation_id, turn_id=turn.id)
