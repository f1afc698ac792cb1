"""Projects over HTTP: list, show, create, rename, delete and restore them, with their conversations and blocks."""

from datetime import datetime
from typing import Any, Final, Literal

from fastapi import APIRouter, Response
from pydantic import Field

from inkwright.application import Inkwright
from inkwright.errors import NotFound
from inkwright.projects.records import MAX_NAME, Block, BlockTree, Project, TextVersion
from inkwright.server.problems import Problem
from inkwright.server.requests import OwnersInkwright, RequestLanguage
from inkwright.server.wire import Cursor, Limit, Page, WireModel, page_of
from inkwright.usecases.projects import (
    delete_block,
    delete_project,
    load_tree,
    open_project,
    read_block_text,
    rename_block,
    rename_project,
    restore_block,
    restore_block_text,
    restore_project,
    save_block,
)

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}
_MAX_PATH: Final = 2_000
_MAX_TEXT: Final = 500_000

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
    def of(cls, block: Block, tree: BlockTree) -> "BlockItem":
        """Return the item of a block."""
        path = tree.path(block)
        return cls(
            id=block.id,
            name=block.name,
            path=path,
            depth=path.count("/"),
            parent_id=block.parent_id,
            text_version=block.version,
            characters=block.characters,
            changed_at=block.changed,
        )


class BlockVersionItem(WireModel):
    """One version of a block's text."""

    version: int
    characters: int
    written_at: datetime

    @classmethod
    def of(cls, version: TextVersion) -> "BlockVersionItem":
        """Return the item of a version."""
        return cls(version=version.version, characters=version.characters, written_at=version.written)


class BlockDetails(BlockItem):
    """A block with its text and its versions, oldest first."""

    text: str
    versions: list[BlockVersionItem]


class BlockText(WireModel):
    """The text of one version of a block."""

    text_version: int
    text: str


class NameRequest(WireModel):
    """A name: one line without slashes and quotes."""

    name: str = Field(min_length=1, max_length=4 * MAX_NAME, examples=["Biology 9"])


class BlockRequest(WireModel):
    """A text to save under a path. The last name is the block's; the names before it are existing blocks."""

    path: str = Field(min_length=1, max_length=_MAX_PATH, examples=["Unit 1/Cells"])
    text: str = Field(max_length=_MAX_TEXT, examples=["# Cells\n\nAll living things are made of cells."])


class SavedBlockItem(WireModel):
    """A saved block, and whether it was made or changed."""

    block: BlockItem
    done: Literal["made", "changed", "same"]


class BlockVersionRequest(WireModel):
    """A version whose text becomes the newest one."""

    version: int = Field(ge=1, le=1_000_000_000)


class ProjectConversationRequest(WireModel):
    """A conversation that is added to a project."""

    conversation_id: str = Field(max_length=64)


@router.get("")
async def list_projects(inkwright: OwnersInkwright, limit: Limit = 50, cursor: Cursor = None) -> Page[ProjectItem]:
    """List projects by name."""
    shown, following = page_of(await inkwright.store.projects.all(inkwright.owner), cursor, limit)
    items = [ProjectItem.of(each, await load_tree(inkwright.store.blocks, each)) for each in shown]
    return Page[ProjectItem](items=items, next=following)


@router.post("", status_code=201)
async def create_project(body: NameRequest, inkwright: OwnersInkwright, language: RequestLanguage) -> ProjectItem:
    """Create a project, or return the one of this name."""
    project, _ = await open_project(inkwright.store, body.name, owner=inkwright.owner, language=language)
    return ProjectItem.of(project, await load_tree(inkwright.store.blocks, project))


