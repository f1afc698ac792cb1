"""Examples over HTTP: what there is to see, and seeing it, with scripted replies and real checks."""

from typing import Any, Final, Literal

from fastapi import APIRouter
from pydantic import Field

from inkwright.errors import NotFound
from inkwright.examples.project_script import DEMO_NAMES, load_demo
from inkwright.examples.script import EXAMPLE_NAMES, load_example
from inkwright.server.problems import Problem
from inkwright.server.requests import InkwrightWithRoom, OwnersInkwright, RequestLanguage
from inkwright.server.wire import WireModel

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}, 429: {"model": Problem}}

router = APIRouter(prefix="/api/examples", tags=["examples"], responses={401: {"model": Problem}})


class ExampleItem(WireModel):
    """An example."""

    name: str
    title: str
    about: str
    kind: Literal["conversation", "project"] = Field(
        description="What it plays in: a conversation, or a project of its own."
    )


class ExampleList(WireModel):
    """The examples that can be started."""

    items: list[ExampleItem]


class StartedExample(WireModel):
    """An example that runs: follow the turn of its conversation."""

    conversation_id: str
    turn_id: str = Field(description="The turn, with scripted replies instead of a model.")
    project_id: str | None = Field(default=None, description="The project, if it plays in one; it goes on by itself.")
    following: list[str] = Field(description="The further messages of its script, to be sent one after the other.")


@router.get("")
async def list_examples(inkwright: OwnersInkwright, language: RequestLanguage) -> ExampleList:
    """List examples. Their replies are scripted; files are made and checked as always."""
    del inkwright
    played = [(name, load_example(name, language)) for name in EXAMPLE_NAMES]
    items = [ExampleItem(name=name, title=each.title, about=each.about, kind="conversation") for name, each in played]
    demos = [(name, load_demo(name, language)) for name in DEMO_NAMES]
    items += [ExampleItem(name=name, title=each.title, about=each.about, kind="project") for name, each in demos]
    return ExampleList(items=items)


@router.post("/{name}", status_code=201, responses=_NOT_FOUND)
async def start_example(name: str, inkwright: InkwrightWithRoom, language: RequestLanguage) -> StartedExample:
    """Start an example in a conversation of its own. It needs no model and no key.

    Its questions are answered, and its further messages sent, as in any conversation; the replies are scripted.
    """
    for demo in DEMO_NAMES:
        if name == demo:
            play, first = await inkwright.play_project(demo, language)
            return StartedExample(
                conversation_id=play.conversation_id, turn_id=first.id, project_id=play.project.id, following=[]
            )
    if name not in EXAMPLE_NAMES:
        raise NotFound(what_kind="example", id=name[:100])
    turn = await inkwright.play(name, language)
    following = [each.message for each in load_example(name, language).turns[1:]]
    return StartedExample(conversation_id=turn.conversation_id, turn_id=turn.id, following=following)
