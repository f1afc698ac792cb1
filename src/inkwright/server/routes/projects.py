"""Projects over HTTP: list, show, create, rename, delete and restore them, with their conversations and blocks."""

from datetime import datetime
from typing import Any, Final, Literal

from fastapi import APIRouter, Response
from pydantic import Field

from inkwright.application import Inkwright
from inkwright.errors import NotFound
from inkwright.i18n import Language
from inkwright.projects.block_paths import restore_block, restore_version, save_block
from inkwright.projects.blocks import Author, ContentBlock, TextVersion
from inkwright.projects.records import MAX_NAME, Project
from inkwright.projects.tree import BlockTree
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.server.problems import Problem
from inkwright.server.requests import OwnersInkwright, RequestLanguage
from inkwright.server.wire import Cursor, Limit, Page, WireModel, page_of
from inkwright.usecases.projects import delete_project, open_project, rename_project, restore_project

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}
_MAX_PATH: Final = 2_000
MAX_TEXT: Final = 500_000

router = APIRouter(
    prefix="/api/projects", tags=["projects"], responses={401: {"model": Problem}, 422: {"model": Problem}}
)


class ProjectItem(WireModel):
    """A project."""

    id: str
    name: str
    created_at: datetime
    blocks: int = Field(description="How many blocks it has.")

    @classmethod
    def of(cls, project: Project, tree: BlockTree) -> "ProjectItem":
        """Return the item of a project."""
        return cls(id=project.id, name=project.name, created_at=project.created, blocks=len(tree))


class BlockItem(WireModel):
    """A piece of content in the tree of a project."""

    id: str
    name: str
    path: str = Field(description="The names of its ancestors and its own, separated by slashes.")
    depth: int
    parent_id: str | None = None
    text_version: int = Field(description="The number of its current text.")
    characters: int
    changed_at: datetime

    @classmethod
    def of(cls, block: ContentBlock, path: str) -> "BlockItem":
        """Return the item of a block."""
        return cls(
            id=block.id,
            name=block.name,
            path=path,
            depth=block.depth,
            parent_id=block.parent_id,
            text_version=block.version,
            characters=block.characters,
            changed_at=block.changed,
        )


class BlockVersionItem(WireModel):
    """One version of a block's text: who wrote it, and why."""

    version: int
    characters: int
    written_at: datetime
    author: Author = "person"
    reason: str = ""

    @classmethod
    def of(cls, version: TextVersion) -> "BlockVersionItem":
        """Return the item of a version."""
        return cls(
            version=version.version,
            characters=version.characters,
            written_at=version.written,
            author=version.author,
            reason=version.reason,
        )


class BlockDetails(BlockItem):
    """A block with its text and its versions, oldest first."""

    text: str
    versions: list[BlockVersionItem]


class BlockText(WireModel):
    """The text of one version of a block."""

    text_version: int
    text: str


BASED_ON: Final[Any] = Field(
    default=None,
    ge=0,
    le=1_000_000_000,
    description="The version of the text that the person has seen. If it is not the current one, nothing is written.",
)


class NameRequest(WireModel):
    """A name: one line without slashes and quotes."""

    name: str = Field(min_length=1, max_length=4 * MAX_NAME, examples=["Biology 9"])


class BlockRequest(WireModel):
    """A text to save under a path. The last name is the block's; the names before it are existing blocks."""

    path: str = Field(min_length=1, max_length=_MAX_PATH, examples=["Unit 1/Cells"])
    text: str = Field(max_length=MAX_TEXT, examples=["# Cells\n\nAll living things are made of cells."])
    based_on: int | None = BASED_ON


class SavedBlockItem(WireModel):
    """A saved block, and whether it was made or changed."""

    block: BlockItem
    done: Literal["made", "changed", "same"]


class BlockVersionRequest(WireModel):
    """A version whose text becomes the newest one."""

    version: int = Field(ge=1, le=1_000_000_000)
    based_on: int | None = BASED_ON


class ProjectConversationRequest(WireModel):
    """A conversation that is added to a project."""

    conversation_id: str = Field(max_length=64)


@router.get("")
async def list_projects(inkwright: OwnersInkwright, limit: Limit = 50, cursor: Cursor = None) -> Page[ProjectItem]:
    """List projects by name."""
    shown, following = page_of(await inkwright.store.projects.all(inkwright.owner), cursor, limit)
    items = [ProjectItem.of(each, await inkwright.store.workspace(each).tree()) for each in shown]
    return Page[ProjectItem](items=items, next=following)


@router.post("", status_code=201)
async def create_project(body: NameRequest, inkwright: OwnersInkwright, language: RequestLanguage) -> ProjectItem:
    """Create a project, or return the one of this name."""
    project, _ = await open_project(inkwright.store, body.name, owner=inkwright.owner, language=language)
    return ProjectItem.of(project, await inkwright.store.workspace(project).tree())


