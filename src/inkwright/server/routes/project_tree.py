"""A project for a page that shows it live: the tree at once, texts by block, and the feed as a stream."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import Field

from inkwright.conversation.message_stream import HEARTBEAT, STREAM_HEADERS
from inkwright.projects.blocks import MAX_REASON, BlockStatus, BlockType, ContentBlock, ContentKind
from inkwright.projects.tree import BlockTree
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.server.problems import Problem
from inkwright.server.requests import OwnersInkwright, RequestLanguage
from inkwright.server.routes.project_blocks import BlockChangeItem
from inkwright.server.routes.project_content import FeedItem
from inkwright.server.routes.projects import MAX_TEXT, open_workspace
from inkwright.server.streams import HEARTBEAT_SECONDS
from inkwright.server.wire import WireModel

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}
_LOOK_SECONDS: Final = 0.3
_MAX_NUMBER: Final = 2_000_000_000
_FEED_EVENT: Final = {
    "title": "FeedEvent",
    "type": "object",
    "required": ["data"],
    "properties": {name: {"type": "string"} for name in ("id", "event", "data")},
}
_FEED_STREAM: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "content": {"text/event-stream": {"schema": _FEED_EVENT}},
        "description": "One frame per change, a `FeedItem` with its number as `id`, after a first frame named `ready`.",
    },
    404: {"model": Problem},
}

router = APIRouter(
    prefix="/api/projects/{project_id}", tags=["projects"], responses={401: {"model": Problem}, 422: {"model": Problem}}
)


class TreeBlockItem(WireModel):
    """A block in the tree of a project, with everything that a tree shows of it."""

    id: str
    parent_id: str | None
    name: str
    depth: int
    text_version: int
    characters: int
    block_type: BlockType
    content_kind: ContentKind
    status: BlockStatus = Field(description="That of a block with children follows theirs.")
    needs_regeneration: bool
    need_review: bool
    auto_generate: bool
    phase: str
    depends_on: list[str]

    @classmethod
    def of(cls, block: ContentBlock, depth: int, tree: BlockTree) -> "TreeBlockItem":
        """Return the item of a block."""
        return cls(
            id=block.id,
            parent_id=block.parent_id,
            name=block.name,
            depth=depth,
            text_version=block.version,
            characters=block.characters,
            block_type=block.block_type,
            content_kind=block.content_kind,
            status=tree.status(block),
            needs_regeneration=block.needs_regeneration,
            need_review=block.need_review,
            auto_generate=block.auto_generate,
            phase=block.phase,
            depends_on=list(block.depends_on),
        )


class ProjectTree(WireModel):
    """All blocks of a project, parents before their children, in order."""

    number: int = Field(description="The number of the last change in the feed. A newer tree has a higher one.")
    blocks: list[TreeBlockItem]


class BlockTextRequest(WireModel):
    """The next text of a block."""

    text: str = Field(max_length=MAX_TEXT, examples=["All living things are made of cells."])
    based_on: int = Field(
        ge=0,
        le=1_000_000_000,
        description="The version of the text that was changed. If it is not the current one, nothing is written.",
    )
    reason: str = Field(default="", max_length=MAX_REASON)


@router.get("/tree", responses=_NOT_FOUND)
async def show_tree(project_id: str, inkwright: OwnersInkwright) -> ProjectTree:
    """Return all blocks of a project at once."""
    workspace = await open_workspace(inkwright, project_id)
    # The number first: a change between the two reads is then reported once more, and never missed.
    number = await workspace.feed_number()
    tree = await workspace.tree()
    blocks = [TreeBlockItem.of(block, depth, tree) for depth, block in tree.walk()]
    return ProjectTree(number=number, blocks=blocks)


@router.put("/blocks/{block_id}/text", responses={**_NOT_FOUND, 409: {"model": Problem}})
async def write_text(
    project_id: str, block_id: str, body: BlockTextRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> BlockChangeItem:
    """Write the next version of a text. If somebody else has changed it, nothing is written."""
    workspace = await open_workspace(inkwright, project_id, language)
    change = await workspace.write(block_id, body.text, based_on=body.based_on, reason=body.reason)
    return BlockChangeItem.of(change)


@router.get("/feed/stream", response_class=StreamingResponse, responses=_FEED_STREAM)
async def follow_feed(
    project_id: str,
    request: Request,
    inkwright: OwnersInkwright,
    after: Annotated[
        int | None, Query(ge=0, le=_MAX_NUMBER, description="Begin after this change; by default, with the next one.")
    ] = None,
    last_event_id: Annotated[int | None, Header(ge=0, le=_MAX_NUMBER)] = None,
) -> StreamingResponse:
    """Follow the changes of a project. A browser that reconnects continues after the last change that it has seen."""
    workspace = await open_workspace(inkwright, project_id)
    begin = last_event_id if last_event_id is not None else after
    number = await workspace.feed_number() if begin is None else begin
    headers = {name: value for name, value in STREAM_HEADERS.items() if not name.startswith("x-vercel")}
    return StreamingResponse(feed_frames(workspace, number, request.app.state.is_stopping), headers=headers)


async def feed_frames(
    workspace: ProjectWorkspace, number: int, is_stopping: Callable[[], bool], heartbeat: float = HEARTBEAT_SECONDS
) -> AsyncIterator[str]:
    """Yield a frame for each change after a number, until the project is deleted or the service stops."""
    yield f"id: {number}\nevent: ready\ndata: {number}\n\n"
    beat_at = time.monotonic() + heartbeat
    while await workspace.stores.projects.get(workspace.project_id, owner=workspace.owner) is not None:
        entries = await workspace.feed(number)
        for entry in entries:
            number = entry.number
            yield f"id: {number}\ndata: {FeedItem.of(entry).model_dump_json(by_alias=True)}\n\n"
        if entries or time.monotonic() >= beat_at:
            beat_at = time.monotonic() + heartbeat
            if not entries:
                yield HEARTBEAT
        await asyncio.sleep(_LOOK_SECONDS)
        if is_stopping():
            return
    yield "event: removed\ndata: {}\n\n"
