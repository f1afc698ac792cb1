"""A project as a whole over HTTP: phases, feed, run plan, mentions, search, export and import."""

import asyncio
import time
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, File, Query, Response, UploadFile
from pydantic import Field

from inkwright.artifacts.workers import run_in_worker_async
from inkwright.projects.blocks import MAX_REASON, Author
from inkwright.projects.feed import FeedEntry, FeedKind
from inkwright.projects.mentions import resolve_mentions
from inkwright.projects.phases import PHASE_DISPLAY_NAMES, PHASE_ENGLISH_NAMES, PhaseStatus
from inkwright.projects.portable import project_from_zip, project_markdown, project_to_zip
from inkwright.projects.records import Project
from inkwright.projects.text_search import MAX_QUERY, replace_texts, search_texts
from inkwright.projects.transfer import export_project, import_project
from inkwright.server.problems import Problem
from inkwright.server.requests import Options, OwnersInkwright, RequestLanguage
from inkwright.server.routes.project_blocks import BlockChangeItem
from inkwright.server.routes.projects import MAX_TEXT, ProjectItem, open_workspace
from inkwright.server.uploads import received_files
from inkwright.server.wire import WireModel

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}
_LOOK_SECONDS: Final = 0.25
_MAX_WAIT: Final = 25

router = APIRouter(
    prefix="/api/projects", tags=["projects"], responses={401: {"model": Problem}, 422: {"model": Problem}}
)


class PhaseItem(WireModel):
    """A phase of a project."""

    code: str
    name: str
    status: PhaseStatus


class PhaseList(WireModel):
    """The phases of a project in their order."""

    current: str
    phases: list[PhaseItem]

    @classmethod
    def of(cls, project: Project, language: str) -> "PhaseList":
        """Return the phases of a project, with their names in a language."""
        names = PHASE_DISPLAY_NAMES if language.startswith("zh") else PHASE_ENGLISH_NAMES
        items = [PhaseItem(code=each.code, name=names[each.code], status=each.status) for each in project.phases]
        return cls(current=project.current_phase, phases=items)


class PhaseRequest(WireModel):
    """The phase to enter, by its code or a name; the next one by default."""

    target: str | None = Field(default=None, min_length=1, max_length=80, examples=["design_outer"])


class PhaseOrderRequest(WireModel):
    """The order of the four phases in the middle."""

    middle: list[Annotated[str, Field(max_length=80)]] = Field(
        min_length=4, max_length=4, examples=[["design_outer", "produce_outer", "design_inner", "produce_inner"]]
    )


class FeedItem(WireModel):
    """One change of a project."""

    number: int
    kind: FeedKind
    at: datetime
    author: Author
    reason: str
    block_ids: list[str]
    text_version: int | None
    subject: str
    stale_ids: list[str] = Field(description="The blocks that are out of date since.")

    @classmethod
    def of(cls, entry: FeedEntry) -> "FeedItem":
        """Return the item of an entry."""
        return cls(
            number=entry.number,
            kind=entry.kind,
            at=entry.origin.at,
            author=entry.origin.author,
            reason=entry.origin.reason,
            block_ids=list(entry.block_ids),
            text_version=entry.version,
            subject=entry.subject,
            stale_ids=list(entry.stale_ids),
        )


class FeedPage(WireModel):
    """The changes of a project after a number, oldest first."""

    items: list[FeedItem]


class BlockLackItem(WireModel):
    """What a block lacks before it can be generated."""

    block_id: str
    questions: list[str]
    blocks: list[str] = Field(description="The paths of blocks that must be completed first.")


class RunPlanItem(WireModel):
    """What can be generated now: the blocks of one stage side by side, after all earlier stages."""

    stages: list[list[str]]
    missing: list[BlockLackItem]


class MentionsRequest(WireModel):
    """A message, and the names of the files of its conversation."""

    message: str = Field(max_length=MAX_TEXT, examples=["参考@第一章修改@结尾"])
    files: list[Annotated[str, Field(max_length=255)]] = Field(default_factory=list, max_length=1_000)