@router.post("/restore", responses=_NOT_FOUND)
async def restore_deleted_project(
    body: NameRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> ProjectItem:
    """Restore the last deleted project of this name."""
    project = await restore_project(inkwright.store, body.name, owner=inkwright.owner, language=language)
    return ProjectItem.of(project, await inkwright.store.workspace(project).tree())


@router.get("/{project_id}", responses=_NOT_FOUND)
async def show_project(project_id: str, inkwright: OwnersInkwright) -> ProjectItem:
    """Return a project. Its conversations are those of `/api/conversations?projectId=`."""
    project = await _project(inkwright, project_id)
    return ProjectItem.of(project, await inkwright.store.workspace(project).tree())


@router.patch("/{project_id}", status_code=204, responses=_NOT_FOUND)
async def change_project_name(
    project_id: str, body: NameRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> Response:
    """Rename a project."""
    await rename_project(inkwright.store, await _project(inkwright, project_id), body.name, language)
    return Response(status_code=204)


@router.delete("/{project_id}", status_code=204, responses=_NOT_FOUND)
async def remove_project(project_id: str, inkwright: OwnersInkwright) -> Response:
    """Delete a project. Its conversations stay, and it can be restored."""
    await delete_project(inkwright.store, await _project(inkwright, project_id))
    return Response(status_code=204)


@router.post("/{project_id}/conversations", status_code=204, responses=_NOT_FOUND)
async def add_conversation(project_id: str, body: ProjectConversationRequest, inkwright: OwnersInkwright) -> Response:
    """Add a conversation to a project, unless it belongs to one already."""
    project = await _project(inkwright, project_id)
    await inkwright.conversation(body.conversation_id)
    await inkwright.store.projects.place(body.conversation_id, project.id, owner=inkwright.owner)
    return Response(status_code=204)


@router.get("/{project_id}/blocks", responses=_NOT_FOUND)
async def list_blocks(
    project_id: str, inkwright: OwnersInkwright, limit: Limit = 200, cursor: Cursor = None
) -> Page[BlockItem]:
    """List the blocks of a project as a tree: parents before their children, in order."""
    tree = await (await open_workspace(inkwright, project_id)).tree()
    shown, following = page_of([block for _, block in tree.walk()], cursor, limit)
    return Page[BlockItem](items=[BlockItem.of(block, tree.path(block)) for block in shown], next=following)


@router.put("/{project_id}/blocks", responses=_NOT_FOUND)
async def put_block(
    project_id: str, body: BlockRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> SavedBlockItem:
    """Save a text under a path: as a new block, or as the next version of the one that is there."""
    project = await _project(inkwright, project_id)
    workspace = inkwright.store.workspace(project, language)
    saved = await save_block(workspace, body.path, body.text, based_on=body.based_on)
    return SavedBlockItem(block=BlockItem.of(saved.block, saved.path), done=saved.done)


@router.post("/{project_id}/blocks/restore", responses=_NOT_FOUND)
async def restore_deleted_block(
    project_id: str, body: NameRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> BlockItem:
    """Restore the last deleted block of this name, with everything that was deleted with it."""
    project = await _project(inkwright, project_id)
    workspace = inkwright.store.workspace(project, language)
    block = await restore_block(workspace, body.name)
    return BlockItem.of(block, await workspace.path(block))


@router.get("/{project_id}/blocks/{block_id}", responses=_NOT_FOUND)
async def show_block(project_id: str, block_id: str, inkwright: OwnersInkwright) -> BlockDetails:
    """Return a block with its text and its versions."""
    workspace = await open_workspace(inkwright, project_id)
    found = await workspace.read(block_id)
    return BlockDetails(
        **BlockItem.of(found.block, await workspace.path(found.block)).model_dump(),
        text=found.text,
        versions=[BlockVersionItem.of(each) for each in await workspace.versions(block_id)],
    )


@router.patch("/{project_id}/blocks/{block_id}", status_code=204, responses=_NOT_FOUND)
async def change_block_name(
    project_id: str, block_id: str, body: NameRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> Response:
    """Rename a block, which keeps its position."""
    await (await open_workspace(inkwright, project_id, language)).rename(block_id, body.name)
    return Response(status_code=204)


@router.delete("/{project_id}/blocks/{block_id}", status_code=204, responses=_NOT_FOUND)
async def remove_block(project_id: str, block_id: str, inkwright: OwnersInkwright) -> Response:
    """Delete a block and everything below it. It can be restored."""
    await (await open_workspace(inkwright, project_id)).remove(block_id)
    return Response(status_code=204)


@router.get("/{project_id}/blocks/{block_id}/versions/{version}", responses=_NOT_FOUND)
async def show_block_version(
    project_id: str, block_id: str, version: int, inkwright: OwnersInkwright, language: RequestLanguage
) -> BlockText:
    """Return one version of a block's text."""
    workspace = await open_workspace(inkwright, project_id, language)
    _check_version(version)
    return BlockText(text_version=version, text=(await workspace.read(block_id, version)).text)


@router.post("/{project_id}/blocks/{block_id}/restore", responses={**_NOT_FOUND, 409: {"model": Problem}})
async def restore_block_version(
    project_id: str,
    block_id: str,
    body: BlockVersionRequest,
    inkwright: OwnersInkwright,
    language: RequestLanguage,
) -> SavedBlockItem:
    """Give a block one of its earlier texts again, as a new version."""
    workspace = await open_workspace(inkwright, project_id, language)
    saved = await restore_version(workspace, block_id, body.version, based_on=body.based_on)
    return SavedBlockItem(block=BlockItem.of(saved.block, saved.path), done=saved.done)


async def _project(inkwright: Inkwright, project_id: str) -> Project:
    found = await inkwright.store.projects.get(project_id, owner=inkwright.owner)
    if found is None:
        raise NotFound(what_kind="project", id=project_id[:100])
    return found


async def open_workspace(inkwright: Inkwright, project_id: str, language: Language = "en") -> ProjectWorkspace:
    """Return the content of a project of the owner; NotFound if there is none."""
    return inkwright.store.workspace(await _project(inkwright, project_id), language)


def _check_version(version: int) -> None:
    """Refuse a number that no database stores."""
    if not 0 < version < 2**31:
        raise NotFound(what_kind="version", id=str(version)[:20])
