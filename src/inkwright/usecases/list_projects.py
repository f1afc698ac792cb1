"""List projects: each with what is in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.projects.records import Project
from inkwright.projects.trees import BlockTree
from inkwright.store.conversations import ConversationRow
from inkwright.usecases.find_blocks import load_tree
from inkwright.usecases.find_conversations import list_conversations
from inkwright.usecases.open_store import Store

_ALL: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class ProjectContent:
    """A project, its blocks, and its conversations, newest first."""

    project: Project
    tree: BlockTree
    conversations: tuple[ConversationRow, ...]


async def list_projects(store: Store, *, owner: str) -> list[ProjectContent]:
    """Every project of an owner, in the order of their names."""
    return await _contents(store, await store.projects.all(owner), owner)


async def show_project(store: Store, project: Project) -> ProjectContent:
    """What is in a project."""
    return (await _contents(store, [project], project.owner))[0]


async def _contents(store: Store, projects: Sequence[Project], owner: str) -> list[ProjectContent]:
    rows = (await list_conversations(store, owner=owner, limit=_ALL)).rows
    return [
        ProjectContent(
            project,
            await load_tree(store.blocks, project),
            tuple(row for row in rows if row.project_id == project.id),
        )
        for project in projects
    ]