class MentionItem(WireModel):
    """A block that a message mentions, from the @ to the end of its name."""

    block_id: str
    start: int
    end: int


class UnclearMentionItem(WireModel):
    """A mention that must be asked about."""

    written: str
    start: int
    reason: Literal["ambiguous", "unknown"]
    candidates: list[str] = Field(description="What can be written after the @ instead.")


class MentionList(WireModel):
    """The mentions of a message."""

    blocks: list[MentionItem]
    unclear: list[UnclearMentionItem]


class TextMatchItem(WireModel):
    """A place in the text of a block."""

    block_id: str
    path: str
    line: int
    excerpt: str


class TextMatchList(WireModel):
    """The places where words were found."""

    items: list[TextMatchItem]


class ReplaceRequest(WireModel):
    """Words to replace in all texts, or in those of some blocks."""

    words: str = Field(min_length=1, max_length=MAX_QUERY, examples=["rain"])
    replacement: str = Field(max_length=MAX_TEXT, examples=["snow"])
    ignore_case: bool = False
    blocks: list[Annotated[str, Field(max_length=64)]] = Field(default_factory=list, max_length=2_000)
    reason: str = Field(default="", max_length=MAX_REASON)


class ReplacedItem(WireModel):
    """The blocks that were changed, and the paths of the ones that were not."""

    changes: list[BlockChangeItem]
    places: int
    refused: list[str]


@router.get("/{project_id}/phases", responses=_NOT_FOUND)
async def list_phases(project_id: str, inkwright: OwnersInkwright, language: RequestLanguage) -> PhaseList:
    """List the phases of a project with their statuses."""
    return PhaseList.of(await (await open_workspace(inkwright, project_id)).project(), language)