@router.post("/restore", responses=_NOT_FOUND)
async def restore_deleted_project(
    body: NameRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> ProjectItem:
    """Restore the last deleted project of this name."""
    project = await restore_project(inkwright.store, body.name, owner=inkwright.owner, language=language)
    return ProjectItem.of(project, await load_tree(inkwright.store.blocks, project))


@router.get("/{project_id}", responses=_NOT_FOUND)
async def show_project(project_id: str, inkwright: OwnersInkwright) -> ProjectItem:
    """Return a project. Its conversations are those of `/api/conversations?projectId=`."""
    project = await _project(inkwright, project_id)
    return ProjectItem.of(project, await load_tree(inkwright.store.blocks, project))


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
    tree = await load_tree(inkwright.store.blocks, await _project(inkwright, project_id))
    shown, following = page_of([block for _, block in tree.walk()], cursor, limit)
    return Page[BlockItem](items=[BlockItem.of(block, tree) for block in shown], next=following)


@router.put("/{project_id}/blocks", responses=_NOT_FOUND)
async def put_block(
    project_id: str, body: BlockRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> SavedBlockItem:
    """Save a text under a path: as a new block, or as the next version of the one that is there."""
    project = await _project(inkwright, project_id)
    saved = await save_block(inkwright.store, project, body.path, body.text, language)
    tree = await load_tree(inkwright.store.blocks, project)
    return SavedBlockItem(block=BlockItem.of(saved.block, tree), done=saved.done)


@router.post("/{project_id}/blocks/restore", responses=_NOT_FOUND)
async def restore_deleted_block(
    project_id: str, body: NameRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> BlockItem:
    """Restore the last deleted block of this name, with everything that was deleted with it."""
    project = await _project(inkwright, project_id)
    block = await restore_block(inkwright.store, project, body.name, language)
    return BlockItem.of(block, await load_tree(inkwright.store.blocks, project))


@router.get("/{project_id}/blocks/{block_id}", responses=_NOT_FOUND)
async def show_block(project_id: str, block_id: str, inkwright: OwnersInkwright) -> BlockDetails:
    """Return a block with its text and its versions."""
    block, tree = await _block(inkwright, project_id, block_id)
    versions = await inkwright.store.blocks.versions(block.id, owner=inkwright.owner)
    return BlockDetails(
        **BlockItem.of(block, tree).model_dump(),
        text=await read_block_text(inkwright.store, block, None),
        versions=[BlockVersionItem.of(each) for each in versions],
    )


@router.patch("/{project_id}/blocks/{block_id}", status_code=204, responses=_NOT_FOUND)
async def change_block_name(
    project_id: str, block_id: str, body: NameRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> Response:
    """Rename a block, which keeps its position."""
    block, _ = await _block(inkwright, project_id, block_id)
    await rename_block(inkwright.store, block, body.name, language)
    return Response(status_code=204)


@router.delete("/{project_id}/blocks/{block_id}", status_code=204, responses=_NOT_FOUND)
async def remove_block(project_id: str, block_id: str, inkwright: OwnersInkwright) -> Response:
    """Delete a block and everything below it. It can be restored."""
    block, _ = await _block(inkwright, project_id, block_id)
    await delete_block(inkwright.store, block)
    return Response(status_code=204)


@router.get("/{project_id}/blocks/{block_id}/versions/{version}", responses=_NOT_FOUND)
async def show_block_version(
    project_id: str, block_id: str, version: int, inkwright: OwnersInkwright, language: RequestLanguage
) -> BlockText:
    """Return one version of a block's text."""
    block, _ = await _block(inkwright, project_id, block_id)
    _check_version(version)
    return BlockText(text_version=version, text=await read_block_text(inkwright.store, block, version, language))


@router.post("/{project_id}/blocks/{block_id}/restore", responses=_NOT_FOUND)
async def restore_block_version(
    project_id: str,
    block_id: str,
    body: BlockVersionRequest,
    inkwright: OwnersInkwright,
    language: RequestLanguage,
) -> SavedBlockItem:
    """Give a block one of its earlier texts again, as a new version."""
    project = await _project(inkwright, project_id)
    block, tree = await _block(inkwright, project_id, block_id)
    saved = await restore_block_text(inkwright.store, project, block, body.version, language)
    return SavedBlockItem(block=BlockItem.of(saved.block, tree), done=saved.done)


async def _project(inkwright: Inkwright, project_id: str) -> Project:
    projects = await inkwright.store.projects.all(inkwright.owner)
    found = next((each for each in projects if each.id == project_id), None)
    if found is None:
        raise NotFound(what_kind="project", id=project_id[:100])
    return found


async def _block(inkwright: Inkwright, project_id: str, block_id: str) -> tuple[Block, BlockTree]:
    blocks = await inkwright.store.blocks.of((await _project(inkwright, project_id)).id, owner=inkwright.owner)
    found = next((each for each in blocks if each.id == block_id), None)
    if found is None:
        raise NotFound(what_kind="block", id=block_id[:100])
    return found, BlockTree(blocks)


def _check_version(version: int) -> None:
    """Refuse a number that no database stores."""
    if not 0 < version < 2**31:
        raise NotFound(what_kind="version", id=str(version)[:20])