@router.put("/{project_id}/phases", responses=_NOT_FOUND)
async def reorder_phases(
    project_id: str, body: PhaseOrderRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> PhaseList:
    """Change the order of the four phases in the middle."""
    workspace = await open_workspace(inkwright, project_id, language)
    return PhaseList.of(await workspace.reorder_phases(body.middle), language)


@router.post("/{project_id}/advance", responses=_NOT_FOUND)
async def advance_project(
    project_id: str, body: PhaseRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> PhaseList:
    """Enter the next phase, or another one."""
    workspace = await open_workspace(inkwright, project_id, language)
    return PhaseList.of(await workspace.advance(body.target), language)


@router.get("/{project_id}/feed", responses=_NOT_FOUND)
async def read_feed(
    project_id: str,
    inkwright: OwnersInkwright,
    after: Annotated[int, Query(ge=0, le=2_000_000_000, description="The number of the last known change.")] = 0,
    wait: Annotated[int, Query(ge=0, le=_MAX_WAIT, description="How many seconds to wait for a change.")] = 0,
) -> FeedPage:
    """List the changes of a project after a number. With `wait`, the answer comes with the next change."""
    workspace = await open_workspace(inkwright, project_id)
    until = time.monotonic() + wait
    entries = await workspace.feed(after)
    while not entries and time.monotonic() < until:
        await asyncio.sleep(_LOOK_SECONDS)
        entries = await workspace.feed(after)
    return FeedPage(items=[FeedItem.of(each) for each in entries])


@router.get("/{project_id}/plan", responses=_NOT_FOUND)
async def plan_generation(project_id: str, inkwright: OwnersInkwright) -> RunPlanItem:
    """Plan what can be generated now, in which order, and say what the rest lacks."""
    plan = await (await open_workspace(inkwright, project_id)).run_plan()
    missing = [
        BlockLackItem(block_id=id_, questions=list(each.questions), blocks=list(each.blocks))
        for id_, each in plan.missing.items()
    ]
    return RunPlanItem(stages=[list(stage) for stage in plan.stages], missing=missing)


@router.post("/{project_id}/mentions", responses=_NOT_FOUND)
async def find_mentions(project_id: str, body: MentionsRequest, inkwright: OwnersInkwright) -> MentionList:
    """Find the blocks that a message mentions, and what must be asked before it is sent."""
    tree = await (await open_workspace(inkwright, project_id)).tree()
    found = resolve_mentions(body.message, tree, set(body.files).__contains__)
    unclear = [
        UnclearMentionItem(written=each.written, start=each.start, reason=each.reason, candidates=list(each.candidates))
        for each in found.unclear
    ]
    blocks = [MentionItem(block_id=each.block.id, start=each.start, end=each.end) for each in found.blocks]
    return MentionList(blocks=blocks, unclear=unclear)


@router.get("/{project_id}/search", responses=_NOT_FOUND)
async def search_project(
    project_id: str,
    inkwright: OwnersInkwright,
    words: Annotated[str, Query(max_length=MAX_QUERY)] = "",
    ignore_case: Annotated[bool, Query(alias="ignoreCase")] = False,
) -> TextMatchList:
    """Search in all texts of a project."""
    found = await search_texts(await open_workspace(inkwright, project_id), words, ignore_case=ignore_case)
    items = [
        TextMatchItem(block_id=each.block_id, path=each.path, line=each.line, excerpt=each.excerpt) for each in found
    ]
    return TextMatchList(items=items)


@router.post("/{project_id}/replace", responses=_NOT_FOUND)
async def replace_in_project(project_id: str, body: ReplaceRequest, inkwright: OwnersInkwright) -> ReplacedItem:
    """Replace words in all texts; each changed block gets a new version."""
    done = await replace_texts(
        await open_workspace(inkwright, project_id),
        body.words,
        body.replacement,
        ignore_case=body.ignore_case,
        only=body.blocks,
        reason=body.reason,
    )
    changes = [BlockChangeItem.of(each) for each in done.changes]
    return ReplacedItem(changes=changes, places=done.places, refused=[path for path, _ in done.refused])


class ZipResponse(Response):
    """A zip file."""

    media_type = "application/zip"


class MarkdownResponse(Response):
    """A Markdown text."""

    media_type = "text/markdown; charset=utf-8"


@router.get("/{project_id}/export", response_class=ZipResponse, responses=_NOT_FOUND)
async def export_as_zip(project_id: str, inkwright: OwnersInkwright) -> Response:
    """Export a project with all versions as one zip file, which can be imported."""
    portable = await export_project(await open_workspace(inkwright, project_id))
    return ZipResponse(await asyncio.to_thread(project_to_zip, portable))


@router.get("/{project_id}/markdown", response_class=MarkdownResponse, responses=_NOT_FOUND)
async def export_as_markdown(project_id: str, inkwright: OwnersInkwright) -> Response:
    """Export the current texts of a project as one Markdown text."""
    workspace = await open_workspace(inkwright, project_id)
    name = (await workspace.project()).name
    return MarkdownResponse(project_markdown(name, await workspace.tree(), await workspace.texts()))


@router.post("/import", status_code=201)
async def import_from_zip(
    inkwright: OwnersInkwright,
    options: Options,
    files: Annotated[list[UploadFile], File(min_length=1, max_length=1, description="The zip file.")],
    name: Annotated[str | None, Query(min_length=1, max_length=80, description="Another name for the project.")] = None,
) -> ProjectItem:
    """Import a project that was exported, as a new project."""
    store = inkwright.store
    async with received_files(files, options.max_upload_bytes) as paths:
        content = await asyncio.to_thread(paths[0].read_bytes)
    portable = await run_in_worker_async(project_from_zip, content, paths[0].name)
    project = await import_project(
        portable, store.project_stores, owner=inkwright.owner, ids=store.ids, clock=store.clock, name=name
    )
    return ProjectItem.of(project, await store.workspace(project).tree())
